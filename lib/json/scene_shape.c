#include "json/scene_shape.h"

#include <stdio.h>

#include "shape/pack.h"
#include "shape/shape.h"
#include "json/read_scene.h"
#include "json/source.h"

/// What an object takes in a scene and while that is checked, beside its name and its shape; and what any
/// scene may take, which is no more than a program that reads it.
enum { OBJECT_BYTES = 224, FEW_BYTES = 1 << 20 };

/// Building a shape of more would take far longer than most queries of it.
enum { MOST_VERTICES = 64 };

/// Whether a scene takes so much memory that it may come to three times the text, of which `end` bytes have
/// been read.
static bool is_crowded(const cld_scene_source *scene, size_t end) {
    size_t bytes = scene->object_count * OBJECT_BYTES + scene->shape_bytes + cld_arena_measure(&scene->arena);
    return bytes > FEW_BYTES && bytes > 2 * end;
}

/// Whether a shape is soon built anew: it has no lists that would have to be held to its hull, and not more
/// than so many vertices, which are taken away. What has none counts as a box.
static bool is_simple(const cld_shape_def *def, size_t *vertices) {
    size_t own = def->child_count > 0 ? 0 : def->point_count > 8 ? def->point_count : 8;
    bool simple = !def->face_count && !def->edge_count && !def->normal_count && own <= *vertices;
    *vertices -= simple ? own : 0;
    for (size_t i = 0; i < def->child_count && simple; i++)
        simple = is_simple(&def->children[i], vertices);
    return simple;
}

cld_status cld_scene_give_shape(cld_scene_source *scene, const cld_scene_text *text, size_t index, size_t end,
                                bool is_named, cld_shape_def *def, cld_object *object, cld_error *err) {
    size_t vertices = MOST_VERTICES;
    bool is_packed = is_crowded(scene, end) && is_simple(def, &vertices);
    char place[40];
    cld_shape *shape;
    snprintf(place, sizeof place, "/objects/%zu/shape", index);
    def->arena = is_packed ? NULL : &scene->shape_arena;
    // What is remarkable about a named shape has been told when it was read.
    cld_status status =
        cld_json_create_shape(def, place, is_named ? NULL : text->warn, text->warn_context, &shape, err);
    if (status)
        return cld_json_blame_transform(status, is_named, err);
    if (is_packed) {
        cld_shape_destroy(shape);
        object->is_packed = true;
        return cld_shape_pack(def, is_named, &scene->arena, &object->packed, err);
    }
    if (is_named)
        cld_shape_borrow_points(shape, def);
    scene->shape_bytes += cld_shape_measure(shape);
    object->shape = shape;
    return CLD_OK;
}

void cld_scene_drop_shape(const cld_object *object) {
    if (!object->is_packed)
        cld_shape_destroy((cld_shape *)object->shape);
}
