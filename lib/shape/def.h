/// Definitions of shapes.
#ifndef CLD_SHAPE_DEF_H
#define CLD_SHAPE_DEF_H

#include "collide/shape.h"
#include "collide/status.h"

/// Whether a shape can be made of a definition, not of a compound, as far as that can be told without making
/// it. Fails as cld_shape_create.
cld_status cld_shape_def_check(const cld_shape_def *def, cld_error *err);

/// Whether the numbers of a definition's transform are finite, and small enough to be multiplied by those of
/// others: CLD_BAD_TRANSFORM.
cld_status cld_shape_def_check_transform(const cld_shape_def *def, cld_error *err);

#endif
