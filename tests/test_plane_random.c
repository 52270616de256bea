/// Random planar pairs against exact arithmetic, and the laws that hold for all of them.
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "collide/verify.h"
#include "math/vec.h"
#include "support/oracle2.h"
#include "support/planar.h"
#include "support/random.h"
#include "support/shapes.h"

static const cld_algorithm algorithms[] = {CLD_AUTO, CLD_GJK_EPA, CLD_SAT};

typedef struct trial {
    planar_pair pair;
    cld_shape *a, *b;
    uint64_t seed;
    double diagonal, magnitude;
} trial;

static double set_diagonal(const planar_set *s) {
    double side[2];
    for (int k = 0; k < 2; k++) {
        double low = HUGE_VAL, high = -HUGE_VAL;
        for (size_t i = 0; i < s->count; i++)
            low = fmin(low, s->at[i][k]), high = fmax(high, s->at[i][k]);
        side[k] = high - low;
    }
    return hypot(side[0], side[1]);
}

static double set_magnitude(const planar_set *s) {
    double most = 0;
    for (size_t i = 0; i < s->count; i++)
        most = fmax(most, fmax(fabs(s->at[i][0]), fabs(s->at[i][1])));
    return most;
}

static trial begin(uint64_t seed) {
    trial t = {.pair = planar_make_pair(seed), .seed = seed};
    t.a = planar_make_hull(&t.pair.a);
    t.b = planar_make_hull(&t.pair.b);
    t.diagonal = fmax(set_diagonal(&t.pair.a), set_diagonal(&t.pair.b));
    t.magnitude = fmax(set_magnitude(&t.pair.a), set_magnitude(&t.pair.b));
    return t;
}

static void end(trial *t) {
    cld_shape_destroy(t->a);
    cld_shape_destroy(t->b);
}

static double grant(const trial *t) { return 1e-12 * t->diagonal + 4e-16 * t->magnitude; }

/// The pair as two documents.
static const char *describe(const trial *t, cld_algorithm algorithm) {
    static char text[4096];
    int length = snprintf(text, sizeof text, "seed %llu, %s, %s:", (unsigned long long)t->seed,
                          t->pair.family, cld_algorithm_name(algorithm));
    for (int side = 0; side < 2; side++) {
        const planar_set *s = side ? &t->pair.b : &t->pair.a;
        length +=
            snprintf(text + length, sizeof text - (size_t)length, " {\"type\":\"polygon\",\"vertices\":[");
        for (size_t i = 0; i < s->count; i++)
            length += snprintf(text + length, sizeof text - (size_t)length, "%s[%.17g,%.17g]", i ? "," : "",
                               s->at[i][0], s->at[i][1]);
        length += snprintf(text + length, sizeof text - (size_t)length, "]}");
    }
    return text;
}

static oracle_real find_truth(const planar_set *a, const planar_set *b) {
    return oracle2_find_signed_distance(&a->at[0][0], a->count, &b->at[0][0], b->count);
}

static cld_vec3 minus(cld_vec3 a, cld_vec3 b) { return (cld_vec3){a.x - b.x, a.y - b.y, a.z - b.z}; }

static double length_of(cld_vec3 v) { return hypot(v.x, v.y); }

static void check_contacts(const trial *t, const cld_result *r, const char *what) {
    cr_assert_eq(r->contact_count > 0, r->outcome != CLD_SEPARATED, "%s", what);
    cr_assert_leq(r->contact_count, 3, "%s", what);
    double room = 1e-9 * t->diagonal + 4e-15 * t->magnitude;
    for (size_t i = 0; i < r->contact_count; i++) {
        const cld_contact *c = &r->contacts[i];
        cld_vec3 d = minus(c->world_a, c->world_b);
        cr_assert_geq(-r->signed_distance, c->depth, "%s", what);
        cr_assert(i > 0 || c->depth == -r->signed_distance, "%s: deepest %.17g", what, c->depth);
        cr_assert(fabs(d.x - c->depth * r->normal.x) <= room && fabs(d.y - c->depth * r->normal.y) <= room,
                  "%s", what);
        planar_set on_a = {{{c->world_a.x, c->world_a.y, 0}}, 1},
                   on_b = {{{c->world_b.x, c->world_b.y, 0}}, 1};
        cr_assert_leq(find_truth(&t->pair.a, &on_a).value, room, "%s: contact %zu is not on A", what, i);
        cr_assert_leq(find_truth(&t->pair.b, &on_b).value, room, "%s: contact %zu is not on B", what, i);
    }
    cld_vec3 apart = minus(r->closest_b, r->closest_a);
    cr_assert_float_eq(length_of(apart), fabs(r->signed_distance), room, "%s: closest", what);
}

static double check_numbers(const trial *t, const cld_result *r, oracle_real truth, const char *what) {
    double error = fabs(oracle_excess(r->signed_distance, truth)), width = r->upper - r->lower;
    cr_assert_leq(error, grant(t), "%s: got %.17g, not %.17g", what, r->signed_distance, truth.value);
    cr_assert(oracle_excess(r->lower, truth) <= 0 && oracle_excess(r->upper, truth) >= 0,
              "%s: %.17g is not between %.17g and %.17g", what, truth.value, r->lower, r->upper);
    cr_assert_leq(width, 1e-13 * t->diagonal + 1e-14 * t->magnitude, "%s: bounds %g apart", what, width);
    cr_assert_float_eq(length_of(r->normal), 1, 4e-16, "%s", what);
    cr_assert(r->normal.z == 0 && r->tangent[0].x == -r->normal.y + 0.0 && r->tangent[0].y == r->normal.x,
              "%s", what);
    double direction[2] = {r->normal.x, r->normal.y};
    const planar_set *a = &t->pair.a, *b = &t->pair.b;
    oracle_real along = oracle2_find_separation(&a->at[0][0], a->count, &b->at[0][0], b->count, direction);
    cr_assert_float_eq(along.value, truth.value, grant(t) + 4e-16 * t->magnitude,
                       "%s: %.17g along the normal, not %.17g", what, along.value, truth.value);
    return width;
}

static void check_swapped(const trial *t, const cld_result *r, cld_algorithm algorithm, const char *what) {
    cld_result kept = *r, s = planar_ask(t->b, t->a, algorithm);
    bool same = s.signed_distance == kept.signed_distance && s.lower == kept.lower && s.upper == kept.upper &&
                s.contact_count == kept.contact_count && s.outcome == kept.outcome &&
                s.tolerance == kept.tolerance;
    cr_assert(same, "%s: swapped", what);
    bool equal =
        memcmp(&t->pair.a.at, &t->pair.b.at, sizeof t->pair.a.at) == 0; // no order can tell these apart
    cr_assert(equal || (s.normal.x == -kept.normal.x && s.normal.y == -kept.normal.y), "%s: normal swapped",
              what);
    cr_assert(equal || (s.feature_a.kind == kept.feature_b.kind && s.feature_a.index == kept.feature_b.index),
              "%s", what);
}

Test(plane_random, agrees_with_exact_arithmetic) {
    double widest = 0;
    for (uint64_t seed = 0, trials = random_trials(8000); seed < trials; seed++) {
        trial t = begin(seed);
        oracle_real truth = find_truth(&t.pair.a, &t.pair.b);
        for (size_t i = 0; i < sizeof algorithms / sizeof *algorithms; i++) {
            const char *what = describe(&t, algorithms[i]);
            cld_result r = planar_ask(t.a, t.b, algorithms[i]);
            double width = check_numbers(&t, &r, truth, what);
            widest = fmax(widest, t.diagonal > 0 ? width / (t.diagonal + t.magnitude) : 0);
            if (seed % 2 == 0)
                check_contacts(&t, &r, what);
            check_swapped(&t, &r, algorithms[i], what);
        }
        end(&t);
    }
    cr_log_info("bounds at most %g of the size apart\n", widest);
}

static void move_set(planar_set *s, double x, double y) {
    for (size_t i = 0; i < s->count; i++)
        s->at[i][0] += x, s->at[i][1] += y;
}

Test(plane_random, ends_the_overlap_by_the_translation) {
    for (uint64_t seed = 0, trials = random_trials(4000); seed < trials; seed++) {
        trial t = begin(seed);
        cld_result r = planar_ask(t.a, t.b, CLD_AUTO);
        planar_set moved = t.pair.b;
        move_set(&moved, r.mtv.x, r.mtv.y);
        if (r.signed_distance < 0)
            cr_assert_geq(find_truth(&t.pair.a, &moved).value, -2 * grant(&t), "%s", describe(&t, CLD_AUTO));
        end(&t);
    }
}

static planar_set scale_set(const planar_set *s, double factor) {
    planar_set scaled = *s;
    for (size_t i = 0; i < s->count; i++)
        scaled.at[i][0] *= factor, scaled.at[i][1] *= factor;
    return scaled;
}

Test(plane_random, scales_by_powers_of_two_to_the_last_bit) {
    static const double factors[] = {0x1p-3, 0x1p60, 0x1p-290, 0x1p290};
    for (uint64_t seed = 0, trials = random_trials(3000); seed < trials; seed++) {
        trial t = begin(seed);
        double factor = factors[seed / 8 % 4];
        bool extreme = strcmp(t.pair.family, "sizes") == 0;
        planar_set a = scale_set(&t.pair.a, extreme ? 2 : factor),
                   b = scale_set(&t.pair.b, extreme ? 2 : factor);
        cld_shape *big_a = planar_make_hull(&a), *big_b = planar_make_hull(&b);
        for (size_t i = 0; i < sizeof algorithms / sizeof *algorithms; i++) {
            cld_result r = planar_ask(t.a, t.b, algorithms[i]), s = planar_ask(big_a, big_b, algorithms[i]);
            cr_assert_eq(s.signed_distance, r.signed_distance * (extreme ? 2 : factor), "%s",
                         describe(&t, algorithms[i]));
            cr_assert(s.normal.x == r.normal.x && s.normal.y == r.normal.y, "%s",
                      describe(&t, algorithms[i]));
        }
        cld_shape_destroy(big_a);
        cld_shape_destroy(big_b);
        end(&t);
    }
}

static cld_shape *make_moved(const planar_set *set, const cld_transform *motion) {
    cld_shape_def def = cld_shape_def_make(CLD_POLYGON);
    def.points = &set->at[0][0];
    def.point_count = set->count;
    def.convexify = true;
    def.transform = *motion;
    return shape_make(&def);
}

Test(plane_random, moves_with_the_pair) {
    for (uint64_t seed = 0, trials = random_trials(4000); seed < trials; seed++) {
        trial t = begin(seed);
        random_state r = random_make(seed + 1);
        cld_transform turn = cld_transform_make_axis_angle((cld_vec3){0, 0, 1}, random_real(&r, -180, 180));
        cld_transform shift = cld_transform_make_translation(
            (cld_vec3){random_real(&r, -1, 1) * t.magnitude, random_real(&r, -1, 1) * t.magnitude, 0});
        cld_transform motion = cld_transform_compose(&shift, &turn);
        if (random_one_in(&r, 2)) {
            cld_transform mirror = cld_transform_make_scale((cld_vec3){-1, 1, 1});
            motion = cld_transform_compose(&motion, &mirror);
        }
        cld_shape *a = make_moved(&t.pair.a, &motion), *b = make_moved(&t.pair.b, &motion);
        oracle_real truth = find_truth(&t.pair.a, &t.pair.b);
        for (size_t i = 0; i < sizeof algorithms / sizeof *algorithms; i++) {
            cld_result moved = planar_ask(a, b, algorithms[i]);
            cr_assert_float_eq(moved.signed_distance, truth.value, 2 * grant(&t), "%s: got %.17g, not %.17g",
                               describe(&t, algorithms[i]), moved.signed_distance, truth.value);
            // The motion itself is good to 100 bits.
            double lost = 1e-29 * t.magnitude;
            cr_assert(oracle_excess(moved.lower - lost, truth) <= 0 &&
                          oracle_excess(moved.upper + lost, truth) >= 0,
                      "%s", describe(&t, algorithms[i]));
        }
        cld_shape_destroy(a);
        cld_shape_destroy(b);
        end(&t);
    }
}

static cld_shape *make_rounded(const planar_set *set, double margin) {
    cld_shape_def def = cld_shape_def_make(CLD_POLYGON);
    def.points = &set->at[0][0];
    def.point_count = set->count;
    def.convexify = true;
    def.margin = margin;
    return shape_make(&def);
}

/// How far the farthest vertex of `inner` is out of `outer`; negative: how deep all are inside.
static double find_reach(const planar_set *inner, const planar_set *outer) {
    double most = -HUGE_VAL;
    for (size_t i = 0; i < inner->count; i++) {
        planar_set point = {{{inner->at[i][0], inner->at[i][1]}}, 1};
        most = fmax(most, find_truth(outer, &point).value);
    }
    return most;
}

Test(plane_random, tells_containment_as_the_vertices_do) {
    static const cld_containment expected[2][2] = {{CLD_CONTAINS_NONE, CLD_B_IN_A}, {CLD_A_IN_B, CLD_EQUAL}};
    uint32_t seen[4] = {0};
    for (uint64_t seed = 0, trials = random_trials(4000); seed < trials; seed++) {
        random_state r = random_make(seed);
        planar_pair pair = planar_make_pair(8 * seed + seed % 2);
        for (int k = 0; k < 2 && random_one_in(&r, 2);
             k++) // middles of A's points, so that B is often inside
            for (size_t i = 0; i < pair.b.count; i++)
                for (int c = 0; c < 2; c++)
                    pair.b.at[i][c] =
                        0.5 * (pair.a.at[i % pair.a.count][c] + pair.a.at[(i + 1) % pair.a.count][c]);
        if (random_one_in(&r, 20))
            pair.b = pair.a;
        double margin_a = random_one_in(&r, 2) ? 0.25 * random_int(&r, 0, 8) : 0;
        double margin_b = random_one_in(&r, 2) ? 0.25 * random_int(&r, 0, 8) : 0;
        cld_shape *a = make_rounded(&pair.a, margin_a), *b = make_rounded(&pair.b, margin_b);
        cld_result found = planar_ask(a, b, CLD_AUTO);
        double truth = find_truth(&pair.a, &pair.b).value - margin_a - margin_b;
        cr_assert_float_eq(found.signed_distance, truth, 1e-13, "seed %llu", (unsigned long long)seed);
        double a_out = find_reach(&pair.a, &pair.b) + margin_a - margin_b - found.tolerance;
        double b_out = find_reach(&pair.b, &pair.a) + margin_b - margin_a - found.tolerance;
        bool clear = fabs(a_out) > 1e-12 && fabs(b_out) > 1e-12;
        if (clear && found.outcome != CLD_SEPARATED) {
            seen[found.containment]++;
            cr_assert_eq(found.containment, expected[a_out < 0][b_out < 0],
                         "seed %llu: %d, A %g out of B, B %g out of A", (unsigned long long)seed,
                         (int)found.containment, a_out, b_out);
        }
        cld_shape_destroy(a);
        cld_shape_destroy(b);
    }
    for (int i = 0; i < 4; i++)
        cr_expect_geq(seen[i], random_trials(4000) / 100, "containment %d in %u cases", i, seen[i]);
}

/// Placed, the three points may have been rounded past each other.
Test(plane_random, a_polygon_that_is_nearly_straight_keeps_its_tip_however_it_is_turned) {
    for (uint64_t seed = 0; seed < 4000; seed++) {
        random_state r = random_make(seed);
        double dx = random_int(&r, -9, 9), dy = random_int(&r, 1, 9), part = random_int(&r, 2, 5);
        double x = random_int(&r, -20, 20), y = random_int(&r, -20, 20), angle = random_real(&r, -180, 180),
               length = hypot(dx, dy);
        const double points[9] = {
            x / 10, y / 10, 0, (x + dx) / 10, (y + dy) / 10, 0, (x + part * dx) / 10, (y + part * dy) / 10,
            0};
        cld_shape_def def = cld_shape_def_make(CLD_POLYGON), room = cld_shape_def_make(CLD_RECTANGLE);
        def.dimension = 2;
        def.points = points;
        def.point_count = 3;
        room.size[0] = 200, room.size[1] = 400;
        double turn = seed % 4 ? angle * 0.0174532925199433 : 0, c = cos(turn), s = sin(turn);
        def.transform.m.row[0] = cld_vec3_make(c, -s, 0), def.transform.m.row[1] = cld_vec3_make(s, c, 0);
        // The wall across the way from the first point to the last, this far behind that one.
        cld_shape *a = shape_make(&def);
        for (int side = 0; side < 2; side++) {
            double ux = (c * dx - s * dy) / length, uy = (s * dx + c * dy) / length,
                   behind = side ? 0.05 : -0.05, tip_x = c * points[6] - s * points[7],
                   tip_y = s * points[6] + c * points[7];
            room.transform.m.row[0] = cld_vec3_make(ux, -uy, 0),
            room.transform.m.row[1] = cld_vec3_make(uy, ux, 0);
            room.transform.t = cld_vec3_make(tip_x + (behind - 100) * ux, tip_y + (behind - 100) * uy, 0);
            cld_shape *b = shape_make(&room);
            cld_result found = planar_ask(a, b, CLD_AUTO);
            cr_assert_eq(found.containment, side ? CLD_A_IN_B : CLD_CONTAINS_NONE, "seed %llu",
                         (unsigned long long)seed);
            cld_shape_destroy(b);
        }
        cld_shape_destroy(a);
    }
}

/// The ground is bent by less than tells which of its sides a corner is deepest below.
Test(plane_random, contacts_with_nearly_straight_ground_are_on_it) {
    for (uint64_t seed = 0; seed < random_trials(3000); seed++) {
        random_state r = random_make(seed);
        double wide = random_power_of_ten(&r, 3, 8), angle = random_real(&r, -1, 1);
        const double points[12] = {-wide, -random_power_of_ten(&r, -9, -5), 0, 0,     0,  0,
                                   wide,  -random_power_of_ten(&r, -9, -5), 0, -wide, -1, 0};
        cld_shape_def ground = cld_shape_def_make(CLD_POLYGON), box = cld_shape_def_make(CLD_RECTANGLE);
        ground.dimension = 2;
        ground.points = points;
        ground.point_count = 4;
        box.size[0] = 0.7, box.size[1] = 1;
        box.transform.m.row[0] = cld_vec3_make(cos(angle), -sin(angle), 0);
        box.transform.m.row[1] = cld_vec3_make(sin(angle), cos(angle), 0);
        box.transform.t = cld_vec3_make(random_real(&r, -1, 1), random_real(&r, -0.3, 0.6), 0);
        cld_shape *a = shape_make(&box), *b = shape_make(&ground);
        cld_result found = planar_ask(a, b, CLD_AUTO);
        cld_error err;
        cr_expect_eq(cld_verify(a, NULL, b, NULL, &found, &err), CLD_OK, "seed %llu: %s",
                     (unsigned long long)seed, err.message);
        cld_shape_destroy(a);
        cld_shape_destroy(b);
    }
}
