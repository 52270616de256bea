/// What lies in what, where one at least is a cylinder, a cone or an ellipsoid.
#include <criterion/criterion.h>
#include <math.h>

#include "math/vec.h"
#include "support/body_pair.h"
#include "support/shapes.h"

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

enum { MOST_ROUNDED = 4096 };

static double rounded[MOST_ROUNDED][3];

/// Points on a spiral around a sphere, and a margin around their hull.
static cld_shape_def define_rounded(size_t count, double radius, double margin) {
    for (size_t i = 0; i < count; i++) {
        double z = 1 - (2 * (double)i + 1) / (double)count, out = sqrt(1 - z * z),
               turn = 2.399963229728653 * (double)i; // the golden angle
        rounded[i][0] = radius * out * cos(turn), rounded[i][1] = radius * out * sin(turn);
        rounded[i][2] = radius * z;
    }
    cld_shape_def def = cld_shape_def_make(CLD_HULL);
    def.points = rounded[0];
    def.point_count = count;
    def.margin = margin;
    return def;
}

/// Asks both ways round.
static void expect_inside(const cld_shape *inner, const cld_shape *outer, double room) {
    cld_query_options options = cld_query_options_make();
    cr_expect_eq(shape_ask(inner, NULL, outer, NULL, &options).containment,
                 room > 0 ? CLD_A_IN_B : CLD_CONTAINS_NONE, "room %g", room);
    cr_expect_eq(shape_ask(outer, NULL, inner, NULL, &options).containment,
                 room > 0 ? CLD_B_IN_A : CLD_CONTAINS_NONE, "room %g", room);
}

/// With few enough vertices to be looked at one by one, and with more. The point farthest from the axis tells
/// how wide the cylinder has to be.
Test(curved_containment, a_cylinder_holds_a_large_rounded_hull_that_fits_and_no_other) {
    static const double ends[] = {0, 0, -0.75, 0, 0, 0.75};
    for (size_t count = 64; count <= 66; count++) {
        cld_shape_def def = define_rounded(count, 0.6, 0.1), cylinder = cld_shape_def_make(CLD_CYLINDER);
        cld_shape *inner = shape_make(&def);
        double widest = 0;
        for (size_t i = 0; i < count; i++)
            widest = fmax(widest, hypot(rounded[i][0], rounded[i][1]));
        cylinder.points = ends, cylinder.point_count = 2;
        for (int power = -8; power <= -4; power++)
            for (int sign = -1; sign <= 1; sign += 2) {
                double room = sign * pow(10, power);
                cylinder.radius = widest + def.margin + room;
                cld_shape *outer = shape_make(&cylinder);
                expect_inside(inner, outer, room);
                cld_shape_destroy(outer);
            }
        cld_shape_destroy(inner);
    }
}

/// Of so many vertices that a table of them is made for the look along all faces: a peg under the middle of a
/// face, which ends below the margin's surface or above.
Test(curved_containment, a_large_rounded_hull_holds_what_ends_below_a_face_of_it) {
    cld_shape_def def = define_rounded(MOST_ROUNDED, 1, 0.05);
    cld_shape *outer = shape_make(&def);
    const cld_hull *hull;
    cr_assert_eq(cld_shape_find_hull(outer, &hull, NULL), CLD_OK);
    for (uint32_t k = 0; k < 5; k++) {
        uint32_t f = k * (hull->face_count / 5), corners = hull->face_start[f + 1] - hull->face_start[f];
        cld_vec3 n = hull->face_normal[f], middle = {0, 0, 0};
        for (uint32_t i = 0; i < corners; i++) {
            const double *p = rounded[hull->face_vertex[hull->face_start[f] + i]];
            middle = cld_add_scaled(middle, 1.0 / corners, cld_vec3_make(p[0], p[1], p[2]));
        }
        for (int sign = -1; sign <= 1; sign += 2) {
            double room = sign * pow(10, -4 - (int)k);
            body_def peg = body_def_between(CLD_CYLINDER, cld_add_scaled(middle, def.margin - 0.1, n),
                                            cld_add_scaled(middle, def.margin - room, n), 0.005);
            cld_shape *inner = body_create(&peg);
            expect_inside(inner, outer, room);
            cld_shape_destroy(inner);
        }
    }
    cld_shape_destroy(outer);
}

/// Ten billion times as long as it is thick and more, so that the tolerance is larger than what it holds: all
/// of that is within 4 of its middle, and far more is within the tolerance. Doubles see a splinter of it, and
/// for seeds 729, 894 and 1053 so does double-double.
Test(curved_containment, a_needle_holds_what_its_tolerance_does_however_it_is_turned) {
    static const cld_kind kinds[] = {CLD_TRIANGLE, CLD_SEGMENT,   CLD_BOX, CLD_HULL,
                                     CLD_CYLINDER, CLD_ELLIPSOID, CLD_CONE};
    body_pair q = {0};
    for (unsigned long long seed = 0; seed < 1100; seed++) {
        random_state r = random_make(seed);
        double first = random_real(&r, 0.3, 1), length = random_power_of_ten(&r, 10, 16);
        length *= random_real(&r, 1, 2);
        body_def needle = body_def_sized(CLD_ELLIPSOID, first, length, random_real(&r, 0.3, 1)),
                 inner = body_def_make(kinds[seed % 7], 0, &r);
        inner.def.margin = random_one_in(&r, 2) ? random_real(&r, 0, 1) : 0;
        needle.def.transform = body_place(random_one_in(&r, 2), 0, &r);
        inner.def.transform = body_place(random_one_in(&r, 2), 0.5, &r);
        body_pair_ask(&q, inner, needle);
        cr_expect(q.r.tolerance < 19 || q.r.containment == CLD_A_IN_B, "seed %llu: %d in %g", seed,
                  (int)q.r.containment, length);
    }
    body_pair_free(&q);
}
