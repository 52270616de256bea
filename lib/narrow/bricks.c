/// SAT for two bricks.
///
/// Source: S. Gottschalk, M. Lin, D. Manocha, OBBTree, 1996; with axes that need not be orthogonal. The
/// faces of A - B are those of A, those of B, and the parallelograms of an axis of A and one of B. Along n a
/// brick reaches the sum of |n . axis| from its centre, so that no vertex is looked at; and along n = p x q
/// an axis reaches |q . (axis x p)|, which the face between axis and p has told of q already.
///
/// What is proven, with u the roundoff and all lengths below the size of the pair:
/// - A computed cross product is off by 2.2 u |p| |q|: by u of both products in each component, together no
///   longer than 1.16 |p| |q|, and by u of itself. How far an axis reaches along it is off by 3 u more.
/// - The squares of a brick's axes sum to no more than that of its reach, so two of them to no more than 1.42
///   and three to no more than 1.74 times the reach. For how far bricks reach a separation is off by 7.4 u
///   reach / sine along a product of two edges, and by 9.1 u along the normal of a face, beside which are all
///   axes of the other; by 2.2 u size / sine for the length of the axis; and by 4.4 u offset / sine for the
///   axis and the offset along it: together less than 13 u size / sine, and 16 u size for all else. It is
///   that along the computed axis or the true one.
/// - Two axes that are parallel to within t make a face that might be anywhere around them. Turning one of
///   them by t makes it go away; that moves the corners by t times its length, and the directions of the
///   faces that are left by t / sine, sine being the least of those. Together less than 2 t size / sine.

#include "narrow/bricks.h"

#include <math.h>
#include <string.h>

#include "narrow/brick_search.h"

/// 1 / sine of axes that are taken for parallel.
#define PARALLEL 0x1p47

/// What a separation is off by for each 1 / sine, as a part of the size.
#define STEEP_ERROR (13 * CLD_ROUNDOFF)

CLD_INLINE void look_at(cld_posed_brick posed, cld_brick_view *v) {
    const cld_brick *brick = cld_shape_brick(posed.shape);
    cld_lanes x, y, z;
    memcpy(&x, brick->x, sizeof x);
    memcpy(&y, brick->y, sizeof y);
    memcpy(&z, brick->z, sizeof z);
    const cld_vec3 *r = posed.pose ? posed.pose->r.row : cld_mat3_identity.row;
    v->axis.x = x * r[0].x + y * r[0].y + z * r[0].z;
    v->axis.y = x * r[1].x + y * r[1].y + z * r[1].z;
    v->axis.z = x * r[2].x + y * r[2].y + z * r[2].z;
    cld_lanes_dot(&v->axis, &v->axis, &v->square);
    v->length = v->square;
    v->is_box = brick->is_box;
    cld_lanes_take_root(&v->length);
}

/// What the next of three lanes has, and the one after that. After the third comes the first, which is the
/// fourth as well.
CLD_INLINE void rotate(const cld_lanes *p, cld_lanes *once, cld_lanes *twice) {
    *once = __builtin_shufflevector(*p, *p, 1, 2, 0, 1);
    *twice = __builtin_shufflevector(*p, *p, 2, 0, 1, 2);
}

/// |n . axis| of three axes, for each n.
typedef struct along_axes {
    cld_lanes of[3];
} along_axes;

CLD_INLINE void find_along_axes(const cld_brick_view *v, const cld_lanes3 *n, along_axes *along) {
    for (int k = 0; k < 3; k++) {
        along->of[k] = n->x * v->axis.x[k] + n->y * v->axis.y[k] + n->z * v->axis.z[k];
        cld_lanes_take_magnitude(&along->of[k]);
    }
}

/// The same for each axis, of three n.
CLD_INLINE void transpose(const along_axes *p, along_axes *out) {
    for (int k = 0; k < 3; k++)
        out->of[k] = (cld_lanes){p->of[0][k], p->of[1][k], p->of[2][k], p->of[0][k]};
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

/// Three axes: cross products of vectors whose lengths multiply to `lengths`. Along them both bricks together
/// reach as far as `reach`.
CLD_INLINE void measure(cld_brick_search *s, cld_brick_axes *g, const cld_lanes *reach,
                        const cld_lanes *lengths) {
    cld_lanes length, distance;
    cld_lanes_dot(&g->n, &g->n, &length);
    cld_lanes_take_root(&length);
    g->scale = 1 / length;
    g->along = g->n.x * s->offset.x + g->n.y * s->offset.y + g->n.z * s->offset.z;
    distance = g->along;
    cld_lanes_take_magnitude(&distance);
    g->separation = (distance - *reach) * g->scale;
    cld_lanes steepness = *lengths * g->scale, upper, slack; // 1 / sine
    cld_lane_mask crossed = steepness < PARALLEL;
    if (!(crossed[0] & crossed[1] & crossed[2] & crossed[3]))
        drop_parallel(s, g, &steepness);
    slack = STEEP_ERROR * s->size * steepness;
    g->lower = g->separation - slack;
    upper = g->separation + slack;
    take_larger(&steepness, &s->steepest);
    take_larger(&g->lower, &s->highest);
    take_larger(&upper, &s->upper);
}

static double find_largest(const cld_lanes *p) {
    return cld_max(cld_max((*p)[0], (*p)[1]), cld_max((*p)[2], (*p)[3]));
}

/// Along the normals of the faces of v: how far along each the axes of the other reach, and how far the other
/// reaches beyond v.
CLD_INLINE void measure_faces(cld_brick_search *s, cld_brick_axes *g, const cld_brick_view *v,
                              const cld_brick_view *other, along_axes *along, cld_lanes *beyond) {
    cld_lanes3 p, q;
    cld_lanes length_p, length_q, lengths, reach, own;
    rotate(&v->axis.x, &p.x, &q.x);
    rotate(&v->axis.y, &p.y, &q.y);
    rotate(&v->axis.z, &p.z, &q.z);
    rotate(&v->length, &length_p, &length_q);
    lengths = length_p * length_q;
    cld_lanes_cross(&p, &q, &g->n);
    cld_lanes_dot(&g->n, &v->axis, &own);
    cld_lanes_take_magnitude(&own);
    find_along_axes(other, &g->n, along);
    reach = own + (along->of[0] + along->of[1] + along->of[2]);
    measure(s, g, &reach, &lengths);
    // How far the other reaches counts twice more, and so does what that is off by.
    *beyond = g->lower + 2 * (reach - own - STEEP_ERROR * s->size * lengths) * g->scale;
}

/// Along the cross products of axis i of A and those of B. How far an axis reaches along one is how far one
/// of those two reaches along the normal of a face: `of_b` tells of each axis of B, for the faces of A, and
/// `of_i` of axis i, for those of B.
CLD_INLINE void measure_edges(cld_brick_search *s, cld_brick_axes *g, int i, const cld_brick_view *a,
                              const cld_brick_view *b, const along_axes *of_b, const cld_lanes *of_i) {
    const cld_lanes3 *q = &b->axis;
    double x = a->axis.x[i], y = a->axis.y[i], z = a->axis.z[i];
    cld_lanes lengths = b->length * a->length[i], reach, rest;
    g->n.x = q->z * y - q->y * z, g->n.y = q->x * z - q->z * x, g->n.z = q->y * x - q->x * y;
    rotate(of_i, &reach, &rest);
    reach += rest;
    reach += of_b->of[(i + 1) % 3] + of_b->of[(i + 2) % 3];
    measure(s, g, &reach, &lengths);
}

/// The first axis that is as good as the best one but for rounding, so that faces come before edges; without
/// a jump: which it is is hard to foresee.
CLD_INLINE uint32_t find_first(const cld_brick_search *s) {
    const cld_lane_bits end = {0, 0, 0, UINT64_C(1) << CLD_LANES * CLD_BRICK_GROUPS};
    double least = find_largest(&s->highest) - CLD_CSO_ROUNDING * s->size;
    cld_lane_bits bit = {1, 2, 4, 8}, good = end;
    for (int i = 0; i < CLD_BRICK_GROUPS; i++, bit <<= CLD_LANES)
        good |= (cld_lane_bits)(s->at[i].lower >= least) & bit;
    return (uint32_t)__builtin_ctzll(good[0] | good[1] | good[2] | good[3]);
}

/// Returns how many groups it measured.
CLD_INLINE int run(cld_posed_brick of_a, cld_posed_brick of_b, double enough, cld_brick_search *s) {
    cld_brick_view a, b;
    look_at(of_a, &a);
    look_at(of_b, &b);
    s->a = a, s->b = b;
    along_axes by_a, by_b, by_each; // the axes of B along the normals of A, and those of A along B's
    measure_faces(s, &s->at[0], &a, &b, &by_a, &s->beyond_a);
    measure_faces(s, &s->at[1], &b, &a, &by_b, &s->beyond_b);
    if (find_largest(&s->highest) > enough)
        return CLD_BRICK_FACES;
    transpose(&by_a, &by_each);
#pragma GCC unroll 3 // in a loop, what the faces have told would go through memory
    for (int i = 0; i < 3; i++)
        measure_edges(s, &s->at[CLD_BRICK_FACES + i], i, &a, &b, &by_each, &by_b.of[i]);
    s->first = find_first(s);
    return CLD_BRICK_GROUPS;
}

CLD_WIDE(int, run, (cld_posed_brick a, cld_posed_brick b, double enough, cld_brick_search *s),
         { return run(a, b, enough, s); })

/// Searches, and bounds the largest separation from above.
static double search_all(const cld_cso *cso, cld_posed_brick a, cld_posed_brick b, double limit,
                         cld_brick_search *s) {
    s->offset = cso->offset;
    s->size = cso->size;
    s->highest = s->upper = (cld_lanes){-INFINITY, -INFINITY, -INFINITY, -INFINITY};
    s->steepest = (cld_lanes){1, 1, 1, 1};
    s->tilt = 0;
    // Beside what is said above, axes that a pose has turned are off by 9 u of the reach, of which the
    // frame's error has 6.
    s->error = 16 * CLD_ROUNDOFF * cso->size + cld_shape_brick(a.shape)->error +
               cld_shape_brick(b.shape)->error + 4 * CLD_ROUNDOFF * (cso->a.reach + cso->b.reach) +
               cso->error;
    int groups = CLD_BEST(run, (a, b, limit + s->error, s));
    if (cso->tracer)
        cld_bricks_tell(cso, s, groups, a, b);
    return groups < CLD_BRICK_GROUPS
               ? INFINITY
               : find_largest(&s->upper) + s->error + 2 * s->tilt * cso->size * find_largest(&s->steepest);
}

void cld_bricks_bound(const cld_cso *cso, cld_posed_brick a, cld_posed_brick b, double limit, double *lower,
                      double *upper) {
    cld_brick_search s;
    *upper = search_all(cso, a, b, limit, &s);
    *lower = find_largest(&s.highest) - s.error;
}

/// A unit axis from A to B, one of SAT's, and what separates along it, at least and about.
static cld_vec3 find_axis(const cld_brick_search *s, double *lower, double *separation) {
    const cld_brick_axes *g = &s->at[s->first / CLD_LANES];
    uint32_t k = s->first % CLD_LANES;
    *lower = g->lower[k] - s->error;
    *separation = g->separation[k];
    cld_vec3 n = cld_vec3_make(g->n.x[k], g->n.y[k], g->n.z[k]);
    return cld_scale(n, g->along[k] < 0 ? -g->scale[k] : g->scale[k]);
}

bool cld_bricks_find_distance(const cld_cso *cso, cld_posed_brick a, cld_posed_brick b, double limit,
                              cld_bricks_result *result) {
    cld_brick_search s;
    double separation;
    result->upper = search_all(cso, a, b, limit, &s);
    result->lower = find_largest(&s.highest) - s.error;
    bool apart = result->lower > 0;
    if (result->lower > limit || !(apart || result->upper < 0))
        return false;
    cld_vec3 n = find_axis(&s, &result->lower, &separation);
    if (apart)
        return cld_bricks_approach(&s, n, separation, result);
    result->normal = n;
    result->separation = separation;
    result->beyond_a = find_largest(&s.beyond_a) - 3 * s.error;
    result->beyond_b = find_largest(&s.beyond_b) - 3 * s.error;
    return true;
}
