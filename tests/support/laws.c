/// Limits. D is the larger box diagonal, M the largest coordinate, S the diagonal of the box around both.
///
/// - The signed distance: 1e-12 D + 4e-16 M, its bounds: 1e-9 D + 1e-14 M, as promised to users.
/// - A unit normal of rounded components is off by up to 2^-53 sqrt(3) / 2 < 1e-16, which moves supports
///   that are S apart by less than 1e-16 S; 4e-15 S leaves room for a normal that was computed. A vector
///   along it is off by less than 4e-16 S, with the roundings of its length, a product and a difference.
/// - Coordinates of points are rounded, by 2^-53 M each, so vectors between two of them are off by less
///   than 4e-16 M; 1e-15 M where a few such roundings meet.
/// - Points lie within 1e-9 D of where they should, the same as the tolerance of touching.
#include <math.h>

#include "inquiry.h"
#include "math/vec.h"

static double slack(const inquiry *q) { return 1e-12 * q->diagonal + 1e-15 * q->largest; }

static double reach(const inquiry *q) { return 1e-9 * q->diagonal + 1e-15 * q->largest; }

static double difference(oracle_real x, oracle_real y) { return (x.value - y.value) + (x.rest - y.rest); }

static cld_vec3 point_at(const point_set *s, size_t i) {
    return (cld_vec3){s->at[i][0], s->at[i][1], s->at[i][2]};
}

static double distance_to_truth(inquiry *q, cld_vec3 direction) {
    double d[3] = {direction.x, direction.y, direction.z};
    oracle_load(q->checker->judge, points_of(&q->pair->a), q->pair->a.count, points_of(&q->pair->b),
                q->pair->b.count);
    return difference(oracle_find_separation(q->checker->judge, d), q->truth);
}

/// How far p is outside the hull of a set.
static double distance_outside(inquiry *q, const point_set *s, cld_vec3 p) {
    double point[3] = {p.x, p.y, p.z};
    oracle_load(q->checker->judge, points_of(s), s->count, point, 1);
    return fmax(0, oracle_find_signed_distance(q->checker->judge).value);
}

/// How far p is from the supporting plane of a set: positive below, negative above it.
static double distance_below_top(const point_set *s, cld_vec3 n, cld_vec3 p) {
    double most = -HUGE_VAL;
    for (size_t i = 0; i < s->count; i++)
        most = fmax(most, cld_dot(n, cld_sub(point_at(s, i), p)));
    return most;
}

// ---- the number ----

static bool is_accurate(inquiry *q) {
    return at_most(q, fabs(oracle_excess(q->result.signed_distance, q->truth)), accuracy(q));
}

static bool is_bounded_below(inquiry *q) { return at_most(q, oracle_excess(q->result.lower, q->truth), 0); }

static bool is_bounded_above(inquiry *q) { return at_most(q, -oracle_excess(q->result.upper, q->truth), 0); }

static bool is_within_its_bounds(inquiry *q) {
    const cld_result *r = &q->result;
    return at_most(q, fmax(r->lower - r->signed_distance, r->signed_distance - r->upper), 0);
}

static bool is_tightly_bounded(inquiry *q) {
    return at_most(q, q->result.upper - q->result.lower, 1e-9 * q->diagonal + 1e-14 * q->largest);
}

/// Boxes are rounded outwards by an ulp or two of coordinates up to M.
static bool has_default_tolerance(inquiry *q) {
    double expected = 1e-9 * q->diagonal;
    return at_most(q, fabs(q->result.tolerance - expected),
                   1e-9 * (1e-15 * q->diagonal + 2e-15 * q->largest));
}

static cld_outcome outcome_of(double signed_distance, double tolerance) {
    return signed_distance > tolerance    ? CLD_SEPARATED
           : signed_distance < -tolerance ? CLD_PENETRATING
                                          : CLD_TOUCHING;
}

static bool has_consistent_outcome(inquiry *q) {
    const cld_result *r = &q->result;
    return at_most(q, r->outcome != outcome_of(r->signed_distance, r->tolerance), 0);
}

static bool has_true_outcome(inquiry *q) {
    const cld_result *r = &q->result;
    double nearest_limit = fabs(fabs(q->truth.value) - r->tolerance);
    if (nearest_limit <= accuracy(q))
        return true;
    return at_most(q, r->outcome != outcome_of(q->truth.value, r->tolerance), 0);
}

/// Whatever was asked for, GJK may find the distance of shapes that are apart.
static bool names_its_algorithm(inquiry *q) {
    cld_algorithm name = q->result.algorithm, asked = q->asked;
    bool apart = name == CLD_GJK && q->result.signed_distance > 0;
    // EPA answers for SAT where the hull's faces are merged from facets that differ by more than the answer
    // may.
    bool gjk = (asked != CLD_SAT && name == CLD_GJK) || name == CLD_GJK_EPA;
    bool sat = asked != CLD_GJK_EPA && name == CLD_SAT;
    return at_most(q, !(apart || gjk || sat), 0);
}

// ---- the vectors ----

static double length_excess(cld_vec3 v) { return fabs(cld_length(v) - 1); }

/// The rounded components of a unit vector make its length wrong by up to 2^-53; twice that with the length's
/// own rounding.
static bool has_unit_normal(inquiry *q) { return at_most(q, length_excess(q->result.normal), 4e-16); }

static bool has_normal_that_shows_the_distance(inquiry *q) {
    double limit = accuracy(q) + 4e-15 * q->span;
    return at_most(q, fabs(distance_to_truth(q, q->result.normal)), limit);
}

static bool has_mtv_of_depth_along_normal(inquiry *q) {
    double depth = fmax(0, -q->result.signed_distance);
    cld_vec3 expected = cld_scale(q->result.normal, depth);
    return at_most(q, cld_max_abs(cld_sub(q->result.mtv, expected)), 4e-16 * depth);
}

static bool has_orthonormal_tangents(inquiry *q) {
    const cld_vec3 *t = q->result.tangent, n = q->result.normal;
    double worst = fmax(length_excess(t[0]), length_excess(t[1]));
    worst = fmax(worst, cld_max_abs(cld_sub(cld_cross(t[0], t[1]), n)));
    return at_most(q, worst, 1e-15);
}

static bool has_separating_axis_when_apart(inquiry *q) {
    const cld_result *r = &q->result;
    if (r->has_axis != (r->outcome == CLD_SEPARATED))
        return at_most(q, 1, 0);
    if (!r->has_axis)
        return true;
    double gap = distance_to_truth(q, r->axis) + q->truth.value;
    bool apart = r->gap > 0 && length_excess(r->axis) <= 4e-16;
    return at_most(q, apart ? fabs(gap - r->gap) : HUGE_VAL, accuracy(q) + 4e-15 * q->span);
}

// ---- the points ----

/// The part of a - b across the normal, or its error along the normal: whichever is larger.
static double offset_error(const inquiry *q, cld_vec3 a, cld_vec3 b, double depth) {
    return cld_length(cld_sub(cld_sub(a, b), cld_scale(q->result.normal, depth)));
}

static bool has_closest_points_that_show_the_distance(inquiry *q) {
    const cld_result *r = &q->result;
    double limit = slack(q) + 4e-16 * q->span;
    return at_most(q, offset_error(q, r->closest_a, r->closest_b, -r->signed_distance), limit);
}

static bool has_closest_points_on_supporting_planes(inquiry *q) {
    const cld_result *r = &q->result;
    double below_a = distance_below_top(&q->pair->a, r->normal, r->closest_a);
    double above_b = distance_below_top(&q->pair->b, cld_negate(r->normal), r->closest_b);
    return at_most(q, fmax(fabs(below_a), fabs(above_b)), reach(q));
}

static bool has_contacts_when_colliding(inquiry *q) {
    bool colliding = q->result.outcome != CLD_SEPARATED;
    return at_most(q, colliding != (q->result.contact_count > 0), 0);
}

static bool has_contacts_deepest_first(inquiry *q) {
    const cld_contact *c = q->result.contacts;
    for (size_t i = 1; i < q->result.contact_count; i++)
        if (!at_most(q, c[i].depth - c[i - 1].depth, 0))
            return false;
    return true;
}

static bool has_deepest_contact_that_shows_the_distance(inquiry *q) {
    if (q->result.contact_count == 0)
        return true;
    return at_most(q, fabs(q->result.contacts[0].depth + q->result.signed_distance), 0);
}

static bool has_deepest_contact_on_supporting_planes(inquiry *q) {
    if (q->result.contact_count == 0)
        return true;
    const cld_contact *c = &q->result.contacts[0];
    double below_a = distance_below_top(&q->pair->a, q->result.normal, c->world_a);
    double above_b = distance_below_top(&q->pair->b, cld_negate(q->result.normal), c->world_b);
    return at_most(q, fmax(fabs(below_a), fabs(above_b)), reach(q));
}

static bool has_contacts_no_higher_than_the_tolerance(inquiry *q) {
    for (size_t i = 0; i < q->result.contact_count; i++)
        if (!at_most(q, -q->result.contacts[i].depth - q->result.tolerance, accuracy(q)))
            return false;
    return true;
}

static bool has_contacts_along_the_normal(inquiry *q) {
    for (size_t i = 0; i < q->result.contact_count; i++) {
        const cld_contact *c = &q->result.contacts[i];
        if (!at_most(q, offset_error(q, c->world_a, c->world_b, c->depth), slack(q)))
            return false;
    }
    return true;
}

/// The shapes have no transform and no pose: their own frame is the world.
static bool has_local_points_in_the_world(inquiry *q) {
    for (size_t i = 0; i < q->result.contact_count; i++) {
        const cld_contact *c = &q->result.contacts[i];
        double a = cld_max_abs(cld_sub(c->world_a, c->local_a));
        double b = cld_max_abs(cld_sub(c->world_b, c->local_b));
        if (!at_most(q, fmax(a, b), slack(q)))
            return false;
    }
    return true;
}

static bool has_no_contact_twice(inquiry *q) {
    const cld_contact *c = q->result.contacts;
    for (size_t i = 0; i < q->result.contact_count; i++)
        for (size_t j = 0; j < i; j++) {
            double a = cld_max_abs(cld_sub(c[i].world_a, c[j].world_a));
            double b = cld_max_abs(cld_sub(c[i].world_b, c[j].world_b));
            if (fmax(a, b) <= 0x1p-53 * q->largest)
                return at_most(q, 1, 0);
        }
    return true;
}

static bool has_all_points_in_their_shapes(inquiry *q) {
    const cld_result *r = &q->result;
    double worst =
        fmax(distance_outside(q, &q->pair->a, r->closest_a), distance_outside(q, &q->pair->b, r->closest_b));
    for (size_t i = 0; i < r->contact_count; i++) {
        worst = fmax(worst, distance_outside(q, &q->pair->a, r->contacts[i].world_a));
        worst = fmax(worst, distance_outside(q, &q->pair->b, r->contacts[i].world_b));
    }
    return at_most(q, worst, reach(q));
}

// ---- features and containment ----

/// The indices of a feature's points, `count` of them; NULL if the hull has no such feature.
static const uint32_t *find_feature(const cld_hull *hull, const cld_feature *feature, size_t *count) {
    uint32_t i = feature->index;
    switch (feature->kind) {
    case CLD_FEATURE_VERTEX: *count = 1; return i < hull->point_count ? &feature->index : NULL;
    case CLD_FEATURE_EDGE: *count = 2; return i < hull->edge_count ? hull->edge_vertex[i] : NULL;
    case CLD_FEATURE_FACE:
        if (i >= hull->face_count)
            return NULL;
        *count = hull->face_start[i + 1] - hull->face_start[i];
        return &hull->face_vertex[hull->face_start[i]];
    default: return NULL;
    }
}

/// How far the feature is from the supporting plane.
static double feature_error(const cld_shape *shape, const point_set *s, cld_vec3 n, cld_feature feature) {
    const cld_hull *hull;
    size_t count = 0;
    if (cld_shape_find_hull(shape, &hull, NULL) != CLD_OK)
        return HUGE_VAL;
    const uint32_t *vertex = find_feature(hull, &feature, &count);
    double worst = vertex ? 0 : HUGE_VAL;
    for (size_t i = 0; vertex && i < count; i++)
        worst = fmax(worst, fabs(distance_below_top(s, n, point_at(s, vertex[i]))));
    return worst;
}

static bool has_features_on_supporting_planes(inquiry *q) {
    const cld_result *r = &q->result;
    double a = feature_error(q->a, &q->pair->a, r->normal, r->feature_a);
    double b = feature_error(q->b, &q->pair->b, cld_negate(r->normal), r->feature_b);
    return at_most(q, fmax(a, b), reach(q));
}

/// How far the set sticks out of the other.
double inquiry_protrusion(inquiry *q, const point_set *inner, const point_set *outer) {
    double worst = 0;
    for (size_t i = 0; i < inner->count; i++)
        worst = fmax(worst, distance_outside(q, outer, point_at(inner, i)));
    return worst;
}

static bool has_true_containment(inquiry *q) {
    cld_containment c = q->result.containment;
    bool says_a = c == CLD_A_IN_B || c == CLD_EQUAL, says_b = c == CLD_B_IN_A || c == CLD_EQUAL;
    double a = inquiry_protrusion(q, &q->pair->a, &q->pair->b) - q->result.tolerance;
    double b = inquiry_protrusion(q, &q->pair->b, &q->pair->a) - q->result.tolerance;
    return at_most(q, says_a ? a : -a, accuracy(q)) && at_most(q, says_b ? b : -b, accuracy(q));
}

static const struct law {
    const char *name;
    bool (*holds)(inquiry *q);
    bool costly;
} laws[] = {
    {"signed distance is accurate", is_accurate, false},
    {"lower bound holds", is_bounded_below, false},
    {"upper bound holds", is_bounded_above, false},
    {"signed distance lies within its bounds", is_within_its_bounds, false},
    {"bounds are tight", is_tightly_bounded, false},
    {"default tolerance follows the boxes", has_default_tolerance, false},
    {"outcome follows from signed distance and tolerance", has_consistent_outcome, false},
    {"outcome is true", has_true_outcome, false},
    {"algorithm is one asked for", names_its_algorithm, false},
    {"normal is unit", has_unit_normal, false},
    {"normal shows the signed distance", has_normal_that_shows_the_distance, false},
    {"mtv is depth times normal", has_mtv_of_depth_along_normal, false},
    {"tangents and normal are a right-handed frame", has_orthonormal_tangents, false},
    {"separating axis is there when apart, and true", has_separating_axis_when_apart, false},
    {"closest points show signed distance and normal", has_closest_points_that_show_the_distance, false},
    {"closest points lie on the supporting planes", has_closest_points_on_supporting_planes, false},
    {"contacts are there when colliding", has_contacts_when_colliding, false},
    {"contacts are sorted, deepest first", has_contacts_deepest_first, false},
    {"deepest contact has the signed distance", has_deepest_contact_that_shows_the_distance, false},
    {"deepest contact lies on the supporting planes", has_deepest_contact_on_supporting_planes, false},
    {"contacts are no higher than the tolerance", has_contacts_no_higher_than_the_tolerance, false},
    {"contact points are depth apart along the normal", has_contacts_along_the_normal, false},
    {"local points are the world's without a transform", has_local_points_in_the_world, false},
    {"no contact stands twice", has_no_contact_twice, false},
    {"points lie in their shapes", has_all_points_in_their_shapes, true},
    {"features lie on the supporting planes", has_features_on_supporting_planes, true},
    {"containment is true", has_true_containment, true},
    {"moving both shapes alike keeps the signed distance", keeps_its_distance_in_motion, true},
    {"swapping keeps every number", has_same_numbers_swapped, false},
    {"swapping negates normal, mtv and axis", has_opposite_normal_swapped, false},
    {"swapping keeps all findings", has_same_findings_swapped, false},
};

static bool check_answer(inquiry *q, cld_algorithm algorithm, bool thorough, law_failure *failure) {
    *failure = (law_failure){"the query is answered", algorithm, 1, 0};
    if (!inquiry_ask(q, algorithm))
        return false;
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        if ((laws[i].costly && !thorough) || laws[i].holds(q))
            continue;
        *failure = (law_failure){laws[i].name, algorithm, q->got, q->limit};
        return false;
    }
    return true;
}

static void note_answer(inquiry *q, law_measure *measure) {
    measure->error = fmax(measure->error, fabs(oracle_excess(q->result.signed_distance, q->truth)));
    measure->width = fmax(measure->width, q->result.upper - q->result.lower);
    measure->wrong_outcome = measure->wrong_outcome || !has_true_outcome(q);
}

bool laws_hold(law_checker *checker, const test_pair *pair, int scope, law_measure *measure,
               law_failure *failure) {
    static const struct {
        cld_algorithm algorithm;
        int scope;
    } asked[] = {{CLD_AUTO, 0}, {CLD_GJK_EPA, LAWS_GJK_EPA}, {CLD_SAT, LAWS_SAT}};

    inquiry q = inquiry_make(checker, pair);
    *measure = (law_measure){.diagonal = q.diagonal};
    bool holds = q.a && q.b;
    if (!holds)
        *failure = (law_failure){"the shapes are made", CLD_AUTO, 1, 0};
    for (size_t i = 0; holds && i < sizeof asked / sizeof *asked; i++) {
        if ((scope & asked[i].scope) != asked[i].scope)
            continue;
        holds = check_answer(&q, asked[i].algorithm, scope & LAWS_THOROUGH, failure);
        note_answer(&q, measure);
    }
    inquiry_end(&q);
    return holds;
}
