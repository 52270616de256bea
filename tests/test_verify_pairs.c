/// Which pairs a verification takes, and those of which the first is a half-space.
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "collide/collide.h"
#include "math/vec.h"
#include "support/body_pair.h"
#include "support/shapes.h"

static body_def make_ground(cld_vec3 n, double offset) {
    body_def d = {.def = cld_shape_def_make(CLD_HALFSPACE)};
    d.def.normal[0] = n.x, d.def.normal[1] = n.y, d.def.normal[2] = n.z;
    d.def.offset = offset;
    return d;
}

static void expect_status(const body_pair *q, cld_status status, const char *message) {
    cld_result r = q->r;
    cld_error err = {.message = ""};
    r.verified_by = NULL;
    cr_expect_eq(cld_verify(q->a, NULL, q->b, NULL, &r, &err), status, "%s", err.message);
    cr_expect_eq(err.status, status);
    cr_expect_str_eq(err.message, message);
    cr_expect_null(r.verified_by);
    cr_expect_eq(cld_verify(q->a, NULL, q->b, NULL, &r, NULL), status, "without an error to fill");
}

/// The answer is that of other pairs, for these have none.
Test(verify_pairs, that_have_no_answer_have_no_verification) {
    body_pair q = {0}, plane = {0}, grounds = {0};
    body_def box = body_def_sized(CLD_BOX, 1, 1, 1), square = body_def_sized(CLD_RECTANGLE, 1, 1, 0);
    body_pair_ask(&q, box, make_ground((cld_vec3){0, 0, 1}, 0));
    body_pair_ask(&plane, square, square);
    const body_pair mixed[2] = {{.a = q.a, .b = plane.b, .r = q.r}, {.a = plane.a, .b = q.a, .r = plane.r}};
    expect_status(&mixed[0], CLD_DIMENSION_MISMATCH, "both shapes must have the same dimension, got 3 and 2");
    expect_status(&mixed[1], CLD_DIMENSION_MISMATCH, "both shapes must have the same dimension, got 2 and 3");
    body_pair_ask(&grounds, make_ground((cld_vec3){0, 0, -1}, 1), box);
    const body_pair both = {.a = grounds.a, .b = q.b, .r = grounds.r};
    expect_status(&both, CLD_UNSUPPORTED, "two half-spaces have no signed distance");
    q.r.algorithm = CLD_SAMPLING;
    expect_status(&q, CLD_UNSUPPORTED, "an estimate by sampling cannot be verified");
    body_pair_free(&q);
    body_pair_free(&plane);
    body_pair_free(&grounds);
}

/// Off by so much that no rounding explains it.
#define OFF 1e-4

static void break_distance(cld_result *r, cld_contact *contact) {
    (void)contact;
    r->signed_distance += OFF, r->lower += OFF, r->upper += OFF;
    r->mtv = cld_scale(r->normal, cld_max(0, -r->signed_distance));
}

static void break_closest_points(cld_result *r, cld_contact *contact) {
    (void)contact;
    r->closest_a = cld_add_scaled(r->closest_a, OFF, r->normal);
    r->closest_b = cld_add_scaled(r->closest_b, OFF, r->normal);
}

static void break_contact(cld_result *r, cld_contact *contact) {
    contact->world_a = cld_add_scaled(contact->world_a, OFF, r->normal);
    contact->world_b = cld_add_scaled(contact->world_b, OFF, r->normal);
}

static void break_local_point(cld_result *r, cld_contact *contact) {
    (void)r;
    contact->local_a.x += OFF;
}

/// Here, or a long way from where the other shape is.
Test(verify_pairs, a_half_space_may_be_the_first) {
    static void (*const breakages[])(cld_result *, cld_contact *) = {break_distance, break_closest_points,
                                                                     break_contact, break_local_point};
    cld_query_options options = cld_query_options_make();
    int sunk = 0, apart = 0;
    for (uint64_t seed = 0; seed < 400; seed++) {
        random_state r = random_make(seed);
        body_def ground = make_ground(shape_choose_direction(&r), random_real(&r, -2, 2)),
                 other = body_def_make(body_bounded[seed % 10], 0, &r);
        cld_pose pose_a = shape_choose_pose(&r, 2), pose_b = shape_choose_pose(&r, seed % 3 ? 4 : 1000);
        cld_shape *a = body_create(&ground), *b = body_create(&other);
        cr_assert(a && b, "seed %d", (int)seed);
        cld_result result = shape_ask(a, &pose_a, b, &pose_b, &options);
        cld_error err = {.message = ""};
        cr_expect_eq(cld_verify(a, &pose_a, b, &pose_b, &result, &err), CLD_OK, "seed %d: %s", (int)seed,
                     err.message);
        sunk += result.contact_count > 0, apart += result.contact_count == 0;
        for (size_t i = 0; i < (result.contact_count ? 4 : 2); i++) {
            cld_contact contacts[64];
            cld_result broken = result;
            cr_assert_leq(result.contact_count, 64);
            if (result.contact_count)
                memcpy(contacts, result.contacts, result.contact_count * sizeof *contacts);
            broken.contacts = contacts;
            breakages[i](&broken, contacts);
            cr_expect_eq(cld_verify(a, &pose_a, b, &pose_b, &broken, NULL), CLD_NOT_CERTIFIED,
                         "seed %d, breakage %zu", (int)seed, i);
        }
        cld_shape_destroy(a);
        cld_shape_destroy(b);
    }
    cr_expect(sunk > 100 && apart > 100, "%d, %d", sunk, apart);
}

/// Of two boxes that stand on it in one compound, the second is sunk deeper.
Test(verify_pairs, a_half_space_is_held_against_all_children_of_a_compound) {
    cld_shape_def child[2] = {cld_shape_def_make(CLD_BOX), cld_shape_def_make(CLD_BOX)};
    for (int i = 0; i < 2; i++) {
        child[i].size[0] = child[i].size[1] = child[i].size[2] = 1;
        child[i].transform.t = cld_vec3_make(3 * i, 0, i ? 0.25 : 0.375);
    }
    cld_shape_def def = cld_shape_def_make(CLD_COMPOUND);
    body_def plane = make_ground((cld_vec3){0, 0, 1}, 0);
    cld_shape *ground = body_create(&plane);
    def.children = child;
    def.child_count = 1;
    cld_shape *part = shape_make(&def);
    def.child_count = 2;
    cld_shape *whole = shape_make(&def);
    cld_query_options options = cld_query_options_make();
    for (int swapped = 0; swapped < 2; swapped++) {
        cld_shape *a = swapped ? whole : ground, *b = swapped ? ground : whole;
        cld_result r = shape_ask(a, NULL, b, NULL, &options);
        cld_error err = {.message = ""};
        cr_expect_eq(r.signed_distance, -0.25);
        cr_expect_eq(cld_verify(a, NULL, b, NULL, &r, &err), CLD_OK, "%d: %s", swapped, err.message);
        r = shape_ask(swapped ? part : ground, NULL, swapped ? ground : part, NULL, &options);
        cr_expect_eq(r.signed_distance, -0.125);
        cr_expect_eq(cld_verify(a, NULL, b, NULL, &r, &err), CLD_NOT_CERTIFIED, "%d", swapped);
        cr_expect_neq(strstr(err.message, "no other children are deeper"), NULL, "%s", err.message);
    }
    cld_shape_destroy(part);
    cld_shape_destroy(whole);
    cld_shape_destroy(ground);
}

/// The large box is known to 1e-8 and told to touch the ball, which the small one, level with it, is all but
/// proven to do: the bound of the answer is that of the small one.
Test(verify_pairs, a_child_may_be_proven_nearer_by_another_than_by_itself) {
    const cld_mat3 turn = {{{0.3712188739129222, -0.018209764800791433, 0.9283668198060084},
                            {0.8576919043190341, -0.37633261931306283, -0.35034034438893596},
                            {0.3557543322524842, 0.9263056537163471, -0.12408340330890309}}};
    cld_shape_def child[2] = {cld_shape_def_make(CLD_BOX), cld_shape_def_make(CLD_BOX)};
    cld_shape_def ball = cld_shape_def_make(CLD_SPHERE), def = cld_shape_def_make(CLD_COMPOUND);
    child[0].size[0] = 54884313.799679145, child[0].size[1] = 135789630.28940648;
    child[0].size[2] = 189496407.61075047;
    child[1].size[0] = child[1].size[1] = child[1].size[2] = 0.5004031447166377;
    child[0].transform = cld_transform_make_matrix(
        &turn, (cld_vec3){-89343780.43766895, 34800437.19373769, -3123662.3915323196});
    child[1].transform = cld_transform_make_matrix(
        &turn, (cld_vec3){-0.2322788380407554, 0.08765570502666671, 0.031045862611458978});
    ball.transform = cld_transform_make_matrix(
        &turn, (cld_vec3){0.06283039022831606, -0.020303530551724576, 0.10979445243638516});
    ball.radius = 0.0518191261264906;
    def.children = child;
    def.child_count = 2;
    cld_shape *whole = shape_make(&def), *other = shape_make(&ball);
    cld_query_options options = cld_query_options_make();
    options.tolerance = 0;
    cld_result r = shape_ask(whole, NULL, other, NULL, &options);
    cld_error err = {.message = ""};
    cr_expect_eq(r.feature_a.child, 0);
    cr_expect_eq(cld_verify(whole, NULL, other, NULL, &r, &err), CLD_OK, "%s", err.message);
    r.upper -= 1e-3; // which is more than rounding explains
    r.lower = r.signed_distance = cld_min(r.signed_distance, r.upper);
    cr_expect_eq(cld_verify(whole, NULL, other, NULL, &r, &err), CLD_NOT_CERTIFIED);
    cld_shape_destroy(whole);
    cld_shape_destroy(other);
}

/// A bound that is below the distance along the normal by far more than rounding, but not by as much as the
/// compound's size lets the distance be off.
Test(verify_pairs, an_upper_bound_of_a_compound_is_held_to_its_child_not_to_its_size) {
    cld_shape_def child[2] = {cld_shape_def_make(CLD_BOX), cld_shape_def_make(CLD_BOX)};
    cld_shape_def box = cld_shape_def_make(CLD_BOX), def = cld_shape_def_make(CLD_COMPOUND);
    for (int k = 0; k < 3; k++)
        child[0].size[k] = child[1].size[k] = box.size[k] = 1;
    child[0].transform = cld_transform_make_axis_angle((cld_vec3){1, 2, 3}, 30);
    child[1].transform = cld_transform_make_translation((cld_vec3){1000, 0, 0});
    box.transform = cld_transform_make_translation((cld_vec3){2, 0.3, 0.1});
    def.children = child;
    def.child_count = 2;
    cld_shape *whole = shape_make(&def), *other = shape_make(&box);
    cld_query_options options = cld_query_options_make();
    cld_result r = shape_ask(whole, NULL, other, NULL, &options);
    cld_error err = {.message = ""};
    cr_expect_eq(cld_verify(whole, NULL, other, NULL, &r, &err), CLD_OK, "%s", err.message);
    for (int power = -40; power <= -20; power += 4) {
        cld_result wrong = r;
        wrong.upper = wrong.signed_distance = r.signed_distance - ldexp(1, power);
        wrong.lower = cld_min(r.lower, wrong.upper);
        cr_expect_eq(cld_verify(whole, NULL, other, NULL, &wrong, &err), CLD_NOT_CERTIFIED, "2^%d", power);
    }
    cld_shape_destroy(whole);
    cld_shape_destroy(other);
}

/// What is said of one shape in the other is held to the vertices of what has some, and what is said to be
/// inside to many directions.
Test(verify_pairs, a_containment_is_that_of_the_shapes) {
    struct {
        body_def a, b;
        cld_vec3 move;
        cld_containment is;
    } pairs[] = {
        {body_def_sized(CLD_BOX, 1, 1, 1), body_def_sized(CLD_BOX, 3, 3, 3), {0.5, 0, 0}, CLD_A_IN_B},
        {body_def_sized(CLD_BOX, 3, 3, 3), body_def_sized(CLD_BOX, 1, 1, 1), {0.5, 0, 0}, CLD_B_IN_A},
        {body_def_sized(CLD_BOX, 1, 1, 1), body_def_sized(CLD_BOX, 1, 1, 1), {0, 0, 0}, CLD_EQUAL},
        {body_def_sized(CLD_BOX, 1, 1, 1), body_def_sized(CLD_BOX, 3, 3, 3), {1.25, 0, 0}, CLD_CONTAINS_NONE},
    };
    body_pair q = {0};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        pairs[i].b.def.transform = cld_transform_make_translation(pairs[i].move);
        body_pair_ask(&q, pairs[i].a, pairs[i].b);
        cr_expect_eq(q.r.containment, pairs[i].is, "%zu", i);
        for (int said = CLD_CONTAINS_NONE; said <= CLD_EQUAL; said++) {
            q.r.containment = (cld_containment)said;
            cld_status expected = q.r.containment == pairs[i].is ? CLD_OK : CLD_NOT_CERTIFIED;
            cr_expect_eq(cld_verify(q.a, NULL, q.b, NULL, &q.r, NULL), expected, "%zu, %d", i, said);
        }
    }
    body_pair_ask(&q, body_def_sized(CLD_BOX, 2, 2, 2), body_def_sized(CLD_ELLIPSOID, 0.5, 0.5, 1.25));
    q.r.containment = CLD_B_IN_A;
    cr_expect_eq(cld_verify(q.a, NULL, q.b, NULL, &q.r, NULL), CLD_NOT_CERTIFIED);
    body_pair_free(&q);
}

static cld_shape *make_ring(double radius) {
    enum { COUNT = 3000 };
    static double corners[COUNT][3];
    cld_shape_def def = cld_shape_def_make(CLD_POLYGON);
    for (int i = 0; i < COUNT; i++) {
        double angle = 2 * 3.141592653589793 * i / COUNT;
        corners[i][0] = radius * cos(angle), corners[i][1] = radius * sin(angle);
    }
    def.points = corners[0], def.point_count = COUNT;
    return shape_make(&def);
}

/// Points are held to the sides of a polygon, not to all the triangles in it, which would take minutes.
Test(verify_pairs, a_polygon_of_many_corners_is_in_another) {
    cld_shape *a = make_ring(1), *b = make_ring(0.9);
    cld_query_options options = cld_query_options_make();
    cld_result r = shape_ask(a, NULL, b, NULL, &options);
    cr_expect_eq(r.containment, CLD_B_IN_A);
    cr_expect_eq(cld_verify(a, NULL, b, NULL, &r, NULL), CLD_OK);
    r.containment = CLD_CONTAINS_NONE;
    cr_expect_eq(cld_verify(a, NULL, b, NULL, &r, NULL), CLD_NOT_CERTIFIED);
    cld_shape_destroy(a);
    cld_shape_destroy(b);
}
