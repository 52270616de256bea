/// A half-space is its plane: a unit normal and an offset in double-double, so that nothing is lost far from
/// the origin.

#include "shape/halfspace.h"

#include <limits.h>
#include <math.h>

#include "base/error.h"
#include "base/number.h"
#include "math/affine.h"
#include "math/whole.h"

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

/// More than what a few operations with double-doubles lose, as a part of their operands.
#define LOST (16 * CLD_DD_ERROR)

/// Divides a plane by the length of its normal, which `tilt` is a part of; `error` is that of the offset
/// given.
static cld_plane make_plane(cld_dd3 normal, cld_dd offset, double tilt, double error) {
    double scale = cld_find_power(cld_max_abs(cld_dd3_value(normal)));
    normal = cld_dd3_scale(normal, cld_dd_make(scale));
    cld_dd length = cld_dd_sqrt(cld_dd3_dot(normal, normal));
    cld_plane plane = {cld_dd3_div(normal, length), cld_dd_div(cld_dd_scale(offset, scale), length),
                       tilt + LOST, 0};
    plane.error = error * scale / length.hi + LOST * fabs(plane.offset.hi);
    return plane;
}

/// What products that are added in a cross product may amount to.
static cld_vec3 cross_magnitudes(cld_vec3 a, cld_vec3 b) {
    a = cld_magnitudes_of(a), b = cld_magnitudes_of(b);
    return cld_vec3_make(a.y * b.z + a.z * b.y, a.z * b.x + a.x * b.z, a.x * b.y + a.y * b.x);
}

/// What transpose(inverse(m)) n is turned by, and as what part of it what is lost of the determinant makes it
/// longer or shorter. Its components are those of n times cofactors, which are sums of products, by the
/// determinant: what cancels in these is lost the more. Rows are first made about 1 large, so that nothing
/// underflows.
static double find_tilt(const cld_transform *transform, cld_vec3 n, double *stretch) {
    cld_affine a = cld_affine_make(transform);
    double scale[3], largest = 0, products[3], sums[3];
    for (int i = 0; i < 3; i++) {
        scale[i] = cld_find_power(cld_max_abs(transform->m.row[i]));
        largest = cld_max(largest, scale[i]);
        a.m[i] = cld_dd3_scale(a.m[i], cld_dd_make(scale[i]));
    }
    for (int i = 0; i < 3; i++) {
        const cld_dd3 *b = &a.m[(i + 1) % 3], *c = &a.m[(i + 2) % 3];
        cld_vec3 magnitudes = cross_magnitudes(cld_dd3_value(*b), cld_dd3_value(*c));
        products[i] = cld_dot(magnitudes, cld_magnitudes_of(n)) * (scale[i] / largest);
        sums[i] = cld_dot(cld_dd3_value(cld_dd3_cross(*b, *c)), n) * (scale[i] / largest);
    }
    cld_vec3 magnitudes = cross_magnitudes(cld_dd3_value(a.m[1]), cld_dd3_value(a.m[2]));
    double terms = cld_dot(magnitudes, cld_magnitudes_of(cld_dd3_value(a.m[0])));
    *stretch = LOST * (1 + terms / fabs(cld_dd3_dot(a.m[0], cld_dd3_cross(a.m[1], a.m[2])).hi));
    double cancelled = cld_length_of_any(cld_vec3_make(products[0], products[1], products[2])) /
                       cld_length_of_any(cld_vec3_make(sums[0], sums[1], sums[2]));
    return fmin(2, LOST * (1 + cancelled)); // also of no number
}

/// What transpose(inverse(m)) n is off by as a part of its length, for what m was composed of: by e, it is
/// transpose(e inverse(m)) of what is right. Where that is too much, nothing is known of it.
static double find_lost(const cld_transform *transform, const cld_affine *inverse) {
    double most = 0;
    for (int i = 0; i < 3; i++) {
        cld_vec3 e = transform->m_error.row[i], lost = {0, 0, 0};
        for (int k = 0; k < 3; k++)
            lost = cld_add_scaled(lost, cld_component(e, k), cld_magnitudes_of(cld_dd3_value(inverse->m[k])));
        most = cld_max(most, cld_max_abs(lost));
    }
    return 3 * most < 0.5 ? 3 * most / (1 - 3 * most) : 2;
}

/// Smaller components of a normal might lose digits where powers of two divide them.
#define LEAST_EXACT 0x1p-900

/// Whether a map that keeps doubles is known exactly, and leaves n, which it has made, exact.
static bool is_exact(const cld_transform *transform, const cld_affine *own, cld_vec3 n) {
    double off = 0, least = INFINITY;
    for (int i = 0; i < 3; i++) {
        double size = fabs(cld_component(n, i));
        off = cld_max(off, cld_max_abs(transform->m_error.row[i]));
        least = size > 0 ? cld_min(least, size) : least;
    }
    return own->keeps_doubles && off == 0 && least > LEAST_EXACT;
}

/// offset + n . t, within 2^-100 of what is left where these cancel.
static cld_dd add_exactly(double offset, cld_vec3 n, cld_dd3 t) {
    const double factor[][2] = {{offset, 1},   {n.x, t.x.hi}, {n.x, t.x.lo}, {n.y, t.y.hi},
                                {n.y, t.y.lo}, {n.z, t.z.hi}, {n.z, t.z.lo}};
    enum { TERMS = sizeof factor / sizeof *factor };
    int lowest = INT_MAX;
    for (int i = 0; i < TERMS; i++)
        if (factor[i][0] != 0 && factor[i][1] != 0) {
            int bit = cld_lowest_bit(factor[i][0]) + cld_lowest_bit(factor[i][1]);
            lowest = bit < lowest ? bit : lowest;
        }
    if (lowest == INT_MAX)
        return cld_dd_make(0);
    cld_whole sum = {.sign = 0}, a, b;
    for (int i = 0; i < TERMS; i++)
        if (factor[i][0] != 0 && factor[i][1] != 0) {
            int bit = cld_lowest_bit(factor[i][1]);
            cld_whole_set(&a, factor[i][0], lowest - bit);
            cld_whole_set(&b, factor[i][1], bit);
            cld_whole_add_product(&sum, &a, &b);
        }
    double high = cld_whole_value(&sum, -lowest);
    cld_whole_set(&a, high, lowest);
    cld_whole_sub(&sum, &sum, &a);
    return cld_quick_two_sum(high, cld_whole_value(&sum, -lowest));
}

void cld_halfspace_place(const cld_shape_def *def, cld_shape *shape) {
    // x = m y + t, so n . y <= offset is n' . x <= offset + n' . t with n' = transpose(inverse(m)) n.
    cld_transform space;
    cld_affine own = cld_affine_make(&def->transform),
               inverse = cld_affine_make(cld_shape_find_inverse(shape, &space));
    cld_vec3 normal = cld_vec3_make(def->normal[0], def->normal[1], def->normal[2]);
    double scale = cld_find_power(cld_max_abs(normal));
    normal = cld_scale(normal, scale); // as doubles: double-double would overflow on the way
    cld_dd3 n = cld_dd3_scale(inverse.m[0], cld_dd_make(normal.x));
    n = cld_dd3_add(n, cld_dd3_scale(inverse.m[1], cld_dd_make(normal.y)));
    n = cld_dd3_add(n, cld_dd3_scale(inverse.m[2], cld_dd_make(normal.z)));
    double length = cld_length_of_any(cld_dd3_value(n)), tilt = 0,
           error = 2 * cld_max_abs(def->transform.t_error) * length;
    cld_dd offset = cld_dd_add(cld_dd_make(def->offset * scale), cld_dd3_dot(n, own.t));
    if (is_exact(&def->transform, &own, cld_dd3_value(n))) {
        offset = add_exactly(def->offset * scale, cld_dd3_value(n), own.t);
    } else {
        double stretch, turned = find_tilt(&def->transform, normal, &stretch),
                        lost = find_lost(&def->transform, &inverse);
        tilt = turned + lost;
        error += (tilt + LOST) * length * cld_length_of_any(cld_dd3_value(own.t)) +
                 (stretch + lost) * fabs(def->offset * scale);
    }
    cld_rarities *rare = (cld_rarities *)shape->rare;
    rare->plane = make_plane(n, offset, tilt, error);
    rare->given_plane = (cld_given_plane){{def->normal[0], def->normal[1], def->normal[2]}, def->offset};
}

/// Doubles lose less than 8 u of what is added up: u of the normal and the offset, u of each product, 3 u of
/// the sum.
double cld_halfspace_find_gap(const cld_shape *halfspace, const double lower[3], const double upper[3]) {
    const cld_plane *plane = &halfspace->rare->plane;
    const double n[3] = {plane->normal.x.hi, plane->normal.y.hi, plane->normal.z.hi};
    double height = -plane->offset.hi, added = fabs(height), reach = 0;
    for (int k = 0; k < (halfspace->dimension == 2 ? 2 : 3); k++) {
        double farthest = fmax(fabs(lower[k]), fabs(upper[k]));
        height += n[k] * (n[k] > 0 ? lower[k] : upper[k]);
        added += fabs(n[k]) * farthest;
        reach += farthest;
    }
    return height - 8 * CLD_ROUNDOFF * added - plane->tilt * reach - plane->error;
}

/// transpose(inverse(r)) n, of a rotation within rounding: with e = 1 - transpose(r) r, r (n + e n) but for
/// the square of e, a few u.
static cld_dd3 turn_normal(const cld_mat3 *r, cld_dd3 n) {
    cld_affine turn = {.t = cld_dd3_make(cld_vec3_make(0, 0, 0))}, back = turn;
    for (int i = 0; i < 3; i++) {
        turn.m[i] = cld_dd3_make(r->row[i]);
        back.m[i] = cld_dd3_make(cld_vec3_make(cld_component(r->row[0], i), cld_component(r->row[1], i),
                                               cld_component(r->row[2], i)));
    }
    cld_dd3 turned = cld_affine_rotate(&turn, n);
    cld_vec3 off = cld_dd3_value(cld_dd3_sub(n, cld_affine_rotate(&back, turned)));
    return cld_dd3_add(turned, cld_dd3_make(cld_mat3_apply(r, off)));
}

void cld_halfspace_move(const cld_shape *halfspace, const cld_pose *pose, cld_dd3 p, cld_ground *moved) {
    *moved = (cld_ground){.shape = {.kind = CLD_HALFSPACE,
                                    .dimension = halfspace->dimension,
                                    .has_exact_radius = true,
                                    .core = {nowhere, nowhere, nowhere, 1},
                                    .curve = &cld_no_curve,
                                    .rare = &moved->rare},
                          .given = halfspace,
                          .pose = pose};
    cld_plane plane = halfspace->rare->plane;
    if (pose) {
        cld_affine turn = {.t = cld_dd3_make(pose->t)};
        plane.normal = turn_normal(&pose->r, plane.normal);
        plane.offset = cld_dd_add(plane.offset, cld_dd3_dot(plane.normal, turn.t));
        plane.tilt += LOST;
        plane.error += (plane.tilt + LOST) * cld_length(pose->t);
    }
    plane = make_plane(plane.normal, plane.offset, plane.tilt, plane.error);
    cld_dd above = cld_dd_sub(cld_dd3_dot(plane.normal, p), plane.offset);
    cld_vec3 centre = cld_dd3_value(cld_dd3_sub(p, cld_dd3_scale(plane.normal, above)));
    moved->shape.centre = centre;
    plane.offset = cld_dd_sub(plane.offset, cld_dd3_dot(plane.normal, cld_dd3_make(centre)));
    plane.error += (plane.tilt + LOST) * cld_length(centre);
    moved->rare.plane = plane;
}
