#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "support/planar.h"
#include "support/shapes.h"

static const cld_algorithm algorithms[] = {CLD_AUTO, CLD_GJK_EPA, CLD_SAT};

#define POLYGON(...)                                                                                         \
    planar_make_hull(                                                                                        \
        &(planar_set){.at = {__VA_ARGS__}, .count = sizeof((double[][3]){__VA_ARGS__}) / sizeof(double[3])})

static void expect_vector(cld_vec3 got, double x, double y) {
    cr_expect(fabs(got.x - x) <= 1e-9 && fabs(got.y - y) <= 1e-9 && got.z == 0,
              "expected %g %g, got %.17g %.17g %g", x, y, got.x, got.y, got.z);
}

static void expect_feature(cld_feature got, cld_feature_kind kind, uint32_t index) {
    cr_expect(got.kind == kind && got.index == index, "expected %s %u, got %s %u", cld_feature_name(kind),
              index, cld_feature_name(got.kind), got.index);
}

static cld_shape *make_round(cld_kind kind, double x, double y, double radius) {
    double points[6] = {x, y, 0, x + 4, y, 0};
    cld_shape_def def = cld_shape_def_make(kind);
    def.dimension = 2;
    def.radius = radius;
    if (kind == CLD_CIRCLE) {
        def.transform = cld_transform_make_translation((cld_vec3){x, y, 0});
    } else {
        def.points = points;
        def.point_count = kind == CLD_POINT ? 1 : 2;
    }
    return shape_make(&def);
}

static cld_shape *make_rectangle(double width, double height, double x, double y, double margin) {
    cld_shape_def def = cld_shape_def_make(CLD_RECTANGLE);
    def.size[0] = width;
    def.size[1] = height;
    def.margin = margin;
    def.transform = cld_transform_make_translation((cld_vec3){x, y, 0});
    return shape_make(&def);
}

/// Asks with the first `count` algorithms, checks signed distance and normal, and gives the shapes back; the
/// last answer is returned.
static cld_result expect_with(size_t count, cld_shape *a, cld_shape *b, double distance, double x, double y) {
    cld_result result = {0};
    for (size_t i = 0; i < count; i++) {
        result = planar_ask(a, b, algorithms[i]);
        cr_expect_float_eq(result.signed_distance, distance, 1e-12, "%s: expected %g, got %.17g",
                           cld_algorithm_name(algorithms[i]), distance, result.signed_distance);
        expect_vector(result.normal, x, y);
    }
    cld_shape_destroy(a);
    cld_shape_destroy(b);
    return result;
}

static cld_result expect_pair(cld_shape *a, cld_shape *b, double distance, double x, double y) {
    return expect_with(3, a, b, distance, x, y);
}

/// Discs and capsules are no polytopes, which SAT asks for.
static cld_result expect_round_pair(cld_shape *a, cld_shape *b, double distance, double x, double y) {
    return expect_with(2, a, b, distance, x, y);
}

Test(plane, answers_with_the_origin_on_an_edge_of_the_simplex) {
    cld_result r =
        expect_pair(POLYGON({2, 2}, {2, 5}, {4, 5}, {4, 2}), POLYGON({3, 3}, {5, 4}, {5, 2}), -1, 1, 0);
    cr_expect_eq(r.outcome, CLD_PENETRATING);
    cr_expect_eq(r.contact_count, 1);
    expect_vector(r.closest_a, 4, 3);
    expect_vector(r.closest_b, 3, 3);
    expect_feature(r.feature_a, CLD_FEATURE_EDGE, 2);
    expect_feature(r.feature_b, CLD_FEATURE_VERTEX, 0);
}

Test(plane, answers_the_example_of_the_article) {
    // The edge from (4, 5) to (9, 9) has the normal (4, -5) / sqrt(41), and (5, 7) is 6 / sqrt(41) behind it.
    double root = sqrt(41);
    cld_result r = expect_pair(POLYGON({4, 11}, {4, 5}, {9, 9}), POLYGON({5, 7}, {12, 7}, {10, 2}, {7, 3}),
                               -6 / root, 4 / root, -5 / root);
    cr_expect_eq(r.dimension, 2);
    expect_vector(r.tangent[0], 5 / root, 4 / root);
    expect_vector(r.closest_b, 5, 7);
    expect_feature(r.feature_a, CLD_FEATURE_EDGE, 1);
    expect_feature(r.feature_b, CLD_FEATURE_VERTEX, 0);
}

Test(plane, gives_two_contacts_where_edges_touch) {
    cld_result r = expect_pair(make_rectangle(4, 2, 0, 0, 0), make_rectangle(4, 2, 1, 2, 0), 0, 0, 1);
    cr_expect_eq(r.outcome, CLD_TOUCHING);
    cr_assert_eq(r.contact_count, 2);
    double low = fmin(r.contacts[0].world_a.x, r.contacts[1].world_a.x);
    double high = fmax(r.contacts[0].world_a.x, r.contacts[1].world_a.x);
    cr_expect(low == -1 && high == 2 && r.contacts[0].world_a.y == 1, "from %g to %g", low, high);
    expect_feature(r.feature_a, CLD_FEATURE_EDGE, 2);
    expect_feature(r.feature_b, CLD_FEATURE_EDGE, 0);
}

Test(plane, gives_one_contact_where_vertices_touch) {
    cld_shape *a = POLYGON({0, 0}, {-1, 1}, {-1, -1}), *b = POLYGON({0, 0}, {1, 1}, {1, -1});
    for (size_t i = 0; i < 3; i++) {
        cld_result r = planar_ask(a, b, algorithms[i]);
        cr_expect_eq(r.outcome, CLD_TOUCHING);
        cr_expect_eq(r.signed_distance, 0);
        cr_expect_eq(r.contact_count, 1);
        cr_expect(r.lower <= 0 && r.upper >= 0 && r.upper - r.lower <= 1e-14);
        cr_expect_geq(r.normal.x, 0.5);
    }
    cld_shape_destroy(a);
    cld_shape_destroy(b);
}

Test(plane, measures_from_vertex_to_vertex_and_to_edge) {
    cld_result r =
        expect_pair(POLYGON({0, 0}, {-1, 0}, {0, -1}), POLYGON({3, 4}, {5, 4}, {5, 5}), 5, 0.6, 0.8);
    cr_expect(r.has_axis && r.gap > 0 && r.gap <= 5 && r.contact_count == 0);
    expect_feature(r.feature_a, CLD_FEATURE_VERTEX, 0);
    expect_vector(r.closest_a, 0, 0);
    expect_vector(r.closest_b, 3, 4);
    r = expect_pair(POLYGON({0, 0}, {2, 0}, {2, 2}, {0, 2}), POLYGON({5, 1}, {7, 0}, {7, 3}), 3, 1, 0);
    expect_feature(r.feature_a, CLD_FEATURE_EDGE, 1);
    expect_vector(r.closest_a, 2, 1);
}

/// Of a chain that is bent, and all of it within the slack of the line, not the ends count but what is above
/// the edge.
Test(plane, touches_a_chain_that_is_nearly_straight_where_that_is_deepest) {
    for (int lift = -1; lift < 3; lift++) {
        cld_shape *a = POLYGON({0, 0}, {1, -1}, {2, 0}), *b = POLYGON({-4, 0}, {0, 0}, {4, 1e-10}, {0, 3});
        const double by[] = {0, 1e-11, -1e-11, 4e-11};
        cld_pose pose = cld_pose_make((cld_quat){0, 0, 0, 1}, (cld_vec3){0, by[lift + 1], 0});
        cld_query_options options = cld_query_options_make();
        options.tolerance = lift < 0 ? 0 : 1e-9;
        cld_result r = shape_ask(a, NULL, b, &pose, &options);
        cr_assert_geq(r.contact_count, 1);
        for (size_t i = 0; i < r.contact_count; i++) {
            cr_expect(r.contacts[i].world_a.x > -1e-9 && r.contacts[i].world_a.x < 2 + 1e-9, "at %g",
                      r.contacts[i].world_a.x);
            cr_expect_float_eq(r.contacts[i].world_b.y,
                               by[lift + 1] + fmax(0, 2.5e-11 * r.contacts[i].world_b.x), 1e-14);
        }
        cld_shape_destroy(a);
        cld_shape_destroy(b);
    }
}

Test(plane, says_which_shape_contains_the_other) {
    cld_result r = expect_pair(make_rectangle(8, 8, 0, 0, 0), make_rectangle(1, 1, 3, 0.5, 0), -1.5, 1, 0);
    cr_expect_eq(r.containment, CLD_B_IN_A);
    r = expect_pair(make_rectangle(1, 1, 3, 0.5, 0), make_rectangle(8, 8, 0, 0, 0), -1.5, -1, 0);
    cr_expect_eq(r.containment, CLD_A_IN_B);
    r = expect_pair(make_rectangle(1, 3, 0, 0, 0),
                    POLYGON({0.5, 1.5}, {0.5, -1.5}, {-0.5, -1.5}, {-0.5, 1.5}), -1, -1, 0);
    cr_expect_eq(r.containment, CLD_EQUAL);
    r = expect_pair(make_rectangle(2, 4, 0, 0, 0), make_rectangle(4, 2, 2.5, 0, 0), -0.5, 1, 0);
    cr_expect_eq(r.containment, CLD_CONTAINS_NONE);
    r = expect_round_pair(make_round(CLD_CIRCLE, 0, 0, 3), make_rectangle(2, 2, 0.5, 0, 0), -3.5, 1, 0);
    cr_expect_eq(r.containment, CLD_B_IN_A);
}

Test(plane, answers_flat_pairs_with_a_fixed_normal) {
    cld_shape *point = POLYGON({1, 2}), *same = POLYGON({1, 2}, {1, 2}),
              *line = POLYGON({0, 0}, {4, 0}, {2, 0});
    const struct {
        const cld_shape *a, *b;
        double x, y;
    } cases[] = {{point, same, 1, 0}, {point, point, 1, 0}, {line, line, 0, 1}};
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
        for (size_t i = 0; i < 3; i++) {
            cld_result r = planar_ask(cases[c].a, cases[c].b, algorithms[i]);
            cr_expect(r.signed_distance == 0 && r.outcome == CLD_TOUCHING, "case %zu: %g", c,
                      r.signed_distance);
            cr_expect(fabs(r.normal.x) == cases[c].x && fabs(r.normal.y) == cases[c].y, "case %zu", c);
            cr_expect(r.upper - r.lower <= 1e-14);
        }
    cld_result r = planar_ask(line, line, CLD_AUTO);
    cr_expect_eq(r.contact_count, 2);
    cld_shape_destroy(point);
    cld_shape_destroy(same);
    cld_shape_destroy(line);
    expect_pair(POLYGON({0, 0}, {4, 0}), POLYGON({7, 0}, {5, 0}), 1, 1, 0);
    expect_pair(POLYGON({0, 0}, {4, 0}), POLYGON({2, -1}, {2, 5}), -1, 0, 1); // A - B has an inside
}

Test(plane, adds_radii_to_what_the_cores_say) {
    cld_result r =
        expect_round_pair(make_round(CLD_CIRCLE, 0, 0, 1), make_round(CLD_CIRCLE, 3, 4, 2), 2, 0.6, 0.8);
    expect_feature(r.feature_a, CLD_FEATURE_SURFACE, CLD_NO_INDEX);
    r = expect_round_pair(make_round(CLD_CIRCLE, 5, 5, 8), make_round(CLD_CIRCLE, 5, 5, 1), -9, -1, 0);
    cr_expect_eq(r.containment, CLD_B_IN_A);
    r = expect_round_pair(make_round(CLD_CAPSULE, 0, 0, 1), make_rectangle(20, 2, 0, -1.5, 0), -0.5, 0, -1);
    cr_expect_eq(r.contact_count, 2); // a flat side on a flat side
    expect_feature(r.feature_a, CLD_FEATURE_EDGE, 0);
    expect_feature(r.feature_b, CLD_FEATURE_EDGE, 2);
    r = expect_pair(make_rectangle(2, 2, 0, 0, 1), make_rectangle(2, 2, 5, 6, 0.5), 5 - 1.5, 0.6, 0.8);
    expect_feature(r.feature_a, CLD_FEATURE_SURFACE, CLD_NO_INDEX);
    r = expect_pair(make_round(CLD_SEGMENT, 0, 0, 0), make_round(CLD_POINT, 2, 3, 0), 3, 0, 1);
    expect_feature(r.feature_a, CLD_FEATURE_EDGE, 0);
    expect_feature(r.feature_b, CLD_FEATURE_VERTEX, 0);
}

Test(plane, scales_a_radius_by_the_plane_alone) {
    cld_shape_def def = cld_shape_def_make(CLD_CIRCLE);
    def.radius = 2;
    def.transform = cld_transform_make_scale((cld_vec3){-3, 3, 1});
    expect_round_pair(shape_make(&def), make_round(CLD_POINT, 10, 0, 0), 4, 1, 0);
    def.transform = cld_transform_make_scale((cld_vec3){3, 2, 1});
    cld_shape *shape;
    cr_expect_eq(cld_shape_create(&def, NULL, NULL, &shape, NULL), CLD_BAD_TRANSFORM);
}

/// GJK and EPA ask for one vertex of A - B a step, and from a triangle nothing else is asked for; SAT walks
/// around both outlines instead.
Test(plane, counts_the_supports_that_it_asks_for) {
    cld_shape *b = make_rectangle(4, 2, 0, 0, 0), *point = make_round(CLD_POINT, 0, 0, 0);
    for (int apart = 0; apart < 2; apart++)
        for (size_t i = 0; i < sizeof algorithms / sizeof *algorithms; i++) {
            cld_shape *a = make_rectangle(4, 2, apart ? 5 : 1.5, 0.5, 0);
            cld_query_stats stats = planar_ask(a, b, algorithms[i]).stats;
            bool grows = !apart && algorithms[i] == CLD_GJK_EPA;
            cr_expect_gt(stats.gjk_iterations, 0);
            cr_expect_eq(stats.epa_iterations > 0, grows);
            cr_expect_eq(stats.support_calls, stats.gjk_iterations + stats.epa_iterations,
                         "%u supports, %u steps of GJK, %u of EPA", stats.support_calls, stats.gjk_iterations,
                         stats.epa_iterations);
            cr_expect_eq(stats.sat_axes > 0, algorithms[i] == CLD_SAT || (!apart && !grows));
            cld_shape_destroy(a);
        }
    cld_query_stats stats = planar_ask(point, point, CLD_AUTO).stats;
    cr_expect_eq(stats.support_calls, stats.gjk_iterations + 4); // along and against either axis
    cld_shape_destroy(b);
    cld_shape_destroy(point);
}

Test(plane, takes_mirrored_polygons) {
    cld_shape_def def = cld_shape_def_make(CLD_POLYGON);
    const double points[] = {0, 0, 0, 4, 0, 0, 0, 2, 0};
    def.points = points;
    def.point_count = 3;
    def.transform = cld_transform_make_scale((cld_vec3){-1, 1, 1}); // corners at 0 0, -4 0, 0 2
    cld_result r = expect_round_pair(shape_make(&def), make_round(CLD_CIRCLE, -1, -3, 1), 2, 0, -1);
    expect_feature(r.feature_a, CLD_FEATURE_EDGE, 0);
    r = expect_pair(shape_make(&def), make_rectangle(4, 1, 1.75, 1, 0), -0.25, 1, 0);
    expect_feature(r.feature_a, CLD_FEATURE_EDGE, 2);
    cr_expect_eq(r.contact_count, 2);
}

Test(plane, moves_by_poses) {
    cld_shape *a = make_rectangle(4, 2, 0, 0, 0), *b = make_round(CLD_POINT, 1, 0, 0);
    cld_pose turn = cld_pose_make((cld_quat){0, 0, sqrt(0.5), sqrt(0.5)},
                                  (cld_vec3){10, 0, 0}); // a quarter turn, then to the right
    cld_pose there = cld_pose_make((cld_quat){0, 0, 0, 1}, (cld_vec3){12, 0, 0});
    cld_workspace *workspace = cld_workspace_create();
    cld_query_options options = cld_query_options_make();
    cld_result r;
    cr_assert_eq(cld_find_collision(a, &turn, b, &there, &options, workspace, &r, NULL), CLD_OK);
    cr_expect_float_eq(r.signed_distance, 2, 1e-15);
    expect_vector(r.normal, 1, 0);
    expect_vector(r.closest_a, 11, 0);
    expect_feature(r.feature_a, CLD_FEATURE_EDGE, 0); // the bottom, turned to the right
    cld_workspace_destroy(workspace);
    cld_shape_destroy(a);
    cld_shape_destroy(b);
}

Test(plane, refuses_a_pair_of_different_dimensions) {
    cld_shape_def def = cld_shape_def_make(CLD_SPHERE);
    cld_shape *ball = shape_make(&def), *disc = make_round(CLD_CIRCLE, 0, 0, 1);
    cld_workspace *workspace = cld_workspace_create();
    cld_query_options options = cld_query_options_make();
    cld_result result;
    cr_expect_eq(cld_find_collision(disc, NULL, ball, NULL, &options, workspace, &result, NULL),
                 CLD_DIMENSION_MISMATCH);
    cld_workspace_destroy(workspace);
    cld_shape_destroy(ball);
    cld_shape_destroy(disc);
}

/// Asks about a triangle and a rectangle that overlap, both scaled along z.
static cld_result ask_scaled(double z, size_t *count) {
    static const double corners[] = {0, 0, 0, 2, 0, 0, 0, 1, 0};
    cld_shape_def def[2] = {cld_shape_def_make(CLD_POLYGON), cld_shape_def_make(CLD_RECTANGLE)};
    def[0].points = corners, def[0].point_count = 3;
    def[1].size[0] = def[1].size[1] = 0.5;
    cld_shape *shape[2];
    for (int i = 0; i < 2; i++) {
        def[i].dimension = 2;
        def[i].transform = cld_transform_make_scale((cld_vec3){1, 1, z});
        def[i].transform.t = (cld_vec3){i, 0.5 * i, 0};
        shape[i] = shape_make(&def[i]);
    }
    cld_query_options options = cld_query_options_make();
    cld_result r = shape_ask(shape[0], NULL, shape[1], NULL, &options);
    *count = r.contact_count;
    cr_expect_eq(cld_verify(shape[0], NULL, shape[1], NULL, &r, NULL), CLD_OK, "a scale of %g", z);
    cld_shape_destroy(shape[0]);
    cld_shape_destroy(shape[1]);
    return r;
}

Test(plane, is_not_turned_over_by_what_becomes_of_z) {
    size_t count, mirrored;
    cld_result r = ask_scaled(1, &count), s = ask_scaled(-1, &mirrored);
    cr_expect_eq(count, mirrored);
    cr_expect_eq(r.closest_b.x, s.closest_b.x);
    cr_expect_eq(r.closest_b.y, s.closest_b.y);
}

Test(plane, takes_no_pose_that_turns_it_over_or_leaves_it) {
    cld_shape *a = make_rectangle(1, 1, 0, 0, 0), *b = make_rectangle(1, 1, 2, 0, 0);
    const cld_pose poses[] = {cld_pose_make((cld_quat){1, 0, 0, 0}, (cld_vec3){0, 0, 0}),
                              cld_pose_make((cld_quat){0.6, 0, 0, 0.8}, (cld_vec3){0, 0, 0}),
                              cld_pose_make((cld_quat){0, 0, 0, 1}, (cld_vec3){0, 0, 1e-9})};
    cld_workspace *workspace = cld_workspace_create();
    cld_query_options options = cld_query_options_make();
    cld_result r;
    cld_error err;
    for (int i = 0; i < 3; i++) {
        const cld_pose *out = &poses[i];
        cr_expect_eq(cld_find_collision(a, out, b, NULL, &options, workspace, &r, &err), CLD_BAD_TRANSFORM);
        cr_expect_eq(cld_find_collision(a, NULL, b, out, &options, workspace, &r, &err), CLD_BAD_TRANSFORM);
    }
    cld_workspace_destroy(workspace);
    cld_shape_destroy(a);
    cld_shape_destroy(b);
}
