/// Pairs with a cylinder, a cone or an ellipsoid.
#include <criterion/criterion.h>
#include <math.h>

#include "math/vec.h"
#include "support/body.h"

static const cld_kind curved[] = {CLD_CYLINDER, CLD_CONE, CLD_ELLIPSOID};
static const cld_kind bounded[] = {CLD_HULL,   CLD_BOX,     CLD_POINT,    CLD_SEGMENT, CLD_TRIANGLE,
                                   CLD_SPHERE, CLD_CAPSULE, CLD_CYLINDER, CLD_CONE,    CLD_ELLIPSOID};

static body_def round_def(cld_kind kind, cld_vec3 p, cld_vec3 q, double radius) {
    body_def d = {.def = cld_shape_def_make(kind), .points = {p.x, p.y, p.z, q.x, q.y, q.z}};
    d.def.point_count = 2;
    d.def.radius = radius;
    return d;
}

static body_def upright(cld_kind kind, double low, double high, double radius) {
    return round_def(kind, cld_vec3_make(0, 0, low), cld_vec3_make(0, 0, high), radius);
}

static body_def sized_def(cld_kind kind, double x, double y, double z) {
    body_def d = {.def = cld_shape_def_make(kind)};
    d.def.size[0] = d.def.radii[0] = x;
    d.def.size[1] = d.def.radii[1] = y;
    d.def.size[2] = d.def.radii[2] = z;
    return d;
}

static body_def moved(body_def d, double x, double y, double z) {
    d.def.transform = cld_transform_make_translation(cld_vec3_make(x, y, z));
    return d;
}

/// A pair and its answer, until the next question.
typedef struct answer {
    cld_workspace *workspace;
    cld_shape *a, *b;
    cld_result r;
} answer;

static void forget(answer *q) {
    cld_shape_destroy(q->a);
    cld_shape_destroy(q->b);
    q->a = q->b = NULL;
}

static void ask(answer *q, body_def a, body_def b) {
    cld_query_options options = cld_query_options_make();
    cld_error err;
    forget(q);
    if (!q->workspace)
        q->workspace = cld_workspace_create();
    q->a = body_create(&a);
    q->b = body_create(&b);
    cr_assert_eq(cld_find_collision(q->a, NULL, q->b, NULL, &options, q->workspace, &q->r, &err), CLD_OK);
}

static void finish(answer *q) {
    forget(q);
    cld_workspace_destroy(q->workspace);
}

static void expect(const answer *q, double signed_distance, size_t contacts) {
    cr_assert_float_eq(q->r.signed_distance, signed_distance, 1e-12, "got %.17g, expected %.17g",
                       q->r.signed_distance, signed_distance);
    cr_assert_eq(q->r.contact_count, contacts, "got %zu contacts, expected %zu", q->r.contact_count,
                 contacts);
}

Test(curved, stands_on_a_face_with_four_points_of_its_rim) {
    answer q = {0};
    ask(&q, sized_def(CLD_BOX, 4, 4, 2), moved(upright(CLD_CYLINDER, -1, 1, 1), 0.1, 0.2, 1.75));
    expect(&q, -0.25, 4);
    cr_assert_eq(q.r.feature_a.kind, CLD_FEATURE_FACE);
    cr_assert_eq(q.r.feature_b.kind, CLD_FEATURE_FACE);
    cr_assert_eq(q.r.feature_b.index, 0, "the end around ends[0]");
    ask(&q, sized_def(CLD_BOX, 4, 4, 2), moved(upright(CLD_CONE, 0, 2, 1), 0, 0, 1));
    expect(&q, 0, 4);
    ask(&q, sized_def(CLD_BOX, 4, 4, 2), moved(sized_def(CLD_ELLIPSOID, 1, 0.5, 0), 0, 0, 1));
    expect(&q, 0, 4);
    finish(&q);
}

Test(curved, lies_on_a_face_with_the_two_ends_of_a_line) {
    answer q = {0};
    body_def lying = round_def(CLD_CYLINDER, cld_vec3_make(-1, 0, 0), cld_vec3_make(1, 0, 0), 0.5);
    ask(&q, sized_def(CLD_BOX, 4, 4, 2), moved(lying, 1.5, 0, 1.25));
    expect(&q, -0.25, 2);
    // From the cylinder's end at 0.5 to the face's side at 2, in either order.
    cr_assert_float_eq(q.r.contacts[0].world_a.x + q.r.contacts[1].world_a.x, 2.5, 1e-9);
    cr_assert_float_eq(fabs(q.r.contacts[0].world_a.x - q.r.contacts[1].world_a.x), 1.5, 1e-9);
    cr_assert_eq(q.r.feature_b.kind, CLD_FEATURE_SURFACE);
    ask(&q, upright(CLD_CYLINDER, -2, 0, 1), moved(lying, 0, 0, 0.5));
    expect(&q, 0, 2);
    ask(&q, upright(CLD_CYLINDER, -2, 0, 1),
        moved(round_def(CLD_CAPSULE, cld_vec3_make(-3, 0, 0), cld_vec3_make(3, 0, 0), 0.5), 0, 0, 0.25));
    expect(&q, -0.25, 2);
    finish(&q);
}

Test(curved, touches_with_one_point_where_nothing_is_flat_or_straight) {
    answer q = {0};
    ask(&q, sized_def(CLD_BOX, 4, 4, 2), moved(upright(CLD_CONE, 2, 0, 1), 0.5, 0, 0.9));
    expect(&q, -0.1, 1);
    cr_assert_eq(q.r.feature_b.kind, CLD_FEATURE_VERTEX);
    ask(&q, sized_def(CLD_BOX, 4, 4, 2), moved(sized_def(CLD_ELLIPSOID, 1, 2, 3), 0, 0, 3.5));
    expect(&q, -0.5, 1);
    cr_assert_eq(q.r.feature_b.kind, CLD_FEATURE_SURFACE);
    body_def along_x = round_def(CLD_CYLINDER, cld_vec3_make(-1, 0, 0), cld_vec3_make(1, 0, 0), 1);
    body_def along_y = round_def(CLD_CYLINDER, cld_vec3_make(0, -1, 0), cld_vec3_make(0, 3, 0), 1);
    ask(&q, along_x, moved(along_y, 0.25, 0, 1.875));
    expect(&q, -0.125, 1);
    cr_assert_float_eq(q.r.contacts[0].world_a.x, 0.25, 1e-9);
    cr_assert_float_eq(q.r.contacts[0].world_a.y, 0, 1e-9);
    finish(&q);
}

Test(curved, meets_cap_to_cap_in_the_corners_of_a_lens) {
    answer q = {0};
    // Rims of radius 1 around (0, 0) and (1.2, 0) cross at x = 0.6, y = +-0.8; the lens is 0.2 .. 1 wide.
    ask(&q, upright(CLD_CYLINDER, -1, 0, 1), moved(upright(CLD_CYLINDER, 0, 1, 1), 1.2, 0, 0));
    cr_assert_float_eq(q.r.signed_distance, 0, 1e-12);
    int corners = 0;
    for (size_t i = 0; i < q.r.contact_count; i++)
        corners += fabs(q.r.contacts[i].world_a.x - 0.6) < 1e-9 &&
                   fabs(fabs(q.r.contacts[i].world_a.y) - 0.8) < 1e-9;
    cr_assert_eq(corners, 2);
    cr_assert_geq(q.r.contact_count, 4);
    finish(&q);
}

Test(curved, keeps_a_faces_corner_that_stands_on_a_cap) {
    answer q = {0};
    ask(&q, upright(CLD_CYLINDER, -1, 0, 1), moved(sized_def(CLD_BOX, 1, 1, 1), 0.6, 0.6, 0.5));
    bool found = false;
    for (size_t i = 0; i < q.r.contact_count; i++)
        found = found || cld_length(cld_sub(q.r.contacts[i].world_a, cld_vec3_make(0.1, 0.1, 0))) < 1e-9;
    cr_assert(found);
    finish(&q);
}

Test(curved, is_as_deep_as_closed_forms_say) {
    answer q = {0};
    // Coaxial cylinders of equal radius: out sideways, 1 + 1, however the ring of directions ties.
    ask(&q, upright(CLD_CYLINDER, -5, 5, 1), upright(CLD_CYLINDER, -5, 5, 1));
    cr_assert_float_eq(q.r.signed_distance, -2, 1e-9);
    cr_assert_eq(q.r.containment, CLD_EQUAL);
    // A point on the axis of a cone of height 2 and radius 1, in its middle: 1 cos(atan(1 / 2)) / 2 from the
    // flank.
    body_def point = {.def = cld_shape_def_make(CLD_POINT)};
    point.def.point_count = 1;
    ask(&q, upright(CLD_CONE, -1, 1, 1), point);
    cr_assert_float_eq(q.r.signed_distance, -1 / sqrt(5), 1e-9);
    // Concentric ellipsoids, nearly balls: the smallest sum of radii along an axis is 1 + 1.
    ask(&q, sized_def(CLD_ELLIPSOID, 1, 1, 1.001), sized_def(CLD_ELLIPSOID, 1, 1, 1.002));
    cr_assert_float_eq(q.r.signed_distance, -2, 1e-9);
    cr_assert_eq(q.r.containment, CLD_A_IN_B);
    // Discs in planes at right angles, rim against rim: (1, 0, 0) and (-1, 0, 0) + (2.5, 0, 0) are the
    // nearest points.
    ask(&q, sized_def(CLD_ELLIPSOID, 1, 1, 0), moved(sized_def(CLD_ELLIPSOID, 1, 0, 1), 2.5, 0, 0));
    cr_assert_float_eq(q.r.signed_distance, 0.5, 1e-12);
    // An ellipsoid as a sphere scaled is not allowed, but one with equal radii is that sphere.
    ask(&q, sized_def(CLD_ELLIPSOID, 2, 2, 2), moved(upright(CLD_CYLINDER, -1, 1, 1), 2.75, 0, 0));
    cr_assert_float_eq(q.r.signed_distance, -0.25, 1e-12);
    finish(&q);
}

Test(curved, knows_what_lies_inside) {
    answer q = {0};
    ask(&q, sized_def(CLD_BOX, 2, 2, 2), upright(CLD_CYLINDER, -1, 1, 1));
    cr_assert_eq(q.r.containment, CLD_B_IN_A);
    ask(&q, sized_def(CLD_BOX, 2, 2, 2), upright(CLD_CYLINDER, -1, 1, 1.001));
    cr_assert_eq(q.r.containment, CLD_CONTAINS_NONE);
    // The corners of a cube of half size 1 are sqrt(3) away.
    ask(&q, sized_def(CLD_BOX, 2, 2, 2), sized_def(CLD_ELLIPSOID, 1.74, 1.75, 1.74));
    cr_assert_eq(q.r.containment, CLD_A_IN_B);
    ask(&q, sized_def(CLD_BOX, 2, 2, 2), sized_def(CLD_ELLIPSOID, 1.73, 1.731, 1.732));
    cr_assert_eq(q.r.containment, CLD_CONTAINS_NONE);
    ask(&q, upright(CLD_CONE, -1, 1, 1), upright(CLD_CYLINDER, -1, 1, 1));
    cr_assert_eq(q.r.containment, CLD_A_IN_B);
    finish(&q);
}

/// A point at a small distance from a curved shape or as deep in it, and how far out it is by the answer to
/// the two alone.
static cld_vec3 place_near(answer *q, body_def curve, random_state *r, double *out) {
    body_def point = {.def = cld_shape_def_make(CLD_POINT)};
    point.def.point_count = 1;
    for (int k = 0; k < 3; k++)
        point.points[k] = 8 * random_short(r);
    ask(q, point, curve);
    double gap = (random_one_in(r, 2) ? 1 : -1) * random_power_of_ten(r, -7, -2);
    cld_vec3 p = cld_add_scaled(q->r.closest_b, -gap, q->r.normal);
    point.points[0] = p.x, point.points[1] = p.y, point.points[2] = p.z;
    ask(q, point, curve);
    *out = q->r.signed_distance;
    return p;
}

Test(curved, holds_a_segment_whose_ends_it_holds) {
    answer q = {0};
    int inside = 0, outside = 0;
    for (unsigned long long seed = 0; seed < 2000; seed++) {
        random_state r = random_make(seed);
        body_def curve = body_def_make(curved[seed % 3], seed % 2 ? 2 : 0, &r);
        curve.def.transform = body_place(false, 1, &r);
        double out[2];
        cld_vec3 p = place_near(&q, curve, &r, &out[0]), d = place_near(&q, curve, &r, &out[1]);
        body_def segment = round_def(CLD_SEGMENT, p, d, 0);
        ask(&q, segment, curve);
        double most = fmax(out[0], out[1]);
        if (q.r.outcome == CLD_SEPARATED || fabs(most - q.r.tolerance) < 0.5 * q.r.tolerance)
            continue;
        inside += most < q.r.tolerance;
        outside += most > q.r.tolerance;
        cr_expect_eq(q.r.containment == CLD_A_IN_B, most < q.r.tolerance, "seed %llu: %g out", seed, most);
    }
    cr_expect(inside > 200 && outside > 200, "%d inside, %d outside", inside, outside);
    finish(&q);
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
Test(curved, is_not_inside_what_it_sticks_out_of_a_little) {
    answer q = {0};
    int asked = 0;
    for (unsigned long long seed = 0; seed < 2000; seed++) {
        random_state r = random_make(seed);
        body_def a = body_def_make(curved[seed % 3], random_one_in(&r, 2) ? 2 : 0, &r),
                 b = body_def_make(bounded[seed / 3 % 10], random_one_in(&r, 2) ? 2 : 0, &r);
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
        ask(&q, a, b);
        cr_expect(q.r.containment != CLD_A_IN_B && q.r.containment != CLD_EQUAL,
                  "seed %llu: inside, but out by %g", seed, beyond);
    }
    cr_expect_gt(asked, 400, "%d", asked);
    finish(&q);
}

/// A random pair; one in three just about touches.
static void make_pair(answer *q, unsigned long long seed, body_def *a, body_def *b) {
    random_state r = random_make(seed);
    int style = random_int(&r, 0, 3);
    *a = body_def_make(curved[seed % 3], style, &r);
    *b = body_def_make(bounded[seed / 3 % 10], style, &r);
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
    ask(q, *a, *b);
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
    answer q = {0};
    for (unsigned long long seed = 1; seed <= 3000; seed++) {
        body_def da, db;
        make_pair(&q, seed, &da, &db);
        body a = body_make(&da), b = body_make(&db);
        double d = fmax(body_diagonal(&a), body_diagonal(&b));
        ask(&q, da, db);
        check_answer(&q.r, &a, &b, d, seed);
    }
    finish(&q);
}

Test(curved, misses_no_better_direction) {
    answer q = {0};
    for (unsigned long long seed = 1; seed <= 300; seed++) {
        body_def da, db;
        make_pair(&q, seed, &da, &db);
        body a = body_make(&da), b = body_make(&db);
        double d = fmax(body_diagonal(&a), body_diagonal(&b));
        ask(&q, da, db);
        cld_vec3 n;
        double found = body_search(&a, &b, 400, &n);
        cr_assert_leq(found, q.r.signed_distance + 1e-9 * d + 1e-14 * (d + 8), "seed %llu: by %g D", seed,
                      (found - q.r.signed_distance) / d);
        cr_assert_leq(found, q.r.upper + 1e-14 * (d + 8), "seed %llu", seed);
    }
    finish(&q);
}

static cld_result ask_again(const answer *q, bool swap, const cld_pose *pose_a, const cld_pose *pose_b) {
    cld_query_options options = cld_query_options_make();
    cld_result r;
    cld_error err;
    const cld_shape *a = swap ? q->b : q->a, *b = swap ? q->a : q->b;
    cr_assert_eq(cld_find_collision(a, pose_a, b, pose_b, &options, q->workspace, &r, &err), CLD_OK);
    return r;
}

Test(curved, obeys_the_laws_of_swapping_moving_and_scaling) {
    answer q = {0};
    for (unsigned long long seed = 1; seed <= 1500; seed++) {
        body_def da, db;
        make_pair(&q, seed, &da, &db);
        body a = body_make(&da), b = body_make(&db);
        double d = fmax(body_diagonal(&a), body_diagonal(&b));
        ask(&q, da, db);
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
        ask(&q, da, db);
        cr_assert(q.r.signed_distance == 0x1p-20 * first.signed_distance &&
                      q.r.upper == 0x1p-20 * first.upper,
                  "seed %llu: scaled", seed);
    }
    finish(&q);
}

/// A point beyond the rim of a disc, by so little that its normal is the disc's axis but for the last digits
/// of a direction: what is nearest to it on the disc is on the rim, towards it, all the same.
Test(curved, is_nearest_on_the_rim_of_a_disc_seen_almost_along_its_axis) {
    answer q = {0};
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
        ask(&q, trial % 4 < 2 ? sized_def(CLD_ELLIPSOID, 1, 1, 0) : upright(CLD_CYLINDER, -1, 0, 1), point);
        double off = hypot(q.r.closest_a.x - x, q.r.closest_a.y - y);
        cr_expect_lt(off, 1e-8, "trial %d: height %g, %g beyond: off by %g", trial, height, beyond, off);
        cld_error err;
        cr_expect_eq(cld_verify(q.a, NULL, q.b, NULL, &q.r, &err), CLD_OK, "trial %d: %s", trial,
                     err.message);
    }
    finish(&q);
}

/// The same with an ellipse and an edge, both of which have gone wrong.
Test(curved, has_points_on_an_ellipse_seen_almost_along_its_axis) {
    answer q = {0};
    body_def point = {.def = cld_shape_def_make(CLD_POINT),
                      .points = {-0.0005504506693822372, -9.753934320827783e-05, 5.106574305532504}},
             segment = {.def = cld_shape_def_make(CLD_SEGMENT),
                        .points = {-0.010475629290810388, 6.3111333849902138e-18, 0.073028700308661071,
                                   -0.058989797145836728, 0.056699274980692611, 0.073028700308661071}};
    point.def.point_count = 1;
    segment.def.point_count = 2;
    const body_def rows[][2] = {
        {sized_def(CLD_ELLIPSOID, 0.0005667054930835198, 0.0004101311181302716, 0), point},
        {sized_def(CLD_ELLIPSOID, 0.010475623507260008, 0.051534286498232523, 0), segment}};
    for (int i = 0; i < 4; i++) {
        cld_error err;
        ask(&q, rows[i / 2][i % 2], rows[i / 2][1 - i % 2]);
        cr_expect_eq(cld_verify(q.a, NULL, q.b, NULL, &q.r, &err), CLD_OK, "row %d: %s", i, err.message);
    }
    finish(&q);
}

Test(curved, ellipsoids_may_be_so_small_that_squares_vanish) {
    static const double radii[][2] = {{1e-160, 2e-300}, {1e-200, 2e-200}, {1e-250, 3e-250}};
    answer q = {0};
    for (int i = 0; i < 3; i++) {
        double r = radii[i][0];
        body_def point = round_def(CLD_POINT, cld_vec3_make(3 * r, 0, 0), cld_vec3_make(0, 0, 0), 0);
        point.def.point_count = 1;
        ask(&q, sized_def(CLD_ELLIPSOID, r, r, radii[i][1]), point);
        cr_expect_float_eq(q.r.signed_distance, 2 * r, 1e-12 * r);
        cr_expect(q.r.tolerance >= 2.8e-9 * r, "of the diagonal");
    }
    finish(&q);
}
