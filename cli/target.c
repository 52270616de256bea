#include "target.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "imported.h"
#include "operand.h"

/// What a link holds; false if `path` is none.
static bool read_link(const char *path, cld_text *held) {
    char bytes[4096];
    ssize_t length = readlink(path, bytes, sizeof bytes);
    held->length = 0;
    if (length > 0)
        cld_text_add(held, bytes, (size_t)length);
    return length > 0;
}

/// The real name of the folder that `path` is in, and its own name after it.
static char *find_in_folder(const char *path) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    cld_text folder = {0};
    cld_text_add(&folder, path, (size_t)(name - path));
    cld_text_add_string(&folder, "."); // a folder's name may be empty
    char *real = folder.failed ? NULL : realpath(folder.bytes, NULL);
    folder.length = 0;
    cld_text_add_string(&folder, real ? real : "");
    cld_text_add_string(&folder, "/");
    cld_text_add_string(&folder, name);
    if (real && !folder.failed) {
        free(real);
        return folder.bytes;
    }
    errno = folder.failed ? ENOMEM : errno;
    free(real);
    cld_text_clear(&folder);
    return NULL;
}

char *cli_target_find(const char *path) {
    char *target = realpath(path, NULL);
    if (target || errno != ENOENT)
        return target;
    cld_text link = {0}, at = {0};
    cld_text_add_string(&at, path);
    // Ends: of links that lead to each other realpath says ELOOP.
    while (!at.failed && read_link(at.bytes, &link) && !link.failed) {
        const char *slash = strrchr(at.bytes, '/');
        at.length = link.bytes[0] == '/' || !slash ? 0 : (size_t)(slash - at.bytes) + 1;
        cld_text_add(&at, link.bytes, link.length);
    }
    if (at.failed || link.failed)
        errno = ENOMEM;
    else
        target = find_in_folder(at.bytes);
    cld_text_clear(&link);
    cld_text_clear(&at);
    return target;
}

/// A file that is read or written. Pipes and devices, in which nothing can be lost, are neither there nor to
/// be made.
typedef struct file {
    const char *path;   ///< as given, without #NAME; - for standard input or output; NULL for none
    const char *option; ///< that names it, if it is an output
    bool is_there;
    dev_t device;
    ino_t number;
    char *target; ///< of a file that is not there yet
} file;

static file find_file(const char *path, const char *option, int standard) {
    struct stat about;
    file f = {.path = path, .option = option};
    if (!path)
        return f;
    bool is_standard = strcmp(path, "-") == 0;
    if ((is_standard ? fstat(standard, &about) : stat(path, &about)) == 0) {
        f.is_there = S_ISREG(about.st_mode);
        f.device = about.st_dev;
        f.number = about.st_ino;
    } else if (!is_standard) {
        f.target = cli_target_find(path);
    }
    return f;
}

static bool is_same(const file *f, const file *g) {
    if (f->is_there && g->is_there)
        return f->device == g->device && f->number == g->number;
    return f->target && g->target && strcmp(f->target, g->target) == 0;
}

static cld_status check_input(const file *outputs, const file *input, cld_error *err) {
    for (int i = 0; i < 2; i++) {
        if (!is_same(&outputs[i], input))
            continue;
        const char *path = outputs[i].path;
        if (strcmp(path, "-") == 0)
            return cld_fail(err, CLD_USAGE, "", "standard output is a file that is read as well");
        return cld_fail(err, CLD_USAGE, "",
                        "option '--%s' expects a file that is not read as well, found '%s'",
                        outputs[i].option, path);
    }
    return CLD_OK;
}

/// The hull of a shape is a shape, which may take its place.
static cld_status check_operand(const cli_options *options, const char *text, const file *outputs,
                                cld_error *err) {
    cli_operand operand;
    cli_operand_split(text, &operand);
    cld_status status = operand.file.failed ? cld_fail_memory(err) : CLD_OK;
    const char *path = operand.file.bytes;
    if (!status && (options->command->bit != CLI_HULL || operand.name || cli_is_importable(path))) {
        file input = find_file(path, NULL, STDIN_FILENO);
        status = check_input(outputs, &input, err);
        free(input.target);
    }
    cli_operand_clear(&operand);
    return status;
}

/// A baseline may be written anew.
static cld_status check_inputs(const cli_options *options, const file *outputs, cld_error *err) {
    const char *input = options->command->bit == CLI_BATCH && options->operand_count == 0 ? "-" : NULL;
    const char *named[] = {options->shapes, options->check.rules, options->check.baseline, input};
    const file but_baselines[2] = {outputs[0]};
    cld_status status = CLD_OK;
    for (size_t i = 0; i < sizeof named / sizeof *named && !status; i++) {
        file f = find_file(named[i], NULL, STDIN_FILENO);
        status = check_input(named[i] == options->check.baseline ? but_baselines : outputs, &f, err);
        free(f.target);
    }
    for (int i = 0; i < options->operand_count && !status; i++)
        status = check_operand(options, options->operand[i], outputs, err);
    return status;
}

cld_status cli_targets_check(const cli_options *options, cld_error *err) {
    if (options->command->bit == CLI_SCHEMA) // which reads no file
        return CLD_OK;
    file outputs[] = {find_file(options->output ? options->output : "-", "output", STDOUT_FILENO),
                      find_file(options->check.write_baseline, "write-baseline", STDOUT_FILENO)};
    const char *report = outputs[0].path, *baseline = outputs[1].path;
    bool is_one = is_same(&outputs[0], &outputs[1]) ||
                  (baseline && strcmp(report, "-") == 0 && strcmp(baseline, "-") == 0);
    cld_status status =
        !is_one ? check_inputs(options, outputs, err)
        : options->output
            ? cld_fail(err, CLD_USAGE, "",
                       "options '--output' and '--write-baseline' expect two files, found '%s' and '%s'",
                       report, baseline)
            : cld_fail(err, CLD_USAGE, "",
                       "option '--write-baseline' expects another file than the report's, which is "
                       "standard output without '--output', found '%s'",
                       baseline);
    free(outputs[0].target);
    free(outputs[1].target);
    return status;
}
