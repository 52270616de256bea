/// Cones of directions around a peak, along which A - B is proven to reach as far.
#include <criterion/criterion.h>
#include <math.h>

#include "math/tangent.h"
#include "math/vec.h"
#include "narrow/curved_polish.h"
#include "proof/cap.h"
#include "support/body_pair.h"
#include "support/core_pair.h"

static core_pair make_with_point(const body_def *a, double x, double y, double z) {
    body_def point = {.def = cld_shape_def_make(CLD_POINT), .points = {x, y, z}};
    point.def.point_count = 1;
    return core_pair_make(a, &point);
}

/// How far A - B reaches along a unit direction.
static double reach(const cld_cso *cso, cld_vec3 d) { return cld_dot(d, cld_cso_support(cso, d).w); }

/// A unit vector whose angle with n has this tangent.
static cld_vec3 tilt(cld_vec3 n, double tangent, double turn) {
    cld_vec3 t[2];
    cld_find_tangents_catto(n, &t[0], &t[1]);
    cld_vec3 d = cld_add_scaled(n, tangent * cos(turn), t[0]);
    return cld_unit(cld_add_scaled(d, tangent * sin(turn), t[1]));
}

/// With the oval's axes 1.2, 1.2, 1 and the point 0.3 below its middle, A - B reaches 1.3 along the last. The
/// bound's bend is 1.44 (1 + sqrt(1 + slope^2)) / (1 + sqrt(1 + 1.44 slope^2)), which is 1.3 at 1.8: of the
/// slopes that are tried, 1 is the widest below.
Test(cap, is_as_wide_as_the_bend_of_an_ellipsoid_allows) {
    body_def egg = body_def_sized(CLD_ELLIPSOID, 1.2, 1.2, 1);
    core_pair p = make_with_point(&egg, 0, 0, -0.3);
    static const cld_vec3 shortest = {0, 0, 1}, longest = {1, 0, 0};
    cld_cso_vertex v = cld_cso_support(&p.cso, shortest);
    cld_cap cap = cld_cap_find(&p.cso, shortest, &v, (double[]){1}, 1, INFINITY);
    cr_expect_eq(cap.slope, 1);
    cr_expect_float_eq(cap.least, reach(&p.cso, shortest), 1e-14 * p.cso.size);
    // Along the longest axis A - B reaches farther than beside it.
    v = cld_cso_support(&p.cso, longest);
    cr_expect_eq(cld_cap_find(&p.cso, longest, &v, (double[]){1}, 1, INFINITY).slope, 0);
    core_pair_free(&p);
}

/// A point 0.1 beside the axis and 0.5 below the end of a drum of radius 0.3: the end rises by at least
/// 0.2 |t|, and has to by 0.5 |t|^2 / (1 + sqrt(1 + |t|^2)), which is as much at 0.95.
Test(cap, is_as_wide_as_the_way_to_the_rim_of_a_flat_end_allows) {
    body_def drum = body_def_upright(CLD_CYLINDER, -1, 1, 0.3);
    core_pair p = make_with_point(&drum, 0.1, 0, 0.5);
    cld_vec3 n = {0, 0, 1};
    cld_cso_vertex v[2] = {cld_cso_support(&p.cso, cld_vec3_make(1e-3, 0, 1)),
                           cld_cso_support(&p.cso, cld_vec3_make(-1e-3, 0, 1))};
    cld_cap cap = cld_cap_find(&p.cso, n, v, (double[]){2.0 / 3, 1.0 / 3}, 2, INFINITY);
    cr_expect_eq(cap.slope, 0.5);
    cr_expect_float_eq(cap.least * p.cso.unit, 0.5, 1e-13);
    core_pair_free(&p);
}

/// A point 0.85 below the side of a drum of radius 1: around the axis it bends as a circle of radius 1,
/// whatever the slope; along it, it rises by at least 0.5 |t|, as the point is by so much below one of the
/// rims, and has to by 0.85 |t|^2 / (1 + sqrt(1 + |t|^2)), which is as much at 1.8.
Test(cap, is_as_wide_as_the_side_of_a_drum_is_round) {
    body_def drum = body_def_upright(CLD_CYLINDER, -1, 1, 1);
    core_pair p = make_with_point(&drum, 0.15, 0, 0.5);
    cld_vec3 n = {1, 0, 0};
    cld_cso_vertex v[2] = {cld_cso_support(&p.cso, cld_vec3_make(1, 0, 1e-3)),
                           cld_cso_support(&p.cso, cld_vec3_make(1, 0, -1e-3))};
    cld_cap cap = cld_cap_find(&p.cso, n, v, (double[]){0.75, 0.25}, 2, INFINITY);
    cr_expect_eq(cap.slope, 1);
    cr_expect_float_eq(cap.least * p.cso.unit, 0.85, 1e-13);
    // With all weight on one rim, nothing makes up for what the point is off the line through it.
    cr_expect_eq(cld_cap_find(&p.cso, n, v, (double[]){1, 0}, 2, INFINITY).slope, 0);
    core_pair_free(&p);
}

static core_pair make_deep(random_state *r) {
    body_def a = body_def_make(body_curved[random_int(r, 0, 2)], 0, r),
             b = body_def_make(body_bounded[random_int(r, 0, 9)], 0, r);
    a.def.margin = b.def.margin = 0;
    a.def.transform = body_place(false, 0.2, r);
    b.def.transform = body_place(false, 0.2, r);
    return core_pair_make(&a, &b);
}

/// Asks along directions in the cone, as far as its rim.
static void expect_true(const core_pair *p, const cld_cap *cap, random_state *r, uint64_t seed) {
    for (int i = 0; i < 100; i++) {
        double part = random_one_in(r, 4)   ? 1
                      : random_one_in(r, 2) ? random_power_of_ten(r, -9, -1)
                                            : random_real(r, 0, 1);
        cld_vec3 d = tilt(cap->normal, part * cap->slope, random_real(r, 0, 7));
        double along = reach(&p->cso, d);
        cr_expect_geq(along, cap->least, "seed %llu: %.17g along %g of the slope %g, not %.17g",
                      (unsigned long long)seed, along, part, cap->slope, cap->least);
    }
}

Test(cap, is_found_around_most_peaks_and_proves_their_depth_to_rounding) {
    size_t peaks = 0, caps[4] = {0}, wide = 0, tight = 0;
    for (uint64_t seed = 0; seed < random_trials(6000); seed++) {
        random_state r = random_make(seed);
        core_pair p = make_deep(&r);
        cld_vec3 n = body_direction_make(&r);
        cld_cso_vertex v = cld_cso_support(&p.cso, n);
        cld_peak peak;
        // Newton's method may also lead to a direction along which the shapes are apart.
        if (cld_polish(&p.cso, n, &v, (double[]){1}, 1, &peak) && peak.separation < 0) {
            cld_cap cap = cld_cap_find(&p.cso, peak.normal, peak.vertex, peak.weight, peak.count, INFINITY);
            peaks++;
            caps[peak.count] += cap.slope > 0;
            wide += cap.slope > 0.2;
            if (cap.slope > 0) {
                expect_true(&p, &cap, &r, seed);
                double target = -peak.separation * random_real(&r, 0.5, 1);
                cld_cap less =
                    cld_cap_find(&p.cso, peak.normal, peak.vertex, peak.weight, peak.count, target);
                expect_true(&p, &less, &r, seed);
                cr_expect(less.slope >= cap.slope && less.least <= target, "seed %llu",
                          (unsigned long long)seed);
                cr_expect_leq(cap.least, -peak.separation, "seed %llu", (unsigned long long)seed);
                tight += cap.least >= -peak.separation - 1e-13 * p.cso.size;
            }
        }
        core_pair_free(&p);
    }
    size_t found = caps[1] + caps[2] + caps[3];
    cr_expect(caps[1] >= random_trials(20) && caps[2] >= random_trials(20) && caps[3] >= random_trials(20) &&
                  10 * found > 6 * peaks && 2 * wide > found && 100 * tight > 99 * found,
              "%zu, %zu, %zu of %zu, %zu wide, %zu tight", caps[1], caps[2], caps[3], peaks, wide, tight);
}

Test(cap, is_true_whatever_is_asked) {
    size_t found = 0;
    for (uint64_t seed = 0; seed < random_trials(20000); seed++) {
        random_state r = random_make(seed);
        core_pair p = make_deep(&r);
        cld_vec3 n = body_direction_make(&r);
        double weight[3], total = 0;
        int count = random_int(&r, 1, 3);
        cld_cso_vertex v[3];
        for (int i = 0; i < count; i++) {
            v[i] = cld_cso_support(&p.cso, tilt(n, random_power_of_ten(&r, -3, 0), random_real(&r, 0, 7)));
            total += weight[i] = random_real(&r, 0, 1);
        }
        for (int i = 0; i < count; i++)
            weight[i] /= total;
        double target = random_one_in(&r, 2) ? INFINITY : random_real(&r, 0, 1) * reach(&p.cso, n);
        cld_cap cap = cld_cap_find(&p.cso, n, v, weight, count, target);
        found += cap.slope > 0;
        if (cap.slope > 0)
            expect_true(&p, &cap, &r, seed);
        core_pair_free(&p);
    }
    cr_expect_gt(found, random_trials(100), "%zu", found);
}

/// Ends of drums that face each other are flat along one direction: what a point is beside its rim counts for
/// its own end only, and as far as the two points that stand for it are apart.
Test(cap, is_true_of_flat_ends_that_face_each_other) {
    size_t found = 0;
    for (uint64_t seed = 0; seed < random_trials(4000); seed++) {
        random_state r = random_make(seed);
        body_def a = body_def_upright(CLD_CYLINDER, -1, 1, random_real(&r, 0.1, 1)),
                 b = body_def_upright(CLD_CYLINDER, 0, 2, random_real(&r, 0.1, 1));
        b.def.transform.t = cld_vec3_make(random_real(&r, -1, 1), random_real(&r, -1, 1), 0);
        core_pair p = core_pair_make(&a, &b);
        cld_vec3 n = {0, 0, 1};
        double share = random_real(&r, 0, 1), weight[2] = {share, 1 - share};
        cld_cso_vertex v[2];
        for (int i = 0; i < 2; i++)
            v[i] = cld_cso_support(&p.cso, tilt(n, 1e-3, random_real(&r, 0, 7)));
        if (random_one_in(&r, 2)) { // the same point of B
            v[1].b = v[0].b;
            v[1].w = cld_sub(cld_sub(v[1].a, v[1].b), p.cso.offset);
        }
        cld_cap cap = cld_cap_find(&p.cso, n, v, weight, 2, random_real(&r, 0, 1));
        found += cap.slope > 0 && cap.least > 0;
        if (cap.slope > 0)
            expect_true(&p, &cap, &r, seed);
        core_pair_free(&p);
    }
    cr_expect_gt(found, random_trials(40), "%zu", found);
}

Test(cap, covers_a_plane_whose_near_points_are_in_a_cone) {
    size_t covered = 0, left = 0;
    for (uint64_t seed = 0; seed < random_trials(20000); seed++) {
        random_state r = random_make(seed);
        cld_cap cap = {body_direction_make(&r), 2 * random_power_of_ten(&r, -3, 0), 1};
        const cld_caps caps = {.cap = {{cld_negate(cap.normal), 2, 1}, cap}, .count = 2};
        double offset = 1 - random_power_of_ten(&r, -7, 0);
        cld_vec3 m = tilt(cap.normal, cap.slope * random_real(&r, 0, 1.2), random_real(&r, 0, 7));
        // How far from the middle points of the plane are which are at 1.
        double off = acos(fmin(1, cld_dot(m, cap.normal))) + acos(offset), most = atan(cap.slope);
        bool is_covered = cld_caps_cover(&caps, m, offset, 0);
        covered += is_covered, left += !is_covered;
        if (fabs(off - most) > 1e-6)
            cr_expect_eq(is_covered, off < most, "seed %llu: %.17g of %.17g", (unsigned long long)seed, off,
                         most);
        cr_expect_not(cld_caps_cover(&caps, m, -offset, 0));
        cr_expect_not(cld_caps_cover(&caps, m, offset, 2));
    }
    cr_expect(covered > random_trials(2000) && left > random_trials(2000), "%zu covered, %zu not", covered,
              left);
}

Test(cap, covers_nothing_where_there_is_none) {
    const cld_caps caps = {.count = 0};
    cr_expect_not(cld_caps_cover(&caps, cld_vec3_make(0, 0, 1), 1, 0));
    cr_expect_eq(cld_caps_find_least(&caps), INFINITY);
}
