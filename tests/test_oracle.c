#include <criterion/criterion.h>
#include <math.h>

#include "support/generate.h"

static oracle *judge;

static void set_up(void) { judge = oracle_create(); }

static void tear_down(void) { oracle_destroy(judge); }

TestSuite(oracle, .init = set_up, .fini = tear_down);

#define COUNT(points) (sizeof(points) / sizeof *(points))
#define TRUTH(a, b) truth_of(&(a)[0][0], COUNT(a), &(b)[0][0], COUNT(b))

static oracle_real truth_of(const double *a, size_t count_a, const double *b, size_t count_b) {
    oracle_load(judge, a, count_a, b, count_b);
    return oracle_find_signed_distance(judge);
}

static oracle_real truth_of_pair(const test_pair *pair) {
    return truth_of(&pair->a.at[0][0], pair->a.count, &pair->b.at[0][0], pair->b.count);
}

static void expect_exactly(oracle_real got, double expected) {
    cr_expect(got.value == expected && got.rest == 0, "expected %.17g, got %.17g + %.17g", expected,
              got.value, got.rest);
}

static void expect_nearest_to(oracle_real got, double expected) {
    cr_expect(fabs(got.value - expected) <= 4e-16 * fabs(expected), "expected %.17g, got %.17g", expected,
              got.value);
}

static const double corner_tetrahedron[][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
static const double triangle[][3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};

Test(oracle, measures_points_by_pythagoras) {
    const double a[][3] = {{1, 2, 3}}, b[][3] = {{4, 6, 15}};
    expect_exactly(TRUTH(a, b), 13);
    expect_exactly(TRUTH(a, a), 0);
}

Test(oracle, gives_an_irrational_distance_to_twice_the_digits) {
    const double a[][3] = {{0, 0, 0}}, b[][3] = {{1, 1, 0}};
    oracle_real root = TRUTH(a, b);
    cr_expect_eq(root.value, 1.4142135623730951);
    cr_expect_float_eq(root.rest, -9.6672933134529130e-17, 2e-32);
    cr_expect_gt(oracle_excess(1.4142135623730951, root), 0);
    cr_expect_lt(oracle_excess(nextafter(1.4142135623730951, 0), root), 0);
}

Test(oracle, measures_segments_skew_parallel_crossing_and_in_line) {
    const double x[][3] = {{-1, 0, 0}, {1, 0, 0}}, skew[][3] = {{0, -1, 2}, {0, 1, 2}};
    const double crossing[][3] = {{0, -1, 0}, {0, 1, 0}}, parallel[][3] = {{0, 3, 0}, {5, 3, 0}};
    const double ahead[][3] = {{4, 0, 0}, {5, 0, 0}}, overlapping[][3] = {{0.5, 0, 0}, {5, 0, 0}};
    expect_exactly(TRUTH(x, skew), 2);
    expect_exactly(TRUTH(x, crossing), 0);
    expect_exactly(TRUTH(x, parallel), 3);
    expect_exactly(TRUTH(x, ahead), 3);
    expect_exactly(TRUTH(x, overlapping), 0);
}

Test(oracle, measures_triangles_coplanar_parallel_and_pierced) {
    const double coplanar[][3] = {{1, 1, 0}, {5, 1, 0}, {1, 5, 0}},
                 above[][3] = {{1, 1, 2}, {5, 1, 2}, {1, 5, 2}};
    const double beside[][3] = {{-3, -4, 0}, {-4, -4, 0}, {-3, -5, 0}};
    const double piercing[][3] = {{1, 1, -0.25}, {1, 1, 3}}, standing[][3] = {{1, 1, 0}, {1, 1, 3}};
    expect_exactly(TRUTH(triangle, coplanar), 0);
    expect_exactly(TRUTH(triangle, above), 2);
    expect_exactly(TRUTH(triangle, beside), 5);
    expect_exactly(TRUTH(triangle, piercing), -0.25); // out the short way, below
    expect_exactly(TRUTH(triangle, standing), 0);
}

Test(oracle, measures_a_point_against_a_tetrahedron) {
    const double outside[][3] = {{1, 1, 1}}, inside[][3] = {{0.25, 0.25, 0.25}},
                 below[][3] = {{0.25, 0.25, -2}};
    const double centre[][3] = {{0.125, 0.25, 0.25}}, on_face[][3] = {{0.5, 0.25, 0.25}};
    expect_nearest_to(TRUTH(corner_tetrahedron, outside), 2 / sqrt(3)); // from the plane x + y + z = 1
    expect_nearest_to(TRUTH(corner_tetrahedron, inside), -0.25 / sqrt(3));
    expect_exactly(TRUTH(corner_tetrahedron, centre),
                   -0.125); // the plane x = 0; x + y + z = 1 is 0.375 / sqrt(3) away
    expect_exactly(TRUTH(corner_tetrahedron, on_face), 0);
    expect_exactly(TRUTH(corner_tetrahedron, below), 2);
}

Test(oracle, measures_parallel_slanted_faces) {
    const double opposite[][3] = {{1, 1, 1}, {0, 1, 1}, {1, 0, 1}, {1, 1, 0}};
    double meeting[4][3];
    expect_nearest_to(TRUTH(corner_tetrahedron, opposite), 1 / sqrt(3)); // x + y + z = 1 and = 2
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++)
            meeting[i][k] =
                opposite[i][k] - (k == 0); // now x + y + z = 1 is its own face, too, and they share a point
    expect_exactly(TRUTH(corner_tetrahedron, meeting), 0);
    for (int i = 0; i < 4; i++)
        meeting[i][0] += 0.75; // x + y + z = 1.75, and (0.75, 0, 1) .. are beyond the other's faces
    expect_nearest_to(TRUTH(corner_tetrahedron, meeting), 0.75 / sqrt(3));
}

Test(oracle, measures_crossed_edges_that_overlap) {
    // Roofs with ridges along x at z = 0.5 and along y at z = 0, each 45 degrees steep or more: the way out
    // is up.
    const double lower[][3] = {{-9, 0, 0.5}, {9, 0, 0.5},   {-9, 9, -90},
                               {9, 9, -90},  {-9, -9, -90}, {9, -9, -90}};
    const double upper[][3] = {{0, -9, 0}, {0, 9, 0}, {9, -9, 90}, {9, 9, 90}, {-9, -9, 90}, {-9, 9, 90}};
    const double flat[][3] = {{-9, -9, 0}, {9, -9, 0}, {-9, 9, 0}, {9, 9, 0}, {0, 0, 90}};
    expect_exactly(TRUTH(lower, flat), -0.5);
    expect_exactly(TRUTH(lower, upper), -0.5);
}

/// Two boxes are apart by the length of the vector of their gaps, else overlap by the least overlap along an
/// axis.
static double box_distance(double low[2][3], double high[2][3]) {
    double square = 0, least = HUGE_VAL;
    for (int k = 0; k < 3; k++) {
        double overlap = fmin(high[0][k] - low[1][k], high[1][k] - low[0][k]);
        square += overlap < 0 ? overlap * overlap : 0;
        least = fmin(least, overlap);
    }
    return least < 0 ? sqrt(square) : -least;
}

Test(oracle, agrees_with_the_closed_form_for_boxes) {
    for (uint64_t seed = 0; seed < 500; seed++) {
        random_state r = random_make(seed);
        double low[2][3], high[2][3];
        test_pair pair;
        for (int i = 0; i < 2; i++) {
            for (int k = 0; k < 3; k++) {
                low[i][k] = random_int(&r, -6, 6);
                high[i][k] = low[i][k] + random_int(&r, 0, 6);
            }
            solid_make_box(i ? &pair.b : &pair.a, low[i], high[i]);
        }
        oracle_real got = truth_of_pair(&pair);
        cr_expect_eq(got.value, box_distance(low, high), "seed %llu: got %.17g, expected %.17g",
                     (unsigned long long)seed, got.value, box_distance(low, high));
    }
}

Test(oracle, measures_one_box_in_the_middle_of_another) {
    const double low[3] = {-4, -5, -6}, high[3] = {4, 5, 6}, small_low[3] = {-1, -1, -1},
                 small_high[3] = {1, 1, 1};
    test_pair pair;
    solid_make_box(&pair.a, low, high);
    solid_make_box(&pair.b, small_low, small_high);
    expect_exactly(truth_of_pair(&pair), -5);
    pair.b = pair.a;
    expect_exactly(truth_of_pair(&pair), -8);
}

Test(oracle, sees_a_gap_of_one_ulp_at_any_size_and_place) {
    const double low[3] = {0, 0, 0}, high[3] = {1, 1, 1};
    const double sizes[] = {0x1p-330, 1, 0x1p330}, offsets[] = {0, 3, 0x1p40};
    for (size_t s = 0; s < COUNT(sizes); s++)
        for (size_t f = 0; f < COUNT(offsets); f++)
            for (int steps = -2; steps <= 2; steps++) {
                test_pair pair;
                solid_make_box(&pair.a, low, high);
                solid_make_box(&pair.b, low, high);
                double ulp = nextafter(offsets[f] + 1, HUGE_VAL) - (offsets[f] + 1);
                solid_move(&pair.a, offsets[f], 0, 0);
                solid_move(&pair.b, offsets[f] + 1, 0, 0);
                for (size_t i = 0; i < pair.b.count; i++)
                    pair.b.at[i][0] += steps * ulp;
                solid_scale(&pair.a, sizes[s]);
                solid_scale(&pair.b, sizes[s]);
                expect_exactly(truth_of_pair(&pair), steps * ulp * sizes[s]);
            }
}

Test(oracle, gives_the_same_without_its_filter) {
    for (size_t f = 0; f < pair_family_count; f++)
        for (uint64_t seed = 0; seed < 60; seed++) {
            test_pair pair;
            pair_make(&pair_families[f], seed, &pair);
            oracle_real got = truth_of_pair(&pair), expected = oracle_find_signed_distance_unfiltered(judge);
            cr_expect(got.value == expected.value && got.rest == expected.rest,
                      "%s, seed %llu: filtered %.17g, unfiltered %.17g", pair_families[f].name,
                      (unsigned long long)seed, got.value, expected.value);
        }
}

Test(oracle, finds_the_greatest_separation_of_all_directions) {
    for (size_t f = 0; f < pair_family_count; f++)
        for (uint64_t seed = 0; seed < 50; seed++) {
            random_state r = random_make(seed);
            test_pair pair;
            pair_make(&pair_families[f], seed, &pair);
            oracle_real truth = truth_of_pair(&pair);
            for (int i = 0; i < 10; i++) {
                double x = random_short(&r), y = random_short(&r), d[3] = {x, y, random_short(&r) + 0x1p-20};
                oracle_real along = oracle_find_separation(judge, d);
                cr_expect_leq((along.value - truth.value) + (along.rest - truth.rest), 0, "%s, seed %llu",
                              pair_families[f].name, (unsigned long long)seed);
            }
        }
}

Test(oracle, does_not_care_about_order_and_repetition) {
    for (size_t f = 0; f < pair_family_count; f++)
        for (uint64_t seed = 0; seed < 30; seed++) {
            random_state r = random_make(seed);
            test_pair pair, swapped;
            pair_make(&pair_families[f], seed, &pair);
            oracle_real truth = truth_of_pair(&pair);
            swapped.a = pair.b, swapped.b = pair.a;
            solid_add(&swapped.a, pair.b.at[0][0], pair.b.at[0][1], pair.b.at[0][2]);
            solid_cycle_axes(&swapped.a, 1);
            solid_cycle_axes(&swapped.b, 1);
            solid_stretch(&swapped.a, -1, 1, 1);
            solid_stretch(&swapped.b, -1, 1, 1);
            size_t last = swapped.b.count - 1, first = (size_t)random_int(&r, 0, (int)last);
            for (int k = 0; k < 3; k++) {
                double x = swapped.b.at[first][k];
                swapped.b.at[first][k] = swapped.b.at[last][k];
                swapped.b.at[last][k] = x;
            }
            oracle_real again = truth_of_pair(&swapped);
            cr_expect(truth.value == again.value && truth.rest == again.rest,
                      "%s, seed %llu: %.17g, then %.17g", pair_families[f].name, (unsigned long long)seed,
                      truth.value, again.value);
        }
}

Test(oracle, measures_along_a_direction_of_any_length) {
    const double b[][3] = {{3, 4, 0}, {4, 5, 1}};
    oracle_load(judge, &triangle[0][0], COUNT(triangle), &b[0][0], COUNT(b));
    expect_exactly(oracle_find_separation(judge, (double[3]){0.5, 0, 0}), -1);
    expect_exactly(oracle_find_separation(judge, (double[3]){0, 0, -7}), -1);
    // 25 is the lowest of B, 16 the highest of A. 9 / 5 is no double, so there is a rest.
    expect_nearest_to(oracle_find_separation(judge, (double[3]){3, 4, 0}), 1.8);
}

Test(oracle, is_asked_about_pairs_apart_touching_and_overlapping) {
    size_t apart = 0, touching = 0, overlapping = 0, total = 0;
    for (size_t f = 0; f < pair_family_count; f++)
        for (uint64_t seed = 0; seed < 100; seed++, total++) {
            test_pair pair;
            pair_make(&pair_families[f], seed, &pair);
            double truth = truth_of_pair(&pair).value;
            apart += truth > 0;
            touching += truth == 0;
            overlapping += truth < 0;
        }
    cr_expect_gt(apart, total / 4);
    cr_expect_gt(overlapping, total / 4);
    cr_expect_gt(touching, total / 20);
}
