#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shape/compound.h"
#include "support/kinds.h"
#include "support/random.h"
#include "support/shapes.h"

static cld_shape_def make_ball(double x, double radius) {
    cld_shape_def def = cld_shape_def_make(CLD_SPHERE);
    def.radius = radius;
    def.transform = cld_transform_make_translation((cld_vec3){x, 0, 0});
    return def;
}

static cld_shape_def make_compound(const cld_shape_def *children, size_t count) {
    cld_shape_def def = cld_shape_def_make(CLD_COMPOUND);
    def.children = children;
    def.child_count = count;
    return def;
}

static cld_result ask(const cld_shape_def *a, const cld_shape_def *b) {
    cld_shape *shape_a = shape_make(a), *shape_b = shape_make(b);
    cld_query_options options = cld_query_options_make();
    cld_result r = shape_ask(shape_a, NULL, shape_b, NULL, &options);
    cld_shape_destroy(shape_a);
    cld_shape_destroy(shape_b);
    return r;
}

Test(compound, answers_for_its_deepest_else_nearest_child) {
    cld_shape_def balls[3] = {make_ball(-10, 1), make_ball(0, 1), make_ball(5, 2)};
    cld_shape_def compound = make_compound(balls, 3), deep = make_ball(2, 1.5), apart = make_ball(-6, 1);
    cld_result r = ask(&compound, &deep);
    cr_expect_eq(r.signed_distance, -0.5, "balls 1 and 2 are as deep");
    cr_expect_eq(r.feature_a.child, 1, "the first of equally deep ones");
    cr_expect_eq(r.feature_b.child, CLD_NO_INDEX);
    r = ask(&apart, &compound);
    cr_expect_eq(r.signed_distance, 2);
    cr_expect_eq(r.feature_b.child, 0);
    cr_expect(!r.has_axis);
    cr_expect_float_eq(r.tolerance, 1e-9 * sqrt(18 * 18 + 4 * 4 * 2), 1e-22, "from the box of the whole");
}

Test(compound, counts_children_of_the_outermost_list) {
    cld_shape_def inner[2] = {make_ball(0, 1), make_ball(4, 1)};
    cld_shape_def outer[2] = {make_ball(-4, 1), make_compound(inner, 2)};
    outer[1].transform = cld_transform_make_translation((cld_vec3){0, 1, 0});
    cld_shape_def compound = make_compound(outer, 2), ball = make_ball(6.5, 1);
    compound.transform = cld_transform_make_scale((cld_vec3){2, 2, 2});
    // The last ball is at (8, 2, 0) with radius 2, so local points of it are half of that.
    cld_result r = ask(&compound, &ball);
    cr_expect_eq(r.feature_a.child, 1);
    cr_expect_float_eq(r.signed_distance, sqrt(1.5 * 1.5 + 4) - 3, 1e-15);
    cr_expect_float_eq(2 * r.contacts[0].local_a.x, r.contacts[0].world_a.x, 1e-15);
    cr_expect_float_eq(2 * r.contacts[0].local_a.y, r.contacts[0].world_a.y, 1e-15);
}

Test(compound, is_inside_if_each_child_is_inside_a_child) {
    cld_shape_def small[2] = {make_ball(0, 1), make_ball(5, 1)},
                  large[2] = {make_ball(5, 2), make_ball(0, 2)};
    cld_shape_def a = make_compound(small, 2), b = make_compound(large, 2),
                  ground = cld_shape_def_make(CLD_HALFSPACE);
    ground.normal[2] = 1;
    ground.offset = 3;
    cr_expect_eq(ask(&a, &b).containment, CLD_A_IN_B);
    cr_expect_eq(ask(&b, &a).containment, CLD_B_IN_A);
    cr_expect_eq(ask(&a, &a).containment, CLD_EQUAL);
    cr_expect_eq(ask(&ground, &a).containment, CLD_B_IN_A);
    large[1].radius = 0.5;
    cr_expect_eq(ask(&a, &b).containment, CLD_CONTAINS_NONE);
}

/// Their boxes are flush, and rounded outwards by more where coordinates are larger.
Test(compound, of_one_child_is_inside_what_that_is_inside_of_at_tolerance_0) {
    cld_shape_def inner = cld_shape_def_make(CLD_BOX), outer = inner;
    for (int k = 0; k < 3; k++) {
        inner.size[k] = 1;
        outer.size[k] = k < 2 ? 5 : 1;
    }
    inner.transform = cld_transform_make_translation((cld_vec3){3, 0, 0});
    outer.transform = cld_transform_make_translation((cld_vec3){1.5, 0, 0});
    cld_shape_def whole = make_compound(&inner, 1);
    cld_query_options options = cld_query_options_make();
    options.tolerance = 0;
    cld_shape *a = shape_make(&whole), *b = shape_make(&outer);
    cr_expect_eq(shape_ask(a, NULL, b, NULL, &options).containment, CLD_A_IN_B);
    cr_expect_eq(shape_ask(b, NULL, a, NULL, &options).containment, CLD_B_IN_A);
    cld_shape_destroy(a);
    cld_shape_destroy(b);
}

/// The box of a ball that a transform left not quite round is larger than the ball is.
Test(compound, is_inside_where_a_ball_is_that_is_not_quite_round) {
    cld_shape_def ball = make_ball(0, 1), outer = make_ball(0, 1 + 4e-7);
    ball.transform = cld_transform_make_scale((cld_vec3){1, 1 + 9e-7, 1});
    cld_shape_def a = make_compound(&ball, 1), b = make_compound(&outer, 1);
    cr_expect_eq(ask(&ball, &outer).containment, CLD_A_IN_B);
    cr_expect_eq(ask(&a, &outer).containment, CLD_A_IN_B);
    cr_expect_eq(ask(&ball, &b).containment, CLD_A_IN_B);
    cr_expect_eq(ask(&b, &a).containment, CLD_B_IN_A);
}

/// Boxes, whose vertices are not looked at where their axes will do, and hulls of few and of many vertices,
/// most of them one in the other, as they stand and as the only child of a compound.
Test(compound, is_inside_where_its_only_child_is_wherever_poses_put_them) {
    cld_query_options options = cld_query_options_make();
    int inside = 0;
    for (uint64_t seed = 0; seed < random_trials(600); seed++) {
        random_state r = random_make(seed);
        cld_pose pose[2] = {0};
        cld_shape *alone[2], *child[2];
        for (int i = 0; i < 2; i++) {
            double turn[3][3], points[3 * 300];
            cld_shape_def def = cld_shape_def_make(random_one_in(&r, 2) ? CLD_BOX : CLD_HULL);
            def.points = points;
            def.point_count = def.kind == CLD_BOX ? 0 : random_one_in(&r, 2) ? 20 : 300;
            for (int k = 0; k < 3; k++)
                def.size[k] = def.kind == CLD_BOX ? (i ? 2 : 1) * random_real(&r, 0.1, 1) : 0;
            for (size_t k = 0; k < 3 * def.point_count; k++)
                points[k] = random_real(&r, i ? -1 : -0.5, i ? 1 : 0.5);
            random_rotation(&r, turn);
            for (int k = 0; k < 3; k++)
                pose[i].r.row[k] = (cld_vec3){turn[k][0], turn[k][1], turn[k][2]};
            pose[i].t.x = i && random_one_in(&r, 2) ? random_real(&r, -0.5, 0.5) : 0;
            cld_shape_def compound = make_compound(&def, 1);
            alone[i] = shape_make(&def);
            child[i] = shape_make(&compound);
        }
        cld_containment found = shape_ask(alone[0], &pose[0], alone[1], &pose[1], &options).containment;
        inside += found != CLD_CONTAINS_NONE;
        cr_expect_eq(shape_ask(child[0], &pose[0], child[1], &pose[1], &options).containment, found,
                     "seed %llu", (unsigned long long)seed);
        for (int i = 0; i < 2; i++) {
            cld_shape_destroy(alone[i]);
            cld_shape_destroy(child[i]);
        }
    }
    cr_expect_geq(inside, 5, "%d", inside);
}

/// A child far out makes the compound large, but not what its other child answers coarser: which contacts are
/// one, and how near to each other the bounds of curved shapes are.
Test(compound, answers_as_its_child_alone_beside_a_child_far_out) {
    cld_query_options options = cld_query_options_make();
    options.tolerance = 1e-12;
    cld_pose pose = cld_pose_make((cld_quat){0, 0, 0, 1}, (cld_vec3){2e-5, 3e-5, 9e-5});
    cld_shape_def box = cld_shape_def_make(CLD_BOX),
                  children[2] = {cld_shape_def_make(CLD_BOX), cld_shape_def_make(CLD_POINT)};
    for (int k = 0; k < 3; k++)
        box.size[k] = children[0].size[k] = 1e-4;
    const double far[3] = {8e5, 0, 0}, ends[6] = {0, 0, 0, 3e-5, 0, 8e-5};
    children[1].points = far;
    children[1].point_count = 1;
    for (int curved = 0; curved < 2; curved++) {
        if (curved) {
            children[0] = cld_shape_def_make(CLD_CYLINDER);
            children[0].radius = 5e-5;
            children[0].points = ends;
            children[0].point_count = 2;
        }
        cld_shape_def compound = make_compound(children, 2);
        cld_shape *alone = shape_make(&children[0]), *together = shape_make(&compound), *b = shape_make(&box);
        cld_result one = shape_ask(alone, NULL, b, &pose, &options);
        size_t contact_count = one.contact_count;
        cld_result all = shape_ask(together, NULL, b, &pose, &options);
        cr_expect_eq(all.contact_count, contact_count, "%zu, not %zu", all.contact_count, contact_count);
        cr_expect_eq(all.signed_distance, one.signed_distance);
        cr_expect_eq(all.upper - all.lower, one.upper - one.lower);
        cr_expect(curved || contact_count == 4);
        cld_shape_destroy(alone);
        cld_shape_destroy(together);
        cld_shape_destroy(b);
    }
}

static cld_shape *make_placed(const cld_shape_def *def, const cld_pose *pose) {
    cld_transform place = cld_transform_make_identity();
    place.m = pose->r;
    place.t = pose->t;
    cld_shape_def placed = *def;
    placed.transform = cld_transform_compose(&place, &def->transform);
    return shape_make(&placed);
}

/// Something small of any kind, in children that are larger or beside them.
Test(compound, holds_what_a_pose_puts_into_it_as_what_a_transform_does) {
    cld_query_options options = cld_query_options_make();
    int inside = 0;
    for (uint64_t seed = 0; seed < random_trials(3000); seed++) {
        random_state r = random_make(seed);
        int dimension = random_int(&r, 2, 3);
        size_t count;
        const kind_pair *pairs = kinds_list_pairs(&count), *pair;
        do
            pair = &pairs[random_int(&r, 0, (int)count - 1)];
        while (pair->dimension != dimension || pair->a == CLD_HALFSPACE);
        kind_def *a = kind_def_make(pair->a, dimension, false, &r),
                 *b = kind_def_make(CLD_COMPOUND, dimension, false, &r);
        double larger = random_real(&r, 2, 8);
        cld_transform scale = cld_transform_make_scale((cld_vec3){larger, larger, larger});
        b->def.transform = cld_transform_compose(&scale, &b->def.transform);
        cld_pose pose[2];
        for (int i = 0; i < 2; i++) {
            bool space = dimension == 3;
            pose[i] = cld_pose_make(
                (cld_quat){space ? random_short(&r) : 0, space ? random_short(&r) : 0, random_short(&r), 1},
                (cld_vec3){random_short(&r), random_short(&r), 0});
        }
        cld_shape *posed[2] = {shape_make(&a->def), shape_make(&b->def)},
                  *placed[2] = {make_placed(&a->def, &pose[0]), make_placed(&b->def, &pose[1])};
        cld_containment found = shape_ask(placed[0], NULL, placed[1], NULL, &options).containment;
        inside += found != CLD_CONTAINS_NONE;
        for (int i = 1; i < 4; i++) // both posed, or one of them
            cr_expect_eq(shape_ask(i & 1 ? posed[0] : placed[0], i & 1 ? &pose[0] : NULL,
                                   i & 2 ? posed[1] : placed[1], i & 2 ? &pose[1] : NULL, &options)
                             .containment,
                         found, "seed %llu", (unsigned long long)seed);
        for (int i = 0; i < 2; i++) {
            cld_shape_destroy(posed[i]);
            cld_shape_destroy(placed[i]);
        }
        kind_def_destroy(a);
        kind_def_destroy(b);
    }
    cr_expect_geq(inside, 20, "%d", inside);
}

/// A ball in the box beside it is never measured, one around it is, and one far off stands in the other
/// shape.
Test(compound, is_refused_by_sat_wherever_its_round_child_is) {
    static const double places[] = {0.25, 0, 90}, radii[] = {0.125, 3, 1};
    cld_workspace *workspace = cld_workspace_create();
    for (int i = 0; i < 3; i++) {
        cld_shape_def children[2] = {cld_shape_def_make(CLD_BOX), make_ball(places[i], radii[i])};
        cld_shape_def box = cld_shape_def_make(CLD_BOX);
        for (int k = 0; k < 3; k++)
            children[0].size[k] = 1, box.size[k] = 6;
        cld_shape_def inner = make_compound(children, 2), whole = make_compound(&inner, 1);
        cld_shape *a = kind_def_create(&whole), *b = kind_def_create(&box);
        cld_query_options options = cld_query_options_make();
        options.algorithm = CLD_SAT;
        cld_result r;
        cr_expect_eq(cld_find_collision(a, NULL, b, NULL, &options, workspace, &r, NULL), CLD_UNSUPPORTED);
        cr_expect_eq(cld_find_collision(b, NULL, a, NULL, &options, workspace, &r, NULL), CLD_UNSUPPORTED);
        cr_expect_eq(cld_find_collision(b, NULL, b, NULL, &options, workspace, &r, NULL), CLD_OK);
        cld_shape_destroy(a);
        cld_shape_destroy(b);
    }
    cld_workspace_destroy(workspace);
}

Test(compound, finds_the_deepest_of_many_children_as_all_pairs_do) {
    enum { COUNT = 40 };
    random_state r = random_make(7);
    for (int round = 0; round < 30; round++) {
        cld_shape_def list[2][COUNT];
        double deepest = INFINITY;
        for (int i = 0; i < 2 * COUNT; i++) {
            cld_shape_def *def = &list[i % 2][i / 2];
            *def = make_ball(0, random_real(&r, 0.1, 1));
            def->transform = cld_transform_make_translation(
                (cld_vec3){random_real(&r, -9, 9), random_real(&r, -9, 9), random_real(&r, -9, 9)});
        }
        for (int i = 0; i < COUNT * COUNT; i++) {
            const cld_shape_def *p = &list[0][i % COUNT], *q = &list[1][i / COUNT];
            double x = p->transform.t.x - q->transform.t.x, y = p->transform.t.y - q->transform.t.y;
            double z = p->transform.t.z - q->transform.t.z;
            deepest = fmin(deepest, sqrt(x * x + y * y + z * z) - p->radius - q->radius);
        }
        cld_shape_def a = make_compound(list[0], COUNT), b = make_compound(list[1], COUNT);
        cld_result found = ask(&a, &b);
        cr_expect_float_eq(found.signed_distance, deepest, 1e-14, "round %d", round);
        cr_expect(found.lower <= deepest + 1e-15 && deepest - 1e-15 <= found.upper);
    }
}

Test(compound, finds_the_nearest_child_where_squares_are_below_the_least_double) {
    const double origin[3] = {0, 0, 0};
    random_state r = random_make(8);
    cld_shape_def from = cld_shape_def_make(CLD_POINT);
    from.points = origin;
    from.point_count = 1;
    for (int trial = 0; trial < 500; trial++) {
        double size = random_real(&r, 1, 10) * random_power_of_ten(&r, -163, -160), points[2][3];
        cld_shape_def children[2];
        for (int i = 0; i < 2; i++) {
            for (int k = 0; k < 3; k++)
                points[i][k] = random_real(&r, 0.9, 1) * size;
            children[i] = from;
            children[i].points = points[i];
        }
        cld_shape_def compound = make_compound(children, 2);
        double first = ask(&children[0], &from).signed_distance,
               second = ask(&children[1], &from).signed_distance;
        cr_expect_eq(ask(&compound, &from).signed_distance, fmin(first, second), "trial %d", trial);
    }
}

/// Keeps the first.
static void keep_warning(void *context, const cld_warning *warning) {
    cld_warning *first = context;
    if (!*first->pointer)
        *first = *warning;
}

Test(compound, says_where_in_its_children_something_is) {
    static const double points[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const uint32_t start[2] = {0, 3}, face[3] = {0, 2, 1};
    static const double normal[3] = {0, 0.1, -1};
    cld_shape_def inner[2] = {make_ball(0, 1), cld_shape_def_make(CLD_HULL)}, outer[1],
                  flat = make_ball(0, 1), def;
    inner[1].points = points, inner[1].point_count = 4;
    inner[1].face_start = start, inner[1].face_vertex = face, inner[1].face_count = 1;
    inner[1].normals = normal, inner[1].normal_count = 1;
    outer[0] = make_compound(inner, 2);
    def = make_compound(outer, 1);
    cld_warning warning = {.pointer = ""};
    cld_shape *shape = NULL;
    cld_error err;
    cr_assert_eq(cld_shape_create(&def, keep_warning, &warning, &shape, &err), CLD_OK);
    cr_expect_str_eq(warning.pointer, "/children/0/children/1/normals/0");
    cld_shape_destroy(shape);
    flat.kind = CLD_CIRCLE;
    flat.dimension = 2;
    inner[0] = flat;
    cr_expect_eq(cld_shape_create(&def, NULL, NULL, &shape, &err), CLD_DIMENSION_MISMATCH);
    cr_expect_str_eq(err.pointer, "/children/0/children/0");
    inner[0] = make_ball(0, -1);
    cr_expect_eq(cld_shape_create(&def, NULL, NULL, &shape, &err), CLD_BAD_VALUE);
    cr_expect_str_eq(err.pointer, "/children/0/children/0/radius");
    def.margin = 1;
    cr_expect_eq(cld_shape_create(&def, NULL, NULL, &shape, &err), CLD_BAD_VALUE);
    cr_expect_str_eq(err.pointer, "/margin");
    cld_shape_def nested[CLD_MOST_COMPOUNDS], hull = inner[1];
    char pointer[CLD_POINTER_SIZE];
    int length = 0;
    for (int i = 0; i < CLD_MOST_COMPOUNDS; i++) {
        nested[i] = make_compound(i ? &nested[i - 1] : &hull, 1);
        length += snprintf(pointer + length, sizeof pointer - (size_t)length, "/children/0");
    }
    snprintf(pointer + length, sizeof pointer - (size_t)length, "/normals/0");
    warning.pointer[0] = '\0';
    cr_assert_eq(cld_shape_create(&nested[CLD_MOST_COMPOUNDS - 1], keep_warning, &warning, &shape, &err),
                 CLD_OK);
    cr_expect_str_eq(warning.pointer, pointer, "as deep as compounds lie");
    cld_shape_destroy(shape);
}

Test(compound, leads_to_the_innermost_transform_that_a_child_cannot_be_made_with) {
    const cld_transform there = cld_transform_make_translation((cld_vec3){3, 0, 0}),
                        flat = cld_transform_make_scale((cld_vec3){1, 2, 1}),
                        far = cld_transform_make_translation((cld_vec3){1e200, 0, 0}),
                        near = cld_transform_make_translation((cld_vec3){9e100, 0, 0});
    const struct {
        const cld_transform *ball, *inner, *outer;
        cld_status status;
        const char *pointer;
    } chains[] = {
        {&flat, &there, &there, CLD_BAD_TRANSFORM, "/children/1/children/0/transform"},
        {&there, &flat, &there, CLD_BAD_TRANSFORM, "/children/1/transform"},
        {&there, &there, &flat, CLD_BAD_TRANSFORM, "/transform"},
        {&flat, &far, &there, CLD_BAD_TRANSFORM, "/children/1/children/0/transform"},
        {&there, &far, &flat, CLD_TOO_LARGE, "/children/1/transform"},
        {&near, &near, &there, CLD_TOO_LARGE, "/children/1/transform"},
        {&near, &there, &near, CLD_TOO_LARGE, "/transform"},
    };
    for (size_t i = 0; i < sizeof chains / sizeof *chains; i++) {
        cld_shape_def inner[1] = {make_ball(0, 1)},
                      outer[2] = {cld_shape_def_make(CLD_BOX), make_compound(inner, 1)},
                      def = make_compound(outer, 2);
        inner[0].transform = *chains[i].ball;
        outer[1].transform = *chains[i].inner;
        def.transform = *chains[i].outer;
        cld_shape *shape = NULL;
        cld_error err;
        cr_expect_eq(cld_shape_create(&def, NULL, NULL, &shape, &err), chains[i].status, "chain %zu", i);
        cr_expect_str_eq(err.pointer, chains[i].pointer, "chain %zu: %s", i, err.pointer);
        cr_expect_eq(cld_shape_create(&def, NULL, NULL, &shape, NULL), chains[i].status);
    }
}

/// The box around such a point is wider than its coordinates, 0, tell.
Test(compound, holds_a_point_that_its_transform_leaves_uncertain) {
    static const double origin[3] = {0, 0, 0}, given[3] = {1, 1, 0};
    cld_shape_def exact = cld_shape_def_make(CLD_POINT), moved = exact;
    exact.points = origin, moved.points = given;
    exact.point_count = moved.point_count = 1;
    cld_transform scale = cld_transform_make_scale((cld_vec3){3, 1.5, 1}),
                  move = cld_transform_make_translation((cld_vec3){-3, -1.5, 0});
    moved.transform = cld_transform_compose(&move, &scale);
    cld_shape_def compound = make_compound(&exact, 1);
    cr_expect_eq(ask(&exact, &moved).containment, CLD_EQUAL);
    cr_expect_eq(ask(&compound, &moved).containment, CLD_EQUAL);
    cr_expect_eq(ask(&moved, &compound).containment, CLD_EQUAL);
}
