/// cld_transform as double-double rows, for the rooms that apply it to many points.
#ifndef CLD_MATH_AFFINE_H
#define CLD_MATH_AFFINE_H

#include "collide/transform.h"
#include "math/dd.h"
#include "math/vec.h"

typedef struct cld_affine {
    cld_dd3 m[3]; ///< rows
    cld_dd3 t;
    bool is_shift;      ///< known to be the identity but for t
    bool keeps_doubles; ///< of every point, but for t: each row has one entry, a power of two
} cld_affine;

/// Coordinates beyond this are refused, a shape's own and those in the world: their squares, and what a query
/// makes of them, stay within double range.
#define CLD_LARGEST 1e101

/// What a pose that is NULL stands for.
static const cld_pose cld_pose_identity = {.r = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};

/// A direction as a pose turns it, and one that it has turned back in the frame before; the pose may be NULL.
static inline cld_vec3 cld_pose_turn(const cld_pose *pose, cld_vec3 d) {
    return pose ? cld_mat3_apply(&pose->r, d) : d;
}

static inline cld_vec3 cld_pose_turn_back(const cld_pose *pose, cld_vec3 d) {
    return pose ? cld_mat3_apply_transposed(&pose->r, d) : d;
}

/// Whether two poses, each of which may be NULL, can be applied: translations by CLD_LARGEST at most, and
/// matrices that are rotations within 1e-6, for shapes of the plane such as do not turn it over. Fails with
/// CLD_TOO_LARGE and CLD_BAD_TRANSFORM.
cld_status cld_poses_check(const cld_pose *a, const cld_pose *b, int dimension, cld_error *err);

cld_affine cld_affine_make(const cld_transform *transform);

/// The same the other way round, without errors.
cld_transform cld_affine_store(const cld_affine *a);

/// A map under which lengths grow by a factor, all or nearly.
typedef struct cld_similarity {
    double factor;
    double rest; ///< what rounding that to a double lost, as a part of it
    double skew; ///< how far |m p| may be from it, as a part of it
} cld_similarity;

/// As cld_transform_find_similarity; false where that is -1.
bool cld_affine_find_similarity(const cld_transform *transform, int dimension, cld_similarity *found);

/// How much of a coordinate double-double drops at most where a map that keeps doubles moves p and a centre
/// is taken off: of doubles mostly nothing.
double cld_affine_find_loss(const cld_affine *map, cld_dd3 p, cld_vec3 centre);

/// The linear part alone.
cld_dd3 cld_affine_rotate(const cld_affine *a, cld_dd3 p);

cld_dd3 cld_affine_apply(const cld_affine *a, cld_dd3 p);

#endif
