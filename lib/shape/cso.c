#include "shape/cso.h"

#include <math.h>

/// Sizes between these need no scaling: with lengths of at most 2^100, what the narrow phase multiplies (up
/// to six lengths) stays within double range, and with lengths of at least 2^-100 its rounding errors do.
#define LARGEST_SIZE 0x1p100
#define SMALLEST_SIZE 0x1p-100

size_t cld_cso_scratch(const cld_shape *a, const cld_shape *b) {
    return 3 * (cld_cloud_stride(a->core.count) + cld_cloud_stride(b->core.count)) + 2 * CLD_CURVE_DOUBLES;
}

static const cld_mat3 identity = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

/// Copies a cloud, turned and scaled; returns the memory behind it.
static double *copy_cloud(cld_cloud *cloud, const cld_mat3 *turn, double scale, double *memory) {
    size_t stride = cld_cloud_stride(cloud->count);
    cld_cloud_turn(cloud, turn ? turn : &identity, scale, memory);
    cloud->x = memory, cloud->y = memory + stride, cloud->z = memory + 2 * stride;
    return memory + 3 * stride;
}

/// The shape's curve, if it has one; turned and scaled in `memory`, which moves on.
static const cld_curve *copy_curve(const cld_shape *shape, bool moved, const cld_mat3 *turn, double scale,
                                   double **memory) {
    if (!shape->curve->count || !moved)
        return shape->curve->count ? shape->curve : NULL;
    cld_curve *curve = (cld_curve *)(void *)*memory;
    *curve = cld_curve_move(shape->curve, turn, scale);
    *memory += CLD_CURVE_DOUBLES;
    return curve;
}

cld_dd3 cld_shape_find_centre(const cld_shape *shape, const cld_pose *pose) {
    cld_dd3 c = cld_dd3_make(shape->centre);
    if (!pose)
        return c;
    if (shape->centre.x == 0 && shape->centre.y == 0 && shape->centre.z == 0)
        return cld_dd3_make(pose->t);
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

/// The shape, if its cloud is rounded: by more than what double-double loses.
static const cld_shape *find_placed(const cld_shape *shape) {
    return shape->core.count && shape->points && shape->error > 0x1p-80 * shape->extent ? shape : NULL;
}

/// p - q for points that are doubles.
static cld_dd3 subtract_plain(cld_dd3 p, cld_dd3 q) {
    return (cld_dd3){cld_two_diff(p.x.hi, q.x.hi), cld_two_diff(p.y.hi, q.y.hi),
                     cld_two_diff(p.z.hi, q.z.hi)};
}

/// All but the clouds and curves.
static cld_cso make_frame(const cld_shape *a, const cld_pose *pose_a, const cld_shape *b,
                          const cld_pose *pose_b) {
    cld_dd3 ca = cld_shape_find_centre(a, pose_a), cb = cld_shape_find_centre(b, pose_b);
    bool plain = ca.x.lo == 0 && ca.y.lo == 0 && ca.z.lo == 0 && cb.x.lo == 0 && cb.y.lo == 0 && cb.z.lo == 0;
    cld_dd3 offset = plain ? subtract_plain(cb, ca) : cld_dd3_sub(cb, ca);
    cld_cso cso = {.a = a->core, .b = b->core, .centre_a = cld_dd3_value(ca), .centre_b = cld_dd3_value(cb)};
    double size = cld_max(cld_max(a->extent, b->extent), cld_max_abs(cld_dd3_value(offset)));
    // Far out the errors of a tiny shape are larger than itself: scaled, they must not overflow either.
    cso.scale = find_scale(cld_max(size, cld_max(a->error, b->error)));
    cso.offset_exact = cso.scale == 1 ? offset : cld_dd3_scale(offset, cld_dd_make(cso.scale));
    cso.offset = cld_dd3_value(cso.offset_exact);
    cso.reach_a = a->reach * cso.scale * (1 + 8 * CLD_ROUNDOFF);
    cso.reach_b = b->reach * cso.scale * (1 + 8 * CLD_ROUNDOFF);
    cso.size = cso.reach_a + cso.reach_b + cld_length(cso.offset) * (1 + 8 * CLD_ROUNDOFF);
    cso.radius = (a->radius + b->radius) * cso.scale;
    // A coordinate's error counts sqrt(3) times in a length; scaling can drop what underflows, below 2^-1074
    // each, which is nothing beside a size near 1.
    cso.error = 1.75 * (a->error + b->error) * cso.scale + 0x1p-98 * cso.size;
    return cso;
}

cld_cso cld_cso_make(const cld_shape *a, const cld_pose *pose_a, const cld_shape *b, const cld_pose *pose_b,
                     double *scratch) {
    cld_cso cso = make_frame(a, pose_a, b, pose_b);
    cso.simple = !a->curve->count && !b->curve->count;
    bool scaled = cso.scale != 1, turned_a = is_turned(pose_a), turned_b = is_turned(pose_b);
    if (scaled || turned_a)
        scratch = copy_cloud(&cso.a, turned_a ? &pose_a->r : NULL, cso.scale, scratch);
    if (scaled || turned_b)
        scratch = copy_cloud(&cso.b, turned_b ? &pose_b->r : NULL, cso.scale, scratch);
    cso.curve_a = copy_curve(a, scaled || turned_a, turned_a ? &pose_a->r : NULL, cso.scale, &scratch);
    cso.curve_b = copy_curve(b, scaled || turned_b, turned_b ? &pose_b->r : NULL, cso.scale, &scratch);
    cso.placed_a = turned_a ? NULL : find_placed(a);
    cso.placed_b = turned_b ? NULL : find_placed(b);
    // Turning adds 3 u times the row sums, below 6 u |v|.
    cso.error += 6 * CLD_ROUNDOFF * ((turned_a ? cso.reach_a : 0) + (turned_b ? cso.reach_b : 0));
    return cso;
}

cld_cso cld_cso_make_lazily(const cld_shape *a, const cld_pose *pose_a, const cld_shape *b,
                            const cld_pose *pose_b, double *scratch) {
    bool lazy_a = a->core.count >= CLD_FEWEST_FOR_CELLS, lazy_b = b->core.count >= CLD_FEWEST_FOR_CELLS;
    if (!lazy_a && !lazy_b)
        return cld_cso_make(a, pose_a, b, pose_b, scratch);
    cld_cso cso = make_frame(a, pose_a, b, pose_b);
    if (cso.scale != 1)
        return cld_cso_make(a, pose_a, b, pose_b, scratch);
    // Beside the turned vertex, the turned direction is off by 6 u, and so is what it finds the farthest, by
    // up to twice that and the 3 u of each of two dot products.
    double lazy = 24 * CLD_ROUNDOFF, turned = 6 * CLD_ROUNDOFF;
    if (is_turned(pose_a)) {
        cso.error += (lazy_a ? lazy : turned) * cso.reach_a;
        if (lazy_a)
            cso.turn_a = &pose_a->r, cso.shape_a = a;
        else
            copy_cloud(&cso.a, &pose_a->r, 1, scratch);
    }
    if (is_turned(pose_b)) {
        cso.error += (lazy_b ? lazy : turned) * cso.reach_b;
        if (lazy_b)
            cso.turn_b = &pose_b->r, cso.shape_b = b;
        else
            copy_cloud(&cso.b, &pose_b->r, 1, scratch + 3 * cld_cloud_stride(a->core.count));
    }
    return cso;
}

void cld_cso_turn(cld_cso *cso, double *scratch) {
    double *behind = scratch + 3 * cld_cloud_stride(cso->a.count);
    if (cso->turn_a && cso->a.x == cso->shape_a->core.x)
        copy_cloud(&cso->a, cso->turn_a, 1, scratch);
    if (cso->turn_b && cso->b.x == cso->shape_b->core.x)
        copy_cloud(&cso->b, cso->turn_b, 1, behind);
}

static cld_vec3 cloud_vertex(const cld_cloud *cloud, const cld_mat3 *turn, const cld_shape *shape,
                             uint32_t i) {
    return turn ? cld_mat3_apply(turn, cld_cloud_at(&shape->core, i)) : cld_cloud_at(cloud, i);
}

cld_cso_vertex cld_cso_vertex_at(const cld_cso *cso, uint32_t ia, uint32_t ib) {
    cld_cso_vertex v = {.ia = ia, .ib = ib};
    v.a = cloud_vertex(&cso->a, cso->turn_a, cso->shape_a, ia);
    v.b = cloud_vertex(&cso->b, cso->turn_b, cso->shape_b, ib);
    v.w = cld_sub(cld_sub(v.a, v.b), cso->offset);
    return v;
}

static cld_vec3 find_extreme(const cld_cloud *cloud, const cld_curve *curve, cld_vec3 d, uint32_t *at) {
    if (curve)
        return cld_curve_find_extreme(curve, d, at);
    *at = cld_cloud_find_extreme(cloud, d);
    return cld_cloud_at(cloud, *at);
}

/// The same in the frame of the shape itself.
static cld_vec3 find_turned(const cld_shape *shape, const cld_mat3 *turn, cld_vec3 d, uint32_t *at) {
    cld_vec3 v, own = cld_mat3_apply_transposed(turn, d);
    const cld_cells *cells = atomic_load_explicit(&shape->cells, memory_order_acquire);
    if (cells) {
        *at = cld_cells_find_extreme(cells, own, &v);
    } else {
        *at = cld_cloud_find_extreme(&shape->core, own);
        v = cld_cloud_at(&shape->core, *at);
    }
    return cld_mat3_apply(turn, v);
}

static inline cld_vec3 find_a(const cld_cso *cso, cld_vec3 d, uint32_t *at) {
    return cso->turn_a ? find_turned(cso->shape_a, cso->turn_a, d, at)
                       : find_extreme(&cso->a, cso->curve_a, d, at);
}

static inline cld_vec3 find_b(const cld_cso *cso, cld_vec3 d, uint32_t *at) {
    return cso->turn_b ? find_turned(cso->shape_b, cso->turn_b, d, at)
                       : find_extreme(&cso->b, cso->curve_b, d, at);
}

cld_vec3 cld_cso_extreme_a(const cld_cso *cso, cld_vec3 d) {
    uint32_t at;
    return find_a(cso, d, &at);
}

cld_vec3 cld_cso_extreme_b(const cld_cso *cso, cld_vec3 d) {
    uint32_t at;
    return find_b(cso, d, &at);
}

cld_cso_vertex cld_cso_support(const cld_cso *cso, cld_vec3 d) {
    cld_cso_vertex v;
    if (cso->simple) {
        cld_cloud_find_extremes(&cso->a, &cso->b, d, &v.ia, &v.ib);
        v.a = cld_cloud_at(&cso->a, v.ia);
        v.b = cld_cloud_at(&cso->b, v.ib);
    } else {
        v.a = find_a(cso, d, &v.ia);
        v.b = find_b(cso, cld_negate(d), &v.ib);
    }
    v.w = cld_sub(cld_sub(v.a, v.b), cso->offset);
    return v;
}

/// A vertex relative to its shape's centre.
static cld_dd3 find_exactly(const cld_cso *cso, const cld_shape *placed, uint32_t i, cld_vec3 rounded) {
    if (!placed)
        return cld_dd3_make(rounded);
    cld_dd3 v = cld_dd3_sub(cld_shape_vertex_exact(placed, i), cld_dd3_make(placed->centre));
    return cld_dd3_scale(v, cld_dd_make(cso->scale));
}

cld_dd3 cld_cso_exact(const cld_cso *cso, const cld_cso_vertex *v) {
    cld_dd3 ab = cld_dd3_sub(find_exactly(cso, cso->placed_a, v->ia, v->a),
                             find_exactly(cso, cso->placed_b, v->ib, v->b));
    return cld_dd3_sub(ab, cso->offset_exact);
}

double cld_cso_find_separation(const cld_cso *cso, cld_vec3 n) {
    cld_cso_vertex v = cld_cso_support(cso, n);
    cld_dd along = cld_dd3_dot(cso->offset_exact, cld_dd3_make(n));
    return cld_dd_value(cld_dd_add(along, cld_dd_make(cld_dot(n, v.b) - cld_dot(n, v.a))));
}

cld_vec3 cld_cso_world_a(const cld_cso *cso, cld_vec3 a) {
    return cld_add_scaled(cso->centre_a, 1 / cso->scale, a);
}

cld_vec3 cld_cso_world_b(const cld_cso *cso, cld_vec3 b) {
    return cld_add_scaled(cso->centre_b, 1 / cso->scale, b);
}
