/// From face to face over a hull's edges.
#ifndef CLD_HULL_NEIGHBOUR_H
#define CLD_HULL_NEIGHBOUR_H

#include "collide/hull.h"

/// The face on the other side of one of a face's edges.
static inline uint32_t cld_hull_neighbour(const cld_hull *hull, uint32_t edge, uint32_t face) {
    const uint32_t *sides = hull->edge_face[edge];
    return sides[0] == face ? sides[1] : sides[0];
}

#endif
