/// A tolerance of 0 and a half-space: the status is that of exact arithmetic, however near the plane.
#include <criterion/criterion.h>
#include <gmp.h>
#include <math.h>

#include "math/vec.h"
#include "support/exact_status.h"
#include "support/random.h"
#include "support/shapes.h"

enum { POINTS = 6 };

/// A half-space and points, all of which the same transform and pose move.
typedef struct question {
    cld_shape_def ground, body;
    double points[POINTS][3];
    cld_pose pose;
} question;

static cld_transform choose_transform(random_state *r, int dimension) {
    cld_mat3 m = cld_mat3_identity;
    for (int i = 0; i < dimension; i++)
        for (int k = 0; k < dimension; k++)
            (&m.row[i].x)[k] = random_of_digits(r) + (i == k ? 80 : 0); // more than the rest of its row
    cld_vec3 t = {random_of_digits(r) * 1e6, random_of_digits(r), dimension == 3 ? random_of_digits(r) : 0};
    return cld_transform_make_matrix(&m, t);
}

/// The height of the lowest point above the plane, times the normal's length.
static void find_height(const question *q, mpq_t lowest) {
    mpq_t height, x, y;
    mpq_inits(height, x, y, NULL);
    for (size_t i = 0; i < q->body.point_count; i++) {
        mpq_set_ui(height, 0, 1);
        for (int k = 0; k < q->body.dimension; k++) {
            mpq_set_d(x, q->ground.normal[k]);
            mpq_set_d(y, q->points[i][k]);
            mpq_mul(x, x, y);
            mpq_add(height, height, x);
        }
        if (i == 0 || mpq_cmp(height, lowest) < 0)
            mpq_set(lowest, height);
    }
    mpq_clears(height, x, y, NULL);
}

/// Of three, one that is as near to touching as the offset may be, and one an ulp beside it.
static int choose_question(uint64_t seed, question *q) {
    random_state r = random_make(seed);
    int dimension = random_int(&r, 2, 3), sign;
    q->ground = cld_shape_def_make(CLD_HALFSPACE);
    q->body = cld_shape_def_make(dimension == 2 ? CLD_SEGMENT : CLD_HULL);
    q->ground.dimension = q->body.dimension = dimension;
    for (int k = 0; k < dimension; k++)
        q->ground.normal[k] = random_of_digits(&r);
    q->ground.normal[0] += q->ground.normal[0] == 0;
    q->body.points = q->points[0];
    q->body.point_count = dimension == 2 ? 2 : (size_t)random_int(&r, 1, POINTS);
    for (size_t i = 0; i < q->body.point_count; i++)
        for (int k = 0; k < 3; k++)
            q->points[i][k] = k < dimension ? random_of_digits(&r) : 0;
    if (random_one_in(&r, 2))
        q->ground.transform = q->body.transform = choose_transform(&r, dimension);
    q->pose = (cld_pose){.r = {{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}}, .t = {random_of_digits(&r) * 1e3, 1, 0}};
    mpq_t lowest, offset;
    mpq_inits(lowest, offset, NULL);
    find_height(q, lowest);
    q->ground.offset = mpq_get_d(lowest);
    if (random_one_in(&r, 3))
        q->ground.offset = nextafter(q->ground.offset, random_one_in(&r, 2) ? HUGE_VAL : -HUGE_VAL);
    mpq_set_d(offset, q->ground.offset);
    sign = mpq_cmp(lowest, offset);
    mpq_clears(lowest, offset, NULL);
    return sign;
}

Test(exact_plane, has_the_true_status_as_near_to_it_as_doubles_come) {
    cld_workspace *workspace = cld_workspace_create();
    size_t seen[3] = {0};
    for (uint64_t seed = 0, trials = random_trials(6000); seed < trials; seed++) {
        question q;
        int sign = choose_question(seed, &q);
        cld_shape *ground = shape_make(&q.ground), *body = shape_make(&q.body);
        const cld_pose *pose = seed % 2 ? &q.pose : NULL;
        bool is_first = seed / 2 % 2;
        const cld_shape *a = is_first ? ground : body, *b = is_first ? body : ground;
        cld_result result = expect_exact_status(a, b, pose, sign, seed, workspace);
        seen[result.outcome]++;
        cld_shape_destroy(ground);
        cld_shape_destroy(body);
    }
    for (int i = 0; i < 3; i++)
        cr_expect_gt(seen[i], random_trials(6000) / 50, "outcome %d", i);
    cld_workspace_destroy(workspace);
}

Test(exact_plane, refutes_a_status_that_is_not_the_true_one) {
    const double point[3] = {0.1, 0.2, 0.3};
    cld_shape_def def = cld_shape_def_make(CLD_HALFSPACE), at = cld_shape_def_make(CLD_POINT);
    def.normal[0] = def.normal[1] = def.normal[2] = 1;
    def.offset = 0.6; // than which these three doubles are 2^-55 more
    at.points = point;
    at.point_count = 1;
    cld_shape *ground = shape_make(&def), *body = shape_make(&at);
    const cld_query_options near = {.tolerance = 1e-12};
    cld_workspace *workspace = cld_workspace_create();
    cld_result result;
    cr_assert_eq(cld_find_collision(ground, NULL, body, NULL, &near, workspace, &result, NULL), CLD_OK);
    cr_expect_eq(result.outcome, CLD_TOUCHING);
    cr_expect_eq(cld_verify(ground, NULL, body, NULL, &result, NULL), CLD_OK);
    result.tolerance = 0;
    result.signed_distance = result.lower = 0;
    cr_expect_eq(cld_verify(ground, NULL, body, NULL, &result, NULL), CLD_NOT_CERTIFIED);
    cld_workspace_destroy(workspace);
    cld_shape_destroy(ground);
    cld_shape_destroy(body);
}

/// The frame of the query is that of the tiny distance, in which where the half-space comes from is far away.
Test(exact_plane, is_verified_near_the_origin_where_its_own_frame_is_not) {
    const double origin[3] = {0, 0, 0};
    cld_shape_def def = cld_shape_def_make(CLD_HALFSPACE), at = cld_shape_def_make(CLD_POINT);
    const cld_mat3 m = {{{0, -1.5, 0}, {1.5, 0, 0}, {0, 0, 1}}};
    def.dimension = at.dimension = 2;
    def.normal[0] = -3e-200;
    def.normal[1] = -2.85978406081772;
    def.offset = 4e-197;
    def.transform = cld_transform_make_matrix(&m, (cld_vec3){0, 2000, 0});
    at.points = origin;
    at.point_count = 1;
    cld_shape *ground = shape_make(&def), *body = shape_make(&at);
    const cld_query_options options = {.tolerance = 0};
    cld_result result = shape_ask(ground, NULL, body, NULL, &options);
    cr_expect_eq(cld_verify(ground, NULL, body, NULL, &result, NULL), CLD_OK);
    cld_shape_destroy(ground);
    cld_shape_destroy(body);
}
