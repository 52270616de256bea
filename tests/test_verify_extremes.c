/// The verification accepts true answers about shapes that are tiny, or far from each other or from the
/// origin.
#include <criterion/criterion.h>
#include <math.h>

#include "math/vec.h"
#include "support/body_pair.h"
#include "support/random.h"
#include "support/shapes.h"

/// A point that a transform and a pose bring near the origin, so that the pair is small and its moves are
/// not.
Test(verify_extremes, accepts_what_large_moves_have_rounded) {
    static const double p[] = {-0.8857152880568594, -0.12991689850106691, -0.38051492971392109};
    cld_shape_def def = cld_shape_def_make(CLD_POINT), ground = cld_shape_def_make(CLD_HALFSPACE);
    def.points = p, def.point_count = 1;
    def.transform = cld_transform_make_quaternion(
        (cld_quat){0.132356170499353, 0.67069245666351507, 0.4058851660841381, 0.60655643155295669});
    def.transform.t = (cld_vec3){-0.070377098894853662, 0.33208630947958961, 0.93075692557299372};
    ground.normal[2] = 1;
    cld_pose pose = cld_pose_make(
        (cld_quat){-0.29482793252980571, -0.78801240487915469, -0.43586377003218441, 0.31958678622574882},
        (cld_vec3){0.50711119617666633, -0.95627399438818639, 0.81005490562415439});
    cld_shape *point, *floor;
    cr_assert_eq(cld_shape_create(&def, NULL, NULL, &point, NULL), CLD_OK);
    cr_assert_eq(cld_shape_create(&ground, NULL, NULL, &floor, NULL), CLD_OK);
    cld_workspace *workspace = cld_workspace_create();
    cld_query_options options = cld_query_options_make();
    random_state r = random_make(1);
    for (int i = 0; i < 5000; i++) {
        cld_result result;
        cld_error err;
        cr_assert_eq(cld_find_collision(point, &pose, floor, NULL, &options, workspace, &result, NULL),
                     CLD_OK);
        cr_expect_eq(cld_verify(point, &pose, floor, NULL, &result, &err), CLD_OK, "%d: %s", i, err.message);
        cld_quat q = {random_real(&r, -1, 1), random_real(&r, -1, 1), random_real(&r, -1, 1),
                      random_real(&r, 0.1, 1)};
        double length = sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
        q = (cld_quat){q.x / length, q.y / length, q.z / length, q.w / length};
        pose = cld_pose_make(q, (cld_vec3){0, 0, 0});
        cld_vec3 image =
            cld_mat3_apply(&pose.r, cld_transform_apply(&def.transform, (cld_vec3){p[0], p[1], p[2]}));
        double near = random_real(&r, -1e-3, 0);
        pose.t = (cld_vec3){near - image.x, near - image.y, near - image.z};
    }
    cld_workspace_destroy(workspace);
    cld_shape_destroy(floor);
    cld_shape_destroy(point);
}

/// Along a gap of 1e10 sizes the last bits of the normal are worth more than the shapes.
Test(verify_extremes, accepts_tiny_shapes_that_are_far_apart) {
    random_state r = random_make(2);
    body_pair q = {0};
    for (int i = 0; i < 2000; i++) {
        body_def point = {.def = cld_shape_def_make(CLD_POINT)},
                 grain = body_def_sized(CLD_ELLIPSOID, 1e-10, 1e-10, 3e-10);
        point.def.point_count = 1;
        for (int k = 0; k < 3; k++)
            point.points[k] = random_real(&r, -1, 1);
        grain.def.transform.t =
            (cld_vec3){random_real(&r, -1, 1), random_real(&r, -1, 1), random_real(&r, -1, 1)};
        cld_error err;
        body_pair_ask(&q, point, grain);
        cr_expect_eq(cld_verify(q.a, NULL, q.b, NULL, &q.r, &err), CLD_OK, "%d: %s", i, err.message);
    }
    body_pair_free(&q);
}

static void expect_verified_below(cld_workspace *workspace, cld_vec3 normal, const cld_shape_def *def) {
    cld_shape_def ground = cld_shape_def_make(CLD_HALFSPACE);
    ground.normal[0] = normal.x, ground.normal[1] = normal.y, ground.normal[2] = normal.z;
    cld_shape *floor, *sunk;
    cr_assert_eq(cld_shape_create(&ground, NULL, NULL, &floor, NULL), CLD_OK);
    cr_assert_eq(cld_shape_create(def, NULL, NULL, &sunk, NULL), CLD_OK);
    cld_query_options options = cld_query_options_make();
    cld_result result;
    cld_error err;
    cr_assert_eq(cld_find_collision(sunk, NULL, floor, NULL, &options, workspace, &result, NULL), CLD_OK);
    cr_expect_eq(cld_verify(sunk, NULL, floor, NULL, &result, &err), CLD_OK, "%s", err.message);
    cld_shape_destroy(floor);
    cld_shape_destroy(sunk);
}

/// A contact on the plane is a vertex moved by 2e8 sizes of the box; or two corners are so nearly as deep
/// that both are given the depth of the answer.
Test(verify_extremes, accepts_boxes_far_below_the_ground) {
    body_def box = body_def_sized(CLD_BOX, 1, 1, 1), level = body_def_sized(CLD_BOX, 2, 2, 2);
    box.def.transform = cld_transform_make_axis_angle((cld_vec3){1, 2, 1}, 12);
    random_state r = random_make(3);
    cld_workspace *workspace = cld_workspace_create();
    for (int i = 0; i < 1000; i++) {
        double far = i == 0 ? 1 : random_real(&r, 1e-4, 1);
        box.def.transform.t = (cld_vec3){-2e8 * far, -2e8 * far, 1e8 * far};
        expect_verified_below(workspace, (cld_vec3){2, 1, -1}, &box.def);
    }
    level.def.transform.t = (cld_vec3){-3e11, 0, -2.25e11};
    expect_verified_below(workspace, (cld_vec3){1, 0.001, 0.75}, &level.def);
    cld_workspace_destroy(workspace);
}

/// Kinds whose sizes, radii and ends are as large as told.
static cld_shape *make_tiny(cld_kind kind, double size) {
    const double ends[] = {0, 0, 0, size, -size, size};
    cld_shape_def def = cld_shape_def_make(kind);
    def.radius = size;
    def.size[0] = def.size[1] = def.size[2] = size;
    def.points = ends;
    def.point_count = kind == CLD_BOX || kind == CLD_SPHERE ? 0 : 2;
    return shape_make(&def);
}

Test(verify_extremes, answers_are_accepted_where_shapes_are_of_few_of_the_least_doubles) {
    static const cld_kind kinds[] = {CLD_BOX, CLD_SPHERE, CLD_CYLINDER, CLD_HULL};
    static const double sizes[] = {1e-310, 1e-314, 1e-318, 1e-322};
    random_state r = random_make(3);
    cld_workspace *workspace = cld_workspace_create();
    for (size_t i = 0; i < 640; i++) {
        double size = sizes[i / 16 % 4];
        cld_shape *a = make_tiny(kinds[i / 4 % 4], size), *b = make_tiny(kinds[i % 4], size);
        cld_quat q = {random_real(&r, -1, 1), random_real(&r, -1, 1), random_real(&r, -1, 1), 1};
        cld_pose pose =
            cld_pose_make(q, cld_scale(cld_unit(shape_choose_direction(&r)), random_real(&r, 0, 3) * size));
        cld_query_options options = cld_query_options_make();
        cld_result result;
        cr_assert_eq(cld_find_collision(a, NULL, b, &pose, &options, workspace, &result, NULL), CLD_OK);
        cr_expect_eq(cld_verify(a, NULL, b, &pose, &result, NULL), CLD_OK, "%zu", i);
        cld_shape_destroy(a);
        cld_shape_destroy(b);
    }
    cld_workspace_destroy(workspace);
}

/// What has three rows that are nearly in a plane: the way back takes local points 1e10 times as far.
Test(verify_extremes, local_points_of_what_is_nearly_flattened_are_the_worlds) {
    const cld_mat3 m = {{{1, 0.3, 1.3}, {0.2, 1, 1.2 + 1e-10}, {0.5, 0.7, 1.2}}};
    body_def box = body_def_sized(CLD_BOX, 1, 0, 1), ball = body_def_sized(CLD_ELLIPSOID, 0.5, 0.5, 0.5);
    box.def.transform = cld_transform_make_matrix(&m, (cld_vec3){0, 0, 0});
    ball.def.transform = cld_transform_make_translation((cld_vec3){0.17, 0.1, -0.05});
    body_pair q = {0};
    body_pair_ask(&q, box, ball);
    cr_expect_eq(q.r.outcome, CLD_PENETRATING);
    cr_expect_eq(cld_verify(q.a, NULL, q.b, NULL, &q.r, NULL), CLD_OK);
    body_pair_free(&q);
}
