/// How far from the origin a shape reaches.
#ifndef TESTS_SUPPORT_MAGNITUDE_H
#define TESTS_SUPPORT_MAGNITUDE_H

#include "collide/collide.h"
#include "math/vec.h"

/// The largest magnitude among the coordinates of a shape in the world, which rounding is relative to.
static inline double find_magnitude(const cld_shape *shape) {
    cld_vec3 lower, upper;
    cld_shape_find_box(shape, &lower, &upper);
    return cld_max(cld_max_abs(lower), cld_max_abs(upper));
}

#endif
