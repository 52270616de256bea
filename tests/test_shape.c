#include <criterion/criterion.h>
#include <math.h>
#include <pthread.h>

#include "math/vec.h"
#include "shape/shape.h"
#include "support/magnitude.h"
#include "support/random.h"
#include "support/shapes.h"

static cld_shape *make_box(double x, double y, double z) {
    cld_shape_def def = cld_shape_def_make(CLD_BOX);
    def.size[0] = x, def.size[1] = y, def.size[2] = z;
    return shape_make(&def);
}

Test(shape, the_corners_of_a_box_count_in_binary) {
    cld_shape *box = make_box(2, 4, 6);
    double points[3 * 8];
    cr_assert_eq(cld_shape_points(box, NULL), 8);
    cld_shape_points(box, points);
    for (int i = 0; i < 8; i++) {
        cr_expect_eq(points[3 * i], i & 1 ? 1 : -1);
        cr_expect_eq(points[3 * i + 1], i & 2 ? 2 : -2);
        cr_expect_eq(points[3 * i + 2], i & 4 ? 3 : -3);
    }
    cld_shape_destroy(box);
}

/// Kept or had back from the core, moved or not, across the origin or far from it.
Test(shape, gives_back_the_points_that_it_was_made_of) {
    random_state random = random_make(17);
    int kept = 0, dropped = 0;
    for (int trial = 0; trial < 400; trial++) {
        double points[3 * 12], found[3 * 12];
        double middle = trial % 4 == 0 ? 0 : random_real(&random, -1e4, 1e4);
        random_points(&random, points, 12, 1, middle);
        points[trial % 36] = trial % 3 ? points[trial % 36] : -0.0;
        cld_shape_def def = cld_shape_def_make(CLD_HULL);
        def.points = points;
        def.point_count = 12;
        if (trial % 5 == 0)
            def.transform = cld_transform_make_translation((cld_vec3){random_real(&random, -9, 9), 5, -1});
        cld_shape *shape = shape_make(&def);
        kept += shape->points != NULL;
        dropped += shape->points == NULL;
        cr_expect_eq(cld_shape_points(shape, found), 12);
        cr_expect_arr_eq(found, points, sizeof points, "trial %d", trial);
        cld_shape_destroy(shape);
    }
    cr_expect(kept > 50 && dropped > 50, "%d kept, %d dropped", kept, dropped);
}

Test(shape, the_arrays_are_padded_with_the_first_vertex) {
    random_state random = random_make(3);
    double points[3 * 9];
    random_points(&random, points, 9, 1, 0);
    for (size_t count = 1; count <= 9; count++) {
        cld_shape_def def = cld_shape_def_make(CLD_HULL);
        def.points = points;
        def.point_count = count;
        cld_shape *shape = shape_make(&def);
        cr_expect_eq(
            (uintptr_t)shape->core.x % 32 + (uintptr_t)shape->core.y % 32 + (uintptr_t)shape->core.z % 32, 0);
        for (size_t i = count; i < cld_cloud_stride(count); i++) {
            cr_expect_eq(shape->core.x[i], shape->core.x[0]);
            cr_expect_eq(shape->core.y[i], shape->core.y[0]);
            cr_expect_eq(shape->core.z[i], shape->core.z[0]);
        }
        cld_shape_destroy(shape);
    }
}

Test(shape, keeps_how_far_its_transform_is_from_a_similarity_in_three_cache_lines) {
    cr_expect_eq(sizeof(cld_shape), 192);
    const double factors[] = {1, 1 + 9e-7, 1 - 1e-7, 1 + 0x1p-52};
    for (size_t i = 0; i < sizeof factors / sizeof *factors; i++) {
        cld_vec3 f = cld_vec3_make(2, 2, 2 * factors[i]);
        cld_shape_def def = cld_shape_def_make(CLD_BOX);
        def.size[0] = def.size[1] = def.size[2] = 1;
        def.transform = cld_transform_make_scale(f);
        cld_shape *without = shape_make(&def);
        cr_expect_eq(cld_shape_find_skew(without), 0, "without a radius there is nothing to be off");
        cld_shape_destroy(without);
        def.margin = 1;
        cld_shape *shape = shape_make(&def);
        double off = fmax(fabs(f.x - shape->radius), fabs(f.z - shape->radius));
        cr_expect(cld_shape_find_skew(shape) >= off - 4e-16, "%g: %g", factors[i],
                  cld_shape_find_skew(shape));
        cr_expect_leq(cld_shape_find_skew(shape), 2 * off + 4e-16);
        cld_shape_destroy(shape);
    }
}

Test(shape, a_margin_is_scaled_by_the_similarity_and_grows_the_box) {
    cld_shape_def def = cld_shape_def_make(CLD_SEGMENT);
    const double points[] = {0, 0, 0, 1, 0, 0};
    def.points = points;
    def.point_count = 2;
    def.margin = 0.25;
    cld_transform scale = cld_transform_make_scale(cld_vec3_make(-2, 2, 2));
    cld_transform turn = cld_transform_make_axis_angle(cld_vec3_make(0, 0, 1), 90);
    def.transform = cld_transform_compose(&turn, &scale);
    def.transform.t = cld_vec3_make(10, 0, 0);
    cld_shape *shape = shape_make(&def); // from (10, 0, 0) to (10, -2, 0), with a radius of 1/2
    cld_vec3 lower, upper;
    cld_shape_find_box(shape, &lower, &upper);
    cr_expect_eq(shape->radius, 0.5);
    cr_expect(lower.x == 9.5 && lower.y == -2.5 && lower.z == -0.5);
    cr_expect(upper.x == 10.5 && upper.y == 0.5 && upper.z == 0.5);
    cr_expect_float_eq(cld_shape_find_diagonal(shape), sqrt(1 + 9 + 1), 1e-15);
    cld_shape_destroy(shape);
}

Test(shape, the_box_holds_every_vertex_but_for_an_ulp) {
    random_state random = random_make(4);
    double points[3 * 6];
    for (int trial = 0; trial < 300; trial++) {
        random_points(&random, points, 6, random_power_of_ten(&random, -6, 6),
                      random_real(&random, -1e6, 1e6));
        cld_shape_def def = cld_shape_def_make(CLD_HULL);
        def.points = points;
        def.point_count = 6;
        cld_shape *shape = shape_make(&def);
        cld_vec3 lower, upper;
        cld_shape_find_box(shape, &lower, &upper);
        double ulps = 4 * CLD_ROUNDOFF * find_magnitude(shape);
        for (int k = 0; k < 3; k++) {
            double low = INFINITY, high = -INFINITY;
            for (int i = 0; i < 6; i++)
                low = fmin(low, points[3 * i + k]), high = fmax(high, points[3 * i + k]);
            cr_expect_float_eq(cld_component(lower, k), low, ulps, "trial %d", trial);
            cr_expect_float_eq(cld_component(upper, k), high, ulps, "trial %d", trial);
        }
        cld_shape_destroy(shape);
    }
}

Test(shape, zero_sizes_margins_and_radii_are_fine) {
    cld_shape_destroy(make_box(0, 0, 0));
    cld_shape_def def = cld_shape_def_make(CLD_SPHERE);
    def.radius = def.margin = 0;
    cld_shape *sphere = shape_make(&def);
    cr_expect_eq(cld_shape_find_diagonal(sphere), 0);
    cld_shape_destroy(sphere);
    cld_shape_destroy(NULL);
}

Test(shape, takes_no_room_for_a_hull_that_it_has_forgotten) {
    cld_shape *box = make_box(1, 2, 3);
    const cld_hull *hull;
    cr_expect_eq(cld_shape_measure_hull(box), 0);
    cr_assert_eq(cld_shape_find_hull(box, &hull, NULL), CLD_OK);
    // 6 normals; 8 vertices, 24 sides twice and 12 edges with two ends and two faces each, and where faces
    // begin
    cr_expect_geq(cld_shape_measure_hull(box), 6 * sizeof(cld_vec3) + (8 + 48 + 48 + 6) * sizeof(uint32_t));
    cr_expect_lt(cld_shape_measure_hull(box), 2000);
    cld_shape_forget_hull(box);
    cr_expect_eq(cld_shape_measure_hull(box), 0);
    cr_expect_geq(cld_shape_measure(box), sizeof *box + 8 * sizeof(cld_vec3));
    cld_shape_destroy(box);
}

/// The hull of what is rounded is that of what is inside the radius.
Test(shape, has_a_hull_where_it_is_one_of_points) {
    static const double points[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const struct {
        cld_kind kind;
        uint32_t points, vertices; ///< none: it has no hull
    } kinds[] = {{CLD_HULL, 4, 4},     {CLD_BOX, 0, 8},     {CLD_POINT, 1, 1},     {CLD_TRIANGLE, 3, 3},
                 {CLD_SPHERE, 0, 1},   {CLD_CAPSULE, 2, 2}, {CLD_POLYGON, 3, 3},   {CLD_CIRCLE, 0, 1},
                 {CLD_CYLINDER, 2, 0}, {CLD_CONE, 2, 0},    {CLD_ELLIPSOID, 0, 0}, {CLD_HALFSPACE, 0, 0},
                 {CLD_COMPOUND, 0, 0}};
    cld_shape_def child = cld_shape_def_make(CLD_SPHERE);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        cld_shape_def def = cld_shape_def_make(kinds[i].kind);
        def.points = points;
        def.point_count = kinds[i].points;
        def.children = &child;
        def.child_count = def.kind == CLD_COMPOUND;
        for (int k = 0; k < 3; k++)
            def.size[k] = def.radii[k] = def.normal[k] = def.radius = k + 1;
        cld_shape *shape = shape_make(&def);
        const cld_hull *hull = NULL;
        cld_error err = {.message = ""};
        cr_expect_eq(cld_shape_find_hull(shape, &hull, &err), kinds[i].vertices ? CLD_OK : CLD_UNSUPPORTED,
                     "%s: %s", cld_kind_name(def.kind), err.message);
        cr_expect_eq(hull ? hull->vertex_count : 0, kinds[i].vertices, "%s", cld_kind_name(def.kind));
        cr_expect_eq(*err.message == 0, kinds[i].vertices > 0, "%s", cld_kind_name(def.kind));
        cr_expect_eq(cld_shape_find_hull(shape, &hull, NULL), kinds[i].vertices ? CLD_OK : CLD_UNSUPPORTED);
        cr_expect_eq(cld_shape_build_tables(shape, &err), CLD_OK, "%s", cld_kind_name(def.kind));
        cld_shape_destroy(shape);
    }
}

enum { THREADS = 8 };

typedef struct asking {
    const cld_shape *shape;
    const cld_hull *hull;
    cld_status status;
} asking;

static void *ask(void *context) {
    asking *a = context;
    a->status = cld_shape_find_hull(a->shape, &a->hull, NULL);
    return NULL;
}

Test(shape, threads_that_ask_at_once_get_one_hull) {
    for (int round = 0; round < 30; round++) {
        cld_shape *box = make_box(1, 2, 3);
        pthread_t thread[THREADS];
        asking asked[THREADS];
        for (int i = 0; i < THREADS; i++) {
            asked[i] = (asking){.shape = box};
            cr_assert_eq(pthread_create(&thread[i], NULL, ask, &asked[i]), 0);
        }
        for (int i = 0; i < THREADS; i++)
            pthread_join(thread[i], NULL);
        for (int i = 0; i < THREADS; i++) {
            cr_expect_eq(asked[i].status, CLD_OK);
            cr_expect_eq(asked[i].hull, asked[0].hull);
        }
        cr_expect_eq(asked[0].hull->face_count, 6);
        cld_shape_destroy(box);
    }
}
