/// A tolerance of 0 and radii: the status is that of exact arithmetic, however near the shapes are to
/// touching.
#include <criterion/criterion.h>
#include <gmp.h>
#include <math.h>
#include <string.h>

#include "support/exact_status.h"
#include "support/random.h"
#include "support/shapes.h"

/// A ball, and another one, a capsule or a half-space, in the plane or in space.
typedef struct question {
    cld_shape_def ball, other;
    double at[3], ends[2][3];
    int dimension;
} question;

static void choose_point(random_state *r, int dimension, double p[3]) {
    for (int k = 0; k < 3; k++)
        p[k] = k < dimension ? random_of_digits(r) : 0;
}

/// product = p . q, of rationals.
static void multiply(mpq_t product, mpq_t p[3], mpq_t q[3]) {
    mpq_t t;
    mpq_init(t);
    mpq_set_ui(product, 0, 1);
    for (int k = 0; k < 3; k++) {
        mpq_mul(t, p[k], q[k]);
        mpq_add(product, product, t);
    }
    mpq_clear(t);
}

static void subtract(mpq_t r[3], const double p[3], const double q[3]) {
    mpq_t t;
    mpq_init(t);
    for (int k = 0; k < 3; k++) {
        mpq_set_d(r[k], p[k]);
        mpq_set_d(t, q[k]);
        mpq_sub(r[k], r[k], t);
    }
    mpq_clear(t);
}

/// The square of the distance from a point to a segment, or a plane; below that it is negative.
static void find_square(const question *q, mpq_t square) {
    mpq_t from[3], along[3], t, length;
    mpq_inits(from[0], from[1], from[2], along[0], along[1], along[2], t, length, NULL);
    if (q->other.kind == CLD_HALFSPACE) {
        const double zero[3] = {0};
        subtract(from, q->at, zero);
        subtract(along, q->other.normal, zero);
        multiply(square, from, along);
        mpq_set_d(t, q->other.offset);
        mpq_sub(square, square, t);
        mpq_abs(t, square);
        mpq_mul(square, square, t);
        multiply(length, along, along);
        mpq_div(square, square, length);
    } else {
        subtract(from, q->at, q->ends[0]);
        subtract(along, q->ends[1], q->ends[0]);
        multiply(t, from, along);
        multiply(length, along, along);
        if (mpq_sgn(length) != 0)
            mpq_div(t, t, length);
        if (mpq_sgn(t) < 0)
            mpq_set_ui(t, 0, 1);
        if (mpq_cmp_ui(t, 1, 1) > 0)
            mpq_set_ui(t, 1, 1);
        for (int k = 0; k < 3; k++) {
            mpq_mul(along[k], along[k], t);
            mpq_sub(from[k], from[k], along[k]);
        }
        multiply(square, from, from);
    }
    mpq_clears(from[0], from[1], from[2], along[0], along[1], along[2], t, length, NULL);
}

static void choose_shapes(random_state *r, question *q) {
    q->dimension = random_int(r, 2, 3);
    cld_kind ball = q->dimension == 2 ? CLD_CIRCLE : CLD_SPHERE;
    const cld_kind others[] = {ball, CLD_CAPSULE, CLD_HALFSPACE};
    q->ball = cld_shape_def_make(ball);
    q->other = cld_shape_def_make(others[random_int(r, 0, 2)]);
    q->ball.dimension = q->other.dimension = q->dimension;
    choose_point(r, q->dimension, q->at);
    choose_point(r, q->dimension, q->ends[0]);
    choose_point(r, q->dimension, q->ends[1]);
    choose_point(r, q->dimension, q->other.normal);
    q->other.normal[0] += q->other.normal[0] == 0;
    q->other.offset = random_of_digits(r);
    bool is_in_a_row = random_one_in(r, 4);
    for (int k = 1; k < 3 && is_in_a_row; k++) // distances are then mostly doubles
        q->at[k] = q->ends[0][k] = q->ends[1][k] = q->other.normal[k] = 0;
    if (q->other.kind == ball)
        memcpy(q->ends[1], q->ends[0], sizeof q->ends[1]);
    cld_vec3 at = {q->at[0], q->at[1], q->at[2]}, end = {q->ends[0][0], q->ends[0][1], q->ends[0][2]};
    cld_transform move = cld_transform_make_translation(at),
                  turn = cld_transform_make_axis_angle((cld_vec3){0, 0, 1}, random_int(r, 0, 12) * 15.0);
    q->ball.transform = cld_transform_compose(&move, &turn);
    if (q->other.kind == CLD_CAPSULE) {
        q->other.points = q->ends[0];
        q->other.point_count = 2;
    } else if (q->other.kind == ball) {
        q->other.transform = cld_transform_make_translation(end);
    }
}

/// Of radii that are a distance together, to an ulp: 1 for what is apart, 0, -1.
static int choose_question(uint64_t seed, question *q) {
    random_state r = random_make(seed);
    mpq_t square, radii, t;
    mpq_inits(square, radii, t, NULL);
    do {
        choose_shapes(&r, q);
        find_square(q, square);
    } while (mpq_sgn(square) <= 0);
    double distance = sqrt(mpq_get_d(square));
    if (random_one_in(&r, 3))
        distance = nextafter(distance, random_one_in(&r, 2) ? HUGE_VAL : 0);
    double share = q->other.kind == CLD_HALFSPACE ? 0 : random_int(&r, 0, 8) / 8.0;
    q->other.radius = distance * share;
    q->ball.radius = distance - q->other.radius;
    mpq_set_d(radii, q->ball.radius);
    mpq_set_d(t, q->other.radius);
    mpq_add(radii, radii, t);
    mpq_mul(radii, radii, radii);
    int sign = mpq_cmp(square, radii);
    mpq_clears(square, radii, t, NULL);
    return (sign > 0) - (sign < 0);
}

Test(exact_rounded, have_the_true_status_as_near_to_it_as_doubles_come) {
    cld_workspace *workspace = cld_workspace_create();
    size_t seen[3] = {0};
    for (uint64_t seed = 0, trials = random_trials(6000); seed < trials; seed++) {
        question q;
        int sign = choose_question(seed, &q);
        cld_shape *ball = shape_make(&q.ball), *other = shape_make(&q.other);
        const cld_shape *a = seed % 2 ? ball : other, *b = seed % 2 ? other : ball;
        cld_result result = expect_exact_status(a, b, NULL, sign, seed, workspace);
        cr_expect_eq(result.contact_count, sign <= 0);
        cr_expect(sign > 0 || result.contacts[0].depth == -result.signed_distance);
        seen[result.outcome]++;
        cld_shape_destroy(ball);
        cld_shape_destroy(other);
    }
    for (int i = 0; i < 3; i++)
        cr_expect_gt(seen[i], random_trials(6000) / 100, "outcome %d", i);
    cld_workspace_destroy(workspace);
}

/// Radii far below rounding, around cores that are apart by less than it: the axis is that of exact
/// arithmetic.
Test(exact_rounded, have_an_axis_that_separates_them) {
    const double corners[][3] = {{1e-20, 3e-20, 9e-20}, {1, 3, 3}, {3, 1, 3}, {3, 3, 1}, {3, 3, 3}};
    cld_shape_def box = cld_shape_def_make(CLD_BOX), hull = cld_shape_def_make(CLD_HULL);
    box.size[0] = box.size[1] = box.size[2] = 2;
    box.margin = 8e-20;
    hull.points = corners[0];
    hull.point_count = 5;
    hull.transform = cld_transform_make_translation((cld_vec3){1, 1, 1});
    cld_shape *a = shape_make(&box), *b = shape_make(&hull);
    const cld_query_options options = {.tolerance = 0};
    cld_result result = shape_ask(a, NULL, b, NULL, &options);
    cr_expect_eq(result.outcome, CLD_SEPARATED);
    double along = result.axis.x * 1e-20 + result.axis.y * 3e-20 + result.axis.z * 9e-20;
    cr_expect_float_eq(along - box.margin, result.gap, 1e-30);
    cr_expect_eq(cld_verify(a, NULL, b, NULL, &result, NULL), CLD_OK);
    cld_shape_destroy(a);
    cld_shape_destroy(b);
}

/// 0.1 and 0.2 make the double 0.30000000000000004, half an ulp more than they are: what is an ulp farther
/// away is not proven to be apart.
Test(exact_rounded, touch_where_the_radius_itself_is_rounded) {
    const double line[2][3] = {{-1, 0, 0}, {1, 0, 0}};
    cld_shape_def ball = cld_shape_def_make(CLD_SPHERE), edge = cld_shape_def_make(CLD_SEGMENT);
    ball.radius = 0.1;
    ball.margin = 0.2;
    edge.points = line[0];
    edge.point_count = 2;
    edge.transform = cld_transform_make_translation((cld_vec3){0, nextafter(0.1 + 0.2, 1), 0});
    cld_shape *a = shape_make(&ball), *b = shape_make(&edge);
    const cld_query_options options = {.tolerance = 0};
    cld_result result = shape_ask(a, NULL, b, NULL, &options);
    cr_expect_eq(result.outcome, CLD_TOUCHING);
    cr_expect_eq(cld_verify(a, NULL, b, NULL, &result, NULL), CLD_OK);
    cld_shape_destroy(a);
    cld_shape_destroy(b);
}

/// The square of the distance has more bits than there is room for, and is no less verified than without
/// them.
Test(exact_rounded, are_verified_where_their_numbers_have_too_many_bits) {
    const double line[2][3] = {{-1e100, 3e100, 0}, {1e100, 1e100, 1e100}};
    const double corner[3] = {0x1p-1074, 0x1p-1074, 0};
    cld_shape_def bar = cld_shape_def_make(CLD_CAPSULE), at = cld_shape_def_make(CLD_POINT);
    bar.points = line[0];
    bar.point_count = 2;
    bar.radius = 1e99;
    at.points = corner;
    at.point_count = 1;
    at.transform.m.row[0].y = 0x1p-1074;
    cld_shape *a = shape_make(&bar), *b = shape_make(&at);
    const cld_query_options options = {.tolerance = 0};
    cld_result result = shape_ask(a, NULL, b, NULL, &options);
    cr_expect_eq(result.outcome, CLD_SEPARATED);
    cr_expect_eq(cld_verify(a, NULL, b, NULL, &result, NULL), CLD_OK);
    cld_shape_destroy(a);
    cld_shape_destroy(b);
}

Test(exact_rounded, have_a_normal_along_an_axis_that_is_one_long) {
    for (int k = 1; k < 100; k++) {
        cld_shape_def def = cld_shape_def_make(CLD_SPHERE);
        def.radius = k * 0.01 / 2;
        cld_shape *a = shape_make(&def);
        def.transform = cld_transform_make_translation((cld_vec3){0, 0, k * 0.01});
        cld_shape *b = shape_make(&def);
        const cld_query_options options = {.tolerance = 0};
        cld_result result = shape_ask(a, NULL, b, NULL, &options);
        cr_expect_eq(result.outcome, CLD_TOUCHING);
        cr_expect_eq(result.normal.z, 1, "%d", k);
        cld_shape_destroy(a);
        cld_shape_destroy(b);
    }
}
