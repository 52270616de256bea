/// An orthonormal basis around a normal.
#ifndef CLD_MATH_TANGENT_H
#define CLD_MATH_TANGENT_H

#include "math/vec.h"

/// Unit tangents t1, t2 with t1 x t2 = n, always the same for the same unit normal.
/// Source: E. Catto, Computing a Basis, 2014; with |n.x|, so that it also holds for n = (-1, 0, 0).
static inline void cld_find_tangents_catto(cld_vec3 n, cld_vec3 *t1, cld_vec3 *t2) {
    // One of three squares that add up to 1 is at least 1/3 = 0.57735^2, so neither divides by nearly
    // nothing. Which of the two it is is hard to foresee: so they are factors, and no jump.
    double is_x = fabs(n.x) >= 0.57735, is_not = 1 - is_x;
    *t1 = cld_unit(cld_vec3_make(is_x * n.y, is_not * n.z - is_x * n.x, -is_not * n.y));
    *t2 = cld_cross(n, *t1);
}

/// The same, from the axis along which the normal is smallest (of equal ones the last): t1 is along n x axis.
static inline void cld_find_tangents_least_axis(cld_vec3 n, cld_vec3 *t1, cld_vec3 *t2) {
    double x = fabs(n.x), y = fabs(n.y), z = fabs(n.z);
    cld_vec3 axis = {x < y && x < z, y <= x && y < z, z <= x && z <= y};
    *t1 = cld_unit(cld_cross(n, axis));
    *t2 = cld_cross(n, *t1);
}

#endif
