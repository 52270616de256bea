#undef _XOPEN_SOURCE
#define _DEFAULT_SOURCE // for madvise; NOLINT(bugprone-reserved-identifier)
#include "mapping.h"

#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "operand.h"
#include "report.h"

/// Bytes that are given back at a time, a multiple of any size of a page.
enum { STEP = 1 << 20 };

/// What to say of a file that is cut short while it is mapped, made beforehand: a handler may do no more than
/// write.
static cld_text cut_line;

static void tell_of_cut(int number) {
    (void)number;
    cli_write_all(STDERR_FILENO, &cut_line);
    _exit(CLI_BAD_INPUT);
}

/// Catches the signal that reading past the end of a file brings.
static void watch(const cli_options *options, const char *path) {
    struct sigaction action = {.sa_handler = tell_of_cut};
    cld_error err;
    cld_fail(&err, CLD_IO, "", "cannot read: the file was cut short meanwhile");
    cli_report_add(options, path, &err, &cut_line);
    sigaction(SIGBUS, &action, NULL);
}

static void stop_watching(void) {
    signal(SIGBUS, SIG_DFL);
    cld_text_clear(&cut_line);
}

/// Maps a file if it is one that can be.
static void map(int descriptor, cli_mapping *mapping) {
    struct stat about;
    if (fstat(descriptor, &about) != 0 || !S_ISREG(about.st_mode) || about.st_size <= 0)
        return;
    size_t length = (size_t)about.st_size;
    void *bytes = mmap(NULL, length, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (bytes != MAP_FAILED)
        *mapping = (cli_mapping){.bytes = bytes, .length = length, .is_mapped = true};
}

cld_status cli_mapping_open(const cli_options *options, const char *path, cli_mapping *mapping,
                            cld_error *err) {
    *mapping = (cli_mapping){.length = 0};
    int descriptor;
    cld_status status = cli_file_open(path, &descriptor, err);
    if (status)
        return status;
    if (descriptor != STDIN_FILENO)
        map(descriptor, mapping);
    if (mapping->is_mapped) {
        watch(options, path);
        close(descriptor);
        return CLD_OK;
    }
    status = cli_file_finish(descriptor, &mapping->text, err);
    mapping->bytes = mapping->text.bytes;
    mapping->length = mapping->text.length;
    return status;
}

void cli_mapping_forget(cli_mapping *mapping, size_t offset) {
    size_t end = offset / STEP * STEP;
    if (!mapping->is_mapped || end <= mapping->forgotten)
        return;
    madvise((char *)mapping->bytes + mapping->forgotten, end - mapping->forgotten, MADV_DONTNEED);
    mapping->forgotten = end;
}

void cli_mapping_close(cli_mapping *mapping) {
    if (mapping->is_mapped) {
        munmap((char *)mapping->bytes, mapping->length);
        stop_watching();
    }
    cld_text_clear(&mapping->text);
    *mapping = (cli_mapping){.length = 0};
}
