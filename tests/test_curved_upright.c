/// Cylinders, cones and what else is turned about an axis, in each other where these are parallel.
#include <criterion/criterion.h>
#include <math.h>

#include "math/vec.h"
#include "narrow/curved.h"
#include "support/body_pair.h"

/// A shape turned about the z axis.
static body_def make_turned(cld_kind kind, double low, double high, double radius) {
    body_def d = body_def_upright(kind, low, high, radius);
    if (kind == CLD_SPHERE) {
        d.def.point_count = 0;
        d.def.transform = cld_transform_make_translation(cld_vec3_make(0, 0, 0.5 * (low + high)));
    }
    return d;
}

/// The separation in the plane, along every one of many directions.
static double search_plane(const body *a, const body *b) {
    double most = -INFINITY;
    for (int i = 0; i <= 20000; i++) {
        double turn = (i - 10000) * (3.14159265358979323846 / 20000);
        most = fmax(most, body_separation(a, b, cld_vec3_make(cos(turn), 0, sin(turn))));
    }
    return most;
}

/// What is turned about one axis, or about two that are parallel, is as deep as its outlines in the plane
/// that holds both, and no search finds a better way. Nothing is expanded for that.
Test(curved_upright, is_as_deep_as_the_outlines_are_in_each_other) {
    static const cld_kind kinds[] = {CLD_CYLINDER, CLD_CONE, CLD_CAPSULE, CLD_SPHERE, CLD_SEGMENT};
    body_pair q = {0};
    int overlaps = 0;
    for (unsigned long long seed = 0; seed < 400; seed++) {
        random_state r = random_make(seed);
        body_def def[2];
        for (int i = 0; i < 2; i++) {
            double low = random_real(&r, -1, 0.5), high = low + random_real(&r, 0.1, 2);
            if (random_one_in(&r, 3)) { // upside down
                double t = low;
                low = high, high = t;
            }
            def[i] = make_turned(kinds[random_int(&r, 0, i ? 4 : 1)], low, high, random_real(&r, 0.2, 1));
            if (seed % 5 == 0 && i) // the same twice
                def[1] = def[0];
        }
        double beside = seed % 2 ? random_power_of_ten(&r, -14, 0) : 0;
        cld_transform step = cld_transform_make_translation(cld_vec3_make(beside, 0, 0));
        def[1].def.transform = cld_transform_compose(&step, &def[1].def.transform);
        body a = body_make(&def[0]), b = body_make(&def[1]);
        double truth = search_plane(&a, &b), d = fmax(body_diagonal(&a), body_diagonal(&b));
        cld_transform place = body_place(false, 2, &r);
        for (int i = 0; i < 2; i++)
            def[i].def.transform = cld_transform_compose(&place, &def[i].def.transform);
        bool swapped = random_one_in(&r, 2);
        body_pair_ask(&q, def[swapped], def[!swapped]);
        if (!(q.r.signed_distance < 0))
            continue;
        overlaps++;
        // The directions tried are 1.6e-4 from each other.
        cr_expect(q.r.signed_distance >= truth - 1e-12 && q.r.signed_distance <= truth + 1e-3 * d,
                  "seed %llu: %.17g, not %.17g", seed, q.r.signed_distance, truth);
        cr_expect_leq(q.r.upper - q.r.lower, 1e-10 * d, "seed %llu: %g wide", seed, q.r.upper - q.r.lower);
        cld_vec3 n;
        cr_expect_leq(body_search(&a, &b, 40, &n), q.r.upper + 1e-12, "seed %llu", seed);
        cr_expect_eq(q.r.stats.epa_iterations, 0, "seed %llu", seed);
    }
    cr_expect_gt(overlaps, 250, "%d", overlaps);
    body_pair_free(&q);
}

/// Moved and tilted against each other by little, by whatever that is: no direction separates more than the
/// bound that rings give says, and few steps are made where it is as narrow as the answer has to be.
Test(curved_upright, bounds_what_is_nearly_so) {
    body_pair q = {0};
    for (unsigned long long seed = 0; seed < 200; seed++) {
        random_state r = random_make(seed);
        body_def a = make_turned(seed % 2 ? CLD_CYLINDER : CLD_CONE, -1, 1, random_real(&r, 0.3, 1)),
                 b = make_turned(seed / 2 % 2 ? CLD_CYLINDER : CLD_CAPSULE, -0.7, 1.2,
                                 random_real(&r, 0.3, 1));
        double off = random_power_of_ten(&r, -13, -1);
        double tilt = off * random_real(&r, -1, 1), aside = off * random_real(&r, -1, 1);
        cld_transform place = body_place(false, 1, &r);
        b.def.transform.m.row[0] = cld_vec3_make(cos(tilt), 0, sin(tilt));
        b.def.transform.m.row[2] = cld_vec3_make(-sin(tilt), 0, cos(tilt));
        b.def.transform.t = cld_vec3_make(aside, random_real(&r, -1, 1) * off, 0);
        a.def.transform = cld_transform_compose(&place, &a.def.transform);
        b.def.transform = cld_transform_compose(&place, &b.def.transform);
        body truth_a = body_make(&a), truth_b = body_make(&b);
        double d = fmax(body_diagonal(&truth_a), body_diagonal(&truth_b));
        body_pair_ask(&q, a, b);
        cr_assert_lt(q.r.signed_distance, 0);
        cld_vec3 n;
        double found = body_search(&truth_a, &truth_b, 200, &n);
        cr_expect_leq(found, q.r.upper + 1e-13, "seed %llu: %g above", seed, found - q.r.upper);
        cr_expect_leq(found, q.r.signed_distance + 1e-10 * d, "seed %llu: %g better", seed,
                      found - q.r.signed_distance);
        cr_expect_leq(q.r.upper - q.r.lower, 1e-6 * d, "seed %llu", seed);
        cr_expect(off > 1e-9 || q.r.stats.epa_iterations <= 525, "seed %llu: %u steps", seed,
                  q.r.stats.epa_iterations);
    }
    body_pair_free(&q);
}

/// The greatest separation along directions across the z axis or one that is tilted from it by `bend`, first
/// all around and then beside the best of those.
static double search_around(const body *a, const body *b, cld_vec3 bend) {
    double most = -INFINITY, middle = 0;
    for (int round = 0; round < 2; round++) {
        double step = round ? 1e-6 : 1e-3;
        double from = middle - 3200 * step, best = middle;
        for (int i = 0; i <= 6400; i++) {
            double turn = from + i * step;
            cld_vec3 n = {cos(turn), sin(turn), 0}, other = cld_unit(cld_add(n, cld_cross(bend, n)));
            double found = fmax(body_separation(a, b, n), body_separation(a, b, other));
            if (found > most)
                most = found, best = turn;
        }
        middle = best;
    }
    return most;
}

/// Where axes are tilted by as little as they are beside each other, the best way out may be anywhere around.
Test(curved_upright, takes_the_best_way_around_where_tilts_count_as_much_as_what_is_beside) {
    static const double sizes[] = {1e-8, 1e-7, 3e-7, 1e-6};
    body_pair q = {0};
    for (unsigned long long seed = 0; seed < random_trials(400); seed++) {
        random_state r = random_make(seed);
        double tilt = sizes[random_int(&r, 0, 2)], turn = random_real(&r, 0, 6),
               low = random_real(&r, 0.5, 2);
        body_def a = make_turned(CLD_CYLINDER, -low, low, random_real(&r, 0.1, 0.5)),
                 b = make_turned(seed % 2 ? CLD_CYLINDER : CLD_CAPSULE, 0.25 - 1.5, 0.25 + 1.5,
                                 random_real(&r, 0.1, 0.5));
        cld_vec3 bend = {tilt * cos(turn), tilt * sin(turn), 0};
        b.def.transform.m.row[0] = cld_vec3_make(1, 0, bend.y);
        b.def.transform.m.row[1] = cld_vec3_make(0, 1, -bend.x);
        b.def.transform.m.row[2] = cld_vec3_make(-bend.y, bend.x, 1);
        b.def.transform.t = cld_vec3_make(sizes[random_int(&r, 0, 3)], 0, 0);
        body truth_a = body_make(&a), truth_b = body_make(&b);
        double d = fmax(body_diagonal(&truth_a), body_diagonal(&truth_b)),
               found = search_around(&truth_a, &truth_b, bend);
        body_pair_ask(&q, a, b);
        cr_expect_leq(found, q.r.signed_distance + 1e-12 * d, "seed %llu: %g better", seed,
                      found - q.r.signed_distance);
    }
    body_pair_free(&q);
}

/// Axes so near to each other that any way from one to the other will do: what is said holds for the best
/// one.
Test(curved_upright, bounds_the_best_way_aside_where_it_takes_any) {
    const double away = 0x3p-45;
    for (int i = 0; i < 4; i++) {
        body_def drum = body_def_upright(CLD_CYLINDER, -1.5, 1.5, 1);
        cld_shape *shape = body_create(&drum);
        cld_pose pose = {.r = cld_mat3_identity, .t = {(i == 0) - (i == 1), (i == 2) - (i == 3), 0}};
        pose.t = cld_scale(pose.t, away);
        double *scratch = aligned_alloc(32, 4096);
        cld_cso cso;
        cld_cso_make(shape, NULL, shape, &pose, scratch, &cso);
        cld_peak peak = {.separation = -INFINITY};
        double upper = cld_peak_try_upright(&cso, &peak);
        cr_expect_geq(upper, away - 2, "aside %d: %g too low", i, away - 2 - upper);
        cr_expect_lt(upper, 1e-12 - 2);
        free(scratch);
        cld_shape_destroy(shape);
    }
}

/// Of what is not turned about an axis nothing is said.
Test(curved_upright, is_silent_of_all_else) {
    const body_def others[] = {body_def_sized(CLD_ELLIPSOID, 1, 1, 2), body_def_sized(CLD_BOX, 1, 1, 1)};
    for (size_t i = 0; i < 2; i++) {
        body_def drum = body_def_upright(CLD_CYLINDER, -1, 1, 1), other = others[i];
        cld_shape *a = body_create(&drum), *b = body_create(&other);
        double *scratch = aligned_alloc(32, 4096);
        cld_cso cso;
        cld_cso_make(a, NULL, b, NULL, scratch, &cso);
        cld_peak peak = {.separation = -INFINITY};
        cr_expect_eq(cld_peak_try_upright(&cso, &peak), INFINITY);
        cr_expect_eq(peak.separation, -INFINITY);
        free(scratch);
        cld_shape_destroy(a);
        cld_shape_destroy(b);
    }
}

/// Along the axis of the cone, which leans a little, the other is so short that the square of that is hardly
/// more than 0.
Test(curved_upright, a_side_however_short_has_a_unit_normal) {
    body_pair q = {0};
    for (int power = -30; power < 30; power++) {
        double high = ldexp(6e89, power);
        body_def tall = body_def_between(CLD_CONE, cld_vec3_make(-1e-55, -8e85, 0),
                                         cld_vec3_make(-1.5e-54, high, 0), 2e-14),
                 low = body_def_between(CLD_CAPSULE, cld_vec3_make(0, 3e-87, 0),
                                        cld_vec3_make(-3e72, 1e72, -1e-47), 8.7e85);
        tall.def.transform = cld_transform_make_translation(cld_vec3_make(7e17, 2e10, 0));
        low.def.transform = cld_transform_make_translation(cld_vec3_make(0, 0, -3e51));
        body_pair_ask(&q, tall, low);
        cr_expect_float_eq(cld_length(q.r.normal), 1, 1e-15, "%g high", high);
    }
    body_pair_free(&q);
}
