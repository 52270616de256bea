/// Pairs with a cylinder, a cone or an ellipsoid.
#include <criterion/criterion.h>
#include <math.h>

#include "math/vec.h"
#include "support/body_pair.h"

static body_def moved(body_def d, double x, double y, double z) {
    d.def.transform = cld_transform_make_translation(cld_vec3_make(x, y, z));
    return d;
}

static void expect(const body_pair *q, double signed_distance, size_t contacts) {
    cr_assert_float_eq(q->r.signed_distance, signed_distance, 1e-12, "got %.17g, expected %.17g",
                       q->r.signed_distance, signed_distance);
    cr_assert_eq(q->r.contact_count, contacts, "got %zu contacts, expected %zu", q->r.contact_count,
                 contacts);
}

Test(curved, stands_on_a_face_with_four_points_of_its_rim) {
    body_pair q = {0};
    body_pair_ask(&q, body_def_sized(CLD_BOX, 4, 4, 2),
                  moved(body_def_upright(CLD_CYLINDER, -1, 1, 1), 0.1, 0.2, 1.75));
    expect(&q, -0.25, 4);
    cr_assert_eq(q.r.feature_a.kind, CLD_FEATURE_FACE);
    cr_assert_eq(q.r.feature_b.kind, CLD_FEATURE_FACE);
    cr_assert_eq(q.r.feature_b.index, 0, "the end around ends[0]");
    body_pair_ask(&q, body_def_sized(CLD_BOX, 4, 4, 2), moved(body_def_upright(CLD_CONE, 0, 2, 1), 0, 0, 1));
    expect(&q, 0, 4);
    body_pair_ask(&q, body_def_sized(CLD_BOX, 4, 4, 2),
                  moved(body_def_sized(CLD_ELLIPSOID, 1, 0.5, 0), 0, 0, 1));
    expect(&q, 0, 4);
    body_pair_free(&q);
}

Test(curved, lies_on_a_face_with_the_two_ends_of_a_line) {
    body_pair q = {0};
    body_def lying = body_def_between(CLD_CYLINDER, cld_vec3_make(-1, 0, 0), cld_vec3_make(1, 0, 0), 0.5);
    body_pair_ask(&q, body_def_sized(CLD_BOX, 4, 4, 2), moved(lying, 1.5, 0, 1.25));
    expect(&q, -0.25, 2);
    // From the cylinder's end at 0.5 to the face's side at 2, in either order.
    cr_assert_float_eq(q.r.contacts[0].world_a.x + q.r.contacts[1].world_a.x, 2.5, 1e-9);
    cr_assert_float_eq(fabs(q.r.contacts[0].world_a.x - q.r.contacts[1].world_a.x), 1.5, 1e-9);
    cr_assert_eq(q.r.feature_b.kind, CLD_FEATURE_SURFACE);
    body_pair_ask(&q, body_def_upright(CLD_CYLINDER, -2, 0, 1), moved(lying, 0, 0, 0.5));
    expect(&q, 0, 2);
    body_pair_ask(&q, body_def_upright(CLD_CYLINDER, -2, 0, 1),
                  moved(body_def_between(CLD_CAPSULE, cld_vec3_make(-3, 0, 0), cld_vec3_make(3, 0, 0), 0.5),
                        0, 0, 0.25));
    expect(&q, -0.25, 2);
    body_pair_free(&q);
}

Test(curved, touches_with_one_point_where_nothing_is_flat_or_straight) {
    body_pair q = {0};
    body_pair_ask(&q, body_def_sized(CLD_BOX, 4, 4, 2),
                  moved(body_def_upright(CLD_CONE, 2, 0, 1), 0.5, 0, 0.9));
    expect(&q, -0.1, 1);
    cr_assert_eq(q.r.feature_b.kind, CLD_FEATURE_VERTEX);
    body_pair_ask(&q, body_def_sized(CLD_BOX, 4, 4, 2),
                  moved(body_def_sized(CLD_ELLIPSOID, 1, 2, 3), 0, 0, 3.5));
    expect(&q, -0.5, 1);
    cr_assert_eq(q.r.feature_b.kind, CLD_FEATURE_SURFACE);
    body_def along_x = body_def_between(CLD_CYLINDER, cld_vec3_make(-1, 0, 0), cld_vec3_make(1, 0, 0), 1);
    body_def along_y = body_def_between(CLD_CYLINDER, cld_vec3_make(0, -1, 0), cld_vec3_make(0, 3, 0), 1);
    body_pair_ask(&q, along_x, moved(along_y, 0.25, 0, 1.875));
    expect(&q, -0.125, 1);
    cr_assert_float_eq(q.r.contacts[0].world_a.x, 0.25, 1e-9);
    cr_assert_float_eq(q.r.contacts[0].world_a.y, 0, 1e-9);
    body_pair_free(&q);
}

Test(curved, meets_cap_to_cap_in_the_corners_of_a_lens) {
    body_pair q = {0};
    // Rims of radius 1 around (0, 0) and (1.2, 0) cross at x = 0.6, y = +-0.8; the lens is 0.2 .. 1 wide.
    body_pair_ask(&q, body_def_upright(CLD_CYLINDER, -1, 0, 1),
                  moved(body_def_upright(CLD_CYLINDER, 0, 1, 1), 1.2, 0, 0));
    cr_assert_float_eq(q.r.signed_distance, 0, 1e-12);
    int corners = 0;
    for (size_t i = 0; i < q.r.contact_count; i++)
        corners += fabs(q.r.contacts[i].world_a.x - 0.6) < 1e-9 &&
                   fabs(fabs(q.r.contacts[i].world_a.y) - 0.8) < 1e-9;
    cr_assert_eq(corners, 2);
    cr_assert_geq(q.r.contact_count, 4);
    body_pair_free(&q);
}

Test(curved, meets_elliptic_discs_in_the_corners_of_a_lens) {
    body_pair q = {0};
    // x^2 + (y / 2)^2 = 1 and the same around x = 1/2 cross at x = 1/4, y = +-2 sqrt(15 / 16).
    body_def disc = body_def_sized(CLD_ELLIPSOID, 1, 2, 0);
    body_pair_ask(&q, disc, moved(disc, 0.5, 0, 0));
    expect(&q, 0, 4);
    int corners = 0;
    for (size_t i = 0; i < q.r.contact_count; i++)
        corners += fabs(q.r.contacts[i].world_a.x - 0.25) < 1e-12 &&
                   fabs(fabs(q.r.contacts[i].world_a.y) - sqrt(15) / 2) < 1e-12;
    cr_assert_eq(corners, 2);
    // Rims around one centre, at right angles, cross in four points, on the diagonals.
    body_pair_ask(&q, disc, body_def_sized(CLD_ELLIPSOID, 2, 1, 0));
    expect(&q, 0, 8);
    corners = 0;
    for (size_t i = 0; i < q.r.contact_count; i++)
        corners += fabs(fabs(q.r.contacts[i].world_a.x) - sqrt(0.8)) < 1e-12 &&
                   fabs(fabs(q.r.contacts[i].world_a.y) - sqrt(0.8)) < 1e-12;
    cr_assert_eq(corners, 4);
    body_pair_free(&q);
}

/// How far a point in a can's frame is from the rim around the z axis, of radius 1 at that height.
static double off_rim(cld_vec3 p, double height) { return hypot(hypot(p.x, p.y) - 1, p.z - height); }

static void expect_mirrored(const cld_result *r, const cld_result *swapped) {
    cr_assert_eq(r->contact_count, swapped->contact_count);
    for (size_t i = 0; i < r->contact_count; i++) {
        double least = INFINITY;
        for (size_t k = 0; k < r->contact_count; k++)
            least = fmin(least, cld_distance(r->contacts[i].world_a, swapped->contacts[k].world_b) +
                                    cld_distance(r->contacts[i].world_b, swapped->contacts[k].world_a));
        cr_expect_lt(least, 1e-12);
    }
}

Test(curved, meets_a_cap_aslant_in_the_corners_of_a_lens) {
    body_pair q = {0};
    body_def can = body_def_upright(CLD_CYLINDER, 0, 1, 1);
    static const double rows[][3] = {
        {0.1, 0, 0}, {0.5, 0, 0}, {0.5, 0.01, 0.001}, {1, 0, 0}, {1.8, 0, 0.001}};
    for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
        // Upright, the rims cross at (x, y) / 2 +- sqrt(1 - d^2 / 4) (-y, x) / d, at an angle of about d. The
        // tilt of 0.009 moves what is seen of B's rim, 0.07 below A's at most, by 0.0006 and narrows it by
        // less, so that the crossings move by less than 0.001 / d.
        double x = rows[row][0], y = rows[row][1], d = hypot(x, y);
        body_def tilted = can;
        cld_transform lift = cld_transform_make_translation(cld_vec3_make(x, y, 0.95)),
                      tilt = cld_transform_make_axis_angle(cld_vec3_make(0, 1, rows[row][2]), 0.5);
        tilted.def.transform = cld_transform_compose(&lift, &tilt);
        body_pair_ask(&q, can, tilted);
        cr_assert_eq(q.r.feature_b.kind, CLD_FEATURE_FACE);
        int on_both[2] = {0};
        for (size_t i = 0; i < q.r.contact_count; i++) {
            const cld_contact *c = &q.r.contacts[i];
            cr_assert_lt(cld_distance(cld_add_scaled(c->world_b, c->depth, q.r.normal), c->world_a), 1e-12);
            if (off_rim(c->local_a, 1) > 1e-12 || off_rim(c->local_b, 0) > 1e-12)
                continue;
            double sign = c->world_a.y > 0 ? 1 : -1, across = sign * sqrt(1 / d / d - 0.25);
            double off = hypot(c->world_a.x - x / 2 + across * y, c->world_a.y - y / 2 - across * x);
            cr_expect_lt(off, 0.01, "row %zu: %g off", row, off);
            on_both[c->world_a.y > 0]++;
        }
        cr_expect(on_both[0] == 1 && on_both[1] == 1, "row %zu: %d %d", row, on_both[0], on_both[1]);
        cld_result r = q.r;
        cld_contact copy[16];
        cr_assert_leq(r.contact_count, 16);
        for (size_t i = 0; i < r.contact_count; i++)
            copy[i] = r.contacts[i];
        r.contacts = copy;
        body_pair_ask(&q, tilted, can);
        expect_mirrored(&r, &q.r);
    }
    body_pair_free(&q);
}

Test(curved, keeps_a_faces_corner_that_stands_on_a_cap) {
    body_pair q = {0};
    body_pair_ask(&q, body_def_upright(CLD_CYLINDER, -1, 0, 1),
                  moved(body_def_sized(CLD_BOX, 1, 1, 1), 0.6, 0.6, 0.5));
    bool found = false;
    for (size_t i = 0; i < q.r.contact_count; i++)
        found = found || cld_length(cld_sub(q.r.contacts[i].world_a, cld_vec3_make(0.1, 0.1, 0))) < 1e-9;
    cr_assert(found);
    body_pair_free(&q);
}

Test(curved, has_no_contact_beside_a_face_whose_sides_rounding_leaves_no_length) {
    body_pair q = {0};
    body_def drum = body_def_upright(CLD_CYLINDER, 0, 1, 10);
    body_pair_ask(&q, drum, moved(body_def_sized(CLD_BOX, 1e-20, 1e-20, 1e-20), 0.5, 0.25, 0.9));
    expect(&q, -0.1, 1);
    cr_assert_leq(cld_distance(q.r.contacts[0].world_b, cld_vec3_make(0.5, 0.25, 0.9)), 1e-9);
    // One that is all but a line keeps what is between its ends.
    body_pair_ask(&q, drum, moved(body_def_sized(CLD_BOX, 1e-20, 0.5, 1e-20), 0.5, 0.25, 0.9));
    expect(&q, -0.1, 2);
    for (size_t i = 0; i < 2; i++)
        cr_assert_float_eq(q.r.contacts[i].world_b.y, i == 0 ? 0 : 0.5, 1e-9);
    body_pair_free(&q);
}

Test(curved, is_as_deep_as_closed_forms_say) {
    body_pair q = {0};
    // Coaxial cylinders of equal radius: out sideways, 1 + 1, however the ring of directions ties.
    body_pair_ask(&q, body_def_upright(CLD_CYLINDER, -5, 5, 1), body_def_upright(CLD_CYLINDER, -5, 5, 1));
    cr_assert_float_eq(q.r.signed_distance, -2, 1e-9);
    cr_assert_eq(q.r.containment, CLD_EQUAL);
    // A point on the axis of a cone of height 2 and radius 1, in its middle: 1 cos(atan(1 / 2)) / 2 from the
    // flank.
    body_def point = {.def = cld_shape_def_make(CLD_POINT)};
    point.def.point_count = 1;
    body_pair_ask(&q, body_def_upright(CLD_CONE, -1, 1, 1), point);
    cr_assert_float_eq(q.r.signed_distance, -1 / sqrt(5), 1e-9);
    // Concentric ellipsoids, nearly balls: the smallest sum of radii along an axis is 1 + 1.
    body_pair_ask(&q, body_def_sized(CLD_ELLIPSOID, 1, 1, 1.001), body_def_sized(CLD_ELLIPSOID, 1, 1, 1.002));
    cr_assert_float_eq(q.r.signed_distance, -2, 1e-9);
    cr_assert_eq(q.r.containment, CLD_A_IN_B);
    // Discs in planes at right angles, rim against rim: (1, 0, 0) and (-1, 0, 0) + (2.5, 0, 0) are the
    // nearest points.
    body_pair_ask(&q, body_def_sized(CLD_ELLIPSOID, 1, 1, 0),
                  moved(body_def_sized(CLD_ELLIPSOID, 1, 0, 1), 2.5, 0, 0));
    cr_assert_float_eq(q.r.signed_distance, 0.5, 1e-12);
    // An ellipsoid as a sphere scaled is not allowed, but one with equal radii is that sphere.
    body_pair_ask(&q, body_def_sized(CLD_ELLIPSOID, 2, 2, 2),
                  moved(body_def_upright(CLD_CYLINDER, -1, 1, 1), 2.75, 0, 0));
    cr_assert_float_eq(q.r.signed_distance, -0.25, 1e-12);
    body_pair_free(&q);
}

/// A random pair; one in three just about touches.
static void make_pair(body_pair *q, unsigned long long seed, body_def *a, body_def *b) {
    random_state r = random_make(seed);
    int style = random_int(&r, 0, 3);
    *a = body_def_make(body_curved[seed % 3], style, &r);
    *b = body_def_make(body_bounded[seed / 3 % 10], style, &r);
    if (random_one_in(&r, 2)) {
        body_def t = *a;
        *a = *b, *b = t;
    }
    double reach = random_one_in(&r, 5) ? 0 : random_one_in(&r, 2) ? 0.5 : 2;
    a->def.transform = body_place(style != 0 && !random_one_in(&r, 4), reach / 4, &r);
    b->def.transform = body_place(style != 0 && !random_one_in(&r, 4), reach, &r);
    if (style == 3) // of two points there is nothing to measure by
        a->def.margin += 0.125;
    if (!random_one_in(&r, 3))
        return;
    body_pair_ask(q, *a, *b);
    double gap = random_one_in(&r, 2) ? 0 : random_real(&r, -1, 1) * random_power_of_ten(&r, -12, -1);
    cld_transform shift = cld_transform_make_translation(cld_scale(q->r.normal, gap - q->r.signed_distance));
    b->def.transform = cld_transform_compose(&shift, &b->def.transform);
}

/// What an answer must satisfy whatever its numbers are; `d` is the contract's D.
static void check_answer(const cld_result *r, const body *a, const body *b, double d,
                         unsigned long long seed) {
    double rounding = 1e-14 * (d + 8); // of coordinates up to 4, in the bodies' own arithmetic
    cr_assert_leq(r->upper - r->lower, 1e-6 * d + rounding, "seed %llu: width %g D", seed,
                  (r->upper - r->lower) / d);
    cr_assert(r->lower <= r->signed_distance && r->signed_distance <= r->upper, "seed %llu", seed);
    double along = body_separation(a, b, r->normal);
    cr_assert_leq(fabs(along - r->signed_distance), 1e-9 * d + rounding, "seed %llu: along the normal %g",
                  seed, along);
    cld_vec3 gap = cld_sub(cld_sub(r->closest_b, r->closest_a), cld_scale(r->normal, r->signed_distance));
    cr_assert_leq(cld_length(gap), 1e-6 * d, "seed %llu", seed);
    cr_assert_leq(body_excess(a, r->closest_a, 100), 1e-6 * d, "seed %llu", seed);
    cr_assert_leq(body_excess(b, r->closest_b, 100), 1e-6 * d, "seed %llu", seed);
    cr_assert_leq(body_reach(a, r->normal) - cld_dot(r->normal, r->closest_a), 1e-6 * d, "seed %llu", seed);
    cr_assert_leq(body_reach(b, cld_negate(r->normal)) + cld_dot(r->normal, r->closest_b), 1e-6 * d,
                  "seed %llu", seed);
    cr_assert_eq(r->contact_count == 0, r->outcome == CLD_SEPARATED, "seed %llu", seed);
    for (size_t i = 0; i < r->contact_count; i++) {
        const cld_contact *c = &r->contacts[i];
        cr_assert_leq(body_excess(a, c->world_a, 50), 1e-6 * d, "seed %llu: contact %zu", seed, i);
        cr_assert_leq(body_excess(b, c->world_b, 50), 1e-6 * d, "seed %llu: contact %zu", seed, i);
        gap = cld_sub(cld_sub(c->world_a, c->world_b), cld_scale(r->normal, c->depth));
        cr_assert_leq(cld_length(gap), 1e-6 * d, "seed %llu: contact %zu", seed, i);
    }
}

Test(curved, answers_random_pairs_within_its_bounds) {
    body_pair q = {0};
    for (unsigned long long seed = 1; seed <= 3000; seed++) {
        body_def da, db;
        make_pair(&q, seed, &da, &db);
        body a = body_make(&da), b = body_make(&db);
        double d = fmax(body_diagonal(&a), body_diagonal(&b));
        body_pair_ask(&q, da, db);
        check_answer(&q.r, &a, &b, d, seed);
    }
    body_pair_free(&q);
}

Test(curved, misses_no_better_direction) {
    body_pair q = {0};
    for (unsigned long long seed = 1; seed <= 300; seed++) {
        body_def da, db;
        make_pair(&q, seed, &da, &db);
        body a = body_make(&da), b = body_make(&db);
        double d = fmax(body_diagonal(&a), body_diagonal(&b));
        body_pair_ask(&q, da, db);
        cld_vec3 n;
        double found = body_search(&a, &b, 400, &n);
        cr_assert_leq(found, q.r.signed_distance + 1e-9 * d + 1e-14 * (d + 8), "seed %llu: by %g D", seed,
                      (found - q.r.signed_distance) / d);
        cr_assert_leq(found, q.r.upper + 1e-14 * (d + 8), "seed %llu", seed);
    }
    body_pair_free(&q);
}

static cld_result ask_again(const body_pair *q, bool swap, const cld_pose *pose_a, const cld_pose *pose_b) {
    cld_query_options options = cld_query_options_make();
    cld_result r;
    cld_error err;
    const cld_shape *a = swap ? q->b : q->a, *b = swap ? q->a : q->b;
    cr_assert_eq(cld_find_collision(a, pose_a, b, pose_b, &options, q->workspace, &r, &err), CLD_OK);
    return r;
}

Test(curved, obeys_the_laws_of_swapping_moving_and_scaling) {
    body_pair q = {0};
    for (unsigned long long seed = 1; seed <= 1500; seed++) {
        body_def da, db;
        make_pair(&q, seed, &da, &db);
        body a = body_make(&da), b = body_make(&db);
        double d = fmax(body_diagonal(&a), body_diagonal(&b));
        body_pair_ask(&q, da, db);
        cld_result first = q.r, r = ask_again(&q, true, NULL, NULL);
        cr_assert(r.signed_distance == first.signed_distance && r.lower == first.lower &&
                      r.upper == first.upper && r.contact_count == first.contact_count,
                  "seed %llu: swapped", seed);
        random_state random = random_make(seed + 1000000);
        cld_transform motion = body_place(false, 1, &random);
        cld_pose pose = {motion.m, motion.t};
        r = ask_again(&q, false, &pose, &pose);
        cr_assert_leq(fabs(r.signed_distance - first.signed_distance), 2e-9 * d + 1e-14 * (d + 8),
                      "seed %llu: moved", seed);
        pose = cld_pose_make_identity();
        pose.t = first.mtv;
        r = ask_again(&q, false, NULL, &pose);
        cr_assert_geq(r.signed_distance, -2e-9 * d - 1e-14 * (d + 8), "seed %llu: mtv", seed);
        cld_transform scale = cld_transform_make_scale(cld_vec3_make(0x1p-20, 0x1p-20, 0x1p-20));
        da.def.transform = cld_transform_compose(&scale, &da.def.transform);
        db.def.transform = cld_transform_compose(&scale, &db.def.transform);
        body_pair_ask(&q, da, db);
        cr_assert(q.r.signed_distance == 0x1p-20 * first.signed_distance &&
                      q.r.upper == 0x1p-20 * first.upper,
                  "seed %llu: scaled", seed);
    }
    body_pair_free(&q);
}

/// A point beyond the rim of a disc, by so little that its normal is the disc's axis but for the last digits
/// of a direction: what is nearest to it on the disc is on the rim, towards it, all the same.
Test(curved, is_nearest_on_the_rim_of_a_disc_seen_almost_along_its_axis) {
    body_pair q = {0};
    random_state random = random_make(27);
    for (int trial = 0; trial < 300; trial++) {
        double height = random_power_of_ten(&random, -1, 5), beyond = random_power_of_ten(&random, -6, -3);
        double angle = random_real(&random, -4, 4), x = cos(angle), y = sin(angle);
        body_def point = {.def = cld_shape_def_make(trial % 2 ? CLD_SEGMENT : CLD_POINT)};
        point.points[0] = point.points[3] = x * (1 + beyond);
        point.points[1] = point.points[4] = y * (1 + beyond);
        point.points[2] = height;
        point.points[5] = 2 * height;
        point.def.point_count = trial % 2 ? 2 : 1;
        body_pair_ask(&q,
                      trial % 4 < 2 ? body_def_sized(CLD_ELLIPSOID, 1, 1, 0)
                                    : body_def_upright(CLD_CYLINDER, -1, 0, 1),
                      point);
        double off = hypot(q.r.closest_a.x - x, q.r.closest_a.y - y);
        cr_expect_lt(off, 1e-8, "trial %d: height %g, %g beyond: off by %g", trial, height, beyond, off);
        cld_error err;
        cr_expect_eq(cld_verify(q.a, NULL, q.b, NULL, &q.r, &err), CLD_OK, "trial %d: %s", trial,
                     err.message);
    }
    body_pair_free(&q);
}

/// The same with an ellipse and an edge, both of which have gone wrong.
Test(curved, has_points_on_an_ellipse_seen_almost_along_its_axis) {
    body_pair q = {0};
    body_def point = {.def = cld_shape_def_make(CLD_POINT),
                      .points = {-0.0005504506693822372, -9.753934320827783e-05, 5.106574305532504}},
             segment = {.def = cld_shape_def_make(CLD_SEGMENT),
                        .points = {-0.010475629290810388, 6.3111333849902138e-18, 0.073028700308661071,
                                   -0.058989797145836728, 0.056699274980692611, 0.073028700308661071}};
    point.def.point_count = 1;
    segment.def.point_count = 2;
    const body_def rows[][2] = {
        {body_def_sized(CLD_ELLIPSOID, 0.0005667054930835198, 0.0004101311181302716, 0), point},
        {body_def_sized(CLD_ELLIPSOID, 0.010475623507260008, 0.051534286498232523, 0), segment}};
    for (int i = 0; i < 4; i++) {
        cld_error err;
        body_pair_ask(&q, rows[i / 2][i % 2], rows[i / 2][1 - i % 2]);
        cr_expect_eq(cld_verify(q.a, NULL, q.b, NULL, &q.r, &err), CLD_OK, "row %d: %s", i, err.message);
    }
    body_pair_free(&q);
}

Test(curved, ellipsoids_may_be_so_small_that_squares_vanish) {
    static const double radii[][2] = {{1e-160, 2e-300}, {1e-200, 2e-200}, {1e-250, 3e-250}};
    body_pair q = {0};
    for (int i = 0; i < 3; i++) {
        double r = radii[i][0];
        body_def point = body_def_between(CLD_POINT, cld_vec3_make(3 * r, 0, 0), cld_vec3_make(0, 0, 0), 0);
        point.def.point_count = 1;
        body_pair_ask(&q, body_def_sized(CLD_ELLIPSOID, r, r, radii[i][1]), point);
        cr_expect_float_eq(q.r.signed_distance, 2 * r, 1e-12 * r);
        cr_expect(q.r.tolerance >= 2.8e-9 * r, "of the diagonal");
    }
    body_pair_free(&q);
}
