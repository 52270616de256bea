/// What composing and inverting maps loses where large numbers cancel: maps know it, and answers count it.
#include <criterion/criterion.h>
#include <math.h>

#include "collide/collide.h"
#include "math/vec.h"
#include "support/random.h"
#include "support/rational.h"
#include "support/shapes.h"

static mpq_t p, q, r, limit;

static void set_up(void) { mpq_inits(p, q, r, limit, NULL); }

static void tear_down(void) { mpq_clears(p, q, r, limit, NULL); }

TestSuite(transform_loss, .init = set_up, .fini = tear_down);

/// Of the four columns, the last is where the origin goes.
static cld_dd entry(const cld_transform *t, int row, int column) {
    if (column == 3)
        return (cld_dd){cld_component(t->t, row), cld_component(t->t_low, row)};
    return (cld_dd){cld_component(t->m.row[row], column), cld_component(t->m_low.row[row], column)};
}

static double error_of(const cld_transform *t, int row, int column) {
    return cld_component(column == 3 ? t->t_error : t->m_error.row[row], column == 3 ? row : column);
}

static bool is_exact(const cld_transform *t) {
    bool exact = true;
    for (int i = 0; i < 12; i++)
        exact = exact && error_of(t, i / 4, i % 4) == 0;
    return exact;
}

/// An entry of the product a b, as a fraction, in the global p.
static void multiply(const cld_transform *a, const cld_transform *b, int row, int column) {
    rational_set(p, column == 3 ? entry(a, row, 3) : (cld_dd){0, 0});
    for (int j = 0; j < 3; j++) {
        rational_set(q, entry(a, row, j));
        rational_set(r, entry(b, j, column));
        mpq_mul(q, q, r);
        mpq_add(p, p, q);
    }
}

static cld_transform forget_errors(cld_transform t) {
    t.m_error = (cld_mat3){{{0, 0, 0}}};
    t.t_error = (cld_vec3){0, 0, 0};
    return t;
}

static cld_transform turn_and_move(random_state *random) {
    cld_vec3 axis = {random_real(random, -1, 1), random_real(random, -1, 1), 1};
    cld_transform t = cld_transform_make_axis_angle(axis, random_real(random, 0, 360));
    t.t = (cld_vec3){random_real(random, -9, 9), random_real(random, -9, 9), random_real(random, -9, 9)};
    return t;
}

/// With axes of very different scales, and no errors.
static cld_transform make_map(random_state *random) {
    cld_transform inner = turn_and_move(random), outer = turn_and_move(random);
    cld_transform scale = cld_transform_make_scale((cld_vec3){random_power_of_ten(random, -9, 9),
                                                              random_power_of_ten(random, -9, 9),
                                                              random_power_of_ten(random, -9, 9)});
    scale = cld_transform_compose(&scale, &inner);
    return forget_errors(cld_transform_compose(&outer, &scale));
}

Test(transform_loss, a_product_knows_what_it_is_off_by) {
    random_state random = random_make(61);
    int cancelled = 0;
    for (int i = 0; i < 300; i++) {
        cld_transform b = make_map(&random), a = make_map(&random);
        if (i % 2) { // most of it cancels
            cr_assert_eq(cld_transform_invert(&b, &a, NULL), CLD_OK);
            a = forget_errors(a);
        }
        cld_transform c = cld_transform_compose(&a, &b);
        for (int row = 0; row < 3; row++)
            for (int k = 0; k < 4; k++) {
                multiply(&a, &b, row, k);
                rational_set(q, entry(&c, row, k));
                mpq_set_d(limit, error_of(&c, row, k));
                cr_expect(rational_is_near(q, p, limit), "entry %d, %d, trial %d", row, k, i);
                cancelled += fabs(entry(&c, row, k).hi) < 0x1p90 * error_of(&c, row, k);
            }
    }
    cr_expect_gt(cancelled, 300);
}

Test(transform_loss, an_inverse_knows_what_it_is_off_by) {
    random_state random = random_make(62);
    for (int i = 0; i < 300; i++) {
        cld_transform t = make_map(&random), inverse;
        cr_assert_eq(cld_transform_invert(&t, &inverse, NULL), CLD_OK);
        for (int row = 0; row < 3; row++)
            for (int k = 0; k < 4; k++) {
                // The inverse is off by e, so that its product with the map is by e times that.
                double off = k == 3 ? error_of(&inverse, row, 3) : 0;
                for (int j = 0; j < 3; j++)
                    off += error_of(&inverse, row, j) * fabs(entry(&t, j, k).hi);
                multiply(&inverse, &t, row, k);
                mpq_set_si(q, row == k, 1);
                mpq_set_d(limit, 1.001 * off);
                cr_expect(rational_is_near(p, q, limit), "entry %d, %d, trial %d", row, k, i);
            }
    }
}

Test(transform_loss, is_nothing_of_shifts_by_doubles_and_quarter_turns) {
    const cld_transform turn = cld_transform_make_axis_angle((cld_vec3){0, 0, 1}, 90),
                        shift = cld_transform_make_translation((cld_vec3){0.1, 1e17, -3}),
                        scale = cld_transform_make_scale((cld_vec3){8, 0.25, -1});
    const cld_transform *const maps[] = {&turn, &shift, &scale};
    for (int i = 0; i < 9; i++) {
        cld_transform t = cld_transform_compose(maps[i / 3], maps[i % 3]);
        cr_expect(is_exact(&t), "%d after %d", i / 3, i % 3);
    }
}

Test(transform_loss, goes_on_into_products_and_inverses) {
    const cld_transform far = cld_transform_make_translation((cld_vec3){1024, 0, 0});
    cld_transform t = cld_transform_make_axis_angle((cld_vec3){0, 0, 1}, 90), inverse;
    t.t = (cld_vec3){3, 4, 0};
    t.m_error.row[1].x = 0x1p-20;
    t.t_error.y = 0x1p-30;
    t = cld_transform_compose(&t, &far);
    cr_expect(t.m_error.row[1].x == 0x1p-20 && t.t_error.x == 0);
    cr_expect_geq(t.t_error.y, 0x1p-10); // the entry's by 1024
    cr_expect_leq(t.t_error.y, 1.01 * 0x1p-10);
    cr_assert_eq(cld_transform_invert(&t, &inverse, NULL), CLD_OK);
    cr_expect_geq(inverse.m_error.row[0].y, 0x1p-20);
    cr_expect_geq(inverse.t_error.x, 0x1p-10 + 0x1p-20 * 1028);
    cr_expect_leq(inverse.t_error.x, 1.01 * (0x1p-10 + 0x1p-20 * 1028));
}

/// By 3/5 and 4/5, and by as much back as a shape was moved to `at` first.
static cld_transform turn_about(double at) {
    cld_transform turn = cld_transform_make_quaternion((cld_quat){0, 0, 1, 2}),
                  move = cld_transform_make_translation((cld_vec3){10 * at, 0, 0});
    turn.t = (cld_vec3){-6 * at, -8 * at, 0};
    return cld_transform_compose(&turn, &move);
}

Test(transform_loss, is_in_the_bounds_of_answers) {
    cld_workspace *workspace = cld_workspace_create();
    cld_query_options options = cld_query_options_make();
    const double origin[3] = {0, 0, 0};
    cld_shape_def pin = cld_shape_def_make(CLD_POINT);
    pin.points = origin;
    pin.point_count = 1;
    cld_shape *point = shape_make(&pin);
    for (int exponent = 0; exponent <= 120; exponent += 3) {
        // The origin is in the middle of the box and of the ellipsoid, on the plane, and one with the point.
        cld_shape_def defs[4] = {cld_shape_def_make(CLD_BOX), cld_shape_def_make(CLD_ELLIPSOID),
                                 cld_shape_def_make(CLD_HALFSPACE), pin};
        const double truth[4] = {-1, -1, 0, 0};
        for (int k = 0; k < 3; k++) {
            defs[0].size[k] = 2;
            defs[1].radii[k] = 1;
        }
        defs[2].normal[0] = 1;
        for (int i = 0; i < 4; i++) {
            defs[i].transform = turn_about(ldexp(1, exponent));
            cld_shape *shape = shape_make(&defs[i]);
            cld_result result;
            cld_error err;
            cr_assert_eq(cld_find_collision(shape, NULL, point, NULL, &options, workspace, &result, &err),
                         CLD_OK);
            cr_expect(result.lower <= truth[i] && truth[i] <= result.upper,
                      "%s by 2^%d: %.17g is not in %.17g, %.17g", cld_kind_name(defs[i].kind), exponent,
                      truth[i], result.lower, result.upper);
            cld_shape_destroy(shape);
        }
    }
    cld_shape_destroy(point);
    cld_workspace_destroy(workspace);
}

/// Answers for a shape and a point.
static cld_result ask(cld_shape_def *def, double x, double y, double z) {
    cld_workspace *workspace = cld_workspace_create();
    cld_query_options options = cld_query_options_make();
    const double at[3] = {x, y, z};
    cld_shape_def pin = cld_shape_def_make(CLD_POINT);
    pin.dimension = def->dimension;
    pin.points = at;
    pin.point_count = 1;
    cld_shape *shape = shape_make(def), *point = shape_make(&pin);
    cld_result result;
    cld_error err;
    cr_assert_eq(cld_find_collision(shape, NULL, point, NULL, &options, workspace, &result, &err), CLD_OK);
    cld_shape_destroy(shape);
    cld_shape_destroy(point);
    cld_workspace_destroy(workspace);
    return result;
}

Test(transform_loss, is_little_of_what_becomes_small_in_the_plane) {
    for (int power = 0; power < 90; power += 10) {
        double scale = pow(10, -power);
        cld_shape_def def = cld_shape_def_make(CLD_RECTANGLE);
        def.size[0] = def.size[1] = 2;
        cld_transform shrink = cld_transform_make_scale((cld_vec3){scale, scale, 1});
        def.transform = cld_transform_make_axis_angle((cld_vec3){0, 0, 1}, 30);
        def.transform.t.x = 1;
        def.transform = cld_transform_compose(&shrink, &def.transform);
        cld_result result = ask(&def, 5 * scale, 0, 0);
        cr_expect_float_eq(result.signed_distance, 2.6592850109991017 * scale, 1e-14 * scale);
        cr_expect_leq(result.upper - result.lower, 1e-13 * scale, "scale %g: %g", scale,
                      result.upper - result.lower);
    }
}

Test(transform_loss, of_a_turn_counts_where_axes_are_scaled_differently_afterwards) {
    for (int exponent = 0; exponent <= 120; exponent += 10) {
        // x goes to y, y to z, z to x: the cube is what it was, the half-space is below y.
        const cld_transform turn = cld_transform_make_axis_angle((cld_vec3){1, 1, 1}, 120),
                            thin = cld_transform_make_scale((cld_vec3){1, 1, ldexp(1, -exponent)}),
                            wide = cld_transform_make_scale((cld_vec3){ldexp(1, exponent), 1, 1});
        cld_shape_def box = cld_shape_def_make(CLD_BOX), below = cld_shape_def_make(CLD_HALFSPACE);
        box.size[0] = box.size[1] = box.size[2] = 2;
        box.transform = cld_transform_compose(&turn, &thin);
        box.transform = cld_transform_compose(&wide, &box.transform);
        cld_result result = ask(&box, 4, 0, 0);
        cr_expect(result.lower <= 3 && 3 <= result.upper, "2^%d: %.17g to %.17g", exponent, result.lower,
                  result.upper);
        below.normal[0] = 1;
        below.transform = cld_transform_compose(&thin, &turn);
        result = ask(&below, 1, -1, 0);
        cr_expect(result.lower <= -1 && -1 <= result.upper, "2^%d: %.17g to %.17g", exponent, result.lower,
                  result.upper);
    }
}

Test(transform_loss, counts_where_products_leave_the_range_of_doubles) {
    // First the outer two, as compounds are built.
    cld_transform t = cld_transform_make_scale((cld_vec3){1e-200, 1e-200, 1e-200}),
                  next = cld_transform_make_scale((cld_vec3){1e-118, 1e-118, 1e-118});
    t = cld_transform_compose(&t, &next);
    next = cld_transform_make_scale((cld_vec3){1e300, 1e300, 1e300});
    cld_shape_def box = cld_shape_def_make(CLD_BOX);
    box.size[0] = box.size[1] = box.size[2] = 2e18;
    box.transform = cld_transform_compose(&t, &next);
    cld_result result = ask(&box, 3, 0, 0); // 1e18 by all of them is 1 + 2e-17
    cr_expect(result.lower <= 2 - 2e-17 && 2 <= result.upper, "%.17g to %.17g", result.lower, result.upper);
}

Test(transform_loss, maps_of_any_scales_have_inverses_as_far_as_doubles_reach) {
    static const double scales[][3] = {{1e-80, 1e-80, 1e80},
                                       {1e-101, 1e-101, 1e101},
                                       {1e-160, 1e-160, 1},
                                       {1e-290, 1e-290, 1e-290},
                                       {1e101, 1e101, 1e101}};
    random_state random = random_make(63);
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++)
        for (int turned = 0; turned < 3; turned++) {
            cld_transform t = cld_transform_make_scale((cld_vec3){scales[i][0], scales[i][1], scales[i][2]}),
                          turn = turn_and_move(&random), inverse;
            turn.t = (cld_vec3){0, 0, 0};
            t = turned == 1 ? cld_transform_compose(&t, &turn) : t;
            t = turned == 2 ? cld_transform_compose(&turn, &t) : t;
            cr_assert_eq(cld_transform_invert(&t, &inverse, NULL), CLD_OK, "row %zu, %d", i, turned);
            t = turned == 2 ? cld_transform_compose(&t, &inverse) : cld_transform_compose(&inverse, &t);
            for (int k = 0; k < 9; k++)
                cr_expect_float_eq((&t.m.row[0].x)[k], k % 4 == 0, 1e-15, "row %zu, %d, entry %d", i, turned,
                                   k);
        }
    cld_error err;
    cld_transform tiny = cld_transform_make_scale((cld_vec3){1e-305, 1e-305, 1e-305}), inverse;
    cr_expect_eq(cld_transform_invert(&tiny, &inverse, &err), CLD_BAD_TRANSFORM);
    cr_expect_str_eq(err.message, "the inverse of a transform may have numbers up to 1e298 in magnitude");
    tiny = cld_transform_make_scale((cld_vec3){1e-295, 1e-295, 1e-295});
    tiny.t = (cld_vec3){1e50, 0, 0};
    cr_expect_eq(cld_transform_invert(&tiny, &inverse, NULL), CLD_BAD_TRANSFORM);
    tiny = cld_transform_make_scale((cld_vec3){5e-324, 5e-324, 5e-324});
    cr_expect_eq(cld_transform_invert(&tiny, &inverse, NULL), CLD_BAD_TRANSFORM);
}

/// A speck of a disc whose middle is at a sum of products of some 106 bits, of which a move leaves the last
/// 54: double-doubles lose units of them.
Test(transform_loss, of_a_disc_that_a_map_brings_back_from_afar_counts) {
    random_state random = random_make(64);
    for (int trial = 0; trial < 100; trial++) {
        cld_transform turn = turn_and_move(&random),
                      map = cld_transform_make_matrix(&turn.m, (cld_vec3){0, 0, 0}); // without its low digits
        double ends[6], at[3], off[3];
        for (int k = 0; k < 6; k++)
            ends[k] = k < 3 ? random_real(&random, -0x1p106, 0x1p106) : ends[k - 3];
        for (int i = 0; i < 3; i++) {
            double *t = &map.t.x + i;
            *t = -cld_dot(map.m.row[i], cld_vec3_make(ends[0], ends[1], ends[2]));
            rational_set(p, (cld_dd){*t, 0});
            for (int k = 0; k < 3; k++) {
                rational_set(q, (cld_dd){cld_component(map.m.row[i], k), 0});
                rational_set(r, (cld_dd){ends[k], 0});
                mpq_mul(q, q, r);
                mpq_add(p, p, q);
            }
            at[i] = mpq_get_d(p);
            rational_set(q, (cld_dd){at[i], 0});
            mpq_sub(p, p, q);
            off[i] = mpq_get_d(p);
        }
        cld_shape_def disc = cld_shape_def_make(CLD_CYLINDER), point = cld_shape_def_make(CLD_POINT);
        disc.points = ends, disc.point_count = 2;
        disc.radius = 0.001;
        disc.transform = map;
        point.points = at, point.point_count = 1;
        cld_shape *a = shape_make(&disc), *b = shape_make(&point);
        cld_query_options options = cld_query_options_make();
        cld_result result = shape_ask(a, NULL, b, NULL, &options);
        double distance = cld_length(cld_vec3_make(off[0], off[1], off[2]));
        cr_expect(result.lower <= distance && distance - 0.002 <= result.upper, "%g: %g to %g", distance,
                  result.lower, result.upper);
        cld_shape_destroy(a);
        cld_shape_destroy(b);
    }
}
