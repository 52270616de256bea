#include <criterion/criterion.h>

#include "math/vec.h"
#include "narrow/feature.h"
#include "support/frame.h"
#include "support/generate.h"

static oracle *judge;

static void set_up(void) { judge = oracle_create(); }

static void tear_down(void) { oracle_destroy(judge); }

TestSuite(sat, .init = set_up, .fini = tear_down);

static cld_sat_result ask(const point_set *a, const point_set *b) {
    test_frame f = frame_make(a, b);
    frame_add_solids(&f);
    cld_sat_result r = cld_sat(&f.cso, &f.solid_a, &f.solid_b);
    r.separation /= f.cso.scale;
    frame_free(&f);
    return r;
}

/// From an article on the collision of convex hulls by the separating axis theorem.
static const point_set tetrahedron = {4,
                                      {{-0.015474963193511798, 0.33537417751658094, -0.1404996212167574},
                                       {0.5141696198411252, -0.9568235666566539, -0.35124017154634457},
                                       {-1.0335072548392017, -0.5373752088540689, 0.30094133605231416},
                                       {-0.6342374754213884, -0.1119237570390201, -1.3282023008556973}}};
static const point_set cube = {8,
                               {{-1.2969646066524665, -0.14439705019398202, 0.08105014237762323},
                                {-0.5917402473790571, -0.34852692650445355, 0.7656251200986752},
                                {0.09283473034199496, -0.43133948655379123, 0.0361372975730391},
                                {-0.6123896289314145, -0.2272096102433197, -0.648437680148013},
                                {-1.092834730341995, 0.8313394865537913, 0.1638627024269609},
                                {-0.38761037106858554, 0.6272096102433198, 0.8484376801480129},
                                {0.2969646066524665, 0.5443970501939821, 0.11894985762237678},
                                {-0.40825975262094294, 0.7485269265044536, -0.5656251200986753}}};

Test(sat, the_example_of_the_article_is_won_by_two_edges) {
    test_frame f = frame_make(&tetrahedron, &cube);
    frame_add_solids(&f);
    cld_sat_result r = cld_sat(&f.cso, &f.solid_a, &f.solid_b);
    cr_expect_float_eq(r.separation, -0.48856698416292277, 1e-14);
    const cld_vec3 mtv = {-0.17742709499097423, 0.3525922983309437, 0.2879166461579119};
    cr_expect_leq(cld_max_abs(cld_sub(cld_scale(r.normal, -r.separation), mtv)), 1e-14);
    // The article's edge 1 of the tetrahedron is that of the vertices 0 and 2, edge 2 of the cube that of 2
    // and 3.
    cld_cso_vertex v = cld_cso_support(&f.cso, r.normal);
    cld_hull_feature a = cld_find_feature(&f.solid_a, r.normal, v.ia, 1e-9),
                     b = cld_find_feature(&f.solid_b, cld_negate(r.normal), v.ib, 1e-9);
    cr_assert_eq(a.kind, CLD_FEATURE_EDGE);
    cr_assert_eq(b.kind, CLD_FEATURE_EDGE);
    cr_expect_eq(f.solid_a.hull->edge_vertex[a.index][0], 0);
    cr_expect_eq(f.solid_a.hull->edge_vertex[a.index][1], 2);
    cr_expect_eq(f.solid_b.hull->edge_vertex[b.index][0], 2);
    cr_expect_eq(f.solid_b.hull->edge_vertex[b.index][1], 3);
    frame_free(&f);
}

static point_set make_box(double half, double x, double y, double z) {
    point_set s = {0};
    const double low[3] = {x - half, y - half, z - half}, high[3] = {x + half, y + half, z + half};
    solid_make_box(&s, low, high);
    return s;
}

Test(sat, a_shape_inside_another_leaves_through_the_nearest_face) {
    point_set outer = make_box(4, 0, 0, 0), inner = make_box(1, 1, 0.5, -2);
    cld_sat_result r = ask(&outer, &inner); // from -1 to 4 below and from -2 to 0 beside: 1 + 4 - 2
    cr_expect_float_eq(r.separation, -3, 1e-14);
    cr_expect_float_eq(r.normal.z, -1, 1e-15);
    r = ask(&inner, &outer);
    cr_expect_float_eq(r.separation, -3, 1e-14);
    cr_expect_float_eq(r.normal.z, 1, 1e-15);
}

Test(sat, coincident_shapes_part_by_their_width) {
    point_set box = make_box(0.5, 3, 4, 5);
    cr_expect_float_eq(ask(&box, &box).separation, -1, 1e-14);
}

Test(sat, a_gap_between_faces_and_between_edges_is_found) {
    point_set a = make_box(1, 0, 0, 0), b = make_box(1, 3, 0.5, 0.25);
    cld_sat_result r = ask(&a, &b);
    cr_expect_float_eq(r.separation, 1, 1e-15);
    cr_expect_float_eq(r.normal.x, 1, 1e-15);
    // A ridge along y below, one along x above: the edges cross at a height of 0.5.
    point_set lower = {0}, upper = {0};
    solid_add(&lower, 0, -2, 0), solid_add(&lower, 0, 2, 0), solid_add(&lower, -1, -2, -1),
        solid_add(&lower, -1, 2, -1);
    solid_add(&lower, 1, -2, -1), solid_add(&lower, 1, 2, -1);
    solid_add(&upper, -2, 0, 0.5), solid_add(&upper, 2, 0, 0.5), solid_add(&upper, -2, -1, 1.5),
        solid_add(&upper, 2, -1, 1.5);
    solid_add(&upper, -2, 1, 1.5), solid_add(&upper, 2, 1, 1.5);
    r = ask(&lower, &upper);
    cr_expect_float_eq(r.separation, 0.5, 1e-15);
    cr_expect_float_eq(r.normal.z, 1, 1e-15);
}

/// Two needles whose long edges cross at a small angle, one above the other: prisms of triangular section
/// with the edge that faces the other needle turned towards it.
static void make_needles(double angle, double gap, point_set *a, point_set *b) {
    static const double section[3][2] = {{0, 0}, {-0.01, -0.01}, {0.01, -0.01}};
    *a = *b = (point_set){0};
    for (int end = -1; end <= 1; end += 2)
        for (int i = 0; i < 3; i++) {
            double u = section[i][0], h = section[i][1];
            solid_add(a, end, u, h);
            solid_add(b, end - angle * u, u + angle * end, gap - h);
        }
}

Test(sat, edges_that_are_nearly_parallel_are_not_dropped) {
    for (int e = -15; e <= -3; e++)
        for (int sign = -1; sign <= 1; sign++) {
            point_set a, b;
            make_needles(power_of_ten(e), sign * 1e-4, &a, &b);
            cld_sat_result r = ask(&a, &b);
            oracle_load(judge, a.at[0], a.count, b.at[0], b.count);
            double truth = oracle_find_signed_distance(judge).value;
            // SAT's greatest separation is that of the nearest features only where the shapes overlap or
            // edges face each other.
            cr_expect_float_eq(r.separation, truth, 1e-14, "angle 1e%d, gap %g: %.17g instead of %.17g", e,
                               sign * 1e-4, r.separation, truth);
        }
}

static void measure(const test_frame *f, cld_vec3 n, double *most) {
    *most = fmax(*most,
                 fmax(cld_cso_find_separation(&f->cso, n), cld_cso_find_separation(&f->cso, cld_negate(n))));
}

/// The greatest separation along all face normals and all cross products of edges, none left out.
static double measure_all(const test_frame *f) {
    const cld_solid *solids[2] = {&f->solid_a, &f->solid_b};
    double most = -INFINITY;
    for (int i = 0; i < 2; i++)
        for (uint32_t k = 0; k < solids[i]->hull->face_count; k++)
            if (cld_length(solids[i]->normal[k]) > 0)
                measure(f, solids[i]->normal[k], &most);
    for (uint32_t i = 0; i < f->solid_a.hull->edge_count; i++)
        for (uint32_t k = 0; k < f->solid_b.hull->edge_count; k++) {
            const uint32_t *e = f->solid_a.hull->edge_vertex[i], *g = f->solid_b.hull->edge_vertex[k];
            cld_vec3 p = cld_cloud_at(&f->cso.a.cloud, e[0]), q = cld_cloud_at(&f->cso.a.cloud, e[1]);
            cld_vec3 s = cld_cloud_at(&f->cso.b.cloud, g[0]), t = cld_cloud_at(&f->cso.b.cloud, g[1]);
            cld_dd3 u = {cld_two_diff(q.x, p.x), cld_two_diff(q.y, p.y), cld_two_diff(q.z, p.z)};
            cld_dd3 v = {cld_two_diff(t.x, s.x), cld_two_diff(t.y, s.y), cld_two_diff(t.z, s.z)};
            cld_dd3 n = cld_dd3_cross(u, v);
            double length = cld_dd_value(cld_dd_sqrt(cld_dd3_dot(n, n)));
            if (length > 0x1p-98 * cld_length(cld_dd3_value(u)) * cld_length(cld_dd3_value(v)))
                measure(f, cld_unit(cld_scale(cld_dd3_value(n), 1 / length)), &most);
        }
    return most;
}

Test(sat, pruning_loses_nothing_against_all_faces_and_edge_pairs) {
    for (size_t family = 0; family < pair_family_count; family++)
        for (uint64_t seed = 0; seed < 25; seed++) {
            test_pair pair;
            pair_make(&pair_families[family], seed, &pair);
            test_frame f = frame_make(&pair.a, &pair.b);
            frame_add_solids(&f);
            cld_sat_result r = cld_sat(&f.cso, &f.solid_a, &f.solid_b);
            if (f.solid_a.hull->rank == 3 || f.solid_b.hull->rank == 3) {
                double all = measure_all(&f), limit = 16 * CLD_ROUNDOFF * f.cso.size + f.cso.error;
                // Where the shapes are apart, a cross product that is no face normal of A - B may show more
                // of the gap.
                cr_expect_leq(r.separation, all + limit, "%s, seed %llu: %.17g instead of %.17g",
                              pair_families[family].name, (unsigned long long)seed, r.separation, all);
                cr_expect_geq(r.separation, all <= limit ? all - limit : 0,
                              "%s, seed %llu: %.17g instead of %.17g", pair_families[family].name,
                              (unsigned long long)seed, r.separation, all);
                cr_expect_float_eq(cld_cso_find_separation(&f.cso, r.normal), r.separation,
                                   8 * CLD_ROUNDOFF * f.cso.size);
            }
            frame_free(&f);
        }
}

Test(sat, the_depth_of_solids_that_overlap_is_the_oracles) {
    size_t overlapping = 0;
    for (uint64_t seed = 0; seed < 400; seed++) {
        random_state r = random_make(seed);
        test_pair pair;
        solid_make_hull(&pair.a, &r);
        solid_make_hull(&pair.b, &r);
        oracle_load(judge, pair.a.at[0], pair.a.count, pair.b.at[0], pair.b.count);
        double truth = oracle_find_signed_distance(judge).value;
        if (truth >= 0)
            continue;
        overlapping++;
        cr_expect_float_eq(ask(&pair.a, &pair.b).separation, truth, 1e-14, "seed %llu",
                           (unsigned long long)seed);
    }
    cr_expect_gt(overlapping, 200);
}
