#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#include "collide/collide.h"
#include "math/vec.h"
#include "support/random.h"
#include "support/rational.h"

static mpq_t p, q, r, limit;

static void set_up(void) { mpq_inits(p, q, r, limit, NULL); }

static void tear_down(void) { mpq_clears(p, q, r, limit, NULL); }

TestSuite(transform, .init = set_up, .fini = tear_down);

static cld_dd entry(const cld_transform *t, int row, int column) {
    return (cld_dd){cld_component(t->m.row[row], column), cld_component(t->m_low.row[row], column)};
}

/// Rows of numbers that doubles hold exactly.
static void expect_matrix(const cld_transform *t, const double m[3][3], const char *what) {
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            cld_dd e = entry(t, i, k);
            cr_expect(e.hi == m[i][k] && e.lo == 0, "%s: entry %d, %d is %.17g + %.3g, expected %.17g", what,
                      i, k, e.hi, e.lo, m[i][k]);
        }
}

/// The matrix of p, as fractions, times that of q: entry i, k in the global p.
static void multiply_entry(const cld_transform *a, const cld_transform *b, int i, int k) {
    mpq_set_ui(p, 0, 1);
    for (int j = 0; j < 3; j++) {
        rational_set(q, entry(a, i, j));
        rational_set(r, entry(b, j, k));
        mpq_mul(q, q, r);
        mpq_add(p, p, q);
    }
}

static cld_transform transpose(const cld_transform *t) {
    cld_transform r_t = *t;
    double *to = &r_t.m.row[0].x, *to_low = &r_t.m_low.row[0].x;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            to[3 * i + k] = entry(t, k, i).hi, to_low[3 * i + k] = entry(t, k, i).lo;
    return r_t;
}

static void expect_rotation(const cld_transform *t, const char *what) {
    cld_transform back = transpose(t);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            multiply_entry(t, &back, i, k);
            mpq_set_si(q, i == k, 1);
            mpq_set_d(limit, 0x1p-96);
            cr_expect(rational_is_near(p, q, limit), "%s: rows %d and %d are off by %g", what, i, k,
                      mpq_get_d(p) - (i == k));
        }
    const cld_vec3 *m = t->m.row;
    cr_expect_float_eq(cld_dot(m[0], cld_cross(m[1], m[2])), 1, 1e-14, "%s mirrors", what);
}

static cld_vec3 random_axis(random_state *random) {
    cld_vec3 axis = {random_real(random, -1, 1), random_real(random, -1, 1), random_real(random, -1, 1)};
    if (random_one_in(random, 4))
        axis.x = axis.y = 0;
    return cld_scale(axis, random_power_of_ten(random, -100, 100));
}

Test(transform, multiples_of_90_degrees_about_an_axis_are_exact) {
    static const double quarter[3][4][3][3] = {{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                                                {{1, 0, 0}, {0, 0, -1}, {0, 1, 0}},
                                                {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}},
                                                {{1, 0, 0}, {0, 0, 1}, {0, -1, 0}}},
                                               {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                                                {{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}},
                                                {{-1, 0, 0}, {0, 1, 0}, {0, 0, -1}},
                                                {{0, 0, -1}, {0, 1, 0}, {1, 0, 0}}},
                                               {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                                                {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}},
                                                {{-1, 0, 0}, {0, -1, 0}, {0, 0, 1}},
                                                {{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}}};
    const double lengths[] = {1, 7, 0.1, 1e-300, 1e300};
    for (int k = 0; k < 3; k++)
        for (int turns = -9; turns <= 9; turns++)
            for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
                cld_vec3 axis = {lengths[l] * (k == 0), lengths[l] * (k == 1), lengths[l] * (k == 2)};
                cld_transform t = cld_transform_make_axis_angle(axis, 90.0 * turns);
                expect_matrix(&t, quarter[k][(turns + 12) % 4], "about an axis");
                t = cld_transform_make_axis_angle(cld_negate(axis), -90.0 * turns);
                expect_matrix(&t, quarter[k][(turns + 12) % 4], "about the opposite axis, backwards");
                t = cld_transform_make_axis_angle(axis, 90.0 * turns + 360e9);
                expect_matrix(&t, quarter[k][(turns + 12) % 4], "after a thousand million turns");
            }
}

/// What stands on a floor and is turned about an upright axis still does.
Test(transform, turns_about_an_axis_of_the_world_leave_it_where_it_is) {
    for (int degrees = 1; degrees < 360; degrees++)
        for (int k = 0; k < 3; k++) {
            const cld_vec3 axis = {k == 0, k == 1, k == 2};
            cld_transform turn = cld_transform_make_axis_angle(axis, degrees);
            cr_expect_eq((&turn.m.row[k].x)[k], 1, "%d degrees", degrees);
            cr_expect_eq((&turn.m_low.row[k].x)[k], 0, "%d degrees", degrees);
        }
}

Test(transform, whole_turns_about_any_axis_are_the_identity) {
    static const double identity[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    random_state random = random_make(1);
    for (int i = 0; i < 200; i++) {
        cld_transform t =
            cld_transform_make_axis_angle(random_axis(&random), 360.0 * random_int(&random, -5, 5));
        expect_matrix(&t, identity, "a whole turn");
    }
}

Test(transform, quaternions_of_quarter_and_third_turns_are_exact) {
    // A third of a turn about (1, 1, 1) leads x to y, y to z, z to x; halves and quarters are plain.
    cld_transform t = cld_transform_make_quaternion((cld_quat){1, 1, 1, 1});
    expect_matrix(&t, (const double[3][3]){{0, 0, 1}, {1, 0, 0}, {0, 1, 0}}, "a third");
    t = cld_transform_make_quaternion((cld_quat){0, 0, sqrt(0.5), sqrt(0.5)});
    expect_matrix(&t, (const double[3][3]){{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}, "a quarter about z");
    t = cld_transform_make_quaternion((cld_quat){-0.3, 0, 0, 0.3});
    expect_matrix(&t, (const double[3][3]){{1, 0, 0}, {0, 0, 1}, {0, -1, 0}}, "a quarter about -x");
    t = cld_transform_make_quaternion((cld_quat){0, 1, 0, 0});
    expect_matrix(&t, (const double[3][3]){{-1, 0, 0}, {0, 1, 0}, {0, 0, -1}}, "a half about y");
    t = cld_transform_make_quaternion((cld_quat){1, 2, 2, 4});
    // |q|^2 = 25: w^2 + x^2 - y^2 - z^2 = 9, 2 (xy - wz) = -12, 2 (xz + wy) = 20, over 25, and so on.
    static const int times_25[3][3] = {{9, -12, 20}, {20, 15, 0}, {-12, 16, 15}};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            rational_set(p, entry(&t, i, k));
            mpq_set_si(q, times_25[i][k], 25);
            cr_expect(rational_is_close(p, q, CLD_DD_ERROR), "entry %d, %d", i, k);
        }
}

Test(transform, quaternions_of_any_length_are_the_same_rotation) {
    const double lengths[] = {0x1p-1074, 1e-200, 1e200, 0x1p1023};
    for (int i = 0; i < 4; i++) {
        double s = lengths[i];
        cld_transform t = cld_transform_make_quaternion((cld_quat){0, 0, s, s});
        expect_matrix(&t, (const double[3][3]){{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}, "a quarter about z");
        cld_pose pose = cld_pose_make((cld_quat){s, s, s, s}, (cld_vec3){0, 0, 0});
        t = cld_transform_make_matrix(&pose.r, pose.t);
        expect_matrix(&t, (const double[3][3]){{0, 0, 1}, {1, 0, 0}, {0, 1, 0}}, "a third");
    }
}

/// sine and cosine to 42 decimals.
typedef struct known_angle {
    double degrees;
    const char *sine, *cosine;
} known_angle;

static void expect_decimal(cld_dd got, const char *digits, double degrees) {
    char fraction[128];
    snprintf(fraction, sizeof fraction, "%s/1000000000000000000000000000000000000000000", digits);
    mpq_set_str(q, fraction, 10);
    mpq_canonicalize(q);
    rational_set(p, got);
    mpq_set_d(limit, 0x1p-98);
    cr_expect(rational_is_near(p, q, limit), "%g degrees: got %.17g + %.17g, expected %s e-42", degrees,
              got.hi, got.lo, digits);
}

Test(transform, angles_are_right_to_thirty_digits) {
    static const known_angle known[] = {
        {1, "17452406437283512819418978516316192472253", "999847695156391239157011558813914851692740"},
        {0.015625, "272707692243925426728905448361148751876", "999999962815256604143657119054325289800021"},
        {29, "484809620246337029075379622415776568276657", "874619707139395800284636958661079506856306"},
        {44.75, "704014724455968344427444646664309677788711", "710185375623285393686091765128481990439435"},
        {-123.5, "-833885822067168184523066953782805988721680",
         "-551936985312058175782129730337768801681566"},
        {1e-5, "174532925199432085873539665414785415", "999999999999984769129010664606204037816764"},
        {1000000.5, "-983254907563954584554632056430508987574624",
         "182235525492147456602573371437409882956120"},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        cld_transform t = cld_transform_make_axis_angle((cld_vec3){0, 0, 3}, known[i].degrees);
        expect_decimal(entry(&t, 0, 0), known[i].cosine, known[i].degrees);
        expect_decimal(entry(&t, 1, 0), known[i].sine, known[i].degrees);
    }
}

Test(transform, rotations_keep_lengths_angles_and_the_axis) {
    random_state random = random_make(2);
    for (int i = 0; i < 500; i++) {
        cld_vec3 axis = random_axis(&random);
        double degrees = random_real(&random, -720, 720);
        cld_transform t = cld_transform_make_axis_angle(axis, degrees);
        expect_rotation(&t, "about an axis");
        cld_vec3 image = cld_transform_apply(&t, axis);
        cr_expect_leq(cld_max_abs(cld_sub(image, axis)), 0x1p-52 * cld_max_abs(axis));
        double trace = t.m.row[0].x + t.m.row[1].y + t.m.row[2].z;
        cr_expect_float_eq(trace, 1 + 2 * cos(degrees * (acos(-1) / 180)), 1e-13);
        t = cld_transform_make_quaternion((cld_quat){random_real(&random, -1, 1), random_real(&random, -1, 1),
                                                     random_real(&random, -1, 1),
                                                     random_real(&random, -1, 1)});
        expect_rotation(&t, "of a quaternion");
    }
}

Test(transform, a_quaternion_and_its_axis_and_angle_are_one_rotation) {
    random_state random = random_make(3);
    for (int i = 0; i < 200; i++) {
        cld_vec3 axis = cld_unit(
            (cld_vec3){random_real(&random, -1, 1), random_real(&random, -1, 1), random_real(&random, 0, 1)});
        double half = random_real(&random, -3, 3), degrees = 2 * half * (180 / acos(-1));
        cld_transform t = cld_transform_make_axis_angle(axis, degrees);
        cld_quat rotation = {sin(half) * axis.x, sin(half) * axis.y, sin(half) * axis.z, cos(half)};
        cld_transform u = cld_transform_make_quaternion(rotation);
        cld_pose pose = cld_pose_make(rotation, axis);
        for (int k = 0; k < 3; k++) {
            cr_expect_leq(cld_max_abs(cld_sub(t.m.row[k], u.m.row[k])), 2e-15);
            cr_expect_eq(cld_max_abs(cld_sub(pose.r.row[k], u.m.row[k])), 0);
        }
        cr_expect(pose.t.x == axis.x && pose.t.y == axis.y && pose.t.z == axis.z);
    }
}

static cld_transform random_map(random_state *random) {
    cld_transform scale =
        cld_transform_make_scale((cld_vec3){random_real(random, 0.1, 2), random_real(random, -2, -0.1), 1});
    cld_transform turn = cld_transform_make_axis_angle(random_axis(random), random_real(random, 0, 360));
    cld_transform t = cld_transform_compose(&turn, &scale);
    t.t = (cld_vec3){random_real(random, -9, 9), random_real(random, -9, 9), random_real(random, -9, 9)};
    return t;
}

Test(transform, composition_applies_the_inner_map_first) {
    const cld_transform move = cld_transform_make_translation((cld_vec3){1, 2, 3});
    const cld_transform turn = cld_transform_make_axis_angle((cld_vec3){0, 0, 1}, 90);
    cld_transform t = cld_transform_compose(&turn, &move); // (1, 2, 3) + p, then x to y and y to -x
    cld_vec3 image = cld_transform_apply(&t, (cld_vec3){10, 0, 0});
    cr_expect(image.x == -2 && image.y == 11 && image.z == 3);
    t = cld_transform_compose(&move, &turn);
    image = cld_transform_apply(&t, (cld_vec3){10, 0, 0});
    cr_expect(image.x == 1 && image.y == 12 && image.z == 3);
}

Test(transform, composition_loses_no_more_than_double_double_does) {
    random_state random = random_make(4);
    for (int i = 0; i < 300; i++) {
        cld_transform a = random_map(&random), b = random_map(&random), c = cld_transform_compose(&a, &b);
        for (int row = 0; row < 3; row++)
            for (int k = 0; k < 3; k++) {
                multiply_entry(&a, &b, row, k);
                rational_set(q, entry(&c, row, k));
                mpq_set_d(limit, 12 * CLD_DD_ERROR * 3); // three products of at most 2 each, and their sums
                cr_expect(rational_is_near(q, p, limit), "entry %d, %d, trial %d", row, k, i);
            }
        cld_vec3 at = {1, -2, 0.5}, once = cld_transform_apply(&c, at);
        cld_vec3 twice = cld_transform_apply(&a, cld_transform_apply(&b, at));
        cr_expect_leq(cld_max_abs(cld_sub(once, twice)), 1e-14);
    }
}

Test(transform, angles_about_one_axis_add_up) {
    random_state random = random_make(5);
    for (int i = 0; i < 200; i++) {
        cld_vec3 axis = random_axis(&random);
        double a = random_int(&random, -400, 400), b = random_int(&random, -400, 400);
        cld_transform t = cld_transform_make_axis_angle(axis, a), u = cld_transform_make_axis_angle(axis, b);
        cld_transform sum = cld_transform_make_axis_angle(axis, a + b), both = cld_transform_compose(&t, &u);
        for (int row = 0; row < 3; row++)
            for (int k = 0; k < 3; k++) {
                rational_set(p, entry(&sum, row, k));
                rational_set(q, entry(&both, row, k));
                mpq_set_d(limit, 0x1p-96);
                cr_expect(rational_is_near(p, q, limit), "%g + %g degrees, entry %d, %d", a, b, row, k);
            }
    }
}

Test(transform, the_inverse_undoes_a_map_at_any_size) {
    random_state random = random_make(6);
    for (int i = 0; i < 300; i++) {
        double size = random_power_of_ten(&random, -100, 100);
        cld_transform shrink = cld_transform_make_scale((cld_vec3){size, size, size}),
                      t = random_map(&random), inverse;
        t = cld_transform_compose(&shrink, &t);
        cr_assert_eq(cld_transform_invert(&t, &inverse, NULL), CLD_OK);
        for (int row = 0; row < 3; row++)
            for (int k = 0; k < 3; k++) {
                multiply_entry(&t, &inverse, row, k);
                mpq_set_si(q, row == k, 1);
                mpq_set_d(limit, 0x1p-88); // axes differ by 20 in scale, and errors by its square
                cr_expect(rational_is_near(p, q, limit), "entry %d, %d, size %g, trial %d", row, k, size, i);
            }
        cld_vec3 at = {1, -2, 0.5}, back = cld_transform_apply(&inverse, cld_transform_apply(&t, at));
        cr_expect_leq(cld_max_abs(cld_sub(back, at)), 1e-13);
    }
}

Test(transform, the_inverse_of_a_whole_matrix_is_right) {
    const cld_mat3 m = {{{2, 0, 1}, {1, 1, 0}, {0, 1, 1}}}; // determinant 3; adjugate below
    const int adjugate[3][3] = {{1, 1, -1}, {-1, 2, 1}, {1, -2, 2}};
    cld_transform t = cld_transform_make_matrix(&m, (cld_vec3){5, 7, 9}), inverse;
    cr_assert_eq(cld_transform_invert(&t, &inverse, NULL), CLD_OK);
    for (int row = 0; row < 3; row++)
        for (int k = 0; k < 3; k++) {
            rational_set(p, entry(&inverse, row, k));
            mpq_set_si(q, adjugate[row][k], 3);
            mpq_canonicalize(q);
            cr_expect(rational_is_close(p, q, 4 * CLD_DD_ERROR), "entry %d, %d", row, k);
        }
    // -adjugate (5, 7, 9) / 3 = -(3, 18, 9) / 3
    cr_expect(inverse.t.x == -1 && inverse.t.y == -6 && inverse.t.z == -3);
}

static void expect_singular(cld_vec3 x, cld_vec3 y, cld_vec3 z, const char *what) {
    cld_mat3 m = {{x, y, z}};
    cld_transform t = cld_transform_make_matrix(&m, (cld_vec3){0, 0, 0}), inverse;
    cld_error err = {.status = CLD_OK};
    cr_expect_eq(cld_transform_invert(&t, &inverse, &err), CLD_BAD_TRANSFORM, "%s", what);
    cr_expect_eq(err.status, CLD_BAD_TRANSFORM, "%s", what);
    cr_expect_str_eq(err.pointer, "/transform", "%s", what);
    cr_expect_str_neq(err.message, "", "%s", what);
}

Test(transform, singular_matrices_have_no_inverse) {
    const cld_vec3 zero = {0, 0, 0}, one = {1, 2, 3}, other = {4, 5, 6}, sum = {5, 7, 9};
    expect_singular(zero, zero, zero, "no rank");
    expect_singular(one, cld_scale(one, 2), cld_scale(one, -4), "rank 1");
    expect_singular(one, other, sum, "rank 2");
    expect_singular(one, zero, other, "a row of zeros");
    expect_singular((cld_vec3){0, 1, 1}, (cld_vec3){0, 2, 1}, (cld_vec3){0, 5, 7}, "a column of zeros");
    expect_singular(cld_scale(one, 1e-100), cld_scale(other, 1e-100), cld_scale(sum, 1e-100),
                    "rank 2, small");
    expect_singular((cld_vec3){NAN, 0, 0}, (cld_vec3){0, 1, 0}, (cld_vec3){0, 0, 1}, "no number");
    expect_singular((cld_vec3){INFINITY, 0, 0}, (cld_vec3){0, 1, 0}, (cld_vec3){0, 0, 1}, "infinity");
}

Test(transform, matrices_that_are_only_nearly_singular_have_an_inverse) {
    const double e = 0x1p-50;
    const cld_mat3 thin = {{{1, 2, 3}, {4, 5, 6}, {5, 7, 9 + 32 * e}}}; // determinant -96 e
    cld_transform t = cld_transform_make_matrix(&thin, (cld_vec3){0, 0, 0}), inverse;
    cr_assert_eq(cld_transform_invert(&t, &inverse, NULL), CLD_OK);
    rational_set(p, entry(&inverse, 2, 2)); // (1 * 5 - 2 * 4) / (-96 e)
    mpq_set_d(q, 3 / (96 * e));
    cr_expect(rational_is_close(p, q, 0x1p-45));
    t = cld_transform_make_scale((cld_vec3){1e-100, 1, 1e100});
    cr_assert_eq(cld_transform_invert(&t, &inverse, NULL), CLD_OK);
    cr_expect(inverse.m.row[0].x == 1e100 && inverse.m.row[1].y == 1);
    cr_expect_float_eq(inverse.m.row[2].z * 1e100, 1, 1e-15);
}

Test(transform, a_point_is_rounded_once) {
    random_state random = random_make(8);
    for (int i = 0; i < 1000; i++) {
        cld_transform t = random_map(&random);
        cld_vec3 at = {random_real(&random, -1, 1), random_real(&random, -1, 1), random_real(&random, -1, 1)};
        if (i % 2) // so that most of it cancels
            t.t = cld_negate(cld_transform_apply(&(cld_transform){.m = t.m, .m_low = t.m_low}, at));
        cld_vec3 image = cld_transform_apply(&t, at);
        for (int row = 0; row < 3; row++) {
            mpq_set_d(p, cld_component(t.t, row));
            for (int k = 0; k < 3; k++) {
                rational_set(q, entry(&t, row, k));
                mpq_set_d(r, cld_component(at, k));
                mpq_mul(q, q, r);
                mpq_add(p, p, q);
            }
            mpq_set_d(q, cld_component(image, row));
            mpq_set_d(limit, CLD_ROUNDOFF * fabs(mpq_get_d(p)) * (1 + 0x1p-20) + 0x1p-98);
            cr_expect(rational_is_near(q, p, limit), "trial %d, row %d", i, row);
        }
    }
}

Test(transform, of_an_angle_that_is_not_finite_is_no_number) {
    static const double angles[] = {INFINITY, -INFINITY, NAN};
    for (int i = 0; i < 3; i++) {
        cld_transform t = cld_transform_make_axis_angle((cld_vec3){0, 0, 1}, angles[i]);
        cr_expect(isnan(t.m.row[0].x), "%g", angles[i]);
    }
}
