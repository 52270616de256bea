/// The table of kinds: one row each, all that is special about it.
#ifndef CLD_SHAPE_KIND_H
#define CLD_SHAPE_KIND_H

#include "collide/shape.h"

typedef struct cld_kind_row_type {
    const char *name;
    bool planar;   ///< exists in two dimensions only
    bool is_round; ///< `radius` rounds the core, as a margin does
    cld_status (*check)(const cld_shape_def *def, cld_error *err); ///< of what only this kind has
    size_t (*count_points)(const cld_shape_def *def);
    void (*write_points)(const cld_shape_def *def, double *points); ///< the core's vertices in the shape's own frame
} cld_kind_row_type;

const cld_kind_row_type *cld_kind_row(cld_kind kind);

#endif
