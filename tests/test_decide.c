#include <criterion/criterion.h>
#include <math.h>

#include "math/dd.h"
#include "math/vec.h"
#include "support/frame.h"
#include "support/oracle.h"
#include "support/shapes.h"

static oracle *judge;

static void set_up(void) { judge = oracle_create(); }

static void tear_down(void) { oracle_destroy(judge); }

TestSuite(decide, .init = set_up, .fini = tear_down);

/// A pair, sometimes in a pose. The families have any size, for which a tolerance of 0 alone makes sense.
typedef struct question {
    test_pair pair;
    cld_shape *a, *b;
    const cld_pose *pose;
    cld_query_options options;
} question;

static question question_make(uint64_t seed) {
    static const cld_pose turn = {.r = {{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}}};
    question q = {.pose = seed % 3 ? NULL : &turn, .options = cld_query_options_make()};
    pair_make_any(seed, &q.pair);
    q.a = frame_make_shape(&q.pair.a);
    q.b = frame_make_shape(&q.pair.b);
    q.options.tolerance = seed % 10 ? 0 : 0.125;
    return q;
}

static void question_free(question *q) {
    cld_shape_destroy(q->a);
    cld_shape_destroy(q->b);
}

Test(decide, tells_whether_shapes_collide_as_exact_arithmetic_does) {
    cld_workspace *workspace = cld_workspace_create();
    int colliding = 0;
    for (uint64_t seed = 0; seed < 3000; seed++) {
        question q = question_make(seed);
        oracle_load(judge, q.pair.a.at[0], q.pair.a.count, q.pair.b.at[0], q.pair.b.count);
        double truth = oracle_find_signed_distance(judge).value, tolerance = q.options.tolerance;
        bool found;
        cr_assert_eq(cld_is_colliding(q.a, q.pose, q.b, q.pose, &q.options, workspace, &found, NULL), CLD_OK);
        colliding += found;
        if (fabs(truth - tolerance) > 1e-12 || tolerance == 0)
            cr_expect_eq(found, truth <= tolerance, "seed %llu: %.17g", (unsigned long long)seed, truth);
        question_free(&q);
    }
    cld_workspace_destroy(workspace);
    cr_expect(colliding > 1000 && colliding < 2800, "%d", colliding);
}

/// What the full answer says, to the last bit, of shapes that collide, and of others that they do not.
Test(decide, the_depth_alone_is_that_of_the_distance) {
    cld_workspace *workspace = cld_workspace_create();
    int colliding = 0;
    for (uint64_t seed = 0; seed < 3000; seed++) {
        question q = question_make(seed);
        cld_result whole, depth;
        cr_assert_eq(cld_find_distance(q.a, q.pose, q.b, q.pose, &q.options, workspace, &whole, NULL),
                     CLD_OK);
        cr_assert_eq(cld_find_depth(q.a, q.pose, q.b, q.pose, &q.options, workspace, &depth, NULL), CLD_OK);
        cr_expect_eq(depth.outcome, whole.outcome, "seed %llu", (unsigned long long)seed);
        colliding += whole.outcome != CLD_SEPARATED;
        if (whole.outcome != CLD_SEPARATED) {
            cr_expect_eq(depth.signed_distance, whole.signed_distance, "seed %llu", (unsigned long long)seed);
            cr_expect_eq(depth.lower, whole.lower);
            cr_expect_eq(depth.upper, whole.upper);
            cr_expect_arr_eq(&depth.normal, &whole.normal, sizeof depth.normal);
        }
        question_free(&q);
    }
    cld_workspace_destroy(workspace);
    cr_expect(colliding > 1000 && colliding < 2800, "%d", colliding);
}

/// Yes or no is first asked of rough clouds.
Test(decide, keeps_to_tolerances_close_to_the_distance_of_shapes_in_poses) {
    cld_workspace *workspace = cld_workspace_create();
    int apart = 0;
    for (uint64_t seed = 0; seed < 3000; seed++) {
        cld_pose pose[2];
        test_pair pair;
        frame_turn_pair(seed, &pair, pose);
        cld_shape *a = frame_make_shape(&pair.a), *b = frame_make_shape(&pair.b);
        cld_query_options options = cld_query_options_make();
        cld_result whole;
        bool found;
        cr_assert_eq(cld_find_distance(a, &pose[0], b, &pose[1], &options, workspace, &whole, NULL), CLD_OK);
        for (int side = -1; side <= 1; side += 2) {
            options.tolerance = whole.signed_distance + side * 1e-13;
            if (whole.signed_distance < 1e-12)
                break;
            cr_assert_eq(cld_is_colliding(a, &pose[0], b, &pose[1], &options, workspace, &found, NULL),
                         CLD_OK);
            cr_expect_eq(found, side > 0, "seed %llu: %.17g", (unsigned long long)seed,
                         whole.signed_distance);
            apart++;
        }
        cld_shape_destroy(a);
        cld_shape_destroy(b);
    }
    cld_workspace_destroy(workspace);
    cr_expect_gt(apart, 1000, "%d", apart);
}

/// A prism ten times as long as it is wide, with ends across the line x: a brick of eight corners, or a rod.
static cld_shape *make_long(int count, double scale) {
    double points[32][3];
    for (int i = 0; i < count; i++) {
        int corner = i / 2, corners = count / 2;
        double turn = 4 * acos(0) * corner / corners + 0.3;
        memcpy(points[i], (double[]){i % 2 ? 5 : -5, cos(turn), 0.5 * sin(turn)}, sizeof points[i]);
        for (int k = 0; k < 3; k++)
            points[i][k] *= scale;
    }
    cld_shape_def def = cld_shape_def_make(CLD_HULL);
    def.points = points[0], def.point_count = (size_t)count;
    cld_shape *shape = NULL;
    cr_assert_eq(cld_shape_create(&def, NULL, NULL, &shape, NULL), CLD_OK);
    return shape;
}

Test(decide, of_long_shapes_end_to_end_the_tolerance_alone) {
    cld_workspace *workspace = cld_workspace_create();
    random_state r = random_make(7);
    for (int trial = 0; trial < 4000; trial++) {
        static const int counts[] = {6, 8, 12, 32};
        double scale = pow(2, random_int(&r, -30, 30)), tolerance = trial % 3 * 1e-3 * scale,
               gap = tolerance * (trial % 2 ? 1 + 1e-9 : 1 - 1e-9) + (trial % 2 ? 1 : -1) * 1e-12 * scale;
        cld_pose pose = shape_choose_pose(&r, scale);
        cld_shape *a = make_long(counts[random_int(&r, 0, 3)], scale),
                  *b = make_long(counts[random_int(&r, 0, 3)], scale);
        cld_pose further = pose;
        cld_vec3 x = {pose.r.row[0].x, pose.r.row[1].x, pose.r.row[2].x};
        further.t = cld_add_scaled(pose.t, (10 * scale + gap) * (trial % 4 < 2 ? 1 : -1), x);
        cld_query_options options = cld_query_options_make();
        options.tolerance = tolerance;
        bool found;
        cr_assert_eq(cld_is_colliding(a, &pose, b, &further, &options, workspace, &found, NULL), CLD_OK);
        cr_expect_eq(found, trial % 2 == 0, "trial %d", trial);
        cld_shape_destroy(a);
        cld_shape_destroy(b);
    }
    cld_workspace_destroy(workspace);
}

/// The line of centres is too short for floats to tell where it leads.
Test(decide, shapes_around_nearly_the_same_centre_collide) {
    static const double corner[8][3] = {{6, -7, 9}, {9, -1, 0},  {-7, 7, -7},  {-1, -9, 9},
                                        {-7, 0, 9}, {-1, -1, 8}, {-7, -8, -1}, {-1, 1, 0}};
    cld_workspace *workspace = cld_workspace_create();
    cld_query_options options = cld_query_options_make();
    for (int exponent = -23; exponent <= 17; exponent++) {
        double points[16][3];
        for (int i = 0; i < 16; i++)
            for (int k = 0; k < 3; k++)
                points[i][k] = ldexp(i < 8 ? corner[i][k] : -corner[i - 8][k], exponent);
        cld_shape_def def = cld_shape_def_make(CLD_HULL);
        def.points = points[0];
        def.point_count = 16;
        cld_shape *a = shape_make(&def), *b = shape_make(&def);
        for (int apart = -200; apart < exponent; apart++) {
            cld_pose pose = {.r = cld_mat3_identity, .t = {0, 0, ldexp(1, apart)}};
            bool found = false;
            cr_assert_eq(cld_is_colliding(a, NULL, b, &pose, &options, workspace, &found, NULL), CLD_OK);
            cr_expect(found, "2^%d apart, of size 2^%d", apart, exponent);
        }
        cld_shape_destroy(a);
        cld_shape_destroy(b);
    }
    cld_workspace_destroy(workspace);
}

/// Thin in its own frame, where facets are merged that its transform turns from each other by 3 %.
Test(decide, holds_where_a_transform_has_magnified_what_merging_moved) {
    double corner[8][3], grain[4][3] = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
    for (int i = 0; i < 8; i++) {
        double crease = (i & 1) == (i >> 1 & 1) ? 0.015 : -0.015;
        corner[i][0] = (i & 4 ? 1e-12 : -1e-12) * (0.5 + crease);
        corner[i][1] = i & 1 ? 0.56 : -0.56;
        corner[i][2] = i & 2 ? 0.56 : -0.56;
        for (int k = 0; k < 3 && i < 4; k++)
            grain[i][k] *= 1e-6;
    }
    cld_shape_def thin = cld_shape_def_make(CLD_HULL), tiny = thin;
    thin.points = corner[0], thin.point_count = 8;
    thin.transform = cld_transform_make_scale((cld_vec3){1e12, 1, 1});
    tiny.points = grain[0], tiny.point_count = 4;
    cld_shape *a = shape_make(&thin), *b = shape_make(&tiny);
    cr_assert(cld_shape_build_tables(a, NULL) == CLD_OK && cld_shape_build_tables(b, NULL) == CLD_OK);
    cld_workspace *workspace = cld_workspace_create();
    cld_query_options options = cld_query_options_make();
    int apart = 0;
    for (int i = 0; i < 2000; i++) {
        int row = i / 50;
        cld_vec3 at = cld_unit(cld_vec3_make(1, (i % 40 - 20) / 400.0, (row - 20) / 400.0));
        cld_pose pose = cld_pose_make_identity();
        pose.t = cld_scale(at, 0.515 - 0.0001 * (i % 8));
        bool collides;
        cr_assert_eq(cld_is_colliding(a, NULL, b, &pose, &options, workspace, &collides, NULL), CLD_OK);
        cld_result r = shape_ask(a, NULL, b, &pose, &options);
        cr_expect_eq(collides, r.outcome != CLD_SEPARATED, "%d: %g", i, r.signed_distance);
        apart += !collides;
    }
    cr_expect_gt(apart, 100);
    cld_workspace_destroy(workspace);
    cld_shape_destroy(a);
    cld_shape_destroy(b);
}

/// A point whose coordinate is what numbers of 1e24 leave of each other, which double-double does not tell to
/// 1e-6: 1, but for `off`.
static cld_shape *make_cancelled(random_state *r, double *off) {
    double a = 1e24 * random_real(r, 1, 2), x = random_real(r, 1, 2), large = a * x;
    double b = 1e9 * random_real(r, 1, 2), y = random_real(r, 1, 2), small = b * y;
    cld_dd left = cld_two_sum(fma(a, x, -large), small);
    double t = 1 - left.hi;
    const double point[3] = {x, y, 1};
    cld_mat3 m = {{{a, b, -large}, {0, 1, 0}, {0, 0, 1}}};
    cld_shape_def def = cld_shape_def_make(CLD_POINT);
    def.points = point;
    def.point_count = 1;
    def.transform = cld_transform_make_matrix(&m, cld_vec3_make(t, -y, -1));
    cld_dd sum = cld_two_sum(left.hi, t);
    *off = (sum.hi - 1) + sum.lo + left.lo + fma(b, y, -small);
    return shape_make(&def);
}

Test(decide, tells_nothing_apart_that_what_cancels_in_a_transform_may_have_moved) {
    static const double ends[2][3] = {{-1, 0, 0}, {1, 0, 0}};
    random_state r = random_make(7);
    cld_query_options options = cld_query_options_make();
    cld_workspace *workspace = cld_workspace_create();
    cld_shape_def def[2] = {cld_shape_def_make(CLD_SEGMENT), cld_shape_def_make(CLD_SPHERE)};
    def[0].points = ends[0];
    def[0].point_count = 2;
    def[1].radius = 1;
    cld_shape *other[2] = {shape_make(&def[0]), shape_make(&def[1])};
    options.tolerance = 0;
    int touching = 0;
    for (int trial = 0; trial < 1000; trial++) {
        double off;
        cld_shape *point = make_cancelled(&r, &off);
        cld_vec3 lower, upper;
        cld_shape_find_box(point, &lower, &upper);
        cr_expect(lower.x - 1 <= off && off <= upper.x - 1, "trial %d: %g", trial, off);
        touching += off <= 0;
        for (int k = 0; k < 2; k++) {
            cld_result result, depth;
            bool colliding;
            cld_find_collision(other[k], NULL, point, NULL, &options, workspace, &result, NULL);
            cld_is_colliding(other[k], NULL, point, NULL, &options, workspace, &colliding, NULL);
            cld_find_depth(other[k], NULL, point, NULL, &options, workspace, &depth, NULL);
            cr_expect(colliding == (result.outcome != CLD_SEPARATED) && (colliding || off > 0), "trial %d",
                      trial);
            cr_expect_eq(depth.outcome == CLD_SEPARATED, !colliding, "trial %d", trial);
        }
        cld_shape_destroy(point);
    }
    cr_expect(touching > 300 && touching < 700, "%d", touching);
    cld_shape_destroy(other[0]);
    cld_shape_destroy(other[1]);
    cld_workspace_destroy(workspace);
}

/// Points in a plane but for `flat`.
static void scatter(double (*points)[3], int count, double flat, random_state *r) {
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 3; k++)
            points[i][k] = random_real(r, -1, 1) * (k < 2 ? 1 : flat);
}

Test(decide, holds_the_distance_to_the_tolerance_as_a_full_answer_does_however_flat_shapes_are) {
    random_state r = random_make(12);
    cld_workspace *workspace = cld_workspace_create();
    cld_error err;
    for (int trial = 0; trial < 60000; trial++) {
        double points[5][3], flat = ldexp(1, -random_int(&r, 0, 50));
        scatter(points, 5, flat, &r);
        cld_shape_def segment = cld_shape_def_make(CLD_SEGMENT), triangle = cld_shape_def_make(CLD_TRIANGLE);
        segment.points = points[0], segment.point_count = 2;
        triangle.points = points[2], triangle.point_count = 3;
        cld_shape *a = shape_make(&segment), *b = shape_make(&triangle);
        cld_pose pose = cld_pose_make_identity();
        pose.t.z = ldexp(1, -random_int(&r, 0, 44));
        cld_query_options options = cld_query_options_make();
        cld_result result;
        cr_assert_eq(cld_find_distance(a, NULL, b, &pose, &options, workspace, &result, &err), CLD_OK);
        options.tolerance = fabs(result.signed_distance) * (1 + 0x1p-44 * random_int(&r, -4, 4));
        bool colliding;
        cld_find_distance(a, NULL, b, &pose, &options, workspace, &result, &err);
        cld_is_colliding(a, NULL, b, &pose, &options, workspace, &colliding, &err);
        cr_expect_eq(colliding, result.outcome != CLD_SEPARATED, "trial %d", trial);
        cld_shape_destroy(a);
        cld_shape_destroy(b);
    }
    cld_workspace_destroy(workspace);
}
