#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "math/vec.h"
#include "narrow/expand.h"
#include "narrow/gjk.h"
#include "narrow/walk.h"
#include "support/frame.h"
#include "support/generate.h"
#include "support/shapes.h"

static oracle *judge;

static void set_up(void) { judge = oracle_create(); }

static void tear_down(void) { oracle_destroy(judge); }

TestSuite(walk, .init = set_up, .fini = tear_down);

static double find_truth(const test_pair *pair) {
    oracle_load(judge, pair->a.at[0], pair->a.count, pair->b.at[0], pair->b.count);
    return oracle_find_signed_distance(judge).value;
}

static test_frame make_frame(uint64_t seed, test_pair *pair) {
    pair_make_any(seed, pair);
    return frame_make(&pair->a, &pair->b);
}

/// The weighted point, and that the weights are those of a point of the simplex.
static cld_vec3 weigh(const cld_walk_result *s, uint64_t seed) {
    cld_vec3 v = {0, 0, 0};
    double sum = 0;
    for (int i = 0; i < s->count; i++) {
        cr_expect_geq(s->weight[i], 0, "seed %llu", (unsigned long long)seed);
        sum += s->weight[i];
        v = cld_add_scaled(v, s->weight[i], s->corner[i].w);
    }
    cr_expect_float_eq(sum, 1, 1e-9, "seed %llu", (unsigned long long)seed);
    return v;
}

/// The point of A - B that is nearest to the origin.
static cld_vec3 find_nearest(const cld_walk_result *walk) {
    return cld_scale(walk->nearest.normal, -walk->nearest.distance);
}

Test(walk, never_says_what_is_not_so) {
    int said[5] = {0};
    for (uint64_t seed = 0; seed < 3000; seed++) {
        test_pair pair;
        test_frame f = make_frame(seed, &pair);
        double truth = find_truth(&pair) * f.cso.scale, slack = 1e-13 * f.cso.size + 2 * f.cso.error;
        cld_walk_result walk;
        cld_walk(&f.cso, INFINITY, false, &walk);
        said[walk.stop]++;
        if (walk.stop == CLD_WALK_MEETS) {
            cr_expect_lt(truth, 0, "seed %llu", (unsigned long long)seed);
            cr_expect_leq(cld_length(weigh(&walk, seed)), 1e-9 * f.cso.size);
        }
        if (walk.stop == CLD_WALK_NEAREST) {
            cr_expect_float_eq(walk.nearest.distance, truth, slack, "seed %llu: %.17g, not %.17g",
                               (unsigned long long)seed, walk.nearest.distance, truth);
            cr_expect_leq(cld_length(cld_sub(weigh(&walk, seed), find_nearest(&walk))), 1e-12 * f.cso.size);
        }
        cld_walk(&f.cso, 0.125 * f.cso.size, false, &walk);
        if (walk.stop == CLD_WALK_APART)
            cr_expect_gt(truth, 0.125 * f.cso.size - slack, "seed %llu", (unsigned long long)seed);
        said[CLD_WALK_APART] += walk.stop == CLD_WALK_APART;
        frame_free(&f);
    }
    cr_expect_eq(said[CLD_WALK_DEEP], 0);
    cr_expect_geq(said[CLD_WALK_MEETS], 500, "%d", said[CLD_WALK_MEETS]);
    cr_expect_geq(said[CLD_WALK_NEAREST], 500, "%d", said[CLD_WALK_NEAREST]);
    cr_expect_geq(said[CLD_WALK_APART], 100, "%d", said[CLD_WALK_APART]);
}

/// Holds a walk of large hulls to GJK with an exact subalgorithm. Returns how it stopped.
static cld_walk_stop compare_with_exact_steps(const cld_cso *cso, double limit, uint64_t seed) {
    double slack = 64 * CLD_ROUNDOFF * cso->size + 2 * cso->error;
    cld_gjk_result exact = cld_gjk(cso, cso->offset, cld_simplex_find_nearest_exactly);
    double truth = exact.stop == CLD_GJK_MEETS ? 0 : cld_length(exact.v);
    cld_walk_result walk;
    cld_walk(cso, limit, false, &walk);
    if (walk.stop == CLD_WALK_APART)
        cr_expect_gt(truth, limit - slack, "seed %llu", (unsigned long long)seed);
    if (walk.stop == CLD_WALK_MEETS) {
        cr_expect_leq(truth, slack, "seed %llu: %.17g apart", (unsigned long long)seed, truth);
        cr_expect_leq(cld_length(weigh(&walk, seed)), 1e-9 * cso->size);
    }
    if (walk.stop == CLD_WALK_NEAREST) {
        cr_expect_float_eq(walk.nearest.distance, truth, slack, "seed %llu: %.17g, not %.17g",
                           (unsigned long long)seed, walk.nearest.distance, truth);
        cr_expect_leq(cld_length(cld_add(walk.nearest.normal, cld_unit(exact.v))), 0x1p-32, "seed %llu",
                      (unsigned long long)seed);
        cr_expect_leq(cld_length(cld_sub(weigh(&walk, seed), find_nearest(&walk))), 1e-12 * cso->size);
    }
    return walk.stop;
}

/// From 64 vertices each on, supports are asked for ahead of the nearest point. Of two drums, which have
/// vertices by the dozen on one line, walks are often unsure.
Test(walk, with_momentum_ends_where_exact_steps_do) {
    int said[5] = {0}, asked = 0;
    for (uint64_t seed = 0; seed < 2000; seed++) {
        random_state r = random_make(seed);
        int kind = random_int(&r, 0, 4);
        cld_shape *a = shape_make_large(&r, kind, 0),
                  *b = shape_make_large(&r, random_one_in(&r, 2) ? kind : random_int(&r, 0, 4),
                                        random_real(&r, 0, random_one_in(&r, 2) ? 1 : 3));
        double *scratch = aligned_alloc(64, (cld_cso_scratch(a, b) * sizeof *scratch + 63) / 64 * 64);
        cr_assert_not_null(scratch);
        cld_cso cso;
        cld_cso_make(a, NULL, b, NULL, scratch, &cso);
        if (cso.a.cloud.count + cso.b.cloud.count >= 128) {
            asked++;
            said[compare_with_exact_steps(&cso, INFINITY, seed)]++;
            cld_walk_stop stop = compare_with_exact_steps(&cso, 0.0625 * cso.size, seed);
            said[CLD_WALK_APART] += stop == CLD_WALK_APART;
        }
        free(scratch);
        cld_shape_destroy(a);
        cld_shape_destroy(b);
    }
    cr_expect_geq(said[CLD_WALK_MEETS], 100, "%d", said[CLD_WALK_MEETS]);
    cr_expect_geq(said[CLD_WALK_NEAREST], 100, "%d", said[CLD_WALK_NEAREST]);
    cr_expect_geq(said[CLD_WALK_APART], 100, "%d", said[CLD_WALK_APART]);
    cr_expect_lt(5 * said[CLD_WALK_UNSURE], asked, "%d of %d", said[CLD_WALK_UNSURE], asked);
}

/// A prism, often flat, with up to 2000 sides as narrow as a 2^-11th of the pair.
static cld_shape *make_prism(random_state *r) {
    enum { MOST = 2000 };
    double points[2 * MOST][3], height = random_one_in(r, 2) ? 0.02 : 1;
    int sides = random_int(r, 200, MOST);
    for (int i = 0; i < 2 * sides; i++) {
        int turn = i / 2; // two points each
        double angle = 2 * acos(-1) * turn / sides;
        points[i][0] = cos(angle), points[i][1] = sin(angle), points[i][2] = i % 2 ? height : -height;
    }
    cld_shape_def def = cld_shape_def_make(CLD_HULL);
    def.points = points[0];
    def.point_count = 2 * (size_t)sides;
    return shape_make(&def);
}

Test(walk, needs_no_care_for_the_narrow_sides_of_large_prisms) {
    int nearest = 0, trials = 200;
    for (int seed = 0; seed < trials; seed++) {
        random_state r = random_make((uint64_t)seed);
        cld_shape *a = make_prism(&r), *b = make_prism(&r);
        cld_pose pose = {.t = {random_real(&r, 1, 3), random_real(&r, 1, 3), random_real(&r, 1, 3)}};
        double turn[3][3];
        random_rotation(&r, turn);
        for (int k = 0; k < 3; k++)
            pose.r.row[k] = (cld_vec3){turn[k][0], turn[k][1], turn[k][2]};
        double *scratch = aligned_alloc(64, (cld_cso_scratch(a, b) * sizeof *scratch + 63) / 64 * 64);
        cr_assert_not_null(scratch);
        cld_cso cso;
        cld_cso_make(a, NULL, b, &pose, scratch, &cso);
        nearest += compare_with_exact_steps(&cso, INFINITY, (uint64_t)seed) == CLD_WALK_NEAREST;
        free(scratch);
        cld_shape_destroy(a);
        cld_shape_destroy(b);
    }
    cr_expect_gt(10 * nearest, 9 * trials, "%d", nearest);
}

Test(walk, is_deep_where_the_origin_is_far_behind_a_vertex_that_is_ahead_of_it) {
    int deep = 0, walked = 0, beside = 0;
    for (uint64_t seed = 0; seed < 3000; seed++) {
        test_pair pair;
        test_frame f = make_frame(seed, &pair);
        cld_vec3 line = f.cso.offset, w = cld_cso_support(&f.cso, line).w;
        double cosine = cld_dot(cld_unit(w), cld_unit(line)),
               ways = cld_length(w) * cosine / cld_length(line), // out, in lines
            wanted = 1.0 / 4 / (cosine * cosine);
        cld_walk_result walk, plain;
        cld_walk(&f.cso, INFINITY, true, &walk);
        cld_walk(&f.cso, INFINITY, false, &plain);
        deep += walk.stop == CLD_WALK_DEEP;
        walked += walk.stop != CLD_WALK_DEEP;
        beside += walk.stop != CLD_WALK_DEEP && 3 * ways > 1;
        if (fabs(ways - wanted) > 1e-12 * wanted)
            cr_expect_eq(walk.stop == CLD_WALK_DEEP, ways > wanted, "seed %llu", (unsigned long long)seed);
        cr_expect(walk.stop == CLD_WALK_DEEP || walk.stop == plain.stop, "seed %llu",
                  (unsigned long long)seed);
        frame_free(&f);
    }
    cr_expect_geq(deep, 500, "%d", deep);
    cr_expect_geq(walked, 500, "%d", walked);
    cr_expect_geq(beside, 100, "%d are passed at the side", beside);
}

/// Whether an expansion ends at the depth, which is then the truth.
static bool find_depth(const test_frame *f, const cld_corner *tetrahedron, double truth, uint64_t seed) {
    cld_expand_result r;
    if (cld_expand(&f->cso, tetrahedron, INFINITY, &r) != CLD_EXPAND_DEPTH || !(r.upper < 0))
        return false;
    double slack = 64 * CLD_ROUNDOFF * f->cso.size + 2 * f->cso.error;
    cr_expect_geq(r.upper, truth, "seed %llu: %.17g", (unsigned long long)seed, r.upper);
    cr_expect_float_eq(r.depth, -truth, slack, "seed %llu: %.17g, not %.17g", (unsigned long long)seed,
                       r.depth, -truth);
    cr_expect_float_eq(cld_length(r.normal), 1, 1e-15);
    cr_expect_float_eq(cld_cso_find_separation(&f->cso, r.normal), truth, slack);
    return true;
}

Test(walk, starts_an_expansion_that_ends_at_the_depth_as_one_without_a_walk_does) {
    int met = 0, found = 0, found_without = 0;
    for (uint64_t seed = 0; seed < 3000; seed++) {
        test_pair pair;
        test_frame f = make_frame(seed, &pair);
        cld_walk_result walk;
        cld_walk(&f.cso, INFINITY, false, &walk);
        double truth = find_truth(&pair) * f.cso.scale;
        bool without = find_depth(&f, NULL, truth, seed);
        if (walk.stop == CLD_WALK_MEETS) {
            met++;
            found += find_depth(&f, walk.corner, truth, seed);
            found_without += without;
        }
        frame_free(&f);
    }
    cr_expect_geq(10 * found, 9 * met, "%d of %d", found, met);
    cr_expect_geq(10 * found_without, 9 * met, "%d of %d", found_without, met);
}

Test(walk, is_not_needed_to_find_that_shapes_are_farther_apart_than_a_limit) {
    int apart = 0, found = 0;
    for (uint64_t seed = 0; seed < 3000; seed++) {
        test_pair pair;
        test_frame f = make_frame(seed, &pair);
        cld_expand_result r;
        double truth = find_truth(&pair) * f.cso.scale, limit = 0.0625 * f.cso.size;
        double slack = 1e-13 * f.cso.size + 2 * f.cso.error;
        bool is_apart = cld_expand(&f.cso, NULL, limit, &r) == CLD_EXPAND_APART;
        if (is_apart)
            cr_expect_gt(truth, limit - slack, "seed %llu", (unsigned long long)seed);
        apart += truth > 2 * limit;
        found += is_apart && truth > 2 * limit;
        frame_free(&f);
    }
    cr_expect_geq(apart, 100, "%d", apart);
    cr_expect_geq(4 * found, 3 * apart, "%d of %d", found, apart);
}

static cld_centres find_centres(const test_frame *f, const cld_pose pose[2]) {
    cld_centres c = {.error = 64 * CLD_ROUNDOFF};
    c.a = cld_add(cld_mat3_apply(&pose[0].r, f->a->centre), pose[0].t);
    c.b = cld_add(cld_mat3_apply(&pose[1].r, f->b->centre), pose[1].t);
    c.between = cld_sub(c.b, c.a);
    return c;
}

/// The radius of a ball that A - B holds around -offset, as tables know; 0 where it may hold none.
static double find_inner(const test_frame *f) {
    cr_assert_eq(cld_shape_build_tables(f->a, NULL), CLD_OK);
    cr_assert_eq(cld_shape_build_tables(f->b, NULL), CLD_OK);
    return f->a->inner > 0 && f->b->inner > 0 ? (f->a->inner + f->b->inner) * (1 - 1e-12) : 0;
}

static void expect_verdict(cld_verdict verdict, double distance, double limit, uint64_t seed) {
    cr_expect(verdict != CLD_APART || distance > limit - 1e-13, "seed %llu: %.3g", (unsigned long long)seed,
              distance);
    cr_expect(verdict != CLD_MEETS || distance < limit + 1e-13, "seed %llu: %.3g", (unsigned long long)seed,
              distance);
}

/// Two turned shapes, and the full answer to how far apart they are.
static test_frame make_turned(uint64_t seed, cld_workspace *workspace, cld_pose pose[2], cld_result *whole) {
    cld_query_options options = cld_query_options_make();
    test_pair pair;
    frame_turn_pair(seed, &pair, pose);
    test_frame f = frame_make(&pair.a, &pair.b);
    cr_assert_eq(cld_find_distance(f.a, &pose[0], f.b, &pose[1], &options, workspace, whole, NULL), CLD_OK);
    return f;
}

/// With a ball inside, or without one.
Test(walk, roughly_is_sure_of_nearly_all_but_what_nearly_touches) {
    cld_workspace *workspace = cld_workspace_create();
    int clear = 0, apart = 0, meeting = 0, decided = 0, known = 0;
    for (uint64_t seed = 0; seed < 6000; seed++) {
        cld_pose pose[2];
        cld_result whole;
        test_frame f = make_turned(seed, workspace, pose, &whole);
        cld_centres centres = find_centres(&f, pose);
        cld_posed_pair posed = {f.a, f.b, &pose[0], &pose[1], &centres};
        double limit = seed % 2 ? 0.01 : 0;
        double inner = seed % 3 ? find_inner(&f) : 0;
        known += inner > 0;
        cld_verdict verdict = cld_walk_roughly(&posed, limit, inner, f.scratch);
        expect_verdict(verdict, whole.signed_distance, limit, seed);
        bool is_clear = whole.signed_distance > limit + 1e-3 || whole.signed_distance < -1e-3;
        clear += f.a->core.count + f.b->core.count >= 16 && is_clear;
        apart += verdict == CLD_APART;
        meeting += verdict == CLD_MEETS;
        cld_cso_make_roughly(f.a, &pose[0], f.b, &pose[1], &centres, f.scratch, &f.cso);
        if (f.cso.asleep)
            cld_cso_wake(&f.cso, f.scratch);
        verdict = cld_walk_decide(&f.cso, limit, -INFINITY, inner);
        expect_verdict(verdict, whole.signed_distance, limit, seed);
        decided += verdict != CLD_UNSURE || !is_clear;
        frame_free(&f);
    }
    cld_workspace_destroy(workspace);
    cr_expect_geq(known, 1000, "%d", known);
    cr_expect_geq(decided, 5990, "%d", decided);
    cr_expect(apart > 300 && meeting > 300, "%d, %d of %d", apart, meeting, clear);
    cr_expect_geq(apart + meeting, clear - clear / 100, "%d, %d of %d", apart, meeting, clear);
}

/// Turned shapes as they are, and moved until they touch.
Test(walk, roughly_tells_what_is_apart_by_no_more_than_the_limit) {
    cld_workspace *workspace = cld_workspace_create();
    int told[2] = {0, 0}, asked[2] = {0, 0};
    for (uint64_t seed = 0; seed < 6000; seed++) {
        cld_pose pose[2];
        cld_result whole;
        test_frame f = make_turned(seed, workspace, pose, &whole);
        double distance = whole.signed_distance;
        if (distance > 0 && seed % 2) {
            pose[1].t = cld_add_scaled(pose[1].t, -distance, whole.normal);
            distance = 0;
        }
        if (whole.signed_distance > 0) {
            cld_centres centres = find_centres(&f, pose);
            cld_posed_pair posed = {f.a, f.b, &pose[0], &pose[1], &centres};
            double inner = seed % 3 ? find_inner(&f) : 0;
            asked[seed % 2]++;
            told[seed % 2] += cld_walk_roughly(&posed, distance + 1e-10, inner, f.scratch) == CLD_MEETS;
            cr_expect_neq(cld_walk_roughly(&posed, distance - 1e-12, inner, f.scratch), CLD_MEETS,
                          "seed %llu: %.3g", (unsigned long long)seed, distance);
        }
        frame_free(&f);
    }
    cld_workspace_destroy(workspace);
    for (int touch = 0; touch < 2; touch++) {
        cr_expect_geq(asked[touch], 1000, "%d", asked[touch]);
        cr_expect_geq(50 * told[touch], 49 * asked[touch], "%d of %d", told[touch], asked[touch]);
    }
}

/// Shapes that are apart, of which no direction is to tell so: they meet if they are near enough.
Test(walk, decides_that_what_is_near_enough_meets) {
    int apart = 0, told = 0;
    for (uint64_t seed = 0; seed < 3000; seed++) {
        test_pair pair;
        test_frame f = make_frame(seed, &pair);
        double truth = find_truth(&pair) * f.cso.scale, slack = 1e-13 * f.cso.size + 2 * f.cso.error,
               inner = seed % 3 ? find_inner(&f) * f.cso.scale : 0;
        if (truth > 0) {
            apart++;
            told += cld_walk_decide(&f.cso, INFINITY, truth + slack, inner) == CLD_MEETS;
            cr_expect_eq(cld_walk_decide(&f.cso, INFINITY, truth - slack, inner), CLD_UNSURE, "seed %llu",
                         (unsigned long long)seed);
        }
        frame_free(&f);
    }
    cr_expect_geq(10 * told, 9 * apart, "%d of %d", told, apart);
    cr_expect_geq(apart, 500, "%d", apart);
}

/// Clouds that are asleep are asked along turned directions, those of the distance are turned themselves.
Test(walk, ends_at_once_only_where_shapes_in_poses_are_farther_apart) {
    cld_workspace *workspace = cld_workspace_create();
    cld_query_options options = cld_query_options_make();
    int asleep = 0, ended = 0;
    for (uint64_t seed = 0; seed < 3000; seed++) {
        cld_pose pose[2];
        test_pair pair;
        frame_turn_pair(seed, &pair, pose);
        test_frame f = frame_make(&pair.a, &pair.b);
        cld_cso_make_lazily(f.a, &pose[0], f.b, &pose[1], f.scratch, &f.cso);
        cld_result whole;
        cr_assert_eq(cld_find_distance(f.a, &pose[0], f.b, &pose[1], &options, workspace, &whole, NULL),
                     CLD_OK);
        double near = cld_max(whole.signed_distance, 0);
        asleep += f.cso.asleep;
        ended += f.cso.asleep && cld_walk_ends_at_once(&f.cso, near / 2);
        cr_expect(!(f.cso.asleep && cld_walk_ends_at_once(&f.cso, near + 1e-13)), "seed %llu",
                  (unsigned long long)seed);
        frame_free(&f);
    }
    cld_workspace_destroy(workspace);
    cr_expect(asleep > 500 && asleep < 2800, "%d", asleep);
    cr_expect(ended > 300 && ended < asleep, "%d", ended);
}
