#include "shape/cso.h"

#include <math.h>

/// Sizes between these need no scaling: with lengths of at most 2^100, what the narrow phase multiplies (up to six
/// lengths) stays within double range, and with lengths of at least 2^-100 its rounding errors do.
#define LARGEST_SIZE 0x1p100
#define SMALLEST_SIZE 0x1p-100

size_t cld_cso_scratch(const cld_shape *a, const cld_shape *b) {
    return 3 * (cld_cloud_stride(a->core.count) + cld_cloud_stride(b->core.count)) + 2 * CLD_CURVE_DOUBLES;
}

/// Copies a cloud, turned and scaled; returns the memory behind it.
static double *copy_cloud(cld_cloud *cloud, const cld_mat3 *turn, double scale, double *memory) {
    size_t stride = cld_cloud_stride(cloud->count);
    double *x = memory, *y = x + stride, *z = y + stride;
    for (size_t i = 0; i < stride; i++) {
        cld_vec3 v = {cloud->x[i], cloud->y[i], cloud->z[i]};
        v = cld_scale(turn ? cld_mat3_apply(turn, v) : v, scale);
        x[i] = v.x, y[i] = v.y, z[i] = v.z;
    }
    cloud->x = x, cloud->y = y, cloud->z = z;
    return z + stride;
}

/// The shape's curve, if it has one; turned and scaled in `memory`, which moves on.
static const cld_curve *copy_curve(const cld_shape *shape, bool moved, const cld_mat3 *turn, double scale, double **memory) {
    if (!shape->curve.count || !moved)
        return shape->curve.count ? &shape->curve : NULL;
    cld_curve *curve = (cld_curve *)(void *)*memory;
    *curve = cld_curve_move(&shape->curve, turn, scale);
    *memory += CLD_CURVE_DOUBLES;
    return curve;
}

cld_dd3 cld_shape_find_centre(const cld_shape *shape, const cld_pose *pose) {
    cld_dd3 c = cld_dd3_make(shape->centre);
    if (!pose)
        return c;
    cld_affine affine = {.t = cld_dd3_make(pose->t)};
    for (int i = 0; i < 3; i++)
        affine.m[i] = cld_dd3_make(pose->r.row[i]);
    return cld_affine_apply(&affine, c);
}

static bool is_turned(const cld_pose *pose) {
    const cld_vec3 *r = pose ? pose->r.row : NULL;
    return r && !(r[0].x == 1 && r[1].y == 1 && r[2].z == 1 && r[0].y == 0 && r[0].z == 0 && r[1].z == 0);
}

/// The power of two that brings a size near 1, or 1 where it is near enough.
static double find_scale(double size) {
    if ((size >= SMALLEST_SIZE && size <= LARGEST_SIZE) || size == 0)
        return 1;
    int exponent;
    frexp(size, &exponent);
    return ldexp(1, -exponent > 960 ? 960 : -exponent); // no more than double-double can multiply by
}

cld_cso cld_cso_make(const cld_shape *a, const cld_pose *pose_a, const cld_shape *b, const cld_pose *pose_b, double *scratch) {
    cld_dd3 ca = cld_shape_find_centre(a, pose_a), cb = cld_shape_find_centre(b, pose_b), offset = cld_dd3_sub(cb, ca);
    cld_cso cso = {.a = a->core, .b = b->core, .centre_a = cld_dd3_value(ca), .centre_b = cld_dd3_value(cb)};
    double longest = fmax(fmax(a->extent, b->extent), cld_max_abs(cld_dd3_value(offset)));
    cso.scale = find_scale(longest);
    bool scaled = cso.scale != 1, turned_a = is_turned(pose_a), turned_b = is_turned(pose_b);
    if (scaled || turned_a)
        scratch = copy_cloud(&cso.a, turned_a ? &pose_a->r : NULL, cso.scale, scratch);
    if (scaled || turned_b)
        scratch = copy_cloud(&cso.b, turned_b ? &pose_b->r : NULL, cso.scale, scratch);
    cso.curve_a = copy_curve(a, scaled || turned_a, turned_a ? &pose_a->r : NULL, cso.scale, &scratch);
    cso.curve_b = copy_curve(b, scaled || turned_b, turned_b ? &pose_b->r : NULL, cso.scale, &scratch);
    cso.offset_exact = cld_dd3_scale(offset, cld_dd_make(cso.scale));
    cso.offset = cld_dd3_value(cso.offset_exact);
    cso.reach_a = a->reach * cso.scale * (1 + 8 * CLD_ROUNDOFF);
    cso.reach_b = b->reach * cso.scale * (1 + 8 * CLD_ROUNDOFF);
    cso.size = cso.reach_a + cso.reach_b + cld_length(cso.offset) * (1 + 8 * CLD_ROUNDOFF);
    cso.radius = (a->radius + b->radius) * cso.scale;
    // A coordinate's error counts sqrt(3) times in a length; turning adds 3 u times the row sums, below 6 u |v|;
    // scaling can drop what underflows, below 2^-1074 each, which is nothing beside a size near 1.
    cso.error = 1.75 * (a->error + b->error) * cso.scale;
    if (turned_a)
        cso.error += 6 * CLD_ROUNDOFF * cso.reach_a;
    if (turned_b)
        cso.error += 6 * CLD_ROUNDOFF * cso.reach_b;
    cso.error += 0x1p-98 * cso.size;
    return cso;
}

cld_cso_vertex cld_cso_vertex_at(const cld_cso *cso, uint32_t ia, uint32_t ib) {
    cld_cso_vertex v = {.a = cld_cloud_at(&cso->a, ia), .b = cld_cloud_at(&cso->b, ib), .ia = ia, .ib = ib};
    v.w = cld_sub(cld_sub(v.a, v.b), cso->offset);
    return v;
}

static cld_vec3 find_extreme(const cld_cloud *cloud, const cld_curve *curve, cld_vec3 d, uint32_t *at) {
    if (curve)
        return cld_curve_find_extreme(curve, d, at);
    *at = cld_cloud_find_extreme(cloud, d);
    return cld_cloud_at(cloud, *at);
}

static cld_cso_vertex support_curved(const cld_cso *cso, cld_vec3 d) {
    cld_cso_vertex v;
    v.a = find_extreme(&cso->a, cso->curve_a, d, &v.ia);
    v.b = find_extreme(&cso->b, cso->curve_b, cld_negate(d), &v.ib);
    v.w = cld_sub(cld_sub(v.a, v.b), cso->offset);
    return v;
}

cld_cso_vertex cld_cso_support(const cld_cso *cso, cld_vec3 d) {
    if (cld_cso_is_curved(cso))
        return support_curved(cso, d);
    return cld_cso_vertex_at(cso, cld_cloud_find_extreme(&cso->a, d), cld_cloud_find_extreme(&cso->b, cld_negate(d)));
}

cld_dd3 cld_cso_exact(const cld_cso *cso, const cld_cso_vertex *v) {
    cld_dd3 ab = {cld_two_diff(v->a.x, v->b.x), cld_two_diff(v->a.y, v->b.y), cld_two_diff(v->a.z, v->b.z)};
    return cld_dd3_sub(ab, cso->offset_exact);
}

double cld_cso_find_separation(const cld_cso *cso, cld_vec3 n) {
    cld_cso_vertex v = cld_cso_support(cso, n);
    cld_dd along = cld_dd3_dot(cso->offset_exact, cld_dd3_make(n));
    return cld_dd_value(cld_dd_add(along, cld_dd_make(cld_dot(n, v.b) - cld_dot(n, v.a))));
}

cld_vec3 cld_cso_world_a(const cld_cso *cso, cld_vec3 a) { return cld_add_scaled(cso->centre_a, 1 / cso->scale, a); }

cld_vec3 cld_cso_world_b(const cld_cso *cso, cld_vec3 b) { return cld_add_scaled(cso->centre_b, 1 / cso->scale, b); }
