#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "collide/verify.h"
#include "math/vec.h"
#include "proof/plain.h"
#include "support/frame.h"
#include "support/generate.h"
#include "support/shapes.h"

static oracle *judge;

static void set_up(void) { judge = oracle_create(); }

static void tear_down(void) { oracle_destroy(judge); }

TestSuite(bounds, .init = set_up, .fini = tear_down);

/// x - truth, where the truth is in the world and x in the frame; its sign is right.
static double find_excess(const test_frame *f, double x, oracle_real truth) {
    return oracle_excess(x, (oracle_real){truth.value * f->cso.scale, truth.rest * f->cso.scale});
}

static cld_vec3 random_direction(random_state *r) {
    return cld_unit(cld_vec3_make(random_short(r) + 0x1p-21, random_short(r), random_short(r)));
}

typedef void examine(const test_frame *f, oracle_real truth, random_state *r, const char *what);

/// Runs an examination over pairs of every family, with the exact signed distance of each.
static void examine_all(examine *look, uint64_t count) {
    for (size_t family = 0; family < pair_family_count; family++)
        for (uint64_t seed = 0; seed < count; seed++) {
            test_pair pair;
            char what[96];
            random_state r = random_make(seed);
            pair_make(&pair_families[family], seed, &pair);
            oracle_load(judge, pair.a.at[0], pair.a.count, pair.b.at[0], pair.b.count);
            test_frame f = frame_make(&pair.a, &pair.b);
            snprintf(what, sizeof what, "%s, seed %llu", pair_families[family].name,
                     (unsigned long long)seed);
            look(&f, oracle_find_signed_distance(judge), &r, what);
            frame_free(&f);
        }
}

static void look_at_directions(const test_frame *f, oracle_real truth, random_state *r, const char *what) {
    for (int i = 0; i < 10; i++) {
        cld_vec3 n = random_direction(r);
        double lower = cld_bound_from_direction(&f->cso, n);
        cr_expect_leq(find_excess(f, lower, truth), 0, "%s: %.17g is no lower bound", what, lower);
        oracle_real along = oracle_find_separation(judge, (double[3]){n.x, n.y, n.z});
        double excess = find_excess(f, lower, along),
               lost = 64 * CLD_ROUNDOFF * f->cso.size + 2 * f->cso.error;
        cr_expect_leq(excess, 0, "%s: more than the separation along its direction", what);
        cr_expect_geq(excess, -lost, "%s: %g below the separation along its direction", what, excess);
    }
}

/// The contract's 1e-14 M, M being the largest coordinate, where the shapes themselves have no size.
Test(bounds, of_points_are_as_near_to_each_other_as_their_coordinates_allow) {
    cld_query_options options = cld_query_options_make();
    for (uint64_t seed = 0; seed < 2000; seed++) {
        random_state r = random_make(seed);
        double at[2][3], most = 0;
        cld_shape *shape[2];
        for (int i = 0; i < 2; i++) {
            cld_shape_def def = cld_shape_def_make(CLD_POINT);
            for (int k = 0; k < 3; k++) {
                at[i][k] = (i ? -1 : 1) * random_real(&r, 0.8, 1);
                most = cld_max(most, fabs(at[i][k]));
            }
            def.points = at[i];
            def.point_count = 1;
            shape[i] = shape_make(&def);
        }
        cld_result found = shape_ask(shape[0], NULL, shape[1], NULL, &options);
        cr_expect_leq(found.upper - found.lower, 1e-14 * most, "seed %llu", (unsigned long long)seed);
        for (int i = 0; i < 2; i++)
            cld_shape_destroy(shape[i]);
    }
}

Test(bounds, any_direction_bounds_from_below_however_wrong_it_is) { examine_all(look_at_directions, 40); }

static void look_at_lengths(const test_frame *f, oracle_real truth, random_state *r, const char *what) {
    cld_vec3 n = random_direction(r);
    for (int i = -12; i <= 12; i++) { // from a few ulps to far more than rounding leaves
        double length = 1 + (i % 2 ? i * 0x1p-51 : i * 1e-12);
        cld_vec3 d = cld_scale(n, length);
        oracle_real along = oracle_find_separation(judge, (double[3]){d.x, d.y, d.z});
        double lower = cld_bound_from_direction(&f->cso, d);
        cr_expect_leq(find_excess(f, lower, along), 0, "%s: length %.17g", what, length);
        cr_expect_leq(find_excess(f, lower, truth), 0, "%s: length %.17g", what, length);
    }
}

Test(bounds, a_direction_need_not_be_exactly_unit) { examine_all(look_at_lengths, 20); }

static void look_at_points(const test_frame *f, oracle_real truth, random_state *r, const char *what) {
    for (int trial = 0; trial < 10; trial++) {
        cld_cso_vertex v[4];
        cld_corner corner[4];
        double weight[4], total = 0;
        int count = random_int(r, 1, 4);
        for (int i = 0; i < count; i++) {
            uint32_t ia = (uint32_t)random_int(r, 0, (int)f->cso.a.cloud.count - 1),
                     ib = (uint32_t)random_int(r, 0, (int)f->cso.b.cloud.count - 1);
            v[i] = cld_cso_vertex_at(&f->cso, ia, ib);
            corner[i] = (cld_corner){v[i].w, ia, ib};
            total += weight[i] = random_one_in(r, 4) ? 0 : random_real(r, 0.01, 1);
        }
        if (total == 0)
            continue;
        for (int i = 0; i < count; i++)
            weight[i] /= total * (trial % 2 ? 1 : 1 + 1e-13); // as rounding leaves them
        double upper = cld_bound_from_points(&f->cso, v, weight, count);
        cr_expect_geq(find_excess(f, upper, truth), 0, "%s: %.17g is no upper bound", what, upper);
        cr_expect_eq(cld_plain_from_corners(&f->cso, corner, weight, count), upper, "%s: not the same", what);
    }
}

Test(bounds, any_two_points_bound_from_above) { examine_all(look_at_points, 40); }

Test(bounds, two_vertices_bound_by_their_distance) {
    point_set a = {.count = 1}, b = {0};
    solid_add(&b, 3, 4, 12);
    test_frame f = frame_make(&a, &b);
    cld_cso_vertex v = cld_cso_vertex_at(&f.cso, 0, 0);
    double upper = cld_bound_from_points(&f.cso, &v, (double[1]){1}, 1);
    cr_expect_geq(upper, 13);
    cr_expect_leq(upper, 13 + 64 * CLD_ROUNDOFF * 13);
    frame_free(&f);
}

/// A cube around `centre` as a set, and its surface as triangles.
static point_set make_cube(double half, double x, double y, double z) {
    point_set s = {0};
    for (int i = 0; i < 8; i++)
        solid_add(&s, x + (i & 1 ? half : -half), y + (i & 2 ? half : -half), z + (i & 4 ? half : -half));
    return s;
}

static const uint32_t cube_surface[36] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                          2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};

static double bound_capped(const test_frame *f, const uint32_t *corner, size_t count, const cld_caps *caps) {
    cld_cso_vertex v[8];
    for (uint32_t i = 0; i < 8; i++)
        v[i] = cld_cso_vertex_at(&f->cso, i, 0);
    return cld_bound_from_surface(&f->cso, v, corner, count, caps);
}

static double bound_cube(const test_frame *f, const uint32_t *corner, size_t count) {
    return bound_capped(f, corner, count, NULL);
}

Test(bounds, a_surface_around_the_origin_bounds_by_its_nearest_triangle) {
    const point_set origin = {.count = 1};
    point_set cube = make_cube(2, 0.5, 0.25, 0);
    test_frame f = frame_make(&cube, &origin);
    double upper = bound_cube(&f, cube_surface, 12); // the face at x = -1.5
    cr_expect_geq(upper, -1.5);
    cr_expect_leq(upper, -1.5 + 1e-14);
    frame_free(&f);
}

Test(bounds, triangles_that_a_cap_covers_count_as_far_as_it_proves) {
    const point_set origin = {.count = 1};
    point_set cube = make_cube(2, 0.5, 0.25, 0), beside = make_cube(2, 2.5, 0, 0);
    test_frame f = frame_make(&cube, &origin), out = frame_make(&beside, &origin);
    // Points of the face at x = -1.5 that are nearer than 1.6 are within a slope of 0.37.
    const cld_caps fits = {.cap = {{{-1, 0, 0}, 0.4, 1.6}}, .count = 1},
                   narrow = {.cap = {{{-1, 0, 0}, 0.3, 1.6}}, .count = 1},
                   elsewhere = {.cap = {{{0, 1, 0}, 0.4, 1.6}}, .count = 1};
    const uint32_t flat[6] = {0, 3, 0, 1, 1, 1};
    cr_expect_float_eq(bound_capped(&f, cube_surface, 12, &fits), -1.6, 1e-14);
    cr_expect_float_eq(bound_capped(&f, cube_surface, 12, &narrow), -1.5, 1e-14);
    cr_expect_float_eq(bound_capped(&f, cube_surface, 12, &elsewhere), -1.5, 1e-14);
    cr_expect_eq(bound_capped(&f, flat, 2, &fits), INFINITY);
    cr_expect_eq(bound_capped(&out, cube_surface, 12, &fits), INFINITY);
    frame_free(&f);
    frame_free(&out);
}

Test(bounds, a_surface_that_does_not_hold_the_origin_proves_nothing) {
    const point_set origin = {.count = 1};
    const double places[][3] = {{2.5, 0, 0}, {0, -9, 0}, {2, 0, 0}, {2, 2, 2}, {2, 2, 0}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        point_set cube = make_cube(2, places[i][0], places[i][1], places[i][2]);
        test_frame f = frame_make(&cube, &origin);
        cr_expect_eq(bound_cube(&f, cube_surface, 12), INFINITY, "place %zu",
                     i); // outside, on a face, a corner, an edge
        frame_free(&f);
    }
}

Test(bounds, a_surface_turned_inside_out_proves_nothing) {
    const point_set origin = {.count = 1};
    point_set cube = make_cube(2, 0, 0, 0);
    test_frame f = frame_make(&cube, &origin);
    uint32_t turned[36];
    for (int i = 0; i < 36; i++)
        turned[i] = cube_surface[i / 3 * 3 + 2 - i % 3];
    cr_expect_eq(bound_cube(&f, turned, 12), INFINITY);
    frame_free(&f);
}

Test(bounds, triangles_without_area_do_not_speak) {
    const point_set origin = {.count = 1};
    point_set cube = make_cube(2, 0, 0, 0);
    test_frame f = frame_make(&cube, &origin);
    uint32_t more[42];
    memcpy(more, cube_surface, sizeof cube_surface);
    const uint32_t flat[6] = {0, 3, 0, 1, 1, 1};
    memcpy(more + 36, flat, sizeof flat);
    cr_expect_float_eq(bound_cube(&f, more, 14), -2, 1e-14);
    cr_expect_eq(bound_cube(&f, flat, 2), INFINITY);
    frame_free(&f);
}

Test(bounds, any_tetrahedron_of_vertices_bounds_from_above) {
    static const uint32_t surface[12] = {0, 1, 2, 0, 3, 1, 1, 3, 2, 2, 3, 0};
    size_t proven = 0;
    for (uint64_t seed = 0; seed < 2000; seed++) {
        random_state r = random_make(seed);
        point_set a, b;
        solid_make_hull(&a, &r);
        solid_make_hull(&b, &r);
        test_frame f = frame_make(&a, &b);
        cld_cso_vertex v[4];
        for (int i = 0; i < 4; i++) {
            uint32_t ia = (uint32_t)random_int(&r, 0, (int)a.count - 1),
                     ib = (uint32_t)random_int(&r, 0, (int)b.count - 1);
            v[i] = cld_cso_vertex_at(&f.cso, ia, ib);
        }
        double upper = cld_bound_from_surface(&f.cso, v, surface, 4, NULL);
        if (upper < INFINITY) {
            oracle_load(judge, a.at[0], a.count, b.at[0], b.count);
            cr_expect_geq(find_excess(&f, upper, oracle_find_signed_distance(judge)), 0, "seed %llu",
                          (unsigned long long)seed);
            proven++;
        }
        frame_free(&f);
    }
    cr_expect_gt(proven, 20);
}

/// A ball becomes an ellipsoid whose semi-axes are the scales, so along an axis the truth is known.
Test(bounds, hold_the_image_of_a_radius_whose_scales_are_nearly_one) {
    static const double parts[] = {0, 0x1p-50, 1e-12, 1e-9, 9e-7};
    cld_workspace *workspace = cld_workspace_create();
    cld_query_options options = cld_query_options_make();
    for (int i = 0; i < 2 * 5 * 9; i++) {
        int planar = i % 2, stretched = i / 10 % 3, axis = i / 30, count = planar ? 2 : 3;
        double part = parts[i / 2 % 5], scale[3] = {1, 1, 1}, at[3] = {0, 0, 0};
        scale[stretched % count] += part;
        at[axis % count] = 3;
        cld_shape_def ball = cld_shape_def_make(planar ? CLD_CIRCLE : CLD_SPHERE),
                      point = cld_shape_def_make(CLD_POINT);
        ball.radius = 0.5, ball.margin = 0.5;
        ball.transform = cld_transform_make_scale(cld_vec3_make(scale[0], scale[1], scale[2]));
        point.dimension = ball.dimension, point.points = at, point.point_count = 1;
        cld_shape *a, *b;
        cr_assert_eq(cld_shape_create(&ball, NULL, NULL, &a, NULL), CLD_OK);
        cr_assert_eq(cld_shape_create(&point, NULL, NULL, &b, NULL), CLD_OK);
        cld_result r;
        cr_assert_eq(cld_find_collision(a, NULL, b, NULL, &options, workspace, &r, NULL), CLD_OK);
        double truth = 3 - scale[axis % count];
        cr_expect(r.lower <= truth && truth <= r.upper, "%d: %a not in [%a, %a]", i, truth, r.lower, r.upper);
        cr_expect_leq(r.upper - r.lower, 1e-12 + 2 * part);
        cr_expect_float_eq(r.signed_distance, 2 - part / count, 1e-12, "whichever axis it is");
        cld_vec3 lower, upper;
        cld_shape_find_box(a, &lower, &upper);
        cr_expect(cld_component(upper, axis % count) >= scale[axis % count]);
        cld_shape_destroy(a);
        cld_shape_destroy(b);
    }
    cld_workspace_destroy(workspace);
}

/// A rounded cube that stands `gap` above what is below z = 0, its height and its margin scaled by 1 + part.
static cld_shape *make_stretched(cld_kind kind, double part, double gap) {
    static const double ends[] = {-1, 0, 0, 1, 0, 0};
    cld_shape_def def = cld_shape_def_make(kind);
    cld_shape *shape = NULL;
    double half = kind == CLD_BOX ? 0.5 : 0;
    def.size[0] = def.size[1] = def.size[2] = 1;
    def.points = ends, def.point_count = kind == CLD_SEGMENT ? 2 : 0;
    def.margin = 1;
    def.transform = cld_transform_make_scale(cld_vec3_make(1, 1, 1 + part));
    def.transform.t = cld_vec3_make(0, 0, (half + 1) * (1 + part) + gap);
    cr_assert_eq(cld_shape_create(&def, NULL, NULL, &shape, NULL), CLD_OK);
    return shape;
}

static cld_shape *make_below(cld_kind kind) {
    cld_shape_def def = cld_shape_def_make(kind);
    cld_shape *shape = NULL;
    def.normal[2] = 1;
    def.size[0] = def.size[1] = def.size[2] = 4;
    def.transform.t.z = kind == CLD_BOX ? -2 : 0;
    cr_assert_eq(cld_shape_create(&def, NULL, NULL, &shape, NULL), CLD_OK);
    return shape;
}

Test(bounds, no_axis_is_told_along_which_a_stretched_radius_may_reach_the_other_shape) {
    static const double parts[] = {0, 1e-12, 1e-9, 9e-7, -9e-7};
    static const double gaps[] = {-5e-7, -1e-9, 0, 1e-12, 1e-9, 1e-8, 1e-7, 4e-7, 1e-6, 2e-6};
    static const cld_kind above[] = {CLD_SPHERE, CLD_SEGMENT, CLD_BOX}, below[] = {CLD_HALFSPACE, CLD_BOX};
    cld_workspace *workspace = cld_workspace_create();
    cld_query_options options = cld_query_options_make();
    for (int i = 0; i < 5 * 10 * 3 * 2; i++) {
        double part = parts[i % 5], truth = gaps[i / 5 % 10];
        cld_shape *a = make_stretched(above[i / 50 % 3], part, truth), *b = make_below(below[i / 150]);
        cld_result r, depth;
        cld_error err;
        bool colliding;
        cr_assert_eq(cld_is_colliding(a, NULL, b, NULL, &options, workspace, &colliding, NULL), CLD_OK);
        cr_assert_eq(cld_find_depth(a, NULL, b, NULL, &options, workspace, &depth, NULL), CLD_OK);
        cr_assert_eq(cld_find_collision(a, NULL, b, NULL, &options, workspace, &r, NULL), CLD_OK);
        cr_expect_eq(r.has_axis, r.outcome == CLD_SEPARATED);
        cr_expect(!r.has_axis || r.gap <= truth + 4e-15, "%d: %g of %g", i, r.gap, truth);
        cr_expect(r.has_axis || truth <= 1e-8 + 2 * fabs(part), "%d: %g of %g", i, r.signed_distance, truth);
        cr_expect_eq(colliding, r.outcome != CLD_SEPARATED, "%d", i);
        cr_expect_eq(depth.outcome == CLD_SEPARATED, r.outcome == CLD_SEPARATED, "%d", i);
        cr_expect(r.lower <= truth + 4e-15 && truth - 4e-15 <= r.upper, "%d", i);
        cr_expect_eq(cld_verify(a, NULL, b, NULL, &r, &err), CLD_OK, "%d: %s", i, err.message);
        cld_shape_destroy(a);
        cld_shape_destroy(b);
    }
    cld_workspace_destroy(workspace);
}
