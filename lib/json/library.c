#include "json/library.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/suggestion.h"
#include "json/member.h"
#include "json/parse.h"
#include "json/path.h"
#include "json/read_scene.h"
#include "json/read_shape.h"
#include "json/read_transform.h"

/// A scene on its way into a library.
typedef struct reader {
    const cJSON *shapes;  ///< NULL if there are none
    cld_name_table named; ///< the members of `shapes`, by their position
    const cJSON **shape;  ///< beside it
    cld_library *into;
} reader;

static size_t count_children(const cJSON *node) {
    size_t count = 0;
    for (const cJSON *child = node ? node->child : NULL; child; child = child->next)
        count++;
    return count;
}

static void add_warning(void *context, const cld_warning *warning) {
    cld_text_add(context, (const char *)warning, sizeof *warning);
}

/// Adds what has been read into `def`; an object that has the name already hides it.
static cld_status add_shape(cld_library *library, const char *name, const cld_shape_def *def,
                            cld_error *err) {
    if (cld_names_find(&library->names, name) != UINT32_MAX)
        return CLD_OK;
    cld_library_shape *added = &library->shapes[library->count];
    *added = (cld_library_shape){.name = cld_json_copy(name, &library->arena), .def = *def};
    if (!added->name || !cld_names_add(&library->names, added->name, (uint32_t)library->count))
        return cld_fail_memory(err);
    library->count++;
    cld_status status = cld_shape_create(def, add_warning, &added->warnings, &added->shape, err);
    return !status && added->warnings.failed ? cld_fail_memory(err) : status;
}

static cld_status read_def(const cJSON *node, cld_library *library, cld_shape_def *def, cld_error *err) {
    cld_source source = {.arena = library->arena};
    cld_status status = cld_json_read_shape(node, false, &source, err);
    library->arena = source.arena;
    *def = source.def;
    def->convexify = library->convexify;
    return status;
}

static cld_status find_named(const reader *r, const char *name, const cJSON **shape, cld_error *err) {
    uint32_t at = cld_names_find(&r->named, name);
    if (at != UINT32_MAX) {
        *shape = r->shape[at];
        return CLD_OK;
    }
    cld_suggestion suggestion = {.word = name};
    for (const cJSON *member = r->shapes ? r->shapes->child : NULL; member; member = member->next)
        cld_suggestion_offer(&suggestion, member->string);
    return cld_fail(err, CLD_NOT_FOUND, "", "the scene has no shape \"%.60s\"%s%.60s%s", name,
                    suggestion.nearest ? "; did you mean \"" : "",
                    suggestion.nearest ? suggestion.nearest : "", suggestion.nearest ? "\"?" : "");
}

/// Reads the shape of an object, in place or by name.
static cld_status read_object_shape(const reader *r, const cJSON *shape, cld_shape_def *def, cld_error *err) {
    if (!cJSON_IsString(shape))
        return read_def(shape, r->into, def, err);
    const cJSON *named = NULL;
    cld_status status = find_named(r, shape->valuestring, &named, err);
    if (!status && read_def(named, r->into, def, NULL))
        return cld_fail(err, CLD_NOT_FOUND, "", "the shape \"%.60s\" has an error of its own",
                        shape->valuestring);
    return status;
}

static cld_status read_object(const reader *r, const cJSON *object, cld_error *err) {
    const char *name;
    cld_shape_def def;
    cld_status status = cld_json_check_object(object, &name, err);
    if (status)
        return status;
    if (cld_names_find(&r->into->names, name) != UINT32_MAX)
        return cld_fail(err, CLD_DUPLICATE_NAME, "/name", "an object before it has the name \"%.60s\" too",
                        name);
    if ((status = read_object_shape(r, cld_json_find(object, "shape"), &def, err)))
        return cld_json_at_key(status, "shape", err);
    const cJSON *transform = cld_json_find(object, "transform");
    if (transform) {
        cld_transform outer;
        if ((status = cld_json_read_transform(transform, def.dimension, &outer, err)))
            return cld_json_at_key(status, "transform", err);
        def.transform = cld_transform_compose(&outer, &def.transform);
    }
    bool is_named = cJSON_IsString(cld_json_find(object, "shape"));
    return cld_json_blame_transform(add_shape(r->into, name, &def, err), is_named, err);
}

static cld_status read_shapes(const reader *r, cld_error *err) {
    cld_status status = CLD_OK;
    for (const cJSON *member = r->shapes ? r->shapes->child : NULL; member && !status;
         member = member->next) {
        cld_shape_def def;
        status = read_def(member, r->into, &def, err);
        if (!status)
            status = add_shape(r->into, member->string, &def, err);
        status = cld_json_at_key(cld_json_at_key(status, member->string, err), "shapes", err);
    }
    return status;
}

/// Tells of an object that cannot be read, or of the shape it names, if that alone is what is wrong.
static cld_status fail_on_object(const reader *r, const cJSON *object, cld_status status, cld_error *err) {
    const cJSON *shape = cld_json_find(object, "shape"), *named = NULL;
    cld_shape_def def;
    cld_shape *alone = NULL;
    cld_error own;
    if (cJSON_IsString(shape))
        find_named(r, shape->valuestring, &named, NULL);
    if (!named)
        return status;
    cld_status first = read_def(named, r->into, &def, &own);
    if (!first)
        first = cld_shape_create(&def, NULL, NULL, &alone, &own);
    cld_shape_destroy(alone);
    if (first && err)
        *err = own;
    return first ? cld_json_at_key(cld_json_at_key(first, named->string, err), "shapes", err) : status;
}

static cld_status read_scene(reader *r, const cJSON *tree, cld_error *err) {
    cld_status status = cld_json_check_scene(tree, err);
    if (status)
        return status;
    const cJSON *objects = cld_json_find(tree, "objects");
    r->shapes = cld_json_find(tree, "shapes");
    size_t named = count_children(r->shapes), count = count_children(objects) + named;
    r->shape = cld_arena_add(&r->into->arena, named + 1, sizeof(const cJSON *));
    r->into->shapes = cld_arena_add(&r->into->arena, count + 1, sizeof *r->into->shapes);
    if (!r->shape || !r->into->shapes)
        return cld_fail_memory(err);
    uint32_t at = 0;
    for (const cJSON *member = named ? r->shapes->child : NULL; member; member = member->next) {
        r->shape[at] = member;
        if (!cld_names_add(&r->named, member->string, at++))
            return cld_fail_memory(err);
    }
    size_t index = 0;
    for (const cJSON *object = objects ? objects->child : NULL; object; object = object->next, index++) {
        if ((status = read_object(r, object, err))) {
            status = cld_json_at_key(cld_json_at_index(status, index, err), "objects", err);
            return fail_on_object(r, object, status, err);
        }
    }
    r->into->object_count = r->into->count;
    return read_shapes(r, err);
}

cld_status cld_library_read(const char *bytes, size_t length, bool convexify, cld_library *library,
                            cld_error *err) {
    cJSON *tree;
    reader r = {.into = library};
    *library = (cld_library){.convexify = convexify};
    cld_text_add(&library->document, bytes, length);
    cld_status status = cld_json_parse(bytes, length, &tree, err);
    if (!status && library->document.failed)
        status = cld_fail_memory(err);
    if (!status && !(cJSON_IsObject(tree) && cld_json_is_scene(tree)))
        status = cld_fail(err, CLD_USAGE, "", "expected a scene, with \"shapes\" or \"objects\"");
    if (!status)
        status = read_scene(&r, tree, err);
    cld_names_clear(&r.named);
    cJSON_Delete(tree);
    return status;
}

cld_status cld_library_find(const cld_library *library, const char *name, const cld_library_shape **shape,
                            cld_error *err) {
    uint32_t at = cld_names_find(&library->names, name);
    if (at != UINT32_MAX) {
        *shape = &library->shapes[at];
        return CLD_OK;
    }
    cld_suggestion suggestion = {.word = name};
    for (size_t i = 0; i < library->count; i++)
        cld_suggestion_offer(&suggestion, library->shapes[i].name);
    if (suggestion.nearest)
        return cld_fail(err, CLD_NOT_FOUND, "", "the scene has no object \"%.60s\"; did you mean \"%.60s\"?",
                        name, suggestion.nearest);
    return cld_fail(err, CLD_NOT_FOUND, "", "the scene has no object \"%.60s\"", name);
}

void cld_library_clear(cld_library *library) {
    for (size_t i = 0; i < library->count; i++) {
        cld_shape_destroy(library->shapes[i].shape);
        cld_text_clear(&library->shapes[i].warnings);
    }
    cld_names_clear(&library->names);
    cld_text_clear(&library->document);
    cld_arena_clear(&library->arena);
    *library = (cld_library){.count = 0};
}
