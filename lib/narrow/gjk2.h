/// The distance of two planar cores, or that they meet.
#ifndef CLD_NARROW_GJK2_H
#define CLD_NARROW_GJK2_H

#include "narrow/simplex.h"
#include "shape/cso2.h"

typedef struct cld_gjk2_result {
    bool meets;          ///< the simplex holds the origin; else v is not zero
    cld_simplex simplex; ///< the smallest one found to hold the nearest point, of three vertices at most
    cld_dd2 v;           ///< that point, its direction good to double precision however short it is
    uint32_t iterations; ///< each asks for one support
} cld_gjk2_result;

/// Runs GJK from the first direction -`v0`.
cld_gjk2_result cld_gjk2(const cld_cso *cso, cld_vec3 v0);

#endif
