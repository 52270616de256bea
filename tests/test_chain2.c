#include <criterion/criterion.h>
#include <math.h>

#include "hull/chain2.h"
#include "support/random.h"

enum { MOST = 100000 };

static double at[MOST][2];
static uint32_t count, loop[MOST], length;

static void add(double x, double y) {
    at[count][0] = x;
    at[count++][1] = y;
}

static void find(double tolerance) {
    cr_assert_eq(cld_chain2_find((const double(*)[2])at, count, tolerance, loop, &length), CLD_OK);
}

static void expect_loop(const uint32_t *expected, uint32_t size) {
    cr_assert_eq(length, size, "%u corners, not %u", length, size);
    for (uint32_t i = 0; i < size; i++)
        cr_expect_eq(loop[i], expected[i], "corner %u is %u, not %u", i, loop[i], expected[i]);
}

/// How far right of the line from a to b, in units of length, point i lies.
static long double distance_right(uint32_t a, uint32_t b, uint32_t i) {
    long double x = (long double)at[b][0] - at[a][0], y = (long double)at[b][1] - at[a][1];
    long double p = (long double)at[i][0] - at[a][0], q = (long double)at[i][1] - at[a][1];
    return (y * p - x * q) / sqrtl(x * x + y * y);
}

/// The loop turns left at each corner, begins with the lowest index, and leaves no point out by more than
/// `limit`.
static void check_laws(double limit, uint64_t seed) {
    for (uint32_t i = 0; i < length; i++) {
        uint32_t a = loop[i], b = loop[(i + 1) % length], c = loop[(i + 2) % length];
        cr_assert_leq(loop[0], a);
        if (length >= 3)
            cr_assert_lt(distance_right(a, b, c), 0, "seed %llu", (unsigned long long)seed);
        for (uint32_t k = 0; length > 1 && k < count; k++)
            cr_assert_leq(distance_right(a, b, k), limit, "seed %llu: point %u", (unsigned long long)seed, k);
    }
}

Test(chain2, turns_counter_clockwise_from_the_lowest_index) {
    count = 0;
    add(1, 1), add(-1, 1), add(0, 0), add(1, -1), add(-1, -1);
    find(1e-13);
    expect_loop((uint32_t[]){0, 1, 4, 3}, 4);
}

Test(chain2, drops_collinear_and_repeated_points) {
    count = 0;
    add(0.5, 0), add(0, 0), add(1, 0), add(0, 0), add(1, 0.25), add(1, 1), add(0.5, 1), add(0, 1), add(1, 1),
        add(0, 0.5);
    find(1e-13);
    expect_loop((uint32_t[]){1, 2, 5, 7}, 4);
}

Test(chain2, of_straight_and_single_sets_has_two_and_one) {
    count = 0;
    add(2, 2), add(2, 2), add(2, 2);
    find(1e-13);
    expect_loop((uint32_t[]){0}, 1);
    add(3, 4), add(4, 6), add(2.5, 3);
    find(1e-13);
    expect_loop((uint32_t[]){0, 4}, 2);
}

Test(chain2, takes_what_is_flatter_than_the_tolerance_as_straight) {
    count = 0;
    add(0, 0), add(1, 1e-15), add(2, 0), add(1, -1e-15);
    find(1e-13);
    expect_loop((uint32_t[]){0, 2}, 2);
    find(1e-16);
    expect_loop((uint32_t[]){0, 3, 2, 1}, 4);
}

/// Three points of one decimal that are straight but for what that rounds: of differences that take two
/// doubles no product is exact.
Test(chain2, of_three_points_about_on_a_line_loses_no_end_and_takes_none_twice) {
    random_state r = random_make(7);
    for (int trial = 0; trial < 20000; trial++) {
        double x = random_int(&r, -20, 20), y = random_int(&r, -20, 20), dx = random_int(&r, -9, 9),
               dy = random_int(&r, 1, 9), part = random_int(&r, 2, 5);
        const double at_of[3][2] = {
            {x / 10, y / 10}, {(x + dx) / 10, (y + dy) / 10}, {(x + part * dx) / 10, (y + part * dy) / 10}};
        uint32_t first = (uint32_t)random_int(&r, 0, 2), ends = 0;
        count = 0;
        for (uint32_t i = 0; i < 3; i++)
            add(at_of[(first + i) % 3][0], at_of[(first + i) % 3][1]);
        find(0);
        cr_assert(length == 2 || length == 3, "trial %d: %u corners", trial, length);
        for (uint32_t i = 0; i < length; i++)
            ends |= 1U << (first + loop[i]) % 3;
        cr_assert_eq(ends & 5U, 5U, "trial %d: an end is no corner", trial);
        cr_assert_eq((uint32_t)__builtin_popcount(ends), length, "trial %d", trial);
    }
}

Test(chain2, drops_what_was_rounded_off_a_line) {
    for (uint64_t seed = 1; seed <= 200; seed++) {
        random_state r = random_make(seed);
        double angle = random_real(&r, -3, 3), c = cos(angle), s = sin(angle),
               far = random_power_of_ten(&r, 0, 10);
        count = 0;
        const double corner[4][2] = {{0, 0}, {4, 0}, {4, 3}, {0, 3}};
        for (int i = 0; i < 4; i++)
            add(far + c * corner[i][0] - s * corner[i][1], s * corner[i][0] + c * corner[i][1]);
        for (int i = 0; i < 40; i++) {
            const double *p = corner[i % 4], *q = corner[(i + 1) % 4];
            double t = random_real(&r, 0, 1), x = p[0] + t * (q[0] - p[0]), y = p[1] + t * (q[1] - p[1]);
            add(far + c * x - s * y, s * x + c * y);
        }
        find(1e-13 + 1e-15 * far);
        cr_assert_eq(length, 4, "seed %llu: %u corners", (unsigned long long)seed, length);
        expect_loop((uint32_t[]){0, 1, 2, 3}, 4);
    }
}

Test(chain2, keeps_all_laws_on_random_sets) {
    for (uint64_t seed = 1; seed <= 1000; seed++) {
        random_state r = random_make(seed);
        double thin = random_power_of_ten(&r, -12, 0), grain = random_one_in(&r, 2) ? 8 : 0x1p40;
        count = 0;
        for (int i = random_int(&r, 1, 60); i > 0; i--)
            add(round(random_real(&r, -1, 1) * grain) / grain,
                thin * round(random_real(&r, -1, 1) * grain) / grain);
        find(1e-14);
        check_laws(2e-14, seed);
    }
}

Test(chain2, keeps_a_circle_round_whatever_the_tolerance) {
    // Corners of a chord that stays within h of a unit circle are at most 2 acos(1 - h) apart: it takes as
    // many.
    const double tolerances[] = {1e-12, 1e-8, 1e-4};
    count = 0;
    for (int i = 0; i < MOST; i++)
        add(cos(6.283185307179586 * i / MOST), sin(6.283185307179586 * i / MOST));
    for (size_t i = 0; i < 3; i++) {
        find(tolerances[i]);
        double least = 3.141592653589793 / acos(1 - tolerances[i]);
        cr_expect_geq(length, (uint32_t)fmin(MOST, least), "%u corners", length);
        cr_expect_leq(length, 2 + (uint32_t)fmin(MOST, 1.5 * least), "%u corners", length);
    }
}
