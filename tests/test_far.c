/// Shapes that are far from each other, and from the origin, for their size: what counts is every rounding.
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>

#include "math/dd.h"
#include "math/vec.h"
#include "support/body_pair.h"
#include "support/shapes.h"

/// The part of 4e-16 times the largest coordinate, and of `least` times the size, that an answer is off by.
static double find_off(const cld_result *r, cld_dd truth, double size, double farthest, double least) {
    cld_dd off = cld_dd_sub(cld_dd_make(r->signed_distance), truth);
    cr_expect(r->lower <= truth.hi && r->upper >= truth.hi, "%.17g is not from %.17g to %.17g", truth.hi,
              r->lower, r->upper);
    return fabs(off.hi) / (least * size + 4e-16 * farthest);
}

static double find_largest(cld_vec3 a, cld_vec3 b) { return cld_max(cld_max_abs(a), cld_max_abs(b)); }

static cld_vec3 make_far(double reach, random_state *r) {
    return cld_vec3_make(random_real(r, -reach, reach), random_real(r, -reach, reach),
                         random_real(r, -reach, reach));
}

/// Asks about two bodies at two places.
static void ask_at(body_pair *q, body_def one, cld_vec3 a, body_def other, cld_vec3 b) {
    one.def.transform = cld_transform_make_translation(a);
    other.def.transform = cld_transform_make_translation(b);
    body_pair_ask(q, one, other);
}

Test(far, boxes_are_as_far_apart_as_their_coordinates_say) {
    body_pair q = {0};
    random_state r = random_make(1);
    for (int trial = 0; trial < 4000; trial++) {
        double reach = random_power_of_ten(&r, 1, 12);
        cld_vec3 a = make_far(reach, &r), b = make_far(reach, &r);
        if (trial % 2)
            b.z = a.z;
        if (trial % 3 == 0)
            b.x = a.x + 0.75;
        ask_at(&q, body_def_sized(CLD_BOX, 1, 0.5, 1), a, body_def_sized(CLD_BOX, 2, 1, 0.5), b);
        const double from[3] = {a.x, a.y, a.z}, to[3] = {b.x, b.y, b.z}, half[3] = {1.5, 0.75, 0.75};
        cld_dd square = {0, 0};
        for (int k = 0; k < 3; k++) {
            cld_dd between = cld_dd_sub(cld_dd_make(fmax(from[k], to[k])), cld_dd_make(fmin(from[k], to[k])));
            between = cld_dd_sub(between, cld_dd_make(half[k]));
            if (between.hi > 0)
                square = cld_dd_add(square, cld_dd_mul(between, between));
        }
        if (square.hi > 0)
            cr_expect(find_off(&q.r, cld_dd_sqrt(square), 2.3, find_largest(a, b) + 1, 1e-12) <= 1, "%d",
                      trial);
    }
    body_pair_free(&q);
}

Test(far, a_cylinder_is_as_far_from_a_ball_beside_it_as_their_coordinates_say) {
    body_pair q = {0};
    random_state r = random_make(2);
    for (int trial = 0; trial < 4000; trial++) {
        double reach = random_power_of_ten(&r, 1, 12);
        cld_vec3 a = make_far(reach, &r), b = make_far(reach, &r);
        b.z = a.z;
        body_def ball = {.def = cld_shape_def_make(CLD_SPHERE)};
        ball.def.radius = 0.25;
        ask_at(&q, body_def_upright(CLD_CYLINDER, -1, 1, 0.5), a, ball, b);
        cld_dd x = cld_dd_sub(cld_dd_make(a.x), cld_dd_make(b.x)),
               y = cld_dd_sub(cld_dd_make(a.y), cld_dd_make(b.y));
        cld_dd truth =
            cld_dd_sub(cld_dd_sqrt(cld_dd_add(cld_dd_mul(x, x), cld_dd_mul(y, y))), cld_dd_make(0.75));
        if (truth.hi > 0)
            cr_expect(find_off(&q.r, truth, 2.3, find_largest(a, b) + 1, 1e-9) <= 1, "%d", trial);
    }
    body_pair_free(&q);
}

/// Turning a difference that is exact loses nothing that counts, in double-double: turning and moving both
/// points does, however near to each other they are.
Test(far, points_in_one_turned_pose_have_bounds_that_hold_their_distance) {
    cld_workspace *workspace = cld_workspace_create();
    const cld_query_options options = cld_query_options_make();
    random_state r = random_make(4);
    for (int trial = 0; trial < 4000; trial++) {
        double near = random_power_of_ten(&r, -14, 0), points[2][3];
        for (int k = 0; k < 3; k++) {
            points[0][k] = random_real(&r, -10, 10);
            points[1][k] = points[0][k] + near * random_real(&r, -1, 1);
        }
        cld_shape *shape[2];
        for (int i = 0; i < 2; i++) {
            cld_shape_def def = cld_shape_def_make(CLD_POINT);
            def.points = points[i];
            def.point_count = 1;
            shape[i] = shape_make(&def);
        }
        cld_pose pose = shape_choose_pose(&r, random_power_of_ten(&r, 0, 9));
        cld_dd square = {0, 0};
        for (int i = 0; i < 3; i++) {
            cld_dd sum = {0, 0};
            for (int k = 0; k < 3; k++)
                sum = cld_dd_add(sum, cld_dd_mul(cld_two_diff(points[1][k], points[0][k]),
                                                 cld_dd_make(cld_component(pose.r.row[i], k))));
            square = cld_dd_add(square, cld_dd_mul(sum, sum));
        }
        cld_dd truth = cld_dd_sqrt(square);
        cld_result q;
        cr_assert_eq(cld_find_collision(shape[0], &pose, shape[1], &pose, &options, workspace, &q, NULL),
                     CLD_OK);
        cr_expect(cld_dd_sub(truth, cld_dd_make(q.lower)).hi >= 0 &&
                      cld_dd_sub(truth, cld_dd_make(q.upper)).hi <= 0,
                  "trial %d: %.17g is not from %.17g to %.17g", trial, truth.hi, q.lower, q.upper);
        cr_expect_leq(q.upper - q.lower, 1e-14 * (cld_max_abs(pose.t) + 20), "trial %d", trial);
        cld_shape_destroy(shape[0]);
        cld_shape_destroy(shape[1]);
    }
    cld_workspace_destroy(workspace);
}

Test(far, points_of_the_least_doubles_have_bounds_that_hold_their_distance) {
    random_state r = random_make(9);
    cld_query_options options = cld_query_options_make();
    cld_workspace *workspace = cld_workspace_create();
    for (int trial = 0; trial < 500; trial++) {
        double at[2][3] = {{0}}, square = 0;
        cld_shape *point[2];
        for (int i = 0; i < 2; i++) {
            cld_shape_def def = cld_shape_def_make(CLD_POINT);
            for (int k = 0; k < 3; k++)
                at[i][k] = (double)random_int(&r, -5000, 5000); // least doubles
            double scaled[3] = {at[i][0] * DBL_TRUE_MIN, at[i][1] * DBL_TRUE_MIN, at[i][2] * DBL_TRUE_MIN};
            def.points = scaled;
            def.point_count = 1;
            point[i] = shape_make(&def);
        }
        for (int k = 0; k < 3; k++)
            square += (at[0][k] - at[1][k]) * (at[0][k] - at[1][k]);
        cld_result result;
        cr_assert_eq(cld_find_collision(point[0], NULL, point[1], NULL, &options, workspace, &result, NULL),
                     CLD_OK);
        double lower = result.lower / DBL_TRUE_MIN, upper = result.upper / DBL_TRUE_MIN;
        cr_expect(lower * lower <= square && square <= upper * upper && upper - lower <= 16,
                  "trial %d: %g to %g", trial, lower, upper);
        cld_shape_destroy(point[0]);
        cld_shape_destroy(point[1]);
    }
    cld_workspace_destroy(workspace);
}

static void verify_here(const cld_shape *a, const cld_shape *b, int trial, cld_workspace *workspace) {
    cld_query_options options = cld_query_options_make();
    cld_result result;
    cld_error err;
    cr_assert_eq(cld_find_collision(a, NULL, b, NULL, &options, workspace, &result, &err), CLD_OK);
    cr_expect_eq(cld_verify(a, NULL, b, NULL, &result, &err), CLD_OK, "trial %d: %s", trial, err.message);
}

/// Their bounds are a few least doubles wide, which is more than any part of so small coordinates.
Test(far, points_of_few_least_doubles_are_verified_beside_each_other_and_beside_a_half_space) {
    random_state r = random_make(10);
    cld_workspace *workspace = cld_workspace_create();
    for (int trial = 0; trial < 500; trial++) {
        double size = random_power_of_ten(&r, -12, 3) * DBL_MIN;
        cld_shape *shape[3];
        for (int i = 0; i < 3; i++) {
            cld_vec3 p = make_far(1, &r);
            double at[3] = {p.x * size, p.y * size, p.z * size};
            cld_shape_def def = cld_shape_def_make(i < 2 ? CLD_POINT : CLD_HALFSPACE);
            if (i < 2)
                def.points = at, def.point_count = 1;
            else
                def.normal[0] = p.x, def.normal[1] = p.y, def.normal[2] = p.z, def.offset = at[0];
            shape[i] = shape_make(&def);
        }
        verify_here(shape[0], shape[1], trial, workspace);
        verify_here(shape[0], shape[2], trial, workspace);
        for (int i = 0; i < 3; i++)
            cld_shape_destroy(shape[i]);
    }
    cld_workspace_destroy(workspace);
}

/// Beside the radius, nothing is left of how far the other is from the middle; beside that, the radius is
/// beyond all doubles.
Test(far, balls_have_points_however_little_their_middles_are_apart) {
    body_pair q = {0};
    for (int power = -1074; power < -200; power += 3)
        for (int other = 1; other < 330; other += 41) {
            double apart = ldexp(1, power), radius = ldexp(1, other);
            body_def ball = body_def_sized(CLD_SPHERE, 0, 0, 0),
                     point = {.def = cld_shape_def_make(CLD_POINT)};
            ball.def.radius = radius;
            point.def.point_count = 1;
            ask_at(&q, ball, (cld_vec3){0, 0, 0}, point, (cld_vec3){0, apart, 0});
            cld_error err = {.message = ""};
            cr_expect_eq(q.r.signed_distance, -radius);
            cr_expect_eq(cld_length(q.r.closest_a), radius, "2^%d beside 2^%d", power, other);
            cr_expect_eq(cld_verify(q.a, NULL, q.b, NULL, &q.r, &err), CLD_OK, "2^%d beside 2^%d: %s", power,
                         other, err.message);
        }
    body_pair_free(&q);
}
