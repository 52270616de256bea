/// Which way three points of the plane turn, without error.
#ifndef CLD_MATH_TURN2_H
#define CLD_MATH_TURN2_H

#include <math.h>
#include <stdbool.h>

#include "collide/vec.h"
#include "math/dd.h"

/// The sign of a difference of two products of doubles that are each off by u of themselves, as those are; 0
/// where doubles are not sure: products are off by 3 u then, and what is left of them by u more, here rounded
/// up, and below 2^-800 they may underflow (J. Shewchuk, Adaptive precision floating-point arithmetic and
/// fast robust geometric predicates, 1997, section 4.3).
static inline int cld_compare_products(double left, double right) {
    double rest = left - right;
    bool is_sure = fabs(rest) > 8 * CLD_ROUNDOFF * (fabs(left) + fabs(right)) + 0x1p-800;
    return is_sure ? (rest > 0) - (rest < 0) : 0;
}

/// 1 where a, b, c turn left, that is counter-clockwise, -1 where they turn right, 0 on one line. z is not
/// looked at; no coordinate may be larger than 1e300.
int cld_turn2(cld_vec3 a, cld_vec3 b, cld_vec3 c);

#endif
