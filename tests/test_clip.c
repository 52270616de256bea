#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "narrow/clip.h"
#include "narrow/contact_list.h"
#include "support/random.h"
#include "support/sanitizer.h"

enum { MOST = 1200 };

typedef struct polygon {
    uint32_t count;
    cld_plan_point at[MOST];
} polygon;

static polygon make_square(double half, double u, double v, double h) {
    return (polygon){
        4,
        {{u - half, v - half, h}, {u + half, v - half, h}, {u + half, v + half, h}, {u - half, v + half, h}}};
}

/// Counter-clockwise on an ellipse; the height is 2 u - v + 1, a plane.
static polygon make_random(random_state *r, uint32_t count, double flat) {
    polygon p = {.count = count};
    double angle = random_real(r, 0, 1), u = random_real(r, -1, 1), v = random_real(r, -1, 1);
    for (uint32_t i = 0; i < count; i++) {
        angle += random_real(r, 0.3, 1) * 6 / count;
        cld_plan_point *q = &p.at[i];
        q->u = u + cos(angle), q->v = v + flat * sin(angle);
        q->h = 2 * q->u - q->v + 1;
    }
    return p;
}

static void clip(polygon *subject, const polygon *window, double slack) {
    cld_buffer spare = {0};
    subject->count = cld_clip(subject->at, subject->count, window->at, window->count, slack, &spare);
    free(spare.data);
}

/// How far a point is inside the nearest side of a polygon; negative outside. A segment has no inside.
static double find_depth(const polygon *p, double u, double v) {
    double least = INFINITY;
    for (uint32_t i = 0; i < p->count; i++) {
        const cld_plan_point *a = &p->at[i], *b = &p->at[(i + 1) % p->count];
        double du = b->u - a->u, dv = b->v - a->v;
        least = fmin(least, (du * (v - a->v) - dv * (u - a->u)) / hypot(du, dv));
    }
    return least;
}

static bool has(const polygon *p, double u, double v, double within) {
    for (uint32_t i = 0; i < p->count; i++)
        if (hypot(p->at[i].u - u, p->at[i].v - v) <= within)
            return true;
    return false;
}

/// Crossings of two sides, where they cross well inside both.
static void expect_crossings(const polygon *got, const polygon *p, const polygon *q, int trial) {
    for (uint32_t i = 0; i < p->count; i++)
        for (uint32_t k = 0; k < q->count; k++) {
            const cld_plan_point *a = &p->at[i], *b = &p->at[(i + 1) % p->count];
            const cld_plan_point *c = &q->at[k], *d = &q->at[(k + 1) % q->count];
            double pu = b->u - a->u, pv = b->v - a->v, qu = d->u - c->u, qv = d->v - c->v,
                   cross = pu * qv - pv * qu;
            double s = ((c->u - a->u) * qv - (c->v - a->v) * qu) / cross;
            double t = ((c->u - a->u) * pv - (c->v - a->v) * pu) / cross;
            if (fabs(cross) > 1e-3 * hypot(pu, pv) * hypot(qu, qv) && s > 1e-6 && s < 1 - 1e-6 && t > 1e-6 &&
                t < 1 - 1e-6)
                cr_expect(has(got, a->u + s * pu, a->v + s * pv, 1e-9), "trial %d: a crossing is missing",
                          trial);
        }
}

static void expect_clipped(const polygon *subject, const polygon *window, int trial) {
    polygon got = *subject;
    clip(&got, window, 0);
    cr_expect_leq(got.count, subject->count + window->count);
    for (uint32_t i = 0; i < got.count; i++) {
        cr_expect_geq(find_depth(subject, got.at[i].u, got.at[i].v), -1e-12, "trial %d: outside the subject",
                      trial);
        cr_expect_geq(find_depth(window, got.at[i].u, got.at[i].v), -1e-12, "trial %d: outside the window",
                      trial);
        cr_expect_float_eq(got.at[i].h, 2 * got.at[i].u - got.at[i].v + 1, 1e-11, "trial %d: off its plane",
                           trial);
    }
    for (uint32_t i = 0; i < subject->count; i++)
        if (find_depth(window, subject->at[i].u, subject->at[i].v) > 1e-9)
            cr_expect(has(&got, subject->at[i].u, subject->at[i].v, 0), "trial %d: a corner is missing",
                      trial);
    for (uint32_t i = 0; i < window->count; i++)
        if (find_depth(subject, window->at[i].u, window->at[i].v) > 1e-9)
            cr_expect(has(&got, window->at[i].u, window->at[i].v, 1e-9),
                      "trial %d: a window's corner is missing", trial);
    expect_crossings(&got, subject, window, trial);
}

Test(clip, the_corners_are_those_inside_and_the_crossings_of_the_sides) {
    random_state r = random_make(1);
    for (int trial = 0; trial < 5000; trial++) {
        polygon window = make_random(&r, (uint32_t)random_int(&r, 3, 9), 1);
        polygon subject = make_random(&r, (uint32_t)random_int(&r, 3, 9), 1);
        expect_clipped(&subject, &window, trial);
    }
}

Test(clip, many_sides_are_clipped_as_few_are) {
    random_state r = random_make(3);
    for (int trial = 0; trial < 60; trial++) {
        polygon window = make_random(&r, (uint32_t)random_int(&r, 33, 300), 1);
        polygon subject = make_random(&r, (uint32_t)random_int(&r, 33, 300), 1);
        if (trial % 3 == 0) // all sides cross
            for (uint32_t i = 0; i < subject.count; i++) {
                double angle = 6.283185307179586 * i / subject.count, u = cos(angle), v = sin(angle);
                window.at[i] = (cld_plan_point){u, v, 0};
                subject.at[i] = (cld_plan_point){u * 0.8 - v * 0.6, u * 0.6 + v * 0.8, 0};
                subject.at[i].h = 2 * subject.at[i].u - subject.at[i].v + 1;
                window.count = subject.count;
            }
        expect_clipped(&subject, &window, trial);
    }
}

#if !HAS_ADDRESS_SANITIZER // which takes asking for that much for a mistake
Test(clip, is_nothing_and_tells_so_where_there_is_no_memory) {
    random_state r = random_make(4);
    const polygon window = make_random(&r, 100, 1);
    for (uint32_t count = 3; count < 200; count += 97) { // as one does with few corners, and with many
        cld_workspace *workspace = cld_workspace_create();
        workspace->clipping.bytes = PTRDIFF_MAX / 4 + 1; // twice that is never there
        polygon subject = window;
        subject.count = count;
        cr_expect_eq(cld_clip(subject.at, count, window.at, window.count, 0, &workspace->clipping), 0);
        cr_expect(cld_workspace_take_failure(workspace));
        cr_expect_not(cld_workspace_take_failure(workspace));
        cld_workspace_destroy(workspace);
    }
}
#endif

Test(clip, what_is_inside_stays_as_it_is) {
    const polygon window = make_square(2, 0, 0, 0);
    polygon p = make_square(1, 0.5, 0.5, 7);
    clip(&p, &window, 0);
    cr_assert_eq(p.count, 4);
    for (int i = 0; i < 4; i++)
        cr_expect_eq(p.at[i].h, 7);
    p = make_square(2, 0, 0, 7); // the window itself
    clip(&p, &window, 0);
    cr_expect_eq(p.count, 4);
}

Test(clip, what_holds_the_window_becomes_the_window) {
    const polygon window = make_square(1, 0, 0, 0);
    polygon p = make_square(5, 0, 0, 7);
    clip(&p, &window, 0);
    cr_assert_eq(p.count, 4);
    for (int i = 0; i < 4; i++)
        cr_expect(has(&p, window.at[i].u, window.at[i].v, 1e-15));
}

Test(clip, what_is_outside_goes) {
    const polygon window = make_square(1, 0, 0, 0);
    polygon p = make_square(1, 3, 0, 0);
    clip(&p, &window, 0);
    cr_expect_eq(p.count, 0);
    p = (polygon){2, {{-3, 2, 0}, {3, 2, 0}}};
    clip(&p, &window, 0);
    cr_expect_eq(p.count, 0);
    p = (polygon){1, {{0, 1.5, 0}}};
    clip(&p, &window, 0);
    cr_expect_eq(p.count, 0);
}

Test(clip, segments_and_points_are_clipped_as_such) {
    const polygon window = make_square(1, 0, 0, 0);
    polygon p = {2, {{-3, 0.5, -3}, {3, 0.5, 3}}};
    clip(&p, &window, 0);
    cr_assert_eq(p.count, 2);
    cr_expect(has(&p, -1, 0.5, 1e-15) && has(&p, 1, 0.5, 1e-15));
    cr_expect_float_eq(fabs(p.at[0].h), 1, 1e-15);
    p = (polygon){2, {{0, 0, 0}, {0.5, 0.25, 1}}};
    clip(&p, &window, 0);
    cr_expect_eq(p.count, 2);
    p = (polygon){1, {{1, 1, 5}}}; // on a corner
    clip(&p, &window, 0);
    cr_expect_eq(p.count, 1);
    p = (polygon){2, {{1, 1, 0}, {2, 2, 0}}}; // from the corner outwards
    clip(&p, &window, 0);
    cr_expect_geq(p.count, 1);
    cr_expect(has(&p, 1, 1, 0));
}

Test(clip, what_is_out_by_less_than_the_slack_stays_where_it_is) {
    const polygon window = make_square(1, 0, 0, 0);
    polygon p = make_square(1 + 1e-10, 0, 0, 0), before = p;
    clip(&p, &window, 1e-9);
    cr_assert_eq(p.count, 4);
    for (int i = 0; i < 4; i++)
        cr_expect(has(&p, before.at[i].u, before.at[i].v, 0));
    p = before;
    clip(&p, &window, 1e-11);
    cr_assert_eq(p.count, 4);
    for (int i = 0; i < 4; i++)
        cr_expect(has(&p, window.at[i].u, window.at[i].v, 1e-15));
    p = make_square(1, 2 + 1e-10, 0, 0); // beside, with a crack between
    clip(&p, &window, 1e-9);
    cr_expect_geq(p.count, 2);
    p = make_square(1, 2 + 1e-8, 0, 0);
    clip(&p, &window, 1e-9);
    cr_expect_eq(p.count, 0);
}

static bool is_inside(const polygon *p, const cld_plan_point *q, double slack) {
    return find_depth(p, q->u, q->v) >= -slack;
}

/// With few corners and with many, of polygons without sharp ones. The way from a corner that stays, though
/// it is out, to one that goes does not cross the side's line: a crossing would be outside of the subject.
Test(clip, however_large_the_slack_nothing_is_left_that_was_not_there) {
    random_state r = random_make(5);
    int stayed = 0;
    for (int trial = 0; trial < 1000; trial++) {
        int least = trial % 4 ? 3 : 33, most = trial % 4 ? 12 : 200;
        polygon window = make_random(&r, (uint32_t)random_int(&r, least, most), 1),
                subject = make_random(&r, (uint32_t)random_int(&r, least, most), 1), got = subject;
        double slack = random_real(&r, 0.01, 0.5);
        clip(&got, &window, slack);
        for (uint32_t i = 0; i < got.count; i++) {
            cr_expect(is_inside(&subject, &got.at[i], 1e-12), "trial %d: corner %u is new", trial, i);
            cr_expect(is_inside(&window, &got.at[i], slack + 1e-12), "trial %d: corner %u is out", trial, i);
        }
        for (uint32_t i = 0; i < subject.count; i++)
            if (is_inside(&window, &subject.at[i], slack)) {
                cr_expect(has(&got, subject.at[i].u, subject.at[i].v, 0), "trial %d: corner %u is gone",
                          trial, i);
                stayed += !is_inside(&window, &subject.at[i], 0);
            }
    }
    cr_expect_gt(stayed, 1000, "%d", stayed);
}

Test(clip, nothing_is_farther_out_than_eight_times_the_slack_even_beyond_a_needles_tips) {
    random_state r = random_make(2);
    const double slack = 1e-6;
    for (int trial = 0; trial < 3000; trial++) {
        double thin = random_power_of_ten(&r, -5, -1), length = random_real(&r, 1, 2);
        polygon window = {3, {{0, 0, 0}, {length, -thin, 0}, {length, thin, 0}}};
        if (trial % 2) // sharp at both ends
            window = (polygon){4, {{-length, 0, 0}, {0, -thin, 0}, {length, 0, 0}, {0, thin, 0}}};
        polygon p = make_random(&r, 7, 1);
        clip(&p, &window, slack);
        for (uint32_t i = 0; i < p.count; i++) {
            cr_expect_geq(p.at[i].u, (trial % 2 ? -length : 0) - 9 * slack, "trial %d, thin %g", trial, thin);
            cr_expect_leq(p.at[i].u, length + 9 * slack, "trial %d, thin %g", trial, thin);
        }
    }
}

Test(clip, sides_without_length_cut_nothing) {
    polygon window = make_square(1, 0, 0, 0), p = make_square(0.5, 0, 0, 0);
    window.count = 6;
    window.at[4] = window.at[3];
    window.at[5] = window.at[0];
    clip(&p, &window, 0);
    cr_expect_eq(p.count, 4);
    p = make_square(3, 0, 0, 0);
    clip(&p, &window, 0);
    cr_expect_eq(p.count, 4);
}

/// As a face does that is smaller than rounding beside the other.
Test(clip, a_window_that_is_one_point_leaves_what_is_at_it) {
    const polygon window = {4, {{3, 1, 0}, {3, 1, 0}, {3, 1, 0}, {3, 1, 0}}};
    polygon segment = {2, {{-10, 1, 5}, {10, 1, 5}}}, square = make_square(10, 0, 0, 2),
            away = make_square(1, 0, 0, 2);
    clip(&segment, &window, 0.125);
    clip(&square, &window, 0.125);
    clip(&away, &window, 0.125);
    cr_expect_eq(away.count, 0);
    for (int i = 0; i < 2; i++) {
        const polygon *left = i ? &square : &segment;
        cr_assert_eq(left->count, 1);
        cr_expect_float_eq(left->at[0].u, 3, 1e-12);
        cr_expect_float_eq(left->at[0].v, 1, 1e-12);
        cr_expect_float_eq(left->at[0].h, i ? 2 : 5, 1e-12);
    }
}

/// However they stood, so that no sort that chooses otherwise between equal ones gives other answers.
Test(clip, orders_the_points_of_a_line_by_all_of_their_numbers) {
    static const cld_plan_point in_order[] = {{0, 0, 1},     {1, -1e-12, 0}, {1, 1e-12, -1},
                                              {1, 1e-12, 2}, {2, 0, -3},     {2, 0, 0}};
    enum { COUNT = sizeof in_order / sizeof in_order[0] };
    for (int across = 0; across < 2; across++)
        for (int turn = 0; turn < COUNT; turn++) {
            cld_plan_point points[COUNT];
            for (int i = 0; i < COUNT; i++) {
                const cld_plan_point *from = &in_order[(i * 5 + turn) % COUNT];
                points[i] = across ? (cld_plan_point){from->v, from->u, from->h} : *from;
            }
            cld_order_chain(points, COUNT, 1e-9);
            for (int i = 0; i < COUNT; i++) {
                const cld_plan_point *to = &in_order[i], *p = &points[i];
                cr_expect(p->h == to->h && (across ? p->v : p->u) == to->u, "place %d of turn %d", i, turn);
            }
        }
}
