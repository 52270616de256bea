#include "json/scene_objects.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/grow.h"
#include "scene/unpacked.h"
#include "json/scene_shape.h"

cld_status cld_scene_add_object(cld_scene_source *scene, const cld_object *object, const cld_place *place,
                                cld_error *err) {
    size_t capacity = scene->object_capacity;
    void *objects = cld_grow(scene->objects, &capacity, scene->object_count, sizeof *object);
    scene->objects = objects ? objects : scene->objects;
    capacity = scene->object_capacity;
    void *places = objects ? cld_grow(scene->places, &capacity, scene->object_count, sizeof *place) : NULL;
    if (!places) {
        cld_scene_drop_shape(object);
        return cld_fail_memory(err);
    }
    scene->places = places;
    scene->object_capacity = capacity;
    scene->objects[scene->object_count] = *object;
    scene->places[scene->object_count++] = *place;
    return CLD_OK;
}

cld_status cld_scene_check_dimension(const cld_scene_source *scene, int dimension, cld_error *err) {
    int expected = scene->object_count > 0 ? cld_object_dimension(&scene->objects[0]) : dimension;
    if (dimension == expected)
        return CLD_OK;
    return cld_fail(err, CLD_DIMENSION_MISMATCH, "",
                    "expected a shape in %d dimensions like those before it, found one in %d", expected,
                    dimension);
}

/// An object and its place, while objects that had to wait are put where they belong.
typedef struct entry {
    cld_object object;
    cld_place place;
} entry;

static int compare_entries(const void *p, const void *q) {
    size_t a = ((const entry *)p)->place.index, b = ((const entry *)q)->place.index;
    return (a > b) - (a < b);
}

bool cld_scene_sort_objects(cld_scene_source *scene) {
    entry *entries = malloc((scene->object_count + 1) * sizeof *entries);
    if (!entries)
        return false;
    for (size_t i = 0; i < scene->object_count; i++)
        entries[i] = (entry){scene->objects[i], scene->places[i]};
    qsort(entries, scene->object_count, sizeof *entries, compare_entries);
    for (size_t i = 0; i < scene->object_count; i++) {
        scene->objects[i] = entries[i].object;
        scene->places[i] = entries[i].place;
    }
    free(entries);
    return true;
}
