#include "json/shape_table.h"

#include <stdlib.h>

#include "base/error.h"
#include "base/grow.h"
#include "base/suggestion.h"
#include "shape/family.h"
#include "json/member.h"
#include "json/path.h"
#include "json/read_scene.h"
#include "json/read_shape.h"

/// Adds an entry that is not good yet.
static cld_status add_entry(cld_shape_table *table, const char *name, const char *place, cld_error *err) {
    if (cld_names_find(&table->names, name) != UINT32_MAX)
        return cld_fail(err, CLD_DUPLICATE_KEY, place, "the key stands twice");
    cld_named_shape *grown = cld_grow(table->shapes, &table->capacity, table->count, sizeof *grown);
    if (!grown)
        return cld_fail_memory(err);
    table->shapes = grown;
    cld_named_shape shape = {.name = cld_arena_copy_string(&table->arena, name)};
    if (!shape.name || !cld_names_add(&table->names, shape.name, (uint32_t)table->count))
        return cld_fail_memory(err);
    table->shapes[table->count++] = shape;
    return CLD_OK;
}

cld_status cld_shape_table_add(cld_shape_table *table, const char *name, const cJSON *node, cld_warn *warn,
                               void *warn_context, cld_error *err) {
    char place[CLD_JSON_PLACE_SIZE];
    cld_json_place_shape(name, place);
    cld_status status = add_entry(table, name, place, err);
    if (status)
        return status;
    cld_named_shape *shape = &table->shapes[table->count - 1];
    cld_shape *made = NULL;
    status = cld_json_read_def(node, false, &table->arena, &shape->def, err);
    shape->def.convexify = table->convexify;
    if (!status)
        status = cld_family_found(&table->families, &table->arena, &shape->def, err);
    if (!status)
        status = cld_json_create_shape(&shape->def, place, warn, warn_context, &made, err);
    cld_shape_destroy(made);
    shape->is_good = !status;
    if (status)
        cld_error_prefix(err, place);
    return status;
}

cld_status cld_shape_table_add_bad(cld_shape_table *table, const char *name, const cld_error *fault,
                                   cld_error *err) {
    char place[CLD_JSON_PLACE_SIZE];
    cld_json_place_shape(name, place);
    cld_status status = add_entry(table, name, place, err);
    if (status)
        return status;
    *err = *fault;
    cld_error_prefix(err, place);
    return err->status;
}

/// The definition of a shape; what it points to belongs to the table. CLD_NOT_FOUND if there is none.
static cld_status find_shape(cld_shape_table *table, const char *name, cld_shape_def *def, cld_error *err) {
    uint32_t at = cld_names_find(&table->names, name);
    if (at != UINT32_MAX && table->shapes[at].is_good) {
        *def = table->shapes[at].def;
        return CLD_OK;
    }
    if (at != UINT32_MAX)
        return cld_fail(err, CLD_NOT_FOUND, "", "the shape \"%s\" has an error of its own",
                        cld_name_tell(name).text);
    cld_suggestion suggestion = {.word = name};
    for (size_t i = 0; i < table->count && table->misses < CLD_MOST_SUGGESTIONS; i++)
        cld_suggestion_offer(&suggestion, table->shapes[i].name);
    table->misses++;
    return cld_json_fail_missing("shape", &suggestion, err);
}

cld_status cld_shape_table_read(cld_shape_table *table, const cJSON *object, cld_arena *arena,
                                cld_shape_def *def, cld_error *err) {
    const cJSON *shape = cld_json_find(object, "shape");
    cld_status status = cJSON_IsString(shape) ? find_shape(table, shape->valuestring, def, err)
                                              : cld_json_read_def(shape, false, arena, def, err);
    def->convexify = table->convexify;
    return cld_json_at_key(status, "shape", err);
}

void cld_shape_table_clear(cld_shape_table *table) {
    free(table->shapes);
    cld_families_clear(table->families);
    cld_names_clear(&table->names);
    cld_arena_clear(&table->arena);
    *table = (cld_shape_table){.count = 0};
}
