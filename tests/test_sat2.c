#include <criterion/criterion.h>
#include <math.h>

#include "narrow/sat2.h"
#include "support/bench2.h"

typedef struct rig {
    bench2 bench;
    uint32_t loop[BENCH2_ROOM], count;
    const cld_cso_vertex *ring; ///< in the bench
    cld_sat2_result found;
} rig;

static void run(rig *s, const planar_set *a, const planar_set *b) {
    bench2 *on = &s->bench;
    bench2_begin(on, a, b);
    s->found = cld_sat2(&on->cso, on->a, on->b, s->loop, on->vertex, &s->count);
    s->ring = on->vertex;
}

static const planar_set square = {{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}, 4},
                        diamond = {{{3, 0}, {2, 1}, {1, 0}, {2, -1}}, 4};
static const planar_set segment = {{{-1, 0}, {2, 0}}, 2}, point = {{{5, 5}}, 1};

Test(sat2, measures_every_edge_of_both_once) {
    const struct {
        const planar_set *a, *b;
        uint32_t axes;
    } cases[] = {{&square, &diamond, 8}, {&square, &segment, 6},  {&segment, &diamond, 6},
                 {&square, &point, 4},   {&segment, &segment, 4}, {&point, &segment, 2},
                 {&point, &point, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        rig s;
        run(&s, cases[i].a, cases[i].b);
        cr_expect_eq(s.found.axes, cases[i].axes, "case %zu: %u axes", i, s.found.axes);
        cr_expect_eq(s.count, cases[i].axes, "case %zu: %u vertices", i, s.count);
        bench2_end(&s.bench);
    }
}

Test(sat2, takes_the_first_of_equal_ways_out_from_below) {
    rig s;
    run(&s, &square, &square);
    cr_expect(s.found.edge.offset == 2 && s.found.edge.normal.x == 0 && s.found.edge.normal.y == -1);
    bench2_end(&s.bench);
}

/// Two sides of the ground are nearly one line, so that rounding does not tell which of them is nearer.
Test(sat2, takes_the_side_that_the_deepest_corner_is_above) {
    const planar_set ground = {{{-1000, -1}, {1000, -1}, {1000, -8e-8}, {0, 0}, {-1000, 0}}, 5};
    for (int side = 0; side < 2; side++) {
        double x = side ? 0.01 : -0.01;
        const planar_set tip = {{{x, -0.5}, {x + 1, 0.5}, {x - 1, 0.5}}, 3};
        rig s;
        run(&s, &tip, &ground);
        cr_expect_float_eq(s.found.edge.normal.x, side ? -8e-11 : 0, 1e-20, "corner at %g: %g", x,
                           s.found.edge.normal.x);
        bench2_end(&s.bench);
    }
}

/// The ring turns left or goes straight at each vertex, once around, and no vertex of A - B is outside of any
/// of its edges.
Test(sat2, walks_the_boundary_of_the_difference) {
    for (uint64_t seed = 0; seed < 4000; seed++) {
        planar_pair pair = planar_make_pair(seed);
        rig s;
        run(&s, &pair.a, &pair.b);
        double room = 32 * CLD_ROUNDOFF * s.bench.cso.size, turned = 0;
        for (uint32_t i = 0; i < s.count; i++) {
            const cld_cso_vertex *p = &s.ring[i], *q = &s.ring[(i + 1) % s.count],
                                 *r = &s.ring[(i + 2) % s.count];
            cr_assert((p->ia == q->ia) != (p->ib == q->ib), "seed %llu: a step of one of them",
                      (unsigned long long)seed);
            cld_dd2 e = cld_cso_edge2(p, q), f = cld_cso_edge2(q, r);
            cld_dd bend = cld_dd2_cross(e, f);
            cr_assert(bend.hi >= 0, "seed %llu: turns right at %u", (unsigned long long)seed, i);
            turned += atan2(bend.hi, cld_dd2_dot(e, f).hi);
            cld_edge2 edge;
            cr_assert(cld_edge2_make(&s.bench.cso, p, q, &edge));
            double width = -cld_cso_find_separation(&s.bench.cso, edge.normal);
            cr_assert_leq(width - edge.offset, room, "seed %llu: %g out of edge %u", (unsigned long long)seed,
                          width - edge.offset, i);
            cr_assert_geq(edge.offset, s.found.edge.offset - room, "seed %llu", (unsigned long long)seed);
        }
        cr_assert(s.count == 0 || fabs(turned - 2 * acos(-1)) < 1e-6, "seed %llu: turned by %g",
                  (unsigned long long)seed, turned);
        bench2_end(&s.bench);
    }
}
