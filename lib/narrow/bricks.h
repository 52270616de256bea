/// SAT for two parallelepipeds, boxes among them: fifteen axes, no vertices.
#ifndef CLD_NARROW_BRICKS_H
#define CLD_NARROW_BRICKS_H

#include "shape/cso.h"

enum { CLD_BRICK_AXES = 15 };

/// A shape that is a brick, in its pose; NULL: where it was made.
typedef struct cld_posed_brick {
    const cld_shape *shape;
    const cld_pose *pose;
} cld_posed_brick;

typedef struct cld_bricks_result {
    cld_vec3 normal;     ///< unit, from A to B: along which they overlap least, or are nearest to each other
    double separation;   ///< along it: the signed distance
    double lower, upper; ///< hold the true one
    double beyond_a, beyond_b; ///< how far B reaches beyond a face of A at least, and A beyond one of B
    cld_vec3 a, b; ///< of bricks that are apart their nearest points, each relative to its own centre
} cld_bricks_result;

/// Bounds on the signed distance of two bricks, in a frame that is not scaled. `upper` holds only if it is
/// negative; it is INFINITY where `lower` was soon found to be more than `limit`.
void cld_bricks_bound(const cld_cso *cso, cld_posed_brick a, cld_posed_brick b, double limit, double *lower,
                      double *upper);

/// All of the result for two bricks that are proven to overlap, or to be apart but by no more than `limit`.
/// False of others, and where nearest points were not found; then there are only the bounds above.
bool cld_bricks_find_distance(const cld_cso *cso, cld_posed_brick a, cld_posed_brick b, double limit,
                              cld_bricks_result *result);

#endif
