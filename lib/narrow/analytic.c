/// Balls and capsules against each other, in closed form: the nearest points of two segments or points.
///
/// The nearest points are both inside their segments, or one of them is an end; of these five cases the
/// nearest pair is taken, so no threshold says what is parallel: where plain doubles do not prove what they
/// find, all in double-double, the parameters of the points too, so that of two segments at an angle of
/// 2^-40, or that pass each other at 2^-40 of their length, nothing is lost that a double could show. Cores
/// that meet have no nearest points; they go to the general method, as do contacts of those that are side by
/// side.

#include <math.h>

#include "base/error.h"
#include "narrow/core.h"
#include "narrow/pair.h"
#include "narrow/workspace.h"
#include "proof/plain.h"

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
    const double of_a[2] = {1 - s, s}, of_b[2] = {1 - t, t};
    double weight[4];
    int count = 0;
    for (uint32_t i = 0; i < 2 && i < cso->a.cloud.count; i++)
        for (uint32_t k = 0; k < 2 && k < cso->b.cloud.count; k++, count++) {
            v[count] = cld_cso_vertex_at(cso, i, k);
            weight[count] = of_a[i] * of_b[k];
        }
    return cld_bound_from_points(cso, v, weight, count);
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

/// Two points: their distance is right to far more than a double.
static bool answer_points(const cld_cso *cso, cld_core_answer *answer) {
    cld_vec3 from = cld_cloud_at(&cso->a.cloud, 0), to = cld_cloud_at(&cso->b.cloud, 0);
    cld_dd3 gap = cld_dd3_add(cso->offset_exact, cld_dd3_diff(to, from));
    cld_dd length = cld_dd_sqrt(cld_dd3_dot(gap, gap));
    double error = 0x1p-90 * cso->size + cso->error;
    if (!(length.hi > 0))
        return false;
    answer->signed_distance = length.hi;
    answer->rest = length.lo;
    cld_vec3 n = cld_dd3_value(gap);
    answer->normal = cld_vec3_make(n.x / length.hi, n.y / length.hi, n.z / length.hi);
    answer->lower = cld_plain_round_down(length.hi - error);
    answer->upper = cld_plain_round_up(length.hi + error);
    answer->point_a = from, answer->point_b = to;
    cld_core_take_axis(answer);
    return answer->apart;
}

/// Cores nearer to each other than this part of what they reach are left to double-double: a normal is off by
/// some u of that over the distance.
#define NEAREST_PLAIN 0x1p-4

static double project_plainly(cld_vec3 from, cld_vec3 along, cld_vec3 p) {
    double square = cld_dot(along, along), at = square > 0 ? cld_dot(cld_sub(p, from), along) / square : 0;
    return cld_max(0, cld_min(at, 1));
}

/// The same in plain doubles, where the bounds show that those do: of the lines' nearest points the first
/// one's, within its segment, then the nearest to it on the second, then the nearest to that.
///
/// Source: C. Ericson, Real-Time Collision Detection, 2005, section 5.1.9.
static bool answer_plainly(const cld_cso *cso, cld_core_answer *answer) {
    cld_vec3 from_a = cld_cloud_at(&cso->a.cloud, 0), from_b = cld_cloud_at(&cso->b.cloud, 0),
             along_a = cld_sub(cld_cloud_at(&cso->a.cloud, cso->a.cloud.count - 1), from_a),
             along_b = cld_sub(cld_cloud_at(&cso->b.cloud, cso->b.cloud.count - 1), from_b),
             d = cld_sub(cld_add(from_b, cso->offset), from_a);
    double aa = cld_dot(along_a, along_a), bb = cld_dot(along_b, along_b), ab = cld_dot(along_a, along_b),
           determinant = aa * bb - ab * ab,
           s = determinant > 0 ? (cld_dot(along_a, d) * bb - ab * cld_dot(along_b, d)) / determinant : 0;
    s = cld_max(0, cld_min(s, 1));
    const cld_vec3 none = {0, 0, 0};
    double t = project_plainly(d, along_b, cld_scale(along_a, s));
    s = project_plainly(none, along_a, cld_add_scaled(d, t, along_b));
    cld_vec3 gap = cld_sub(cld_add_scaled(d, t, along_b), cld_scale(along_a, s));
    double length = cld_length(gap);
    if (!(length > NEAREST_PLAIN * (cso->a.reach + cso->b.reach)) || cld_core_is_far(cso))
        return false;
    answer->signed_distance = length;
    answer->normal = cld_unit(gap);
    answer->lower = cld_bound_from_direction(cso, answer->normal);
    answer->upper = bound_from_points(cso, s, t);
    answer->signed_distance = cld_max(answer->lower, cld_min(answer->upper, length));
    answer->point_a = cld_add_scaled(from_a, s, along_a);
    answer->point_b = cld_add_scaled(from_b, t, along_b);
    cld_core_take_axis(answer);
    return answer->apart && cld_core_is_tight(cso, answer);
}

/// In double-double, whatever the cores are. False where they meet.
static bool answer_exactly(const cld_cso *cso, cld_core_answer *answer) {
    axis a = make_axis(&cso->a.cloud), b = make_axis(&cso->b.cloud);
    b.from = cld_dd3_add(b.from, cso->offset_exact);
    nearest n = find_nearest(&a, &b);
    cld_dd length = cld_dd_sqrt(n.square);
    answer->signed_distance = length.hi;
    answer->rest = length.lo;
    answer->lower = 0;
    if (length.hi > 0) {
        answer->normal = cld_dd3_value(cld_dd3_div(n.gap, length));
        answer->lower = cld_bound_from_direction(cso, answer->normal);
    }
    cld_core_take_axis(answer);
    if (!answer->apart)
        return false;
    answer->upper = bound_from_points(cso, n.s.hi, n.t.hi);
    answer->point_a = cld_dd3_value(find_point(&a, n.s));
    answer->point_b = cld_dd3_value(cld_dd3_sub(find_point(&b, n.t), cso->offset_exact));
    return true;
}

static bool are_points(const cld_cso *cso) { return cso->a.cloud.count == 1 && cso->b.cloud.count == 1; }

static cld_status find_core(cld_pair *pair, cld_core_answer *answer, cld_error *err) {
    const cld_cso *cso = &pair->cso;
    *answer = (cld_core_answer){.algorithm = CLD_ANALYTIC};
    bool found = are_points(cso) ? answer_points(cso, answer)
                                 : answer_plainly(cso, answer) || answer_exactly(cso, answer);
    if (!found)
        return cld_pair_find_general(pair)->find_core(pair, answer, err);
    if (cso->tracer)
        tell(cso, answer);
    return CLD_OK;
}

/// What of a core is farthest along n: an end, or the segment where both are within the slack.
static cld_feature find_feature(const cld_cloud *cloud, cld_vec3 n, double slack) {
    cld_vec3 along = cld_sub(cld_cloud_at(cloud, cloud->count - 1), cld_cloud_at(cloud, 0));
    double rise = cld_dot(n, along);
    if (fabs(rise) <= slack && cld_max_abs(along) > 0)
        return (cld_feature){CLD_FEATURE_EDGE, 0, CLD_NO_INDEX};
    return (cld_feature){CLD_FEATURE_VERTEX, rise > 0, CLD_NO_INDEX};
}

/// Whether segments are side by side, the shorter one leaving the direction of the longer by no more than the
/// slack: then they may have two contacts. Asked with twice the slack that the general method has, it leaves
/// to that one all that it would tell so.
static bool are_parallel(const cld_cso *cso, double slack) {
    cld_vec3 a = cld_sub(cld_cloud_at(&cso->a.cloud, 1), cld_cloud_at(&cso->a.cloud, 0)),
             b = cld_sub(cld_cloud_at(&cso->b.cloud, 1), cld_cloud_at(&cso->b.cloud, 0));
    return cld_length(cld_cross(a, b)) <= slack * cld_max(cld_length(a), cld_length(b));
}

/// Of cores that are apart and not side by side the only contact is where they are nearest to each other, but
/// for the plane, where an edge is what another is clipped to.
static cld_status find_contacts(cld_pair *pair, const cld_core_answer *core, bool colliding, double least,
                                cld_contact_set *set, cld_error *err) {
    const cld_cso *cso = &pair->cso;
    set->feature_a = find_feature(&cso->a.cloud, core->normal, cld_pair_find_slack_of(pair, false));
    set->feature_b =
        find_feature(&cso->b.cloud, cld_negate(core->normal), cld_pair_find_slack_of(pair, true));
    bool a_is_edge = set->feature_a.kind == CLD_FEATURE_EDGE,
         b_is_edge = set->feature_b.kind == CLD_FEATURE_EDGE,
         are_side_by_side = a_is_edge && b_is_edge && are_parallel(cso, 2 * cld_pair_find_slack(pair)),
         has_reference = pair->a.shape->dimension == 2 && cso->a.cloud.count + cso->b.cloud.count > 3 &&
                         (a_is_edge || b_is_edge);
    if (!core->apart || are_side_by_side || has_reference)
        return cld_find_general_contacts(pair, core, colliding, least, set, err);
    set->a_is_alone = set->b_is_alone = true;
    if (!colliding)
        return CLD_OK;
    set->contacts = cld_buffer_reserve(&pair->workspace->contacts, 1, sizeof *set->contacts);
    if (!set->contacts)
        return cld_fail_memory(err);
    double depth = -core->signed_distance;
    set->contacts[0] =
        (cld_core_contact){core->point_a, cld_add_scaled(core->point_a, -depth, core->normal), depth};
    set->count = 1;
    return CLD_OK;
}

/// A segment lies in what is within `room` of another if both of its ends do. A distance is off by 2 u of the
/// size for each of its two points, and by 4 u of itself.
static bool is_contained(cld_pair *pair, bool b_is_container, double room) {
    const cld_cso *cso = &pair->cso;
    const cld_cloud *inner = &cld_cso_get_side(cso, !b_is_container)->cloud,
                    *outer = &cld_cso_get_side(cso, b_is_container)->cloud;
    cld_vec3 shift = b_is_container ? cld_negate(cso->offset) : cso->offset, from = cld_cloud_at(outer, 0),
             along = cld_sub(cld_cloud_at(outer, outer->count - 1), from);
    double most = room + 8 * CLD_ROUNDOFF * cso->size + cso->error;
    for (uint32_t i = 0; i < inner->count; i++) {
        cld_vec3 p = cld_add(cld_cloud_at(inner, i), shift);
        if (!(cld_distance(p, cld_add_scaled(from, project_plainly(from, along, p), along)) <= most))
            return false;
    }
    return true;
}

const cld_method cld_method_analytic = {find_core, find_contacts, is_contained};
