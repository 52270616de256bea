/// Wrong answers about curved shapes, of which no point is given that could be held against a face.
#include <criterion/criterion.h>
#include <math.h>

#include "math/tangent.h"
#include "math/vec.h"
#include "support/body_pair.h"
#include "support/shapes.h"

#define OFF 1e-4

/// Beside what rounding explains 1e-4 is much; both points stay as far apart as they were.
Test(verify_curved, refuses_closest_points_off_the_surface) {
    body_pair q = {0};
    for (uint64_t seed = 0; seed < 100; seed++) {
        random_state r = random_make(seed);
        body_def a = body_def_sized(CLD_ELLIPSOID, 1, 2, 3), b = body_def_upright(CLD_CYLINDER, -1, 1, 2);
        a.def.transform = body_place(false, 1, &r), b.def.transform = body_place(false, 6, &r);
        cld_error err = {.message = ""};
        body_pair_ask(&q, a, b);
        cr_expect_eq(cld_verify(q.a, NULL, q.b, NULL, &q.r, &err), CLD_OK, "%s", err.message);
        for (int sign = -1; sign <= 1; sign += 2) {
            cld_result moved = q.r;
            moved.closest_a = cld_add_scaled(moved.closest_a, sign * OFF, moved.normal);
            moved.closest_b = cld_add_scaled(moved.closest_b, sign * OFF, moved.normal);
            cr_expect_eq(cld_verify(q.a, NULL, q.b, NULL, &moved, NULL), CLD_NOT_CERTIFIED, "seed %d, %d",
                         (int)seed, sign);
        }
        if (q.r.contact_count == 0)
            continue;
        cld_contact contact = q.r.contacts[0];
        cld_result moved = q.r;
        moved.contacts = &contact, moved.contact_count = 1;
        contact.world_a = cld_add_scaled(contact.world_a, OFF, moved.normal);
        contact.world_b = cld_add_scaled(contact.world_b, OFF, moved.normal);
        cr_expect_eq(cld_verify(q.a, NULL, q.b, NULL, &moved, NULL), CLD_NOT_CERTIFIED, "seed %d", (int)seed);
    }
    body_pair_free(&q);
}

/// A solver that stopped too early: the separation along its normal, bounds around that, and points as far
/// apart, one of which is only nearly on the cylinder.
Test(verify_curved, refuses_a_distance_that_is_too_small) {
    body_pair q = {0};
    body_def point = {.def = cld_shape_def_make(CLD_POINT)};
    point.def.point_count = 1;
    const cld_vec3 p = {3, 0.3, 0.2};
    point.points[0] = p.x, point.points[1] = p.y, point.points[2] = p.z;
    body_pair_ask(&q, body_def_upright(CLD_CYLINDER, -1, 1, 1), point);
    double tilt = 1e-3;
    for (int i = 0; i < 10; i++, tilt *= 1.5) {
        cld_result r = q.r;
        cld_vec3 aside = cld_vec3_make(-r.normal.y, r.normal.x, 0);
        r.normal = cld_unit(cld_add_scaled(r.normal, tilt, aside));
        cld_find_tangents_catto(r.normal, &r.tangent[0], &r.tangent[1]);
        r.signed_distance = cld_dot(p, r.normal) - cld_length(cld_vec3_make(r.normal.x, r.normal.y, 0));
        r.lower = r.signed_distance - 1e-14, r.upper = r.signed_distance + 1e-14;
        r.axis = r.normal, r.gap = r.lower;
        r.closest_b = p, r.closest_a = cld_add_scaled(p, -r.signed_distance, r.normal);
        cr_assert_lt(r.upper, q.r.lower - 1e-7);
        cr_expect_eq(cld_verify(q.a, NULL, q.b, NULL, &r, NULL), CLD_NOT_CERTIFIED, "tilt %g", tilt);
    }
    body_pair_free(&q);
}

static cld_vec3 find_pole(const double radii[3], cld_vec3 n) {
    cld_vec3 m = {radii[0] * n.x, radii[1] * n.y, radii[2] * n.z};
    double length = cld_length(m);
    return cld_vec3_make(radii[0] * m.x / length, radii[1] * m.y / length, radii[2] * m.z / length);
}

/// A solver that stopped a little too early, between two ellipsoids: the separation along its normal, points
/// that far apart, both within sqrt(u) of the surfaces, and bounds that leave out the truth.
Test(verify_curved, refuses_a_distance_that_is_a_little_too_small) {
    static const double ra[] = {1, 1.5, 2}, rb[] = {1.2, 1, 1.7}, along[] = {0.3, 1, 1.5, 2.3, 2.5, 10};
    body_pair q = {0};
    for (int i = 0; i < 6; i++) {
        body_def b = body_def_sized(CLD_ELLIPSOID, rb[0], rb[1], rb[2]);
        cld_vec3 centre = {along[i], 0.2, 0.1}, t1, t2;
        b.def.transform = cld_transform_make_translation(centre);
        body_pair_ask(&q, body_def_sized(CLD_ELLIPSOID, ra[0], ra[1], ra[2]), b);
        cld_find_tangents_catto(q.r.normal, &t1, &t2);
        double diagonal = q.r.tolerance * 1e9;
        int tried = 0;
        double tilt = 2e-5;
        for (int step = 0; step < 22; step++, tilt *= 1.2) {
            cld_result r = q.r;
            r.normal = cld_unit(cld_add_scaled(r.normal, tilt, t1));
            cld_vec3 a = find_pole(ra, r.normal), to = find_pole(rb, cld_negate(r.normal));
            to = cld_sub(cld_add(to, centre), a);
            double distance = cld_dot(to, r.normal);
            r.signed_distance = distance, r.lower = distance - 1e-14, r.upper = distance + 1e-14;
            r.mtv = cld_scale(r.normal, fmax(0, -distance));
            cld_find_tangents_catto(r.normal, &r.tangent[0], &r.tangent[1]);
            r.closest_a = cld_add_scaled(a, 0.5, cld_add_scaled(to, -distance, r.normal));
            r.closest_b = cld_add_scaled(r.closest_a, distance, r.normal);
            cld_contact contact = {-distance, r.closest_a, r.closest_b, r.closest_a,
                                   cld_sub(r.closest_b, centre)};
            r.contacts = &contact, r.contact_count = !q.r.has_axis;
            r.axis = r.normal, r.gap = r.lower;
            if (distance > q.r.signed_distance - 1.5e-9 * diagonal)
                continue;
            tried++;
            cr_expect_eq(cld_verify(q.a, NULL, q.b, NULL, &r, NULL), CLD_NOT_CERTIFIED, "%g: tilt %g",
                         along[i], tilt);
        }
        cr_expect_gt(tried, 5);
    }
    body_pair_free(&q);
}

/// Of two children the answer of the first alone, when the second is nearer to what `other` is.
static void expect_refused_for_one(const cld_shape_def child[2], const cld_shape *other, int about) {
    cld_query_options options = cld_query_options_make();
    cld_shape_def def = cld_shape_def_make(CLD_COMPOUND);
    def.children = child, def.child_count = 1;
    cld_shape *part = shape_make(&def);
    def.child_count = 2;
    cld_shape *whole = shape_make(&def);
    cld_error err = {.message = ""};
    cld_result r = shape_ask(whole, NULL, other, NULL, &options);
    cr_expect_eq(cld_verify(whole, NULL, other, NULL, &r, &err), CLD_OK, "%s", err.message);
    r = shape_ask(part, NULL, other, NULL, &options);
    cr_expect_eq(cld_verify(whole, NULL, other, NULL, &r, &err), CLD_NOT_CERTIFIED, "%d", about);
    cr_expect_null(r.verified_by);
    cld_shape_destroy(part);
    cld_shape_destroy(whole);
}

/// Above a floor that is large beside both.
Test(verify_curved, sees_a_nearer_curved_child) {
    static const cld_kind kinds[] = {CLD_ELLIPSOID, CLD_CYLINDER, CLD_CONE};
    static const double ends[] = {0, 0, -0.5, 0, 0, 0.5};
    body_def floor = body_def_sized(CLD_BOX, 30, 30, 2);
    floor.def.transform = cld_transform_make_translation(cld_vec3_make(0, 0, -1));
    cld_shape *box = body_create(&floor);
    for (int k = 0; k < 3; k++) {
        cld_shape_def child[2];
        for (int i = 0; i < 2; i++) {
            child[i] = cld_shape_def_make(kinds[k]);
            child[i].points = ends, child[i].point_count = kinds[k] == CLD_ELLIPSOID ? 0 : 2;
            child[i].radius = child[i].radii[0] = child[i].radii[1] = 1, child[i].radii[2] = 0.5;
            child[i].transform = cld_transform_make_axis_angle(cld_vec3_make(1, 2, 3), 40);
            child[i].transform.t = cld_vec3_make(5 * i, 0, i ? 2 : 3);
        }
        expect_refused_for_one(child, box, k);
    }
    cld_shape_destroy(box);
}

/// Where nothing tells a direction, or the line of centres tells the whole distance.
Test(verify_curved, sees_a_nearer_child_on_the_line_of_centres) {
    static const double ends[] = {0, 0, -1, 0, 0, 1}, height[] = {0, 1e-3, 2.5, 4};
    cld_shape_def upright = cld_shape_def_make(CLD_CYLINDER);
    upright.points = ends, upright.point_count = 2, upright.radius = 1;
    cld_shape *other = shape_make(&upright);
    for (int k = 0; k < 4; k++) {
        cld_shape_def child[] = {upright, upright};
        child[0].transform = cld_transform_make_translation(cld_vec3_make(9, 0, 0));
        child[1].transform = cld_transform_make_translation(cld_vec3_make(0, 0, height[k]));
        expect_refused_for_one(child, other, k);
    }
    cld_shape_destroy(other);
}

/// What is looked at goes by the dimension, which is so a part of the answer to look at.
Test(verify_curved, refuses_another_dimension) {
    body_pair q = {0};
    body_pair_ask(&q, body_def_sized(CLD_BOX, 1, 1, 1), body_def_sized(CLD_BOX, 2, 1, 1));
    cr_expect_eq(cld_verify(q.a, NULL, q.b, NULL, &q.r, NULL), CLD_OK);
    cr_expect_not_null(q.r.verified_by);
    q.r.dimension = 7;
    cr_expect_eq(cld_verify(q.a, NULL, q.b, NULL, &q.r, NULL), CLD_NOT_CERTIFIED);
    cr_expect_null(q.r.verified_by, "of an answer that was verified before");
    body_pair_free(&q);
}
