/// What SAT knows of two bricks, for who goes on from there.
#ifndef CLD_NARROW_BRICK_SEARCH_H
#define CLD_NARROW_BRICK_SEARCH_H

#include "narrow/bricks.h"
#include "shape/lanes.h"

/// Faces of A, of B, and each axis of A with those of B.
enum { CLD_BRICK_GROUPS = 5, CLD_BRICK_FACES = 2 };

/// The axes of a brick in the frame of the pair, the first one twice.
typedef struct cld_brick_view {
    cld_lanes3 axis;
    cld_lanes square, length; ///< of each
    bool is_box;              ///< they are at right angles
} cld_brick_view;

/// Three axes to separate along, the first one twice.
typedef struct cld_brick_axes {
    cld_lanes3 n;
    cld_lanes along;      ///< n . offset
    cld_lanes scale;      ///< 1 / |n|
    cld_lanes separation; ///< -INFINITY where n is taken for 0
    cld_lanes lower;      ///< the same less what is off along axes of such 1 / sine
} cld_brick_axes;

typedef struct cld_brick_search {
    cld_vec3 offset; ///< and the size: those of the pair
    double size;
    double error; ///< what separations along any axes are off by
    cld_brick_view a, b;
    cld_brick_axes at[CLD_BRICK_GROUPS];
    cld_lanes highest, upper, steepest; ///< the last: the largest 1 / sine
    cld_lanes beyond_a, beyond_b; ///< how far B reaches beyond the faces of A, about, and A beyond those of B
    double tilt;    ///< the sum of t, no less: the first of three axes, which stands twice, counts twice
    uint32_t first; ///< of the axes that are as good as the best, if all were measured
} cld_brick_search;

/// The nearest points of two bricks, and how far apart they are along the way between them. `n` is the unit
/// axis `first`, from A to B, `separation` what separates along it, and `lower` of the result what is proven
/// to. False where the way does not separate by as much as it is long (bricks_apart.c).
bool cld_bricks_approach(const cld_brick_search *s, cld_vec3 n, double separation, cld_bricks_result *r);

/// Tells the frame's tracer of the axes of the first groups, but for those that are none (bricks_trace.c).
void cld_bricks_tell(const cld_cso *cso, const cld_brick_search *s, int groups, cld_posed_brick a,
                     cld_posed_brick b);

#endif
