/// SAT for two parallelepipeds, boxes among them: fifteen axes, no vertices.
#ifndef CLD_NARROW_BRICKS_H
#define CLD_NARROW_BRICKS_H

#include "shape/cso.h"

enum { CLD_BRICK_AXES = 15 };

typedef struct cld_bricks_result {
    cld_vec3 normal;     ///< unit, from A to B: along which they overlap least
    double separation;   ///< along it: the signed distance
    double lower, upper; ///< hold the true one
} cld_bricks_result;

/// Bounds on the signed distance of two shapes that are bricks, in a frame that is not scaled. `upper` holds
/// only if it is negative; it is INFINITY where `lower` was soon found to be more than `limit`.
void cld_bricks_bound(const cld_cso *cso, const cld_shape *a, const cld_pose *pose_a, const cld_shape *b,
                      const cld_pose *pose_b, double limit, double *lower, double *upper);

/// The same bounds in the result, and for two bricks that are proven to overlap its other members; false of
/// others.
bool cld_bricks_find_depth(const cld_cso *cso, const cld_shape *a, const cld_pose *pose_a, const cld_shape *b,
                           const cld_pose *pose_b, double limit, cld_bricks_result *result);

#endif
