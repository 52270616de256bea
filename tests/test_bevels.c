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

/// A square of sides of 1 that stands on y = 0; its lower corners are cut off by `bevel`, which makes the
/// rest that much wider. In three dimensions it is a prism from z = -0.5 to 0.5.
static cld_shape *make_bevelled(int dimension, double bevel) {
    double wide = 0.5 + bevel,
           points[12][3] = {{-0.5, 0}, {0.5, 0}, {wide, bevel}, {wide, 1}, {-wide, 1}, {-wide, bevel}};
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 2; k++) {
            points[i + 6][k] = points[i][k];
            points[i][2] = dimension == 3 ? -0.5 : 0;
            points[i + 6][2] = 0.5;
        }
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
                      *bevelled = make_bevelled(cases[i].dimension, bevel);
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
