#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/shadow.h"
#include "draw/tessellate.h"
#include "draw/view.h"
#include "math/vec.h"
#include "shape/shape.h"
#include "support/kinds.h"

static const cli_frame as_it_is = {{0, 0, 0}, 1, CLI_TURNS}, coarser = {{0, 0, 0}, 1, CLI_FEW_TURNS};

/// How far a convex shape reaches along n, from its centre.
static double find_reach(const cld_shape *shape, cld_vec3 n) {
    double reach = -INFINITY;
    uint32_t part;
    if (shape->curve->count)
        return cld_dot(n, cld_curve_find_extreme(shape->curve, n, &part)) + shape->radius;
    for (uint32_t i = 0; i < shape->core.count; i++)
        reach = fmax(reach, cld_dot(n, cld_cloud_at(&shape->core, i)));
    return reach + shape->radius;
}

/// Everything about a body that does not depend on what it is made from; NULL if all is well.
static const char *find_fault(const cli_body *b) {
    for (uint32_t f = 0; f < b->face_count; f++) {
        cld_vec3 n = b->face_normal[f], p = b->vertex[b->face_vertex[b->face_start[f]]];
        if (!(fabs(cld_length(n) - 1) < 1e-9))
            return "a normal that is not unit";
        for (uint32_t i = 0; i < b->vertex_count; i++)
            if (cld_dot(n, cld_sub(b->vertex[i], p)) > 1e-6)
                return "a vertex outside of a face";
    }
    for (uint32_t e = 0; e < b->edge_count; e++)
        for (int k = 0; k < 2; k++) {
            uint32_t f = b->edge_face[e][k];
            bool found[2] = {f == CLD_NO_INDEX, f == CLD_NO_INDEX};
            for (uint32_t i = found[0] ? 0 : b->face_start[f]; !found[0] && i < b->face_start[f + 1]; i++)
                for (int end = 0; end < 2; end++)
                    found[end] = found[end] || b->face_vertex[i] == b->edge_vertex[e][end];
            if (!found[0] && !found[1])
                return "an edge beside a face that it is not of";
        }
    return NULL;
}

/// What is missing of the shape beyond a point of the body, along n.
static bool is_near(const cld_shape *shape, cld_vec3 p, cld_vec3 n, const cli_frame *frame) {
    double missing = find_reach(shape, n) - cld_dot(n, cld_sub(p, shape->centre));
    double size = cld_shape_find_span(shape) + shape->radius;
    return missing >= -1e-6 * (1 + size) &&
           missing <= (frame->turns == CLI_TURNS ? 0.005 : 0.02) * size + 1e-6;
}

/// Of bodies of space all faces are near the surface, of those of the plane all edges.
static const char *find_gap(const cld_shape *shape, const cli_body *b, const cli_frame *frame) {
    for (uint32_t f = 0; f < b->face_count && shape->dimension == 3; f++)
        if (!is_near(shape, b->vertex[b->face_vertex[b->face_start[f]]], b->face_normal[f], frame))
            return "a face off the surface";
    for (uint32_t e = 0; e < b->edge_count && shape->dimension == 2 && b->face_count; e++) {
        cld_vec3 p = b->vertex[b->edge_vertex[e][0]], q = b->vertex[b->edge_vertex[e][1]];
        cld_vec3 n = cld_unit(cld_vec3_make(q.y - p.y, p.x - q.x, 0)), middle = cld_sub(p, shape->centre);
        n = cld_dot(n, middle) < 0 ? cld_negate(n) : n;
        if (!is_near(shape, p, n, frame))
            return "an edge off the outline";
    }
    return NULL;
}

/// Bodies of all kinds lie in their shapes, and no face is farther inside than a facet of 7.5 degrees makes
/// it: r (1 - cos 3.75 degrees) / cos 3.75 degrees along either way around, that is 0.43 % of the size; with
/// half as many turns 1.73 %.
Test(picture, of_any_shape_lies_in_it_and_nearly_fills_it) {
    size_t tried = 0, failures = 0;
    for (int kind = 0; kind < CLD_KIND_COUNT; kind++)
        for (uint64_t seed = 0; seed < 6; seed++) {
            const cli_frame *frame = seed < 3 ? &as_it_is : &coarser;
            random_state r = random_make(seed);
            int dimension = kind == CLD_POLYGON || kind == CLD_RECTANGLE || kind == CLD_CIRCLE ? 2 : 3;
            kind_def *def = kind_def_make((cld_kind)kind, dimension, seed % 2, &r);
            cld_shape *shape = kind_def_create(&def->def);
            cli_bodies bodies = {NULL, 0};
            cld_error err;
            if (shape) {
                const cld_vec3 origin = {0, 0, 0};
                cr_assert_eq(cli_bodies_add_shape(&bodies, shape, "it", CLI_PAINT_A, frame, origin, 3, &err),
                             CLD_OK);
                cr_expect_gt(bodies.count, 0);
            }
            for (size_t i = 0; i < bodies.count; i++) {
                const cli_body *b = &bodies.at[i];
                const char *fault = find_fault(b);
                if (kind != CLD_COMPOUND && !b->is_cut && !fault)
                    fault = find_gap(shape, b, frame);
                tried++;
                failures += fault != NULL;
                if (fault)
                    cr_log_error("%s, seed %llu: %s", cld_kind_name((cld_kind)kind), (unsigned long long)seed,
                                 fault);
            }
            cli_bodies_clear(&bodies);
            cld_shape_destroy(shape);
            kind_def_destroy(def);
        }
    cr_expect_eq(failures, 0);
    cr_expect_gt(tried, 70);
}

/// The faces of a body are those of answers: the user's, whatever order the user gave them in.
Test(picture, has_the_numbers_that_answers_have) {
    static const double points[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const uint32_t start[] = {0, 3, 6, 9, 12}, faces[] = {1, 2, 3, 0, 2, 1, 0, 3, 2, 0, 1, 3};
    cld_shape_def def = cld_shape_def_make(CLD_HULL);
    def.points = points, def.point_count = 4;
    def.face_start = start, def.face_vertex = faces, def.face_count = 4;
    def.transform = cld_transform_make_scale(cld_vec3_make(-1, 1, 1)); // mirrored: loops must be turned round
    cld_shape *shape = kind_def_create(&def);
    cli_bodies bodies = {NULL, 0};
    cld_error err;
    cr_assert_eq(
        cli_bodies_add_shape(&bodies, shape, "it", CLI_PAINT_A, &as_it_is, cld_vec3_make(0, 0, 0), 1, &err),
        CLD_OK);
    const cli_body *b = bodies.at;
    cr_assert_eq(b->face_count, 4);
    cr_expect_null(find_fault(b));
    for (uint32_t f = 0; f < 4; f++) {
        unsigned drawn = 0, given = 0;
        for (int i = 0; i < 3; i++) {
            drawn |= 1u << b->vertex_number[b->face_vertex[b->face_start[f] + (uint32_t)i]];
            given |= 1u << faces[3 * b->face_number[f] + (uint32_t)i];
        }
        cr_expect_eq(drawn, given);
    }
    cli_bodies_clear(&bodies);
    cld_shape_destroy(shape);
}

static cld_shape *make_box(double x, double y, double z, cld_vec3 at) {
    cld_shape_def def = cld_shape_def_make(CLD_BOX);
    def.size[0] = x, def.size[1] = y, def.size[2] = z;
    def.transform = cld_transform_make_translation(at);
    return kind_def_create(&def);
}

static void add_box(cli_bodies *bodies, double x, double y, double z, cld_vec3 at) {
    cld_shape *box = make_box(x, y, z, at);
    cld_error err;
    cr_assert_eq(
        cli_bodies_add_shape(bodies, box, "box", CLI_PAINT_A, &as_it_is, cld_vec3_make(0, 0, 0), 1, &err),
        CLD_OK);
    cld_shape_destroy(box);
}

/// A box of edge 2 around the origin, seen from above, hides of what is below the part from -1 to 1.
Test(picture, finds_what_a_body_hides_of_a_line) {
    cli_bodies bodies = {NULL, 0};
    cli_shadow shadow;
    double from, to;
    add_box(&bodies, 2, 2, 2, cld_vec3_make(0, 0, 0));
    cr_assert(cli_shadow_make(bodies.at, cld_vec3_make(0, 0, 1), 0, &shadow));
    cr_assert(cli_shadow_cut_line(&shadow, cld_vec3_make(-4, 0, -2), cld_vec3_make(4, 0, -2), &from, &to));
    cr_expect_float_eq(from, 3.0 / 8, 1e-12);
    cr_expect_float_eq(to, 5.0 / 8, 1e-12);
    cr_expect_not(cli_shadow_cut_line(&shadow, cld_vec3_make(-4, 0, 2), cld_vec3_make(4, 0, 2), &from, &to),
                  "what is above is not hidden");
    cr_expect_not(cli_shadow_cut_line(&shadow, cld_vec3_make(-4, 2, -2), cld_vec3_make(4, 2, -2), &from, &to),
                  "what is beside is not hidden");
    // From above to below through the side: hidden below the upper face, which is at 1.
    cr_assert(cli_shadow_cut_line(&shadow, cld_vec3_make(0, 0, 2), cld_vec3_make(0, 0, -2), &from, &to));
    cr_expect_float_eq(from, 0.25, 1e-12);
    cr_expect_float_eq(to, 1, 0);
    cli_shadow_clear(&shadow);
    cli_bodies_clear(&bodies);
}

static void add_area(void *context, const cli_polygon *piece) {
    double *area = context;
    cld_vec3 sum = {0, 0, 0};
    for (size_t i = 1; i + 1 < piece->count; i++)
        sum = cld_add(
            sum, cld_cross(cld_sub(piece->at[i], piece->at[0]), cld_sub(piece->at[i + 1], piece->at[0])));
    *area += cld_length(sum) / 2;
}

/// Of a square of 10 x 10 two boxes of 2 x 2 and 4 x 4 hide 20 where they are apart, and 16 where the larger
/// is in front of the smaller.
Test(picture, finds_what_bodies_leave_of_a_face) {
    static const cld_vec3 square[] = {{-5, -5, -9}, {5, -5, -9}, {5, 5, -9}, {-5, 5, -9}};
    for (int in_front = 0; in_front < 2; in_front++) {
        cli_bodies bodies = {NULL, 0};
        cli_shadow shadow[2];
        cli_polygon polygon;
        double area = 0;
        add_box(&bodies, 2, 2, 2, cld_vec3_make(2, 2, 0));
        add_box(&bodies, 4, 4, 4, in_front ? cld_vec3_make(2, 2, 5) : cld_vec3_make(-2, -2, 0));
        for (int i = 0; i < 2; i++)
            cr_assert(cli_shadow_make(&bodies.at[i], cld_vec3_make(0, 0, 1), 0, &shadow[i]));
        cr_assert(cli_polygon_copy(square, 4, &polygon));
        cr_assert(cli_shadows_cut_polygon(shadow, 2, &polygon, add_area, &area));
        cr_expect_float_eq(area, in_front ? 84 : 80, 1e-9, "%g", area);
        cli_polygon_clear(&polygon);
        for (int i = 0; i < 2; i++)
            cli_shadow_clear(&shadow[i]);
        cli_bodies_clear(&bodies);
    }
}

/// A picture of two shapes that were asked about.
typedef struct scene {
    cli_options options;
    cli_question question;
    cli_recording recording;
    cli_picture picture;
} scene;

static scene *scene_create(cld_shape *a, cld_shape *b, cld_algorithm algorithm) {
    scene *s = calloc(1, sizeof *s);
    cld_trace trace = cli_recording_start(&s->recording);
    cld_query_options query = cld_query_options_make();
    cld_error err;
    query.algorithm = algorithm;
    query.trace = &trace;
    s->options.trace = true;
    s->question.options = &s->options;
    s->question.shape[0] = a, s->question.shape[1] = b;
    for (int i = 0; i < 2; i++)
        cld_text_add_string(&s->question.operand[i].file, i ? "b.json" : "x/a.json");
    s->question.workspace = cld_workspace_create();
    cr_assert_eq(
        cld_find_collision(a, NULL, b, NULL, &query, s->question.workspace, &s->question.result, &err),
        CLD_OK);
    cr_assert_eq(cli_picture_make(&s->question, &s->recording, &s->picture, &err), CLD_OK);
    return s;
}

static void scene_destroy(scene *s) {
    cli_picture_clear(&s->picture);
    cld_text_clear(&s->recording.steps);
    cld_workspace_destroy(s->question.workspace);
    for (int i = 0; i < 2; i++) {
        cld_shape_destroy(s->question.shape[i]);
        cld_text_clear(&s->question.operand[i].file);
    }
    free(s);
}

/// Whether a body is between a point a little outside of the surfaces and the eye.
static bool is_covered(const cli_picture *p, cld_vec3 at, cld_vec3 eye) {
    bool covered = false;
    for (size_t i = 0; i < p->shapes.bodies.count; i++) {
        cli_shadow shadow;
        double from, to;
        cr_assert(cli_shadow_make(&p->shapes.bodies.at[i], eye, 1e-3, &shadow));
        covered = covered || cli_shadow_cut_line(&shadow, at, cld_add_scaled(at, 1e-6, eye), &from, &to);
        cli_shadow_clear(&shadow);
    }
    return covered;
}

static void check_view(cld_shape *a, cld_shape *b, const char *name) {
    scene *s = scene_create(a, b, CLD_AUTO);
    cli_view v = cli_view_choose(&s->picture), w = cli_view_choose(&s->picture);
    cr_expect_eq(memcmp(&v, &w, sizeof v), 0);
    cr_expect_float_eq(cld_dot(cld_cross(v.right, v.up), v.eye), 1, 1e-12);
    cr_expect_lt(fabs(cld_dot(v.eye, s->picture.result->normal)), 0.6, "%s: the normal points to the eye",
                 name);
    cr_expect_not(is_covered(&s->picture, s->picture.contact, v.eye), "%s: the contact is covered", name);
    scene_destroy(s);
}

/// Pairs whose contact can be seen from some side: between two boxes, at the front, the back and each side of
/// a larger one, and above and below.
Test(picture, is_seen_from_where_the_contact_is) {
    static const cld_vec3 at[] = {{2, 0, 0}, {-2, 0, 0}, {0, 2, 0}, {0, -2, 0}, {0, 0, 2}, {0, 0, -2}};
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        cld_shape_def ball = cld_shape_def_make(CLD_SPHERE);
        ball.radius = 0.5;
        ball.transform = cld_transform_make_translation(cld_scale(at[i], 0.85)); // 0.2 apart
        check_view(make_box(2, 2, 2, cld_vec3_make(0, 0, 0)), kind_def_create(&ball), "a ball beside a box");
    }
    check_view(make_box(1, 1, 1, cld_vec3_make(0, 0, 0)), make_box(0.2, 0.2, 0.2, cld_vec3_make(0, 0, 0.9)),
               "a box above a box");
}

/// One frame for each step but that of the beginning, and in EPA's a polytope that only grows.
Test(picture, has_a_frame_for_each_step) {
    scene *s = scene_create(make_box(2, 2, 2, cld_vec3_make(0, 0, 0)),
                            make_box(1, 1, 1, cld_vec3_make(0.5, 0.75, 0.875)), CLD_GJK_EPA);
    const cld_trace_step *told = (const void *)s->recording.steps.bytes;
    size_t count = s->recording.steps.length / sizeof *told;
    cr_assert_eq(s->picture.step_count, count - 1);
    uint32_t before = 0, polytopes = 0;
    for (size_t i = 0; i < s->picture.step_count; i++) {
        const cli_step *step = &s->picture.steps[i];
        cr_expect_eq(step->lower, told[i + 1].lower);
        cr_expect_eq(step->upper, told[i + 1].upper);
        if (told[i + 1].kind != CLD_TRACE_EPA)
            continue;
        cr_assert_eq(step->layer.bodies.count, 2, "a polytope and its nearest face");
        cr_expect_geq(step->layer.bodies.at[0].vertex_count, before);
        before = step->layer.bodies.at[0].vertex_count;
        polytopes++;
    }
    cr_expect_gt(polytopes, 0);
    cr_expect_str_eq(s->picture.steps[count - 2].title, "answer");
    scene_destroy(s);
}

/// EPA goes thousands of steps where an ellipsoid lies in itself; a polytope for each would be millions of
/// vertices.
Test(picture, has_no_more_steps_than_can_be_drawn) {
    cld_shape_def egg = cld_shape_def_make(CLD_ELLIPSOID);
    memcpy(egg.radii, (const double[]){2, 2, 3}, sizeof egg.radii);
    scene *s = scene_create(kind_def_create(&egg), kind_def_create(&egg), CLD_GJK_EPA);
    uint64_t vertices = 0;
    cr_assert_gt(s->recording.steps.length / sizeof(cld_trace_step), 2000);
    for (size_t i = 0; i < s->picture.step_count; i++)
        for (size_t k = 0; k < s->picture.steps[i].layer.bodies.count; k++)
            vertices += s->picture.steps[i].layer.bodies.at[k].vertex_count;
    cr_expect_gt(s->picture.step_count, 10);
    cr_expect_lt(vertices, 60000);
    cr_expect_str_eq(s->picture.steps[s->picture.step_count - 1].title, "answer");
    scene_destroy(s);
}

/// The difference of boxes of edges 2 and 1 is one of edge 3, and the depth is where it is nearest to the
/// origin.
Test(picture, has_the_difference_of_the_shapes) {
    scene *s = scene_create(make_box(2, 2, 2, cld_vec3_make(0, 0, 0)),
                            make_box(1, 1, 1, cld_vec3_make(0.25, 0, 1.25)), CLD_AUTO);
    const cli_layer *layer = &s->picture.difference;
    double unit = s->picture.frame.unit, from, to;
    cli_layer bodies = {.bodies = {layer->bodies.at, 1}};
    cli_layer_find_span(&bodies, cld_vec3_make(0, 0, 1), &from, &to);
    cr_expect_float_eq(from * unit, -2.75, 1e-12);
    cr_expect_float_eq(to * unit, 0.25, 1e-12);
    cr_expect_eq(layer->bodies.at[0].vertex_count, 8);
    cr_assert_eq(layer->bodies.count, 2);
    cr_expect_eq(layer->bodies.at[1].vertex_count, 4, "the upper face is the closest");
    scene_destroy(s);
}

/// Names are cut between characters, and control characters shown.
Test(picture, shows_any_name) {
    scene *s = scene_create(make_box(1, 1, 1, cld_vec3_make(0, 0, 0)),
                            make_box(1, 1, 1, cld_vec3_make(2, 0, 0)), CLD_AUTO);
    cr_expect_str_eq(s->picture.label[0], "a.json");
    char name[256] = "\x01\xff";
    for (size_t i = 2; i < 202; i += 2)
        snprintf(name + i, sizeof name - i, "\xc3\xa9");
    s->question.operand[0].name = name;
    cli_picture again;
    cld_error err;
    cr_assert_eq(cli_picture_make(&s->question, &s->recording, &again, &err), CLD_OK);
    size_t length = strlen(again.label[0]);
    cr_expect_eq(strncmp(again.label[0], "\\x01\\xff\xc3\xa9", 10), 0);
    cr_expect_str_eq(again.label[0] + length - 5, "\xc3\xa9...");
    cli_picture_clear(&again);
    s->question.operand[0].name = NULL;
    scene_destroy(s);
}
