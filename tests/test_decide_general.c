/// Yes or no about pairs that are no two polytopes of space.
#include <criterion/criterion.h>
#include <math.h>

#include "math/vec.h"
#include "narrow/decide_general.h"
#include "narrow/pair.h"
#include "narrow/workspace.h"
#include "support/body_pair.h"
#include "support/kinds.h"
#include "support/shapes.h"

/// Two shapes that are as far apart as their size, or overlap.
typedef struct question {
    cld_shape *a, *b;
    cld_pose pose[2];
    double diagonal;
} question;

/// A shape of the plane.
static cld_shape *make_planar(random_state *r) {
    static const cld_kind kinds[] = {CLD_POLYGON, CLD_RECTANGLE, CLD_CIRCLE,
                                     CLD_CAPSULE, CLD_POINT,     CLD_SEGMENT};
    kind_def *k = kind_def_make(kinds[random_int(r, 0, 5)], 2, random_int(r, 0, 1), r);
    cld_shape *shape = kind_def_create(&k->def);
    kind_def_destroy(k);
    return shape;
}

static question question_make_planar(random_state *r) {
    question q = {.a = make_planar(r), .b = make_planar(r)};
    for (int i = 0; i < 2; i++) {
        double turn = random_real(r, 0, 6), cosine = cos(turn), sine = sin(turn);
        q.pose[i] = cld_pose_make_identity();
        q.pose[i].r.row[0] = cld_vec3_make(cosine, -sine, 0);
        q.pose[i].r.row[1] = cld_vec3_make(sine, cosine, 0);
        q.pose[i].t = cld_vec3_make(random_real(r, 0, 2), random_real(r, 0, 2), 0);
    }
    return q;
}

/// A curved shape and any bounded one, or two in the plane.
static question question_make(uint64_t seed) {
    random_state r = random_make(seed);
    if (seed % 4 == 3) {
        question planar = question_make_planar(&r);
        cr_assert(planar.a && planar.b, "seed %llu", (unsigned long long)seed);
        planar.diagonal = fmax(cld_shape_find_diagonal(planar.a), cld_shape_find_diagonal(planar.b));
        return planar;
    }
    body_def a = body_def_make(body_curved[random_int(&r, 0, 2)], random_int(&r, 0, 3), &r),
             b = body_def_make(body_bounded[random_int(&r, 0, 9)], random_int(&r, 0, 3), &r);
    question q = {.a = body_create(&a), .b = body_create(&b)};
    cr_assert(q.a && q.b, "seed %llu", (unsigned long long)seed);
    q.diagonal = fmax(cld_shape_find_diagonal(q.a), cld_shape_find_diagonal(q.b));
    for (int i = 0; i < 2; i++)
        q.pose[i] = shape_choose_pose(&r, (seed % 3) * q.diagonal / 2);
    return q;
}

static void question_free(question *q) {
    cld_shape_destroy(q->a);
    cld_shape_destroy(q->b);
}

static cld_result measure(const question *q, const cld_query_options *options) {
    return shape_ask(q->a, &q->pose[0], q->b, &q->pose[1], options);
}

/// What the full answer says, whichever side of the distance the tolerance is on, and however near to it.
Test(decide_general, tells_whether_shapes_collide_as_the_whole_answer_does) {
    static const double off[] = {-1e-3, -1e-8, -1e-9, -1e-10, -1e-11, -1e-13, 1e-13,
                                 1e-11, 1e-10, 1e-9,  1e-8,   1e-3,   0};
    enum { OFFS = sizeof off / sizeof off[0] };
    cld_workspace *workspace = cld_workspace_create();
    size_t apart = 0, collide = 0;
    for (uint64_t seed = 0; seed < random_trials(400); seed++) {
        question q = question_make(seed);
        cld_query_options options = cld_query_options_make();
        double distance = measure(&q, &options).signed_distance;
        for (int i = 0; i < OFFS; i++) {
            options.tolerance = i + 1 < OFFS ? distance + off[i] * q.diagonal : 0;
            if (options.tolerance < 0)
                continue;
            bool found;
            cld_result depth, whole = measure(&q, &options);
            cr_assert_eq(
                cld_is_colliding(q.a, &q.pose[0], q.b, &q.pose[1], &options, workspace, &found, NULL),
                CLD_OK);
            cr_expect_eq(found, whole.outcome != CLD_SEPARATED, "seed %llu, %g beside %g",
                         (unsigned long long)seed, options.tolerance, distance);
            cr_assert_eq(cld_find_depth(q.a, &q.pose[0], q.b, &q.pose[1], &options, workspace, &depth, NULL),
                         CLD_OK);
            cr_expect_eq(depth.outcome, whole.outcome, "seed %llu, %g beside %g", (unsigned long long)seed,
                         options.tolerance, distance);
            if (found)
                cr_expect(depth.signed_distance == whole.signed_distance && depth.lower == whole.lower &&
                              depth.upper == whole.upper,
                          "seed %llu", (unsigned long long)seed);
            apart += !found;
            collide += found;
        }
        question_free(&q);
    }
    cld_workspace_destroy(workspace);
    cr_expect(apart > random_trials(500) && collide > random_trials(1000), "%zu, %zu", apart, collide);
}

/// A capsule around a segment whose middle is not the shape's centre, which stays in the origin where that is
/// near the middle of the box: the ball in it is around what is in it.
Test(decide_general, of_rounded_segments_beside_their_centre_as_the_whole_answer_does) {
    static const cld_kind kinds[] = {CLD_SEGMENT,  CLD_CAPSULE,   CLD_SPHERE,
                                     CLD_CYLINDER, CLD_ELLIPSOID, CLD_HULL};
    cld_workspace *workspace = cld_workspace_create();
    const cld_query_options options = cld_query_options_make();
    size_t apart = 0, collide = 0;
    for (uint64_t seed = 0; seed < random_trials(2000); seed++) {
        random_state r = random_make(seed);
        cld_vec3 from = {random_real(&r, -1, 1), random_real(&r, -1, 1), random_real(&r, -1, 1)},
                 to = {random_real(&r, -1, 1), random_real(&r, -1, 1), random_real(&r, -1, 1)};
        body_def capsule = body_def_between(CLD_CAPSULE, from, to, random_real(&r, 0.1, 0.5)),
                 other = body_def_make(kinds[seed % 6], 0, &r);
        question q = {.a = body_create(&capsule), .b = body_create(&other)};
        for (int i = 0; i < 2; i++)
            q.pose[i] = shape_choose_pose(&r, 0.5);
        bool found;
        cr_assert_eq(cld_is_colliding(q.a, &q.pose[0], q.b, &q.pose[1], &options, workspace, &found, NULL),
                     CLD_OK);
        cr_expect_eq(found, measure(&q, &options).outcome != CLD_SEPARATED, "seed %llu",
                     (unsigned long long)seed);
        apart += !found;
        collide += found;
        question_free(&q);
    }
    cld_workspace_destroy(workspace);
    cr_expect(apart > random_trials(200) && collide > random_trials(200), "%zu, %zu", apart, collide);
}

/// Parts of curves square their products with a direction, which of large and of small ones are lost.
Test(decide_general, of_any_size_as_the_whole_answer_does) {
    cld_workspace *workspace = cld_workspace_create();
    const cld_query_options options = cld_query_options_make();
    for (int exponent = -99; exponent <= 99; exponent += 3) {
        double size = pow(10, exponent);
        body_def drum = body_def_between(CLD_CYLINDER, (cld_vec3){0, 0, -size}, (cld_vec3){0, 0, size}, size);
        for (int i = 0; i < 2; i++) {
            const double far = i ? 2.5 : 1.5;
            body_def log = body_def_between(CLD_CYLINDER, (cld_vec3){(far - 1) * size, 0, 0},
                                            (cld_vec3){(far + 1) * size, 0, 0}, size);
            question q = {.a = body_create(&drum), .b = body_create(&log)};
            cld_result depth;
            cr_assert_eq(cld_find_depth(q.a, NULL, q.b, NULL, &options, workspace, &depth, NULL), CLD_OK);
            cr_expect_eq(depth.outcome != CLD_SEPARATED, i == 0, "%g apart", far * size);
            cr_expect_eq(shape_ask(q.a, NULL, q.b, NULL, &options).outcome, depth.outcome);
            question_free(&q);
        }
    }
    cld_workspace_destroy(workspace);
}

/// Nothing is measured where shapes are apart, or overlap, by more than what touches.
Test(decide_general, is_sure_of_what_does_not_nearly_touch) {
    cld_workspace *workspace = cld_workspace_create();
    size_t asked = 0, sure = 0;
    for (uint64_t seed = 0; seed < random_trials(1000); seed++) {
        question q = question_make(seed);
        const cld_query_options options = cld_query_options_make();
        cld_result r = measure(&q, &options);
        double *scratch = cld_buffer_reserve(&workspace->scratch, cld_cso_scratch(q.a, q.b), sizeof *scratch);
        cr_assert_not_null(scratch);
        cld_verdict verdict = cld_decide_general(q.a, &q.pose[0], q.b, &q.pose[1], r.tolerance, scratch);
        if (verdict != CLD_UNSURE)
            cr_expect_eq(verdict == CLD_MEETS, r.outcome != CLD_SEPARATED, "seed %llu: %g",
                         (unsigned long long)seed, r.signed_distance);
        if (fabs(r.signed_distance) > 1e-6 * q.diagonal) {
            asked++;
            sure += verdict != CLD_UNSURE;
        }
        question_free(&q);
    }
    cld_workspace_destroy(workspace);
    cr_expect(asked > random_trials(800) && sure * 100 >= asked * 99, "%zu of %zu", sure, asked);
}

Test(decide_general, half_spaces_and_dimensions_are_told_as_ever) {
    cld_shape_def ground = cld_shape_def_make(CLD_HALFSPACE), disc = cld_shape_def_make(CLD_CIRCLE);
    ground.normal[2] = 1;
    disc.dimension = 2;
    disc.radius = 1;
    body_def post = body_def_upright(CLD_CYLINDER, 1e6, 1e6 + 1, 1),
             sunk = body_def_upright(CLD_CONE, -3, -2, 1);
    cld_shape *flat = shape_make(&ground), *round = shape_make(&disc), *above = body_create(&post),
              *below = body_create(&sunk);
    cld_workspace *workspace = cld_workspace_create();
    const cld_query_options options = cld_query_options_make();
    bool found;
    cr_expect_eq(cld_is_colliding(flat, NULL, above, NULL, &options, workspace, &found, NULL), CLD_OK);
    cr_expect_not(found);
    cr_expect_eq(cld_is_colliding(below, NULL, flat, NULL, &options, workspace, &found, NULL), CLD_OK);
    cr_expect(found);
    cr_expect(cld_is_clear_of_plane(flat, NULL, above, NULL, 1e-9));
    cr_expect(cld_is_clear_of_plane(above, NULL, flat, NULL, 1e-9));
    cr_expect_not(cld_is_clear_of_plane(below, NULL, flat, NULL, 1e-9));
    cr_expect_not(cld_is_clear_of_plane(above, NULL, below, NULL, 1e-9));
    cr_expect_eq(cld_is_colliding(round, NULL, above, NULL, &options, workspace, &found, NULL),
                 CLD_DIMENSION_MISMATCH);
    cld_workspace_destroy(workspace);
    cld_shape_destroy(flat);
    cld_shape_destroy(round);
    cld_shape_destroy(above);
    cld_shape_destroy(below);
}

/// What a ball around it does not tell is measured, in whatever pose the plane is.
Test(decide_general, is_clear_of_a_plane_only_if_it_is) {
    cld_workspace *workspace = cld_workspace_create();
    size_t clear = 0, apart = 0;
    for (uint64_t seed = 0; seed < random_trials(2000); seed++) {
        random_state r = random_make(seed);
        cld_shape_def ground = cld_shape_def_make(CLD_HALFSPACE);
        cld_vec3 n = shape_choose_direction(&r);
        double far = random_power_of_ten(&r, 0, 8);
        ground.normal[0] = n.x, ground.normal[1] = n.y, ground.normal[2] = n.z;
        body_def def = body_def_make(body_bounded[random_int(&r, 0, 9)], (int)(seed % 4), &r);
        cld_shape *flat = shape_make(&ground), *solid = body_create(&def);
        cr_assert_not_null(solid);
        cld_pose pose = shape_choose_pose(&r, far), other = shape_choose_pose(&r, far);
        double diagonal = cld_shape_find_diagonal(solid), height = random_real(&r, -1, 1.5) * diagonal;
        cld_vec3 low, high, up = cld_scale(cld_mat3_apply(&pose.r, n), 1 / cld_length(n));
        cld_shape_find_box(solid, &low, &high);
        cld_vec3 centre = cld_mat3_apply(&other.r, cld_scale(cld_add(low, high), 0.5));
        other.t = cld_add_scaled(cld_sub(pose.t, centre), height, up);
        const cld_query_options options = cld_query_options_make();
        bool found, is_first = seed % 2;
        const cld_shape *a = is_first ? flat : solid, *b = is_first ? solid : flat;
        const cld_pose *pose_a = is_first ? &pose : &other, *pose_b = is_first ? &other : &pose;
        cld_result whole = shape_ask(a, pose_a, b, pose_b, &options), depth;
        cr_assert_eq(cld_is_colliding(a, pose_a, b, pose_b, &options, workspace, &found, NULL), CLD_OK);
        cr_assert_eq(cld_find_depth(a, pose_a, b, pose_b, &options, workspace, &depth, NULL), CLD_OK);
        cr_expect_eq(found, whole.outcome != CLD_SEPARATED, "seed %llu", (unsigned long long)seed);
        cr_expect_eq(depth.outcome, whole.outcome, "seed %llu", (unsigned long long)seed);
        clear += cld_is_clear_of_plane(a, pose_a, b, pose_b, whole.tolerance);
        apart += !found;
        cld_shape_destroy(flat);
        cld_shape_destroy(solid);
    }
    cld_workspace_destroy(workspace);
    cr_expect(apart > random_trials(400) && clear > apart / 3 && clear < apart, "%zu of %zu", clear, apart);
}
