/// What lies in what, where one at least is a cylinder, a cone or an ellipsoid.
#include <criterion/criterion.h>
#include <math.h>

#include "math/vec.h"
#include "support/body_pair.h"

Test(curved_containment, knows_what_lies_inside) {
    body_pair q = {0};
    body_pair_ask(&q, body_def_sized(CLD_BOX, 2, 2, 2), body_def_upright(CLD_CYLINDER, -1, 1, 1));
    cr_assert_eq(q.r.containment, CLD_B_IN_A);
    body_pair_ask(&q, body_def_sized(CLD_BOX, 2, 2, 2), body_def_upright(CLD_CYLINDER, -1, 1, 1.001));
    cr_assert_eq(q.r.containment, CLD_CONTAINS_NONE);
    // The corners of a cube of half size 1 are sqrt(3) away.
    body_pair_ask(&q, body_def_sized(CLD_BOX, 2, 2, 2), body_def_sized(CLD_ELLIPSOID, 1.74, 1.75, 1.74));
    cr_assert_eq(q.r.containment, CLD_A_IN_B);
    body_pair_ask(&q, body_def_sized(CLD_BOX, 2, 2, 2), body_def_sized(CLD_ELLIPSOID, 1.73, 1.731, 1.732));
    cr_assert_eq(q.r.containment, CLD_CONTAINS_NONE);
    body_pair_ask(&q, body_def_upright(CLD_CONE, -1, 1, 1), body_def_upright(CLD_CYLINDER, -1, 1, 1));
    cr_assert_eq(q.r.containment, CLD_A_IN_B);
    body_pair_free(&q);
}

/// A ball in the middle of an ellipsoid whose least radius is 1.
Test(curved_containment, sees_a_ball_stick_out_of_a_thin_ellipsoid) {
    body_pair q = {0};
    random_state r = random_make(1);
    for (int trial = 0; trial < 2000; trial++) {
        double longest = random_power_of_ten(&r, 1, 4),
               radius = trial % 2 ? 0.999 : random_real(&r, 1.001, 3);
        body_def ellipsoid = body_def_sized(CLD_ELLIPSOID, longest, random_real(&r, 3, 3 + longest), 1),
                 ball = {.def = cld_shape_def_make(CLD_SPHERE)};
        ellipsoid.def.transform = body_place(false, 0, &r);
        ball.def.radius = radius;
        body_pair_ask(&q, ball, ellipsoid);
        cr_expect_eq(q.r.containment, radius < 1 ? CLD_A_IN_B : CLD_CONTAINS_NONE, "%d: %g in %g", trial,
                     radius, longest);
    }
    body_pair_free(&q);
}

/// A point at a small distance from a curved shape or as deep in it, and how far out it is by the answer to
/// the two alone.
static cld_vec3 place_near(body_pair *q, body_def curve, random_state *r, double *out) {
    body_def point = {.def = cld_shape_def_make(CLD_POINT)};
    point.def.point_count = 1;
    for (int k = 0; k < 3; k++)
        point.points[k] = 8 * random_short(r);
    body_pair_ask(q, point, curve);
    double gap = (random_one_in(r, 2) ? 1 : -1) * random_power_of_ten(r, -7, -2);
    cld_vec3 p = cld_add_scaled(q->r.closest_b, -gap, q->r.normal);
    point.points[0] = p.x, point.points[1] = p.y, point.points[2] = p.z;
    body_pair_ask(q, point, curve);
    *out = q->r.signed_distance;
    return p;
}

Test(curved_containment, holds_a_segment_whose_ends_it_holds) {
    body_pair q = {0};
    int inside = 0, outside = 0;
    for (unsigned long long seed = 0; seed < 2000; seed++) {
        random_state r = random_make(seed);
        body_def curve = body_def_make(body_curved[seed % 3], seed % 2 ? 2 : 0, &r);
        curve.def.transform = body_place(false, 1, &r);
        double out[2];
        cld_vec3 p = place_near(&q, curve, &r, &out[0]), d = place_near(&q, curve, &r, &out[1]);
        body_def segment = body_def_between(CLD_SEGMENT, p, d, 0);
        body_pair_ask(&q, segment, curve);
        double most = fmax(out[0], out[1]);
        if (q.r.outcome == CLD_SEPARATED || fabs(most - q.r.tolerance) < 0.5 * q.r.tolerance)
            continue;
        inside += most < q.r.tolerance;
        outside += most > q.r.tolerance;
        cr_expect_eq(q.r.containment == CLD_A_IN_B, most < q.r.tolerance, "seed %llu: %g out", seed, most);
    }
    cr_expect(inside > 200 && outside > 200, "%d inside, %d outside", inside, outside);
    body_pair_free(&q);
}

/// How far A sticks out of B, at least: along the best of many directions, and of those that random steps
/// from it lead to.
static double search_excess(const body *a, const body *b, random_state *r) {
    double most = -INFINITY;
    cld_vec3 best = {0};
    for (int i = 0; i < 2000; i++) {
        bool wide = i < 800; // then in steps that shrink from 0.5 to 1e-9
        double step = pow(0.983, i - 760);
        cld_vec3 d = {random_real(r, -1, 1), random_real(r, -1, 1), random_real(r, -1, 1)},
                 n = cld_unit(wide ? d : cld_add_scaled(best, step, d));
        double excess = body_reach(a, n) - body_reach(b, n);
        if (excess > most)
            most = excess, best = n;
    }
    return most;
}

/// A margin makes the inner one just too thick; rounded containers among them, whose edges search along
/// tangents stops at.
Test(curved_containment, is_not_inside_what_it_sticks_out_of_a_little) {
    body_pair q = {0};
    int asked = 0;
    for (unsigned long long seed = 0; seed < 2000; seed++) {
        random_state r = random_make(seed);
        body_def a = body_def_make(body_curved[seed % 3], random_one_in(&r, 2) ? 2 : 0, &r),
                 b = body_def_make(body_bounded[seed / 3 % 10], random_one_in(&r, 2) ? 2 : 0, &r);
        double size = random_real(&r, 2, 6);
        cld_transform scale = cld_transform_make_scale((cld_vec3){size, size, size});
        if (random_one_in(&r, 2))
            b.def.margin += random_real(&r, 0, 1);
        a.def.transform = body_place(false, 0.3, &r);
        b.def.transform = body_place(false, 0.3, &r);
        b.def.transform = cld_transform_compose(&scale, &b.def.transform);
        body inner = body_make(&a), outer = body_make(&b);
        double d = body_diagonal(&outer), excess = search_excess(&inner, &outer, &r);
        if (!(excess < 0))
            continue;
        asked++;
        double beyond = d * random_power_of_ten(&r, -7, -3);
        a.def.margin += beyond - excess;
        body_pair_ask(&q, a, b);
        cr_expect(q.r.containment != CLD_A_IN_B && q.r.containment != CLD_EQUAL,
                  "seed %llu: inside, but out by %g", seed, beyond);
    }
    cr_expect_gt(asked, 400, "%d", asked);
    body_pair_free(&q);
}
