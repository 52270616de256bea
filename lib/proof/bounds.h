/// Bounds on the signed distance of two cores that hold whatever the solver did, rounding included.
///
/// The signed distance is the largest separation over all unit directions, sd = max_n sep(n) with
/// sep(n) = min over B of n.x - max over A of n.x (G. van den Bergen, Proximity queries and penetration depth
/// computation, 2001, section 3). So
///   - any direction bounds it from below;
///   - any point of A and any point of B bound it from above by their distance;
///   - any closed surface of triangles with corners in A - B, all with the origin behind them and at least r
///     away, bounds it from above by -r: the ball of radius r about the origin meets no triangle, the surface
///     winds around it, and what a surface with corners in A - B winds around lies in the convex set A - B.
///     Triangles may be nearer in directions along which caps (proof/cap.h) prove that A - B reaches as
///     far.
///
/// u is the unit roundoff 2^-53; each function says how it bounds what its arithmetic loses. Lengths are in
/// the frame of the cso, radii not included.
#ifndef CLD_PROOF_BOUNDS_H
#define CLD_PROOF_BOUNDS_H

#include "proof/cap.h"
#include "shape/cso.h"

/// A lower bound on the signed distance from a direction n of about unit length.
double cld_bound_from_direction(const cld_cso *cso, cld_vec3 n);

/// Both bounds on the signed distance of the half-space below a plane (relative to A's centre) and B: its
/// separation along the one direction that any plane between them has. Returns the lowest point of B,
/// relative to its centre.
cld_vec3 cld_bound_from_plane(const cld_cso *cso, const cld_plane *plane, double *lower, double *upper);

/// How far a point, relative to B's centre, is above a plane, relative to A's; `error` is what that may be
/// off by.
double cld_bound_find_height(const cld_cso *cso, const cld_plane *plane, cld_vec3 point, double *error);

/// An upper bound from convex combinations a = sum weight[i] v[i].a, b likewise, of `count` vertices.
double cld_bound_from_points(const cld_cso *cso, const cld_cso_vertex *v, const double *weight, int count);

/// An upper bound from a closed surface of triangles `corner[3 i .. 3 i + 2]`, counter-clockwise seen from
/// outside; INFINITY if it does not go around the origin. What is too near of triangles may be covered by
/// caps of this frame; NULL for none.
double cld_bound_from_surface(const cld_cso *cso, const cld_cso_vertex *v, const uint32_t *corner,
                              size_t triangle_count, const cld_caps *caps);

/// The same for those who know that the surface goes around the origin, and a unit normal of each triangle,
/// on whose outer side the corners are counter-clockwise: `least` is the least of how far any corner is
/// beyond the origin along its triangle's normal.
double cld_bound_from_triangles(const cld_cso *cso, double least);

#endif
