/// Answers by the direction that a walk's simplex tells, where its nearest point tells none.
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/vec.h"
#include "narrow/core.h"
#include "narrow/touching.h"
#include "support/frame.h"
#include "support/generate.h"
#include "support/shapes.h"

static oracle *judge;

static void set_up(void) { judge = oracle_create(); }

static void tear_down(void) { oracle_destroy(judge); }

TestSuite(touching, .init = set_up, .fini = tear_down);

/// Walks, and asks where that was not sure. Whether it was, and whether there is an answer.
typedef struct outcome {
    bool is_asked, is_found;
} outcome;

static outcome answer(const cld_cso *cso, cld_core_answer *found) {
    cld_walk_result walk;
    cld_walk(cso, INFINITY, false, &walk);
    *found = (cld_core_answer){.signed_distance = NAN, .stats = {.gjk_iterations = walk.iterations}};
    bool is_asked = walk.stop == CLD_WALK_UNSURE;
    return (outcome){is_asked,
                     is_asked && cld_answer_touching(cso, &walk, cld_core_find_close_enough(cso), found)};
}

/// How far apart the vertices are along the normal.
static double find_separation(const test_frame *f, cld_vec3 n) {
    double a = -INFINITY, b = INFINITY;
    for (uint32_t i = 0; i < f->cso.a.cloud.count; i++)
        a = fmax(a, cld_dot(n, cld_cloud_at(&f->cso.a.cloud, i)));
    for (uint32_t i = 0; i < f->cso.b.cloud.count; i++)
        b = fmin(b, cld_dot(n, cld_add(cld_cloud_at(&f->cso.b.cloud, i), f->cso.offset)));
    return b - a;
}

Test(touching, bounds_hold_the_truth_and_the_normal_separates_by_as_much) {
    size_t asked = 0, found = 0, apart = 0;
    for (size_t family = 0; family < pair_family_count; family++)
        for (uint64_t seed = 0; seed < random_trials(300); seed++) {
            test_pair pair;
            pair_make(&pair_families[family], seed, &pair);
            test_frame f = frame_make(&pair.a, &pair.b);
            cld_core_answer r;
            outcome o = answer(&f.cso, &r);
            asked += o.is_asked;
            found += o.is_found;
            if (o.is_found) {
                const char *name = pair_families[family].name;
                unsigned long long s = seed;
                oracle_load(judge, pair.a.at[0], pair.a.count, pair.b.at[0], pair.b.count);
                double truth = oracle_find_signed_distance(judge).value * f.cso.scale, size = f.cso.size;
                cr_expect(r.lower <= truth + 1e-18 * size && truth - 1e-18 * size <= r.upper,
                          "%s, seed %llu: %g to %g, not %g", name, s, r.lower, r.upper, truth);
                cr_expect_leq(r.upper - r.lower, cld_core_find_close_enough(&f.cso), "%s, seed %llu", name,
                              s);
                cr_expect_float_eq(r.signed_distance, truth, 1e-13 * size + 2 * f.cso.error,
                                   "%s, seed %llu: %g, not %g", name, s, r.signed_distance, truth);
                cr_expect_float_eq(find_separation(&f, r.normal), truth, 1e-13 * size + 2 * f.cso.error,
                                   "%s, seed %llu", name, s);
                cr_expect_float_eq(cld_length(r.normal), 1, 1e-15, "%s, seed %llu", name, s);
                cr_expect_eq(r.apart, r.lower > 0, "%s, seed %llu", name, s);
                apart += r.apart;
                cld_vec3 a = cld_cloud_at(&f.cso.a.cloud, r.farthest_a),
                         b = cld_cloud_at(&f.cso.b.cloud, r.farthest_b),
                         way = cld_sub(cld_add(b, f.cso.offset), a);
                cr_expect_float_eq(cld_dot(way, r.normal), truth, 1e-13 * size + 2 * f.cso.error,
                                   "%s, seed %llu", name, s);
                way = cld_sub(cld_add(r.point_b, f.cso.offset), r.point_a);
                cr_expect_leq(cld_length(cld_add_scaled(way, -r.signed_distance, r.normal)),
                              (r.apart ? 2e-13 : 1e-12) * size, "%s, seed %llu", name, s);
            }
            frame_free(&f);
        }
    cr_expect_gt(2 * found, asked, "%zu of %zu", found, asked);
    cr_expect_gt(6 * apart, found, "%zu of %zu", apart, found);
}

/// Two turned hulls, B moved along x until doubles tell no more whether they overlap.
Test(touching, is_found_for_nearly_all_solids_that_touch) {
    size_t asked = 0, found = 0, trials = random_trials(200);
    cld_query_options options = cld_query_options_make();
    for (uint64_t seed = 0; seed < trials; seed++) {
        random_state r = random_make(seed);
        cld_shape *a = shape_make_large(&r, 0, 0), *b = shape_make_large(&r, 0, 0);
        cld_pose pose_a = shape_choose_pose(&r, 0), pose_b = shape_choose_pose(&r, 0);
        double low = 0, high = 8 * (a->reach + b->reach);
        for (int i = 0; i < 60; i++) {
            pose_b.t.x = 0.5 * (low + high);
            bool apart = shape_ask(a, &pose_a, b, &pose_b, &options).signed_distance > 0;
            *(apart ? &high : &low) = pose_b.t.x;
        }
        double *scratch = aligned_alloc(64, (cld_cso_scratch(a, b) * sizeof *scratch + 63) / 64 * 64);
        cld_cso cso;
        cld_cso_make(a, &pose_a, b, &pose_b, scratch, &cso);
        cld_core_answer answered;
        outcome o = answer(&cso, &answered);
        asked += o.is_asked;
        found += o.is_found;
        free(scratch);
        cld_shape_destroy(a);
        cld_shape_destroy(b);
    }
    cr_expect_geq(10 * asked, 9 * trials, "%zu", asked);
    cr_expect_geq(10 * found, 9 * asked, "%zu of %zu", found, asked);
}

/// Boxes beside each other as tiles are, whole or by halves: first corners and edges hit the origin exactly.
Test(touching, is_found_for_all_tiles_and_left_to_sat_where_that_is_asked_for) {
    int by_count[5] = {0};
    cld_query_options options = cld_query_options_make();
    options.algorithm = CLD_SAT;
    for (int i = 0; i < 125; i++) {
        const int x = i % 5, y = i / 5 % 5, z = i / 25;
        const double at[3] = {0.5 * x - 1, 0.5 * y - 1, 0.5 * z - 1};
        if (fmax(fmax(fabs(at[0]), fabs(at[1])), fabs(at[2])) < 1)
            continue;
        cld_shape_def def = cld_shape_def_make(CLD_BOX);
        def.size[0] = def.size[1] = def.size[2] = 1;
        cld_shape *a = shape_make(&def);
        def.transform = cld_transform_make_translation((cld_vec3){at[0], at[1], at[2]});
        cld_shape *b = shape_make(&def);
        double *scratch = aligned_alloc(64, (cld_cso_scratch(a, b) * sizeof *scratch + 63) / 64 * 64);
        cld_cso cso;
        cld_cso_make(a, NULL, b, NULL, scratch, &cso);
        cld_walk_result walk;
        cld_core_answer r;
        cld_walk(&cso, INFINITY, false, &walk);
        by_count[walk.count]++;
        cr_expect(answer(&cso, &r).is_found, "%g %g %g: %d", at[0], at[1], at[2], walk.count);
        cr_expect_eq(r.signed_distance, 0, "%g %g %g", at[0], at[1], at[2]);
        cr_expect_eq(shape_ask(a, NULL, b, NULL, &options).algorithm, CLD_SAT, "%g %g %g", at[0], at[1],
                     at[2]);
        free(scratch);
        cld_shape_destroy(a);
        cld_shape_destroy(b);
    }
    cr_expect(by_count[1] > 0 && by_count[3] > 0, "%d, %d", by_count[1], by_count[3]);
}

/// The normal of a flat difference that holds the origin is another's to choose.
Test(touching, leaves_out_what_is_flat) {
    size_t asked = 0;
    for (uint64_t seed = 0; seed < random_trials(300); seed++)
        for (size_t family = 0; family < pair_family_count; family++) {
            if (strcmp(pair_families[family].name, "coplanar") != 0)
                continue;
            test_pair pair;
            pair_make(&pair_families[family], seed, &pair);
            test_frame f = frame_make(&pair.a, &pair.b);
            cld_core_answer r;
            outcome o = answer(&f.cso, &r);
            asked += o.is_asked;
            cr_expect(!o.is_found || r.apart, "seed %llu", (unsigned long long)seed);
            cr_expect_eq(o.is_found, !isnan(r.signed_distance),
                         "seed %llu: of the answer only the stats are others", (unsigned long long)seed);
            frame_free(&f);
        }
    cr_expect_gt(asked, random_trials(300) / 10, "%zu", asked);
}
