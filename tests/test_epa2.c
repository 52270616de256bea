#include <criterion/criterion.h>
#include <math.h>

#include "math/vec.h"
#include "narrow/epa2.h"
#include "proof/bounds2.h"
#include "support/bench2.h"

static cld_cso_vertex support(const bench2 *s, double x, double y) {
    return cld_cso_support(&s->cso, (cld_vec3){x, y, 0});
}

static const planar_set square = {{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}, 4};

Test(epa2, takes_the_normal_from_the_winding_with_the_origin_on_an_edge) {
    // B's point is on the right edge of the square, so the origin is on an edge of A - B, and of the first
    // triangle.
    const planar_set point = {{{1, 0.25}}, 1};
    bench2 s;
    bench2_begin(&s, &square, &point);
    cld_cso_vertex corner[3] = {support(&s, 1, -1), support(&s, 1, 1), support(&s, -1, 1)};
    cld_epa2_result r = cld_epa2(&s.cso, corner, &s.polygon);
    cr_expect(r.edge.offset == 0 && r.edge.normal.x == 1 && r.edge.normal.y == 0, "%g along %g %g",
              r.edge.offset, r.edge.normal.x, r.edge.normal.y);
    bench2_end(&s);
}

Test(epa2, expands_an_edge_with_the_origin_in_front_before_all_others) {
    // The first triangle is the half of the square below its diagonal, and the origin of A - B is above it.
    const planar_set above = {{{-0.5, 0.75}}, 1};
    bench2 s;
    bench2_begin(&s, &square, &above);
    cld_cso_vertex corner[3] = {support(&s, -1, -1), support(&s, 1, -1), support(&s, 1, 1)};
    cld_epa2_result r = cld_epa2(&s.cso, corner, &s.polygon);
    cr_expect(r.edge.offset == 0.25 && r.edge.normal.y == 1, "%g along %g %g", r.edge.offset, r.edge.normal.x,
              r.edge.normal.y);
    bench2_end(&s);
}

Test(epa2, keeps_the_winding_as_it_grows_and_proves_the_depth) {
    for (uint64_t seed = 0; seed < 4000; seed++) {
        planar_pair pair = planar_make_pair(seed);
        bench2 s;
        bench2_begin(&s, &pair.a, &pair.b);
        cld_gjk2_result gjk = cld_gjk2(&s.cso, (cld_vec3){1, 0, 0});
        cld_cso_vertex corner[3];
        cld_vec3 normal;
        uint32_t calls = 0;
        if (gjk.meets && cld_find_triangle2(&s.cso, &gjk.simplex, corner, &normal, &calls)) {
            cld_epa2_result r = cld_epa2(&s.cso, corner, &s.polygon);
            double room = 64 * CLD_ROUNDOFF * s.cso.size,
                   upper = cld_bound_from_ring(&s.cso, s.vertex, s.polygon.count);
            cr_assert(r.edge.offset <= room || fabs(upper + r.edge.offset) <= room,
                      "seed %llu: %g, proven %g", (unsigned long long)seed, r.edge.offset, upper);
            for (uint32_t i = 0; i < s.polygon.count; i++) {
                const cld_cso_vertex *p = &s.edge[i].from, *q = &s.edge[s.edge[i].next].from;
                cld_edge2 e = s.edge[i].edge;
                double along = e.normal.x * (q->w.x - p->w.x) + e.normal.y * (q->w.y - p->w.y);
                cr_assert(fabs(along) <= room && e.offset >= r.edge.offset - room, "seed %llu, edge %u",
                          (unsigned long long)seed, i);
            }
        }
        bench2_end(&s);
    }
}

Test(epa2, calls_points_and_lines_flat) {
    const planar_set line = {{{0, 0}, {1, 2}, {3, 6}}, 3}, other = {{{1, 2}, {2, 4}}, 2},
                     point = {{{1, 2}}, 1};
    const planar_set thin = {{{0, 0}, {1, 0}, {0, 0x1p-40}}, 3}, crossing = {{{1, 1}, {2, 1}}, 2};
    const struct {
        const planar_set *a, *b;
        bool solid;
        double x, y;            ///< along the normal, up to its length and sign
        uint32_t support_calls; ///< four along the axes, two across what they find, two to choose a normal
    } cases[] = {{&point, &point, false, 1, 0, 4},
                 {&line, &other, false, 2, -1, 8},
                 {&line, &point, false, 2, -1, 8},
                 {&thin, &point, true, 0, 0, 6},
                 {&line, &crossing, true, 0, 0, 6}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bench2 s;
        bench2_begin(&s, cases[i].a, cases[i].b);
        cld_simplex simplex = {.vertex = {support(&s, 1, 0)}, .weight = {1}, .count = 1};
        cld_cso_vertex corner[3];
        cld_vec3 normal = {0, 0, 0};
        uint32_t calls = 0;
        cr_expect_eq(cld_find_triangle2(&s.cso, &simplex, corner, &normal, &calls), cases[i].solid,
                     "case %zu", i);
        cr_expect_eq(calls, cases[i].support_calls, "case %zu: %u calls", i, calls);
        cr_expect_float_eq(normal.x * cases[i].y, normal.y * cases[i].x, 1e-15, "case %zu", i);
        cr_expect(cases[i].solid || fabs(hypot(normal.x, normal.y) - 1) < 1e-15, "case %zu", i);
        bench2_end(&s);
    }
}

Test(epa2, has_no_bound_from_a_polygon_that_does_not_go_around_the_origin) {
    const planar_set beside = {{{3, 0}}, 1};
    bench2 s;
    bench2_begin(&s, &square, &beside);
    cld_cso_vertex ring[4] = {support(&s, -1, -1), support(&s, 1, -1), support(&s, 1, 1), support(&s, -1, 1)};
    cr_expect_eq(cld_bound_from_ring(&s.cso, ring, 4), INFINITY);
    cr_expect_eq(cld_bound_from_ring(&s.cso, ring, 0), INFINITY);
    bench2_end(&s);
    const planar_set inside = {{{0.5, 0}}, 1};
    bench2_begin(&s, &square, &inside);
    cld_cso_vertex around[5] = {support(&s, -1, -1), support(&s, 1, -1), support(&s, 1, -1),
                                support(&s, 1, 1), support(&s, -1, 1)};
    cr_expect_float_eq(cld_bound_from_ring(&s.cso, around, 5), -0.5, 1e-14);
    cr_expect_geq(cld_bound_from_ring(&s.cso, around, 5), -0.5);
    cld_cso_vertex t = around[0]; // clockwise
    around[0] = around[3], around[3] = t;
    cr_expect_eq(cld_bound_from_ring(&s.cso, around, 5), INFINITY);
    bench2_end(&s);
}

/// The square minus another one, both of whose sides are edges of the ring.
Test(epa2, bounds_from_edges_whose_squares_are_subnormal) {
    static const double x[4] = {0.5, 0.5, -0.5, -0.5}, y[4] = {-0.5, 0.5, 0.5, -0.5};
    for (int power = -500; power > -540; power--) {
        double half = ldexp(1.34, power), bx[4] = {-half, -half, half, half},
               by[4] = {half, -half, -half, half};
        cld_cso cso = {.size = 2, .scale = 1, .unit = 1};
        cld_cso_vertex ring[8] = {0};
        for (int i = 0; i < 8; i++) {
            int corner = i / 2, other = (corner + (i % 2 ? 0 : 3)) % 4;
            ring[i].a = cld_vec3_make(x[corner], y[corner], 0);
            ring[i].b = cld_vec3_make(bx[other], by[other], 0);
            ring[i].w = cld_sub(ring[i].a, ring[i].b);
        }
        double bound = cld_bound_from_ring(&cso, ring, 8);
        cr_expect(bound >= -0.5 && bound <= -0.5 + 1e-14, "2^%d: %.17g", power, bound);
    }
}
