/// Axis-aligned boxes, which may be unbounded in any direction.
#ifndef CLD_MATH_BOX_H
#define CLD_MATH_BOX_H

#include <math.h>
#include <stdbool.h>

#include "math/vec.h"

typedef struct cld_box {
    double lower[3], upper[3]; ///< lower <= upper; infinite where there is no bound
} cld_box;

static inline cld_box cld_box_make(cld_vec3 lower, cld_vec3 upper) {
    return (cld_box){{lower.x, lower.y, lower.z}, {upper.x, upper.y, upper.z}};
}

/// Whether closed boxes have a point in common.
static inline bool cld_box_meets(const cld_box *a, const cld_box *b) {
    // All six comparisons, none of them a jump: most are true, but which is not is hard to guess.
    return (a->lower[0] <= b->upper[0]) & (b->lower[0] <= a->upper[0]) & (a->lower[1] <= b->upper[1]) &
           (b->lower[1] <= a->upper[1]) & (a->lower[2] <= b->upper[2]) & (b->lower[2] <= a->upper[2]);
}

/// Whether no face of `inner` is farther out than `room` beyond that of `outer`.
static inline bool cld_box_holds(const cld_box *outer, const cld_box *inner, double room) {
    for (int k = 0; k < 3; k++)
        if (inner->lower[k] < outer->lower[k] - room || inner->upper[k] > outer->upper[k] + room)
            return false;
    return true;
}

/// Enlarges a to hold b.
static inline void cld_box_include(cld_box *a, const cld_box *b) {
    for (int k = 0; k < 3; k++) {
        a->lower[k] = b->lower[k] < a->lower[k] ? b->lower[k] : a->lower[k];
        a->upper[k] = b->upper[k] > a->upper[k] ? b->upper[k] : a->upper[k];
    }
}

/// The box with all faces moved outwards.
static inline cld_box cld_box_grow(const cld_box *box, double by) {
    cld_box grown = *box;
    for (int k = 0; k < 3; k++) {
        grown.lower[k] -= by;
        grown.upper[k] += by;
    }
    return grown;
}

/// The largest gap along an axis: a lower bound on the signed distance of whatever the boxes hold, negative
/// where they overlap along every axis.
static inline double cld_box_find_gap(const cld_box *a, const cld_box *b) {
    double gap = -INFINITY;
    for (int k = 0; k < 3; k++)
        gap = cld_max(gap, cld_max(b->lower[k] - a->upper[k], a->lower[k] - b->upper[k]));
    return gap;
}

/// A closer lower bound: where they do not overlap, their distance less what rounding may have added to it
/// (half of five units in the squares, one in the root and one in the product).
static inline double cld_box_find_distance(const cld_box *a, const cld_box *b) {
    double gap = cld_box_find_gap(a, b), along[3];
    if (!(gap > 0))
        return gap;
    for (int k = 0; k < 3; k++)
        along[k] = cld_max(0, cld_max(b->lower[k] - a->upper[k], a->lower[k] - b->upper[k]));
    double length = cld_length_of_any(cld_vec3_make(along[0], along[1], along[2]));
    return cld_max(gap, length * (1 - 0x1p-50));
}

#endif
