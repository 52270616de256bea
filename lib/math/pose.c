/// Rigid motions in plain doubles, and whether a matrix is one.

#include <math.h>
#include <stdint.h>

#include "base/error.h"
#include "base/number.h"
#include "math/affine.h"

cld_pose cld_pose_make_identity(void) { return cld_pose_identity; }

cld_pose cld_pose_make(cld_quat q, cld_vec3 t) {
    cld_transform rotation = cld_transform_make_quaternion(q);
    return (cld_pose){.r = rotation.m, .t = t};
}

/// A number of each of two poses: to look at both takes as long as at one.
typedef double both __attribute__((vector_size(16)));
typedef long long both_bits __attribute__((vector_size(16)));

static both find_magnitude(both x) { return (both)((both_bits)x & INT64_MAX); }

static both_bits is_at_most(both x, double most) { return (both_bits)(x <= most); }

/// Whether the first two rows are unit and at right angles, and the third is their cross product, each within
/// 1e-6 beside what the others are off; and no coordinate of a move is too large. False for what is no
/// number.
static bool are_rigid(const cld_pose *a, const cld_pose *b) {
    both r[3][3];
    for (int i = 0; i < 3; i++) {
        r[i][0] = (both){a->r.row[i].x, b->r.row[i].x};
        r[i][1] = (both){a->r.row[i].y, b->r.row[i].y};
        r[i][2] = (both){a->r.row[i].z, b->r.row[i].z};
    }
    const both *p = r[0], *q = r[1], *n = r[2];
    both off = find_magnitude(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] - 1) +
               find_magnitude(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] - 1) +
               find_magnitude(p[0] * q[0] + p[1] * q[1] + p[2] * q[2]);
    both_bits good = is_at_most(off + find_magnitude(p[1] * q[2] - p[2] * q[1] - n[0]), 1e-6) &
                     is_at_most(off + find_magnitude(p[2] * q[0] - p[0] * q[2] - n[1]), 1e-6) &
                     is_at_most(off + find_magnitude(p[0] * q[1] - p[1] * q[0] - n[2]), 1e-6) &
                     is_at_most(find_magnitude((both){a->t.x, b->t.x}), CLD_LARGEST) &
                     is_at_most(find_magnitude((both){a->t.y, b->t.y}), CLD_LARGEST) &
                     is_at_most(find_magnitude((both){a->t.z, b->t.z}), CLD_LARGEST);
    return good[0] & good[1];
}

/// Whether a rigid one keeps the plane z = 0 where and as it is, its tilt but for 1e-6.
static bool is_planar(const cld_pose *pose) {
    const cld_vec3 *n = &pose->r.row[2];
    return n->z > 0 && fabs(n->x) + fabs(n->y) <= 1e-6 && pose->t.z == 0;
}

/// What is wrong with one that is not as it should be.
static cld_status fail_pose(const cld_pose *pose, int dimension, cld_error *err) {
    const double *t = &pose->t.x;
    for (int i = 0; i < 3; i++)
        if (!(fabs(t[i]) <= CLD_LARGEST))
            return cld_fail(err, CLD_TOO_LARGE, "", "a pose may move by up to %s, got %s",
                            cld_number_tell(CLD_LARGEST).text, cld_number_tell(t[i]).text);
    return cld_fail(err, CLD_BAD_TRANSFORM, "", "a pose must be a rotation and a translation%s",
                    dimension == 2 ? " in the plane z = 0" : "");
}

cld_status cld_poses_check(const cld_pose *a, const cld_pose *b, int dimension, cld_error *err) {
    a = a ? a : &cld_pose_identity, b = b ? b : &cld_pose_identity;
    if (are_rigid(a, b) && (dimension == 3 || (is_planar(a) && is_planar(b))))
        return CLD_OK;
    bool is_b = are_rigid(a, a) && (dimension == 3 || is_planar(a));
    return fail_pose(is_b ? b : a, dimension, err);
}
