/// How far a list of points lies below the surface of a solid.
#ifndef CLD_HULL_DEPTH_H
#define CLD_HULL_DEPTH_H

#include "hull/surface.h"

/// A proof that nothing between the points of a list is deep below the surface: a plane that the hull is
/// below, and that none of the points is farther below than `most`.
typedef struct cld_depth {
    double most;     ///< in the surface's scale
    cld_vec3 normal; ///< of that plane: unit, outward
    double offset;   ///< normal . x of its points
    uint32_t worst;  ///< the place in the list of the point that is farthest below it
} cld_depth;

/// Measures a list by the plane of such a proof.
cld_depth cld_depth_measure(const cld_surface *surface, const uint32_t *vertex, uint32_t count,
                            cld_vec3 normal, double offset);

/// Looks for the least such depth, up to one that is no more than the surface's tolerance. The hull is of
/// rank 3, `face` one of its faces near the list, and `steps` gets how many faces were looked at.
cld_depth cld_depth_find(const cld_surface *surface, const uint32_t *vertex, uint32_t count, uint32_t face,
                         uint64_t *steps);

#endif
