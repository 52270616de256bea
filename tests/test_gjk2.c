#include <criterion/criterion.h>
#include <math.h>

#include "narrow/gjk2.h"
#include "support/bench2.h"

static cld_gjk2_result run(const planar_set *a, const planar_set *b, cld_vec3 v0) {
    bench2 s;
    bench2_begin(&s, a, b);
    cld_gjk2_result r = cld_gjk2(&s.cso, v0);
    bench2_end(&s);
    return r;
}

static double distance_of(const cld_gjk2_result *r) { return cld_dd_value(cld_dd2_length(r->v)); }

static const planar_set origin = {{{0, 0}}, 1};
static const cld_vec3 starts[] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {1, 1, 0}, {-3, 2, 0}};
#define START_COUNT (sizeof starts / sizeof *starts)

Test(gjk2, meets_with_the_origin_on_a_corner_an_edge_or_inside) {
    const planar_set triangle = {{{0, 0}, {4, 0}, {0, 4}}, 3};
    const double inside[][2] = {{0, 0}, {4, 0}, {0, 4}, {2, 0}, {0, 1}, {2, 2}, {1, 1}, {1, 0x1p-60}};
    for (size_t i = 0; i < sizeof inside / sizeof *inside; i++)
        for (size_t k = 0; k < START_COUNT; k++) {
            planar_set point = {{{inside[i][0], inside[i][1]}}, 1};
            cld_gjk2_result r = run(&triangle, &point, starts[k]);
            cr_expect(r.meets, "point %zu, start %zu", i, k);
        }
}

Test(gjk2, keeps_the_direction_to_an_edge_a_hair_away) {
    // The edge from (-1, -1) to (2, 2) passes the origin; the point is 2^-80 off it, far below what doubles
    // resolve.
    const planar_set line = {{{-1, -1}, {2, 2}}, 2}, point = {{{0x1p-80, 0}}, 1};
    for (size_t k = 0; k < START_COUNT; k++) {
        cld_gjk2_result r = run(&line, &point, starts[k]);
        cr_expect(!r.meets);
        cr_expect_float_eq(distance_of(&r) / (0x1p-80 * sqrt(0.5)), 1, 1e-9);
        cr_expect_float_eq(r.v.x.hi, -r.v.y.hi, 1e-9 * 0x1p-80);
        cr_expect(r.v.x.hi < 0);
    }
}

Test(gjk2, finds_the_nearest_corner_or_edge_from_any_start) {
    const planar_set box = {{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}, 4};
    const double at[][3] = {{4, 5, 5}, {3, 0.5, 2}, {-2, 1, 1}, {0, -7, 6}, {-4, -5, 5}};
    for (size_t i = 0; i < sizeof at / sizeof *at; i++)
        for (size_t k = 0; k < START_COUNT; k++) {
            planar_set point = {{{at[i][0], at[i][1]}}, 1};
            cld_gjk2_result r = run(&box, &point, starts[k]);
            cr_expect(!r.meets && distance_of(&r) == at[i][2], "point %zu, start %zu: %.17g", i, k,
                      distance_of(&r));
        }
}

Test(gjk2, answers_a_point_against_itself) {
    cld_gjk2_result r = run(&origin, &origin, starts[0]);
    cr_expect(r.meets && r.simplex.count == 1 && r.simplex.weight[0] == 1);
}

Test(gjk2, weighs_its_vertices_to_the_nearest_point) {
    for (uint64_t seed = 0; seed < 4000; seed++) {
        planar_pair pair = planar_make_pair(seed);
        bench2 s;
        bench2_begin(&s, &pair.a, &pair.b);
        cld_gjk2_result r = cld_gjk2(&s.cso, starts[seed % START_COUNT]);
        double x = 0, y = 0, sum = 0, least = 1;
        for (int i = 0; i < r.simplex.count; i++) {
            x += r.simplex.weight[i] * r.simplex.vertex[i].w.x;
            y += r.simplex.weight[i] * r.simplex.vertex[i].w.y;
            sum += r.simplex.weight[i];
            least = fmin(least, r.simplex.weight[i]);
        }
        double room = 1e-14 * s.cso.size;
        cr_assert(least >= 0 && fabs(sum - 1) <= 1e-14, "seed %llu: sum %.17g", (unsigned long long)seed,
                  sum);
        cr_assert(fabs(x - r.v.x.hi) <= room && fabs(y - r.v.y.hi) <= room, "seed %llu",
                  (unsigned long long)seed);
        bench2_end(&s);
    }
}
