/// Cylinders, cones and ellipsoids as shapes.
#include <criterion/criterion.h>
#include <math.h>

#include "math/vec.h"
#include "shape/shape.h"
#include "support/body.h"
#include "support/shapes.h"

static const cld_kind curved[] = {CLD_CYLINDER, CLD_CONE, CLD_ELLIPSOID};

static cld_status create(const body_def *d, cld_error *err) {
    cld_shape *shape = NULL;
    cld_shape_def def = d->def;
    def.points = d->points;
    cld_status status = cld_shape_create(&def, NULL, NULL, &shape, err);
    cld_shape_destroy(shape);
    return status;
}

Test(curve, reaches_as_far_as_the_solid_it_stands_for) {
    for (unsigned long long seed = 1; seed <= 3000; seed++) {
        random_state r = random_make(seed);
        body_def def = body_def_make(curved[seed % 3], (int)(seed / 3 % 4), &r);
        def.def.transform = body_place(seed % 2, 2, &r);
        cld_shape *shape = body_create(&def);
        body truth = body_make(&def);
        cr_assert_not_null(shape, "seed %llu", seed);
        for (int i = 0; i < 20 && shape->curve->count; i++) {
            cld_vec3 n = body_direction_make(&r);
            uint32_t part;
            cld_vec3 p = cld_add(shape->centre, cld_curve_find_extreme(shape->curve, n, &part));
            double reach = cld_dot(n, p) + shape->radius;
            // Both sides round coordinates of up to 4, a few times.
            cr_assert_leq(fabs(reach - body_reach(&truth, n)), 1e-14, "seed %llu: %g", seed,
                          reach - body_reach(&truth, n));
        }
        cld_shape_destroy(shape);
    }
}

static double find_reach(const cld_shape *shape, cld_vec3 n) {
    uint32_t part;
    return cld_dot(n, cld_curve_find_extreme(shape->curve, n, &part)) + shape->radius;
}

/// The balls around and inside of a core, by how far the whole shape reaches: no direction is beyond the one,
/// none falls short of the other, and where the shape is neither thin nor flat, so that the best of many
/// directions is about the best of all, they are as small and as large as can be.
Test(curve, lies_in_the_ball_around_it_and_holds_the_one_inside) {
    for (unsigned long long seed = 1; seed <= 1000; seed++) {
        random_state r = random_make(seed);
        body_def def = body_def_make(curved[seed % 3], seed % 2 ? 2 : 0, &r);
        def.def.transform = body_place(false, seed % 4 ? 2 : 0x1p40, &r); // so far that the centre is rounded
        cld_shape *shape = body_create(&def);
        cr_assert_not_null(shape, "seed %llu", seed);
        double most = 0, least = INFINITY, around = shape->reach + shape->radius,
               inside = atomic_load(&shape->inner) + shape->radius;
        cld_vec3 best[2] = {{1, 0, 0}, {1, 0, 0}};
        const cld_curve *curve = shape->curve;
        const cld_vec3 along[4] = {curve->part[0].axis[0], curve->part[0].axis[1], curve->part[0].axis[2],
                                   cld_sub(curve->part[1].centre, curve->part[0].centre)};
        for (int i = 0; i < 4; i++) // of what has several lowest places
            if (curve->count && cld_length(along[i]) > 0)
                least = fmin(least, find_reach(shape, cld_unit(along[i])));
        for (int i = 0; i < 1200 && curve->count; i++) {
            double step = i < 300 ? 1 : pow(0.98, i - 300);
            for (int k = 0; k < 2; k++) {
                cld_vec3 d = body_direction_make(&r),
                         n = cld_unit(i < 300 ? d : cld_add_scaled(best[k], step, d));
                double reach = find_reach(shape, n);
                if (k ? reach > most : reach < least)
                    *(k ? &most : &least) = reach, best[k] = n;
            }
        }
        if (curve->count) {
            cr_expect(most <= around && inside <= least, "seed %llu: %g around %g, %g inside %g", seed,
                      around, most, inside, least);
            cr_expect(seed % 2 || (around <= most * (1 + 1e-5) + 1e-3 && inside >= 0.95 * least),
                      "seed %llu: %g around %g, %g inside %g", seed, around, most, inside, least);
        }
        cld_shape_destroy(shape);
    }
}

/// The same body by other axes: of discs turned, of ellipsoids in another order and the other way round.
static cld_curve describe_otherwise(const cld_curve *curve, random_state *r) {
    cld_curve other = *curve;
    double angle = random_real(r, 0, 7), cosine = cos(angle), sine = sin(angle);
    for (uint32_t i = 0; i < curve->count; i++) {
        const cld_vec3 *axis = curve->part[i].axis;
        cld_vec3 *to = other.part[i].axis;
        if (curve->count == 1) {
            to[0] = axis[2], to[1] = cld_negate(axis[0]), to[2] = axis[1];
            continue;
        }
        to[0] = cld_add_scaled(cld_scale(axis[0], cosine), sine, axis[1]);
        to[1] = cld_add_scaled(cld_scale(axis[1], cosine), -sine, axis[0]);
    }
    return other;
}

Test(curve, reaches_beyond_another_by_no_more_than_is_told_and_beyond_a_twin_by_as_little) {
    int twins = 0;
    for (unsigned long long seed = 1; seed <= 1000; seed++) {
        random_state r = random_make(seed);
        body_def def = body_def_make(curved[seed % 3], 0, &r);
        cld_shape *shape = body_create(&def);
        const cld_curve *outer = shape->curve;
        cld_curve inner = describe_otherwise(outer, &r);
        double off = random_one_in(&r, 4) ? 0 : random_power_of_ten(&r, -15, 0);
        for (uint32_t i = 0; i < inner.count; i++)
            for (int k = 0; k < 3; k++)
                if (cld_length(inner.part[i].axis[k]) > 0)
                    inner.part[i].axis[k] =
                        cld_add_scaled(inner.part[i].axis[k], off, body_direction_make(&r));
        double wider = 32 * random_int(&r, -1, 1) * off; // than all else makes it
        inner.inset -= wider;
        cld_vec3 shift = cld_scale(body_direction_make(&r), off);
        double bound = cld_curve_bound_excess(&inner, shift, outer);
        for (int i = 0; i < 30 && outer->count; i++) {
            cld_vec3 n = body_direction_make(&r);
            uint32_t part;
            double excess = cld_dot(n, cld_curve_find_extreme(&inner, n, &part)) + cld_dot(n, shift) -
                            cld_dot(n, cld_curve_find_extreme(outer, n, &part));
            cr_assert_leq(excess, bound + 2e-14, "seed %llu: %g, told %g", seed, excess, bound);
        }
        bool thin = cld_max_abs(outer->part[0].axis[0]) < 0.1; // what it is off by counts more
        twins += outer->count && !thin && bound <= 2e-14 + wider + 16 * off;
        cld_shape_destroy(shape);
    }
    cr_expect_geq(twins, 700, "%d", twins);
}

Test(curve, gives_points_of_the_solid_itself_however_near_an_axis) {
    for (unsigned long long seed = 1; seed <= 300; seed++) {
        random_state r = random_make(seed);
        body_def def = body_def_make(seed % 2 ? CLD_CYLINDER : CLD_CONE, 0, &r);
        def.def.margin = 0;
        cld_shape *shape = body_create(&def);
        body truth = body_make(&def);
        cld_vec3 axis = cld_unit(cld_sub(truth.part[1].centre, truth.part[0].centre));
        for (int i = 0; i < 20; i++) {
            uint32_t part;
            cld_vec3 n = cld_unit(cld_add_scaled(axis, ldexp(1, -3 * i), body_direction_make(&r)));
            cld_vec3 p = cld_add(shape->centre, cld_curve_find_extreme(shape->curve, n, &part));
            cr_assert_leq(body_excess(&truth, p, 200), 1e-15, "seed %llu", seed);
            cr_assert_leq(cld_dot(axis, cld_sub(p, truth.part[1].centre)), 4e-15, "seed %llu", seed);
        }
        cld_shape_destroy(shape);
    }
}

Test(curve, has_the_box_of_the_solid) {
    for (unsigned long long seed = 1; seed <= 1000; seed++) {
        random_state r = random_make(seed);
        body_def def = body_def_make(curved[seed % 3], 0, &r);
        def.def.transform = body_place(false, 2, &r);
        cld_shape *shape = body_create(&def);
        body truth = body_make(&def);
        cld_vec3 lower, upper;
        cld_shape_find_box(shape, &lower, &upper);
        for (int k = 0; k < 3; k++) {
            cld_vec3 e = {k == 0, k == 1, k == 2};
            cr_assert_leq(fabs(cld_component(upper, k) - body_reach(&truth, e)), 1e-14);
            cr_assert_leq(fabs(cld_component(lower, k) + body_reach(&truth, cld_negate(e))), 1e-14);
        }
        cr_assert_leq(fabs(cld_shape_find_diagonal(shape) - body_diagonal(&truth)), 1e-14);
        cld_shape_destroy(shape);
    }
}

Test(curve, is_a_ball_with_a_small_core_where_it_is_nearly_one) {
    body_def def = {.def = cld_shape_def_make(CLD_ELLIPSOID)};
    def.def.radii[0] = def.def.radii[1] = 1;
    def.def.radii[2] = 1 + 1e-6;
    cld_shape *shape = body_create(&def);
    cr_assert_gt(shape->radius, 0.99);
    cr_assert_lt(shape->radius, 1, "all radii of curvature must exceed it");
    cld_shape_destroy(shape);
    def.def.radii[2] = 1;
    shape = body_create(&def);
    cr_assert_eq(shape->radius, 1);
    cr_assert_eq(shape->core.count, 1, "a ball is a point with a radius");
    cld_shape_destroy(shape);
}

Test(curve, of_no_radius_is_a_segment_and_of_no_height_a_disc) {
    body_def def = {.def = cld_shape_def_make(CLD_CYLINDER), .points = {1, 2, 3, 1, 2, 5}};
    def.def.point_count = 2;
    cld_shape *shape = body_create(&def);
    cr_assert_eq(shape->core.count, 2);
    cld_shape_destroy(shape);
    def.def.radius = 0.5;
    def.points[5] = 3;
    shape = body_create(&def);
    cld_vec3 lower, upper;
    cld_shape_find_box(shape, &lower, &upper);
    cr_assert(upper.x - lower.x == 1 && upper.y - lower.y == 1 && upper.z == lower.z);
    cld_shape_destroy(shape);
}

Test(curve, refuses_what_is_negative_or_sheared) {
    cld_error err;
    body_def def = {.def = cld_shape_def_make(CLD_CONE), .points = {0, 0, 0, 0, 0, 1}};
    def.def.point_count = 2;
    def.def.radius = -1;
    cr_assert_eq(create(&def, &err), CLD_BAD_VALUE);
    cr_assert_str_eq(err.pointer, "/radius");
    cr_assert_str_eq(err.message, "radius must be at least 0 and finite, got -1");
    def.def.radius = 1;
    cr_assert_eq(create(&def, &err), CLD_OK);
    def.def.transform = cld_transform_make_scale(cld_vec3_make(1, 1, 2));
    cr_assert_eq(create(&def, &err), CLD_BAD_TRANSFORM);
    def.def.kind = CLD_ELLIPSOID;
    def.def.point_count = 0;
    def.def.radii[1] = NAN;
    cr_assert_eq(create(&def, &err), CLD_BAD_VALUE);
    cr_assert_str_eq(err.pointer, "/radii/1");
}

Test(curve, has_the_same_extremes_along_directions_of_any_length) {
    random_state r = random_make(14);
    for (int trial = 0; trial < 300; trial++) {
        body_def def = body_def_make(curved[trial % 3], random_int(&r, 0, 3), &r);
        cld_shape *shape = body_create(&def);
        cld_vec3 n = shape_choose_direction(&r);
        uint32_t part, same;
        cld_vec3 p = cld_curve_find_extreme(shape->curve, n, &part);
        for (int e = -900; e <= 900; e += 25) {
            cld_vec3 q = cld_curve_find_extreme(shape->curve, cld_scale(n, ldexp(1, e)), &same);
            cr_expect(p.x == q.x && p.y == q.y && p.z == q.z && part == same, "trial %d: 2^%d", trial, e);
        }
        cld_shape_destroy(shape);
    }
}

static cld_shape *make_ellipsoid(const double radii[3], double size) {
    cld_shape_def def = cld_shape_def_make(CLD_ELLIPSOID);
    for (int k = 0; k < 3; k++)
        def.radii[k] = size * radii[k];
    return shape_make(&def);
}

/// About two ellipsoids of a size whose centres are `apart` times that from each other along n.
static cld_result ask(double (*radii)[3], cld_vec3 n, double apart, double size, cld_workspace *workspace,
                      bool *colliding) {
    cld_shape *a = make_ellipsoid(radii[0], size), *b = make_ellipsoid(radii[1], size);
    cld_query_options options = cld_query_options_make();
    cld_pose pose = cld_pose_make_identity();
    cld_result result;
    pose.t = cld_scale(n, size * apart);
    cr_assert_eq(cld_find_collision(a, NULL, b, &pose, &options, workspace, &result, NULL), CLD_OK);
    cr_assert_eq(cld_is_colliding(a, NULL, b, &pose, &options, workspace, colliding, NULL), CLD_OK);
    cld_shape_destroy(a);
    cld_shape_destroy(b);
    return result;
}

Test(curve, of_any_size_meets_others_as_one_of_about_1_does) {
    random_state r = random_make(15);
    cld_workspace *workspace = cld_workspace_create();
    bool colliding;
    for (int trial = 0; trial < 300; trial++) {
        double radii[2][3];
        for (int k = 0; k < 6; k++)
            radii[k / 3][k % 3] = random_int(&r, 1, 4);
        cld_vec3 n = shape_choose_direction(&r);
        double apart = 8 - ask(radii, n, 8, 1, workspace, &colliding).signed_distance + 0.0625; // or less
        double first = ask(radii, n, apart, 1, workspace, &colliding).signed_distance;
        for (int e = -130; e <= 130; e += 5) {
            double size = ldexp(1, e);
            cld_result result = ask(radii, n, apart, size, workspace, &colliding);
            cr_expect(fabs(result.signed_distance / size - first) <= 1e-14 &&
                          result.lower / size <= first + 1e-15 && first - 1e-15 <= result.upper / size,
                      "trial %d: 2^%d", trial, e);
            cr_expect_eq(colliding, first <= 0, "trial %d: 2^%d", trial, e);
        }
    }
    cld_workspace_destroy(workspace);
}
