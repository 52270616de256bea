/// Preloaded into a program, makes one of its calls fail, or all from one on.
///
///   FAULT=CALL:N:WHAT    the N-th CALL (with N+, that and all after it) meets WHAT
///   FAULT_LOG=FILE       at the end adds a line to FILE: how many such calls, and how many pieces of memory
///   are not freed
///
/// CALL is one of the table below; `memory` is what gets memory from the heap, `own-memory` that without what
/// libraries get for themselves, some of which hang or abort when they cannot. WHAT is the name of an errno,
/// or of a signal that comes just then, or `short`, with which a read or a write moves one byte. The loader
/// and the C library call themselves by other names, so that only the program's own calls count, and what the
/// C library allocates for it. What goes to standard error is let through.
#define _GNU_SOURCE // for RTLD_NEXT; NOLINT(bugprone-reserved-identifier)
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

typedef enum {
    MEMORY,
    OWN_MEMORY,
    OPEN,
    FSTAT,
    MMAP,
    READ,
    WRITE,
    POLL,
    MKSTEMP,
    FCHMOD,
    FSYNC,
    RENAME,
    CLOSE,
    THREAD,
    CALL_COUNT
} call;

static const char *const call_names[CALL_COUNT] = {"memory", "own-memory", "open",  "fstat",   "mmap",
                                                   "read",   "write",      "poll",  "mkstemp", "fchmod",
                                                   "fsync",  "rename",     "close", "thread"};

/// A signal is told from an errno by this.
enum { SHORT = 1 << 12, SIGNAL = 1 << 13, PROBLEM_COUNT = 12 };

static const char *const problem_names[PROBLEM_COUNT] = {"short",  "EIO",    "EINTR",   "ENOSPC",
                                                         "EPIPE",  "EACCES", "EMFILE",  "ENOMEM",
                                                         "EAGAIN", "SIGINT", "SIGTERM", "SIGHUP"};
static const int problems[PROBLEM_COUNT] = {
    SHORT,  EIO,    EINTR,           ENOSPC,           EPIPE,          EACCES, EMFILE,
    ENOMEM, EAGAIN, SIGNAL + SIGINT, SIGNAL + SIGTERM, SIGNAL + SIGHUP};

/// What is to happen: nothing before it was read.
static struct {
    call call;
    long first, last;
    int problem;
} plan = {.call = CALL_COUNT};

static atomic_long calls, alive;

/// Where the program itself lies, without libraries.
static struct { const char *begin, *end; } own;

/// The first that is told of is the program, and is enough.
static int find_own(struct dl_phdr_info *about, size_t size, void *context) {
    for (int i = 0; i < about->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &about->dlpi_phdr[i];
        const char *begin =
            (const char *)(about->dlpi_addr + part->p_vaddr); // NOLINT(performance-no-int-to-ptr)
        if (part->p_type != PT_LOAD)
            continue;
        own.begin = !own.begin || begin < own.begin ? begin : own.begin;
        own.end = begin + part->p_memsz > own.end ? begin + part->p_memsz : own.end;
    }
    (void)size, (void)context;
    return 1;
}

/// Counts the call, and returns what it meets, or 0: an errno, which is set, or SHORT.
static int meet(call c) {
    if (c != plan.call)
        return 0;
    long n = atomic_fetch_add(&calls, 1) + 1;
    if (n < plan.first || n > plan.last)
        return 0;
    if (plan.problem > SIGNAL) {
        raise(plan.problem - SIGNAL);
        return 0;
    }
    if (plan.problem != SHORT)
        errno = plan.problem;
    return plan.problem;
}

/// The same for calls that cannot be short.
static bool fails(call c) { return meet(c) != 0; }

static int find(const char *word, size_t length, const char *const *names, int count) {
    for (int i = 0; i < count; i++)
        if (strlen(names[i]) == length && memcmp(names[i], word, length) == 0)
            return i;
    return count;
}

__attribute__((constructor)) static void read_plan(void) {
    const char *text = getenv("FAULT"), *number = text ? strchr(text, ':') : NULL;
    if (!number)
        return;
    char *end;
    plan.first = plan.last = strtol(number + 1, &end, 10);
    if (*end == '+') {
        plan.last = LONG_MAX;
        end++;
    }
    int c = find(text, (size_t)(number - text), call_names, CALL_COUNT);
    int problem = *end == ':' ? find(end + 1, strlen(end + 1), problem_names, PROBLEM_COUNT) : PROBLEM_COUNT;
    if (c == CALL_COUNT || problem == PROBLEM_COUNT)
        _exit(126);
    dl_iterate_phdr(find_own, NULL);
    plan.problem = problems[problem];
    plan.call = (call)c;
}

__attribute__((destructor)) static void log_calls(void) {
    const char *path = getenv("FAULT_LOG");
    char line[64];
    int length = snprintf(line, sizeof line, "%ld %ld\n", atomic_load(&calls), atomic_load(&alive));
    plan.call = CALL_COUNT;
    int file = path ? open(path, O_WRONLY | O_APPEND | O_CREAT, 0666) : -1;
    if (file >= 0 && write(file, line, (size_t)length) != length)
        _exit(126);
}

// What the program calls in place of what it would have called. Nobody knows by which names headers call the
// parameters. NOLINTBEGIN(readability-inconsistent-declaration-parameter-name)

/// That, found.
#define REAL(name, type) (__extension__(type) dlsym(RTLD_NEXT, name))

#ifndef KEEP_HEAP // which sanitizers need for themselves

// The heap, by glibc's own entries, since dlsym allocates.
void *__libc_malloc(size_t size);                     // NOLINT(bugprone-reserved-identifier)
void *__libc_memalign(size_t alignment, size_t size); // NOLINT(bugprone-reserved-identifier)
void *__libc_calloc(size_t count, size_t size);       // NOLINT(bugprone-reserved-identifier)
void *__libc_realloc(void *old, size_t size);         // NOLINT(bugprone-reserved-identifier)
void __libc_free(void *memory);                       // NOLINT(bugprone-reserved-identifier)

/// Who called the function in which this stands.
#define CALLER __builtin_return_address(0)

/// Whether the program itself calls, and not a library.
static bool is_own(const void *caller) {
    return (const char *)caller >= own.begin && (const char *)caller < own.end;
}

static bool lacks_memory(const void *caller) {
    return fails(MEMORY) || (is_own(caller) && fails(OWN_MEMORY));
}

/// From when the plan is known: libraries get memory for themselves before.
static void *count_alive(void *memory, int change) {
    atomic_fetch_add(&alive, memory && plan.call != CALL_COUNT ? change : 0);
    return memory;
}

void *malloc(size_t size) { return lacks_memory(CALLER) ? NULL : count_alive(__libc_malloc(size), 1); }

void *aligned_alloc(size_t alignment, size_t size) {
    return lacks_memory(CALLER) ? NULL : count_alive(__libc_memalign(alignment, size), 1);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
    *memory = lacks_memory(CALLER) ? NULL : count_alive(__libc_memalign(alignment, size), 1);
    return *memory ? 0 : ENOMEM;
}

void *calloc(size_t count, size_t size) {
    return lacks_memory(CALLER) ? NULL : count_alive(__libc_calloc(count, size), 1);
}

void *realloc(void *old, size_t size) {
    if (lacks_memory(CALLER))
        return NULL;
    return old ? __libc_realloc(old, size) : count_alive(__libc_malloc(size), 1);
}

void free(void *memory) { __libc_free(count_alive(memory, -1)); }

#endif

int open(const char *path, int flags, ...) {
    va_list more;
    va_start(more, flags);
    mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;
    va_end(more);
    return fails(OPEN) ? -1 : REAL("open", int (*)(const char *, int, ...))(path, flags, mode);
}

int fstat(int file, struct stat *about) {
    return fails(FSTAT) ? -1 : REAL("fstat", int (*)(int, struct stat *))(file, about);
}

typedef void *map_function(void *at, size_t length, int access, int flags, int file, off_t offset);

/// Short is a map of a file that has been emptied since.
void *mmap(void *at, size_t length, int access, int flags, int file, off_t offset) {
    int problem = meet(MMAP);
    if (problem && problem != SHORT)
        return MAP_FAILED;
    FILE *empty = problem ? tmpfile() : NULL;
    return REAL("mmap", map_function *)(at, length, access, flags, empty ? fileno(empty) : file, offset);
}

ssize_t read(int file, void *bytes, size_t length) {
    int problem = meet(READ);
    if (problem && problem != SHORT)
        return -1;
    length = problem && length > 1 ? 1 : length;
    return REAL("read", ssize_t(*)(int, void *, size_t))(file, bytes, length);
}

ssize_t write(int file, const void *bytes, size_t length) {
    int problem = file == STDERR_FILENO ? 0 : meet(WRITE);
    if (problem && problem != SHORT)
        return -1;
    length = problem && length > 1 ? 1 : length;
    return REAL("write", ssize_t(*)(int, const void *, size_t))(file, bytes, length);
}

int poll(struct pollfd *files, nfds_t count, int wait) {
    return fails(POLL) ? -1 : REAL("poll", int (*)(struct pollfd *, nfds_t, int))(files, count, wait);
}

/// A signal comes when the file is there already.
int mkstemp(char *path) {
    int file = REAL("mkstemp", int (*)(char *))(path);
    if (file >= 0 && fails(MKSTEMP)) {
        int problem = errno;
        REAL("close", int (*)(int))(file);
        unlink(path);
        errno = problem;
        return -1;
    }
    return file;
}

int fchmod(int file, mode_t mode) {
    return fails(FCHMOD) ? -1 : REAL("fchmod", int (*)(int, mode_t))(file, mode);
}

int fsync(int file) { return fails(FSYNC) ? -1 : REAL("fsync", int (*)(int))(file); }

int rename(const char *from, const char *to) {
    return fails(RENAME) ? -1 : REAL("rename", int (*)(const char *, const char *))(from, to);
}

/// Closes all the same, as Linux does.
int close(int file) {
    int problem = meet(CLOSE), status = REAL("close", int (*)(int))(file);
    if (problem)
        errno = problem;
    return problem ? -1 : status;
}

typedef int thread_function(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                            void *argument);

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                   void *argument) {
    int problem = meet(THREAD);
    return problem ? problem : REAL("pthread_create", thread_function *)(thread, attributes, run, argument);
}

// NOLINTEND(readability-inconsistent-declaration-parameter-name)
