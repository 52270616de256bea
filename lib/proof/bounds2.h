/// The bound on the signed distance of two planar cores that takes a closed polygon, beside those of
/// proof/bounds.h.
///
/// Any closed polygon with corners in A - B, all of its edges with the origin to their left at a distance of
/// at least r, bounds the signed distance from above by -r: going along it, the direction from the origin
/// only ever turns left, so the polygon winds around the origin; the disc of radius r meets none of its
/// edges; and what a closed polygon in the convex set A - B winds around lies in A - B.
#ifndef CLD_PROOF_BOUNDS2_H
#define CLD_PROOF_BOUNDS2_H

#include "shape/cso.h"

/// An upper bound from the polygon v[0], v[1], ..., counter-clockwise; INFINITY if it does not go around the
/// origin.
double cld_bound_from_ring(const cld_cso *cso, const cld_cso_vertex *v, uint32_t count);

#endif
