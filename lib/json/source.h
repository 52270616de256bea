/// Shapes as documents describe them.
#ifndef CLD_JSON_SOURCE_H
#define CLD_JSON_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "collide/shape.h"
#include "json/path.h"

struct cJSON;

/// A shape's definition, with all that it points to. {0} is an empty source.
typedef struct cld_source {
    cld_shape_def def;               ///< with every transform there is
    const char *name;                ///< NULL if it has none
    char place[CLD_JSON_PLACE_SIZE]; ///< JSON pointer of the shape in its document
    char mover[40];                  ///< and of the transform of its object, "" without one
    cld_transform own;               ///< def.transform without that
    const struct cJSON *shape;       ///< its own description
    bool is_moved;                   ///< def.transform is not that of `shape` alone
    struct cJSON *tree;              ///< the whole document
    cld_arena arena;
} cld_source;

/// Reads a document: a shape, or a scene from which `name` picks an object or, failing that, a named shape.
/// `name` is NULL for a document that is a shape. The caller clears the source, also when this fails. Fails
/// with any code that a badly formed document has, pointing into the document.
cld_status cld_source_read(const char *bytes, size_t length, const char *name, cld_source *source,
                           cld_error *err);

/// Reads a transform document for a shape of `dimension`, for cld_source_move.
cld_status cld_source_read_transform(const char *bytes, size_t length, int dimension,
                                     cld_transform *transform, cld_error *err);

/// Applies a transform after those that the source has.
void cld_source_move(cld_source *source, const cld_transform *outer);

/// cld_shape_create, with `place` before the pointers of warnings; `warn` may be NULL.
cld_status cld_json_create_shape(const cld_shape_def *def, const char *place, cld_warn *warn,
                                 void *warn_context, cld_shape **shape, cld_error *err);

/// Says where a shape could not be created: at `mover`, the transform of its object, if it can be without
/// that, under `own` alone; else at `place`. "" for `mover` where there is none.
cld_status cld_json_blame_transform(cld_status status, const cld_shape_def *def, const cld_transform *own,
                                    const char *place, const char *mover, cld_error *err);

/// cld_json_create_shape, with pointers of errors and of warnings that lead into the document.
cld_status cld_source_create_shape(const cld_source *source, cld_warn *warn, void *warn_context,
                                   cld_shape **shape, cld_error *err);

void cld_source_clear(cld_source *source);

#endif
