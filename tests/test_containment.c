#include <criterion/criterion.h>
#include <string.h>

#include "collide/collide.h"
#include "math/vec.h"
#include "support/generate.h"
#include "support/shapes.h"

static cld_workspace *workspace;

static void set_up(void) { workspace = cld_workspace_create(); }

static void tear_down(void) { cld_workspace_destroy(workspace); }

TestSuite(containment, .init = set_up, .fini = tear_down);

static cld_shape *make_box(double size, double x, double y, double z, double margin) {
    cld_shape_def def = cld_shape_def_make(CLD_BOX);
    cld_shape *shape = NULL;
    def.size[0] = def.size[1] = def.size[2] = size;
    def.margin = margin;
    def.transform = cld_transform_make_translation((cld_vec3){x, y, z});
    cr_assert_eq(cld_shape_create(&def, NULL, NULL, &shape, NULL), CLD_OK);
    return shape;
}

static cld_shape *make_hull(const double *points, size_t count) {
    cld_shape_def def = cld_shape_def_make(CLD_HULL);
    cld_shape *shape = NULL;
    def.points = points;
    def.point_count = count;
    cr_assert_eq(cld_shape_create(&def, NULL, NULL, &shape, NULL), CLD_OK);
    return shape;
}

static cld_containment turned(cld_containment c) {
    return c == CLD_A_IN_B ? CLD_B_IN_A : c == CLD_B_IN_A ? CLD_A_IN_B : c;
}

static cld_result ask(const cld_shape *a, const cld_shape *b) {
    cld_query_options options = cld_query_options_make();
    cld_result r;
    cr_assert_eq(cld_find_collision(a, NULL, b, NULL, &options, workspace, &r, NULL), CLD_OK);
    return r;
}

/// Asks both ways round and destroys the shapes.
static void expect_containment(cld_shape *a, cld_shape *b, cld_containment expected, const char *what) {
    cld_result r = ask(a, b);
    cr_expect_eq(r.containment, expected, "%s: got %d", what, (int)r.containment);
    cr_expect_neq(r.outcome, CLD_SEPARATED, "%s", what);
    r = ask(b, a);
    cr_expect_eq(r.containment, turned(expected), "%s, swapped: got %d", what, (int)r.containment);
    cld_shape_destroy(a);
    cld_shape_destroy(b);
}

Test(containment, a_box_in_a_box_is_told_whichever_comes_first) {
    expect_containment(make_box(1, 0.5, 0, 0, 0), make_box(4, 0, 0, 0, 0), CLD_A_IN_B, "inside");
    expect_containment(make_box(1, 1.5, 1.5, 1.5, 0), make_box(4, 0, 0, 0, 0), CLD_A_IN_B,
                       "in the corner, three faces touching");
    expect_containment(make_box(1, 1.75, 0, 0, 0), make_box(4, 0, 0, 0, 0), CLD_CONTAINS_NONE,
                       "sticking out");
    expect_containment(make_box(1, 2, 0, 0, 0), make_box(4, 0.5, 0, 0, 0), CLD_A_IN_B, "flush from inside");
    expect_containment(make_box(1, 2.5, 0, 0, 0), make_box(4, 0, 0, 0, 0), CLD_CONTAINS_NONE,
                       "touching from outside");
}

/// A prism of 200 sides around the unit circle, 2 high: its sides are cos(pi / 200) = 0.9999 away.
static cld_shape *make_prism(void) {
    enum { SIDES = 200 };
    double points[2 * SIDES][3];
    for (int i = 0; i < 2 * SIDES; i++) {
        double angle = 2 * 3.14159265358979 * i / (2 * SIDES);
        points[i][0] = cos(angle), points[i][1] = sin(angle), points[i][2] = i % 2 ? 1 : -1;
    }
    return make_hull(&points[0][0], 2 * SIDES);
}

Test(containment, a_margin_is_held_against_all_faces_of_a_hull_of_many_vertices) {
    // The box's farthest corners are at (0.6, 0.1): 0.6083 from the axis.
    expect_containment(make_box(0.2, 0.5, 0, 0, 0.38), make_prism(), CLD_A_IN_B, "0.988 from the axis");
    expect_containment(make_box(0.2, 0.5, 0, 0, 0.3925), make_prism(), CLD_CONTAINS_NONE,
                       "1.0008 from the axis");
    expect_containment(make_box(0.2, 0, 0, 0.5, 0.38), make_prism(), CLD_A_IN_B, "0.02 below the top");
    expect_containment(make_box(0.2, 0, 0, 0.5, 0.41), make_prism(), CLD_CONTAINS_NONE, "0.01 above the top");
}

Test(containment, equal_sets_are_equal_however_they_are_described) {
    static const double corners[8][3] = {{1, 1, 1},  {1, 1, -1},  {1, -1, 1},  {1, -1, -1},
                                         {-1, 1, 1}, {-1, 1, -1}, {-1, -1, 1}, {-1, -1, -1}};
    expect_containment(make_box(2, 0, 0, 0, 0), make_box(2, 0, 0, 0, 0), CLD_EQUAL, "twice");
    expect_containment(make_box(2, 0, 0, 0, 0), make_hull(corners[0], 8), CLD_EQUAL, "as a hull");
    expect_containment(make_box(0, 1, 2, 3, 1), make_box(0, 1, 2, 3, 1), CLD_EQUAL, "balls");
}

Test(containment, a_planar_shape_is_equal_to_itself_without_a_tolerance) {
    random_state r = random_make(8);
    cld_query_options options = cld_query_options_make();
    options.tolerance = 0;
    for (uint64_t trial = 0; trial < random_trials(2000); trial++) {
        const double points[6] = {random_real(&r, -4, 4), random_real(&r, -4, 4), 0,
                                  random_real(&r, -4, 4), random_real(&r, -4, 4), 0};
        cld_shape_def def = cld_shape_def_make(trial % 2 ? CLD_SEGMENT : CLD_RECTANGLE);
        def.dimension = 2;
        def.points = points;
        def.point_count = 2;
        def.size[0] = random_real(&r, 0.1, 4), def.size[1] = random_real(&r, 0.1, 4);
        def.transform = cld_transform_make_axis_angle((cld_vec3){0, 0, 1}, random_real(&r, 0, 360));
        cld_shape *shape = shape_make(&def);
        cld_result result = shape_ask(shape, NULL, shape, NULL, &options);
        cr_assert_eq(result.containment, CLD_EQUAL, "trial %d: got %d", (int)trial, (int)result.containment);
        cld_shape_destroy(shape);
    }
}

Test(containment, it_holds_within_the_tolerance_and_not_beyond) {
    // D = 4 sqrt(3), so the tolerance is 6.9e-9.
    expect_containment(make_box(1, 1.5 + 6e-9, 0, 0, 0), make_box(4, 0, 0, 0, 0), CLD_A_IN_B, "out by less");
    expect_containment(make_box(1, 1.5 + 8e-9, 0, 0, 0), make_box(4, 0, 0, 0, 0), CLD_CONTAINS_NONE,
                       "out by more");
    expect_containment(make_box(4 + 1e-9, 0, 0, 0, 0), make_box(4, 0, 0, 0, 0), CLD_EQUAL, "equal within it");
}

Test(containment, flat_and_single_point_shapes_lie_in_others) {
    static const double square[4][3] = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}},
                        line[2][3] = {{0, 0, 0}, {1, 1, 0}}, dot[1][3] = {{0.5, 0.5, 0}};
    expect_containment(make_hull(square[0], 4), make_box(4, 0, 0, 0, 0), CLD_A_IN_B, "a square in a box");
    expect_containment(make_hull(line[0], 2), make_hull(square[0], 4), CLD_A_IN_B, "a segment in a square");
    expect_containment(make_hull(dot[0], 1), make_hull(line[0], 2), CLD_A_IN_B, "a point on a segment");
    expect_containment(make_hull(dot[0], 1), make_hull(dot[0], 1), CLD_EQUAL, "a point on itself");
    expect_containment(make_hull(square[0], 4), make_hull(square[0], 4), CLD_EQUAL, "a square on itself");
}

Test(containment, margins_count) {
    // A ball of radius 1 at the side of a box from -2 to 2 fits if its centre is within 1.
    expect_containment(make_box(0, 1, 0, 0, 1), make_box(4, 0, 0, 0, 0), CLD_A_IN_B, "a ball that fits");
    expect_containment(make_box(0, 1.01, 0, 0, 1), make_box(4, 0, 0, 0, 0), CLD_CONTAINS_NONE,
                       "a ball that does not");
    expect_containment(make_box(2, 0, 0, 0, 0), make_box(1, 0, 0, 0, 0.5), CLD_B_IN_A,
                       "rounded corners are inside sharp ones");
    // The sharp corner is sqrt(3)/2 from the core's, so a margin below that does not reach it.
    expect_containment(make_box(2, 0, 0, 0, 0), make_box(1, 0, 0, 0, 0.86), CLD_CONTAINS_NONE,
                       "a corner sticks out");
    expect_containment(make_box(2, 0, 0, 0, 0), make_box(1, 0, 0, 0, 0.87), CLD_A_IN_B,
                       "no corner sticks out");
    expect_containment(make_box(1, 0, 0, 0, 0.5), make_box(1, 0, 0, 0, 0.25), CLD_B_IN_A,
                       "margins of one core");
}

static cld_shape *make_rounded_hull(const point_set *points, double margin) {
    cld_shape_def def = cld_shape_def_make(CLD_HULL);
    def.points = points->at[0];
    def.point_count = points->count;
    def.margin = margin;
    return shape_make(&def);
}

/// A set is inside if every point's exact signed distance, and what its margin is wider than that of the set
/// around it, are at most the tolerance.
Test(containment, agrees_with_the_oracle_about_every_vertex) {
    oracle *judge = oracle_create();
    size_t inside = 0;
    for (uint64_t seed = 0; seed < 1500; seed++) {
        random_state r = random_make(seed);
        point_set a, b;
        solid_make_hull(&a, &r);
        solid_make_any(&b, &r);
        solid_scale(&b, random_real(&r, 0.05, 0.5));
        if (seed % 5 == 0) // vertices of one on the other
            for (size_t i = 0; i < b.count; i++)
                memcpy(b.at[i], a.at[(size_t)random_int(&r, 0, (int)a.count - 1)], sizeof b.at[i]);
        double margin_a = seed % 3 == 1 ? random_real(&r, 0, 0.1) : 0,
               margin_b = seed % 3 == 2 ? random_real(&r, 0, 0.1) : 0;
        cld_shape *p = make_rounded_hull(&a, margin_a), *q = make_rounded_hull(&b, margin_b);
        cld_result result = ask(p, q);
        double worst = -INFINITY;
        for (size_t i = 0; i < b.count; i++) {
            oracle_load(judge, a.at[0], a.count, b.at[i], 1);
            worst = fmax(worst, oracle_find_signed_distance(judge).value + margin_b - margin_a);
        }
        bool is_in = result.containment == CLD_B_IN_A || result.containment == CLD_EQUAL;
        inside += is_in;
        if (fabs(worst - result.tolerance) > 1e-12)
            cr_expect_eq(is_in, worst <= result.tolerance, "seed %llu: the worst vertex is at %g",
                         (unsigned long long)seed, worst);
        cld_shape_destroy(p);
        cld_shape_destroy(q);
    }
    cr_expect_gt(inside, 100);
    oracle_destroy(judge);
}

/// A box with edges of 1 that is made `thin` along two or one of its axes and turned.
static cld_shape_def make_thin(random_state *r, bool is_needle, double thin) {
    cld_shape_def def = cld_shape_def_make(CLD_BOX);
    cld_vec3 scale = {is_needle ? thin : 1, is_needle ? thin : 1, is_needle ? 1 : thin};
    cld_quat q = {random_real(r, -1, 1), random_real(r, -1, 1), random_real(r, -1, 1), random_real(r, -1, 1)};
    cld_transform turn = cld_transform_make_quaternion(q), stretch = cld_transform_make_scale(scale);
    def.size[0] = def.size[1] = def.size[2] = 1;
    def.transform = cld_transform_compose(&turn, &stretch);
    return def;
}

/// Of such boxes rounding leaves faces without normals, or with any.
Test(containment, nothing_that_is_wide_lies_in_what_is_as_thin_as_rounding) {
    for (uint64_t seed = 0; seed < 4000; seed++) {
        random_state r = random_make(seed);
        cld_shape_def thin = make_thin(&r, seed % 2, random_power_of_ten(&r, -27, -15)),
                      compound = cld_shape_def_make(CLD_COMPOUND), inner = cld_shape_def_make(CLD_HULL);
        cld_vec3 at = cld_transform_apply(
            &thin.transform,
            (cld_vec3){random_real(&r, -0.3, 0.3), random_real(&r, -0.3, 0.3), random_real(&r, -0.3, 0.3)});
        double ends[6] = {at.x, at.y, at.z};
        for (int i = 0; i < 3; i++)
            ends[3 + i] = ends[i] + random_real(&r, -0.1, 0.1);
        inner.points = ends;
        inner.point_count = seed % 3 ? 2 : 1;
        inner.margin = seed % 3 == 1 ? 0 : random_real(&r, 0.001, 0.04);
        compound.children = &thin;
        compound.child_count = 1;
        cld_shape *a = shape_make(&inner), *b = shape_make(seed % 4 < 2 ? &thin : &compound);
        cr_expect_eq(ask(a, b).containment, CLD_CONTAINS_NONE, "seed %llu", (unsigned long long)seed);
        cr_expect_eq(ask(b, a).containment, CLD_CONTAINS_NONE, "seed %llu", (unsigned long long)seed);
        cld_shape_destroy(a);
        cld_shape_destroy(b);
    }
}
