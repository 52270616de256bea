#include <criterion/criterion.h>

#include "shape/shape.h"
#include "support/random.h"
#include "support/shapes.h"

enum { MOST = 100 };

/// At least 64 vertices, stretched along each axis, some to a needle or a plate.
static cld_shape *make_shape(random_state *r, double shift) {
    static double points[MOST][3];
    double stretch[3];
    size_t count = (size_t)random_int(r, 64, MOST);
    for (int k = 0; k < 3; k++)
        stretch[k] = random_one_in(r, 4) ? random_power_of_ten(r, -9, 0) : random_real(r, 0.1, 1);
    random_points(r, points[0], count, 1, 0);
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++)
            points[i][k] = stretch[k] * points[i][k] + (k == 0 ? shift : 0);
    cld_shape_def def = cld_shape_def_make(CLD_HULL);
    def.points = points[0];
    def.point_count = count;
    cld_shape *shape = shape_make(&def);
    cr_assert_eq(cld_shape_build_tables(shape, NULL), CLD_OK);
    return shape;
}

/// B is moved along the normal until only this is between it and A.
static double leave_gap(cld_pose *pose, const cld_result *result, double gap) {
    pose->t = cld_add_scaled(pose->t, gap - result->signed_distance, result->normal);
    return gap;
}

Test(around, tells_apart_only_what_is_apart) {
    cld_workspace *workspace = cld_workspace_create();
    int apart = 0, trials = 5000;
    for (int seed = 0; seed < trials; seed++) {
        random_state r = random_make((uint64_t)seed);
        double shift = random_one_in(&r, 3) ? random_real(&r, -9, 9) : 0;
        cld_shape *a = make_shape(&r, shift), *b = make_shape(&r, 0);
        cld_pose pose_a = shape_choose_pose(&r, 1), pose_b = shape_choose_pose(&r, 2);
        cld_query_options options = cld_query_options_make();
        cld_result result = shape_ask(a, &pose_a, b, &pose_b, &options);
        double size = a->reach + b->reach + 10, gap = result.signed_distance;
        if (result.outcome == CLD_SEPARATED && seed % 2)
            gap = leave_gap(&pose_b, &result, random_one_in(&r, 2) ? 1e-7 : 0.1 * gap);
        options.tolerance = seed % 4 == 3 ? gap + 1e-12 * size : gap > 0 ? gap - 1e-12 * size : 0;
        options.tolerance = cld_max(options.tolerance, 0);
        bool colliding;
        cr_assert_eq(cld_is_colliding(a, &pose_a, b, &pose_b, &options, workspace, &colliding, NULL), CLD_OK);
        apart += !colliding;
        if (fabs(gap - options.tolerance) > 1e-13 * size)
            cr_expect_eq(colliding, gap <= options.tolerance, "seed %d: %.17g", seed, gap);
        cld_shape_destroy(a);
        cld_shape_destroy(b);
    }
    cr_expect_gt(4 * apart, trials, "%d", apart);
    cld_workspace_destroy(workspace);
}
