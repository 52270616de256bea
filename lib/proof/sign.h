/// Whether two polytopes are apart, touch or overlap, decided without any rounding.
#ifndef CLD_PROOF_SIGN_H
#define CLD_PROOF_SIGN_H

#include "collide/query.h"
#include "proof/exact_cso.h"

/// CLD_PENETRATING iff the origin is in the interior of A - B, CLD_TOUCHING iff it is on the boundary (of a
/// flat A - B, all of which is boundary, iff it is in A - B), else CLD_SEPARATED. Uses some 200 KB of stack
/// and leaves `exact` a fan unless they are apart.
cld_outcome cld_find_exact_outcome(cld_exact_cso *exact);

/// The vertices of A - B between which its nearest point to the origin is.
typedef struct cld_exact_nearest {
    uint32_t ia[3], ib[3];
    int count;
} cld_exact_nearest;

/// The distance of A and B within a relative 2^-50; 0 if they meet, else `normal` is the unit vector from A
/// towards B along it, to within rounding, and `nearest` is set unless it is NULL.
double cld_find_exact_distance(const cld_exact_cso *exact, cld_vec3 *normal, cld_exact_nearest *nearest);

#endif
