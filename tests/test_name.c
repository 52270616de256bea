#include <criterion/criterion.h>

#include "support/shapes.h"

static cld_shape *make_polygon(const double (*points)[3], size_t count) {
    cld_shape_def def = cld_shape_def_make(CLD_POLYGON);
    def.points = &points[0][0];
    def.point_count = count;
    return shape_make(&def);
}

static cld_shape *make_point(int dimension, double x, double y, double z) {
    const double at[3] = {x, y, z};
    cld_shape_def def = cld_shape_def_make(CLD_POINT);
    def.dimension = dimension;
    def.points = at;
    def.point_count = 1;
    return shape_make(&def);
}

/// Expects that A's feature that is nearest to the point has this number, by each algorithm.
static void expect_name(const cld_shape *a, int dimension, double x, double y, double z,
                        cld_feature_kind kind, uint32_t index) {
    cld_shape *point = make_point(dimension, x, y, z);
    cld_query_options options = cld_query_options_make();
    const cld_algorithm algorithms[] = {CLD_AUTO, CLD_GJK_EPA, CLD_SAT};
    for (int i = 0; i < 3; i++) {
        options.algorithm = algorithms[i];
        cld_feature f = shape_ask(a, NULL, point, NULL, &options).feature_a;
        cr_expect(f.kind == kind && f.index == index, "%g %g %g: %s %u", x, y, z, cld_feature_name(f.kind),
                  f.index);
        f = shape_ask(point, NULL, a, NULL, &options).feature_b;
        cr_expect(f.kind == kind && f.index == index, "%g %g %g: %s %u, swapped", x, y, z,
                  cld_feature_name(f.kind), f.index);
    }
    cld_shape_destroy(point);
}

Test(name, is_that_of_the_listed_edge_that_holds_the_point) {
    const double p[][3] = {{0, 0}, {0, 0}, {1, 0}, {2, 0}, {2, 1}, {0, 1}, {0, 0.5}}; // the corner at 0 twice
    double backwards[7][3];
    for (int i = 0; i < 21; i++)
        backwards[6 - i / 3][i % 3] = p[i / 3][i % 3];
    cld_shape *a = make_polygon(p, 7), *b = make_polygon((const double(*)[3])backwards, 7);
    for (int side = 0; side < 2; side++) { // from inside, too
        double y = side ? 0.1 : -1, x = side ? 0.1 : -1;
        expect_name(a, 2, 0.5, y, 0, CLD_FEATURE_EDGE, 1);
        expect_name(a, 2, 1.75, y, 0, CLD_FEATURE_EDGE, 2);
        expect_name(a, 2, 1, y, 0, CLD_FEATURE_EDGE, 1); // of two the first
        expect_name(a, 2, x, 0.75, 0, CLD_FEATURE_EDGE, 5);
        expect_name(a, 2, x, 0.25, 0, CLD_FEATURE_EDGE, 6);
        expect_name(b, 2, 0.5, y, 0, CLD_FEATURE_EDGE, 4);
        expect_name(b, 2, 1.75, y, 0, CLD_FEATURE_EDGE, 3);
        expect_name(b, 2, x, 0.75, 0, CLD_FEATURE_EDGE, 0);
        expect_name(b, 2, x, 0.25, 0, CLD_FEATURE_EDGE, 6);
    }
    expect_name(a, 2, 3, 0.5, 0, CLD_FEATURE_EDGE, 3);
    cld_shape_destroy(a);
    cld_shape_destroy(b);
}

/// A roof whose ground is two triangles, one wound either way, and whose first edge is listed in two.
static cld_shape *make_roof(cld_transform transform) {
    static const double p[][3] = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {1, 1, -1}, {1, 0, 0}};
    static const uint32_t faces[] = {0, 2, 1, 0, 2, 3, 0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4},
                          start[] = {0, 3, 6, 9, 12, 15, 18};
    static const uint32_t edges[][2] = {{5, 1}, {0, 5}, {1, 2}, {2, 3}, {3, 0},
                                        {0, 4}, {1, 4}, {2, 4}, {3, 4}};
    cld_shape_def def = cld_shape_def_make(CLD_HULL);
    def.points = &p[0][0];
    def.point_count = 6;
    def.face_start = start;
    def.face_vertex = faces;
    def.face_count = 6;
    def.edge_vertex = edges;
    def.edge_count = 9;
    def.transform = transform;
    return shape_make(&def);
}

Test(name, is_that_of_the_listed_face_that_holds_the_point) {
    cld_shape *a = make_roof(cld_transform_make_identity()),
              *b = make_roof(cld_transform_make_scale((cld_vec3){-1, 0.5, 1})); // mirrored and flattened
    for (int deep = 0; deep < 2; deep++) {
        double z = deep ? -0.1 : 1;
        expect_name(a, 3, 1.5, 0.5, z, CLD_FEATURE_FACE, 0);
        expect_name(a, 3, 0.5, 1.5, z, CLD_FEATURE_FACE, 1);
        expect_name(a, 3, 1, 1, z, CLD_FEATURE_FACE, 0); // of two the first
        expect_name(b, 3, -1.5, 0.25, z, CLD_FEATURE_FACE, 0);
        expect_name(b, 3, -0.5, 0.75, z, CLD_FEATURE_FACE, 1);
    }
    expect_name(a, 3, 0.5, -1, 0.5, CLD_FEATURE_EDGE, 1);
    expect_name(a, 3, 1.5, -1, 0.5, CLD_FEATURE_EDGE, 0);
    cld_shape_destroy(a);
    cld_shape_destroy(b);
}

/// A box whose top is listed in two halves, the right one in the given order, or without it.
static cld_shape *make_halved_box(const uint32_t *right) {
    static const double p[][3] = {{-2, -1, 0}, {0, -1, 0},   {2, -1, 0},  {2, 1, 0},  {0, 1, 0},
                                  {-2, 1, 0},  {-2, -1, -1}, {2, -1, -1}, {2, 1, -1}, {-2, 1, -1}};
    static const uint32_t start[] = {0, 4, 8, 13, 18, 22, 26, 30}, edges[][2] = {{0, 1}, {2, 3}};
    uint32_t faces[] = {0, 1, 4, 5, 6, 9, 8, 7, 0, 6, 7, 2, 1, 3, 8,
                        9, 5, 4, 2, 7, 8, 3, 5, 9, 6, 0, 0, 0, 0, 0};
    for (int i = 0; i < 4 && right; i++)
        faces[26 + i] = right[i];
    cld_shape_def def = cld_shape_def_make(CLD_HULL);
    def.points = &p[0][0];
    def.point_count = 10;
    def.face_start = start;
    def.face_vertex = faces;
    def.face_count = right ? 7 : 6;
    def.edge_vertex = edges;
    def.edge_count = 2;
    return shape_make(&def);
}

Test(name, is_that_of_the_listed_face_whatever_the_order_of_its_corners) {
    cld_shape *a = make_halved_box((const uint32_t[]){1, 2, 3, 4}),
              *b = make_halved_box((const uint32_t[]){1, 2, 4, 3});
    for (int i = 1; i < 20; i++)
        for (int k = 1; k < 10; k++) {
            double x = -2 + 0.2 * i, y = -1 + 0.2 * k;
            expect_name(a, 3, x, y, 0.1, CLD_FEATURE_FACE, i <= 10 ? 0 : 6);
            expect_name(b, 3, x, y, 0.1, CLD_FEATURE_FACE, i <= 10 ? 0 : 6);
        }
    cld_shape_destroy(a);
    cld_shape_destroy(b);
}

Test(name, is_none_where_the_list_leaves_out_what_holds_the_point) {
    cld_shape *a = make_halved_box(NULL);
    expect_name(a, 3, -1.5, 0, 0.1, CLD_FEATURE_FACE, 0);
    expect_name(a, 3, -1e-9, 0, 0.1, CLD_FEATURE_FACE, 0);
    expect_name(a, 3, 1e-9, 0, 0.1, CLD_FEATURE_FACE, 0); // a list is good for 1e-6 of the diagonal
    expect_name(a, 3, 1e-3, 0, 0.1, CLD_FEATURE_FACE, CLD_NO_INDEX);
    expect_name(a, 3, 1.5, 0, 0.1, CLD_FEATURE_FACE, CLD_NO_INDEX);
    expect_name(a, 3, -1.5, -2, 0.5, CLD_FEATURE_EDGE, 0);
    expect_name(a, 3, 1.5, -2, 0.5, CLD_FEATURE_EDGE, CLD_NO_INDEX);
    expect_name(a, 3, 3, 0.5, 0.5, CLD_FEATURE_EDGE, 1);
    expect_name(a, 3, -3, 0.5, 0.5, CLD_FEATURE_EDGE, CLD_NO_INDEX);
    cld_shape_destroy(a);
}

/// A box whose top is listed in two halves that end 4e-6 before its middle each, as far as a list may be off
/// that is good for 1e-6 of the diagonal, sqrt(21).
Test(name, is_that_of_the_nearer_face_between_two_that_the_list_leaves_a_gap_between) {
    static const double p[][3] = {{-2, -1, 0},  {-4e-6, -1, 0}, {4e-6, -1, 0}, {2, -1, 0},
                                  {2, 1, 0},    {4e-6, 1, 0},   {-4e-6, 1, 0}, {-2, 1, 0},
                                  {-2, -1, -1}, {2, -1, -1},    {2, 1, -1},    {-2, 1, -1}};
    static const uint32_t faces[] = {0, 1, 6, 7, 2, 3, 4, 5}, start[] = {0, 4, 8};
    cld_shape_def def = cld_shape_def_make(CLD_HULL);
    def.points = &p[0][0];
    def.point_count = 12;
    def.face_start = start;
    def.face_vertex = faces;
    def.face_count = 2;
    cld_shape *a = shape_make(&def);
    for (int deep = 0; deep < 2; deep++)
        for (int k = -2; k <= 2; k++) {
            double z = deep ? -0.1 : 1, y = 0.4 * k;
            expect_name(a, 3, -1e-6, y, z, CLD_FEATURE_FACE, 0);
            expect_name(a, 3, 1e-6, y, z, CLD_FEATURE_FACE, 1);
        }
    cld_shape_destroy(a);
}

Test(name, is_that_of_the_part_under_a_ball_or_on_a_plane) {
    cld_shape *roof = make_roof(cld_transform_make_identity());
    cld_shape_def ball = cld_shape_def_make(CLD_ELLIPSOID), ground = cld_shape_def_make(CLD_HALFSPACE);
    ball.radii[0] = ball.radii[1] = 0.25, ball.radii[2] = 1;
    ball.transform = cld_transform_make_translation((cld_vec3){0.5, 1.5, 0.9});
    ground.normal[2] = -1; // what is above 0; its point is the first of the deepest ones
    cld_shape *b = shape_make(&ball), *c = shape_make(&ground);
    cld_query_options options = cld_query_options_make();
    cld_result r = shape_ask(roof, NULL, b, NULL, &options);
    cr_expect(r.feature_a.kind == CLD_FEATURE_FACE && r.feature_a.index == 1, "%u", r.feature_a.index);
    r = shape_ask(roof, NULL, c, NULL, &options);
    cr_expect(r.feature_a.kind == CLD_FEATURE_FACE && r.feature_a.index < 2, "%u", r.feature_a.index);
    cld_shape_destroy(roof);
    cld_shape_destroy(b);
    cld_shape_destroy(c);
}

/// Edges 2 and 3 of B are within rounding of one line, and only edge 2 reaches A.
Test(name, is_of_the_edge_that_holds_the_point_where_two_are_nearly_straight) {
    const double p[][3] = {{-1, 0},
                           {0.9999999999990905, 0},
                           {1.0000000000009095, -1},
                           {-9.094947017729282e-13, -1},
                           {-1.0000000000009095, -0.9999999999990905}};
    cld_shape_def def = cld_shape_def_make(CLD_RECTANGLE);
    def.size[0] = 1, def.size[1] = 3;
    cld_shape *a = shape_make(&def);
    def = cld_shape_def_make(CLD_POLYGON);
    def.points = &p[0][0];
    def.point_count = 5;
    def.transform = cld_transform_make_axis_angle((cld_vec3){0, 0, 1}, 90);
    def.transform.t = (cld_vec3){-1, 1e-9, 0};
    cld_shape *b = shape_make(&def);
    cld_query_options options = cld_query_options_make();
    options.algorithm = CLD_SAT;
    options.tolerance = 0;
    cld_result r = shape_ask(a, NULL, b, NULL, &options);
    cr_expect(r.feature_b.kind == CLD_FEATURE_EDGE && r.feature_b.index == 2, "%u", r.feature_b.index);
    cld_shape_destroy(a);
    cld_shape_destroy(b);
}
