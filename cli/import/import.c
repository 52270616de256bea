/// collide import FILE...
#include "import/commands.h"

#include <string.h>
#include <unistd.h>

#include "import/guard.h"
#include "import/readers.h"
#include "output.h"
#include "report.h"

/// Turns the axis that is up in a file to the one that is to be, and scales, what has been added from `first`
/// on.
static void turn(cli_level *level, size_t first, const cli_import_options *options) {
    cli_matrix turned = cli_matrix_make_identity();
    int from = level->up - 'x', to = (options->up ? options->up : level->up) - 'x';
    if (from != to) { // a quarter turn about the third axis
        turned.at[to][to] = turned.at[from][from] = 0;
        turned.at[to][from] = 1;
        turned.at[from][to] = -1;
    }
    for (int i = 0; i < 9; i++)
        turned.at[i / 3][i % 3] *= options->scale;
    for (size_t i = first; i < level->object_count; i++)
        level->objects[i].matrix = cli_matrix_multiply(&turned, &level->objects[i].matrix);
}

/// Reports what of a file cannot be a part of a scene.
static cld_status report_faults(const cli_options *options, const char *path, cli_level *level) {
    cld_status status = CLD_OK;
    cld_error fault;
    for (size_t at = 0; at < level->faults.length; at += sizeof fault) {
        memcpy(&fault, level->faults.bytes + at, sizeof fault);
        cli_report(options, path, &fault);
        status = fault.status;
    }
    level->faults.length = 0;
    return status;
}

cld_status cli_level_read(const cli_options *options, const char *path, cli_level *level, cld_error *err) {
    const cli_reader *reader;
    size_t first = level->object_count;
    cld_status status = cli_reader_find(path, &reader, err);
    if (status)
        return status;
    level->up = reader->up;
    cli_guard_begin(options, path);
    status = reader->read(path, &options->import, level, err);
    cli_guard_end();
    if (!status && level->object_count == first && level->faults.length == 0)
        status = cld_fail(err, CLD_BAD_VALUE, "", "expected objects, found none in this file");
    if (!status)
        turn(level, first, &options->import);
    return status;
}

/// Reads a file into the level. Returns the exit status.
static int read_file(const cli_options *options, const char *path, cli_level *level) {
    cld_error err;
    if (cli_level_read(options, path, level, &err))
        return cli_report(options, path, &err);
    return report_faults(options, path, level) ? CLI_BAD_INPUT : CLI_DONE;
}

static int write_level(const cli_options *options, const cli_level *level) {
    cld_text text = {0};
    cld_error err;
    cli_level_write(level, options->compact, &text);
    int status = CLI_DONE;
    if (level->report.failed || cli_output_write(options->output, &text, &err)) {
        if (level->report.failed)
            cld_fail_memory(&err);
        status = cli_report(options, options->output ? options->output : "standard output", &err);
    } else {
        cli_write_all(STDERR_FILENO, &level->report); // nowhere is left to tell of a failure
    }
    cld_text_clear(&text);
    return status;
}

int cli_run_import(const cli_options *options) {
    cli_level level = {.up = 0};
    int status = CLI_DONE;
    for (int i = 0; i < options->operand_count; i++) {
        int other = read_file(options, options->operand[i], &level);
        status = other > status ? other : status;
    }
    if (status == CLI_DONE)
        status = write_level(options, &level);
    cli_level_clear(&level);
    return status;
}
