#include <criterion/criterion.h>

#include "math/vec.h"
#include "shape/shape.h"
#include "support/random.h"
#include "support/rational.h"
#include "support/shapes.h"

static mpq_t p, q, r;

static void set_up(void) { mpq_inits(p, q, r, NULL); }

static void tear_down(void) { mpq_clears(p, q, r, NULL); }

TestSuite(placement, .init = set_up, .fini = tear_down);

/// Sets r to coordinate k of the exact image of a point under a transform.
static void find_image(const cld_transform *t, const double *at, int k) {
    rational_set(r, (cld_dd){cld_component(t->t, k), cld_component(t->t_low, k)});
    for (int j = 0; j < 3; j++) {
        rational_set(p, (cld_dd){cld_component(t->m.row[k], j), cld_component(t->m_low.row[k], j)});
        mpq_set_d(q, at[j]);
        mpq_mul(p, p, q);
        mpq_add(r, r, p);
    }
}

/// Each vertex is where the transform puts it, within the error that the shape admits to, which is `most` at
/// most.
static void expect_placed(const cld_shape *shape, const char *what, int trial, double most) {
    cr_expect_leq(shape->error, most, "%s, trial %d: error %g", what, trial, shape->error);
    cld_transform space;
    const cld_transform *place = cld_shape_find_transform(shape, &space);
    for (uint32_t i = 0; i < shape->core.count; i++) {
        cld_vec3 v = cld_cloud_at(&shape->core, i);
        cld_dd3 exact = cld_shape_vertex_exact(shape, i);
        const cld_dd exactly[3] = {exact.x, exact.y, exact.z};
        cr_expect_leq(cld_length(v), shape->reach, "%s, trial %d: the reach", what, trial);
        for (int k = 0; k < 3; k++) {
            const cld_vec3 own = cld_shape_point(shape, i);
            find_image(place, &own.x, k);
            mpq_set_d(p, cld_component(v, k));
            mpq_set_d(q, cld_component(shape->centre, k));
            mpq_add(p, p, q);
            mpq_set_d(q, shape->error);
            cr_expect(rational_is_near(p, r, q), "%s, trial %d: vertex %u, coordinate %d", what, trial, i, k);
            rational_set(p, exactly[k]);
            mpq_set_d(q, shape->error);
            cr_expect(rational_is_near(p, r, q), "%s, trial %d: exact vertex %u, coordinate %d", what, trial,
                      i, k);
        }
    }
}

Test(placement, vertices_are_placed_within_the_error_of_the_shape_at_any_size) {
    random_state random = random_make(1);
    double points[3 * 7];
    for (int trial = 0; trial < 400; trial++) {
        double size = random_power_of_ten(&random, -100, 100);
        random_points(&random, points, 7, size, 0);
        cld_shape_def def = cld_shape_def_make(CLD_HULL);
        def.points = points;
        def.point_count = 1 + (size_t)trial % 7;
        cld_vec3 axis = {random_real(&random, -1, 1), random_real(&random, -1, 1), 1};
        def.transform = cld_transform_make_axis_angle(axis, random_real(&random, 0, 360));
        def.transform.t = cld_vec3_make(size, -2 * size, 0.1 * size);
        cld_shape *shape = shape_make(&def);
        expect_placed(shape, "a size", trial, 3 * CLD_ROUNDOFF * size);
        cld_shape_destroy(shape);
    }
}

Test(placement, nothing_of_the_size_is_lost_far_from_the_origin) {
    random_state random = random_make(2);
    double points[3 * 5];
    for (int trial = 0; trial < 400; trial++) {
        double far = random_power_of_ten(&random, 0, 12);
        random_points(&random, points, 5, 1, trial % 2 ? far : 0);
        cld_shape_def def = cld_shape_def_make(CLD_HULL);
        def.points = points;
        def.point_count = 5;
        if (trial % 2 == 0)
            def.transform.t = cld_vec3_make(far, -far, 3 * far);
        cld_shape *shape = shape_make(&def);
        // Coordinates of at most 1 beside the centre, rounded once; the transform's arithmetic is nothing
        // beside that.
        expect_placed(shape, "far away", trial, 1.01 * CLD_ROUNDOFF * 2);
        cld_shape_destroy(shape);
    }
}

/// Whatever is added to them, and however far from each other the sizes are.
Test(placement, doubles_stay_what_they_are_under_shifts_and_powers_of_two) {
    random_state random = random_make(3);
    double points[3 * 5];
    for (int trial = 0; trial < 1000; trial++) {
        double size = random_power_of_ten(&random, -100, 1), far = random_power_of_ten(&random, -2, 99);
        random_points(&random, points, 5, size, 0);
        cld_shape_def def = cld_shape_def_make(CLD_HULL);
        def.points = points;
        def.point_count = 5;
        if (trial % 2) {
            const cld_mat3 turn = {{{0, -4, 0}, {0, 0, 4}, {4, 0, 0}}};
            def.transform = cld_transform_make_matrix(&turn, (cld_vec3){0, 0, 0});
        }
        def.transform.t = cld_vec3_make(far, -far / 3, 7 * far);
        cld_shape *shape = shape_make(&def);
        // A vertex is no farther from the centre than the size and the last digit of that, which is less
        // where it makes a difference.
        expect_placed(shape, "kept", trial, 3.1 * CLD_ROUNDOFF * (trial % 2 ? 4 : 1) * size);
        cld_shape_destroy(shape);
    }
}

Test(placement, a_product_of_large_and_small_scales_is_placed_exactly) {
    const double points[] = {3e-100, 0, 0, 0, 5e-100, 0, 0, 0, 7e-100, 1e-100, 1e-100, 1e-100};
    cld_shape_def def = cld_shape_def_make(CLD_HULL);
    def.points = points;
    def.point_count = 4;
    def.transform = cld_transform_make_scale(cld_vec3_make(1e100, 1e100, -1e100));
    cld_shape *shape = shape_make(&def);
    expect_placed(shape, "scaled", 0, 7 * CLD_ROUNDOFF);
    cr_expect(shape->mirrored);
    cr_expect_float_eq(cld_cloud_at(&shape->core, 1).y + shape->centre.y, 5, 1e-15);
    cld_shape_destroy(shape);
}

Test(placement, a_transform_mirrors_by_the_sign_of_its_determinant) {
    for (int signs = 0; signs < 8; signs++) {
        cld_shape_def def = cld_shape_def_make(CLD_BOX);
        def.size[0] = def.size[1] = def.size[2] = 1;
        cld_vec3 scale = {signs & 1 ? -1e90 : 1e90, signs & 2 ? -1e-90 : 1e-90, signs & 4 ? -1 : 1};
        def.transform = cld_transform_make_scale(scale);
        cld_shape *shape = shape_make(&def);
        cr_expect_eq(shape->mirrored, (signs & 1) ^ (signs >> 1 & 1) ^ (signs >> 2 & 1), "signs %d", signs);
        cld_shape_destroy(shape);
    }
}

Test(placement, keeps_of_its_transform_as_much_as_says_it_all) {
    cld_vec3 v = {0.1, 2, -0.3}, w = {0.2, 0, 0};
    cld_transform shift = cld_transform_make_translation(v), other = cld_transform_make_translation(w),
                  inverse, space;
    const struct {
        cld_transform transform;
        size_t kept;
    } rows[] = {{cld_transform_make_identity(), 0},
                {shift, offsetof(cld_placement, own_centre)},
                {cld_transform_make_scale(v), offsetof(cld_placement, t_low)},
                {cld_transform_compose(&shift, &other), offsetof(cld_placement, m_low)},
                {cld_transform_make_axis_angle(v, 33), sizeof(cld_placement)}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cld_shape_def def = cld_shape_def_make(CLD_BOX);
        def.size[0] = def.size[1] = def.size[2] = 1;
        def.transform = rows[i].transform;
        cld_shape *shape = shape_make(&def);
        cr_assert_eq(cld_transform_invert(&def.transform, &inverse, NULL), CLD_OK);
        cld_vec3 expected[] = {cld_transform_apply(&inverse, v),
                               cld_transform_apply(&inverse, shape->centre)};
        cld_vec3 found[] = {cld_transform_apply(cld_shape_find_inverse(shape, &space), v),
                            cld_shape_own_centre(shape)};
        cr_expect_eq(shape->placement_size, rows[i].kept, "row %zu: %d", i, shape->placement_size);
        cr_expect_arr_eq(cld_shape_find_transform(shape, &space), &def.transform, sizeof space, "row %zu", i);
        cr_expect_arr_eq(found, expected, sizeof found, "row %zu: the way back", i);
        cld_shape_destroy(shape);
    }
}
