#undef _POSIX_C_SOURCE
#define _XOPEN_SOURCE 700 // NOLINT(bugprone-reserved-identifier): for realpath
#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "report.h"

/// The unfinished file, for the signal handler.
static const char *volatile unfinished;

static void remove_unfinished(int number) {
    const char *path = unfinished;
    if (path)
        unlink(path);
    raise(number); // blocked until this returns; then the default action ends the program
}

static void catch_signals(void) {
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction action = {.sa_handler = remove_unfinished, .sa_flags = (int)SA_RESETHAND}, old;
        if (sigaction(numbers[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
    }
}

/// The access a new file gets: that of the file it replaces, else what the umask leaves.
static mode_t find_mode(const struct stat *old) {
    if (old)
        return old->st_mode & 07777;
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

/// Writes to a temporary file and puts it in the place of `path`. Returns 0 or errno.
static int replace(const char *path, char *temporary, const cld_text *text, const struct stat *old) {
    int descriptor = mkstemp(temporary);
    if (descriptor < 0)
        return errno;
    unfinished = temporary;
    catch_signals();
    int problem = cli_write_all(descriptor, text);
    if (!problem && (fchmod(descriptor, find_mode(old)) != 0 || fsync(descriptor) != 0))
        problem = errno;
    if (close(descriptor) != 0 && !problem)
        problem = errno;
    if (!problem && rename(temporary, path) != 0)
        problem = errno;
    if (problem)
        unlink(temporary);
    unfinished = NULL;
    return problem;
}

/// Replaces the regular file at `path`, which a link may lead to.
static int replace_file(const char *path, const cld_text *text, const struct stat *old) {
    char *real = old ? realpath(path, NULL) : NULL;
    const char *target = real ? real : path, *slash = strrchr(target, '/');
    size_t folder = slash ? (size_t)(slash - target) + 1 : 0;
    cld_text temporary = {0};
    cld_text_add(&temporary, target, folder);
    cld_text_add_string(&temporary, ".collide-XXXXXX");
    int problem = temporary.failed ? ENOMEM : replace(target, temporary.bytes, text, old);
    cld_text_clear(&temporary);
    free(real);
    return problem;
}

/// Writes to what is not a regular file: a device, a pipe.
static int write_through(const char *path, const cld_text *text) {
    int descriptor = open(path, O_WRONLY | O_CLOEXEC);
    if (descriptor < 0)
        return errno;
    int problem = cli_write_all(descriptor, text);
    if (close(descriptor) != 0 && !problem)
        problem = errno;
    return problem;
}

cld_status cli_output_write(const char *path, const cld_text *text, cld_error *err) {
    struct stat old;
    int problem;
    if (text->failed)
        return cld_fail_memory(err);
    if (!path)
        problem = cli_write_all(STDOUT_FILENO, text);
    else if (stat(path, &old) != 0)
        problem = replace_file(path, text, NULL);
    else if (S_ISREG(old.st_mode))
        problem = replace_file(path, text, &old);
    else
        problem = write_through(path, text);
    return problem ? cld_fail(err, CLD_IO, "", "cannot write: %s", strerror(problem)) : CLD_OK;
}
