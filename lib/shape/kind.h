/// The table of kinds: one row each, all that is special about it.
#ifndef CLD_SHAPE_KIND_H
#define CLD_SHAPE_KIND_H

#include "base/error.h"
#include "collide/shape.h"

typedef struct cld_kind_row_type {
    const char *name;
    const char *list_key;     ///< of the list of its points in documents
    const char *point_key[2]; ///< of each point, where they are no list
    int dimension;            ///< 2 or 3 where it exists in that alone, 0 where in both
    bool is_curved;           ///< a core without vertices is curved
    /// What rounds the core beside the margin; NULL: nothing does.
    double (*find_radius)(const cld_shape_def *def);
    /// Of what only this kind has.
    cld_status (*check)(const cld_shape_def *def, cld_error *err);
    size_t (*count_points)(const cld_shape_def *def);
    /// The core's vertices in the shape's own frame.
    void (*write_points)(const cld_shape_def *def, double *points);
    /// Instead of placing the core's vertices, where it has none.
    void (*place)(const cld_shape_def *def, cld_shape *shape);
    /// Instead of all that is done for convex shapes; as cld_shape_create.
    cld_status (*create)(const cld_shape_def *def, cld_warn *warn, void *warn_context, cld_shape **shape,
                         cld_error *err);
} cld_kind_row_type;

const cld_kind_row_type *cld_kind_row(cld_kind kind);

/// Whether faces and edges say all about shapes of a kind, but for a margin.
bool cld_kind_is_polytope(cld_kind kind);

/// The JSON pointer to a shape's points, the first where they are no list; "" where it has none.
cld_short_pointer cld_kind_find_points(cld_kind kind);

/// The same for coordinate k of point i.
cld_short_pointer cld_kind_find_coordinate(cld_kind kind, size_t i, size_t k);

/// Places the core's vertices, whose points are written: sets the centre and what is known from the cloud.
void cld_place_points(const cld_shape_def *def, cld_shape *shape);

#endif
