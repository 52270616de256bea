/// Curved shapes far thinner than long: ellipsoids down to 1e-14 of their length, against anything bounded.
#include <criterion/criterion.h>
#include <math.h>

#include "math/vec.h"
#include "support/body_pair.h"
#include "support/shapes.h"

enum { PAIRS = 6000 };

/// Lengths such as 1, 0, and those that rounding, the touching tolerance or the contract's accuracy hides.
static double choose_length(random_state *r) {
    switch (random_int(r, 0, 5)) {
    case 0: return 0;
    case 1: return 1;
    case 2: return random_real(r, 0.2, 3);
    case 3: return random_power_of_ten(r, -3, 1);
    default: return random_power_of_ten(r, -14, -4);
    }
}

static void choose_lengths(double length[3], random_state *r) {
    for (int k = 0; k < 3; k++)
        length[k] = choose_length(r);
}

static body_def make_def(cld_kind kind, random_state *r) {
    body_def d = {.def = cld_shape_def_make(kind)};
    choose_lengths(d.def.radii, r);
    choose_lengths(d.def.size, r);
    d.def.radius = choose_length(r);
    d.def.point_count = kind == CLD_HULL ? 6 : kind == CLD_TRIANGLE ? 3 : 2;
    if (kind == CLD_HULL || kind == CLD_TRIANGLE || kind == CLD_SEGMENT || kind == CLD_CAPSULE) {
        for (size_t i = 0; i < 3 * d.def.point_count; i++)
            d.points[i] = random_real(r, -1, 1);
    } else if (kind == CLD_CYLINDER || kind == CLD_CONE) {
        d.points[2] = -choose_length(r);
        d.points[5] = choose_length(r) + 1e-14;
    }
    if (random_one_in(r, 6))
        d.def.margin = choose_length(r);
    double reach = random_one_in(r, 3) ? 0 : random_power_of_ten(r, -9, 0);
    d.def.transform = body_place(random_one_in(r, 2), reach, r);
    return d;
}

typedef struct pair {
    cld_shape *a, *b;
} pair;

static const cld_kind kinds[] = {CLD_ELLIPSOID, CLD_CYLINDER, CLD_CONE, CLD_CAPSULE,  CLD_BOX,
                                 CLD_SEGMENT,   CLD_TRIANGLE, CLD_HULL, CLD_ELLIPSOID};

static pair make_pair_with(cld_kind kind, uint64_t seed) {
    random_state r = random_make(seed);
    body_def a = make_def(kind, &r), b = make_def(kinds[seed % 9], &r);
    return (pair){body_create(&a), body_create(&b)};
}

static pair make_pair(uint64_t seed) { return make_pair_with(CLD_ELLIPSOID, seed); }

static void forget(pair p) {
    cld_shape_destroy(p.a);
    cld_shape_destroy(p.b);
}

static cld_result ask(pair p, const cld_pose *pose, cld_workspace *workspace) {
    cld_query_options options = cld_query_options_make();
    cld_result r;
    cld_error err;
    cr_assert_eq(cld_find_collision(p.a, pose, p.b, pose, &options, workspace, &r, &err), CLD_OK);
    return r;
}

static void verify(pair p, uint64_t seed, cld_workspace *workspace) {
    cld_result r = ask(p, NULL, workspace);
    cld_error err;
    cr_expect_eq(cld_verify(p.a, NULL, p.b, NULL, &r, &err), CLD_OK, "seed %llu: %s",
                 (unsigned long long)seed, err.message);
    forget(p);
}

Test(needles, are_answered_with_points_that_lie_in_both_shapes) {
    cld_workspace *workspace = cld_workspace_create();
    for (uint64_t seed = 1; seed <= random_trials(PAIRS); seed++)
        verify(make_pair(seed), seed, workspace);
    cld_workspace_destroy(workspace);
}

Test(needles, are_answered_whatever_else_is_curved) {
    cld_workspace *workspace = cld_workspace_create();
    for (uint64_t seed = 1; seed <= random_trials(PAIRS); seed++) {
        cld_kind kind = kinds[seed / 9 % 9];
        if (kind != CLD_ELLIPSOID)
            verify(make_pair_with(kind, seed), seed, workspace);
    }
    cld_workspace_destroy(workspace);
}

/// Of a million of those above, the ones whose bounds were too far apart or whose points lay beside a shape.
Test(needles, are_answered_where_slivers_far_sides_or_rims_that_are_all_but_lines_mislead) {
    static const uint64_t hard[] = {10730,  24183,  26558,  33587,  39485,  45902,  96761,
                                    377479, 674939, 827797, 957046, 980131, 1027813};
    cld_workspace *workspace = cld_workspace_create();
    for (size_t i = 0; i < sizeof hard / sizeof *hard; i++)
        verify(make_pair(hard[i]), hard[i], workspace);
    verify(make_pair_with(CLD_BOX, 38270), 38270, workspace);
    verify(make_pair_with(CLD_CYLINDER, 208829), 208829, workspace);
    verify(make_pair_with(CLD_CYLINDER, 5005408), 5005408, workspace);
    cld_workspace_destroy(workspace);
}

Test(needles, are_as_deep_or_far_however_they_are_turned) {
    cld_workspace *workspace = cld_workspace_create();
    for (uint64_t seed = 1; seed <= random_trials(PAIRS); seed++) {
        pair p = make_pair(seed);
        random_state random = random_make(seed + 1000000);
        cld_transform motion = body_place(false, 0, &random);
        cld_pose pose = {motion.m, cld_vec3_make(0, 0, 0)};
        cld_result r = ask(p, NULL, workspace), turned = ask(p, &pose, workspace);
        double d = r.tolerance / 1e-9;
        cr_expect_leq(fabs(turned.signed_distance - r.signed_distance), 2e-9 * d + 1e-14,
                      "seed %llu: %.17g and %.17g", (unsigned long long)seed, r.signed_distance,
                      turned.signed_distance);
        forget(p);
    }
    cld_workspace_destroy(workspace);
}

/// Along x, the axis of the plate, both reach no farther than their radii there.
Test(needles, that_are_plates_are_no_deeper_in_what_is_round_than_across_their_sides) {
    for (int i = 4; i < 10; i++) {
        double thin = power_of_ten(-i), wide = 1e4 * thin, points[6] = {0, -3, 0, 0, 3, 0};
        cld_shape_def def = cld_shape_def_make(CLD_ELLIPSOID),
                      round[2] = {def, cld_shape_def_make(CLD_CYLINDER)};
        def.radii[0] = thin, def.radii[1] = def.radii[2] = wide;
        round[0].radii[0] = round[0].radii[2] = 1, round[0].radii[1] = 2;
        round[1].points = points, round[1].point_count = 2, round[1].radius = 1;
        cld_shape *plate = shape_make(&def);
        for (int k = 0; k < 2; k++) {
            cld_shape *other = shape_make(&round[k]);
            cld_query_options options = cld_query_options_make();
            cld_result r = shape_ask(other, NULL, plate, NULL, &options);
            cr_expect_float_eq(r.signed_distance, -1 - thin, 4e-9, "%d, 1e-%d thin: %.17g", k, i,
                               r.signed_distance);
            cld_shape_destroy(other);
        }
        cld_shape_destroy(plate);
    }
}

/// The sides are known: that of the least offset is the way out, as the ellipsoid is round about the same
/// axis.
Test(needles, in_a_prism_of_many_nearly_equal_sides_leave_by_the_nearest) {
    enum { SIDES = 1500 };
    static double points[2 * SIDES][3];
    double least = INFINITY;
    for (int i = 0; i < SIDES; i++)
        for (int k = 0; k < 2; k++) {
            double turn = 6.283185307179586 * i / SIDES;
            points[2 * i + k][0] = round(cos(turn) * 1e6) / 1e6;
            points[2 * i + k][1] = k ? 3 : -3;
            points[2 * i + k][2] = round(sin(turn) * 1e6) / 1e6;
        }
    for (int i = 0; i < SIDES; i++) {
        const double *p = points[2 * i], *q = points[2 * ((i + 1) % SIDES)];
        least = fmin(least, fabs(p[0] * q[2] - p[2] * q[0]) / hypot(p[0] - q[0], p[2] - q[2]));
    }
    cld_shape_def def = cld_shape_def_make(CLD_HULL), peg = cld_shape_def_make(CLD_ELLIPSOID);
    def.points = points[0], def.point_count = 2 * SIDES;
    peg.radii[0] = peg.radii[2] = 0.2, peg.radii[1] = 1;
    cld_shape *a = shape_make(&def), *b = shape_make(&peg);
    cld_query_options options = cld_query_options_make();
    cld_result r = shape_ask(a, NULL, b, NULL, &options);
    cr_expect_float_eq(r.signed_distance, -least - 0.2, 6e-9, "%.17g, not %.17g", r.signed_distance,
                       -least - 0.2);
    cld_shape_destroy(a);
    cld_shape_destroy(b);
}

/// Of a needle whose end is a little below a cap, doubles may take a sliver for what holds the origin.
Test(needles, have_an_end_in_a_cap_as_deep_as_near_bounds_say) {
    static const double ends[6] = {0, 0, 0, 0, 0, -1};
    cld_query_options options = cld_query_options_make();
    for (uint64_t seed = 0; seed < random_trials(2000); seed++) {
        random_state r = random_make(seed);
        cld_shape_def needle = cld_shape_def_make(CLD_BOX), cap = cld_shape_def_make(CLD_CYLINDER);
        cld_vec3 axis = {random_real(&r, -1, 1), random_real(&r, -1, 1), 0.1};
        needle.size[0] = random_power_of_ten(&r, -12, -6);
        needle.size[1] = 1;
        needle.size[2] = random_power_of_ten(&r, -12, -6);
        needle.transform = cld_transform_make_axis_angle(axis, random_real(&r, 0, 360));
        cld_vec3 end = cld_transform_apply(&needle.transform, (cld_vec3){0, 0.5, 0});
        needle.transform.t = (cld_vec3){random_real(&r, -0.5, 0.5), random_real(&r, -0.5, 0.5),
                                        fabs(end.z) - random_power_of_ten(&r, -13, -9)};
        cap.points = ends, cap.point_count = 2;
        cap.radius = 1.5;
        cld_pose pose = shape_choose_pose(&r, 1);
        cld_shape *a = shape_make(&cap), *b = shape_make(&needle);
        cld_result result = shape_ask(a, &pose, b, &pose, &options);
        cr_expect_leq(result.upper - result.lower, 1e-9, "seed %d: from %g to %g", (int)seed, result.lower,
                      result.upper);
        cld_shape_destroy(a);
        cld_shape_destroy(b);
    }
}

/// Of thin shapes, the last bit of a normal in doubles moves a point by a billion times as much.
Test(needles, that_are_apart_have_points_along_the_normal) {
    body_pair q = {0};
    for (unsigned long long seed = 0; seed < random_trials(3000); seed++) {
        random_state r = random_make(seed);
        body_def a = body_def_make(body_curved[random_int(&r, 0, 2)], 2, &r),
                 b = body_def_make(body_bounded[random_int(&r, 0, 9)], 2, &r);
        a.def.transform = body_place(false, 0, &r);
        b.def.transform = body_place(false, 2, &r);
        body_pair_ask(&q, a, b);
        cld_vec3 between = cld_sub(q.r.closest_b, q.r.closest_a);
        double off = cld_length(cld_add_scaled(between, -q.r.signed_distance, q.r.normal));
        cr_expect(q.r.outcome != CLD_SEPARATED || off < 1e-11, "seed %llu: %g off", seed, off);
    }
    body_pair_free(&q);
}

/// The points that Newton's method leads to must not cost the separation that is proven already.
Test(needles, that_are_apart_stay_so_when_their_points_are_refined) {
    const cld_vec3 axis = {0.13705334032605743, -0.25853799448305437, 0.56627666578210945};
    body_pair q = {0};
    body_def a = body_def_sized(CLD_ELLIPSOID, 1, 6.7453702523429324e-07, 2.3268164165260158e-09),
             b = {.def = cld_shape_def_make(CLD_POINT),
                  .points = {-0.060862947440367757, 6.7316986565992678e-07, 8.0125124249858811e-11}};
    b.def.point_count = 1;
    a.def.transform = b.def.transform = cld_transform_make_axis_angle(axis, 94.068705610272801);
    body_pair_ask(&q, a, b);
    cr_expect(q.r.signed_distance > 3.6e-11 && q.r.lower > 3.6e-11, "%g, at least %g", q.r.signed_distance,
              q.r.lower);
    body_pair_free(&q);
}

static body_def define_moved(body_def d, double x, double y, double z) {
    d.def.transform = cld_transform_make_translation(cld_vec3_make(x, y, z));
    return d;
}

static void verify_defs(const body_def *a, const body_def *b, uint64_t seed, cld_workspace *workspace) {
    verify((pair){body_create(a), body_create(b)}, seed, workspace);
}

/// So far away that doubles do not tell the ends of a needle apart, and that an axis which is off the normal
/// by 1e-10 seems to separate as much; then a needle that is a point beside what it is near.
Test(needles, have_their_nearest_points_however_far_apart_they_are) {
    const cld_vec3 none = {0, 0, 0};
    cld_workspace *workspace = cld_workspace_create();
    body_def a = define_moved(body_def_sized(CLD_ELLIPSOID, 1e-18, 4e4, 3e-20), -1.5e19, 0, 60),
             b = define_moved(body_def_sized(CLD_BOX, 1e-10, 1e-19, 3e4), 0, -8e-12, 8e17);
    verify_defs(&a, &b, 0, workspace);
    a = define_moved(body_def_between(CLD_CONE, (cld_vec3){0, 0, 9e52}, none, 2e-39), 0, 8e82, 1.6e91);
    b = define_moved(body_def_between(CLD_CONE, (cld_vec3){0, 0, -9e-59}, (cld_vec3){-1.4e83, 0, 0}, 1e-80),
                     0, 0, -2e92);
    verify_defs(&a, &b, 1, workspace);
    a = body_def_between(CLD_CYLINDER, (cld_vec3){1e81, 0, 0}, (cld_vec3){0, -3e13, 0}, 7e-78);
    b = body_def_between(CLD_SEGMENT, (cld_vec3){4e95, 0, -1e91}, (cld_vec3){4e95, -4e97, 0}, 0);
    verify_defs(&a, &b, 2, workspace);
    a = body_def_between(CLD_CONE, (cld_vec3){0, 0, -0.5}, (cld_vec3){0, 0, 0.5}, 2.5e-7);
    b = define_moved(body_def_between(CLD_CONE, (cld_vec3){-0.4, 0, 0}, (cld_vec3){0.4, 0, 0}, 8e-13), 0, 0,
                     -9576006);
    verify_defs(&a, &b, 3, workspace);
    a = body_def_between(CLD_CYLINDER, (cld_vec3){0, 0, -0.003}, (cld_vec3){0, 0, 0.003}, 0.0038);
    b = (body_def){
        .def = cld_shape_def_make(CLD_TRIANGLE),
        .points = {-0.0597, 3.533e-11, 2.342e-9, 0.2109, 3.723e-11, 3.029e-9, 0.6322, 6.151e-11, -1.489e-8}};
    b.def.point_count = 3;
    b = define_moved(b, 0, 0, -1e6);
    verify_defs(&a, &b, 4, workspace);
    cld_workspace_destroy(workspace);
}
