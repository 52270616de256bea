/// Whether two polytopes are apart, touch or overlap, decided without any rounding.
#ifndef CLD_PROOF_SIGN_H
#define CLD_PROOF_SIGN_H

#include "collide/query.h"
#include "proof/exact_cso.h"

/// Of the cores: CLD_PENETRATING iff the origin is in the interior of A - B, CLD_TOUCHING iff it is on the
/// boundary (of a flat A - B, all of which is boundary, iff it is in A - B), else CLD_SEPARATED. Uses some
/// 200 KB of stack and leaves `exact` a fan unless they are apart.
cld_outcome cld_find_exact_outcome(cld_exact_cso *exact);

/// Where the cores are nearest to each other.
typedef struct cld_exact_nearest {
    double distance; ///< in the world, within a relative 2^-50; 0 if they meet, and then all below is not set
    cld_vec3 normal; ///< the unit vector from A towards B along it, to within rounding
    uint32_t ia[3], ib[3]; ///< the vertices of A - B between which its nearest point to the origin is
    int count;
    bool has_gap; ///< the next is set
    double gap;   ///< the distance less the radii, within a relative 2^-47 and with the right sign
} cld_exact_nearest;

void cld_find_exact_nearest(const cld_exact_cso *exact, cld_exact_nearest *nearest);

#endif
