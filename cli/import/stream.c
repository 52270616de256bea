/// collide-import --for-parent FILE: a file as a scene, for the commands that take such files directly.
#include <string.h>
#include <unistd.h>

#include "collide/collide.h"
#include "import/commands.h"
#include "import/readers.h"
#include "imported.h"
#include "report.h"

/// What became of the meshes of objects where that changed them, or nothing, each with a NUL.
static cld_text make_notes(const cli_level *level) {
    cld_text notes = {0};
    for (size_t i = 0; i < level->object_count; i++) {
        const cli_level_object *object = &level->objects[i];
        const char *loss = object->loss, *note = level->shapes[object->shape].note;
        cld_text_add_string(&notes, loss ? loss : "");
        cld_text_add_string(&notes, loss && note ? ", " : "");
        cld_text_add_string(&notes, note ? note : "");
        cld_text_add(&notes, "", 1);
    }
    return notes;
}

/// Returns the length of the document.
static size_t add_level(const cli_level *level, const cld_text *notes, cld_text *stream) {
    cld_text_add(stream, level->faults.bytes, level->faults.length);
    for (size_t i = 0; i < level->object_count; i++)
        cld_text_add(stream, (const char *)&level->objects[i].line, sizeof level->objects[i].line);
    for (size_t i = 0; i < level->object_count; i++)
        cld_text_add(stream, level->objects[i].name, strlen(level->objects[i].name) + 1);
    cld_text_add(stream, notes->bytes, notes->length);
    cld_text_add(stream, level->losses.bytes, level->losses.length);
    size_t begin = stream->length;
    cli_level_write(level, true, stream);
    return stream->length - begin;
}

int cli_run_for_parent(const char *path, bool convexify) {
    const cli_options options = {.import = {.concave = convexify ? CLI_CONCAVE_HULL : CLI_CONCAVE_ERROR,
                                            .tag_materials = true,
                                            .tag_nodes = true,
                                            .scale = 1}};
    cli_import_header header = {.version = CLD_VERSION};
    cli_level level = {.up = 0};
    cld_text stream = {0};
    cld_status status = cli_level_read(&options, path, &level, &header.error);
    header.error.status = status;
    header.fault_count = level.faults.length / sizeof(cld_error);
    header.object_count = level.object_count;
    for (size_t i = 0; i < level.object_count; i++)
        header.names_length += strlen(level.objects[i].name) + 1;
    cld_text notes = make_notes(&level);
    header.notes_length = notes.length;
    header.losses_length = level.losses.length;
    cld_text_add(&stream, (const char *)&header, sizeof header);
    if (!status)
        header.document_length = add_level(&level, &notes, &stream);
    stream.failed |= notes.failed || level.losses.failed;
    if (!stream.failed)
        memcpy(stream.bytes, &header, sizeof header);
    status =
        stream.failed || level.faults.failed || cli_write_all(STDOUT_FILENO, &stream) ? CLD_INTERNAL : CLD_OK;
    cld_text_clear(&stream);
    cld_text_clear(&notes);
    cli_level_clear(&level);
    return status ? CLI_NO_ANSWER : CLI_DONE;
}
