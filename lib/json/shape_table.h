/// The "shapes" of a scene: definitions by name.
#ifndef CLD_JSON_SHAPE_TABLE_H
#define CLD_JSON_SHAPE_TABLE_H

#include <cjson/cJSON.h>

#include "base/arena.h"
#include "base/names.h"
#include "shape/shape.h"

typedef struct cld_named_shape {
    const char *name;
    cld_shape_def def;
    bool is_good;
} cld_named_shape;

/// {0} is an empty table.
typedef struct cld_shape_table {
    cld_named_shape *shapes;
    size_t count, capacity;
    size_t misses;  ///< names that were not found
    bool convexify; ///< goes into the definitions
    cld_name_table names;
    cld_arena arena;
    cld_family *families; ///< of the shapes
} cld_shape_table;

/// Reads the shape called `name` and makes it once, to see whether it is good; a bad one is remembered too.
/// Pointers of errors and warnings lead into the document.
cld_status cld_shape_table_add(cld_shape_table *table, const char *name, const cJSON *node, cld_warn *warn,
                               void *warn_context, cld_error *err);

/// Remembers that the shape called `name` is bad. Fails with the fault, which leads into the shape, or with
/// what is worse.
cld_status cld_shape_table_add_bad(cld_shape_table *table, const char *name, const cld_error *fault,
                                   cld_error *err);

void cld_shape_table_clear(cld_shape_table *table);

/// Reads the shape of an object, by name out of the table or in place into the arena, before the object's own
/// transform. Pointers of errors lead into the object.
cld_status cld_shape_table_read(cld_shape_table *table, const cJSON *object, cld_arena *arena,
                                cld_shape_def *def, cld_error *err);

#endif
