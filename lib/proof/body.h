/// A placed shape as the verification sees it: how far it reaches along a direction, and how far a point is
/// from it.
#ifndef CLD_PROOF_BODY_H
#define CLD_PROOF_BODY_H

#include "shape/cso.h"

/// Lengths are in the frame of a cso, places relative to A's centre.
typedef struct cld_body {
    const cld_shape *shape;
    const cld_hull *hull; ///< of a polytope's core; NULL for others
    cld_cloud cloud;
    const cld_curve *curve; ///< or NULL
    cld_dd3 origin;         ///< what the cloud or curve is relative to
    double radius;
    double reach;        ///< nothing of the core is farther from the origin
    cld_dd plane_offset; ///< of a half-space, from the origin
} cld_body;

/// The highest n . x of all points x of the core, to within 2^-90 of the reach if that is exact (of a curve,
/// to 16 u); of a half-space INFINITY unless n is its normal.
cld_dd cld_body_find_height(const cld_body *body, cld_vec3 n);

/// Less than that by no more than 8 u of the reach, and quicker; not of a half-space.
double cld_body_find_rough_height(const cld_body *body, cld_vec3 n);

/// A point of the core that is farthest along n, or to within rounding, relative to the origin of the body.
cld_vec3 cld_body_find_extreme(const cld_body *body, cld_vec3 n);

/// How far p is from the core, 0 inside. Of a curved core a lower bound.
double cld_body_find_distance(const cld_body *body, cld_dd3 p);

/// The directions that stand for all where a shape is curved: `index` below CLD_DIRECTION_COUNT, evenly
/// spread: no direction is farther than 1 / 16 from one of them.
enum { CLD_DIRECTION_COUNT = 2000 };
cld_vec3 cld_spread_direction(int index, int dimension);

#endif
