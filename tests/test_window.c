#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "narrow/clip.h"
#include "narrow/window.h"
#include "support/lone_face.h"

enum { MOST = LONE_FACE_MOST, FEW = 12 };

static const cld_plan flat = {
    .t1 = {1, 0, 0}, .t2 = {0, 1, 0}, .n = {0, 0, 1}, .offset = {0.25, 0.5, 0.75}, .slack = 0x1p-34};

/// How far inside of all sides a point is; negative outside.
static double find_depth(const cld_plan_point *corner, uint32_t count, const cld_plan_point *q) {
    double least = INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        const cld_plan_point *p = &corner[i], *next = &corner[cld_plan_next(i, count)];
        least = fmin(least, cld_plan_left(p, next, q) / hypot(next->u - p->u, next->v - p->v));
    }
    return least;
}

static cld_window make_window(lone_face *face, random_state *r, uint32_t count) {
    bool is_b = random_one_in(r, 2), mirrored = random_one_in(r, 3);
    lone_face_make(face, r, count, random_real(r, 0.5, 2), 0, is_b != mirrored);
    face->solid.mirrored = mirrored;
    return cld_window_make(&flat, &face->solid, 0, is_b);
}

Test(window, tells_on_which_side_of_it_a_point_is) {
    static lone_face face;
    static cld_plan_point corner[MOST];
    uint32_t inside = 0, outside = 0;
    for (uint64_t seed = 0; seed < 3000; seed++) {
        random_state r = random_make(seed);
        cld_window window = make_window(&face, &r, (uint32_t)random_int(&r, 3, seed % 2 ? 6 : MOST));
        uint32_t count = cld_outline_look_at_all(&window.outline, corner);
        for (int i = 0; i < 20; i++) {
            cld_plan_point at = corner[random_int(&r, 0, (int)count - 1)],
                           q = {random_real(&r, -3, 3), random_real(&r, -3, 3), 0};
            if (i % 2) // on the line through a corner, near it
                q = cld_plan_between(&at, &q, random_power_of_ten(&r, -8, 0));
            double expected = find_depth(corner, count, &q), found = cld_window_find_depth(&window, &q);
            if (fabs(expected) < 1e-13)
                continue;
            cr_expect_eq(found > 0, expected > 0, "seed %llu: %g, not %g", (unsigned long long)seed, found,
                         expected);
            cr_expect(found >= expected - 1e-13, "seed %llu: %g, not %g", (unsigned long long)seed, found,
                      expected);
            inside += expected > 0, outside += expected < 0;
        }
    }
    cr_expect(inside > 5000 && outside > 5000, "%u, %u", inside, outside);
}

static bool has(const cld_plan_point *points, uint32_t count, const cld_plan_point *p) {
    bool found = false;
    for (uint32_t i = 0; i < count; i++)
        found |= fmax(fabs(points[i].u - p->u), fabs(points[i].v - p->v)) < 1e-9 &&
                 fabs(points[i].h - p->h) < 1e-9;
    return found;
}

static void expect_all(const cld_plan_point *part, uint32_t part_count, const cld_plan_point *whole,
                       uint32_t whole_count, uint64_t seed) {
    for (uint32_t i = 0; i < part_count; i++)
        cr_expect(has(whole, whole_count, &part[i]), "seed %llu: corner %u of %u in %u",
                  (unsigned long long)seed, i, part_count, whole_count);
}

/// What is left to clip where it gives up is clipped by the other.
Test(window, clips_as_all_of_its_sides_do) {
    static lone_face face, other;
    static cld_plan_point corner[MOST], subject[FEW + 2 * MOST], expected[FEW + 2 * MOST];
    cld_buffer spare = {0};
    uint32_t finished = 0, cut = 0, empty = 0;
    for (uint64_t seed = 0; seed < 20000; seed++) {
        random_state r = random_make(seed);
        cld_window window = make_window(&face, &r, (uint32_t)random_int(&r, 3, seed % 2 ? 40 : MOST));
        lone_face_make(&other, &r, (uint32_t)random_int(&r, 3, FEW), random_real(&r, 0.1, 2), 0.5,
                       random_one_in(&r, 2));
        cld_outline clipped = cld_outline_make(&flat, &other.solid, 0, random_one_in(&r, 2));
        uint32_t sides = cld_outline_look_at_all(&window.outline, corner),
                 count = cld_outline_look_at_all(&clipped, subject), before = count;
        cld_outline_look_at_all(&clipped, expected);
        uint32_t expected_count = cld_clip(expected, count, corner, sides, flat.slack, &spare);
        if (cld_window_clip(&window, subject, &count))
            finished++;
        else
            count = cld_clip(subject, count, corner, sides, flat.slack, &spare);
        cr_expect_eq(count, expected_count, "seed %llu: %u, not %u", (unsigned long long)seed, count,
                     expected_count);
        expect_all(subject, count, expected, expected_count, seed);
        expect_all(expected, expected_count, subject, count, seed);
        cut += count != before, empty += count == 0;
    }
    cr_expect_gt(finished, 14000, "%u", finished);
    cr_expect_gt(cut, 8000, "%u", cut);
    cr_expect_gt(empty, 500, "%u", empty);
    free(spare.data);
}

/// A lens, whose tips only lines across them cut, and one side of whose tips a corner is just beyond.
Test(window, leaves_sharp_corners_to_those_who_look_at_all_sides) {
    lone_face face = {.x = {0}};
    enum { HALF = 20 };
    for (uint32_t i = 0; i < 2 * HALF; i++) {
        double x = i < HALF ? -1 + 2.0 * i / HALF : 1 - 2.0 * (i - HALF) / HALF;
        face.x[i] = x, face.y[i] = (i < HALF ? -1e-3 : 1e-3) * (1 - x * x);
    }
    lone_face_bind(&face, 2 * HALF);
    cld_plan plan = flat;
    plan.offset = (cld_vec3){0, 0, 0};
    cld_window window = cld_window_make(&plan, &face.solid, 0, false);
    cld_plan_point subject[3 + CLD_MOST_CUTS] = {{0, 0, 0}, {1 + 0x1p-30, 0, 0}, {0.5, 1e-9, 0}};
    uint32_t count = 3;
    cr_expect_not(cld_window_clip(&window, subject, &count));
    subject[1].u = 0.9, count = 3;
    cr_expect(cld_window_clip(&window, subject, &count));
    cr_expect_eq(count, 3);
}

/// What it has done is right, too, where it gives up, as it does at each corner that is out and yet stays.
/// None of the windows has a sharp corner.
Test(window, however_large_the_slack_nothing_is_left_that_was_not_there) {
    static lone_face face, other;
    static cld_plan_point corner[MOST], subject[FEW + 2 * MOST], before[FEW];
    cld_buffer spare = {0};
    uint32_t changed = 0, stayed = 0;
    for (uint64_t seed = 0; seed < 3000; seed++) {
        random_state r = random_make(seed);
        cld_plan plan = flat;
        plan.slack = random_real(&r, 0.01, 0.5);
        cld_window window = make_window(&face, &r, (uint32_t)random_int(&r, 8, 40));
        window.outline.plan = &plan;
        lone_face_make(&other, &r, (uint32_t)random_int(&r, 3, FEW), random_real(&r, 0.5, 2), 0.5, false);
        cld_outline clipped = cld_outline_make(&plan, &other.solid, 0, false);
        uint32_t sides = cld_outline_look_at_all(&window.outline, corner),
                 count = cld_outline_look_at_all(&clipped, subject), left = count;
        cld_outline_look_at_all(&clipped, before);
        if (!cld_window_clip(&window, subject, &left)) {
            changed += left != count;
            left = cld_clip(subject, left, corner, sides, plan.slack, &spare);
        }
        for (uint32_t i = 0; i < left; i++)
            cr_expect_geq(find_depth(before, count, &subject[i]), -1e-12, "seed %llu: corner %u is new",
                          (unsigned long long)seed, i);
        for (uint32_t i = 0; i < count; i++) {
            double depth = find_depth(corner, sides, &before[i]);
            if (depth < -plan.slack)
                continue;
            cr_expect(has(subject, left, &before[i]), "seed %llu: corner %u is gone",
                      (unsigned long long)seed, i);
            stayed += depth < 0;
        }
    }
    cr_expect(changed > 500 && stayed > 500, "%u, %u", changed, stayed);
    free(spare.data);
}

/// A triangle that has a corner on the x axis or two sides across it, beyond 1 or -1, and another above.
static void make_crossing(cld_plan_point *triangle, random_state *r, double noise) {
    int sign = random_one_in(r, 2) ? 1 : -1;
    bool is_corner = random_one_in(r, 2);
    cld_plan_point low = {sign * random_int(r, 11, 32) / 8.0, -random_int(r, 1, 8) / 8.0, 0},
                   high = {sign * random_int(r, 11, 32) / 8.0, random_int(r, 1, 8) / 8.0, 0};
    if (is_corner)
        low.v = -noise, high.u = sign * 0.5, high.v += 0.25;
    cld_plan_point inner = {sign * 0.5, 0.25, 0};
    triangle[0] = low;
    triangle[1] = sign > 0 ? high : inner;
    triangle[2] = sign > 0 ? inner : high;
}

/// Three corners on one line but for so little, the window's first or others, and beyond them on that line a
/// corner or crossings: the side that these are beside is not the one that they are beyond.
Test(window, cuts_off_what_is_in_line_with_sides_that_are_nearly_one) {
    enum { ARC = 40, COUNT = 3 + ARC + 1 };
    random_state r = random_make(1);
    cld_buffer spare = {0};
    for (int trial = 0; trial < 5000; trial++) {
        double noise = random_power_of_ten(&r, -17, -6);
        int first = random_int(&r, 0, 2);
        lone_face face = {.x = {0}};
        for (int i = 0; i < COUNT; i++) {
            int k = (first + i) % COUNT;
            double turn = acos(-1) * (k - 3) / ARC;
            face.x[i] = k < 3 ? k - 1 : 1.25 * cos(turn);
            face.y[i] = k < 3 ? -noise * (k == 1) : 0.5 + sin(turn);
        }
        lone_face_bind(&face, COUNT);
        cld_plan plan = flat;
        plan.offset = (cld_vec3){0, 0, 0};
        cld_window window = cld_window_make(&plan, &face.solid, 0, false);
        cld_plan_point corner[COUNT], subject[3 + 2 * COUNT];
        make_crossing(subject, &r, noise);
        uint32_t left = 3, sides = cld_outline_look_at_all(&window.outline, corner);
        if (!cld_window_clip(&window, subject, &left))
            left = cld_clip(subject, left, corner, sides, plan.slack, &spare);
        cr_expect_geq(left, 3);
        for (uint32_t i = 0; i < left; i++)
            cr_expect_leq(fabs(subject[i].u), 1.25 + 1e-6, "trial %d, %g: %g", trial, noise, subject[i].u);
    }
    free(spare.data);
}
