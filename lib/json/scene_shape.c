#include "json/scene_shape.h"

#include <stdio.h>

#include "shape/pack.h"
#include "json/source.h"

/// What an object takes in a scene and while that is checked, beside its name and its shape.
enum { OBJECT_BYTES = 160 };

/// What a scene may take, however short its text: as much as the program, and more where shapes of many
/// vertices are in question, which take far longer to build than most queries of them.
enum { FEW_BYTES = 2 << 20, MANY_BYTES = 64 << 20, MANY_VERTICES = 64 };

/// How many vertices are placed to build a shape. What has none counts as a box.
static size_t count_vertices(const cld_shape_def *def) {
    size_t count = def->child_count > 0 ? 0 : def->point_count > 8 ? def->point_count : 8;
    for (size_t i = 0; i < def->child_count; i++)
        count += count_vertices(&def->children[i]);
    return count;
}

/// Whether a scene takes so much that it may come to three times the text, of which `end` bytes have been
/// read, if it gets one more shape.
static bool is_crowded(const cld_scene_source *scene, size_t end, const cld_shape_def *def) {
    size_t bytes = scene->object_count * OBJECT_BYTES + scene->shape_bytes + cld_arena_measure(&scene->arena);
    if (bytes <= 2 * end || bytes <= FEW_BYTES)
        return false;
    return bytes > MANY_BYTES || count_vertices(def) <= MANY_VERTICES;
}

cld_status cld_scene_give_shape(cld_scene_source *scene, const cld_scene_text *text, size_t index, size_t end,
                                bool is_named, cld_shape_def *def, cld_object *object, cld_error *err) {
    bool is_packed = cld_can_pack(def) && is_crowded(scene, end, def);
    char place[40];
    cld_shape *shape;
    snprintf(place, sizeof place, "/objects/%zu/shape", index);
    def->arena = is_packed ? NULL : &scene->shape_arena;
    // What is remarkable about a named shape has been told when it was read.
    cld_status status =
        cld_json_create_shape(def, place, is_named ? NULL : text->warn, text->warn_context, &shape, err);
    if (status)
        return status;
    if (is_packed) {
        cld_shape_destroy(shape);
        object->is_packed = true;
        return cld_pack(def, is_named, &scene->arena, &object->packed, err);
    }
    scene->shape_bytes += cld_shape_measure(shape);
    object->shape = shape;
    return CLD_OK;
}

void cld_scene_drop_shape(const cld_object *object) {
    if (!object->is_packed)
        cld_shape_destroy((cld_shape *)object->shape);
}
