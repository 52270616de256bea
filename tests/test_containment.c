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

/// x, y and z along axes askew to those of the world, seven times as long.
static cld_vec3 askew(double x, double y, double z) {
    return cld_vec3_make(2 * x + 3 * y + 6 * z, 3 * x - 6 * y + 2 * z, 6 * x + 2 * y - 3 * z);
}

/// Whether a needle with a margin of 0.7, half as long as said, is in a cube of 112, nearer to one of its
/// ends and aside, where the shortest way out is.
static bool holds_needle(double half) {
    const cld_pose pose = {cld_mat3_identity, askew(2, 0, 1)};
    cld_vec3 cube[8], needle[6];
    for (int i = 0; i < 8; i++)
        cube[i] = askew(i & 1 ? 8 : -8, i & 2 ? 8 : -8, i & 4 ? 8 : -8);
    for (int i = 0; i < 6; i++) {
        double sign = i % 2 ? -1 : 1;
        needle[i] = askew(i < 2 ? sign * half / 7 : 0, i / 2 == 1 ? sign * 0.05 : 0, i > 3 ? sign * 0.05 : 0);
    }
    cld_shape_def def = cld_shape_def_make(CLD_HULL);
    cld_shape *inner = NULL, *outer = make_hull(&cube[0].x, 8);
    cld_query_options options = cld_query_options_make();
    cld_result r, swapped;
    def.points = &needle[0].x;
    def.point_count = 6;
    def.margin = 0.7;
    cr_assert(cld_shape_create(&def, NULL, NULL, &inner, NULL) == CLD_OK &&
              cld_shape_build_tables(outer, NULL) == CLD_OK);
    cr_assert_eq(cld_find_collision(inner, &pose, outer, NULL, &options, workspace, &r, NULL), CLD_OK);
    cr_assert_eq(cld_find_collision(outer, NULL, inner, &pose, &options, workspace, &swapped, NULL), CLD_OK);
    cr_expect_eq(swapped.containment, turned(r.containment));
    cld_shape_destroy(inner);
    cld_shape_destroy(outer);
    return r.containment == CLD_A_IN_B;
}

Test(containment, a_needle_is_held_against_the_faces_at_its_ends_where_it_would_leave_aside) {
    cr_expect(holds_needle(42 - 0.7 - 0.001));
    cr_expect(!holds_needle(42 - 0.7 + 0.001));
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

/// Half of its vertices, whose distances from it are 0, of which rounding makes anything.
Test(containment, a_hull_holds_its_own_vertices_without_a_tolerance) {
    cld_query_options options = cld_query_options_make();
    options.tolerance = 0;
    for (uint64_t seed = 0; seed < random_trials(500); seed++) {
        random_state r = random_make(seed);
        double turn[3][3];
        point_set outer, inner;
        random_rotation(&r, turn);
        solid_make_hull(&outer, &r);
        solid_rotate(&outer, turn);
        inner = outer;
        inner.count = seed % 2 ? outer.count : outer.count / 2;
        cld_shape *a = make_hull(inner.at[0], inner.count), *b = make_hull(outer.at[0], outer.count);
        cld_containment c = shape_ask(a, NULL, b, NULL, &options).containment;
        cr_expect(c == CLD_A_IN_B || c == CLD_EQUAL, "seed %llu", (unsigned long long)seed);
        cld_shape_destroy(a);
        cld_shape_destroy(b);
    }
}

/// The normals of the first and the last edge differ by rounding only, which does not tell whether the way to
/// the point from the corner between them lies between them, or is opposite.
Test(containment, a_polygon_holds_a_point_straight_behind_a_corner_that_is_nearly_flat) {
    static const struct row {
        double second[2], third[2], last[2], point[2];
    } rows[] = {{{-0.60720652704371236, 0.26792494115722792},
                 {-0.78069931419104277, -1.7693228453754295},
                 {0.74203509830354164, -0.32741695155602651},
                 {-0.17720324709721361, -0.40160116406491975}},
                {{-0.52006077039688758, 0.21236143221190903},
                 {-0.53610054387411044, -1.3128789863271848},
                 {0.59180396734360519, -0.24165702403945441},
                 {-0.2466158643371395, -0.60394787821587614}},
                {{0.76381484471261885, 0.72417282684373263},
                 {-1.4853801893399989, 1.5666915363350888},
                 {-0.36587173710903187, -0.34688298081475782},
                 {-0.34265216694313294, 0.36140932382787122}}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct row *row = &rows[i];
        const double points[12] = {0,
                                   0,
                                   0,
                                   row->second[0],
                                   row->second[1],
                                   0,
                                   row->third[0],
                                   row->third[1],
                                   0,
                                   row->last[0],
                                   row->last[1],
                                   0},
                     at[3] = {row->point[0], row->point[1], 0};
        cld_shape_def polygon = cld_shape_def_make(CLD_POLYGON), point = cld_shape_def_make(CLD_POINT);
        polygon.points = points, polygon.point_count = 4;
        point.points = at, point.point_count = 1;
        point.dimension = 2;
        expect_containment(shape_make(&point), shape_make(&polygon), CLD_A_IN_B, "straight behind");
    }
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

/// A hull of the corners of a box, its tables built, up to `high` along y.
static cld_shape *make_tabled(double x, double y, double high, double size, double margin) {
    double points[8][3];
    for (int i = 0; i < 8; i++) {
        points[i][0] = (i & 1 ? x : -x) * size;
        points[i][1] = (i & 2 ? y : -y) * size;
        points[i][2] = (i & 4 ? x : -x) * size;
    }
    cld_shape_def def = cld_shape_def_make(CLD_HULL);
    def.points = points[0];
    def.point_count = 8;
    def.margin = margin * size;
    def.transform = cld_transform_make_translation((cld_vec3){0, (high - y) * size, 0});
    cld_shape *shape = shape_make(&def);
    cr_assert_eq(cld_shape_build_tables(shape, NULL), CLD_OK);
    return shape;
}

/// The inner core ends 1/4 below a face of the outer core, or beyond it, and the inner shape's margin, or the
/// outer's, is 1e-6 less or more. What is known of large faces is asked.
Test(containment, holds_margins_against_large_faces_at_any_size_and_turn) {
    for (int i = 0; i < 48; i++) {
        bool is_below = i & 1, fits = i & 2, swap = i & 4, is_posed = i & 8;
        double size = i < 16 ? 1 : i < 32 ? 1e-90 : 1e90, margin = 0.25 + (is_below == fits ? -1e-6 : 1e-6);
        cld_pose pose = cld_pose_make((cld_quat){1, 2, -3, 4}, (cld_vec3){size, 0, -size});
        cld_shape *outer = make_tabled(4, 8, 8, size, is_below ? 0 : margin),
                  *inner = make_tabled(3, 1.25, is_below ? 7.75 : 8.25, size, is_below ? margin : 0);
        const cld_pose *posed = is_posed ? &pose : NULL;
        cld_query_options options = cld_query_options_make();
        cld_result r = shape_ask(swap ? outer : inner, posed, swap ? inner : outer, posed, &options);
        cr_expect_eq(r.containment,
                     !fits  ? CLD_CONTAINS_NONE
                     : swap ? CLD_B_IN_A
                            : CLD_A_IN_B,
                     "%d: %d", i, (int)r.containment);
        cld_shape_destroy(outer);
        cld_shape_destroy(inner);
    }
}
