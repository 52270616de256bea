/// The depth of overlapping planar cores, by a polygon that grows.
#ifndef CLD_NARROW_EPA2_H
#define CLD_NARROW_EPA2_H

#include "narrow/gjk2.h"
#include "narrow/polygon2.h"

typedef struct cld_epa2_result {
    cld_edge2 edge;      ///< of A - B, nearest to the origin; its offset is the depth
    uint32_t iterations; ///< each asks for one support
} cld_epa2_result;

/// A triangle of vertices of A - B, counter-clockwise: GJK's own, or one as wide as the support mapping
/// finds. False if A - B is flat, that is not thicker than its own rounding: a segment or a point.
/// `flat_normal` is then a unit normal of it, along which the shapes are farther apart, else the one with the
/// positive x, or y where x is 0; of a point (1, 0). Adds to `support_calls`.
bool cld_find_triangle2(const cld_cso *cso, const cld_simplex *simplex, cld_cso_vertex corner[3],
                        cld_vec3 *flat_normal, uint32_t *support_calls);

/// Expands the triangle, which need not hold the origin. `polygon` keeps the final polygon, whose edges
/// prove the depth, its vertices in order.
cld_epa2_result cld_epa2(const cld_cso *cso, const cld_cso_vertex corner[3], cld_polygon2 *polygon);

#endif
