/// EPA in plain doubles, for polytopes: fast, and sure of what it says or silent.
#ifndef CLD_NARROW_EXPAND_H
#define CLD_NARROW_EXPAND_H

#include "shape/corner.h"

typedef struct cld_expand_result {
    cld_vec3 normal;  ///< unit, outward on A - B where the origin is nearest to its boundary: from A to B
    double depth;     ///< how far it is behind the plane there
    cld_vec3 support; ///< w of the vertex of A - B along the normal
    double upper;     ///< a proven upper bound on the signed distance
    uint32_t iterations;
} cld_expand_result;

/// Runs from a tetrahedron that holds the origin. False if the pair needs more care.
bool cld_expand(const cld_cso *cso, const cld_corner tetrahedron[4], cld_expand_result *result);

#endif
