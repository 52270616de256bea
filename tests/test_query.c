#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "collide/collide.h"
#include "math/vec.h"
#include "support/random.h"
#include "support/shapes.h"

static cld_workspace *workspace;

static void set_up(void) { workspace = cld_workspace_create(); }

static void tear_down(void) { cld_workspace_destroy(workspace); }

TestSuite(query, .init = set_up, .fini = tear_down);

static cld_shape *make_box(double size, const cld_transform *transform) {
    cld_shape_def def = cld_shape_def_make(CLD_BOX);
    def.size[0] = def.size[1] = def.size[2] = size;
    if (transform)
        def.transform = *transform;
    return shape_make(&def);
}

static cld_pose move(double x, double y, double z) {
    cld_pose pose = cld_pose_make_identity();
    pose.t = (cld_vec3){x, y, z};
    return pose;
}

Test(query, the_tolerance_decides_what_touches) {
    cld_shape *a = make_box(1, NULL), *b = make_box(1, NULL);
    const struct {
        double gap, tolerance;
        cld_outcome outcome;
    } cases[] = {
        {0.125, 0, CLD_SEPARATED},    {0.125, 0.125, CLD_TOUCHING},  {0.125, 0.1249, CLD_SEPARATED},
        {-0.125, 0, CLD_PENETRATING}, {-0.125, 0.125, CLD_TOUCHING}, {-0.125, 0.1249, CLD_PENETRATING},
        {0, 0, CLD_TOUCHING},         {1e-9, -1, CLD_TOUCHING},      {1e-8, -1, CLD_SEPARATED},
        {-1e-9, -1, CLD_TOUCHING},    {-1e-8, -1, CLD_PENETRATING},  {3, 5, CLD_TOUCHING}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cld_query_options options = cld_query_options_make();
        options.tolerance = cases[i].tolerance;
        cld_pose pose = move(1 + cases[i].gap, 0, 0);
        cld_result r = shape_ask(a, NULL, b, &pose, &options);
        cr_expect_eq(r.outcome, cases[i].outcome, "case %zu: %s", i, cld_outcome_name(r.outcome));
        cr_expect_eq(r.tolerance, cases[i].tolerance >= 0 ? cases[i].tolerance : 1e-9 * sqrt(3), "case %zu",
                     i);
        cr_expect_eq(r.contact_count > 0, r.outcome != CLD_SEPARATED);
        cr_expect_eq(r.has_axis, r.outcome == CLD_SEPARATED);
        cr_expect_float_eq(r.signed_distance, cases[i].gap, 1e-15);
    }
    cld_shape_destroy(a);
    cld_shape_destroy(b);
}

Test(query, the_translation_ends_the_overlap_and_is_zero_without_one) {
    cld_shape *a = make_box(1, NULL), *b = make_box(1, NULL);
    cld_query_options options = cld_query_options_make();
    cld_pose pose = move(0.75, 0.25, 0.125);
    cld_result r = shape_ask(a, NULL, b, &pose, &options);
    cr_expect(r.mtv.x == 0.25 && r.mtv.y == 0 && r.mtv.z == 0);
    pose = move(1, 0.25, 0.125);
    r = shape_ask(a, NULL, b, &pose, &options);
    cr_expect_eq(r.outcome, CLD_TOUCHING);
    pose = move(3, 0, 0);
    r = shape_ask(a, NULL, b, &pose, &options);
    cr_expect(r.mtv.x == 0 && r.mtv.y == 0 && r.mtv.z == 0);
    cr_expect(r.axis.x == 1 && r.gap <= 2 && r.gap > 2 - 2e-14);
    cr_expect_eq(r.algorithm, CLD_SAT);
    cr_expect_eq(r.closest_a.x, 0.5);
    cr_expect_eq(r.closest_b.x, 2.5);
    cld_shape_destroy(a);
    cld_shape_destroy(b);
}

Test(query, both_kinds_of_tangents_are_given_for_the_answers_normal) {
    cld_shape *a = make_box(1, NULL), *b = make_box(1, NULL);
    cld_pose pose = move(0, 0.9, 0);
    for (int i = 0; i < 2; i++) {
        cld_query_options options = cld_query_options_make();
        options.tangents = i ? CLD_TANGENTS_LEAST_AXIS : CLD_TANGENTS_CATTO;
        cld_result r = shape_ask(a, NULL, b, &pose, &options);
        cld_vec3 cross = cld_cross(r.tangent[0], r.tangent[1]);
        cr_expect(cross.x == 0 && cross.y == 1 && cross.z == 0);
        // For y: (0, n.z, -n.y), and n x z, z being the last of the smallest components.
        cr_expect(i ? r.tangent[0].x == 1 : r.tangent[0].z == -1);
    }
    cld_shape_destroy(a);
    cld_shape_destroy(b);
}

Test(query, a_shape_of_the_plane_has_no_answer_with_one_of_space) {
    cld_shape_def def = cld_shape_def_make(CLD_RECTANGLE);
    def.size[0] = def.size[1] = 1;
    cld_shape *flat = shape_make(&def), *solid = make_box(1, NULL);
    cld_query_options options = cld_query_options_make();
    cld_result r;
    cld_error err;
    cr_expect_eq(cld_find_collision(flat, NULL, solid, NULL, &options, workspace, &r, &err),
                 CLD_DIMENSION_MISMATCH);
    cr_expect_eq(err.status, CLD_DIMENSION_MISMATCH);
    cr_expect_eq(cld_find_distance(solid, NULL, flat, NULL, &options, workspace, &r, NULL),
                 CLD_DIMENSION_MISMATCH);
    cld_shape_destroy(flat);
    cld_shape_destroy(solid);
}

Test(query, sizes_from_1e_minus_100_to_1e100_give_the_same_answer_in_their_unit) {
    for (int e = -100; e <= 100; e += 20) {
        double unit = power_of_ten(e);
        cld_shape *a = make_box(unit, NULL), *b = make_box(unit, NULL);
        cld_pose pose = move(0.75 * unit, 0.25 * unit, 0);
        cld_query_options options = cld_query_options_make();
        cld_result r = shape_ask(a, NULL, b, &pose, &options);
        cr_expect_eq(r.outcome, CLD_PENETRATING, "1e%d", e);
        cr_expect_float_eq(r.signed_distance / unit, -0.25, 1e-15, "1e%d: %g", e, r.signed_distance);
        cr_expect_float_eq(r.normal.x, 1, 1e-15);
        cr_expect_eq(r.contact_count, 4);
        cr_expect(r.lower <= r.signed_distance && r.signed_distance <= r.upper &&
                  r.upper - r.lower <= 1e-13 * unit);
        cld_shape_destroy(a);
        cld_shape_destroy(b);
    }
}

static void expect_the_same_outcome(const cld_shape *a, const cld_shape *b, const cld_pose *pose,
                                    const cld_query_options *options, int trial) {
    cld_result all = shape_ask(a, NULL, b, pose, options), depth;
    bool colliding;
    cr_assert_eq(cld_is_colliding(a, NULL, b, pose, options, workspace, &colliding, NULL), CLD_OK);
    cr_expect_eq(colliding, all.outcome != CLD_SEPARATED, "trial %d: %g", trial, all.signed_distance);
    cr_assert_eq(cld_find_depth(a, NULL, b, pose, options, workspace, &depth, NULL), CLD_OK);
    cr_expect_eq(depth.outcome, all.outcome, "trial %d: %g", trial, all.signed_distance);
}

/// A needle along (1, 1, 1), the ends of which are on the ball around it.
static cld_shape *make_needle(double size) {
    double thin = 1e-4 * size, points[5][3] = {{size, size, size}, {-size, -size, -size}};
    points[2][0] = points[3][1] = points[4][2] = thin;
    cld_shape_def def = cld_shape_def_make(CLD_HULL);
    def.points = points[0];
    def.point_count = 5;
    return shape_make(&def);
}

Test(query, whether_needles_collide_is_the_same_however_asked_where_squares_are_below_the_least_double) {
    random_state r = random_make(1);
    for (int trial = 0; trial < 3000; trial++) {
        double size = random_real(&r, 1, 10) * random_power_of_ten(&r, -164, -150),
               apart = 2 * size * (1 + random_power_of_ten(&r, -6, -2) * (trial % 2 ? 1 : -1));
        cld_shape *needle = make_needle(size);
        cld_pose pose = move(apart, apart, apart);
        cld_query_options options = cld_query_options_make();
        options.tolerance = trial % 3 ? -1 : 0;
        expect_the_same_outcome(needle, needle, &pose, &options, trial);
        cld_shape_destroy(needle);
    }
}

static cld_shape *make_lump(random_state *r, double size) {
    double points[40][3];
    for (int i = 0; i < 40; i++)
        for (int k = 0; k < 3; k++)
            points[i][k] = size * random_real(r, -1, 1);
    cld_shape_def def = cld_shape_def_make(CLD_HULL);
    def.points = points[0];
    def.point_count = 40;
    return shape_make(&def);
}

Test(query, whether_shapes_touch_is_the_same_however_asked_where_their_distance_is_below_the_least_double) {
    const double size = 1e-316;
    random_state r = random_make(2);
    cld_query_options options = cld_query_options_make();
    options.tolerance = 0;
    for (int trial = 0; trial < 1000; trial++) {
        cld_shape *a = make_lump(&r, size), *b = make_lump(&r, size);
        cld_vec3 t = {random_real(&r, -1, 1), random_real(&r, -1, 1), random_real(&r, -1, 1)};
        cld_pose pose = cld_pose_make((cld_quat){0.1, 0.7, -0.1, 0.7}, cld_scale(t, 3 * size));
        for (int i = 0; i < 3; i++) {
            cld_result near = shape_ask(a, NULL, b, &pose, &options);
            pose.t = cld_add_scaled(pose.t, -near.signed_distance, near.normal);
            expect_the_same_outcome(a, b, &pose, &options, trial);
        }
        cld_shape_destroy(a);
        cld_shape_destroy(b);
    }
}

Test(query, a_tiny_shape_that_is_far_out_touches_itself) {
    const double position[] = {-0x1p-1074, 0, 1e100};
    cld_shape_def def = cld_shape_def_make(CLD_POINT);
    def.points = position;
    def.point_count = 1;
    cld_shape *point = shape_make(&def);
    cld_query_options options = cld_query_options_make();
    cld_result r = shape_ask(point, NULL, point, NULL, &options);
    cr_assert_eq(r.outcome, CLD_TOUCHING);
    cr_assert(r.lower <= 0 && r.upper >= 0 && r.upper - r.lower <= 1e-14 * 1e100, "[%g, %g]", r.lower,
              r.upper);
    cld_shape_destroy(point);
}

Test(query, small_radii_do_not_round_a_large_distance_twice) {
    static const double at[2][3] = {{-0.5864279593705544, -0.3865710493721397, -0.7312460704326358},
                                    {0.5429532253177118, 0.37494370029477087, 0.8815567017157151}};
    static const double margin[2] = {7.036776535415758e-10, 5.943058220238078e-07};
    cld_shape *point[2];
    for (int i = 0; i < 2; i++) {
        cld_shape_def def = cld_shape_def_make(CLD_POINT);
        def.points = at[i];
        def.point_count = 1;
        def.margin = margin[i];
        point[i] = shape_make(&def);
    }
    cld_query_options options = cld_query_options_make();
    // 2.11105112300631779974, of which this is the nearest double
    cr_expect_eq(shape_ask(point[0], NULL, point[1], NULL, &options).signed_distance, 2.111051123006318);
    for (int i = 0; i < 2; i++)
        cld_shape_destroy(point[i]);
}

Test(query, refuses_poses_that_are_no_rigid_motions) {
    cld_shape *box = make_box(1, NULL);
    cld_pose poses[] = {move(0, 1e102, 0), move(INFINITY, 0, 0), move(0, 0, NAN), move(0, 0, 0),
                        move(0, 0, 0),     move(0, 0, 0),        move(0, 0, 0),   move(0, 0, 0),
                        move(0, 0, 0),     move(0, 0, 0),        move(0, 0, 0)};
    const cld_status expected[] = {CLD_TOO_LARGE,     CLD_TOO_LARGE,     CLD_TOO_LARGE,     CLD_BAD_TRANSFORM,
                                   CLD_BAD_TRANSFORM, CLD_BAD_TRANSFORM, CLD_BAD_TRANSFORM, CLD_BAD_TRANSFORM,
                                   CLD_BAD_TRANSFORM, CLD_BAD_TRANSFORM, CLD_BAD_TRANSFORM};
    poses[3].r.row[1].y = NAN;
    poses[4].r.row[2].z = 2;
    poses[5].r.row[2].z = -1;                                   // mirrors
    poses[6].r.row[0] = cld_vec3_make(sqrt(0.5), sqrt(0.5), 0); // shears, with rows of unit length
    poses[7].r.row[0].x = sqrt(2), poses[7].r.row[1].y = sqrt(0.5), poses[7].r.row[2].z = sqrt(0.5);
    poses[8].r.row[2].x = 2e-6;
    poses[9].r.row[2].y = -2e-6;
    poses[10].r.row[2].x = NAN;
    cld_query_options options = cld_query_options_make();
    cld_result r = shape_ask(box, NULL, box, NULL, &options);
    for (size_t i = 0; i < sizeof poses / sizeof *poses; i++)
        for (int side = 0; side < 2; side++) {
            const cld_pose *a = side ? NULL : &poses[i], *b = side ? &poses[i] : NULL;
            cr_expect_eq(cld_find_collision(box, a, box, b, &options, workspace, &r, NULL), expected[i]);
            cr_expect_eq(cld_find_distance(box, a, box, b, &options, workspace, &r, NULL), expected[i]);
            cr_expect_eq(cld_verify(box, a, box, b, &r, NULL), expected[i]);
        }
    cld_shape_destroy(box);
}

Test(query, takes_poses_whose_third_row_is_off_by_less_than_1e_6_each) {
    cld_shape *box = make_box(1, NULL);
    cld_pose pose = move(0, 0, 0.5);
    pose.r.row[2] = cld_vec3_make(5e-7, -5e-7, 1 + 5e-7);
    cld_query_options options = cld_query_options_make();
    cld_result r = shape_ask(box, NULL, box, &pose, &options);
    cr_expect_eq(r.outcome, CLD_PENETRATING);
    cld_shape_destroy(box);
}

Test(query, refuses_options_that_say_nothing) {
    cld_shape *box = make_box(1, NULL);
    cld_query_options wrong[5];
    for (int i = 0; i < 5; i++)
        wrong[i] = cld_query_options_make();
    wrong[0].tolerance = NAN;
    wrong[1].algorithm = CLD_GJK;
    wrong[2].algorithm = CLD_ANALYTIC;
    wrong[3].algorithm = CLD_ALGORITHM_COUNT;
    wrong[4].tangents = (cld_tangents)2;
    for (int i = 0; i < 5; i++)
        for (int apart = 0; apart < 2; apart++) {
            cld_pose pose = move(4 * apart, 0, 0);
            cld_result r;
            cld_error err;
            bool colliding;
            cr_expect_eq(cld_find_collision(box, NULL, box, &pose, &wrong[i], workspace, &r, &err),
                         CLD_BAD_VALUE);
            cr_expect_eq(cld_find_distance(box, NULL, box, &pose, &wrong[i], workspace, &r, NULL),
                         CLD_BAD_VALUE);
            cr_expect_eq(cld_find_depth(box, NULL, box, &pose, &wrong[i], workspace, &r, NULL),
                         CLD_BAD_VALUE);
            cr_expect_eq(cld_is_colliding(box, NULL, box, &pose, &wrong[i], workspace, &colliding, NULL),
                         CLD_BAD_VALUE);
        }
    cld_shape_destroy(box);
}

Test(query, what_only_decides_looks_at_poses_only_where_balls_leave_it_open) {
    cld_shape *box = make_box(1, NULL);
    cld_query_options options = cld_query_options_make();
    cld_result r;
    cr_assert_eq(cld_shape_build_tables(box, NULL), CLD_OK); // with the ball inside
    // The balls around two such boxes meet up to sqrt(3), those inside of them up to 1.
    static const struct {
        double x;
        cld_status decides, finds_depth;
        bool colliding;
    } cases[] = {{1.8, CLD_OK, CLD_OK, false},
                 {1.2, CLD_BAD_TRANSFORM, CLD_BAD_TRANSFORM, false},
                 {0.9, CLD_OK, CLD_BAD_TRANSFORM, true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int side = 0; side < 2; side++) {
            cld_pose pose = move(cases[i].x, 0, 0);
            pose.r.row[2].z = 2;
            const cld_pose *a = side ? NULL : &pose, *b = side ? &pose : NULL;
            bool colliding = !cases[i].colliding;
            cr_expect_eq(cld_is_colliding(box, a, box, b, &options, workspace, &colliding, NULL),
                         cases[i].decides, "case %zu", i);
            cr_expect_eq(colliding, cases[i].colliding, "case %zu", i);
            cr_expect_eq(cld_find_depth(box, a, box, b, &options, workspace, &r, NULL), cases[i].finds_depth,
                         "case %zu", i);
            if (cases[i].finds_depth == CLD_OK)
                cr_expect_eq(r.outcome, CLD_SEPARATED, "case %zu", i);
            cr_expect_eq(cld_find_distance(box, a, box, b, &options, workspace, &r, NULL), CLD_BAD_TRANSFORM);
        }
    cld_shape_destroy(box);
}

/// Both touch to the last bits of what rounding can tell; the second pair is apart by 1e-18.
Test(query, tells_curved_shapes_apart_only_along_an_axis_that_proves_it) {
    const double normal[3] = {0, 0, 1}, origin[3] = {0, 0, 0};
    cld_shape_def a[2] = {cld_shape_def_make(CLD_ELLIPSOID), cld_shape_def_make(CLD_SPHERE)},
                  b[2] = {cld_shape_def_make(CLD_HALFSPACE), cld_shape_def_make(CLD_POINT)};
    memcpy(a[0].radii, (const double[3]){1, 2, 3}, sizeof a[0].radii);
    memcpy(b[0].normal, normal, sizeof normal);
    b[0].offset = -3;
    a[1].radius = 0.5;
    b[1].points = origin;
    b[1].point_count = 1;
    cld_query_options options = cld_query_options_make();
    options.tolerance = 0;
    for (int i = 0; i < 2; i++)
        for (int e = 0; e <= 20; e++) { // the last are far apart
            double gap = e ? ldexp(1, -60 + 3 * (e - 1)) : 0;
            cld_vec3 shift = i ? cld_vec3_make(1e-9, 0.5 + gap, 0) : cld_vec3_make(0, 0, gap);
            a[i].transform = cld_transform_make_translation(shift);
            cld_shape *p = shape_make(&a[i]), *q = shape_make(&b[i]);
            cld_result r = shape_ask(p, NULL, q, NULL, &options);
            cr_expect(r.lower <= gap && r.upper >= gap, "%d: %g is not in %g .. %g", i, gap, r.lower,
                      r.upper);
            cr_expect_eq(r.outcome == CLD_SEPARATED, r.has_axis);
            cr_expect(r.has_axis ? r.gap > 0 && r.gap <= r.signed_distance : r.signed_distance <= 0,
                      "%d: %g apart, gap %g, distance %g", i, gap, r.gap, r.signed_distance);
            cr_expect(r.has_axis || gap < 1e-13, "%d: %g apart", i, gap);
            cr_expect_eq(r.contact_count > 0, !r.has_axis);
            cld_shape_destroy(p);
            cld_shape_destroy(q);
        }
}

/// Where a turned shape's place has fewer digits than it takes to tell its size, little is known of the pair,
/// but what is said of it is still of the form that was promised.
Test(query, tiny_shapes_have_unit_normals_wherever_they_are) {
    const double origin[3] = {0, 0, 0};
    random_state r = random_make(5);
    for (int i = 0; i < 3000; i++) {
        double size = random_power_of_ten(&r, -100, -20), far = random_power_of_ten(&r, -20, 99);
        cld_shape_def def[2];
        cld_shape *shape[2];
        for (int side = 0; side < 2; side++) {
            def[side] = cld_shape_def_make(i % 3 ? CLD_BOX : i % 2 ? CLD_POINT : CLD_ELLIPSOID);
            for (int k = 0; k < 3; k++)
                def[side].size[k] = def[side].radii[k] = random_real(&r, 0.1, 1) * size;
            if (def[side].kind == CLD_POINT)
                def[side].points = origin, def[side].point_count = 1;
            if (i % 5)
                def[side].transform = cld_transform_make_axis_angle(shape_choose_direction(&r), 77);
            def[side].transform.t = (cld_vec3){far / 2, i % 7 ? 0 : far, side * (i % 11) * size};
            shape[side] = shape_make(&def[side]);
        }
        cld_query_options options = cld_query_options_make();
        cld_result answer = shape_ask(shape[0], NULL, shape[1], NULL, &options);
        cr_expect_float_eq(cld_length(answer.normal), 1, 1e-15, "trial %d: %g", i, cld_length(answer.normal));
        cr_expect(answer.lower <= answer.signed_distance && answer.signed_distance <= answer.upper,
                  "trial %d", i);
        cld_shape_destroy(shape[0]);
        cld_shape_destroy(shape[1]);
    }
}

Test(query, says_sat_only_where_axes_were_measured) {
    static const double corners[] = {0, 0, 0, 1, 0, 0, 0, 1, 0};
    cld_shape_def def = cld_shape_def_make(CLD_TRIANGLE);
    def.points = corners, def.point_count = 3;
    cld_query_options options = cld_query_options_make();
    options.algorithm = CLD_SAT;
    cld_shape *flat = shape_make(&def), *box = make_box(1, NULL);
    cld_result in_plane = shape_ask(flat, NULL, flat, NULL, &options),
               across = shape_ask(flat, NULL, box, NULL, &options);
    cr_expect(in_plane.algorithm == CLD_GJK_EPA && in_plane.stats.sat_axes == 0);
    cr_expect(across.algorithm == CLD_SAT && across.stats.sat_axes > 0);
    cld_shape_destroy(flat);
    cld_shape_destroy(box);
}
