#include <criterion/criterion.h>
#include <math.h>

#include "math/vec.h"
#include "support/kinds.h"
#include "support/random.h"

/// A capsule, or the same as the hull of two points with a margin.
static cld_shape *make_capsule(bool as_hull, const double *ends, double radius) {
    cld_shape_def def = cld_shape_def_make(as_hull ? CLD_HULL : CLD_CAPSULE);
    def.point_count = 2;
    def.points = ends;
    *(as_hull ? &def.margin : &def.radius) = radius;
    return kind_def_create(&def);
}

/// Contacts are the workspace's until it is asked again.
static cld_result ask_as(bool as_hulls, const double *a, double radius_a, const double *b, double radius_b,
                         cld_workspace *workspace) {
    cld_shape *shape_a = make_capsule(as_hulls, a, radius_a), *shape_b = make_capsule(as_hulls, b, radius_b);
    cld_query_options options = cld_query_options_make();
    cld_result r;
    cr_assert_eq(cld_find_collision(shape_a, NULL, shape_b, NULL, &options, workspace, &r, NULL), CLD_OK);
    cld_shape_destroy(shape_a);
    cld_shape_destroy(shape_b);
    return r;
}

static cld_result ask(const double *a, double radius_a, const double *b, double radius_b) {
    static cld_workspace *workspace;
    workspace = workspace ? workspace : cld_workspace_create();
    return ask_as(false, a, radius_a, b, radius_b, workspace);
}

static const double along_x[6] = {-1, 0, 0, 1, 0, 0};

Test(analytic, gives_parallel_capsules_the_two_ends_of_their_overlap) {
    static const double other[6] = {0.5, 0, 1.5, 4, 0, 1.5};
    cld_result r = ask(along_x, 1, other, 1);
    cr_expect_eq(r.algorithm, CLD_ANALYTIC);
    cr_expect_float_eq(r.signed_distance, -0.5, 1e-15);
    cr_expect_eq(r.normal.z, 1);
    cr_assert_eq(r.contact_count, 2);
    cr_expect_eq(fmin(r.contacts[0].world_a.x, r.contacts[1].world_a.x), 0.5);
    cr_expect_eq(fmax(r.contacts[0].world_a.x, r.contacts[1].world_a.x), 1);
}

Test(analytic, takes_the_normal_across_both_cores_where_they_cross) {
    static const double other[6] = {0, -1, 0, 0, 1, 0};
    cld_result r = ask(along_x, 1, other, 0.5);
    cr_expect_float_eq(r.signed_distance, -1.5, 1e-15);
    cr_expect_eq(fabs(r.normal.z), 1);
    cr_expect_eq(r.contact_count, 1);
}

Test(analytic, has_a_depth_for_concentric_balls_and_cores_on_one_line) {
    static const double point[6] = {0.5, 0, 0, 0.5, 0, 0}, line[6] = {0, 0, 0, 3, 0, 0};
    cr_expect_float_eq(ask(point, 1, point, 2).signed_distance, -3, 1e-15);
    cld_result r = ask(along_x, 0.5, line, 0.25);
    cr_expect_float_eq(r.signed_distance, -0.75, 1e-15);
    cr_expect_eq(r.normal.x, 0);
}

Test(analytic, is_right_for_nearly_parallel_cores) {
    // b rises by 2^-30 over its length, so it is nearest to a at its low end.
    static const double low[6] = {-1, 0, 2, 1, 0, 2 + 0x1p-30};
    cld_result r = ask(along_x, 0.5, low, 0.5);
    cr_expect_float_eq(r.signed_distance, 1, 1e-15);
    cr_expect(r.lower <= 1 && 1 <= r.upper);
    cr_expect_float_eq(r.closest_a.x, -1, 1e-8);
}

Test(analytic, loses_nothing_of_a_gap_that_is_small_beside_the_cores) {
    random_state r = random_make(12);
    for (int exponent = 1; exponent <= 13; exponent++)
        for (int round = 0; round < 50; round++) {
            // They cross in the plan, at parameters that are no doubles, one as far above the other as `gap`
            // says.
            double gap = pow(10, -exponent), angle = random_real(&r, 0.3, 2), x = random_real(&r, -0.4, 0.4);
            double y = random_real(&r, -0.03, 0.03), c = cos(angle), s = sin(angle);
            double p[6] = {-1, 0, 0, random_real(&r, 0.5, 1.5), 0, 0};
            double q[6] = {x - c, y - s, gap, x + c, y + s, gap};
            cld_result found = ask(p, 0.25, q, 0.25);
            cr_expect_float_eq(found.signed_distance, gap - 0.5, 1e-15);
            cr_expect(found.lower <= gap - 0.5 && gap - 0.5 <= found.upper);
            cr_expect(found.upper - found.lower <= 1e-14, "gap %g: %g wide", gap, found.upper - found.lower);
            cr_expect_float_eq(found.normal.z, 1, 1e-15);
        }
}

Test(analytic, finds_the_distance_of_random_cores_by_trying_points) {
    random_state r = random_make(11);
    for (int round = 0; round < 200; round++) {
        double p[6], q[6], least = INFINITY;
        for (int i = 0; i < 6; i++)
            p[i] = random_real(&r, -1, 1), q[i] = random_real(&r, -1, 1);
        for (int i = 0; i <= 400; i++)
            for (int j = 0; j <= 400; j++) {
                double square = 0;
                for (int k = 0; k < 3; k++) {
                    double d = p[k] + (p[k + 3] - p[k]) * i / 400 - q[k] - (q[k + 3] - q[k]) * j / 400;
                    square += d * d;
                }
                least = fmin(least, square);
            }
        double found = ask(p, 0, q, 0).signed_distance;
        // A point is at most half a step, 1/800 of a length of at most 3.5, from one that was tried.
        cr_expect(found <= sqrt(least) + 1e-15 && sqrt(least) <= found + 0.009, "round %d", round);
    }
}

/// Segments of the same length through a point and one above it, at an angle.
Test(analytic, has_narrow_bounds_of_capsules_that_cross_at_any_angle) {
    random_state r = random_make(1);
    for (int trial = 0; trial < 2000; trial++) {
        double angle = random_power_of_ten(&r, -11, -5), gap = random_power_of_ten(&r, -9, -2);
        cld_vec3 d = {random_real(&r, -1, 1), random_real(&r, -1, 1), 0},
                 e = {d.x - angle * d.y, d.y + angle * d.x, 0};
        double middle = random_real(&r, -0.5, 0.5);
        const double a[6] = {-d.x, -d.y, 0, d.x, d.y, 0},
                     b[6] = {(middle - 1) * e.x, (middle - 1) * e.y, gap,
                             (middle + 1) * e.x, (middle + 1) * e.y, gap};
        cld_result result = ask(a, 0, b, 0);
        cr_expect_float_eq(result.signed_distance, gap, 1e-14, "trial %d", trial);
        cr_expect_leq(result.upper - result.lower, 1e-13, "trial %d: an angle of %g, a gap of %g", trial,
                      angle, gap);
    }
}

/// Another capsule: anywhere, side by side with the first, inside of it, or of no length.
static void make_other(const double *first, double radius, random_state *r, double *ends, double *other) {
    int way = random_int(r, 0, 4);
    double step = random_real(r, -1, 1), length = random_real(r, 0.2, 2);
    *other = random_one_in(r, 4) ? 0 : random_real(r, 0.1, 1); // of none, parts have numbers
    for (int k = 0; k < 3; k++) {
        double along = first[3 + k] - first[k];
        ends[k] = random_real(r, -1, 1);
        ends[3 + k] = way == 1 ? ends[k] + length * along : random_real(r, -1, 1);
        if (way == 2) {
            ends[k] = first[k] + 0.25 * along + 0.1 * step;
            ends[3 + k] = first[k] + 0.75 * along;
            *other = random_one_in(r, 2) ? 0.25 * radius : 2 + radius;
        }
        if (way == 3)
            ends[3 + k] = ends[k];
    }
}

Test(analytic, has_the_contacts_features_and_containment_of_the_same_as_hulls) {
    cld_workspace *own = cld_workspace_create(), *others = cld_workspace_create();
    int closed = 0, two = 0, inside = 0;
    for (unsigned long long seed = 0; seed < 2000; seed++) {
        random_state r = random_make(seed);
        double a[6], b[6], radius_a = random_real(&r, 0.1, 1), radius_b;
        for (int k = 0; k < 6; k++)
            a[k] = random_real(&r, -1, 1);
        make_other(a, radius_a, &r, b, &radius_b);
        cld_result p = ask_as(false, a, radius_a, b, radius_b, own),
                   q = ask_as(true, a, radius_a, b, radius_b, others);
        cr_expect_eq(p.containment, q.containment, "seed %llu", seed);
        cr_expect_eq(p.feature_a.kind, q.feature_a.kind, "seed %llu", seed);
        cr_expect_eq(p.feature_b.kind, q.feature_b.kind, "seed %llu", seed);
        cr_expect_eq(p.feature_b.index, q.feature_b.index, "seed %llu", seed);
        cr_assert_eq(p.contact_count, q.contact_count, "seed %llu: %zu and %zu", seed, p.contact_count,
                     q.contact_count);
        for (size_t i = 0; i < p.contact_count; i++) {
            const cld_contact *c = &p.contacts[i], *d = &q.contacts[i];
            double off = fmax(cld_distance(c->world_a, d->world_a), cld_distance(c->world_b, d->world_b));
            cr_expect_leq(off, 1e-10, "seed %llu: %g", seed, off);
            cr_expect_float_eq(c->depth, d->depth, 1e-14, "seed %llu", seed);
        }
        closed += p.algorithm == CLD_ANALYTIC && p.contact_count > 0;
        two += p.contact_count == 2;
        inside += p.containment != CLD_CONTAINS_NONE;
    }
    cr_expect(closed > 800 && two > 100 && inside > 300, "%d closed, %d with two, %d inside", closed, two,
              inside);
    cld_workspace_destroy(own);
    cld_workspace_destroy(others);
}

Test(analytic, measures_what_is_small_and_far_apart_to_the_last_digit) {
    static const double x = 84039302.0130239, y = 78563217.39238288, z = 84321282.97396684,
                        radius_a = 5.690682437130125e-08, radius_b = 3.1296597236558944e-08;
    const double a[6] = {-x, y, -z, nextafter(-x, -1e9), y, -z},
                 b[6] = {83204819.87277776, -77778316.38797322, 84262879.23839861,
                         83204819.87277776, -77778316.38797322, 84262879.23839861};
    long double dx = b[0] - (long double)a[0], dy = b[1] - (long double)y, dz = b[2] + (long double)z,
                truth = sqrtl(dx * dx + dy * dy + dz * dz) - radius_a - radius_b;
    cr_expect_leq(fabsl(ask(a, radius_a, b, radius_b).signed_distance - truth), 4e-16L * z);
}
