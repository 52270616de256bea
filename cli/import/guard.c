#include "import/guard.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/error.h"
#include "report.h"

/// The lines to print, made beforehand: nothing but write is safe after a crash.
static cld_text crash_line, time_line;

/// Where the lines go. What others print on standard error before they abort, goes nowhere.
static int lines_to = STDERR_FILENO;

static void stop(int number) {
    const cld_text *line = number == SIGPROF ? &time_line : &crash_line;
    cli_write_all(lines_to, line);
    _exit(CLI_BAD_INPUT);
}

static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGPROF};

enum { SIGNAL_COUNT = sizeof signals / sizeof *signals, STACK_SIZE = 1 << 16 };

/// On a stack of its own, for the handler has to run when the usual one is full.
static void catch_signals(void) {
    static char stack[STACK_SIZE];
    stack_t alternative = {.ss_sp = stack, .ss_size = sizeof stack};
    struct sigaction action = {.sa_handler = stop, .sa_flags = SA_ONSTACK};
    sigaltstack(&alternative, NULL);
    for (int i = 0; i < SIGNAL_COUNT; i++)
        sigaction(signals[i], &action, NULL);
}

/// Sets the time of the processor after which the file is given up; 0 for none.
static void set_timer(long seconds) {
    struct itimerval timer = {.it_value = {.tv_sec = seconds}};
    setitimer(ITIMER_PROF, &timer, NULL);
}

// The sanitizers take terabytes of addresses for themselves.
#ifdef __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define IS_SANITIZED 1
#endif
#ifndef IS_SANITIZED
#define IS_SANITIZED 0
#endif

static void silence_others(void) {
    int nowhere = open("/dev/null", O_WRONLY),
        copy = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    if (nowhere >= 0 && copy >= 0 && dup2(nowhere, STDERR_FILENO) >= 0)
        lines_to = copy;
    else if (copy >= 0)
        close(copy);
    if (nowhere >= 0)
        close(nowhere);
}

static void hear_others(void) {
    if (lines_to == STDERR_FILENO)
        return;
    dup2(lines_to, STDERR_FILENO);
    close(lines_to);
    lines_to = STDERR_FILENO;
}

/// The limit of memory that the program was started with.
static struct rlimit own_limit;

/// Limits the memory, so that a count in a file that nothing follows fails at once, to no more than there was
/// to begin with.
static void set_memory(rlim_t bytes) {
    struct rlimit limit = own_limit;
    limit.rlim_cur = bytes < limit.rlim_cur ? bytes : limit.rlim_cur;
    if (!IS_SANITIZED)
        setrlimit(RLIMIT_AS, &limit);
}

void cli_guard_allow(const char *path) {
    static rlim_t allowed;
    struct stat about;
    rlim_t size = stat(path, &about) == 0 && about.st_size > 0 ? (rlim_t)about.st_size : 0;
    // A sound file takes less than a second for 10 MB, and less than 50 times its size.
    set_timer(5 + (long)(size / 100000));
    allowed += 100 * size;
    set_memory(((rlim_t)2 << 30) + allowed);
}

void cli_guard_begin(const cli_options *options, const char *path) {
    cld_error err;
    cld_fail(&err, CLD_SYNTAX, "", "cannot be read: what reads such files crashed over it");
    cli_report_add(options, path, &err, &crash_line);
    cld_fail(&err, CLD_SYNTAX, "",
             "cannot be read: what reads such files took longer than a file of its size should");
    cli_report_add(options, path, &err, &time_line);
    if (!IS_SANITIZED) // for they print what they find there
        silence_others();
    catch_signals();
    getrlimit(RLIMIT_AS, &own_limit);
    cli_guard_allow(path);
}

void cli_guard_end(void) {
    set_timer(0);
    set_memory(RLIM_INFINITY);
    for (int i = 0; i < SIGNAL_COUNT; i++)
        signal(signals[i], SIG_DFL);
    hear_others();
    cld_text_clear(&crash_line);
    cld_text_clear(&time_line);
}
