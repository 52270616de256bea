/// Where a shape stands: affine maps that are part of a shape, and rigid motions that a query adds.
#ifndef COLLIDE_TRANSFORM_H
#define COLLIDE_TRANSFORM_H

#include "collide/export.h"
#include "collide/status.h"
#include "collide/vec.h"

CLD_API_BEGIN

/// An affine map p -> m p + t from a shape's own frame to the world, each entry the sum of a double and a
/// correction, good to about 100 bits of the largest in its column: rotations and products of maps lose
/// nothing that a double could show, but where large numbers cancel. What they lose there goes with the map
/// and into the bounds of answers. It is applied once, when a shape is made.
typedef struct cld_transform {
    cld_mat3 m, m_low;
    cld_vec3 t, t_low;
    cld_mat3 m_error; ///< what each entry of m may be off by; 0 throughout where that is its last bits
    cld_vec3 t_error; ///< what those of t are off by
} cld_transform;

/// A rigid motion p -> r p + t in plain doubles, for shapes that move between queries. `r` must be a rotation
/// within rounding. Answers and bounds are those of the matrix as it is given: the exact rotation nearest to
/// it gives the same within 4e-16 times how far the shapes reach from their own origins.
///
/// An `r` is refused where it is off by more than 1e-6: the sum of how far the squares of its first two rows
/// are from 1, their product from 0, and a number of the third row from that of their cross product. One that
/// is off by less, but more than rounding, makes the answer and its bounds wrong by up to as large a part of
/// how far the shapes reach.
typedef struct cld_pose {
    cld_mat3 r;
    cld_vec3 t;
} cld_pose;

/// Leaves every point where it is.
cld_transform cld_transform_make_identity(void);

/// p -> p + t.
cld_transform cld_transform_make_translation(cld_vec3 t);

/// Scales each axis, by any factors but 0; negative ones mirror.
cld_transform cld_transform_make_scale(cld_vec3 factors);

/// p -> m p + t, `m` by rows: any matrix, but shapes take none that is singular.
cld_transform cld_transform_make_matrix(const cld_mat3 *m, cld_vec3 t);

/// The rotation of a quaternion, divided by its length (which must not be 0).
cld_transform cld_transform_make_quaternion(cld_quat q);

/// The right-handed rotation about `axis` (any length but 0) by `degrees`: the sines and cosines of
/// multiples of 90 are exact.
cld_transform cld_transform_make_axis_angle(cld_vec3 axis, double degrees);

/// First `inner`, then `outer`.
cld_transform cld_transform_compose(const cld_transform *outer, const cld_transform *inner);

/// The inverse map. CLD_BAD_TRANSFORM if the matrix is singular within its last bits, or the inverse would
/// have numbers beyond 1e298.
cld_status cld_transform_invert(const cld_transform *transform, cld_transform *inverse, cld_error *err);

/// The factor of a similarity, that is |m p| / |p| where that is the same for every p within a relative 1e-6,
/// else -1; with `dimension` 2 for every p of the plane z = 0, else 3. Where it is the same only nearly, the
/// root of the mean square along any axes at right angles.
double cld_transform_find_similarity(const cld_transform *transform, int dimension);

/// The image of a point, to about 100 bits of what is added up, then rounded.
cld_vec3 cld_transform_apply(const cld_transform *transform, cld_vec3 p);

/// Leaves every point where it is.
cld_pose cld_pose_make_identity(void);

/// From a quaternion, which is divided by its length (which must not be 0), and a translation.
cld_pose cld_pose_make(cld_quat q, cld_vec3 t);

CLD_API_END

#endif
