/// cld_transform as double-double rows, for the rooms that apply it to many points.
#ifndef CLD_MATH_AFFINE_H
#define CLD_MATH_AFFINE_H

#include "collide/transform.h"
#include "math/dd.h"

typedef struct cld_affine {
    cld_dd3 m[3]; ///< rows
    cld_dd3 t;
    bool is_shift; ///< known to be the identity but for t
} cld_affine;

cld_affine cld_affine_make(const cld_transform *transform);

/// The linear part alone.
cld_dd3 cld_affine_rotate(const cld_affine *a, cld_dd3 p);

cld_dd3 cld_affine_apply(const cld_affine *a, cld_dd3 p);

#endif
