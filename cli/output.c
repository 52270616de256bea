#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "report.h"
#include "target.h"

/// What ends the program on a person's behalf, by a limit of time, or as nobody reads any more.
static const int endings[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGPIPE, SIGALRM, SIGXCPU, SIGUSR1, SIGUSR2};
enum { ENDINGS = sizeof endings / sizeof *endings };

/// The unfinished files, a report and a baseline at most, for the signal handler.
static const char *volatile unfinished[2];
enum { UNFINISHED = sizeof unfinished / sizeof *unfinished };

static void remove_unfinished(void) {
    for (size_t i = 0; i < UNFINISHED; i++) {
        const char *path = unfinished[i];
        if (path)
            unlink(path);
    }
}

static void end(int number) {
    remove_unfinished();
    raise(number); // blocked until this returns; then the default action ends the program
}

/// Puts `to` in the place of `from` among the unfinished files, where NULL is a free place.
static void exchange_unfinished(const char *from, const char *to) {
    size_t i = 0;
    while (i < UNFINISHED && unfinished[i] != from)
        i++;
    if (i < UNFINISHED)
        unfinished[i] = to;
}

static void catch_signals(void) {
    for (size_t i = 0; i < ENDINGS; i++) {
        struct sigaction action = {.sa_handler = end, .sa_flags = (int)SA_RESETHAND}, old;
        if (sigaction(endings[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(endings[i], &action, NULL);
    }
}

/// Creates a temporary file that a signal removes: one that comes in between waits until the file is known.
/// Returns its descriptor, or -1.
static int create_unfinished(char *path) {
    sigset_t held, before;
    sigemptyset(&held);
    for (size_t i = 0; i < ENDINGS; i++)
        sigaddset(&held, endings[i]);
    sigprocmask(SIG_BLOCK, &held, &before);
    int descriptor = mkstemp(path), problem = errno;
    if (descriptor >= 0) {
        exchange_unfinished(NULL, path);
        catch_signals();
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = problem;
    return descriptor;
}

/// The access a new file gets: that of the file it replaces, else what the umask leaves.
static mode_t find_mode(const struct stat *old) {
    if (old)
        return old->st_mode & 07777;
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

static cld_status fail(int problem, cld_error *err) {
    return problem == ENOMEM ? cld_fail_memory(err)
                             : cld_fail(err, CLD_IO, "", "cannot write: %s", strerror(problem));
}

/// The name of a temporary file beside `target`, for mkstemp.
static cld_text name_beside(const char *target) {
    const char *slash = strrchr(target, '/');
    cld_text name = {0};
    cld_text_add(&name, target, slash ? (size_t)(slash - target) + 1 : 0);
    cld_text_add_string(&name, ".collide-XXXXXX");
    return name;
}

/// Opens a temporary file beside the regular file that `path` leads to. Returns 0 or errno.
static int open_beside(const char *path, const struct stat *old, cli_output *output) {
    output->target = cli_target_find(path);
    if (!output->target)
        return errno;
    output->mode = find_mode(old);
    output->temporary = name_beside(output->target);
    if (output->temporary.failed)
        return ENOMEM;
    output->descriptor = create_unfinished(output->temporary.bytes);
    return output->descriptor < 0 ? errno : 0;
}

static void forget(cli_output *output) {
    if (output->temporary.bytes)
        exchange_unfinished(output->temporary.bytes, NULL);
    cld_text_clear(&output->temporary);
    free(output->target);
    *output = cli_output_none;
}

/// The descriptor of a stream that is open already, which some paths name; -1 for others. What is behind it
/// is not ours to replace.
static int find_open(const char *path) {
    static const char folder[] = "/dev/fd/";
    if (strcmp(path, "/dev/stdout") == 0)
        return STDOUT_FILENO;
    if (strcmp(path, "/dev/stderr") == 0)
        return STDERR_FILENO;
    if (strncmp(path, folder, sizeof folder - 1) != 0)
        return -1;
    const char *digits = path + sizeof folder - 1;
    size_t length = strspn(digits, "0123456789");
    long number = strtol(digits, NULL, 10);
    return length > 0 && !digits[length] && number <= INT_MAX ? (int)number : -1;
}

const char *cli_output_name(const char *path) { return path ? path : "standard output"; }

cld_status cli_output_open(const char *path, cli_output *output, cld_error *err) {
    struct stat old;
    int problem = 0, open_already = path ? find_open(path) : -1;
    *output = (cli_output){.descriptor = STDOUT_FILENO};
    if (!path)
        return CLD_OK;
    if (open_already >= 0) {
        if ((output->descriptor = fcntl(open_already, F_DUPFD_CLOEXEC, 0)) < 0)
            problem = errno;
    } else if (stat(path, &old) != 0) {
        problem = open_beside(path, NULL, output);
    } else if (S_ISREG(old.st_mode)) {
        problem = open_beside(path, &old, output);
    } else if ((output->descriptor = open(path, O_WRONLY | O_CLOEXEC)) < 0) { // a device, a pipe
        problem = errno;
    }
    if (problem)
        forget(output);
    return problem ? fail(problem, err) : CLD_OK;
}

cld_status cli_output_add(const cli_output *output, const cld_text *text, cld_error *err) {
    int problem = text->failed ? ENOMEM : cli_write_all(output->descriptor, text);
    if (problem == EPIPE) { // nobody is left to be told of it
        remove_unfinished();
        signal(SIGPIPE, SIG_DFL);
        raise(SIGPIPE);
    }
    return problem ? fail(problem, err) : CLD_OK;
}

/// Sees that what was written to a file of its own is on the disk. Returns 0 or errno.
static int settle(const cli_output *output) {
    return fchmod(output->descriptor, output->mode) != 0 || fsync(output->descriptor) != 0 ? errno : 0;
}

/// Closes what was opened. Returns 0 or errno.
static int close_own(cli_output *output) {
    int own = output->descriptor == STDOUT_FILENO ? -1 : output->descriptor;
    output->descriptor = -1;
    return own >= 0 && close(own) != 0 ? errno : 0;
}

cld_status cli_output_finish(cli_output *output, cld_error *err) {
    int problem = output->target ? settle(output) : 0, closed = close_own(output);
    problem = problem ? problem : closed;
    return problem ? fail(problem, err) : CLD_OK;
}

cld_status cli_output_keep(cli_output *output, cld_error *err) {
    if (output->target && rename(output->temporary.bytes, output->target) != 0)
        return fail(errno, err);
    forget(output);
    return CLD_OK;
}

void cli_output_drop(cli_output *output) {
    close_own(output);
    if (output->target)
        unlink(output->temporary.bytes);
    forget(output);
}

cld_status cli_output_write(const char *path, const cld_text *text, cld_error *err) {
    cli_output output;
    if (text->failed)
        return cld_fail_memory(err);
    cld_status status = cli_output_open(path, &output, err);
    if (!status)
        status = cli_output_add(&output, text, err);
    if (!status)
        status = cli_output_finish(&output, err);
    if (!status)
        status = cli_output_keep(&output, err);
    cli_output_drop(&output);
    return status;
}
