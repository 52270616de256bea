#include <criterion/criterion.h>

#include "math/vec.h"
#include "narrow/blow_up.h"
#include "narrow/epa.h"
#include "narrow/gjk.h"
#include "support/frame.h"
#include "support/generate.h"
#include "support/shapes.h"

static oracle *judge;
static cld_polytope polytope;

static void set_up(void) { judge = oracle_create(); }

static void tear_down(void) {
    oracle_destroy(judge);
    cld_polytope_free(&polytope);
}

TestSuite(epa, .init = set_up, .fini = tear_down);

static point_set make_box(double x, double y, double z, double hx, double hy, double hz) {
    point_set s = {0};
    const double low[3] = {x - hx, y - hy, z - hz}, high[3] = {x + hx, y + hy, z + hz};
    solid_make_box(&s, low, high);
    return s;
}

/// The simplex of the first vertices of A - B along a few directions: any will do.
static cld_simplex make_simplex(const cld_cso *cso, int count) {
    static const cld_vec3 d[4] = {{1, 0.1, 0.2}, {-1, 0.3, 0}, {0.1, 1, -0.2}, {0, -0.3, 1}};
    cld_simplex s = {.count = count};
    for (int i = 0; i < count; i++)
        s.vertex[i] = cld_cso_support(cso, d[i]);
    return s;
}

static double find_truth(const point_set *a, const point_set *b) {
    oracle_load(judge, a->at[0], a->count, b->at[0], b->count);
    return oracle_find_signed_distance(judge).value;
}

/// From simplices of every size, points repeated or not, EPA finds the depth and its normal.
static void expect_depth(point_set a, point_set b, double depth) {
    test_frame f = frame_make(&a, &b);
    for (int count = 1; count <= 4; count++)
        for (int repeat = 0; repeat < 2; repeat++) {
            cld_simplex s = make_simplex(&f.cso, count);
            if (repeat)
                s.vertex[count - 1] = s.vertex[0];
            cld_epa_result r = cld_epa(&f.cso, &s, &polytope);
            cr_expect_eq(r.stop, CLD_EPA_CONVERGED, "from %d points: stop %d", count, r.stop);
            cr_expect_float_eq(r.depth, depth, 4 * CLD_ROUNDOFF * f.cso.size, "from %d points: %.17g", count,
                               r.depth);
            cr_expect_float_eq(cld_length(r.normal), 1, 1e-15);
            cr_expect_float_eq(-cld_cso_find_separation(&f.cso, r.normal), depth,
                               8 * CLD_ROUNDOFF * f.cso.size);
        }
    frame_free(&f);
}

Test(epa, boxes_leave_along_the_axis_of_least_overlap) {
    expect_depth(make_box(0, 0, 0, 1, 1, 1), make_box(1.5, 0.25, -0.25, 1, 1, 1), 0.5);
    expect_depth(make_box(0, 0, 0, 1, 2, 3), make_box(0.5, 3.75, 1, 3, 2, 1), 0.25);
    expect_depth(make_box(0, 0, 0, 5, 5, 5), make_box(0, 0, 4, 1, 1, 1), 2);
}

Test(epa, concentric_boxes_leave_along_the_shortest_way) {
    expect_depth(make_box(0, 0, 0, 1, 1, 1), make_box(0, 0, 0, 1, 1, 1), 2);
    expect_depth(make_box(0, 0, 0, 4, 5, 6), make_box(0, 0, 0, 1, 1, 1), 5);
    expect_depth(make_box(7, 7, 7, 4, 3, 6), make_box(7, 7, 7, 9, 1, 9), 4);
}

/// Faces of A - B between vertices that are hardly more than rounding apart fold the surface.
static void expect_few_steps(const double (*box)[3], const double (*splinter)[3], size_t count,
                             double depth) {
    cld_shape_def def = cld_shape_def_make(CLD_HULL);
    def.points = box[0];
    def.point_count = 8;
    cld_shape *a = shape_make(&def);
    def.points = splinter[0];
    def.point_count = count;
    cld_shape *b = shape_make(&def);
    cld_query_options options = cld_query_options_make();
    options.algorithm = CLD_GJK_EPA;
    cld_result r = shape_ask(a, NULL, b, NULL, &options);
    cr_expect_float_eq(r.signed_distance, -depth, 0x1p-46, "%.17g", r.signed_distance);
    cr_expect_leq(r.upper - r.lower, 1e-11, "%.17g", r.upper - r.lower);
    cr_expect_lt(r.stats.epa_iterations, 200, "%u", r.stats.epa_iterations);
    cr_expect_eq(r.algorithm, CLD_GJK_EPA);
    cld_shape_destroy(a);
    cld_shape_destroy(b);
}

Test(epa, a_splinter_hardly_thicker_than_rounding_takes_few_steps) {
    static const double cut[8][3] = {{-0.25, 0, -0.25}, {0.25, -1, -0.25}, {-0.25, 1, -0.25},
                                     {0.25, 0, -0.25},  {-0.25, -1, 0.25}, {0.25, 0, 0.25},
                                     {-0.25, 1, 0.25},  {0.25, 1, 0.25}};
    static const double box[8][3] = {{-0.25, -1, -0.25}, {0.25, -1, -0.25}, {-0.25, 1, -0.25},
                                     {0.25, 1, -0.25},   {-0.25, -1, 0.25}, {0.25, -1, 0.25},
                                     {-0.25, 1, 0.25},   {0.25, 1, 0.25}};
    static const double straight[4][3] = {{-0x1p-47, 0x1p-10, -0x1.4p-47},
                                          {0x1p-47, 0x1p-10, -0x1.2p-47},
                                          {0x1p-49, -0x1p-11, 0x1p-46},
                                          {0x1p-49, 0, -0x1p-46}};
    static const double round[7][3] = {
        {-9.3865675582756773e-15, 0.00097287489301845127, -8.9699821754169598e-15},
        {7.817633683523695e-15, 0.00075123517738930469, -8.2607172092200875e-15},
        {-3.2737044870684583e-15, -0.00041219228528127362, 4.9191828479017798e-15},
        {1.5393015814648714e-15, -0.00060703596790672516, 9.6372095644119377e-15},
        {1.9166642132544396e-15, -0.00051815413264053348, -6.4616145488374617e-15},
        {1.061127767539045e-15, 0.00076861709676238692, 7.8438031841427271e-16},
        {1.401149512347879e-15, -0.00052329367534605, -9.449382542000448e-15}};
    // Of these, telling vertices apart that are that near folds the surface again.
    static const double wedge[5][3] = {{0x1p-11, -0x1p-49, -0x1p-48},
                                       {-0x1.4p-11, -0x1p-46, 0},
                                       {0x1p-11, -0x1p-46, -0x1p-49},
                                       {-0x1p-13, -0x1p-49, 0x1p-46},
                                       {0x1p-13, 0x1p-48, 0x1.8p-48}};
    expect_few_steps(cut, straight, 4, 0.25);
    expect_few_steps(box, round, 7, 0.25);
    expect_few_steps(cut, wedge, 5, 0.25);
}

Test(epa, a_splinter_that_folds_the_surface_again_and_again_is_bounded_by_the_segment_in_it) {
    static const double cut[8][3] = {{-0.25, 0, -0.25}, {0.25, -1, -0.25}, {0, 1, -0.25},    {0.25, 0, -0.25},
                                     {-0.25, -1, 0.25}, {0.25, 0, 0.25},   {-0.25, 1, 0.25}, {0.25, 1, 0.25}};
    static const double flat[3][3] = {
        {-0x1p-47, -0x1p-10, 0x1p-47}, {0x1.8p-48, 0x1.8p-12, -0x1p-48}, {-0x1p-48, 0, -0x1p-48}};
    static const double solid[5][3] = {{-0x1.cp-47, 0, 0x1.8p-48},
                                       {0x1p-48, -0x1p-10, 0x1.8p-48},
                                       {0x1p-47, 0, 0x1.8p-48},
                                       {0, 0x1p-11, -0x1p-46},
                                       {0, -0x1p-11, 0x1.4p-47}};
    expect_few_steps(cut, flat, 3, 0.25);
    expect_few_steps(cut, solid, 5, 0.25);
}

/// Three vertices of either are the same, so that faces without area appear: unless what a new vertex sees
/// takes them with it, the surface folds.
Test(epa, bounds_the_depth_of_tetrahedra_with_three_vertices_in_common) {
    point_set a = {0}, b = {0};
    solid_add(&a, 0.19344712388710897, 0.23313502327340546, 0.38675609851274334);
    solid_add(&a, 0.2627655303830006, 0.31855840964395488, 0.5247942710626321);
    solid_add(&a, 0.018125583179661484, 0.02232953706334849, 0.038122067467111054);
    b = a;
    solid_add(&a, 0.2451171875, 0.28125, 0.5);
    solid_add(&b, 0.24504852294921875, 0.294921875, 0.490234375);
    cld_shape *p = shape_make_hull(&a, NULL), *q = shape_make_hull(&b, NULL);
    cld_query_options options = cld_query_options_make();
    options.algorithm = CLD_GJK_EPA;
    cld_result r = shape_ask(p, NULL, q, NULL, &options);
    cr_expect_float_eq(r.signed_distance, find_truth(&a, &b), 1e-12);
    cr_expect_leq(r.upper - r.lower, 1e-11, "from %g to %g", r.lower, r.upper);
    cld_shape_destroy(p);
    cld_shape_destroy(q);
}

Test(epa, a_point_in_a_box_is_as_deep_as_the_nearest_face) {
    point_set point = {0};
    solid_add(&point, 0.5, 0, 0);
    expect_depth(make_box(0, 0, 0, 1, 1, 1), point, 0.5);
    point.at[0][0] = 1;
    expect_depth(make_box(0, 0, 0, 1, 1, 1), point, 0); // on the face
    point.at[0][1] = 1;
    expect_depth(make_box(0, 0, 0, 1, 1, 1), point, 0); // on the edge
}

Test(epa, shapes_that_are_apart_have_no_more_depth_than_minus_their_gap) {
    point_set a = make_box(0, 0, 0, 1, 1, 1), b = make_box(4, 0.5, 0, 1, 1, 1);
    test_frame f = frame_make(&a, &b);
    cld_simplex s = make_simplex(&f.cso, 4);
    cld_epa_result r = cld_epa(&f.cso, &s, &polytope);
    cr_expect_float_eq(r.depth, -2, 1e-14);
    cr_expect_float_eq(r.normal.x, 1, 1e-15);
    frame_free(&f);
}

static void expect_flat(point_set a, point_set b, cld_vec3 normal) {
    test_frame f = frame_make(&a, &b);
    for (int count = 1; count <= 4; count++) {
        cld_simplex s = make_simplex(&f.cso, count);
        cld_epa_result r = cld_epa(&f.cso, &s, &polytope);
        cr_expect_eq(r.stop, CLD_EPA_FLAT);
        cr_expect_eq(r.depth, 0);
        cr_expect_float_eq(cld_length(r.normal), 1, 1e-15);
        if (cld_length(normal) > 0)
            cr_expect_leq(cld_max_abs(cld_sub(r.normal, normal)), 1e-15, "%g %g %g", r.normal.x, r.normal.y,
                          r.normal.z);
        cr_expect_float_eq(cld_cso_find_separation(&f.cso, r.normal), 0, 1e-15);
    }
    frame_free(&f);
}

Test(epa, flat_pairs_touch_along_a_fixed_normal) {
    point_set triangle = {0}, other = {0}, x = {0}, y = {0}, point = {0};
    solid_add(&triangle, 0, 0, 0), solid_add(&triangle, 4, 0, 0), solid_add(&triangle, 0, 4, 0);
    solid_add(&other, 1, 1, 0), solid_add(&other, -3, 1, 0), solid_add(&other, 1, -3, 0);
    solid_add(&x, -1, 0, 0), solid_add(&x, 1, 0, 0);
    solid_add(&y, 0, -1, 0), solid_add(&y, 0, 1, 0);
    solid_add(&point, 0, 0, 0);
    expect_flat(triangle, other, cld_vec3_make(0, 0, 1));
    expect_flat(x, y, cld_vec3_make(0, 0, 1));
    expect_flat(x, x, cld_vec3_make(0, 0, 0));
    expect_flat(x, point, cld_vec3_make(0, 0, 0));
    expect_flat(point, point, cld_vec3_make(1, 0, 0));
}

Test(epa, what_simplices_are_blown_up_to_has_volume) {
    int blown[5] = {0}, flat = 0;
    for (size_t family = 0; family < pair_family_count; family++)
        for (uint64_t seed = 0; seed < 20; seed++) {
            test_pair pair;
            pair_make(&pair_families[family], seed, &pair);
            test_frame f = frame_make(&pair.a, &pair.b);
            for (int count = 1; count <= 4; count++) {
                cld_simplex s = make_simplex(&f.cso, count);
                cld_cso_vertex c[4];
                cld_vec3 normal;
                uint32_t calls = 0;
                if (!cld_blow_up(&f.cso, &s, c, &normal, &calls)) {
                    cr_expect_float_eq(cld_length(normal), 1, 1e-15);
                    flat++;
                    continue;
                }
                blown[count]++;
                cr_expect(calls > 0 || count == 4);
                cld_dd3 w[4];
                for (int i = 0; i < 4; i++)
                    w[i] = cld_cso_exact(&f.cso, &c[i]);
                cld_dd3 n = cld_dd3_cross(cld_dd3_sub(w[1], w[0]), cld_dd3_sub(w[2], w[0]));
                cr_expect_neq(cld_dd_sign(cld_dd3_dot(n, cld_dd3_sub(w[3], w[0]))), 0,
                              "%s, seed %llu, from %d points", pair_families[family].name,
                              (unsigned long long)seed, count);
            }
            frame_free(&f);
        }
    for (int count = 1; count <= 4; count++)
        cr_expect_gt(blown[count], 0, "none of %d points: %d", count, flat);
}

Test(epa, agrees_with_the_oracle_from_what_gjk_ends_with) {
    size_t total = 0, converged = 0;
    for (size_t family = 0; family < pair_family_count; family++)
        for (uint64_t seed = 0; seed < 30; seed++) {
            test_pair pair;
            pair_make(&pair_families[family], seed, &pair);
            double truth = find_truth(&pair.a, &pair.b);
            test_frame f = frame_make(&pair.a, &pair.b);
            truth *= f.cso.scale;
            cld_vec3 v0 = cld_length(f.cso.offset) > 0 ? cld_negate(f.cso.offset) : cld_vec3_make(1, 0, 0);
            cld_gjk_result g = cld_gjk(&f.cso, v0, cld_simplex_find_nearest_exactly);
            double limit = 64 * CLD_ROUNDOFF * f.cso.size + 2 * f.cso.error;
            if (g.stop == CLD_GJK_MEETS && truth <= 0) {
                cld_epa_result r = cld_epa(&f.cso, &g.simplex, &polytope);
                total++;
                converged += r.stop != CLD_EPA_STALLED;
                cr_expect_geq(r.depth, -truth - limit, "%s, seed %llu: %.17g instead of %.17g",
                              pair_families[family].name, (unsigned long long)seed, r.depth, -truth);
                if (r.stop == CLD_EPA_CONVERGED)
                    cr_expect_leq(r.depth, -truth + limit, "%s, seed %llu: %.17g instead of %.17g",
                                  pair_families[family].name, (unsigned long long)seed, r.depth, -truth);
            }
            frame_free(&f);
        }
    cr_expect_gt(total, 100);
    cr_expect_gt(converged, total - total / 20, "%zu of %zu", converged, total);
}

/// A prism of 1000 sides around the z axis, 2 high, begun `turn` sides farther round.
static cld_shape *make_round_prism(double turn) {
    enum { SIDES = 1000 };
    static double points[2 * SIDES][3];
    for (int i = 0; i < 2 * SIDES; i++) {
        int side = i / 2;
        double angle = 6.283185307179586 * (side + turn) / SIDES;
        points[i][0] = cos(angle), points[i][1] = sin(angle), points[i][2] = i % 2 ? 1 : -1;
    }
    cld_shape_def def = cld_shape_def_make(CLD_HULL);
    cld_shape *shape = NULL;
    def.points = &points[0][0];
    def.point_count = 2 * SIDES;
    cr_assert_eq(cld_shape_create(&def, NULL, NULL, &shape, NULL), CLD_OK);
    return shape;
}

/// The top of A - B has 2000 corners. If each built all faces of the top anew, there would be millions.
Test(epa, builds_a_few_faces_for_each_vertex_of_a_rim) {
    cld_shape *a = make_round_prism(0), *b = make_round_prism(0.37);
    double *scratch = aligned_alloc(64, (cld_cso_scratch(a, b) * sizeof *scratch + 63) / 64 * 64);
    cld_cso cso;
    cr_assert_not_null(scratch);
    cld_cso_make(a, NULL, b, NULL, scratch, &cso);
    cld_simplex s = make_simplex(&cso, 4);
    cld_epa_result r = cld_epa(&cso, &s, &polytope);
    cr_expect_eq(r.stop, CLD_EPA_CONVERGED);
    cr_expect_float_eq(r.depth, 2 - 2e-6, 4e-6); // a little less than two radii, and than two heights
    cr_expect_gt(polytope.vertex_count, 2000);
    cr_expect_lt(polytope.made_count, 32 * polytope.vertex_count, "%zu faces for %zu vertices",
                 polytope.made_count, polytope.vertex_count);
    free(scratch);
    cld_shape_destroy(a);
    cld_shape_destroy(b);
}
