/// collide import FILE...
#include "import/commands.h"

#include <string.h>
#include <unistd.h>

#include "collide/scene.h"
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
    if (level->is_down && options->up) { // before that, half a turn
        int beside = (from + 1) % 3;
        for (int i = 0; i < 3; i++) {
            turned.at[i][from] = 0 - turned.at[i][from];
            turned.at[i][beside] = 0 - turned.at[i][beside];
        }
    }
    for (int i = 0; i < 9; i++)
        turned.at[i / 3][i % 3] *= options->scale;
    for (size_t i = first; i < level->object_count; i++)
        level->objects[i].matrix = cli_matrix_multiply(&turned, &level->objects[i].matrix);
}

/// Tries to place an object, as whoever reads the scene will. Faces are known to be right wherever they are.
static cld_status place_object(const cli_level *level, const cli_level_object *object, cld_error *err) {
    cld_transform outer = cli_matrix_find_transform(&object->matrix), inverse;
    cld_shape_def def = level->shapes[object->shape].def;
    cld_shape *shape = NULL;
    cld_status status = cld_transform_invert(&outer, &inverse, err);
    def.transform = cld_transform_compose(&outer, &def.transform);
    def.face_count = 0;
    if (!status)
        status = cld_shape_create(&def, NULL, NULL, &shape, err);
    cld_shape_destroy(shape);
    return status;
}

static bool list_tags(const cli_level *level, cld_name_table *tags) {
    bool listed = true;
    for (size_t i = 0; i < level->object_count; i++)
        for (size_t k = 0; k < level->objects[i].tag_count && listed; k++)
            if (cld_names_find(tags, level->objects[i].tags[k]) == UINT32_MAX)
                listed = cld_names_add(tags, level->objects[i].tags[k], (uint32_t)i);
    return listed;
}

/// Keeps of the pairs that are ignored those of tags that objects have, as the rules of a scene must.
static cld_status keep_ignored(cli_level *level, cld_error *err) {
    cld_name_table tags = {.count = 0};
    bool listed = list_tags(level, &tags);
    size_t count = 0;
    for (size_t i = 0; i < level->ignored_count; i++) {
        cli_level_pair pair = level->ignored[i];
        if (cld_names_find(&tags, pair.a) != UINT32_MAX && cld_names_find(&tags, pair.b) != UINT32_MAX)
            level->ignored[count++] = pair;
    }
    level->ignored_count = count;
    cld_names_clear(&tags);
    return listed ? CLD_OK : cld_fail_memory(err);
}

/// Takes out the objects from `first` on that no scene can hold, which are faults.
static cld_status place_objects(cli_level *level, size_t first, cld_error *err) {
    size_t count = first;
    for (size_t i = first; i < level->object_count; i++) {
        const cli_level_object *object = &level->objects[i];
        cld_status status = place_object(level, object, err);
        if (status == CLD_INTERNAL)
            return status;
        if (status)
            cli_level_add_fault(level, "object", object->name, object->line, object->line > 0, err);
        else
            level->objects[count++] = *object;
    }
    bool is_whole = level->object_count == count;
    level->object_count = count;
    return is_whole ? CLD_OK : keep_ignored(level, err);
}

/// Each pair that is ignored takes two patterns.
static cld_status check_ignored(const cli_level *level, cld_error *err) {
    size_t most = CLD_MOST_PATTERNS / 2;
    return level->ignored_count <= most
               ? CLD_OK
               : cld_fail(err, CLD_TOO_LARGE, "",
                          "a scene may leave out %zu pairs of links that are joined or one, found %zu", most,
                          level->ignored_count);
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
    size_t first = level->object_count, lost = level->losses.length;
    cld_status status = cli_reader_find(path, &reader, err);
    if (status)
        return status;
    level->up = reader->up;
    level->is_down = false;
    cli_guard_begin(options, path);
    status = reader->read(path, &options->import, level, err);
    cli_guard_end();
    if (!status && level->object_count == first && level->faults.length == 0)
        status = cli_level_fail_empty(level, lost, err);
    if (status)
        return status;
    turn(level, first, &options->import);
    status = check_ignored(level, err);
    return status ? status : place_objects(level, first, err);
}

/// Reads a file into the level. Returns the exit status.
static int read_file(const cli_options *options, const char *path, cli_level *level) {
    cld_error err;
    if (cli_level_read(options, path, level, &err))
        return cli_report(options, path, &err);
    return report_faults(options, path, level) ? CLI_BAD_INPUT : CLI_DONE;
}

/// Adds what was done to each mesh, a line each.
static void add_notes(const cli_options *options, const cld_text *report, cld_text *notes) {
    for (size_t at = 0; at < report->length && !report->failed;) {
        const char *file = report->bytes + at, *note = file + strlen(file) + 1;
        cli_report_add_note(options, file, note, notes);
        at += strlen(file) + strlen(note) + 2;
    }
    notes->failed |= report->failed;
}

static int write_level(const cli_options *options, cli_level *level) {
    cld_text text = {0}, notes = {0};
    cld_error err;
    if (cli_level_part_links(level, &err))
        return cli_report(options, NULL, &err);
    cli_level_write(level, options->compact, &text);
    add_notes(options, &level->report, &notes);
    int status = CLI_DONE;
    if (notes.failed ? cld_fail_memory(&err) : cli_output_write(options->output, &text, &err))
        status = cli_report(options, cli_output_name(options->output), &err);
    else
        cli_write_all(STDERR_FILENO, &notes); // nowhere is left to tell of a failure
    cld_text_clear(&text);
    cld_text_clear(&notes);
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
