#include "json/source.h"

#include <cjson/cJSON.h>

#include "base/error.h"
#include "shape/shape.h"
#include "json/member.h"
#include "json/parse.h"
#include "json/read_scene.h"
#include "json/read_shape.h"
#include "json/read_transform.h"

cld_status cld_source_read(const char *bytes, size_t length, const char *name, cld_source *source,
                           cld_error *err) {
    *source = (cld_source){.name = NULL};
    cld_status status = cld_json_parse(bytes, length, &source->tree, err);
    if (status)
        return status;
    if (!cJSON_IsObject(source->tree))
        return cld_json_fail_type(source->tree, "a shape or a scene, which is an object", err);
    bool is_scene = cld_json_is_scene(source->tree);
    if (is_scene && name)
        return cld_json_read_scene_shape(source->tree, name, source, err);
    if (is_scene)
        return cld_fail(err, CLD_USAGE, "",
                        "expected a shape, found a scene; pick an object of it with FILE#NAME");
    if (name)
        return cld_fail(err, CLD_NOT_FOUND, "", "expected a scene to pick \"%s\" from, found a shape",
                        cld_name_tell(name).text);
    return cld_json_read_shape(source->tree, true, source, err);
}

cld_status cld_source_read_transform(const char *bytes, size_t length, int dimension,
                                     cld_transform *transform, cld_error *err) {
    cJSON *tree;
    cld_status status = cld_json_parse(bytes, length, &tree, err);
    if (!status)
        status = cld_json_read_transform(tree, dimension, transform, err);
    cJSON_Delete(tree);
    return status;
}

void cld_source_move(cld_source *source, const cld_transform *outer) {
    source->def.transform = cld_transform_compose(outer, &source->def.transform);
    source->is_moved = true;
}

typedef struct placed_warn {
    const char *place;
    cld_warn *warn;
    void *context;
} placed_warn;

static void pass_warning(void *context, const cld_warning *warning) {
    const placed_warn *placed = context;
    cld_warning whole = *warning;
    cld_pointer_prefix(whole.pointer, placed->place);
    placed->warn(placed->context, &whole);
}

cld_status cld_json_create_shape(const cld_shape_def *def, const char *place, cld_warn *warn,
                                 void *warn_context, cld_shape **shape, cld_error *err) {
    placed_warn placed = {place, warn, warn_context};
    return cld_shape_create(def, warn ? pass_warning : NULL, &placed, shape, err);
}

cld_status cld_json_blame_transform(cld_status status, const cld_shape_def *def, const cld_transform *own,
                                    const char *place, const char *mover, cld_error *err) {
    cld_status found = status;
    if (status && status != CLD_INTERNAL && *mover)
        found = cld_shape_try(def, own, err);
    if (found)
        cld_error_prefix(err, place);
    else if (status)
        cld_error_lead(err, mover);
    return found ? found : status;
}

cld_status cld_source_create_shape(const cld_source *source, cld_warn *warn, void *warn_context,
                                   cld_shape **shape, cld_error *err) {
    cld_status status = cld_json_create_shape(&source->def, source->place, warn, warn_context, shape, err);
    return cld_json_blame_transform(status, &source->def, &source->own, source->place, source->mover, err);
}

void cld_source_clear(cld_source *source) {
    cJSON_Delete(source->tree);
    cld_arena_clear(&source->arena);
    *source = (cld_source){.name = NULL};
}
