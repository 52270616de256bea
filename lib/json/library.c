#include "json/library.h"

#include "base/error.h"
#include "json/member.h"
#include "json/parse.h"
#include "json/path.h"
#include "json/read_scene.h"

static void add_warning(void *context, const cld_warning *warning) {
    cld_text_add(context, (const char *)warning, sizeof *warning);
}

/// Adds what has been read into `def`; an object that has the name already hides it.
static cld_status add_shape(cld_library *library, const char *name, const cld_shape_def *def,
                            cld_error *err) {
    if (cld_names_find(&library->names, name) != UINT32_MAX)
        return CLD_OK;
    cld_library_shape *added = &library->shapes[library->count];
    *added = (cld_library_shape){.name = cld_arena_copy_string(&library->arena, name), .def = *def};
    if (!added->name || !cld_names_add(&library->names, added->name, (uint32_t)library->count))
        return cld_fail_memory(err);
    library->count++;
    cld_shape_def placed = *def;
    placed.arena = &library->shape_arena;
    cld_status status = cld_shape_create(&placed, add_warning, &added->warnings, &added->shape, err);
    return !status && added->warnings.failed ? cld_fail_memory(err) : status;
}

static cld_status read_object(cld_library *library, const cJSON *object, cld_error *err) {
    const char *name;
    cld_shape_def def;
    cld_status status = cld_json_check_object(object, &name, err);
    if (status)
        return status;
    if (cld_names_find(&library->names, name) != UINT32_MAX)
        return cld_json_fail_taken(name, err);
    if ((status = cld_shape_table_read(&library->table, object, &library->arena, &def, err)))
        return status;
    cld_transform own = def.transform;
    if ((status = cld_json_move_def(object, &def, err)))
        return status;
    status = add_shape(library, name, &def, err);
    return cld_json_blame_transform(status, &def, &own, "/shape", "/transform", err);
}

static cld_status read_scene(const cJSON *tree, cld_library *library, cld_error *err) {
    cld_status status = cld_json_check_scene(tree, err);
    if (status)
        return status;
    const cJSON *objects = cld_json_find(tree, "objects"), *shapes = cld_json_find(tree, "shapes");
    size_t index = 0, count = (size_t)cJSON_GetArraySize(objects) + (size_t)cJSON_GetArraySize(shapes);
    library->shapes = cld_arena_add(&library->arena, count + 1, sizeof *library->shapes);
    if (!library->shapes)
        return cld_fail_memory(err);
    for (const cJSON *member = shapes ? shapes->child : NULL; member; member = member->next)
        if ((status = cld_shape_table_add(&library->table, member->string, member, NULL, NULL, err)))
            return status;
    for (const cJSON *object = objects ? objects->child : NULL; object; object = object->next, index++)
        if ((status = read_object(library, object, err)))
            return cld_json_at_key(cld_json_at_index(status, index, err), "objects", err);
    library->object_count = library->count;
    for (size_t i = 0; i < library->table.count && !status; i++)
        status = add_shape(library, library->table.shapes[i].name, &library->table.shapes[i].def, err);
    return status;
}

cld_status cld_library_read(const char *bytes, size_t length, bool convexify, cld_library *library,
                            cld_error *err) {
    cJSON *tree;
    *library = (cld_library){.table = {.convexify = convexify}};
    cld_text_add(&library->document, bytes, length);
    cld_status status = cld_json_parse(bytes, length, &tree, err);
    if (!status && library->document.failed)
        status = cld_fail_memory(err);
    if (!status && !(cJSON_IsObject(tree) && cld_json_is_scene(tree)))
        status = cld_fail(err, CLD_USAGE, "", "expected a scene, with \"shapes\" or \"objects\"");
    if (!status)
        status = read_scene(tree, library, err);
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
    return cld_json_fail_missing("object", &suggestion, err);
}

void cld_library_clear(cld_library *library) {
    for (size_t i = 0; i < library->count; i++) {
        cld_shape_destroy(library->shapes[i].shape);
        cld_text_clear(&library->shapes[i].warnings);
    }
    cld_names_clear(&library->names);
    cld_text_clear(&library->document);
    cld_shape_table_clear(&library->table);
    cld_arena_clear(&library->arena);
    cld_arena_clear(&library->shape_arena);
    *library = (cld_library){.count = 0};
}
