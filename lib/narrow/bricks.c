/// SAT for two bricks.
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

#include "narrow/bricks.h"

#include <math.h>

#include "narrow/brick_search.h"
#include "narrow/trace.h"

/// 1 / sine of axes that are taken for parallel.
#define PARALLEL 0x1p47

CLD_INLINE void look_at(const cld_brick *brick, const cld_pose *pose, cld_brick_view *v) {
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
CLD_INLINE void find_reach(const cld_brick_view *v, const cld_lanes3 *n, cld_lanes *reach) {
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
static void drop_parallel(cld_brick_search *s, cld_brick_axes *g, cld_lanes *steepness) {
    for (int k = 0; k < CLD_LANES; k++)
        if (!((*steepness)[k] < PARALLEL)) {
            s->tilt += 1 / (*steepness)[k] + 4 * CLD_ROUNDOFF;
            g->separation[k] = -INFINITY;
            (*steepness)[k] = 1;
        }
}

/// Three axes: cross products of vectors whose lengths multiply to `lengths`.
CLD_INLINE void measure(cld_brick_search *s, cld_brick_axes *g, const cld_brick_view *a,
                        const cld_brick_view *b, const cld_lanes *lengths) {
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

CLD_INLINE void measure_faces(cld_brick_search *s, cld_brick_axes *g, const cld_brick_view *v,
                              const cld_brick_view *a, const cld_brick_view *b) {
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

CLD_INLINE void measure_edges(cld_brick_search *s, cld_brick_axes *g, int i, const cld_brick_view *a,
                              const cld_brick_view *b) {
    const cld_lanes3 *q = &b->axis;
    double x = a->axis.x[i], y = a->axis.y[i], z = a->axis.z[i];
    cld_lanes lengths = b->length * a->length[i];
    g->n.x = q->z * y - q->y * z, g->n.y = q->x * z - q->z * x, g->n.z = q->y * x - q->x * y;
    measure(s, g, a, b, &lengths);
}

/// The first axis that is as good as the best one, without a jump: which it is is hard to foresee.
CLD_INLINE uint32_t find_first(const cld_brick_search *s) {
    const cld_lane_bits end = {0, 0, 0, UINT64_C(1) << CLD_LANES * CLD_BRICK_GROUPS};
    double least = find_largest(&s->highest) - CLD_BRICK_ROUNDING * s->size;
    cld_lane_bits bit = {1, 2, 4, 8}, good = end;
    for (int i = 0; i < CLD_BRICK_GROUPS; i++, bit <<= CLD_LANES)
        good |= (cld_lane_bits)(s->at[i].separation >= least) & bit;
    return (uint32_t)__builtin_ctzll(good[0] | good[1] | good[2] | good[3]);
}

/// Returns how many groups it measured.
CLD_INLINE int run(const cld_shape *of_a, const cld_pose *pose_a, const cld_shape *of_b,
                   const cld_pose *pose_b, double enough, cld_brick_search *s) {
    cld_brick_view a, b;
    look_at(cld_shape_brick(of_a), pose_a, &a);
    look_at(cld_shape_brick(of_b), pose_b, &b);
    s->a = a, s->b = b;
    measure_faces(s, &s->at[0], &a, &a, &b);
    measure_faces(s, &s->at[1], &b, &a, &b);
    if (find_largest(&s->highest) > enough)
        return CLD_BRICK_FACES;
    for (int i = 0; i < 3; i++)
        measure_edges(s, &s->at[CLD_BRICK_FACES + i], i, &a, &b);
    s->first = find_first(s);
    return CLD_BRICK_GROUPS;
}

CLD_WIDE(int, run,
         (const cld_shape *a, const cld_pose *pose_a, const cld_shape *b, const cld_pose *pose_b,
          double enough, cld_brick_search *s),
         { return run(a, pose_a, b, pose_b, enough, s); })

static void tell(const cld_cso *cso, const cld_brick_search *s, int groups) {
    double highest = -INFINITY;
    for (int i = 0; i < 3 * groups; i++) {
        const cld_brick_axes *g = &s->at[i / 3];
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
                         const cld_pose *pose_b, double limit, cld_brick_search *s, double *upper) {
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
    *upper = groups < CLD_BRICK_GROUPS
                 ? INFINITY
                 : find_largest(&s->upper) + error + 2 * s->tilt * cso->size * find_largest(&s->steepest);
    return error;
}

void cld_bricks_bound(const cld_cso *cso, const cld_shape *a, const cld_pose *pose_a, const cld_shape *b,
                      const cld_pose *pose_b, double limit, double *lower, double *upper) {
    cld_brick_search s;
    double error = search_all(cso, a, pose_a, b, pose_b, limit, &s, upper);
    *lower = find_largest(&s.highest) - error;
}

/// A unit axis from A to B, one of SAT's, and what separates along it.
static cld_vec3 find_axis(const cld_brick_search *s, double *separation) {
    const cld_brick_axes *g = &s->at[s->first / CLD_LANES];
    uint32_t k = s->first % CLD_LANES;
    *separation = g->separation[k];
    cld_vec3 n = cld_vec3_make(g->n.x[k], g->n.y[k], g->n.z[k]);
    return cld_scale(n, g->along[k] < 0 ? -g->scale[k] : g->scale[k]);
}

bool cld_bricks_find_distance(const cld_cso *cso, const cld_shape *a, const cld_pose *pose_a,
                              const cld_shape *b, const cld_pose *pose_b, double limit,
                              cld_bricks_result *result) {
    cld_brick_search s;
    double error = search_all(cso, a, pose_a, b, pose_b, limit, &s, &result->upper), separation;
    result->lower = find_largest(&s.highest) - error;
    bool apart = result->lower > 0;
    if (result->lower > limit || !(apart || result->upper < 0))
        return false;
    cld_vec3 n = find_axis(&s, &separation);
    if (!apart) {
        result->normal = n;
        result->separation = separation;
    } else if (!cld_bricks_approach(&s, n, separation, result)) {
        return false;
    } else {
        result->upper += error;
    }
    result->lower = result->separation - error;
    return true;
}
