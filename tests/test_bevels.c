/// Contacts of what is bevelled, or bent, by less than noise, but by more than the tolerance: its outline is
/// no contact then, and the corners of the face are.

#include <criterion/criterion.h>
#include <math.h>

#include "collide/verify.h"
#include "math/vec.h"
#include "support/shapes.h"

enum { MOST_EXPECTED = 5 };

static cld_shape_def define(cld_kind kind, int dimension, const double (*points)[3], size_t count) {
    cld_shape_def def = cld_shape_def_make(kind);
    def.dimension = dimension;
    def.points = points ? points[0] : NULL, def.point_count = count;
    return def;
}

/// A rectangle, 1 wide, that stands on y = 0; its lower corners are cut off by `bevel`, which makes the rest
/// that much wider. In three dimensions it is a box, bevelled along z, too, one of whose lower corners is
/// higher by `noise`. Where `up` is -1, not 1, it hangs from y = 0.
static cld_shape *make_bevelled(int dimension, double bevel, double noise, double up) {
    double wide = 0.5 + bevel,
           points[12][3] = {{-0.5, 0}, {0.5, 0}, {wide, bevel}, {wide, 0.5}, {-wide, 0.5}, {-wide, bevel}};
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 2; k++) {
            points[i + 6][k] = points[i][k];
            points[i][2] = dimension == 3 ? -(i < 2 ? 0.5 : wide) : 0;
            points[i + 6][2] = -points[i][2];
        }
    points[7][1] = noise;
    for (int i = 0; i < 12; i++)
        points[i][1] *= up;
    cld_shape_def def = define(dimension == 3 ? CLD_HULL : CLD_POLYGON, dimension, (const double(*)[3])points,
                               dimension == 3 ? 12 : 6);
    return shape_make(&def);
}

/// What has its top at y = 0, or for the capsule its highest line.
static cld_shape *make_ground(cld_kind kind, int dimension) {
    static const double axis[][3] = {{0, -2, 0}, {0, 0, 0}}, lying[][3] = {{-2, -1, 0.1}, {2, -1, 0.1}};
    cld_shape_def def = define(kind, dimension, kind == CLD_CAPSULE ? lying : axis, 2);
    def.radius = kind == CLD_CAPSULE ? 1 : 3;
    def.normal[1] = 1;
    if (kind == CLD_BOX || kind == CLD_RECTANGLE) {
        def = define(kind, dimension, NULL, 0);
        def.size[0] = def.size[2] = 4, def.size[1] = 2;
        def.transform = cld_transform_make_translation(cld_vec3_make(0, -1, 0));
    }
    return shape_make(&def);
}

/// Asks about both orders, and expects contacts at these places of b and nowhere else.
static void expect_contacts(const cld_shape *a, const cld_shape *b, const double (*place)[3], size_t count,
                            const char *what) {
    cld_query_options options = cld_query_options_make();
    for (int turned = 0; turned < 2; turned++) {
        const cld_shape *first = turned ? b : a, *second = turned ? a : b;
        cld_error err;
        cld_result r = shape_ask(first, NULL, second, NULL, &options);
        cr_expect_eq(cld_verify(first, NULL, second, NULL, &r, &err), CLD_OK, "%s: %s", what, err.message);
        cr_expect_eq(r.contact_count, count, "%s, %d: %zu contacts, not %zu", what, turned, r.contact_count,
                     count);
        for (size_t i = 0; i < count; i++) {
            bool found = false;
            for (size_t k = 0; k < r.contact_count; k++) {
                cld_vec3 p = turned ? r.contacts[k].world_a : r.contacts[k].world_b;
                found |= fabs(p.x - place[i][0]) + fabs(p.y - place[i][1]) + fabs(p.z - place[i][2]) < 1e-12;
            }
            cr_expect(found, "%s, %d: none at %g %g %g", what, turned, place[i][0], place[i][1], place[i][2]);
        }
    }
}

Test(bevels, that_are_less_than_noise_leave_the_corners_of_the_face_their_contacts) {
    static const struct {
        cld_kind kind;
        int dimension;
        size_t count;
        double place[MOST_EXPECTED][3];
    } cases[] = {
        {CLD_RECTANGLE, 2, 2, {{-0.5, 0, 0}, {0.5, 0, 0}}},
        {CLD_HALFSPACE, 2, 2, {{-0.5, 0, 0}, {0.5, 0, 0}}},
        {CLD_BOX, 3, 4, {{-0.5, 0, -0.5}, {-0.5, 0, 0.5}, {0.5, 0, -0.5}, {0.5, 0, 0.5}}},
        {CLD_HALFSPACE, 3, 4, {{-0.5, 0, -0.5}, {-0.5, 0, 0.5}, {0.5, 0, -0.5}, {0.5, 0, 0.5}}},
        {CLD_CYLINDER, 3, 4, {{-0.5, 0, -0.5}, {-0.5, 0, 0.5}, {0.5, 0, -0.5}, {0.5, 0, 0.5}}},
        {CLD_CAPSULE, 3, 2, {{-0.5, 0, 0.1}, {0.5, 0, 0.1}}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int k = 0; k < 5; k++) {
            const double bevel = 1e-8 * pow(3, k);
            cld_shape *ground = make_ground(cases[i].kind, cases[i].dimension),
                      *bevelled = make_bevelled(cases[i].dimension, bevel, 0, 1);
            expect_contacts(ground, bevelled, cases[i].place, cases[i].count, cld_kind_name(cases[i].kind));
            cld_shape_destroy(ground);
            cld_shape_destroy(bevelled);
        }
}

/// The top of a plate, of which one corner is lower by `bend`: two triangles that meet above x = z.
static cld_shape *make_bent(double bend) {
    const double points[][3] = {{-50, 0, -50},   {50, 0, -50},   {50, 0, 50},   {-50, -bend, 50},
                                {-50, -10, -50}, {50, -10, -50}, {50, -10, 50}, {-50, -10, 50}};
    cld_shape_def def = define(CLD_HULL, 3, points, 8);
    return shape_make(&def);
}

static cld_shape *make_box_above(double size) {
    cld_shape_def def = define(CLD_BOX, 3, NULL, 0);
    for (int k = 0; k < 3; k++)
        def.size[k] = size;
    def.transform = cld_transform_make_translation(cld_vec3_make(0.2 * size, size / 2, 0));
    return shape_make(&def);
}

Test(bevels, leave_a_bent_ground_what_is_above_all_of_it_as_far_as_it_is_near_enough) {
    static const double all[][3] = {{-0.3, 0, -0.5}, {0.7, 0, -0.5}, {0.7, 0, 0.5}, {-0.3, 0, 0.5}},
                        above_one[][3] = {
                            {-0.3, 0, -0.5}, {0.7, 0, -0.5}, {0.7, 0, 0.5}, {0.5, 0, 0.5}, {-0.3, 0, -0.3}};
    cld_shape *box = make_box_above(1), *near = make_bent(1e-6), *far = make_bent(1e-4);
    expect_contacts(near, box, all, 4, "near"); // 8e-9 above, with a tolerance of 1.4e-7
    expect_contacts(far, box, above_one, 5, "far");
    cld_shape_destroy(box);
    cld_shape_destroy(near);
    cld_shape_destroy(far);
}

static const double corners[][3] = {{-0.5, 0, -0.5}, {-0.5, 0, 0.5}, {0.5, 0, -0.5}, {0.5, 0, 0.5}};

Test(bevels, beside_a_face_that_is_bent_by_rounding_leave_all_of_its_corners_their_contacts) {
    static const cld_kind grounds[] = {CLD_BOX, CLD_HALFSPACE, CLD_CYLINDER};
    for (size_t i = 0; i < sizeof grounds / sizeof *grounds; i++) {
        cld_shape *ground = make_ground(grounds[i], 3), *bevelled = make_bevelled(3, 1e-7, 5e-13, 1);
        expect_contacts(ground, bevelled, corners, 4, cld_kind_name(grounds[i]));
        cld_shape_destroy(ground);
        cld_shape_destroy(bevelled);
    }
}

Test(bevels, that_add_up_to_more_than_the_tolerance_leave_the_corners_of_the_faces_their_contacts) {
    cld_shape *bevelled = make_bevelled(3, 1e-9, 0, 1), *below = make_bevelled(3, 1e-9, 0, -1);
    expect_contacts(below, bevelled, corners, 4, "mirrored"); // the tolerance is 1.6e-9
    cld_shape_destroy(bevelled);
    cld_shape_destroy(below);
}

enum { SIDES = 100 };

/// A disc of many corners around y, bevelled all around, one of whose lower corners is higher by `noise`,
/// once `pose` has turned it.
static cld_shape *make_disc(double bevel, double noise, const cld_pose *pose) {
    double points[3 * SIDES][3];
    for (int i = 0; i < 3 * SIDES; i++) {
        const double angle = 2 * 3.14159265358979 * i / SIDES, wide = i < SIDES ? 1 : 1 + bevel;
        const double y = i == 0 ? noise : i < SIDES ? 0 : i < 2 * SIDES ? bevel : 0.4;
        cld_vec3 at =
            cld_mat3_apply_transposed(&pose->r, cld_vec3_make(wide * cos(angle), y, wide * sin(angle)));
        points[i][0] = at.x, points[i][1] = at.y, points[i][2] = at.z;
    }
    cld_shape_def def = define(CLD_HULL, 3, (const double(*)[3])points, 3 * SIDES);
    return shape_make(&def);
}

Test(bevels, of_a_large_hull_that_is_turned_leave_all_corners_their_contacts) {
    cld_pose pose = cld_pose_make((cld_quat){0.6, 0, 0, 0.8}, (cld_vec3){0, 0, 0});
    cld_shape *disc = make_disc(1e-7, 5e-13, &pose), *ground = make_ground(CLD_BOX, 3);
    cld_query_options options = cld_query_options_make();
    cr_expect_eq(shape_ask(ground, NULL, disc, &pose, &options).contact_count, SIDES);
    cr_expect_eq(shape_ask(disc, &pose, ground, NULL, &options).contact_count, SIDES);
    cld_shape_destroy(disc);
    cld_shape_destroy(ground);
}
