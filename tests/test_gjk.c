#include <criterion/criterion.h>

#include "math/vec.h"
#include "narrow/gjk.h"
#include "support/frame.h"
#include "support/generate.h"

static cld_find_nearest *const solvers[] = {cld_simplex_find_nearest, cld_simplex_find_nearest_exactly};

static oracle *judge;

static void set_up(void) { judge = oracle_create(); }

static void tear_down(void) { oracle_destroy(judge); }

TestSuite(gjk, .init = set_up, .fini = tear_down);

static cld_gjk_result run(const test_frame *f, int solver) {
    cld_vec3 v0 = cld_negate(f->cso.offset);
    return cld_gjk(&f->cso, cld_length(v0) > 0 ? v0 : cld_vec3_make(1, 0, 0), solvers[solver]);
}

static point_set points(size_t count, const double (*at)[3]) {
    point_set s = {0};
    for (size_t i = 0; i < count; i++)
        solid_add(&s, at[i][0], at[i][1], at[i][2]);
    return s;
}

#define POINTS(...) points(sizeof((const double[][3]){__VA_ARGS__}) / 24, (const double[][3]){__VA_ARGS__})

static void expect_distance(point_set a, point_set b, double expected) {
    for (int swap = 0; swap < 2; swap++)
        for (int solver = 0; solver < 2; solver++) {
            test_frame f = swap ? frame_make(&b, &a) : frame_make(&a, &b);
            cld_gjk_result r = run(&f, solver);
            cr_expect_eq(r.stop, expected > 0 ? CLD_GJK_CONVERGED : CLD_GJK_MEETS, "solver %d: stop %d",
                         solver, r.stop);
            cr_expect_float_eq(cld_length(r.v), expected, 8 * CLD_ROUNDOFF * f.cso.size, "solver %d: %g",
                               solver, cld_length(r.v));
            frame_free(&f);
        }
}

Test(gjk, measures_points_segments_and_triangles) {
    expect_distance(POINTS({0, 0, 0}), POINTS({3, 4, 12}), 13);
    expect_distance(POINTS({0, 2, 0}), POINTS({-1, 0, 0}, {1, 0, 0}), 2);
    expect_distance(POINTS({5, 3, 0}), POINTS({-1, 0, 0}, {1, 0, 0}), 5);
    expect_distance(POINTS({-1, 0, 0}, {1, 0, 0}), POINTS({0, -1, 3}, {0, 1, 3}), 3);
    expect_distance(POINTS({1, 1, 7}), POINTS({0, 0, 0}, {4, 0, 0}, {0, 4, 0}), 7);
    expect_distance(POINTS({0, 0, 0}, {4, 0, 0}, {0, 4, 0}), POINTS({1, 1, 2}, {2, 1, 2}, {1, 2, 2}), 2);
}

Test(gjk, gives_zero_when_the_origin_lies_on_a_vertex) {
    expect_distance(POINTS({1, 2, 3}), POINTS({1, 2, 3}), 0);
    expect_distance(POINTS({0, 0, 0}, {1, 0, 0}), POINTS({1, 0, 0}, {2, 5, 0}), 0);
    expect_distance(POINTS({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}),
                    POINTS({0, 0, 0}, {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}), 0);
}

Test(gjk, gives_zero_when_the_origin_lies_on_an_edge) {
    expect_distance(POINTS({0, 0, 0}), POINTS({-1, 0, 0}, {3, 0, 0}), 0);
    expect_distance(POINTS({-1, 0, 0}, {1, 0, 0}), POINTS({0, -1, 0}, {0, 3, 0}), 0);
    expect_distance(POINTS({2, 0, 0}), POINTS({0, 0, 0}, {4, 0, 0}, {0, 4, 0}), 0);
}

Test(gjk, gives_zero_when_the_origin_lies_on_a_face) {
    expect_distance(POINTS({1, 1, 0}), POINTS({0, 0, 0}, {4, 0, 0}, {0, 4, 0}), 0);
    expect_distance(POINTS({1, 1, 0}), POINTS({0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 4}), 0);
    expect_distance(POINTS({1, 1, 0}, {1, 1, -5}), POINTS({0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 4}), 0);
}

Test(gjk, gives_zero_when_the_origin_is_inside) {
    expect_distance(POINTS({0.25, 0.25, 0.25}), POINTS({0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}), 0);
    expect_distance(POINTS({-1, 0, 0}, {1, 0, 0}), POINTS({-1, -1, -1}, {2, 0, -1}, {-1, 2, 1}, {-1, -1, 2}),
                    0);
}

Test(gjk, tells_boxes_that_touch_from_those_an_ulp_apart) {
    const double low[3] = {0, 0, 0}, high[3] = {1, 1, 1};
    point_set a = {0}, b = {0};
    solid_make_box(&a, low, high);
    solid_make_box(&b, low, high);
    solid_move(&b, 1, 0, 0);
    expect_distance(a, b, 0);
    solid_move(&b, 1e-12, 0.5, 0.25);
    expect_distance(a, b, b.at[0][0] - 1);
}

Test(gjk, ends_with_every_size_of_simplex) {
    int sizes[2][5] = {{0}};
    for (uint64_t seed = 0; seed < 400; seed++) {
        test_pair pair;
        pair_make(&pair_families[seed % pair_family_count], seed, &pair);
        test_frame f = frame_make(&pair.a, &pair.b);
        cld_gjk_result r = run(&f, 0);
        sizes[r.stop == CLD_GJK_MEETS][r.simplex.count]++;
        frame_free(&f);
    }
    for (int count = 1; count <= 3; count++)
        cr_expect_gt(sizes[0][count], 0, "apart, with %d points", count);
    cr_expect_eq(sizes[0][4], 0);
    for (int count = 2; count <= 4; count++)
        cr_expect_gt(sizes[1][count], 0, "meeting, with %d points", count);
}

/// What is found is never nearer than the truth, and in double-double it is the truth. Doubles lose the
/// direction where the simplex is a sliver, so what they say is taken only where bounds confirm it.
static bool expect_truth(const test_pair *pair, const char *family, uint64_t seed) {
    test_frame f = frame_make(&pair->a, &pair->b);
    oracle_load(judge, pair->a.at[0], pair->a.count, pair->b.at[0], pair->b.count);
    double truth = fmax(0, oracle_find_signed_distance(judge).value * f.cso.scale), got[2];
    double rounding = 24 * CLD_ROUNDOFF * f.cso.size + f.cso.error;
    for (int i = 0; i < 2; i++) {
        cld_gjk_result r = run(&f, i);
        got[i] = r.stop == CLD_GJK_MEETS ? 0 : cld_length(r.v);
        cr_expect_geq(got[i], truth - rounding, "%s, seed %llu, solver %d: %.17g instead of %.17g", family,
                      (unsigned long long)seed, i, got[i], truth);
        cr_expect_leq(r.iterations, 80, "%s, seed %llu, solver %d: %u steps", family,
                      (unsigned long long)seed, i, r.iterations);
    }
    cr_expect_leq(got[1], truth + rounding, "%s, seed %llu: %.17g instead of %.17g", family,
                  (unsigned long long)seed, got[1], truth);
    frame_free(&f);
    return got[0] <= truth + rounding;
}

Test(gjk, agrees_with_the_oracle) {
    size_t total = 0, right = 0;
    for (size_t family = 0; family < pair_family_count; family++)
        for (uint64_t seed = 0; seed < 30; seed++) {
            test_pair pair;
            pair_make(&pair_families[family], seed, &pair);
            right += expect_truth(&pair, pair_families[family].name, seed);
            total++;
        }
    cr_expect_gt(right, total - total / 20, "doubles were right for %zu of %zu pairs only", right, total);
}

Test(gjk, ends_on_sets_that_hold_every_point_many_times) {
    for (uint64_t seed = 0; seed < 200; seed++) {
        random_state r = random_make(seed);
        test_pair pair = {0};
        solid_make_grid(&pair.a, &r, 1);
        solid_make_grid(&pair.b, &r, 1);
        solid_repeat(&pair.a, &r, 16);
        solid_repeat(&pair.b, &r, 16);
        if (seed % 2)
            solid_move(&pair.b, random_int(&r, 0, 3), random_int(&r, 0, 1), 0);
        expect_truth(&pair, "repeated", seed);
    }
}
