#include <criterion/criterion.h>

#include <stdlib.h>

#include "shape/flats.h"
#include "support/random.h"
#include "support/shapes.h"

enum { MOST = 600 };

/// A prism, a drum, a frustum or a cone that is cut off, with up to 300 sides, or a cloud; here or far out.
static cld_shape *make_shape(random_state *r, size_t most_sides) {
    static double points[MOST][3];
    size_t sides = (size_t)random_int(r, 4, (int64_t)most_sides);
    double height = random_power_of_ten(r, -2, 1), top = random_one_in(r, 2) ? 1 : random_real(r, 0.1, 1),
           x = random_one_in(r, 4) ? random_real(r, -9, 9) : 0;
    if (random_one_in(r, 5))
        random_points(r, points[0], 2 * sides, 1, 0);
    else
        for (size_t i = 0; i < 2 * sides; i++) {
            size_t side = i / 2;
            double turn = 2 * 3.141592653589793 * (double)side / (double)sides, wide = i % 2 ? top : 1;
            points[i][0] = x + wide * cos(turn), points[i][1] = wide * sin(turn);
            points[i][2] = i % 2 ? height : -height;
        }
    cld_shape_def def = cld_shape_def_make(CLD_HULL);
    def.points = points[0];
    def.point_count = 2 * sides;
    cld_shape *shape = shape_make(&def);
    cr_assert_eq(cld_shape_build_tables(shape, NULL), CLD_OK);
    return shape;
}

static cld_flat flat_at(const cld_shape *shape, int i) {
    const cld_flats *f = cld_shape_flats(shape);
    return (cld_flat){cld_vec3_make(f->x[i], f->y[i], f->z[i]), f->height[i] * shape->reach};
}

/// Newell's sum.
static double find_area(const cld_shape *shape, const cld_hull *hull, uint32_t face) {
    cld_vec3 sum = {0, 0, 0};
    uint32_t first = hull->face_start[face], end = hull->face_start[face + 1];
    for (uint32_t i = first; i < end; i++)
        sum = cld_add(sum,
                      cld_cross(cld_cloud_at(&shape->core, hull->face_vertex[i]),
                                cld_cloud_at(&shape->core, hull->face_vertex[i + 1 < end ? i + 1 : first])));
    return cld_length(sum) / 2;
}

static int compare_descending(const void *p, const void *q) {
    double a = *(const double *)p, b = *(const double *)q;
    return (a < b) - (a > b);
}

/// The area of the face whose normal is a flat's, and which no vertex is above.
static double find_area_of(const cld_shape *shape, const cld_hull *hull, const cld_facets *facets,
                           cld_vec3 normal) {
    double best = -1, area = 0;
    for (uint32_t f = 0; f < hull->face_count; f++) {
        double along = cld_dot(cld_facets_normal(facets, f), normal);
        if (along > best) {
            best = along;
            area = find_area(shape, hull, f);
        }
    }
    cr_assert_float_eq(best, CLD_FLAT_UNIT, 2, "%g", best);
    return area;
}

Test(flats, are_the_planes_of_the_largest_faces) {
    for (int seed = 0; seed < 300; seed++) {
        random_state r = random_make((uint64_t)seed);
        cld_shape *shape = make_shape(&r, 60);
        const cld_hull *hull;
        const cld_facets *facets;
        static double area[4 * MOST];
        cr_assert_eq(cld_shape_find_hull(shape, &hull, NULL), CLD_OK);
        cr_assert_eq(cld_shape_find_facets(shape, &facets, NULL), CLD_OK);
        cr_assert(cld_has_flats(shape, atomic_load(&shape->inner)) || !(atomic_load(&shape->inner) > 0));
        for (uint32_t f = 0; f < hull->face_count; f++)
            area[f] = find_area(shape, hull, f);
        qsort(area, hull->face_count, sizeof *area, compare_descending);
        for (int i = 0; i < CLD_FLATS; i++) {
            cld_flat flat = flat_at(shape, i);
            double own = find_area_of(shape, hull, facets, flat.normal), most = -INFINITY,
                   expected = area[(uint32_t)i < hull->face_count ? i : 0];
            cr_expect_float_eq(own, expected, 1e-9 * area[0], "seed %d, face %d", seed, i);
            for (uint32_t v = 0; v < shape->core.count; v++)
                most = cld_max(most, cld_dot(cld_cloud_at(&shape->core, v), flat.normal));
            cr_expect(flat.height >= most && flat.height <= most + 1.01 * shape->reach,
                      "seed %d, face %d: %.17g, %.17g", seed, i, flat.height, most);
        }
        cld_shape_destroy(shape);
    }
}

Test(flats, say_above_which_plane_a_point_is_highest) {
    for (int seed = 0; seed < 1000; seed++) {
        random_state r = random_make((uint64_t)seed);
        cld_shape *shape = make_shape(&r, 60);
        cld_pose pose = shape_choose_pose(&r, 1);
        cld_vec3 to = cld_scale(shape_choose_direction(&r), 5 * shape->reach);
        cld_flat found;
        double most = -INFINITY, scale = 2.0 * CLD_FLAT_UNIT * (cld_length(to) + shape->reach);
        cld_flat_find(shape, &pose, to, &found);
        for (int i = 0; i < CLD_FLATS; i++) {
            cld_flat flat = flat_at(shape, i);
            most = cld_max(most, cld_dot(cld_mat3_apply(&pose.r, flat.normal), to) - flat.height);
        }
        // Eight numbers cost three of 24 bits, and the sum loses two.
        cr_expect_float_eq(cld_dot(found.normal, to) - found.height, most, 0x1p-18 * scale, "seed %d", seed);
        cld_shape_destroy(shape);
    }
}

/// Asks whether they collide with a tolerance a little more and a little less than what is between them.
static void expect_right(const cld_shape *a, const cld_pose *pose_a, const cld_shape *b,
                         const cld_pose *pose_b, double gap, double size, cld_workspace *workspace,
                         int seed) {
    for (int more = 0; more < 2; more++) {
        cld_query_options options = cld_query_options_make();
        options.tolerance = gap + (more ? 1e-12 : -1e-12) * size;
        bool colliding;
        if (!(options.tolerance >= 0))
            continue;
        cr_assert_eq(cld_is_colliding(a, pose_a, b, pose_b, &options, workspace, &colliding, NULL), CLD_OK);
        cr_expect_eq(colliding, more, "seed %d: %.17g", seed, gap);
    }
}

static void check_pairs(int trials, size_t most_sides) {
    cld_workspace *workspace = cld_workspace_create();
    int apart = 0;
    for (int seed = 0; seed < trials; seed++) {
        random_state r = random_make((uint64_t)seed);
        cld_shape *a = make_shape(&r, most_sides), *b = make_shape(&r, most_sides);
        cld_pose pose_a = shape_choose_pose(&r, 1),
                 pose_b = shape_choose_pose(&r, 0.5 * (a->reach + b->reach));
        pose_b.t = cld_add(pose_b.t, pose_a.t);
        cld_query_options options = cld_query_options_make();
        cld_result result = shape_ask(a, &pose_a, b, &pose_b, &options);
        double gap = random_one_in(&r, 2) ? 1e-9 : random_real(&r, 0, 0.1) * a->reach;
        pose_b.t = cld_add_scaled(pose_b.t, gap - result.signed_distance, result.normal);
        result = shape_ask(a, &pose_a, b, &pose_b, &options);
        expect_right(a, &pose_a, b, &pose_b, result.signed_distance, a->reach + b->reach + 20, workspace,
                     seed);
        apart += result.signed_distance > 0;
        cld_shape_destroy(a);
        cld_shape_destroy(b);
    }
    cr_expect_gt(10 * apart, 9 * trials, "%d", apart);
    cld_workspace_destroy(workspace);
}

Test(flats, separate_only_what_is_apart) { check_pairs(5000, 20); }

Test(flats, separate_only_what_is_apart_where_there_are_ellipsoids) { check_pairs(2000, 120); }

Test(flats, separate_only_what_is_apart_where_there_are_tables) { check_pairs(300, MOST / 2); }
