/// Whether any direction has more separation than the answer says.
///
/// sd = max over all unit n of sep(n), so one direction is enough to refute an answer. For polytopes that
/// overlap the maximum is at the normal of a facet of A - B, which is a face of A or B or the sum of an edge
/// of each, so if none of these refutes it nothing does. All pairs of edges are tried: those that are no
/// facet do no harm. For what does not overlap, two points and a plane have said all there is.

#include "proof/trial.h"

#include <math.h>

#include "math/tangent.h"
#include "proof/approach.h"
#include "proof/exact_answer.h"
#include "shape/faces.h"

/// A question about a direction, asked of one after the other until the answer is yes.
typedef bool question(cld_trial *t, cld_vec3 n);

static bool ask_both_ways(cld_trial *t, question *ask, cld_vec3 n) {
    return ask(t, n) || ask(t, cld_negate(n));
}

static cld_vec3 find_edge(const cld_body *body, uint32_t e) {
    const uint32_t *v = body->hull->edge_vertex[e];
    return cld_unit(cld_sub(cld_cloud_at(&body->cloud, v[1]), cld_cloud_at(&body->cloud, v[0])));
}

/// The product of two unit vectors in double-double, as a unit vector; 0 if they are parallel.
static cld_vec3 find_product(cld_vec3 e, cld_vec3 f) {
    cld_dd3 n = cld_dd3_cross(cld_dd3_make(e), cld_dd3_make(f));
    double length = cld_dd_value(cld_dd_sqrt(cld_dd3_dot(n, n)));
    return length > 0 ? cld_scale(cld_dd3_value(n), 1 / length) : cld_vec3_make(0, 0, 0);
}

/// The normal of an edge in the plane, of a face in space.
static cld_vec3 find_side(const cld_body *body, uint32_t i, bool planar) {
    return planar ? cld_cross(find_edge(body, i), cld_vec3_make(0, 0, 1))
                  : cld_find_face_normal(&body->cloud, body->hull, i, body->shape->mirrored);
}

static bool ask_sides(cld_trial *t, question *ask, const cld_body *body) {
    bool planar = t->result->dimension == 2;
    uint32_t count = planar ? body->hull->edge_count : body->hull->face_count;
    for (uint32_t i = 0; i < count; i++)
        if (ask_both_ways(t, ask, find_side(body, i, planar)))
            return true;
    return false;
}

static bool ask_edge_pairs(cld_trial *t, question *ask) {
    for (uint32_t i = 0; i < t->a.hull->edge_count; i++) {
        cld_vec3 e = find_edge(&t->a, i);
        for (uint32_t j = 0; j < t->b.hull->edge_count; j++)
            if (ask_both_ways(t, ask, find_product(e, find_edge(&t->b, j))))
                return true;
    }
    return false;
}

/// Asks of all directions that may be the normal of a facet of A - B.
static bool ask_facets(cld_trial *t, question *ask) {
    return ask_sides(t, ask, &t->a) || ask_sides(t, ask, &t->b) ||
           (t->result->dimension == 3 && ask_edge_pairs(t, ask));
}

/// Whether a direction shows more separation than the answer has. Most are told by a rough look.
static bool is_refuted_by(cld_trial *t, cld_vec3 n) {
    double length = cld_length(n), radius = t->a.radius + t->b.radius;
    if (!(length > 0))
        return false;
    n = cld_scale(n, 1 / length);
    double a = cld_body_find_rough_height(&t->a, n), b = cld_body_find_rough_height(&t->b, cld_negate(n));
    if (-a - b - radius <= t->distance + t->accuracy)
        return false;
    return !cld_trial_take(t, cld_trial_find_separation(t, n) - t->distance, t->accuracy);
}

static bool is_refuted_by_directions(cld_trial *t) {
    for (int i = 0; i < CLD_DIRECTION_COUNT; i++)
        if (is_refuted_by(t, cld_spread_direction(i, t->result->dimension)))
            return true;
    return false;
}

/// Of polytopes that do not overlap: the distance in exact arithmetic, which is good to 2^-50 and so shows
/// whether the lower bound holds, too.
static bool has_exact_distance(cld_trial *t, const cld_exact_cso *exact) {
    cld_exact_nearest nearest;
    cld_find_exact_nearest(exact, &nearest);
    double distance = nearest.distance * t->cso.scale, radius = t->a.radius + t->b.radius,
           error = 16 * CLD_ROUNDOFF * (distance + radius) + t->skew + 1.1 * t->cso.error;
    return cld_trial_take(t, fabs(distance - t->core_distance), t->accuracy) &&
           cld_trial_take(t, t->result->lower * t->cso.scale - (distance - radius), error);
}

static bool make_exact(const cld_trial *t, cld_exact_cso *exact) {
    return cld_exact_cso_make(exact, &t->cso, t->a.shape, t->placed_pose[0], t->b.shape, t->placed_pose[1]);
}

/// With a tolerance of 0 the status is that of exact arithmetic, where that is asked. What is smaller than
/// 2^110 of the least doubles may overlap by less than one. Numbers of too many bits refute nothing.
static bool has_exact_outcome(cld_trial *t) {
    cld_exact_cso exact;
    cld_exact_answer answer;
    if (t->result->tolerance != 0 || t->cso.size <= 0x1p-964 * t->cso.scale || !cld_is_exact(t->a.shape) ||
        !cld_is_exact(t->b.shape))
        return true;
    if (!make_exact(t, &exact) || !cld_find_exact_answer(&exact, t->ground, &answer))
        return true;
    t->got = answer.outcome != t->result->outcome;
    t->limit = 0;
    return t->got == 0;
}

/// A point of B - A that is lowest along n.
static cld_vec3 find_lowest(const cld_trial *t, cld_vec3 n) {
    cld_vec3 a = cld_body_find_extreme(&t->a, n), b = cld_body_find_extreme(&t->b, cld_negate(n));
    return cld_add(cld_sub(b, a), cld_dd3_value(t->b.origin));
}

/// From w, a point of B - A that is lowest along n, which way to turn n to separate more; 0 if none is known.
static cld_vec3 find_way_up(cld_vec3 w, cld_vec3 n) {
    cld_vec3 aside = cld_add_scaled(w, -cld_dot(w, n), n);
    return cld_length(aside) > 0 ? cld_unit(aside) : cld_vec3_make(0, 0, 0);
}

/// Curved cores that overlap: whether directions beside the answer's, each the best of those along the way up
/// from the last, show more, as from where a search has stopped too early.
static bool is_refuted_uphill(cld_trial *t) {
    cld_vec3 n = t->result->normal;
    for (int rounds = 0; rounds < 8; rounds++) {
        cld_vec3 best = n, up = find_way_up(find_lowest(t, n), n);
        double most = -INFINITY;
        for (double turn = 0.25; turn > 0x1p-27 && cld_length(up) > 0; turn /= 2) {
            cld_vec3 m = cld_unit(cld_add_scaled(n, turn, up));
            double separation = cld_dot(find_lowest(t, m), m);
            if (is_refuted_by(t, m))
                return true;
            if (separation > most)
                most = separation, best = m;
        }
        n = best;
    }
    return false;
}

/// Curved cores that are apart: whether a direction shows more, until two of their points are as near as the
/// answer says. Its own points are known to sqrt(u) only.
static bool is_refuted_on_approach(cld_trial *t) {
    cld_approach approach = {.count = 0};
    cld_vec3 way = t->result->normal;
    double near = fmax(t->core_distance, 0) + t->accuracy;
    for (int tries = 0; tries == 0 || (tries < 200 && cld_length(way) > near); tries++) {
        cld_vec3 n = cld_unit(way);
        if (is_refuted_by(t, n))
            return true;
        way = cld_approach_step(&approach, find_lowest(t, n));
    }
    return false;
}

bool cld_trial_find_nothing_nearer(cld_trial *t, const char **by) {
    bool overlaps = t->core_distance < -t->accuracy, planar = t->result->dimension == 2;
    cld_exact_cso exact;
    if (t->ground) {
        *by = "points and plane";
        return has_exact_outcome(t);
    }
    if (t->a.curve || t->b.curve) {
        *by = overlaps ? "points and separations along 2000 directions" : "points and separating axis";
        return overlaps ? !is_refuted_by_directions(t) && !is_refuted_uphill(t) : !is_refuted_on_approach(t);
    }
    if (overlaps) {
        *by = planar ? "points and separations along all edge normals"
                     : "points and separations along all face normals and edge pairs";
        return !ask_facets(t, is_refuted_by);
    }
    *by = "points, separating axis and distance in exact arithmetic";
    return make_exact(t, &exact) && has_exact_distance(t, &exact) && has_exact_outcome(t);
}

static bool is_enough(const cld_trial *t) { return t->most >= t->distance - t->accuracy; }

/// Keeps the largest separation seen; true if it is no less than the answer's.
static bool is_shown_by(cld_trial *t, cld_vec3 n) {
    if (cld_length(n) > 0)
        t->most = fmax(t->most, cld_trial_find_separation(t, n));
    return is_enough(t);
}

static bool is_shown_both_ways(cld_trial *t, cld_vec3 n) { return ask_both_ways(t, is_shown_by, n); }

/// Directions that are enough for most pairs.
static bool is_shown_at_once(cld_trial *t) {
    cld_vec3 offset = t->cso.offset;
    bool planar = t->result->dimension == 2;
    return is_shown_both_ways(t, t->result->normal) || is_shown_both_ways(t, offset) ||
           is_shown_both_ways(t, cld_vec3_make(1, 0, 0)) || is_shown_both_ways(t, cld_vec3_make(0, 1, 0)) ||
           (!planar && is_shown_both_ways(t, cld_vec3_make(0, 0, 1)));
}

/// Where A - B is straight, each direction across it shows that it has no depth, and no side or product of
/// edges need be one.
static bool is_shown_across(cld_trial *t, const cld_body *body) {
    if (t->result->dimension == 2 || body->hull->edge_count == 0)
        return false;
    cld_vec3 t1, t2;
    cld_find_tangents_catto(find_edge(body, 0), &t1, &t2);
    return is_shown_both_ways(t, t1);
}

/// Polytopes that overlap have a side or a pair of edges that shows it, others a distance.
static bool are_polytopes_no_deeper(cld_trial *t) {
    cld_exact_cso exact;
    if (ask_facets(t, is_shown_by) || is_shown_across(t, &t->a) || is_shown_across(t, &t->b))
        return true;
    if (!make_exact(t, &exact))
        return false;
    cld_exact_nearest nearest;
    cld_find_exact_nearest(&exact, &nearest);
    if (nearest.distance > 0) // else it says nothing about the depth
        t->most = fmax(t->most, nearest.distance * t->cso.scale - t->a.radius - t->b.radius);
    return is_enough(t);
}

/// How far the cores are apart is approached; most is then no less than what any direction shows. Where they
/// overlap, directions are tried.
static bool are_curves_no_deeper(cld_trial *t) {
    cld_vec3 way = cld_dd3_value(t->b.origin);
    double radius = t->a.radius + t->b.radius, nearest = INFINITY;
    cld_approach approach = {.count = 0};
    const double rounding = 4 * CLD_ROUNDOFF * t->cso.size;
    for (int tries = 0; tries == 0 || (tries < 200 && cld_length(way) > fmax(t->most + radius, 0) + rounding);
         tries++) {
        cld_vec3 n = cld_length(way) > 0 ? cld_unit(way) : cld_vec3_make(1, 0, 0);
        if (is_shown_by(t, n))
            return true;
        way = cld_approach_step(&approach, find_lowest(t, n));
        // Rounding may put a splinter of corners around what a direction shows to be outside.
        if (cld_length(way) >= t->most + radius - rounding)
            nearest = fmin(nearest, cld_length(way));
    }
    if (nearest > 0x1p-30 * t->cso.size) {
        t->most = fmax(t->most, nearest - radius);
        return is_enough(t);
    }
    for (int i = 0; i < CLD_DIRECTION_COUNT; i++)
        is_shown_by(t, cld_spread_direction(i, t->result->dimension));
    // A separation changes with its direction by no more than the farthest point of A - B.
    t->most += t->cso.size / 16;
    return is_enough(t);
}

bool cld_trial_find_no_deeper(cld_trial *t) {
    t->most = -INFINITY;
    if (t->ground) {
        cld_vec3 n = cld_unit(cld_dd3_value(t->ground->rare.plane.normal));
        is_shown_by(t, t->a.shape == &t->ground->shape ? n : cld_negate(n));
    } else if (!is_shown_at_once(t)) {
        bool polytopes = !t->a.curve && !t->b.curve;
        if (polytopes ? are_polytopes_no_deeper(t) : are_curves_no_deeper(t))
            return true;
    }
    return cld_trial_take(t, t->distance - t->most, t->accuracy);
}
