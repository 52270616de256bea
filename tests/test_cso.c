#include <criterion/criterion.h>
#include <string.h>

#include "math/vec.h"
#include "support/frame.h"
#include "support/generate.h"
#include "support/magnitude.h"
#include "support/rational.h"

static oracle *judge;

static void set_up(void) { judge = oracle_create(); }

static void tear_down(void) { oracle_destroy(judge); }

TestSuite(cso, .init = set_up, .fini = tear_down);

/// More vertices than are scanned by fours anywhere.
enum { MOST = 160 };

/// The plain loop that a support function stands for.
static uint32_t find_farthest(const cld_cloud *cloud, cld_vec3 d) {
    uint32_t farthest = 0;
    for (uint32_t i = 1; i < cloud->count; i++)
        if (cld_dot(cld_cloud_at(cloud, i), d) > cld_dot(cld_cloud_at(cloud, farthest), d))
            farthest = i;
    return farthest;
}

Test(cso, the_support_is_the_farthest_vertex_and_of_ties_the_lowest_index) {
    random_state r = random_make(1);
    _Alignas(32) double x[MOST], y[MOST], z[MOST];
    for (int trial = 0; trial < 3000; trial++) {
        uint32_t count = (uint32_t)random_int(&r, 1, trial % 2 ? MOST - 3 : 61);
        int reach = random_one_in(&r, 2) ? 1 : 1000; // small whole numbers tie often
        for (uint32_t i = 0; i < cld_cloud_stride(count); i++) {
            x[i] = i < count ? random_int(&r, -reach, reach) : x[0];
            y[i] = i < count ? random_int(&r, -reach, reach) : y[0];
            z[i] = i < count ? random_int(&r, -reach, reach) : z[0];
        }
        cld_cloud cloud = {x, y, z, count};
        for (int i = 0; i < 20; i++) {
            cld_vec3 d = {random_int(&r, -2, 2), random_int(&r, -2, 2), random_int(&r, -2, 2)};
            if (i % 2)
                d = cld_vec3_make(random_real(&r, -1, 1), random_real(&r, -1, 1), random_real(&r, -1, 1));
            cr_expect_eq(cld_cloud_find_extreme(&cloud, d), find_farthest(&cloud, d), "trial %d, %u vertices",
                         trial, count);
        }
    }
}

/// Whole numbers tie often, and 0 times a negative one is -0; what pads the cloud ties with vertex 0.
Test(cso, the_supports_of_two_clouds_are_those_of_the_plain_loop_and_of_ties_the_lowest_index) {
    random_state r = random_make(4);
    _Alignas(32) double x[2][MOST], y[2][MOST], z[2][MOST];
    for (uint32_t trial = 0; trial < 4000; trial++) {
        cld_cloud cloud[2];
        int reach = random_one_in(&r, 4) ? 1000 : random_int(&r, 0, 2);
        for (uint32_t k = 0; k < 2; k++) {
            // Some are scanned by fours, some by eights.
            uint32_t count = (k ? 1 + trial / 40 % 40 : 1 + trial % 40) + (trial % 3 ? 0 : 60);
            for (uint32_t i = 0; i < cld_cloud_stride(count); i++) {
                x[k][i] =
                    i < count ? random_int(&r, -reach, reach) * (random_one_in(&r, 2) ? 1.0 : -1.0) : x[k][0];
                y[k][i] =
                    i < count ? random_int(&r, -reach, reach) * (random_one_in(&r, 2) ? 1.0 : -1.0) : y[k][0];
                z[k][i] =
                    i < count ? random_int(&r, -reach, reach) * (random_one_in(&r, 2) ? 1.0 : -1.0) : z[k][0];
            }
            cloud[k] = (cld_cloud){x[k], y[k], z[k], count};
        }
        for (int i = 0; i < 20; i++) {
            cld_vec3 d = {random_int(&r, -2, 2), random_int(&r, -2, 2), random_int(&r, -2, 2)};
            if (i % 4 == 0)
                d = cld_vec3_make(random_real(&r, -1, 1), random_real(&r, -1, 1), random_real(&r, -1, 1));
            if (i % 4 == 1)
                d = cld_negate(d);
            uint32_t a, b;
            cld_cloud_find_extremes(&cloud[0], &cloud[1], d, &a, &b);
            cr_assert_eq(a, find_farthest(&cloud[0], d), "trial %u", trial);
            cr_assert_eq(b, find_farthest(&cloud[1], cld_negate(d)), "trial %u", trial);
        }
    }
}

Test(cso, a_turned_cloud_has_the_turned_vertices_to_the_last_bit) {
    random_state r = random_make(5);
    _Alignas(32) double from[3][MOST], to[3 * MOST];
    for (uint32_t count = 1; count < MOST; count++) {
        double m[3][3];
        random_rotation(&r, m);
        cld_mat3 turn;
        for (int k = 0; k < 3; k++)
            turn.row[k] = cld_vec3_make(m[k][0], m[k][1], m[k][2]);
        size_t stride = cld_cloud_stride(count);
        for (size_t i = 0; i < stride; i++)
            for (int k = 0; k < 3; k++)
                from[k][i] = i < count ? random_real(&r, -1, 1) : from[k][0];
        cld_cloud cloud = {from[0], from[1], from[2], count};
        cld_cloud_turn(&cloud, &turn, 0.75, to);
        for (size_t i = 0; i < stride; i++) {
            cld_vec3 v = cld_mat3_apply(&turn, cld_vec3_make(from[0][i], from[1][i], from[2][i]));
            cr_assert(to[i] == v.x * 0.75 && to[stride + i] == v.y * 0.75 && to[2 * stride + i] == v.z * 0.75,
                      "vertex %zu of %u", i, count);
        }
    }
}

Test(cso, the_support_of_a_difference_is_of_a_along_and_of_b_against) {
    random_state r = random_make(2);
    for (uint64_t seed = 0; seed < 300; seed++) {
        test_pair pair;
        pair_make(&pair_families[seed % pair_family_count], seed, &pair);
        test_frame f = frame_make(&pair.a, &pair.b);
        for (int i = 0; i < 10; i++) {
            cld_vec3 d = {random_short(&r), random_short(&r), random_short(&r)};
            cld_cso_vertex v = cld_cso_support(&f.cso, d);
            cr_expect_eq(v.ia, find_farthest(&f.cso.a.cloud, d));
            cr_expect_eq(v.ib, find_farthest(&f.cso.b.cloud, cld_negate(d)));
            cld_vec3 w = cld_sub(cld_sub(v.a, v.b), f.cso.offset);
            cr_expect(w.x == v.w.x && w.y == v.w.y && w.z == v.w.z);
            cr_expect_leq(cld_length(v.w), f.cso.size);
        }
        frame_free(&f);
    }
}

Test(cso, equal_vertices_are_told_by_both_indices) {
    point_set a = {0}, b = {0};
    solid_add(&a, 0, 0, 0), solid_add(&a, 1, 0, 0), solid_add(&b, 5, 0, 0), solid_add(&b, 6, 0, 0);
    test_frame f = frame_make(&a, &b);
    cld_cso_vertex v = cld_cso_vertex_at(&f.cso, 0, 1), same = v, other = cld_cso_vertex_at(&f.cso, 1, 1);
    cr_expect(cld_cso_is_same(&v, &same));
    cr_expect_not(cld_cso_is_same(&v, &other));
    other = cld_cso_vertex_at(&f.cso, 0, 0);
    cr_expect_not(cld_cso_is_same(&v, &other));
    frame_free(&f);
}

/// The exact vertex of A - B in the world is scale times smaller than the frame's.
static void expect_exact(const test_frame *f, const cld_cso_vertex *v, const test_pair *pair,
                         const char *family, uint64_t seed) {
    mpq_t exact, x;
    mpq_inits(exact, x, NULL);
    cld_dd3 got = cld_cso_exact(&f->cso, v);
    const cld_dd w[3] = {got.x, got.y, got.z};
    for (int k = 0; k < 3; k++) {
        mpq_set_d(exact, pair->a.at[v->ia][k]);
        mpq_set_d(x, pair->b.at[v->ib][k]);
        mpq_sub(exact, exact, x);
        mpq_set_d(x, f->cso.scale);
        mpq_mul(exact, exact, x);
        mpq_t value;
        mpq_init(value);
        rational_set(value, w[k]);
        mpq_set_d(x, f->cso.error);
        cr_expect(rational_is_near(value, exact, x), "%s, seed %llu: %g", family, (unsigned long long)seed,
                  w[k].hi);
        mpq_set_d(value, cld_component(v->w, k)); // a - b - offset, each rounded once
        mpq_set_d(x, f->cso.error + 3 * CLD_ROUNDOFF * f->cso.size);
        cr_expect(rational_is_near(value, exact, x), "%s, seed %llu: rounded", family,
                  (unsigned long long)seed);
        mpq_clear(value);
    }
    mpq_clears(exact, x, NULL);
}

Test(cso, vertices_are_right_within_the_error_of_the_frame) {
    for (size_t family = 0; family < pair_family_count; family++)
        for (uint64_t seed = 0; seed < 40; seed++) {
            test_pair pair;
            pair_make(&pair_families[family], seed, &pair);
            test_frame f = frame_make(&pair.a, &pair.b);
            // Each coordinate is rounded once; double-double beside where the shapes are is off by far less.
            double far = (find_magnitude(f.a) + find_magnitude(f.b)) * f.cso.scale;
            cr_expect_leq(f.cso.error, 4 * CLD_ROUNDOFF * (f.cso.a.reach + f.cso.b.reach) + 0x1p-93 * far);
            for (uint32_t i = 0; i < f.cso.a.cloud.count; i++) {
                cld_cso_vertex v = cld_cso_vertex_at(&f.cso, i, i % f.cso.b.cloud.count);
                expect_exact(&f, &v, &pair, pair_families[family].name, seed);
            }
            frame_free(&f);
        }
}

Test(cso, powers_of_two_change_no_index_and_no_digit) {
    random_state r = random_make(3);
    for (uint64_t seed = 0; seed < 60; seed++) {
        test_pair pair, scaled;
        solid_make_hull(&pair.a, (random_state[]){random_make(seed)});
        solid_make_hull(&pair.b, (random_state[]){random_make(seed + 1000)});
        const double factors[] = {0x1p-1000, 0x1p-330, 0x1p-40, 0x1p40, 0x1p330};
        test_frame f = frame_make(&pair.a, &pair.b);
        for (size_t i = 0; i < sizeof factors / sizeof *factors; i++) {
            scaled = pair;
            solid_scale(&scaled.a, factors[i]);
            solid_scale(&scaled.b, factors[i]);
            test_frame g = frame_make(&scaled.a, &scaled.b);
            double unit = factors[i] * g.cso.scale; // of the frames; a power of two
            for (int k = 0; k < 10; k++) {
                cld_vec3 d = {random_short(&r), random_short(&r), random_short(&r)};
                cld_cso_vertex v = cld_cso_support(&f.cso, d), w = cld_cso_support(&g.cso, d);
                cr_expect(v.ia == w.ia && v.ib == w.ib, "seed %llu, factor %g", (unsigned long long)seed,
                          factors[i]);
                if (factors[i] > 0x1p-900) // smaller coordinates have lost digits themselves
                    cr_expect(v.w.x * unit == w.w.x && v.w.y * unit == w.w.y && v.w.z * unit == w.w.z);
            }
            frame_free(&g);
        }
        frame_free(&f);
    }
}

Test(cso, the_scale_is_a_power_of_two_that_brings_sizes_near_1) {
    for (int e = -1060; e <= 330; e += 5) {
        point_set a = {0}, b = {0};
        solid_add(&a, ldexp(3, e), 0, 0), solid_add(&b, 0, ldexp(5, e), 0), solid_add(&b, 0, 0, ldexp(5, e));
        test_frame f = frame_make(&a, &b);
        int exponent;
        cr_expect_eq(frexp(f.cso.scale, &exponent), 0.5);
        cr_expect(f.cso.size > 0x1p-115 && f.cso.size < 0x1p104, "2^%d: size %g", e, f.cso.size);
        frame_free(&f);
    }
}

Test(cso, the_separation_along_a_direction_is_the_oracles) {
    random_state r = random_make(4);
    for (size_t family = 0; family < pair_family_count; family++)
        for (uint64_t seed = 0; seed < 25; seed++) {
            test_pair pair;
            pair_make(&pair_families[family], seed, &pair);
            test_frame f = frame_make(&pair.a, &pair.b);
            oracle_load(judge, pair.a.at[0], pair.a.count, pair.b.at[0], pair.b.count);
            cld_vec3 n = {random_short(&r), random_short(&r), random_short(&r) + 0x1p-20};
            n = cld_unit(n);
            double got = cld_cso_find_separation(&f.cso, n);
            oracle_real truth = oracle_find_separation(judge, (double[3]){n.x, n.y, n.z});
            double limit = 12 * CLD_ROUNDOFF * (f.cso.a.reach + f.cso.b.reach) +
                           8 * CLD_ROUNDOFF * fabs(got) + f.cso.error;
            cr_expect_float_eq(got, truth.value * f.cso.scale, limit, "%s, seed %llu",
                               pair_families[family].name, (unsigned long long)seed);
            frame_free(&f);
        }
}

Test(cso, poses_turn_and_move_both_shapes) {
    point_set a = {0}, b = {0};
    solid_add(&a, 1, 0, 0), solid_add(&a, 3, 0, 0), solid_add(&b, 0, 0, 0), solid_add(&b, 0, 2, 0);
    cld_pose pose_a = cld_pose_make((cld_quat){0, 0, 1, 1}, (cld_vec3){10, 0, 0}); // x to y
    cld_pose pose_b = {.r = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, .t = {0, 0, 7}};
    test_frame f = frame_make_posed(&a, &pose_a, &b, &pose_b);
    for (uint32_t i = 0; i < 2; i++)
        for (uint32_t j = 0; j < 2; j++) {
            cld_vec3 w = cld_cso_vertex_at(&f.cso, i, j).w; // (10, 1 or 3, 0) - (0, 0 or 2, 7)
            cr_expect(w.x == 10 && w.y == 1 + 2 * i - 2.0 * j && w.z == -7, "%g %g %g", w.x, w.y, w.z);
        }
    cld_vec3 world_a = cld_cso_world_a(&f.cso, cld_cloud_at(&f.cso.a.cloud, 1)),
             world_b = cld_cso_world_b(&f.cso, cld_cloud_at(&f.cso.b.cloud, 1));
    cr_expect(world_a.x == 10 && world_a.y == 3 && world_a.z == 0);
    cr_expect(world_b.x == 0 && world_b.y == 2 && world_b.z == 7);
    frame_free(&f);
}

/// Around the same centres; small clouds, which frames turn, far enough from each other for one to be about
/// them and near enough for it not to be scaled.
Test(cso, measures_without_clouds_what_a_frame_around_the_same_centres_has) {
    int measured = 0;
    for (uint64_t seed = 0; seed < 2000; seed++) {
        test_pair pair;
        cld_pose pose[2];
        frame_turn_pair(seed, &pair, pose);
        test_frame f = frame_make(&pair.a, &pair.b);
        cld_centres c = {.error = seed % 5 ? 64 * CLD_ROUNDOFF : 1};
        c.a = cld_add(cld_mat3_apply(&pose[0].r, f.a->centre), pose[0].t);
        c.b = cld_add(cld_mat3_apply(&pose[1].r, f.b->centre), pose[1].t);
        c.between = cld_sub(c.b, c.a);
        cld_cso m;
        if (cld_cso_measure(f.a, f.b, &c, &m)) {
            measured++;
            cld_cso_make_roughly(f.a, &pose[0], f.b, &pose[1], &c, f.scratch, &f.cso);
            cr_expect(m.scale == f.cso.scale && m.size == f.cso.size && m.radius == f.cso.radius &&
                          m.a.reach == f.cso.a.reach && m.b.reach == f.cso.b.reach &&
                          memcmp(&m.offset, &f.cso.offset, sizeof m.offset) == 0,
                      "seed %llu", (unsigned long long)seed);
            cr_expect_geq(m.error * (1 + 1e-15), f.cso.error, "seed %llu", (unsigned long long)seed);
        } else {
            cr_expect_eq(c.error, 1, "seed %llu", (unsigned long long)seed);
        }
        frame_free(&f);
    }
    cr_expect(measured > 1000 && measured < 2000, "%d", measured);
}
