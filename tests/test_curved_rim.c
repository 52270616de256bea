#include <criterion/criterion.h>
#include <math.h>

#include "math/vec.h"
#include "narrow/curved_rim.h"
#include "support/random.h"
#include "support/shapes.h"

/// About that of a pair of these discs' size.
#define SLACK 0x1p-30

/// A few of coordinates up to 2.
#define ROUNDING 1e-15

enum { QUARTER = 512, SAMPLES = 4 * QUARTER };

typedef struct places {
    cld_plan_point at[CLD_MOST_RIM_CROSSINGS];
    int count;
} places;

static cld_view make_disc(double u, double v, double au, double av, double bu, double bv) {
    return (cld_view){.centre = {.u = u, .v = v}, .axis = {{.u = au, .v = av}, {.u = bu, .v = bv}}};
}

static cld_view make_upright(double u, double v, double radius_u, double radius_v) {
    return make_disc(u, v, radius_u, 0, 0, radius_v);
}

static places find(const cld_view *disc, const cld_view *other) {
    cld_plan plan = {.slack = SLACK};
    cld_rim_point crossing[CLD_MOST_RIM_CROSSINGS];
    places found = {.count = cld_rim_cross_rim(&plan, disc, other, crossing)};
    for (int i = 0; i < found.count; i++)
        found.at[i] = cld_view_on_disc(disc, crossing[i].x, crossing[i].y);
    return found;
}

static double find_distance(const places *found, double u, double v) {
    double least = INFINITY;
    for (int i = 0; i < found->count; i++)
        least = fmin(least, hypot(found->at[i].u - u, found->at[i].v - v));
    return least;
}

/// Expects crossings there, and no others, of either rim with the other.
static void expect(cld_view disc, cld_view other, int count, const double place[][2], double within) {
    for (int swap = 0; swap < 2; swap++) {
        places found = swap ? find(&other, &disc) : find(&disc, &other);
        cr_expect_eq(found.count, count, "%d, not %d", found.count, count);
        for (int i = 0; i < count; i++) {
            double off = find_distance(&found, place[i][0], place[i][1]);
            cr_expect_leq(off, within, "place %d: %g off", i, off);
        }
    }
}

Test(curved_rim, crosses_another_at_most_four_times) {
    double across = sqrt(15) / 2; // (1/4)^2 + (across / 2)^2 = 1
    expect(make_upright(0, 0, 1, 2), make_upright(0.5, 0, 1, 2), 2,
           (const double[][2]){{0.25, across}, {0.25, -across}}, ROUNDING);
    double even = sqrt(0.8); // even^2 + (even / 2)^2 = 1
    expect(make_upright(0, 0, 1, 2), make_upright(0, 0, 2, 1), 4,
           (const double[][2]){{even, even}, {-even, even}, {even, -even}, {-even, -even}}, ROUNDING);
    expect(make_upright(0, 0, 1, 1), make_upright(1.2, 0, 1, 1), 2,
           (const double[][2]){{0.6, 0.8}, {0.6, -0.8}}, ROUNDING);
}

Test(curved_rim, touches_another_from_outside_and_from_inside) {
    expect(make_upright(0, 0, 1, 2), make_upright(3, 0, 2, 1), 1, (const double[][2]){{1, 0}}, ROUNDING);
    expect(make_upright(0, 0, 1, 2), make_upright(0, 1.5, 0.25, 0.5), 1, (const double[][2]){{0, 2}},
           ROUNDING);
    expect(make_upright(0, 0, 1, 2), make_upright(3 + SLACK / 2, 0, 2, 1), 1, (const double[][2]){{1, 0}},
           SLACK);
    expect(make_upright(0, 0, 1, 2), make_upright(3 + 2 * SLACK, 0, 2, 1), 0, NULL, 0);
    // The ends of a lens of thickness h are about sqrt(h) beside its middle.
    expect(make_upright(0, 0, 1, 2), make_upright(3 - SLACK / 2, 0, 2, 1), 2,
           (const double[][2]){{1, 0}, {1, 0}}, 2 * sqrt(SLACK));
    // u^2 + v^2 = 1 and 4 (u - 1/2)^2 + v^2 = 1 give 3 u^2 - 4 u + 1 = 0.
    expect(make_upright(0, 0, 1, 1), make_upright(0.5, 0, 0.5, 1), 3,
           (const double[][2]){{1, 0}, {1 / 3.0, sqrt(8) / 3}, {1 / 3.0, -sqrt(8) / 3}}, ROUNDING);
}

Test(curved_rim, does_not_cross_itself_nor_one_inside) {
    expect(make_upright(0, 0, 1, 2), make_upright(0, 0, 1, 2), 0, NULL, 0);
    expect(make_disc(0, 0, 1, 2, -2, 0.5), make_disc(0, SLACK / 2, 1, 2, -2, 0.5), 0, NULL, 0);
    expect(make_upright(0, 0, 1, 1), make_disc(0, 0, 0.6, 0.8, -0.8, 0.6), 0, NULL, 0);
    expect(make_upright(0, 0, 3, 2), make_upright(0.5, 0.25, 1, 1), 0, NULL, 0);
}

/// Expects a line across a disc's own v to meet its rim so often, at u = 1, v = 0 or half a chord beside it.
static void expect_on_line(cld_view disc, double u, int count, double half) {
    cld_plan plan = {.slack = SLACK};
    cld_plan_point p = {u, -3, 0}, q = {u, 2, 0};
    double t[2] = {NAN, NAN};
    int found = cld_rim_cross_line(&plan, &disc, &p, &q, t);
    cr_assert_eq(found, count, "%d, not %d, at u = %.17g", found, count, u);
    for (int i = 0; i < count; i++)
        cr_expect_float_eq(fabs(cld_plan_between(&p, &q, t[i]).v), half, ROUNDING + half * 1e-3);
}

Test(curved_rim, touches_a_line_once_that_it_passes_by_rounding) {
    for (int k = -8; k <= 8; k++)
        expect_on_line(make_upright(0, 0, 1, 1), 1 + k * 0x1p-53, 1, 0);
    expect_on_line(make_upright(0, 0, 1, 2), 1 - 0x1p-50, 1, 0);
    expect_on_line(make_upright(0, 0, 1, 1), 1 - 0x1p-31, 2, 0x1p-15);
    expect_on_line(make_upright(0, 0, 1, 1), 0.6, 2, 0.8);
    expect_on_line(make_upright(0, 0, 1, 1), 1 + SLACK / 2, 1, 0);
    expect_on_line(make_upright(0, 0, 1, 1), 1 + 2 * SLACK, 0, 0);
    // A needle's sides are within the slack of a line along it, but its ends are apart.
    expect_on_line(make_upright(1, 0, SLACK / 4, 1), 1, 2, 1);
}

/// A random disc: turned and pressed at will, on a coarse grid, or a needle.
static cld_view make_any(random_state *r, int style) {
    double w[5];
    for (int i = 0; i < 5; i++)
        w[i] = style == 1 ? random_int(r, -4, 4) * 0.25 : random_real(r, -1, 1);
    double thin = style == 2 ? random_power_of_ten(r, -7, -1) : 1;
    // The second axis is across the first, and something along it, as of a disc seen aslant.
    double across = thin * (style == 1 ? random_int(r, 1, 4) * 0.5 : random_real(r, 0.1, 2)),
           along = thin * w[2];
    w[3] += w[3] < 0 ? -0.25 : 0.25;
    return make_disc(w[0], w[1], w[3], w[4], along * w[3] - across * w[4], along * w[4] + across * w[3]);
}

static double cross(double au, double av, double bu, double bv) { return au * bv - av * bu; }

/// Negative inside the disc, by the ellipse's equation in the plane.
static double find_level(const cld_view *disc, const cld_plan_point *p) {
    const cld_plan_point *a = &disc->axis[0], *b = &disc->axis[1];
    double u = p->u - disc->centre.u, v = p->v - disc->centre.v, x = cross(u, v, b->u, b->v),
           y = cross(a->u, a->v, u, v), all = cross(a->u, a->v, b->u, b->v);
    return hypot(x, y) - fabs(all);
}

/// About how far the rim is from a place: the level there over its slope.
static double find_gap(const cld_view *disc, const cld_plan_point *p) {
    double h = SLACK, slope = 0;
    for (int k = 0; k < 2; k++) {
        cld_plan_point q = *p, r = *p;
        *(k ? &q.v : &q.u) += h, *(k ? &r.v : &r.u) -= h;
        slope = fmax(slope, fabs(find_level(disc, &q) - find_level(disc, &r)) / (2 * h));
    }
    return fabs(find_level(disc, p)) / slope;
}

static cld_plan_point sample(const cld_view *disc, int i) {
    double t = i % QUARTER / (double)QUARTER, x = (1 - t * t) / (1 + t * t), y = 2 * t / (1 + t * t);
    for (int k = i / QUARTER % 4; k > 0; k--) {
        double z = x;
        x = -y, y = z;
    }
    return cld_view_on_disc(disc, x, y);
}

/// Finds all crossings between samples of which one is inside and one outside, and nothing that is not on
/// both rims.
static int expect_crossings(const cld_view *disc, const cld_view *other, unsigned long long seed) {
    places found = find(disc, other);
    int sampled = 0;
    for (int i = 0; i < found.count; i++) {
        cr_expect_leq(find_gap(disc, &found.at[i]), 2 * SLACK, "seed %llu", seed);
        cr_expect_leq(find_gap(other, &found.at[i]), 2 * SLACK, "seed %llu", seed);
    }
    for (int i = 0; i < SAMPLES; i++) {
        cld_plan_point p = sample(disc, i), q = sample(disc, i + 1);
        if ((find_level(other, &p) < 0) == (find_level(other, &q) < 0))
            continue;
        double length = hypot(q.u - p.u, q.v - p.v);
        double off = fmin(find_distance(&found, p.u, p.v), find_distance(&found, q.u, q.v));
        cr_expect_leq(off, length + SLACK, "seed %llu: %g off after sample %d", seed, off, i);
        sampled++;
    }
    cr_expect_geq(found.count, sampled, "seed %llu: %d, not %d", seed, found.count, sampled);
    return found.count;
}

Test(curved_rim, crosses_where_samples_of_it_change_from_inside_to_outside) {
    int with[CLD_MOST_RIM_CROSSINGS + 1] = {0};
    int trials = (int)random_trials(2000);
    for (unsigned long long seed = 0; (int)seed < trials; seed++) {
        random_state r = random_make(seed);
        cld_view disc = make_any(&r, seed % 4), other = make_any(&r, seed / 4 % 4);
        if (seed % 4 == 3) { // nearly the same
            double little = random_power_of_ten(&r, -7, -1);
            other = disc;
            other.centre.u += little * random_real(&r, -1, 1);
            other.axis[0].v += little * random_real(&r, -1, 1);
            other.axis[1].v += little * random_real(&r, -1, 1);
        }
        int count = expect_crossings(&disc, &other, seed);
        expect_crossings(&other, &disc, seed);
        cr_expect_leq(count, 4, "seed %llu: %d", seed, count);
        with[count]++;
    }
    for (int i = 0; i <= 4; i += 2)
        cr_expect_gt(40 * with[i], trials, "%d pairs with %d", with[i], i);
}

/// A cylinder stands on a box, leaning a little, so that the quarters of its rim are not along x; what it has
/// on the other side of where its rim touches the box's edge does not depend on whether rounding has it cross
/// that.
Test(curved_rim, has_the_other_side_of_a_rim_that_touches_an_edge) {
    for (int k = -4; k <= 4; k++) {
        double ends[6] = {0, 0, 0, 0, 0, 1};
        cld_shape_def box = cld_shape_def_make(CLD_BOX), drum = cld_shape_def_make(CLD_CYLINDER);
        drum.points = ends;
        drum.point_count = 2;
        drum.radius = 1;
        drum.transform = cld_transform_make_axis_angle((cld_vec3){1, 0.9, 0}, 1e-6);
        box.size[0] = box.size[1] = 4;
        box.size[2] = 1;
        box.transform = cld_transform_make_translation((cld_vec3){-1 + k * 0x1p-46, 0, -0.4});
        cld_shape *a = shape_make(&drum), *b = shape_make(&box);
        cld_query_options options = cld_query_options_make();
        cld_result r = shape_ask(a, NULL, b, NULL, &options);
        bool found = false;
        for (size_t i = 0; i < r.contact_count; i++)
            found |= cld_distance(r.contacts[i].world_a, (cld_vec3){-1, 0, 0}) < 1e-5;
        cr_expect(found, "%d: none of %zu", k, r.contact_count);
        cld_shape_destroy(a);
        cld_shape_destroy(b);
    }
}
