/// SAT for two bricks, and their nearest points.
///
/// Source: S. Gottschalk, M. Lin, D. Manocha, OBBTree, 1996; with axes that need not be orthogonal. The
/// faces of A - B are those of A, those of B, and the parallelograms of an axis of A and one of B. Along n a
/// brick reaches the sum of |n . axis| from its centre, so that no vertex is looked at.
///
/// What is proven, with u the roundoff and all lengths below the size of the pair:
/// - A separation along a computed axis is off by 16 u size: 5 u times the sums of |axis| (below 1.8 times
///   the reaches), 4 u |offset|, and 5 u for the division.
/// - A computed cross product is off by 3 u |p| |q|, so its direction by less than 8 u / sine, and so is the
///   separation along the true one, times size.
/// - Two axes that are parallel to within t make a face that might be anywhere around them. Turning one of
///   them by t makes it go away; that moves the corners by t times its length, and the directions of the
///   faces that are left by t / sine, sine being the least of those. Together less than 2 t size / sine.
/// - A point is a sum of axes times factors of at most 1, so it is in its brick, but for 6 u of the reach;
///   the way from one to another loses 3 u size more and its length 4 u: together again below 16 u size.
///
/// The axis that separates boxes most is the direction between their nearest points where those are inside of
/// a face, or of two edges. Where they are not, points beyond the ends are moved back and the nearest points
/// of both to each other looked for in turns; the way between the last two either separates the boxes by as
/// much as it is long, or the boxes are left to others. Bricks that are no boxes meet in the same way, but
/// the point of one that is nearest to another is not always found.

#include "narrow/bricks.h"

#include <math.h>

#include "narrow/trace.h"
#include "shape/lanes.h"

/// 1 / sine of axes that are taken for parallel.
#define PARALLEL 0x1p47

/// The same of edges for whose cross product to tell directions well: to within 2^-33.
#define CROSSED 0x1p17

/// An axis is as good as the best one if rounding alone may tell them apart; faces come before edges then.
#define ROUNDING (8 * CLD_ROUNDOFF)

enum { GROUPS = 5, FACES = 2 };

/// The axes of a brick in the frame of the pair, the first one twice.
typedef struct view {
    cld_lanes3 axis;
    cld_lanes square, length;
    bool is_box;
} view;

/// Three axes, the first one twice.
typedef struct group {
    cld_lanes3 n;
    cld_lanes along;      ///< n . offset
    cld_lanes scale;      ///< 1 / |n|
    cld_lanes separation; ///< -INFINITY where n is taken for 0
} group;

typedef struct search {
    cld_vec3 offset;
    double size;
    view a, b;
    group at[GROUPS];
    cld_lanes highest, upper, steepest; ///< the last: the largest 1 / sine
    double tilt;                        ///< the sum of t
    uint32_t first;                     ///< of the axes that are as good as the best, if all were measured
} search;

CLD_INLINE void look_at(const cld_brick *brick, const cld_pose *pose, view *v) {
    const double *p = brick->x, *q = brick->y, *t = brick->z;
    const cld_lanes x = {p[0], p[1], p[2], p[0]}, y = {q[0], q[1], q[2], q[0]}, z = {t[0], t[1], t[2], t[0]};
    const cld_vec3 *r = pose ? pose->r.row : cld_mat3_identity.row;
    v->axis.x = x * r[0].x + y * r[0].y + z * r[0].z;
    v->axis.y = x * r[1].x + y * r[1].y + z * r[1].z;
    v->axis.z = x * r[2].x + y * r[2].y + z * r[2].z;
    cld_lanes_dot(&v->axis, &v->axis, &v->square);
    v->length = v->square;
    v->is_box = brick->is_box;
    cld_lanes_take_root(&v->length);
}

/// Each lane's left neighbour, by one or by two.
CLD_INLINE void rotate(const cld_lanes *p, cld_lanes *once, cld_lanes *twice) {
    *once = __builtin_shufflevector(*p, *p, 1, 2, 0, 1);
    *twice = __builtin_shufflevector(*p, *p, 2, 0, 1, 2);
}

/// How far a brick reaches along each n.
CLD_INLINE void find_reach(const view *v, const cld_lanes3 *n, cld_lanes *reach) {
    *reach = (cld_lanes){0, 0, 0, 0};
    for (int k = 0; k < 3; k++) {
        cld_lanes along = n->x * v->axis.x[k] + n->y * v->axis.y[k] + n->z * v->axis.z[k];
        cld_lanes_take_magnitude(&along);
        *reach += along;
    }
}

CLD_INLINE void take_larger(const cld_lanes *p, cld_lanes *out) {
    cld_lane_mask larger = *out > *p;
    cld_lanes_choose(&larger, out, p, out);
}

/// Leaves out the axes that are too short to tell where they point.
static void drop_parallel(search *s, group *g, cld_lanes *steepness) {
    for (int k = 0; k < CLD_LANES; k++)
        if (!((*steepness)[k] < PARALLEL)) {
            s->tilt += 1 / (*steepness)[k] + 4 * CLD_ROUNDOFF;
            g->separation[k] = -INFINITY;
            (*steepness)[k] = 1;
        }
}

/// Three axes: cross products of vectors whose lengths multiply to `lengths`.
CLD_INLINE void measure(search *s, group *g, const view *a, const view *b, const cld_lanes *lengths) {
    cld_lanes length, distance, reach_a, reach_b;
    cld_lanes_dot(&g->n, &g->n, &length);
    cld_lanes_take_root(&length);
    g->scale = 1 / length;
    g->along = g->n.x * s->offset.x + g->n.y * s->offset.y + g->n.z * s->offset.z;
    distance = g->along;
    cld_lanes_take_magnitude(&distance);
    find_reach(a, &g->n, &reach_a);
    find_reach(b, &g->n, &reach_b);
    g->separation = (distance - (reach_a + reach_b)) * g->scale;
    cld_lanes steepness = *lengths * g->scale, upper; // 1 / sine
    cld_lane_mask crossed = steepness < PARALLEL;
    if (!(crossed[0] & crossed[1] & crossed[2] & crossed[3]))
        drop_parallel(s, g, &steepness);
    upper = g->separation + 8 * CLD_ROUNDOFF * s->size * steepness;
    take_larger(&steepness, &s->steepest);
    take_larger(&g->separation, &s->highest);
    take_larger(&upper, &s->upper);
}

static double find_largest(const cld_lanes *p) {
    return cld_max(cld_max((*p)[0], (*p)[1]), cld_max((*p)[2], (*p)[3]));
}

CLD_INLINE void measure_faces(search *s, group *g, const view *v, const view *a, const view *b) {
    cld_lanes3 p, q;
    cld_lanes length_p, length_q, lengths;
    rotate(&v->axis.x, &p.x, &q.x);
    rotate(&v->axis.y, &p.y, &q.y);
    rotate(&v->axis.z, &p.z, &q.z);
    rotate(&v->length, &length_p, &length_q);
    lengths = length_p * length_q;
    cld_lanes_cross(&p, &q, &g->n);
    measure(s, g, a, b, &lengths);
}

CLD_INLINE void measure_edges(search *s, group *g, int i, const view *a, const view *b) {
    const cld_lanes3 *q = &b->axis;
    double x = a->axis.x[i], y = a->axis.y[i], z = a->axis.z[i];
    cld_lanes lengths = b->length * a->length[i];
    g->n.x = q->z * y - q->y * z, g->n.y = q->x * z - q->z * x, g->n.z = q->y * x - q->x * y;
    measure(s, g, a, b, &lengths);
}

/// The first axis that is as good as the best one, without a jump: which it is is hard to foresee.
CLD_INLINE uint32_t find_first(const search *s) {
    const cld_lane_bits end = {0, 0, 0, UINT64_C(1) << CLD_LANES * GROUPS};
    double least = find_largest(&s->highest) - ROUNDING * s->size;
    cld_lane_bits bit = {1, 2, 4, 8}, good = end;
    for (int i = 0; i < GROUPS; i++, bit <<= CLD_LANES)
        good |= (cld_lane_bits)(s->at[i].separation >= least) & bit;
    return (uint32_t)__builtin_ctzll(good[0] | good[1] | good[2] | good[3]);
}

/// Returns how many groups it measured.
CLD_INLINE int run(const cld_shape *of_a, const cld_pose *pose_a, const cld_shape *of_b,
                   const cld_pose *pose_b, double enough, search *s) {
    view a, b;
    look_at(cld_shape_brick(of_a), pose_a, &a);
    look_at(cld_shape_brick(of_b), pose_b, &b);
    s->a = a, s->b = b;
    measure_faces(s, &s->at[0], &a, &a, &b);
    measure_faces(s, &s->at[1], &b, &a, &b);
    if (find_largest(&s->highest) > enough)
        return FACES;
    for (int i = 0; i < 3; i++)
        measure_edges(s, &s->at[FACES + i], i, &a, &b);
    s->first = find_first(s);
    return GROUPS;
}

CLD_WIDE(int, run,
         (const cld_shape *a, const cld_pose *pose_a, const cld_shape *b, const cld_pose *pose_b,
          double enough, search *s),
         { return run(a, pose_a, b, pose_b, enough, s); })

static void tell(const cld_cso *cso, const search *s, int groups) {
    double highest = -INFINITY;
    for (int i = 0; i < 3 * groups; i++) {
        const group *g = &s->at[i / 3];
        int k = i % 3;
        cld_event event = {.kind = CLD_TRACE_SAT, .direction = {g->n.x[k], g->n.y[k], g->n.z[k]}};
        event.direction = cld_scale(event.direction, g->along[k] < 0 ? -1 : 1);
        event.lower = highest = cld_max(highest, g->separation[k]);
        event.upper = INFINITY;
        cld_trace_tell(cso, &event);
    }
}

/// Searches, and tells what the largest separation and the bound above are off by.
static double search_all(const cld_cso *cso, const cld_shape *a, const cld_pose *pose_a, const cld_shape *b,
                         const cld_pose *pose_b, double limit, search *s, double *upper) {
    s->offset = cso->offset;
    s->size = cso->size;
    s->highest = s->upper = (cld_lanes){-INFINITY, -INFINITY, -INFINITY, -INFINITY};
    s->steepest = (cld_lanes){1, 1, 1, 1};
    s->tilt = 0;
    // Beside what is said above, axes that a pose has turned are off by 9 u of the reach, of which the
    // frame's error has 6.
    double error = 16 * CLD_ROUNDOFF * cso->size + cld_shape_brick(a)->error + cld_shape_brick(b)->error +
                   4 * CLD_ROUNDOFF * (cso->reach_a + cso->reach_b) + cso->error;
    int groups = CLD_BEST(run, (a, pose_a, b, pose_b, limit + error, s));
    if (cso->tracer)
        tell(cso, s, groups);
    *upper = groups < GROUPS
                 ? INFINITY
                 : find_largest(&s->upper) + error + 2 * s->tilt * cso->size * find_largest(&s->steepest);
    return error;
}

void cld_bricks_bound(const cld_cso *cso, const cld_shape *a, const cld_pose *pose_a, const cld_shape *b,
                      const cld_pose *pose_b, double limit, double *lower, double *upper) {
    search s;
    double error = search_all(cso, a, pose_a, b, pose_b, limit, &s, upper);
    *lower = find_largest(&s.highest) - error;
}

/// A unit axis from A to B, one of SAT's, and what separates along it.
static cld_vec3 find_axis(const search *s, double *separation) {
    const group *g = &s->at[s->first / CLD_LANES];
    uint32_t k = s->first % CLD_LANES;
    *separation = g->separation[k];
    cld_vec3 n = cld_vec3_make(g->n.x[k], g->n.y[k], g->n.z[k]);
    return cld_scale(n, g->along[k] < 0 ? -g->scale[k] : g->scale[k]);
}

/// The point that has these factors of the axes.
CLD_INLINE cld_vec3 find_point(const view *v, const cld_lanes *factor) {
    const cld_lanes3 *p = &v->axis;
    cld_lanes x = p->x * *factor, y = p->y * *factor, z = p->z * *factor;
    return cld_vec3_make(x[0] + x[1] + x[2], y[0] + y[1] + y[2], z[0] + z[1] + z[2]);
}

CLD_INLINE void find_along(const view *v, cld_vec3 d, cld_lanes *along) {
    *along = v->axis.x * d.x + v->axis.y * d.y + v->axis.z * d.z;
}

/// 1 or -1, as is the sign of each.
CLD_INLINE void take_signs(cld_lanes *p) {
    const cld_lanes one = {1, 1, 1, 1};
    *p = (cld_lanes)(((cld_lane_mask)*p & INT64_MIN) | (cld_lane_mask)one);
}

/// Cuts factors off at 1 and -1; tells where it did, as -1.
CLD_INLINE void cut_off(cld_lanes *factor, cld_lane_mask *beyond) {
    cld_lanes end = *factor, magnitude = *factor;
    take_signs(&end);
    cld_lanes_take_magnitude(&magnitude);
    *beyond = magnitude > 1;
    cld_lanes_choose(beyond, &end, factor, factor);
}

/// The point with the factors of p, cut off at the ends.
CLD_INLINE void take_factors(const view *v, const group *faces, cld_vec3 p, cld_lanes *factor,
                             cld_lane_mask *beyond) {
    cld_lanes volume;
    cld_lanes_dot(&v->axis, &faces->n, &volume);
    *factor = (faces->n.x * p.x + faces->n.y * p.y + faces->n.z * p.z) / volume;
    cut_off(factor, beyond);
}

/// The point of a brick that is nearest to p, if it is a box; else near it.
CLD_INLINE cld_vec3 find_nearest_to(const view *v, const group *faces, cld_vec3 p) {
    cld_lanes factor;
    cld_lane_mask beyond;
    take_factors(v, faces, p, &factor, &beyond);
    cld_vec3 rest = cld_sub(p, find_point(v, &factor));
    for (int k = 0; k < 3 && !v->is_box; k++) {
        cld_vec3 axis = cld_vec3_make(v->axis.x[k], v->axis.y[k], v->axis.z[k]);
        double now = factor[k] + cld_dot(rest, axis) / v->square[k];
        now = cld_max(-1, cld_min(now, 1));
        rest = cld_add_scaled(rest, factor[k] - now, axis);
        factor[k] = now;
    }
    return find_point(v, &factor);
}

/// The corner farthest along d; of axes across d, either end.
CLD_INLINE cld_vec3 find_corner(const view *v, cld_vec3 d) {
    cld_lanes factor;
    find_along(v, d, &factor);
    take_signs(&factor);
    return find_point(v, &factor);
}

/// The nearest points of the k-th face of one brick, which n points out of, and of the other brick, whose
/// nearest corner is `separation` above its plane; false if it is not above the face itself, and then about
/// those points. Each is relative to its own centre; `between` leads from the former's to the latter's.
CLD_INLINE bool meet_face(const view *of_face, const group *faces, uint32_t k, const view *of_corner,
                          cld_vec3 n, cld_vec3 between, double separation, cld_vec3 *on_face,
                          cld_vec3 *corner) {
    const cld_lane_mask at = {0, 1, 2, 3};
    cld_lane_mask beyond;
    cld_lanes factor;
    *corner = find_corner(of_corner, cld_negate(n));
    cld_vec3 foot = cld_add_scaled(cld_add(*corner, between), -separation, n);
    take_factors(of_face, faces, foot, &factor, &beyond);
    *on_face = find_point(of_face, &factor);
    beyond &= at != (long long)k; // that one is 1 or -1, but for rounding
    return !(beyond[0] | beyond[1] | beyond[2]);
}

/// The middle of the edge along axis i farthest along d, and half the edge.
CLD_INLINE cld_vec3 find_edge(const view *v, uint32_t i, cld_vec3 d, cld_vec3 *half) {
    cld_lanes factor;
    find_along(v, d, &factor);
    take_signs(&factor);
    const cld_lane_mask at = {0, 1, 2, 3};
    const cld_lanes none = {0, 0, 0, 0};
    cld_lane_mask is_i = at == (long long)i;
    cld_lanes_choose(&is_i, &none, &factor, &factor);
    *half = cld_vec3_make(v->axis.x[i], v->axis.y[i], v->axis.z[i]);
    return find_point(v, &factor);
}

/// The same of two edges that cross as seen along n, the cross product of whose halves is as long as 1 /
/// scale.
CLD_INLINE bool meet_edges(const search *s, uint32_t i, uint32_t j, cld_vec3 n, double scale, cld_vec3 *on_a,
                           cld_vec3 *on_b) {
    cld_vec3 p, q, a = find_edge(&s->a, i, n, &p), b = find_edge(&s->b, j, cld_negate(n), &q);
    cld_vec3 between = cld_sub(cld_add(b, s->offset), a);
    // The cross product of p and q is n / scale or against it: either way the factors' signs are its sign's.
    double sign = cld_dot(cld_cross(p, q), n) < 0 ? -scale : scale;
    double along_p = sign * cld_dot(cld_cross(between, q), n),
           along_q = sign * cld_dot(cld_cross(between, p), n);
    bool inside = (fabs(along_p) <= 1) & (fabs(along_q) <= 1);
    bool crossed = s->a.square[i] * s->b.square[j] * scale * scale < CROSSED * CROSSED;
    *on_a = cld_add_scaled(a, cld_max(-1, cld_min(along_p, 1)), p);
    *on_b = cld_add_scaled(b, cld_max(-1, cld_min(along_q, 1)), q);
    return inside & crossed;
}

/// How far d, as long as 1 / scale, separates the boxes.
CLD_INLINE double find_separation(const search *s, cld_vec3 d, double scale) {
    cld_lanes a, b;
    find_along(&s->a, d, &a);
    find_along(&s->b, d, &b);
    cld_lanes_take_magnitude(&a);
    cld_lanes_take_magnitude(&b);
    a += b;
    return (cld_dot(d, s->offset) - (a[0] + a[1] + a[2])) * scale;
}

/// The nearest points of two bricks, and how far apart they are along the way between them. False where that
/// is less than its length.
CLD_INLINE bool approach(const search *s, cld_vec3 n, double separation, cld_bricks_result *r) {
    uint32_t at = s->first / CLD_LANES, k = s->first % CLD_LANES;
    bool met = at == 0   ? meet_face(&s->a, &s->at[0], k, &s->b, n, s->offset, separation, &r->a, &r->b)
               : at == 1 ? meet_face(&s->b, &s->at[1], k, &s->a, cld_negate(n), cld_negate(s->offset),
                                     separation, &r->b, &r->a)
                         : meet_edges(s, at - FACES, k, n, s->at[at].scale[k], &r->a, &r->b);
    if (!met) {
        r->a = find_nearest_to(&s->a, &s->at[0], cld_add(r->b, s->offset));
        r->b = find_nearest_to(&s->b, &s->at[1], cld_sub(r->a, s->offset));
    }
    cld_vec3 d = cld_sub(cld_add(r->b, s->offset), r->a);
    double length = cld_length(d), scale = 1 / length;
    r->separation = met ? separation : find_separation(s, d, scale);
    r->normal = met ? n : cld_scale(d, scale);
    r->upper = length;
    return length - r->separation <= 2 * ROUNDING * s->size;
}

CLD_WIDE(bool, approach, (const search *s, cld_vec3 n, double separation, cld_bricks_result *r),
         { return approach(s, n, separation, r); })

bool cld_bricks_find_distance(const cld_cso *cso, const cld_shape *a, const cld_pose *pose_a,
                              const cld_shape *b, const cld_pose *pose_b, double limit,
                              cld_bricks_result *result) {
    search s;
    double error = search_all(cso, a, pose_a, b, pose_b, limit, &s, &result->upper), separation;
    result->lower = find_largest(&s.highest) - error;
    bool apart = result->lower > 0;
    if (result->lower > limit || !(apart || result->upper < 0))
        return false;
    cld_vec3 n = find_axis(&s, &separation);
    if (!apart) {
        result->normal = n;
        result->separation = separation;
    } else if (!CLD_BEST(approach, (&s, n, separation, result))) {
        return false;
    } else {
        result->upper += error;
    }
    result->lower = result->separation - error;
    return true;
}
