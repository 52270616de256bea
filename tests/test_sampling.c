#include <criterion/criterion.h>
#include <math.h>

#include "support/kinds.h"
#include "support/oracle2.h"
#include "support/planar.h"

static cld_result ask(const cld_shape *a, const cld_shape *b, cld_algorithm algorithm, uint32_t samples) {
    static cld_workspace *workspace;
    workspace = workspace ? workspace : cld_workspace_create();
    cld_query_options options = cld_query_options_make();
    options.algorithm = algorithm;
    options.samples = samples;
    cld_result r;
    cr_assert_eq(cld_find_collision(a, NULL, b, NULL, &options, workspace, &r, NULL), CLD_OK);
    return r;
}

Test(sampling, is_never_above_the_distance_and_bounds_it_however_few_the_samples) {
    static const uint32_t samples[] = {1, 10, 100, 1000};
    size_t count, rights = 0, trials = 0;
    const kind_pair *pairs = kinds_list_pairs(&count);
    for (size_t i = 0; i < count; i++) {
        random_state r = random_make(i);
        kind_def *a = kind_def_make(pairs[i].a, pairs[i].dimension, false, &r);
        kind_def *b = kind_def_make(pairs[i].b, pairs[i].dimension, false, &r);
        cld_shape *shape_a = kind_def_create(&a->def), *shape_b = kind_def_create(&b->def);
        cld_result exact = ask(shape_a, shape_b, CLD_AUTO, 0);
        double wide = INFINITY;
        for (int k = 0; k < 4; k++) {
            cld_result sampled = ask(shape_a, shape_b, CLD_SAMPLING, samples[k]);
            cr_expect(sampled.signed_distance <= exact.upper, "pair %zu, %u samples", i, samples[k]);
            cr_expect(sampled.lower <= exact.upper && exact.lower <= sampled.upper, "pair %zu, %u samples", i,
                      samples[k]);
            cr_expect(sampled.upper - sampled.lower <= wide + 1e-12 || sampled.upper <= 0,
                      "more samples are no wider");
            wide = fmin(wide, sampled.upper - sampled.lower);
            rights += fabs(sampled.signed_distance - exact.signed_distance) <= 1e-8;
            trials++;
        }
        cld_shape_destroy(shape_a);
        cld_shape_destroy(shape_b);
        kind_def_destroy(a);
        kind_def_destroy(b);
    }
    cr_expect(rights > trials * 9 / 10, "%zu of %zu estimates are the distance", rights, trials);
}

Test(sampling, says_what_it_is) {
    cld_shape_def def = cld_shape_def_make(CLD_ELLIPSOID);
    def.radii[0] = 1, def.radii[1] = 2, def.radii[2] = 3;
    cld_shape *shape = kind_def_create(&def);
    cld_result r = ask(shape, shape, CLD_SAMPLING, 1000);
    // The least width of A - A, which is twice A, is twice its shortest radius.
    cr_expect_eq(r.algorithm, CLD_SAMPLING);
    cr_expect_float_eq(r.signed_distance, -2, 1e-12);
    cr_expect_float_eq(fabs(r.normal.x), 1, 1e-12);
    cr_expect(r.lower <= -2 && -2 <= r.upper);
    cld_shape_destroy(shape);
}

/// An octahedron around the origin.
static cld_shape *make_blade(double x, double y, double z) {
    const double corners[6][3] = {{x, 0, 0}, {-x, 0, 0}, {0, y, 0}, {0, -y, 0}, {0, 0, z}, {0, 0, -z}};
    cld_shape_def def = cld_shape_def_make(CLD_HULL);
    def.points = corners[0];
    def.point_count = 6;
    return kind_def_create(&def);
}

/// Two crossed blades overlap by 0.02 along x, where neither has a face, and have too many edges for all
/// products to be tried. The best of 24 samples is then a face towards y, 1 deep, from where no way leads
/// uphill: those nearest to x, at (2, 1, 1) / sqrt(6), are 2.5 / sqrt(6) deep. 1 is more than half of what
/// such samples leave open, which is 2.5 / sqrt(2).
Test(sampling, leaves_open_what_directions_between_the_samples_may_show) {
    cld_shape *a = make_blade(0.01, 0.000001, 1.5), *b = make_blade(0.01, 1, 0.000001);
    cld_result r = ask(a, b, CLD_SAMPLING, 24);
    cr_expect_float_eq(r.signed_distance, -1, 0.001);
    cr_expect(r.lower <= -0.02 && r.upper >= -0.0199, "from %g to %g", r.lower, r.upper);
    cld_shape_destroy(a);
    cld_shape_destroy(b);
}

Test(sampling, has_bounds_in_the_plane_that_hold_what_exact_arithmetic_says) {
    for (uint64_t seed = 0; seed < random_trials(3000); seed++) {
        random_state r = random_make(seed);
        planar_set set[2] = {{.count = 3}, {.count = 3}};
        for (int i = 0; i < 6; i++)
            for (int k = 0; k < 2; k++)
                set[i / 3].at[i % 3][k] = random_short(&r) + (i < 3 ? 0 : 2);
        cld_shape *a = planar_make_hull(&set[0]), *b = planar_make_hull(&set[1]);
        cld_result found = ask(a, b, CLD_SAMPLING, 4);
        oracle_real truth = oracle2_find_signed_distance(set[0].at[0], 3, set[1].at[0], 3);
        cr_expect(oracle_excess(found.lower, truth) <= 0 && oracle_excess(found.upper, truth) >= 0,
                  "seed %d: %.17g is not from %.17g to %.17g", (int)seed, truth.value, found.lower,
                  found.upper);
        cld_shape_destroy(a);
        cld_shape_destroy(b);
    }
}
