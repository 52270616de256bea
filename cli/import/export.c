/// collide export FILE[#NAME] -o OUT
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/grow.h"
#include "ending.h"
#include "import/commands.h"
#include "import/model.h"
#include "imported.h"
#include "math/vec.h"
#include "operand.h"
#include "output.h"
#include "report.h"
#include "json/library.h"

/// What is read and made of it.
typedef struct session {
    const cli_options *options;
    cli_operand operand;
    cld_text bytes;
    cld_library library;
    cld_transform turn; ///< of --up
    cld_arena arena;
    cli_model model;
} session;

static const char *const endings[] = {"obj", "glb", NULL};
static cli_write_model *const writers[] = {cli_model_write_obj, cli_model_write_glb};

static cli_part *add_part(session *s) {
    cli_model *model = &s->model;
    cli_part *parts = cld_grow(model->parts, &model->capacity, model->count, sizeof *parts);
    if (!parts)
        return NULL;
    model->parts = parts;
    return &model->parts[model->count++];
}

/// Moves a solid, rounding once; where that mirrors it, its faces are turned.
static void place(cli_solid *solid, const cld_transform *transform) {
    for (uint32_t i = 0; i < solid->point_count; i++) {
        double *p = solid->points + 3 * (size_t)i;
        cld_vec3 q = cld_transform_apply(transform, cld_vec3_make(p[0], p[1], p[2]));
        memcpy(p, (const double[]){q.x, q.y, q.z}, 3 * sizeof *p);
    }
    if (!cli_part_is_mirrored(&(cli_part){.transform = *transform}))
        return;
    for (uint32_t f = 0; f < solid->face_count; f++)
        for (uint32_t i = solid->face_start[f], j = solid->face_start[f + 1]; i + 1 < j; i++) {
            uint32_t other = solid->face_vertex[--j];
            solid->face_vertex[j] = solid->face_vertex[i];
            solid->face_vertex[i] = other;
        }
}

/// What becomes one or more parts of a model.
typedef struct object {
    const char *name;
    cld_transform transform; ///< from its own frame to the world of the model
} object;

static void tell_left_out(const session *s, const char *what, const char *name, const cld_error *err) {
    cld_warning warning = {.pointer = ""};
    cld_print(warning.message, sizeof warning.message, "%s\"%s\" is left out: %s", what,
              cld_name_tell(name).text, err->message);
    cli_report_warning(s->options, s->operand.file.bytes, &warning);
}

/// Adds a shape that lies in the object's frame or, where `within` is not NULL, is moved there by that. One
/// that cannot be seen is told of, and left out.
static cld_status add_convex(session *s, const object *o, const cld_shape_def *def,
                             const cld_transform *within, cld_error *err) {
    cli_solid solid;
    cld_status status = cli_solid_make(def, &s->arena, &solid, err);
    if (status == CLD_UNSUPPORTED) {
        tell_left_out(s, within ? "a part of " : "", o->name, err);
        return CLD_OK;
    }
    cli_part *part = status ? NULL : add_part(s);
    if (!part)
        return status ? status : cld_fail_memory(err);
    *part = (cli_part){o->name, solid, o->transform};
    if (within)
        place(&part->solid, within);
    return CLD_OK;
}

/// The same of a compound's children, and theirs.
static cld_status add_shape(session *s, const object *o, const cld_shape_def *def,
                            const cld_transform *within, cld_error *err) {
    cld_status status = CLD_OK;
    if (def->kind != CLD_COMPOUND)
        return add_convex(s, o, def, within, err);
    for (size_t i = 0; i < def->child_count && !status; i++) {
        const cld_transform *own = &def->children[i].transform;
        cld_transform inner = within ? cld_transform_compose(within, own) : *own;
        status = add_shape(s, o, &def->children[i], &inner, err);
    }
    return status;
}

/// Tells of points and lines beside faces, among the parts from `first` on: who reads a mesh takes no more
/// than its faces.
static void tell_unseen(const session *s, const char *name, size_t first) {
    size_t solid = 0, all = s->model.count - first;
    for (size_t i = first; i < s->model.count; i++)
        solid += s->model.parts[i].solid.face_count > 0;
    if (solid == 0 || solid == all)
        return;
    cld_warning warning = {.pointer = ""};
    cld_print(warning.message, sizeof warning.message,
              "parts without faces in \"%s\": %zu of %zu, which programs that read faces pass over",
              cld_name_tell(name).text, all - solid, all);
    cli_report_warning(s->options, s->operand.file.bytes, &warning);
}

static cld_status add_object(session *s, const char *name, const cld_shape_def *def, cld_error *err) {
    object o = {name, cld_transform_compose(&s->turn, &def->transform)};
    size_t first = s->model.count;
    cld_status status = add_shape(s, &o, def, NULL, err);
    if (!status)
        tell_unseen(s, name, first);
    return status;
}

/// The objects of a scene or, where it has none, its shapes.
static cld_status add_scene(session *s, cld_error *err) {
    const cld_library *library = &s->library;
    size_t count = library->object_count ? library->object_count : library->count;
    cld_status status = CLD_OK;
    for (size_t i = 0; i < count && !status; i++)
        status = add_object(s, library->shapes[i].name, &library->shapes[i].def, err);
    return status;
}

/// The scene or, CLD_USAGE, not one.
static cld_status read_scene(session *s, cld_error *err) {
    const char *file = s->operand.file.bytes;
    if (cli_is_importable(file))
        return cli_imported_read_library(file, false, &s->library, err);
    cld_status status = cli_file_read(file, &s->bytes, err);
    return status ? status : cld_library_read(s->bytes.bytes, s->bytes.length, false, &s->library, err);
}

static cld_status read_model(session *s, cld_error *err) {
    cli_operand *operand = &s->operand;
    cld_status status;
    if (operand->file.failed)
        return cld_fail_memory(err);
    if (operand->name) {
        status = cli_operand_read(operand, err);
        return status ? status : add_object(s, operand->name, &operand->source.def, err);
    }
    status = read_scene(s, err);
    if (!status)
        return add_scene(s, err);
    if (status != CLD_USAGE)
        return status;
    status = cld_source_read(s->bytes.bytes, s->bytes.length, NULL, &operand->source, err);
    const char *own = operand->source.name;
    return status ? status : add_object(s, own ? own : "shape", &operand->source.def, err);
}

/// A quarter turn that brings the axis that is up to y, where viewers have it.
static cld_transform find_turn(char up) {
    cld_vec3 x = {1, 0, 0}, z = {0, 0, 1};
    return up == 'z'   ? cld_transform_make_axis_angle(x, -90)
           : up == 'x' ? cld_transform_make_axis_angle(z, 90)
                       : cld_transform_make_identity();
}

int cli_run_export(const cli_options *options) {
    session s = {.options = options, .turn = find_turn(options->import.up)};
    int ending;
    cld_text text = {0};
    cld_error err;
    cli_operand_split(options->operand[0], &s.operand);
    const char *about = NULL;
    cld_status status = cli_output_find_ending(endings, options->output, &ending, &err);
    if (!status) {
        about = s.operand.file.bytes;
        status = read_model(&s, &err);
    }
    if (!status && s.model.count == 0)
        status = cld_fail(&err, CLD_BAD_VALUE, "", "expected shapes that can be seen, found none");
    if (!status)
        status = writers[ending](&s.model, &text, &err);
    if (!status) {
        about = options->output;
        status = cli_output_write(options->output, &text, &err);
    }
    int exit_status = status ? cli_report(options, about, &err) : CLI_DONE;
    free(s.model.parts);
    cld_text_clear(&text);
    cld_text_clear(&s.bytes);
    cld_library_clear(&s.library);
    cli_operand_clear(&s.operand);
    cld_arena_clear(&s.arena);
    return exit_status;
}
