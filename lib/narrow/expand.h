/// EPA in plain doubles, for polytopes: fast, and sure of what it says or silent.
#ifndef CLD_NARROW_EXPAND_H
#define CLD_NARROW_EXPAND_H

#include "shape/corner.h"

typedef enum cld_expand_stop {
    CLD_EXPAND_DEPTH,
    CLD_EXPAND_APART, ///< a direction separates by more than the limit
    CLD_EXPAND_UNSURE ///< the pair needs more care
} cld_expand_stop;

/// Of a depth, but for `iterations`, which is set whatever it stops for.
typedef struct cld_expand_result {
    cld_vec3 normal;    ///< unit, outward on A - B where the origin is nearest to its boundary: from A to B
    double depth;       ///< how far it is behind the plane there
    cld_corner support; ///< the vertex of A - B along the normal
    double upper;       ///< a proven upper bound on the signed distance
    uint32_t iterations;
    cld_ends ends; ///< where it began without a tetrahedron
} cld_expand_result;

/// Begins with a tetrahedron that holds the origin; NULL to begin with the vertices of A - B that are
/// farthest along the axes, whether the origin is between them or not. A separation of more than `limit` ends
/// it at once; INFINITY to be UNSURE then.
cld_expand_stop cld_expand(const cld_cso *cso, const cld_corner tetrahedron[4], double limit,
                           cld_expand_result *result);

#endif
