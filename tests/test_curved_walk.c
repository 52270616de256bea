/// GJK in plain doubles between curved shapes.
#include <criterion/criterion.h>
#include <math.h>

#include "math/vec.h"
#include "narrow/curved_walk.h"
#include "narrow/gjk.h"
#include "support/body_pair.h"
#include "support/core_pair.h"

/// A curved shape and any bounded one.
static core_pair make_walked(uint64_t seed) {
    random_state r = random_make(seed);
    body_def a = body_def_make(body_curved[random_int(&r, 0, 2)], 0, &r),
             b = body_def_make(body_bounded[random_int(&r, 0, 9)], 0, &r);
    a.def.margin = b.def.margin = 0;
    b.def.radius = b.def.kind == CLD_SPHERE || b.def.kind == CLD_CAPSULE ? 0.1 : b.def.radius;
    a.def.transform = body_place(false, 0.2, &r);
    b.def.transform = body_place(false, (double)(seed % 4) / 2, &r);
    return core_pair_make(&a, &b);
}

/// How far apart the cores are, or 0: slow, and by other code.
static double measure(const core_pair *w) {
    cld_gjk_result r = cld_gjk(&w->cso, cld_cso_start(&w->cso), cld_simplex_find_nearest_exactly);
    return r.stop == CLD_GJK_MEETS ? 0 : cld_length(r.v);
}

Test(curved_walk, ends_with_what_was_aimed_at) {
    size_t ends[4] = {0};
    for (uint64_t seed = 0; seed < random_trials(2000); seed++) {
        random_state r = random_make(seed + 1000000);
        core_pair w = make_walked(seed);
        double distance = measure(&w), size = w.cso.size;
        const cld_curved_aim aim = {.beyond =
                                        random_one_in(&r, 2) ? INFINITY : random_real(&r, 0, 2) * distance,
                                    .within = random_one_in(&r, 2) ? 0 : random_real(&r, 0, 2) * distance,
                                    .part = random_power_of_ten(&r, -6, -1)};
        cld_gjk_result found = cld_curved_walk(&w.cso, &aim);
        double length = cld_length(found.v);
        ends[found.stop]++;
        switch (found.stop) {
        case CLD_GJK_APART: {
            cld_vec3 n = cld_scale(found.v, -1 / length);
            cr_expect_geq(cld_cso_find_separation(&w.cso, n), aim.beyond - 1e-14 * size, "seed %llu",
                          (unsigned long long)seed);
            break;
        }
        case CLD_GJK_MEETS:
            cr_expect(distance <= aim.within + 1e-14 * size, "seed %llu: %g apart, not %g",
                      (unsigned long long)seed, distance, aim.within);
            break;
        case CLD_GJK_CONVERGED:
            cr_expect(length >= distance - 1e-14 * size && length * (1 - aim.part) <= distance + 1e-14 * size,
                      "seed %llu: %g apart, not %g", (unsigned long long)seed, distance, length);
            break;
        case CLD_GJK_STALLED: break;
        }
        // The simplex is what it says to be.
        cld_vec3 v = {0, 0, 0};
        for (int i = 0; i < found.simplex.count; i++) {
            const cld_cso_vertex *s = &found.simplex.vertex[i];
            cr_expect_lt(cld_distance(s->w, cld_sub(cld_sub(s->a, s->b), w.cso.offset)), 1e-14 * size);
            v = cld_add_scaled(v, found.simplex.weight[i], s->w);
        }
        if (found.stop == CLD_GJK_CONVERGED)
            cr_expect_lt(cld_distance(v, found.v), 1e-9 * size, "seed %llu", (unsigned long long)seed);
        core_pair_free(&w);
    }
    cr_expect(ends[CLD_GJK_APART] > random_trials(100) && ends[CLD_GJK_MEETS] > random_trials(100) &&
                  ends[CLD_GJK_CONVERGED] > random_trials(100) &&
                  ends[CLD_GJK_STALLED] * 20 < ends[CLD_GJK_CONVERGED],
              "%zu apart, %zu meet, %zu nearest, %zu stalled", ends[CLD_GJK_APART], ends[CLD_GJK_MEETS],
              ends[CLD_GJK_CONVERGED], ends[CLD_GJK_STALLED]);
}

/// Newton's method, or the axis of a flat end, takes over after few steps: walked to the last bit these take
/// twenty and more.
Test(curved_walk, is_all_that_most_distances_walk) {
    static const cld_kind kinds[] = {CLD_CYLINDER, CLD_CONE, CLD_ELLIPSOID, CLD_BOX, CLD_SPHERE};
    body_pair q = {0};
    size_t asked = 0, steps = 0;
    for (unsigned long long seed = 0; seed < 500; seed++) {
        random_state r = random_make(seed);
        body_def a = body_def_make(kinds[seed % 3], 0, &r), b = body_def_make(kinds[seed % 5], 0, &r);
        a.def.transform = body_place(false, 0.2, &r);
        b.def.transform = body_place(false, 0.2, &r);
        b.def.transform.t.z += 3 + random_real(&r, 0, 1);
        body_pair_ask(&q, a, b);
        if (!(q.r.signed_distance > 0))
            continue;
        asked++;
        steps += q.r.stats.gjk_iterations;
    }
    cr_expect(asked > 300 && steps < 10 * asked, "%zu steps of %zu", steps, asked);
    body_pair_free(&q);
}

/// What is nearest to a flat end is told by its axis: the point beside it, as it is, and the one of the end
/// below that.
Test(curved_walk, is_over_where_a_point_is_above_a_flat_end) {
    body_pair q = {0};
    for (unsigned long long seed = 0; seed < 300; seed++) {
        random_state r = random_make(seed);
        double turn = random_real(&r, 0, 6), out = 0.95 * random_real(&r, 0, 1),
               height = random_real(&r, 1.1, 3);
        cld_vec3 at = {out * cos(turn), out * sin(turn), height};
        body_def end = body_def_upright(seed % 2 ? CLD_CYLINDER : CLD_CONE, seed % 2 ? -1 : 1,
                                        seed % 2 ? 1 : -1, 1),
                 tip = body_def_between(CLD_SEGMENT, at, cld_add(at, cld_vec3_make(0.1, 0.2, 1)), 0);
        body_pair_ask(&q, end, tip);
        cr_expect_float_eq(q.r.signed_distance, height - 1, 1e-14);
        cr_expect(q.r.normal.x == 0 && q.r.normal.y == 0 && q.r.normal.z == 1, "seed %llu", seed);
        cr_expect_leq(cld_distance(q.r.closest_a, cld_vec3_make(at.x, at.y, 1)), 4e-15, "seed %llu", seed);
        cr_expect_leq(cld_distance(q.r.closest_b, at), 4e-15, "seed %llu", seed);
        cr_expect_leq(q.r.stats.gjk_iterations, 5, "seed %llu: %u steps", seed, q.r.stats.gjk_iterations);
    }
    body_pair_free(&q);
}
