/// Vectors of the plane in double-double.
#ifndef CLD_MATH_DD2_H
#define CLD_MATH_DD2_H

#include "math/dd.h"

typedef struct cld_dd2 {
    cld_dd x, y;
} cld_dd2;

static inline cld_dd2 cld_dd2_sub(cld_dd2 a, cld_dd2 b) {
    return (cld_dd2){cld_dd_sub(a.x, b.x), cld_dd_sub(a.y, b.y)};
}

static inline cld_dd2 cld_dd2_scale(cld_dd2 a, cld_dd s) {
    return (cld_dd2){cld_dd_mul(a.x, s), cld_dd_mul(a.y, s)};
}

static inline cld_dd cld_dd2_dot(cld_dd2 a, cld_dd2 b) {
    return cld_dd_add(cld_dd_mul(a.x, b.x), cld_dd_mul(a.y, b.y));
}

/// What a product of two vectors may be off by, of both their lengths: some five times CLD_DD_ERROR, and what
/// is left is for the differences that they are and a division after it.
#define CLD_DD2_ERROR 0x1p-94

/// Positive where b lies to the left of a.
static inline cld_dd cld_dd2_cross(cld_dd2 a, cld_dd2 b) {
    return cld_dd_sub(cld_dd_mul(a.x, b.y), cld_dd_mul(a.y, b.x));
}

static inline cld_dd cld_dd2_length(cld_dd2 a) { return cld_dd_sqrt(cld_dd2_dot(a, a)); }

/// The vector turned by a right angle clockwise: what points out of an edge that is wound counter-clockwise.
static inline cld_dd2 cld_dd2_turn_out(cld_dd2 a) { return (cld_dd2){a.y, cld_dd_negate(a.x)}; }

static inline cld_vec3 cld_dd2_value(cld_dd2 a) {
    return cld_vec3_make(cld_dd_value(a.x), cld_dd_value(a.y), 0);
}

#endif
