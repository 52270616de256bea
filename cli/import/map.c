/// Map sources of Quake and its kin: a brush is an object, tagged with its entity's class and its textures.
#include <stdio.h>
#include <string.h>

#include "import/readers.h"
#include "map/solid.h"

/// A map on its way into a level.
typedef struct reading {
    const cli_import_options *options;
    cli_level *level;
    cld_map map;
    cld_map_workspace *workspace;
} reading;

/// The points of a brush's hull, in the level's arena.
static cld_status make_def(reading *r, const cld_map_brush *brush, cld_shape_def *def, cld_error *err) {
    const cld_vec3 *vertices;
    *def = cld_shape_def_make(CLD_HULL);
    cld_status status =
        cld_map_find_vertices(&r->map, brush, r->workspace, &vertices, &def->point_count, err);
    if (status)
        return status;
    double *points = cld_arena_add(&r->level->arena, 3 * def->point_count, sizeof *points);
    if (!points)
        return cld_fail_memory(err);
    for (size_t i = 0; i < def->point_count; i++)
        memcpy(points + 3 * i, (const double[]){vertices[i].x, vertices[i].y, vertices[i].z},
               3 * sizeof *points);
    def->points = points;
    return CLD_OK;
}

static const char *copy_word(cld_arena *arena, cld_map_word word) {
    return cld_arena_copy(arena, word.begin, word.length);
}

static bool is_same(cld_map_word a, cld_map_word b) {
    return a.length == b.length && memcmp(a.begin, b.begin, a.length) == 0;
}

/// The class of the entity, which stands for its node, and each of the textures, which stand for materials,
/// as far as they are asked for; neighbours tend to have the same.
static cld_status collect_tags(const reading *r, const cld_map_brush *brush, cld_arena *arena,
                               const char ***tags, size_t *count, cld_error *err) {
    const cld_map_side *sides = r->map.sides + brush->first_side;
    *tags = cld_arena_add(arena, brush->side_count + 1, sizeof **tags);
    if (!*tags)
        return cld_fail_memory(err);
    *count = 0;
    if (r->options->tag_nodes &&
        !((*tags)[(*count)++] = copy_word(arena, r->map.entities[brush->entity].class_name)))
        return cld_fail_memory(err);
    for (size_t i = 0; i < brush->side_count && r->options->tag_materials; i++) {
        if (i > 0 && is_same(sides[i].texture, sides[i - 1].texture))
            continue;
        if (!((*tags)[(*count)++] = copy_word(arena, sides[i].texture)))
            return cld_fail_memory(err);
    }
    return CLD_OK;
}

static cld_status add_solid(reading *r, const cld_map_brush *brush, const char *name, cld_error *err) {
    cld_arena arena = {NULL};
    cld_shape_def def;
    const char **tags = NULL;
    size_t count = 0;
    cli_matrix matrix = cli_matrix_make_identity();
    uint32_t shape;
    cld_status status = make_def(r, brush, &def, err);
    if (!status)
        status = collect_tags(r, brush, &arena, &tags, &count, err);
    if (!status)
        status = cli_level_add_shape(r->level, NULL, &def, &shape, err);
    if (!status) {
        r->level->shapes[shape].is_in_place = true;
        status = cli_level_add_object(r->level, name, shape, &matrix, tags, count, err);
    }
    if (!status)
        r->level->objects[r->level->object_count - 1].line = brush->line;
    cld_arena_clear(&arena);
    return status;
}

/// Adds a brush; one that is no solid is a fault. Only memory ends the work.
static cld_status add_brush(reading *r, const cld_map_brush *brush, cld_error *err) {
    char name[40];
    cld_status status;
    snprintf(name, sizeof name, "e%u_b%u", brush->entity, brush->index);
    if (brush->kind.begin) {
        status = cld_fail(err, CLD_UNSUPPORTED, "", "expected sides of three points each, found a %s",
                          cld_bytes_tell(brush->kind.begin, brush->kind.length).text);
        err->line = brush->line;
    } else {
        status = add_solid(r, brush, name, err);
    }
    if (!status || status == CLD_INTERNAL)
        return status;
    cli_level_add_fault(r->level, "brush", name, err->line, 1, err);
    return CLD_OK;
}

static cld_status read_map(const cld_text *bytes, const char *path, const cli_import_options *options,
                           cli_level *level, cld_error *err) {
    reading r = {.options = options, .level = level, .workspace = cld_map_workspace_create()};
    cld_status status =
        r.workspace ? cld_map_read(cld_text_string(bytes), bytes->length, &r.map, err) : cld_fail_memory(err);
    for (size_t i = 0; i < r.map.brush_count && !status; i++)
        status = add_brush(&r, &r.map.brushes[i], err);
    if (!status)
        cli_level_tell(level, path, "%zu brush%s of %zu entit%s", r.map.brush_count,
                       r.map.brush_count == 1 ? "" : "es", r.map.entity_count,
                       r.map.entity_count == 1 ? "y" : "ies");
    cld_map_clear(&r.map);
    cld_map_workspace_destroy(r.workspace);
    return status;
}

cld_status cli_read_map(const char *path, const cli_import_options *options, cli_level *level,
                        cld_error *err) {
    cld_text bytes = {0};
    cld_status status = cli_import_read_bytes(path, &bytes, err);
    if (!status)
        status = read_map(&bytes, path, options, level, err);
    cld_text_clear(&bytes);
    return status;
}
