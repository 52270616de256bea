/// Depths of curved shapes, which a few steps of EPA prove to rounding.
#include <criterion/criterion.h>
#include <math.h>

#include "math/vec.h"
#include "narrow/blow_up.h"
#include "narrow/curved_step.h"
#include "narrow/gjk.h"
#include "support/body_pair.h"
#include "support/core_pair.h"

/// Pairs that overlap, what the steps of all are together, and how many are proven to 1e-12 of the diagonal.
typedef struct tally {
    size_t pairs, steps, proven;
} tally;

static void take(tally *t, const body_def *a, const body_def *b, body_pair *q) {
    body body_a = body_make(a), body_b = body_make(b);
    double d = fmax(body_diagonal(&body_a), body_diagonal(&body_b));
    body_pair_ask(q, *a, *b);
    if (!(q->r.signed_distance < 0))
        return;
    t->pairs++;
    t->steps += q->r.stats.epa_iterations;
    t->proven += q->r.upper - q->r.lower <= 1e-12 * d;
}

/// Whether there are more pairs, of fewer steps each, more of a hundred of which are proven.
static void expect_proven(const tally *t, const char *what, size_t pairs, size_t steps, size_t of_hundred) {
    cr_expect(t->pairs > pairs && t->steps < steps * t->pairs && 100 * t->proven > of_hundred * t->pairs,
              "%s: %zu pairs, %zu steps, %zu proven", what, t->pairs, t->steps, t->proven);
}

/// With faces alone they take 18 to 35 steps each, and half of them or less are proven as well.
Test(curved_expand, proves_a_depth_where_the_surface_bends_in_few_steps) {
    body_pair q = {0};
    tally of[3] = {{0}};
    for (unsigned long long seed = 0; seed < 1500; seed++) {
        random_state r = random_make(seed);
        body_def a = body_def_make(body_curved[seed % 3], 0, &r),
                 b = body_def_make(body_bounded[random_int(&r, 0, 9)], 0, &r);
        a.def.margin = b.def.margin = 0;
        a.def.transform = body_place(false, 0.2, &r);
        b.def.transform = body_place(false, 0.2, &r);
        take(&of[seed % 3], &a, &b, &q);
    }
    for (int i = 0; i < 3; i++)
        expect_proven(&of[i], cld_kind_name(body_curved[i]), 200, 10, 90);
    body_pair_free(&q);
}

/// What is symmetric about one point has peaks in pairs, of which each is proven by the bend there.
Test(curved_expand, proves_both_of_two_opposite_peaks) {
    body_pair q = {0};
    tally all = {0};
    for (unsigned long long seed = 0; seed < 300; seed++) {
        random_state r = random_make(seed);
        body_def def[2];
        for (int i = 0; i < 2; i++) {
            double x = random_real(&r, 0.5, 1), y = random_real(&r, 0.5, 1), z = random_real(&r, 0.5, 1);
            def[i] = i || seed % 2 ? body_def_sized(CLD_ELLIPSOID, x, y, z)
                                   : body_def_upright(CLD_CYLINDER, -x, x, y);
            def[i].def.transform = body_place(false, 0, &r);
        }
        take(&all, &def[0], &def[1], &q);
    }
    expect_proven(&all, "opposite", 299, 40, 98);
    body_pair_free(&q);
}

/// The better of two opposite peaks is taken, by however little it is.
Test(curved_expand, takes_the_better_of_two_opposite_peaks) {
    body_pair q = {0};
    for (int i = 0; i < 24; i++) {
        double off = (i % 2 ? -1 : 1) * power_of_ten(-12 + i / 2 % 6);
        random_state r = random_make((uint64_t)i);
        body_def a = body_def_sized(CLD_ELLIPSOID, 1, 0.875, 0.5),
                 b = body_def_sized(CLD_ELLIPSOID, 0.75, 1, 0.5);
        cld_transform place = body_place(false, 0, &r);
        b.def.transform.t = cld_vec3_make(0, 0, off);
        b.def.transform = cld_transform_compose(&place, &b.def.transform);
        a.def.transform = place;
        body_pair_ask(&q, a, b);
        cr_expect_float_eq(q.r.signed_distance, fabs(off) - 1, 1e-14, "%g: %.17g", off, q.r.signed_distance);
    }
    body_pair_free(&q);
}

/// Drums whose axes are turned by little from each other, and beside each other by a part of 1e-1 to 1e-6,
/// are nearly as deep all around: their sum bends nearly as the circle that has to be proven.
Test(curved_expand, proves_nearly_a_ring_of_directions_in_few_steps) {
    body_pair q = {0};
    tally all = {0};
    for (unsigned long long seed = 0; seed < 120; seed++) {
        random_state r = random_make(seed);
        double off = random_power_of_ten(&r, -6, -1), turn = random_real(&r, 0, 6),
               tilt = 0.5 * off * random_real(&r, -1, 1), radius = random_real(&r, 0.5, 1);
        body_def a = body_def_upright(CLD_CYLINDER, -5, 5, 1),
                 b = body_def_upright(CLD_CYLINDER, -5, 6, radius);
        cld_transform place = body_place(false, 1, &r);
        b.def.transform.m.row[0] = cld_vec3_make(cos(tilt), 0, sin(tilt));
        b.def.transform.m.row[2] = cld_vec3_make(-sin(tilt), 0, cos(tilt));
        b.def.transform.t = cld_vec3_make(off * cos(turn), off * sin(turn), 0);
        b.def.transform = cld_transform_compose(&place, &b.def.transform);
        a.def.transform = place;
        take(&all, &a, &b, &q);
    }
    expect_proven(&all, "ring", 119, 450, 60);
    body_pair_free(&q);
}

/// What is small, on the axis of a drum, just below its end: the end is all that is near.
Test(curved_expand, is_over_where_a_flat_end_proves_it) {
    body_pair q = {0};
    body_def drum = body_def_upright(CLD_CYLINDER, -1, 1, 1),
             egg = body_def_sized(CLD_ELLIPSOID, 0.125, 0.1875, 0.25);
    egg.def.transform.t = cld_vec3_make(0.125, 0.25, 0.875);
    body_pair_ask(&q, drum, egg);
    cr_expect_float_eq(q.r.signed_distance, -0.375, 1e-15);
    cr_expect_eq(q.r.normal.z, 1);
    cr_expect_leq(q.r.upper - q.r.lower, 1e-13);
    cr_expect_leq(q.r.stats.epa_iterations, 4, "%u steps", q.r.stats.epa_iterations);
    body_pair_free(&q);
}

/// The greatest separation that Newton's method finds from directions all around.
static double search(const cld_cso *cso, random_state *r) {
    double most = -INFINITY;
    for (int i = 0; i < 60; i++) {
        cld_vec3 n = body_direction_make(r);
        cld_cso_vertex v = cld_cso_support(cso, n);
        cld_peak peak;
        most = fmax(most, cld_cso_find_separation(cso, n));
        if (cld_polish(cso, n, &v, (double[]){1}, 1, &peak))
            most = fmax(most, peak.separation);
    }
    return most;
}

/// Lanes have room for all but a few, and what they prove is that no direction is better.
Test(curved_expand, in_lanes_is_as_good_as_a_search_for_better_directions) {
    size_t asked = 0, answered = 0;
    for (uint64_t seed = 0; seed < random_trials(1000); seed++) {
        random_state r = random_make(seed);
        body_def a = body_def_make(body_curved[seed % 3], 0, &r),
                 b = body_def_make(body_bounded[random_int(&r, 0, 9)], 0, &r);
        a.def.margin = b.def.margin = 0;
        a.def.transform = body_place(false, 0.2, &r);
        b.def.transform = body_place(false, 0.2, &r);
        core_pair p = core_pair_make(&a, &b);
        cld_gjk_result met = cld_gjk(&p.cso, cld_cso_start(&p.cso), cld_simplex_find_nearest_exactly);
        cld_query_stats stats = {0};
        cld_peak peak = {.separation = -INFINITY};
        cld_curved_search s = {&p.cso, p.cso.size, INFINITY, &peak, .stats = &stats};
        cld_vec3 flat;
        uint32_t calls = 0;
        double upper;
        if (met.stop == CLD_GJK_MEETS && cld_blow_up(&p.cso, &met.simplex, s.corner, &flat, &calls)) {
            cld_curved_begin(&s);
            asked++;
            if (cld_curved_expand_in_lanes(&s, &upper)) {
                double found = search(&p.cso, &r), size = p.cso.size;
                answered++;
                cr_expect_leq(found, upper, "seed %llu: %.17g above", (unsigned long long)seed,
                              found - upper);
                cr_expect(peak.separation <= upper && peak.separation >= upper - 2e-10 * size,
                          "seed %llu: %.17g, at most %.17g", (unsigned long long)seed, peak.separation,
                          upper);
            }
        }
        core_pair_free(&p);
    }
    cr_expect(asked > random_trials(500) && 100 * answered > 95 * asked, "%zu of %zu", answered, asked);
}
