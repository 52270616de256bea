/// Definitions of shapes.
#ifndef CLD_SHAPE_DEF_H
#define CLD_SHAPE_DEF_H

#include "collide/shape.h"
#include "collide/status.h"

/// Whether a shape can be made of a definition, not of a compound, as far as that can be told without making
/// it. Fails as cld_shape_create.
cld_status cld_shape_def_check(const cld_shape_def *def, cld_error *err);

/// Whether all the lists are there that are said to have something in them, and none that only others have.
cld_status cld_shape_def_check_lists(const cld_shape_def *def, cld_error *err);

/// Whether the numbers of a definition's transform are finite, and small enough to be multiplied by those of
/// others, and leave what is planar in its plane: CLD_BAD_TRANSFORM, CLD_TOO_LARGE.
cld_status cld_shape_def_check_transform(const cld_shape_def *def, cld_error *err);

/// Whether a length that a definition gives, called `what`, can be one: of larger ones the products with a
/// transform might overflow. CLD_BAD_VALUE for one that is negative or not finite, CLD_TOO_LARGE.
cld_status cld_check_length(double length, const char *pointer, const char *what, cld_error *err);

#endif
