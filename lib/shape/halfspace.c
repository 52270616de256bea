/// A half-space is its plane: a unit normal and an offset in double-double, so that nothing is lost far from
/// the origin.

#include "shape/halfspace.h"

#include <math.h>

#include "base/error.h"
#include "base/number.h"
#include "math/affine.h"
#include "shape/kind.h"

/// The one vertex of a half-space that was moved to where it is needed.
static const _Alignas(32) double nowhere[CLD_LANES];

cld_status cld_halfspace_check(const cld_shape_def *def, cld_error *err) {
    const double *n = def->normal;
    double longest = fmax(fabs(n[0]), fmax(fabs(n[1]), fabs(n[2])));
    bool is_finite = isfinite(n[0]) && isfinite(n[1]) && isfinite(n[2]);
    if (!(longest > 0) || !is_finite)
        return cld_fail(err, CLD_BAD_VALUE, "/normal", "normal must be a direction, got one %s",
                        is_finite ? "of length 0" : "that is not finite");
    if (!isfinite(def->offset / longest))
        return cld_fail(err, CLD_BAD_VALUE, "/offset",
                        "offset must be finite beside the normal's length, got %s",
                        cld_number_tell(def->offset).text);
    if (fabs(def->offset / longest) > CLD_LARGEST)
        return cld_fail(err, CLD_TOO_LARGE, "/offset",
                        "offset may be up to %s in magnitude beside the normal's length, got %s",
                        cld_number_tell(CLD_LARGEST).text, cld_number_tell(def->offset).text);
    if (def->margin != 0)
        return cld_fail(err, CLD_BAD_VALUE, "/margin", "a half-space has no margin, got %s",
                        cld_number_tell(def->margin).text);
    return CLD_OK;
}

/// The power of two that brings the largest component near 1.
static double find_scale(cld_vec3 v) {
    int exponent;
    frexp(cld_max_abs(v), &exponent);
    return ldexp(1, -exponent < 960 ? -exponent : 960);
}

/// Divides a plane by the length of its normal.
static void set_plane(cld_dd3 normal, cld_dd offset, cld_rarities *to) {
    double scale = find_scale(cld_dd3_value(normal));
    normal = cld_dd3_scale(normal, cld_dd_make(scale));
    cld_dd length = cld_dd_sqrt(cld_dd3_dot(normal, normal));
    to->plane_normal = cld_dd3_div(normal, length);
    to->plane_offset = cld_dd_div(cld_dd_scale(offset, scale), length);
}

void cld_halfspace_place(const cld_shape_def *def, cld_shape *shape) {
    // x = m y + t, so n . y <= offset is n' . x <= offset + n' . t with n' = transpose(inverse(m)) n.
    cld_transform space;
    cld_affine inverse = cld_affine_make(cld_shape_find_inverse(shape, &space));
    cld_vec3 normal = cld_vec3_make(def->normal[0], def->normal[1], def->normal[2]);
    double scale = find_scale(normal);
    cld_dd3 given =
        cld_dd3_make(cld_scale(normal, scale)); // as doubles: double-double would overflow on the way
    cld_dd3 n = cld_dd3_scale(inverse.m[0], given.x);
    n = cld_dd3_add(n, cld_dd3_scale(inverse.m[1], given.y));
    n = cld_dd3_add(n, cld_dd3_scale(inverse.m[2], given.z));
    cld_dd3 t = cld_affine_make(&def->transform).t;
    set_plane(n, cld_dd_add(cld_dd_make(def->offset * scale), cld_dd3_dot(n, t)),
              (cld_rarities *)shape->rare);
}

void cld_halfspace_move(const cld_shape *halfspace, const cld_pose *pose, cld_dd3 p, cld_ground *moved) {
    *moved = (cld_ground){.shape = {.kind = CLD_HALFSPACE,
                                    .dimension = halfspace->dimension,
                                    .core = {nowhere, nowhere, nowhere, 1},
                                    .curve = &cld_no_curve,
                                    .rare = &moved->rare}};
    cld_rarities *rare = &moved->rare;
    cld_dd3 n = halfspace->rare->plane_normal;
    cld_dd offset = halfspace->rare->plane_offset;
    if (pose) {
        cld_affine turn = {.t = cld_dd3_make(pose->t)};
        for (int i = 0; i < 3; i++)
            turn.m[i] = cld_dd3_make(pose->r.row[i]);
        n = cld_affine_rotate(&turn, n);
        offset = cld_dd_add(offset, cld_dd3_dot(n, turn.t));
    }
    set_plane(n, offset, rare);
    cld_dd above = cld_dd_sub(cld_dd3_dot(rare->plane_normal, p), rare->plane_offset);
    cld_vec3 centre = cld_dd3_value(cld_dd3_sub(p, cld_dd3_scale(rare->plane_normal, above)));
    moved->shape.centre = centre;
    rare->plane_offset =
        cld_dd_sub(rare->plane_offset, cld_dd3_dot(rare->plane_normal, cld_dd3_make(centre)));
}
