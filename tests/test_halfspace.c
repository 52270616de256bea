#include <criterion/criterion.h>
#include <math.h>

#include "math/vec.h"
#include "shape/halfspace.h"
#include "support/kinds.h"
#include "support/shapes.h"

static cld_shape *make(const cld_shape_def *def) {
    cld_shape *shape = kind_def_create(def);
    cr_assert_not_null(shape);
    return shape;
}

static cld_shape *make_ground(double x, double y, double z, double offset) {
    cld_shape_def def = cld_shape_def_make(CLD_HALFSPACE);
    def.normal[0] = x, def.normal[1] = y, def.normal[2] = z;
    def.offset = offset;
    return make(&def);
}

/// Asks about a and b, and frees them; the workspace keeps the contacts.
static cld_result ask(cld_workspace *workspace, cld_shape *a, cld_shape *b) {
    cld_query_options options = cld_query_options_make();
    cld_result r;
    cr_assert_eq(cld_find_collision(a, NULL, b, NULL, &options, workspace, &r, NULL), CLD_OK);
    cld_shape_destroy(a);
    cld_shape_destroy(b);
    return r;
}

static size_t count_contacts(const cld_shape_def *def, double sunk) {
    cld_workspace *workspace = cld_workspace_create();
    cld_result r = ask(workspace, make_ground(0, 0, 1, sunk), make(def));
    cr_expect_float_eq(r.signed_distance, -sunk, 1e-15);
    cr_expect_eq(r.algorithm, CLD_ANALYTIC);
    for (size_t i = 0; i < r.contact_count; i++) {
        cr_expect_float_eq(r.contacts[i].world_a.z, sunk, 1e-15, "a lies on the plane");
        cr_expect_float_eq(r.contacts[i].depth, sunk, 1e-15);
    }
    cld_workspace_destroy(workspace);
    return r.contact_count;
}

Test(halfspace, has_as_many_contacts_as_the_part_that_lies_on_it_has_corners) {
    static const double lying[6] = {0, 0, 1, 3, 0, 1}, standing[6] = {0, 0, 0, 0, 0, 2};
    cld_shape_def box = cld_shape_def_make(CLD_BOX), ball = cld_shape_def_make(CLD_SPHERE);
    cld_shape_def capsule = cld_shape_def_make(CLD_CAPSULE), log = cld_shape_def_make(CLD_CYLINDER),
                  post = log;
    for (int k = 0; k < 3; k++)
        box.size[k] = 2;
    box.transform = ball.transform = cld_transform_make_translation((cld_vec3){0, 0, 1});
    capsule.points = log.points = lying;
    post.points = standing;
    capsule.point_count = log.point_count = post.point_count = 2;
    ball.radius = capsule.radius = log.radius = post.radius = 1;
    for (int i = 0; i < 2; i++) {
        double sunk = i * 0.25;
        cr_expect_eq(count_contacts(&box, sunk), 4);
        cr_expect_eq(count_contacts(&ball, sunk), 1);
        cr_expect_eq(count_contacts(&capsule, sunk), 2);
        cr_expect_eq(count_contacts(&log, sunk), 2);
        cr_expect_eq(count_contacts(&post, sunk), 4);
    }
}

Test(halfspace, touches_corners_alone_in_whatever_order_a_hull_lists_its_points) {
    static const double in_edge[] = {0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 2};
    static const double in_face[] = {0.25, 0, 0, -1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0, 0, 0, 2};
    // an edge lies on the plane, above it a face that is turned more towards it
    static const double tilted[] = {0, 0, 0, 0, -1, 0, 0, 1, 0, 1, 0, 0.125, 0, 0, 2};
    cld_shape_def def = cld_shape_def_make(CLD_HULL);
    def.points = in_edge, def.point_count = 4;
    cr_expect_eq(count_contacts(&def, 0), 2);
    def.point_count = 3;
    cr_expect_eq(count_contacts(&def, 0), 2, "straight");
    def.points = in_face, def.point_count = 6;
    cr_expect_eq(count_contacts(&def, 0), 4);
    def.points = tilted, def.point_count = 5;
    cr_expect_eq(count_contacts(&def, 0), 2);
}

Test(halfspace, touches_corners_alone_in_the_plane) {
    static const double points[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, -1, 1, 0, -1, 0, 0};
    cld_shape_def polygon = cld_shape_def_make(CLD_POLYGON), ground = cld_shape_def_make(CLD_HALFSPACE);
    polygon.points = points, polygon.point_count = 5;
    ground.dimension = polygon.dimension = 2;
    ground.normal[1] = 1;
    cld_workspace *workspace = cld_workspace_create();
    cld_result r = ask(workspace, make(&ground), make(&polygon));
    cr_assert_eq(r.contact_count, 2);
    cr_expect_eq(fabs(r.contacts[0].world_b.x), 1);
    cr_expect_eq(fabs(r.contacts[1].world_b.x), 1);
    cld_workspace_destroy(workspace);
}

Test(halfspace, is_moved_by_any_affine_map_with_its_normal_by_the_inverse_transpose) {
    // z <= 0 sheared to z <= x / 2, then doubled along x: z <= x / 4. Its distance from (0, 0, 1) is 1 /
    // sqrt(1 + 1 / 16).
    cld_mat3 shear = {{{1, 0, 0}, {0, 1, 0}, {0.5, 0, 1}}};
    cld_shape_def def = cld_shape_def_make(CLD_HALFSPACE);
    def.normal[2] = 1e-200;
    def.transform = cld_transform_make_matrix(&shear, (cld_vec3){0, 0, 0});
    cld_transform stretch = cld_transform_make_scale((cld_vec3){2, 1, 1});
    def.transform = cld_transform_compose(&stretch, &def.transform);
    static const double at[3] = {0, 0, 1};
    cld_shape_def point = cld_shape_def_make(CLD_POINT);
    point.points = at;
    point.point_count = 1;
    cld_workspace *workspace = cld_workspace_create();
    cld_result r = ask(workspace, make(&def), make(&point));
    cr_expect_float_eq(r.signed_distance, 4 / sqrt(17), 1e-16);
    cr_expect_float_eq(r.normal.x, -1 / sqrt(17), 1e-16);
    cr_expect_float_eq(r.normal.z, 4 / sqrt(17), 1e-16);
    cld_workspace_destroy(workspace);
}

Test(halfspace, keeps_the_digits_of_what_lies_far_from_the_origin) {
    // The plane is z <= 2^40, the box between 2^40 and 2^40 + 1.
    cld_shape_def box = cld_shape_def_make(CLD_BOX);
    for (int k = 0; k < 3; k++)
        box.size[k] = 1;
    box.transform = cld_transform_make_translation((cld_vec3){0x1p40, 0x1p41, 0x1p40 + 0.5});
    cld_workspace *workspace = cld_workspace_create();
    cld_result r = ask(workspace, make_ground(0, 0, 1, 0x1p40), make(&box));
    cr_expect_eq(r.outcome, CLD_TOUCHING);
    cr_expect_eq(r.signed_distance, 0);
    cr_expect_eq(r.contact_count, 4);
    cld_workspace_destroy(workspace);
}

/// 3 x + 4 y of these doubles is 8.9e-16 and -4.4e-16, which is the same in double arithmetic.
Test(halfspace, holds_what_none_of_its_corners_sticks_out_of) {
    static const double ends[2][6] = {{-1.6, 1.2, 0, 3.2, -2.4, 0}, {3.2, -2.4, 0, -1.6, 1.2, 0}};
    cld_workspace *workspace = cld_workspace_create();
    cld_query_options options = cld_query_options_make();
    options.tolerance = 0;
    for (int i = 0; i < 2; i++) {
        cld_shape_def def = cld_shape_def_make(CLD_SEGMENT);
        def.points = ends[i], def.point_count = 2;
        cld_shape *ground = make_ground(3, 4, 0, 0), *segment = make(&def);
        cld_result r;
        cr_assert_eq(cld_find_collision(ground, NULL, segment, NULL, &options, workspace, &r, NULL), CLD_OK);
        cr_expect_eq(r.containment, CLD_CONTAINS_NONE, "%d", i);
        cld_shape_destroy(ground);
        cld_shape_destroy(segment);
    }
    cld_workspace_destroy(workspace);
}

/// Whether the half-space {(a, b) . x <= a p + b q}, stretched by `stretch` along y, touches the point that p
/// and q become, all moved by `move`, which are whole numbers.
static void check_touching(double a, double b, double p, double q, double stretch, double move) {
    cld_shape_def plane = cld_shape_def_make(CLD_HALFSPACE), point = cld_shape_def_make(CLD_POINT);
    plane.normal[0] = a, plane.normal[1] = b;
    plane.offset = a * p + b * q;
    plane.transform = cld_transform_make_scale((cld_vec3){1, stretch, 1});
    plane.transform.t = cld_vec3_make(move, -3 * move, 0);
    const double at[3] = {p + move, q * stretch - 3 * move, 0};
    point.points = at, point.point_count = 1;
    cld_shape *ground = make(&plane), *body = make(&point);
    cld_workspace *workspace = cld_workspace_create();
    cld_query_options options = cld_query_options_make();
    options.tolerance = 0;
    cld_result r;
    cr_assert_eq(cld_find_collision(ground, NULL, body, NULL, &options, workspace, &r, NULL), CLD_OK);
    cr_expect(r.lower <= 0 && r.upper >= 0 && r.upper - r.lower <= 0x1p-80 * (1 + move),
              "(%g, %g) at (%g, %g), by %g: %g to %g", a, b, p, q, move, r.lower, r.upper);
    cr_expect_eq(r.outcome, CLD_TOUCHING, "(%g, %g) at (%g, %g), by %g", a, b, p, q, move);
    cld_workspace_destroy(workspace);
    cld_shape_destroy(ground);
    cld_shape_destroy(body);
}

Test(halfspace, has_bounds_that_hold_what_its_plane_is_rounded_by) {
    for (int a = 1; a <= 5; a++)
        for (int b = -3; b <= 4; b++)
            for (int digits = 0; digits <= 13; digits++) {
                double move = floor(pow(10, digits) / 9);
                check_touching(a, b, 3, 4, 1, move);
                check_touching(a, b, -2, 1, 4, move);
            }
    check_touching(1, 1, 3, 4, 0x1p-60, 0); // its normal is nearly along y, and still has all digits
}

Test(halfspace, is_as_far_away_as_any_stretch_says) {
    static const double scale[][3] = {{1e3, 1e-90, 1e-90}, {1, 1e-81, 1e-82}, {1e-90, 1e90, 1}};
    cld_workspace *workspace = cld_workspace_create();
    for (int i = 0; i < 3; i++) {
        const double *s = scale[i], at[3] = {0, 0, 0};
        cld_shape_def plane = cld_shape_def_make(CLD_HALFSPACE), point = cld_shape_def_make(CLD_POINT);
        plane.normal[0] = 1, plane.offset = -0.125;
        plane.transform = cld_transform_make_scale((cld_vec3){s[0], s[1], s[2]});
        point.points = at, point.point_count = 1;
        cld_result r = ask(workspace, make(&plane), make(&point));
        cr_expect_float_eq(r.signed_distance, 0.125 * s[0], 1e-15 * s[0], "%d", i);
        cr_expect(r.lower < 0.125 * s[0] && r.upper > 0.125 * s[0], "%d: from %g to %g", i, r.lower, r.upper);
    }
    cld_workspace_destroy(workspace);
}

Test(halfspace, moves_with_its_pose) {
    cld_pose pose =
        cld_pose_make((cld_quat){0, 0.70710678118654757, 0, 0.70710678118654757}, (cld_vec3){3, 0, 0});
    cld_shape *ground = make_ground(0, 0, 1, 1);
    cld_shape_def def = cld_shape_def_make(CLD_SPHERE);
    def.radius = 1;
    cld_shape *ball = make(&def);
    cld_workspace *workspace = cld_workspace_create();
    cld_query_options options = cld_query_options_make();
    cld_result r;
    // The pose turns z to x: x <= 4 holds the ball whole, 5 deep.
    cr_assert_eq(cld_find_collision(ground, &pose, ball, NULL, &options, workspace, &r, NULL), CLD_OK);
    cr_expect_float_eq(r.signed_distance, -5, 1e-15);
    cr_expect_float_eq(r.normal.x, 1, 1e-15);
    cr_expect_eq(r.containment, CLD_B_IN_A);
    cr_expect_float_eq(r.contacts[0].local_a.z, 1, 1e-15);
    cld_workspace_destroy(workspace);
    cld_shape_destroy(ground);
    cld_shape_destroy(ball);
}

Test(halfspace, has_no_distance_from_another) {
    cld_shape *a = make_ground(0, 0, 1, 0), *b = make_ground(0, 0, -1, -1);
    cld_workspace *workspace = cld_workspace_create();
    cld_query_options options = cld_query_options_make();
    cld_result r;
    cld_error err;
    cr_expect_eq(cld_find_collision(a, NULL, b, NULL, &options, workspace, &r, &err), CLD_UNSUPPORTED);
    cr_expect_str_eq(err.message, "two half-spaces are unsupported: one shape at least must be bounded");
    cld_workspace_destroy(workspace);
    cld_shape_destroy(a);
    cld_shape_destroy(b);
}

/// A boat that rests on its keel, from x = 0 to 1 between steep faces; its stern rises less.
Test(halfspace, touches_the_ends_of_an_edge_beside_the_face_that_is_turned_towards_it) {
    static const double boat[] = {0, 0, 0, 1, 0, 0, 3, -1, 0.5, 3, 1, 0.5};
    cld_shape_def def = cld_shape_def_make(CLD_HULL);
    def.points = boat, def.point_count = 4;
    cr_expect_eq(count_contacts(&def, 0), 2);
}

/// As of a plate, which has its face most opposed to the plane at any tilt.
Test(halfspace, has_four_contacts_with_a_disc_however_it_is_tilted) {
    cld_workspace *workspace = cld_workspace_create();
    for (int degrees = 1; degrees < 90; degrees++) {
        cld_shape_def disc = cld_shape_def_make(CLD_ELLIPSOID);
        disc.radii[0] = 2, disc.radii[1] = 1;
        disc.transform = cld_transform_make_axis_angle((cld_vec3){1, 0.3, 0}, degrees);
        cld_result r = ask(workspace, make_ground(0, 0, 1, 3), make(&disc));
        cr_expect_eq(r.contact_count, 4, "%d degrees: %zu", degrees, r.contact_count);
    }
    cld_workspace_destroy(workspace);
}

/// A disc that is tilted by less than what lies flat, with its lowest point half-way between quarters.
Test(halfspace, has_its_deepest_contact_in_the_deepest_point_of_a_disc) {
    const double tilt = 1e-11, ends[6] = {0, 0, 1, 0, 0, 2};
    cld_shape_def disc = cld_shape_def_make(CLD_CYLINDER), plane = cld_shape_def_make(CLD_HALFSPACE);
    disc.points = ends, disc.point_count = 2;
    disc.radius = 2;
    plane.normal[0] = plane.normal[1] = tilt, plane.normal[2] = 1;
    plane.offset = 1.5;
    cld_workspace *workspace = cld_workspace_create();
    cld_result r = ask(workspace, make(&plane), make(&disc));
    cr_assert_eq(r.contact_count, 5);
    // The disc is lowest at (-1, -1) sqrt(2): sqrt(8) times the tilt below its middle.
    cr_expect_float_eq(r.contacts[0].depth, 0.5 + sqrt(8) * tilt, 1e-15);
    cr_expect_float_eq(r.contacts[0].world_b.x, -sqrt(2), 0.01);
    cr_expect_float_eq(r.contacts[0].world_b.y, -sqrt(2), 0.01);
    cld_workspace_destroy(workspace);
}

/// Whether bounds hold the 0 that the distance is of a point on the plane.
static void expect_on_plane(const cld_shape_def *plane, const cld_pose *pose, const double at[3],
                            const char *what, uint64_t trial) {
    cld_shape_def point = cld_shape_def_make(CLD_POINT);
    point.points = at, point.point_count = 1;
    cld_shape *ground = shape_make(plane), *body = shape_make(&point);
    cld_query_options options = cld_query_options_make();
    options.tolerance = 0;
    cld_result r = shape_ask(ground, pose, body, NULL, &options);
    cr_expect(r.lower <= 0 && r.upper >= 0, "%s %d: from %g to %g", what, (int)trial, r.lower, r.upper);
    cr_expect_eq(r.outcome, CLD_TOUCHING, "%s %d", what, (int)trial);
    cld_shape_destroy(ground);
    cld_shape_destroy(body);
}

/// A map takes {row . x <= offset}, with its own first row, to {x <= offset}, however much cancels in its
/// inverse, whose rows are the larger the nearer to each other its own are.
Test(halfspace, has_bounds_that_hold_what_cancels_in_a_map_of_rows_that_are_nearly_alike) {
    random_state r = random_make(1);
    for (uint64_t trial = 0; trial < random_trials(500); trial++) {
        double m[3][3], alike = random_power_of_ten(&r, -12, 0);
        for (int i = 0; i < 9; i++)
            m[i / 3][i % 3] = i < 3 ? random_real(&r, -1, 1) : m[0][i % 3] + alike * random_real(&r, -1, 1);
        cld_mat3 map = {
            {{m[0][0], m[0][1], m[0][2]}, {m[1][0], m[1][1], m[1][2]}, {m[2][0], m[2][1], m[2][2]}}};
        cld_shape_def plane = cld_shape_def_make(CLD_HALFSPACE);
        for (int k = 0; k < 3; k++)
            plane.normal[k] = m[0][k];
        plane.offset = random_real(&r, -1, 1);
        plane.transform = cld_transform_make_matrix(&map, (cld_vec3){0, 0, 0});
        const double at[3] = {plane.offset, random_real(&r, -1e6, 1e6), random_real(&r, -1e6, 1e6)};
        expect_on_plane(&plane, NULL, at, "trial", trial);
    }
}

/// A pose that moves the plane along itself, in whole numbers.
Test(halfspace, has_bounds_that_hold_what_a_far_pose_along_it_loses) {
    for (int a = 1; a <= 5; a++)
        for (int b = -3; b <= 4; b++)
            for (int digits = 0; digits <= 15; digits++) {
                double far = floor(pow(10, digits) / 9);
                cld_shape_def plane = cld_shape_def_make(CLD_HALFSPACE);
                plane.normal[0] = a, plane.normal[1] = b;
                plane.offset = 3 * a + 4 * b;
                cld_pose pose = cld_pose_make_identity();
                pose.t = cld_vec3_make(b * far, -a * far, 0);
                expect_on_plane(&plane, &pose, (const double[3]){3, 4, 0}, "digits", (uint64_t)digits);
            }
}

/// What holds the box holds what is in it, and of a box by itself the bound is the distance but for rounding.
Test(halfspace, is_no_nearer_to_what_is_in_a_box_than_the_box_tells) {
    random_state r = random_make(3);
    for (uint64_t trial = 0; trial < random_trials(2000); trial++) {
        cld_shape_def plane = cld_shape_def_make(CLD_HALFSPACE), box = cld_shape_def_make(CLD_BOX);
        double scale = random_power_of_ten(&r, -6, 6), far = trial % 2 ? scale : 1e6 * scale, at[3];
        bool is_planar = trial % 5 == 0;
        if (is_planar) {
            plane.dimension = box.dimension = 2;
            box.kind = CLD_RECTANGLE;
        }
        for (int k = 0; k < 3 - is_planar; k++) {
            plane.normal[k] = trial % 3 ? random_real(&r, -1, 1) : k == (int)(trial % 2);
            box.size[k] = random_real(&r, 0, scale);
            at[k] = random_real(&r, -far, far);
        }
        plane.offset = random_real(&r, -far, far);
        box.transform = cld_transform_make_translation(cld_vec3_make(at[0], at[1], is_planar ? 0 : at[2]));
        cld_shape *ground = make(&plane), *body = make(&box);
        cld_vec3 low, high;
        cld_shape_find_box(body, &low, &high);
        const double any = 1e300, lower[3] = {low.x, low.y, is_planar ? -any : low.z},
                     upper[3] = {high.x, high.y, is_planar ? any : high.z};
        double gap = cld_halfspace_find_gap(ground, lower, upper);
        cld_result q = shape_ask(ground, NULL, body, NULL, &(cld_query_options){.tolerance = 0});
        cr_expect_leq(gap, q.upper + 1e-15 * (far + scale), "trial %d", (int)trial);
        cr_expect_geq(gap, q.signed_distance - 1e-14 * (far + scale), "trial %d: %g, not %g", (int)trial, gap,
                      q.signed_distance);
        cld_shape_destroy(ground);
        cld_shape_destroy(body);
    }
}

/// A matrix of doubles is no rotation to the last bit: what it makes of a plane holds what it makes of the
/// points on it, whatever it makes of the normal.
Test(halfspace, holds_in_a_pose_what_the_pose_makes_of_points_on_its_plane) {
    random_state r = random_make(5);
    cld_query_options options = cld_query_options_make();
    cld_workspace *workspace = cld_workspace_create();
    cld_shape *ground = make_ground(1, 0, 0, 0);
    const double large = ldexp(1, 20);
    for (int trial = 0; trial < 200; trial++) {
        cld_vec3 q = shape_choose_direction(&r);
        cld_pose pose = cld_pose_make((cld_quat){q.x, q.y, q.z, random_real(&r, -1, 1)}, (cld_vec3){0, 0, 0});
        const double point[3] = {large * pose.r.row[0].y, large * pose.r.row[1].y, large * pose.r.row[2].y};
        cld_shape_def def = cld_shape_def_make(CLD_POINT);
        def.points = point;
        def.point_count = 1;
        cld_shape *on_it = make(&def);
        cld_result result;
        cr_assert_eq(cld_find_collision(ground, &pose, on_it, NULL, &options, workspace, &result, NULL),
                     CLD_OK);
        cr_expect(result.lower <= 0 && result.upper >= 0 && result.upper - result.lower < 1e-24 * large,
                  "trial %d: %g to %g", trial, result.lower, result.upper);
        cld_shape_destroy(on_it);
    }
    cld_shape_destroy(ground);
    cld_workspace_destroy(workspace);
}
