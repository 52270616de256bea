/// Balls and capsules against each other, in closed form: the nearest points of two segments or points.
///
/// The nearest points are both inside their segments, or one of them is an end; of these five cases the
/// nearest pair is taken, so no threshold says what is parallel. All in double-double, the parameters of the
/// points too: of two segments at an angle of 2^-40, or that pass each other at 2^-40 of their length,
/// nothing is lost that a double could show. Cores that meet have no nearest points; they go to the general
/// method, as do contacts and containment.

#include "narrow/pair.h"
#include "proof/bounds.h"

/// A core: from + s * along, 0 <= s <= 1.
typedef struct axis {
    cld_dd3 from, along;
} axis;

/// A pair of points of the two cores.
typedef struct nearest {
    cld_dd s, t;   ///< to double alone, the gap would be off along the cores by what it may be long itself
    cld_dd3 gap;   ///< from the first to the second
    cld_dd square; ///< of its length
} nearest;

static axis make_axis(const cld_cloud *cloud) {
    cld_vec3 from = cld_cloud_at(cloud, 0), to = cld_cloud_at(cloud, cloud->count - 1);
    return (axis){cld_dd3_make(from), cld_dd3_diff(to, from)};
}

static cld_dd3 find_point(const axis *a, cld_dd s) {
    return cld_dd3_add(a->from, cld_dd3_scale(a->along, s));
}

static void offer(const axis *a, const axis *b, cld_dd s, cld_dd t, nearest *best) {
    cld_dd3 gap = cld_dd3_sub(find_point(b, t), find_point(a, s));
    cld_dd square = cld_dd3_dot(gap, gap);
    if (!(best->square.hi >= 0) || cld_dd_less(square, best->square))
        *best = (nearest){s, t, gap, square};
}

static cld_dd clamp(cld_dd x) {
    const cld_dd zero = {0, 0}, one = {1, 0};
    return !(x.hi > 0) ? zero : cld_dd_less(x, one) ? x : one;
}

/// Where on the axis the point nearest to `p` is.
static cld_dd project(const axis *a, cld_dd3 p) {
    cld_dd square = cld_dd3_dot(a->along, a->along);
    if (!(square.hi > 0))
        return cld_dd_make(0);
    return clamp(cld_dd_div(cld_dd3_dot(cld_dd3_sub(p, a->from), a->along), square));
}

static nearest find_nearest(const axis *a, const axis *b) {
    nearest best = {.square = {-1, 0}};
    for (int end = 0; end < 2; end++) {
        cld_dd at = cld_dd_make(end);
        offer(a, b, at, project(b, find_point(a, at)), &best);
        offer(a, b, project(a, find_point(b, at)), at, &best);
    }
    // Inside both: the gap is orthogonal to both axes. Of axes at a small angle s is off by far more than a
    // digit, and t has to be as far off the same way, or the gap would lean along them.
    cld_dd3 d = cld_dd3_sub(b->from, a->from);
    cld_dd aa = cld_dd3_dot(a->along, a->along), bb = cld_dd3_dot(b->along, b->along),
           ab = cld_dd3_dot(a->along, b->along);
    cld_dd ad = cld_dd3_dot(a->along, d), bd = cld_dd3_dot(b->along, d);
    cld_dd determinant = cld_dd_sub(cld_dd_mul(aa, bb), cld_dd_mul(ab, ab));
    if (determinant.hi > 0) {
        cld_dd s = cld_dd_div(cld_dd_sub(cld_dd_mul(ad, bb), cld_dd_mul(ab, bd)), determinant);
        s = clamp(s);
        offer(a, b, s, project(b, find_point(a, s)), &best);
    }
    return best;
}

/// The distance of the points that the parameters stand for is an upper bound. Rounding the parameters leaves
/// it one, and moves it by no more than 2 u of the cores' length.
static double bound_from_points(const cld_cso *cso, double s, double t) {
    cld_cso_vertex v[4];
    const double weight[4] = {(1 - s) * (1 - t), (1 - s) * t, s * (1 - t), s * t};
    for (uint32_t i = 0; i < 4; i++)
        v[i] = cld_cso_vertex_at(cso, i / 2 * (cso->a.count - 1), i % 2 * (cso->b.count - 1));
    return cld_bound_from_points(cso, v, weight, 4);
}

static void tell(const cld_cso *cso, const cld_core_answer *answer) {
    cld_cso_vertex spot = {.a = answer->point_a, .b = answer->point_b};
    spot.w = cld_sub(cld_sub(spot.a, spot.b), cso->offset);
    spot.ia = spot.ib = CLD_NO_INDEX; // anywhere on the segments
    cld_event event = {CLD_TRACE_ANALYTIC, .simplex = &spot, .simplex_count = 1};
    event.direction = answer->normal;
    event.lower = answer->lower;
    event.upper = answer->upper;
    cld_trace_tell(cso, &event);
}

static cld_status find_core(cld_pair *pair, cld_core_answer *answer, cld_error *err) {
    const cld_cso *cso = &pair->cso;
    axis a = make_axis(&cso->a), b = make_axis(&cso->b);
    b.from = cld_dd3_add(b.from, cso->offset_exact);
    nearest n = find_nearest(&a, &b);
    cld_dd length = cld_dd_sqrt(n.square);
    *answer = (cld_core_answer){.algorithm = CLD_ANALYTIC, .signed_distance = length.hi, .rest = length.lo};
    if (length.hi > 0) {
        answer->normal = cld_dd3_value(cld_dd3_div(n.gap, length));
        answer->lower = cld_bound_from_direction(cso, answer->normal);
    }
    cld_core_take_axis(answer);
    if (!answer->apart)
        return cld_pair_find_general(pair)->find_core(pair, answer, err);
    answer->upper = bound_from_points(cso, n.s.hi, n.t.hi);
    answer->point_a = cld_dd3_value(find_point(&a, n.s));
    answer->point_b = cld_dd3_value(cld_dd3_sub(find_point(&b, n.t), cso->offset_exact));
    if (cso->tracer)
        tell(cso, answer);
    return CLD_OK;
}

const cld_method cld_method_analytic = {find_core, cld_find_general_contacts, cld_is_contained_generally};
