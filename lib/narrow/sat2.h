/// The separation of two convex polygons by the edges of A - B, each of which is an edge of A or of B.
#ifndef CLD_NARROW_SAT2_H
#define CLD_NARROW_SAT2_H

#include "narrow/edge2.h"

/// What separates most, or overlaps least.
typedef struct cld_sat2_result {
    cld_edge2 edge; ///< of A - B; the separation along its normal is minus its offset
    uint32_t axes;  ///< how many were measured; none for two points
} cld_sat2_result;

/// How many vertices the boundary of A - B may have.
size_t cld_sat2_room(const cld_shape *a, const cld_shape *b);

/// Measures the normal of every edge of both, in the order of the boundary of A - B, which is left in `ring`,
/// counter-clockwise, as `count` vertices. `loop` has cld_walk2_room of both. O(n + m).
cld_sat2_result cld_sat2(const cld_cso *cso, const cld_shape *a, const cld_shape *b, uint32_t *loop,
                         cld_cso_vertex *ring, uint32_t *count);

#endif
