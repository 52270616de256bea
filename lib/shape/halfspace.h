/// Half-spaces.
#ifndef CLD_SHAPE_HALFSPACE_H
#define CLD_SHAPE_HALFSPACE_H

#include "shape/shape.h"

/// Of a definition: the normal has a length, the numbers are finite, and there is no margin.
cld_status cld_halfspace_check(const cld_shape_def *def, cld_error *err);

/// Sets the plane of a shape in the world. The centre becomes the origin.
void cld_halfspace_place(const cld_shape_def *def, cld_shape *shape);

/// A lower bound on the signed distance of a half-space, as it was made, and what is in a box.
double cld_halfspace_find_gap(const cld_shape *halfspace, const double lower[3], const double upper[3]);

/// A half-space that belongs to no block of its own.
typedef struct cld_ground {
    cld_shape shape;
    cld_rarities rare;      ///< the shape's
    const cld_shape *given; ///< what it was before it was moved
    const cld_pose *pose;   ///< which moved it, or NULL
} cld_ground;

/// A half-space that was turned and moved, with its centre now near the point of its plane that is nearest to
/// `p`, and one vertex there: so that a query can work near the other shape. Keeps the plane exactly.
void cld_halfspace_move(const cld_shape *halfspace, const cld_pose *pose, cld_dd3 p, cld_ground *moved);

#endif
