/// GJK in plain doubles, for polytopes: fast, and sure of what it says or silent.
#ifndef CLD_NARROW_WALK_H
#define CLD_NARROW_WALK_H

#include "narrow/simplex.h"
#include "narrow/verdict.h"
#include "shape/corner.h"

typedef enum cld_walk_stop {
    CLD_WALK_APART,   ///< a direction separates by more than the limit
    CLD_WALK_MEETS,   ///< the simplex of four holds the origin by more than rounding shows
    CLD_WALK_NEAREST, ///< the point of the simplex that the weights make is the nearest, within rounding
    CLD_WALK_DEEP,    ///< not walked: the first support says that an overlap, if there is one, is deep
    CLD_WALK_UNSURE
} cld_walk_stop;

/// Where two cores are nearest to each other, as far as plain doubles say; the bounds are proven.
typedef struct cld_nearest {
    cld_vec3 normal; ///< unit, from A to B
    double distance, lower, upper;
    cld_vec3 a, b; ///< the points, each relative to its own centre
} cld_nearest;

typedef struct cld_walk_result {
    cld_walk_stop stop;
    cld_corner corner[4]; ///< of the simplex
    double weight[4];
    int count;
    cld_nearest nearest; ///< set only where the weighted point is the nearest
    cld_vec3 support;    ///< where it is: w of the vertex along -v, within rounding of its direction
    uint32_t iterations; ///< supports, each of which is a step
} cld_walk_result;

/// Walks from the line of centres. A separation of more than `limit` ends it at once; INFINITY to go on to
/// the nearest points. `or_deep` lets it end as CLD_WALK_DEEP.
void cld_walk(const cld_cso *cso, double limit, bool or_deep, cld_walk_result *result);

/// Whether the shapes are apart by more than `limit` or meet, or come as near to each other as `near`. Of
/// A - B is known that it holds all points within `inner`, and 8 u of |offset| more, of -offset, which may
/// save a step; 0 where that is not known.
cld_verdict cld_walk_decide(const cld_cso *cso, double limit, double near, double inner);

/// Two shapes in poses, which may be NULL, and where those put their centres.
typedef struct cld_posed_pair {
    const cld_shape *a, *b;
    const cld_pose *pose_a, *pose_b;
    const cld_centres *centres;
} cld_posed_pair;

/// Shapes with so large balls inside of them, as a part of those around them, are round: other directions
/// than the line of centres are hardly better. No derivation: no answer depends on it, and with this the two
/// families of hulls of the benchmark take the least time.
#define CLD_ROUND 0.42

/// As cld_walk_decide, by supports in floats and without a frame: unsure of large clouds, of most that are
/// apart by little more than the limit, or overlap by as little, and of some few others. Nobody is told of
/// the steps. `limit` and `inner` are lengths in the world; what comes within `limit` is near enough, but for
/// skews of shapes and rounding. `scratch` is room for a frame.
cld_verdict cld_walk_roughly(const cld_posed_pair *pair, double limit, double inner, double *scratch);

/// The simplex that a walk ended with.
void cld_walk_get_simplex(const cld_cso *cso, const cld_walk_result *result, cld_simplex *simplex);

/// Whether the line of centres separates two clouds that are asleep by more than `limit`, so that a walk
/// would end there. The farthest vertex along a turned direction may be 24 u of the reach off, of which the
/// frame's error has 6 u. The others, and 8 u of the sums, are less than what cld_pair_find_clearance leaves
/// beside that error: 64 u of the size.
bool cld_walk_ends_at_once(const cld_cso *cso, double limit);

#endif
