/// Meshes to shapes.
#include <stdio.h>
#include <string.h>

#include "import/mesh.h"
#include "import/solid.h"
#include "shape/compound.h"

/// A hull as a definition in the level's arena.
static cld_status make_def(cli_level *level, const cld_hull *hull, const double *points, cld_shape_def *def,
                           cld_error *err) {
    cli_solid solid;
    cld_status status = cli_solid_copy(hull, hull->face_count, points, &level->arena, &solid, err);
    if (status)
        return status;
    *def = cld_shape_def_make(CLD_HULL);
    def->points = solid.points;
    def->point_count = solid.point_count;
    def->face_start = solid.face_start;
    def->face_vertex = solid.face_vertex;
    def->face_count = solid.face_count;
    return CLD_OK;
}

static void count_warning(void *context, const cld_warning *warning) {
    size_t *count = context;
    (void)warning;
    ++*count;
}

/// Tries the definition, as whoever reads the scene will. Vertices that are within the tolerance of each
/// other are remarkable only beside a list of faces: then the list is dropped, not a vertex.
static cld_status try_def(cld_shape_def *def, cld_error *err) {
    size_t warnings = 0;
    cld_shape *shape = NULL;
    cld_status status = cld_shape_create(def, count_warning, &warnings, &shape, err);
    cld_shape_destroy(shape);
    if (status == CLD_INTERNAL || (status == CLD_OK && warnings == 0))
        return status;
    def->face_count = 0;
    status = cld_shape_create(def, NULL, NULL, &shape, err);
    if (!status)
        cld_shape_destroy(shape);
    return status;
}

/// The hull of a welded mesh, and what is to be said of the mesh as a set.
static cld_status find_hull(const cli_mesh *mesh, cli_level *level, cld_shape_def *def, cli_mesh_view *view,
                            cld_error *err) {
    cld_hull *hull;
    cld_status status = cld_hull_create(mesh->points, mesh->point_count, &hull, err);
    if (status)
        return status;
    status = cli_mesh_judge(mesh, hull, view, err);
    if (!status)
        status = make_def(level, hull, mesh->points, def, err);
    if (!status)
        status = try_def(def, err);
    cld_hull_destroy(hull);
    return status;
}

/// Sorts the vertices and faces of a mesh by their parts, and cuts it there. NULL on failure.
static cli_mesh *cut(const cli_mesh *mesh, const uint32_t *part, uint32_t count, cld_arena *arena,
                     cld_error *err) {
    cli_mesh *pieces = cld_arena_add(arena, count, sizeof *pieces);
    uint32_t *place = cld_arena_add(arena, mesh->point_count, sizeof *place);
    size_t *sizes = cld_arena_add(arena, 3 * (size_t)count, sizeof *sizes);
    if (!pieces || !place || !sizes) {
        cld_fail_memory(err);
        return NULL;
    }
    memset(sizes, 0, 3 * (size_t)count * sizeof *sizes);
    for (size_t i = 0; i < mesh->point_count; i++)
        place[i] = (uint32_t)sizes[3 * (size_t)part[i]]++;
    for (size_t f = 0; f < mesh->face_count; f++) {
        size_t *size = sizes + 3 * (size_t)part[mesh->face_vertex[mesh->face_start[f]]];
        size[1]++;
        size[2] += mesh->face_start[f + 1] - mesh->face_start[f];
    }
    for (uint32_t i = 0; i < count; i++) {
        const size_t *size = sizes + 3 * (size_t)i;
        if (cli_mesh_create(arena, size[0], size[1], size[2], &pieces[i], err))
            return NULL;
        pieces[i].rounding = mesh->rounding;
        pieces[i].digits = mesh->digits;
        pieces[i].face_count = 0; // counted again as they come
    }
    for (size_t i = 0; i < mesh->point_count; i++)
        memcpy(pieces[part[i]].points + 3 * (size_t)place[i], mesh->points + 3 * i, 3 * sizeof *mesh->points);
    for (size_t f = 0; f < mesh->face_count; f++) {
        cli_mesh *piece = &pieces[part[mesh->face_vertex[mesh->face_start[f]]]];
        uint32_t to = piece->face_start[piece->face_count++];
        for (uint32_t h = mesh->face_start[f]; h < mesh->face_start[f + 1]; h++)
            piece->face_vertex[to++] = place[mesh->face_vertex[h]];
        piece->face_start[piece->face_count] = to;
    }
    return pieces;
}

/// A compound of the mesh's connected parts, each of which has to be convex.
static cld_status split(const cli_mesh *mesh, const cli_mesh_view *whole, cli_level *level,
                        cld_arena *scratch, cld_shape_def *def, cld_error *err) {
    uint32_t count, *part = cld_arena_add(scratch, mesh->point_count, sizeof *part);
    if (!part || !cli_mesh_find_parts(mesh, part, &count))
        return cld_fail_memory(err);
    if (count > CLD_MOST_LEAVES)
        return cld_fail(err, CLD_TOO_LARGE, "", "expected up to %d connected parts, found %u",
                        CLD_MOST_LEAVES, count);
    if (count == 1)
        return cld_fail(err, CLD_NOT_CONVEX, "", "not convex, and of one part: %s", whole->reason);
    cld_shape_def *children = cld_arena_add(&level->arena, count, sizeof *children);
    cli_mesh *parts = cut(mesh, part, count, scratch, err);
    if (!children || !parts)
        return children ? err->status : cld_fail_memory(err);
    cld_status status = CLD_OK;
    for (uint32_t i = 0; i < count && !status; i++) {
        cli_mesh_view view;
        status = find_hull(&parts[i], level, &children[i], &view, err);
        if (!status && !view.is_convex)
            status = cld_fail(err, CLD_NOT_CONVEX, "", "part %u of %u is not convex: %s", i + 1, count,
                              view.reason);
    }
    *def = cld_shape_def_make(CLD_COMPOUND);
    def->children = children;
    def->child_count = count;
    return status;
}

/// Tells what was done to the mesh.
static void describe(const cli_mesh *mesh, const cld_shape_def *def, const cli_mesh_view *view,
                     cld_text *done) {
    char text[320];
    const char *noun = def->point_count == 1 ? "vertex" : "vertices";
    if (def->kind == CLD_COMPOUND)
        snprintf(text, sizeof text, "split into %zu convex parts", def->child_count);
    else if (mesh->face_count == 0)
        snprintf(text, sizeof text, "without faces, taken as the hull of its points, %zu %s",
                 def->point_count, noun);
    else if (view->is_convex)
        snprintf(text, sizeof text, "kept as a hull of %zu %s%s%s", def->point_count, noun,
                 view->is_open ? ", open on one side" : "", view->is_inside_out ? ", inside out" : "");
    else
        snprintf(text, sizeof text, "replaced by its hull of %zu %s (%s)", def->point_count, noun,
                 view->reason);
    cld_text_add_string(done, text);
}

/// A copy as long as the level; NULL without memory.
static const char *keep_text(cli_level *level, const cld_text *text) {
    return cld_arena_copy(&level->arena, text->bytes, text->length);
}

/// `note` becomes what was done where the shape is not that of the mesh, else NULL.
static cld_status make_shape(cli_mesh *mesh, const cli_import_options *options, cli_level *level,
                             cld_arena *scratch, cld_shape_def *def, cld_text *done, const char **note,
                             cld_error *err) {
    cli_mesh_view view;
    cld_status status = cli_mesh_weld(mesh, err);
    if (!status)
        status = find_hull(mesh, level, def, &view, err);
    if (status)
        return status;
    if (!view.is_convex && options->concave == CLI_CONCAVE_ERROR)
        return cld_fail(err, CLD_NOT_CONVEX, "", "not convex: %s (see collide import --concave)",
                        view.reason);
    if (!view.is_convex && options->concave == CLI_CONCAVE_PARTS)
        status = split(mesh, &view, level, scratch, def, err);
    if (!status)
        describe(mesh, def, &view, done);
    if (status || done->failed)
        return done->failed ? cld_fail_memory(err) : status;
    bool is_other = !view.is_convex && def->kind != CLD_COMPOUND;
    *note = is_other ? keep_text(level, done) : NULL;
    return is_other && !*note ? cld_fail_memory(err) : CLD_OK;
}

cld_status cli_mesh_add(cli_mesh *mesh, const cli_import_options *options, cli_level *level, uint32_t *shape,
                        cld_text *done, cld_error *err) {
    cld_shape_def def;
    cld_arena scratch = {NULL};
    const char *note = NULL;
    cld_status status = make_shape(mesh, options, level, &scratch, &def, done, &note, err);
    cld_arena_clear(&scratch);
    if (!status)
        status = cli_level_add_shape(level, mesh->name, &def, shape, err);
    if (!status)
        level->shapes[*shape].note = note;
    return status;
}

cld_status cli_mesh_add_object(cli_mesh *mesh, const cli_mesh_object *object,
                               const cli_import_options *options, cli_level *level, cld_error *err) {
    const cli_matrix identity = cli_matrix_make_identity();
    const char *name =
        object->name && *object->name ? object->name : cli_level_find_stem(level, object->path);
    cld_text done = {0};
    uint32_t shape;
    if (!name)
        return cld_fail_memory(err);
    if (mesh->point_count == 0) {
        cli_level_tell_loss(level, object->path, "mesh \"%s\": left out, without vertices",
                            cld_name_tell(name).text);
        return CLD_OK;
    }
    mesh->name = name;
    cld_status status = cli_mesh_add(mesh, options, level, &shape, &done, err);
    if (!status) {
        cli_level_tell(level, object->path, "mesh \"%s\": %s, 1 object",
                       cld_name_tell(level->shapes[shape].name).text, done.bytes);
        status = cli_level_add_object(level, name, shape, &identity, object->tags, object->tag_count, err);
        if (!status)
            level->objects[level->object_count - 1].line = object->line;
    } else if (status != CLD_INTERNAL) {
        cli_level_add_fault(level, "mesh", name, object->line, object->line > 0, err);
        status = CLD_OK;
    }
    cld_text_clear(&done);
    return status;
}
