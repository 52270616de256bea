/// Balls around two shapes and inside of them, which answer most pairs that are asked for yes or no.
///
/// All of this is part of its callers, for the centres to stay in registers: to store them and load them
/// takes half as long as all else that balls are asked.
#ifndef CLD_NARROW_BALLS_H
#define CLD_NARROW_BALLS_H

#include <math.h>

#include "narrow/pair.h"
#include "shape/lanes.h"

/// More than four squares, each of which may be the nearest multiple of the least double, are off by.
#define CLD_LEAST_SQUARE 0x1p-1070

CLD_INLINE cld_vec3 cld_find_ball_centre(const cld_shape *shape, const cld_pose *pose) {
    cld_vec3 c = shape->centre;
    if (!pose)
        return c;
    return c.x == 0 && c.y == 0 && c.z == 0 ? pose->t : cld_add(cld_mat3_apply(&pose->r, c), pose->t);
}

/// A turned centre is off by less than 9 u of its largest coordinate, moving it and the difference add less
/// than 4 u of what comes out.
CLD_INLINE cld_centres cld_find_centres(const cld_shape *a, const cld_pose *pose_a, const cld_shape *b,
                                        const cld_pose *pose_b) {
    cld_centres c = {.a = cld_find_ball_centre(a, pose_a), .b = cld_find_ball_centre(b, pose_b)};
    c.between = cld_sub(c.b, c.a);
    c.error = 16 * CLD_ROUNDOFF *
              (cld_max_abs(c.a) + cld_max_abs(c.b) + cld_max_abs(a->centre) + cld_max_abs(b->centre));
    return c;
}

/// Whether the balls around the shapes are farther apart than the radii and what else there is `together`.
CLD_INLINE bool cld_balls_are_apart(const cld_shape *a, const cld_shape *b, const cld_centres *centres,
                                    double together) {
    double outer = (a->reach + b->reach + together) * (1 + CLD_BALLS_OFF) + centres->error;
    return cld_dot(centres->between, centres->between) > outer * outer + CLD_LEAST_SQUARE;
}

/// The radius of a ball around the centre that lies in the shape; not positive where none is known. Of a
/// point or segment the middle is in the core, from which the centre may be away.
CLD_INLINE double cld_find_ball_inside(const cld_shape *shape) {
    double inner = atomic_load_explicit(&shape->inner, memory_order_acquire);
    uint32_t count = shape->core.count;
    if (!(inner > 0)) {
        if (count != 1 && count != 2)
            return -INFINITY;
        inner =
            -0.5 * cld_length(cld_add(cld_cloud_at(&shape->core, 0), cld_cloud_at(&shape->core, count - 1)));
    }
    return inner + shape->radius - cld_shape_find_skew(shape);
}

/// Whether such balls of both meet, clear of rounding: centres are off by their error, and 8 u of what is
/// between them is less than that; middles are off by less than CLD_BALLS_OFF of the reach.
CLD_INLINE bool cld_balls_meet(const cld_shape *a, const cld_shape *b, const cld_centres *centres) {
    double inside_a = cld_find_ball_inside(a), inside_b = cld_find_ball_inside(b),
           inside = inside_a + inside_b,
           clear = inside * (1 - CLD_BALLS_OFF) - CLD_BALLS_OFF * (a->reach + b->reach) - 2 * centres->error;
    return inside_a >= 0 && inside_b >= 0 && clear > 0 &&
           cld_dot(centres->between, centres->between) + CLD_LEAST_SQUARE < clear * clear;
}

/// The radii of the balls inside of both cores, together; 0 unless both have one: a centre may be outside of
/// its core.
CLD_INLINE double cld_find_inner(const cld_shape *a, const cld_shape *b) {
    double inner_a = atomic_load_explicit(&a->inner, memory_order_acquire),
           inner_b = atomic_load_explicit(&b->inner, memory_order_acquire);
    return inner_a > 0 && inner_b > 0 ? inner_a + inner_b : 0;
}

/// The same, clear of rounding. Where it is not positive, nothing is known.
CLD_INLINE double cld_find_clear_inner(const cld_shape *a, const cld_shape *b, const cld_centres *centres) {
    return cld_find_inner(a, b) * (1 - CLD_BALLS_OFF) - 2 * centres->error;
}

/// Whether these meet.
CLD_INLINE bool cld_cores_meet(const cld_shape *a, const cld_shape *b, const cld_centres *centres) {
    double inner = cld_find_clear_inner(a, b, centres);
    return inner > 0 && cld_dot(centres->between, centres->between) + CLD_LEAST_SQUARE < inner * inner;
}

#endif
