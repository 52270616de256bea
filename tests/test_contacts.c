/// What holds for the contacts of shapes of every kind: which corners of the incident face are contacts.
#include <criterion/criterion.h>
#include <math.h>

#include "math/vec.h"
#include "support/random.h"
#include "support/shapes.h"

static cld_shape *make_ground(cld_vec3 n, double offset) {
    cld_shape_def def = cld_shape_def_make(CLD_HALFSPACE);
    def.normal[0] = n.x, def.normal[1] = n.y, def.normal[2] = n.z;
    def.offset = offset;
    return shape_make(&def);
}

/// The contacts are gone after the next question.
static cld_result ask(cld_shape *a, cld_shape *b, double tolerance, cld_algorithm algorithm) {
    cld_query_options options = cld_query_options_make();
    options.tolerance = tolerance;
    options.algorithm = algorithm;
    cld_result r = shape_ask(a, NULL, b, NULL, &options);
    for (size_t i = 0; i < r.contact_count; i++) {
        const cld_contact *c = &r.contacts[i];
        cld_vec3 apart = cld_sub(c->world_a, c->world_b);
        cr_expect_leq(cld_max_abs(cld_sub(apart, cld_scale(r.normal, c->depth))), 1e-12);
        cr_expect_geq(c->depth, -r.tolerance);
    }
    return r;
}

static cld_result ask_once(cld_shape *a, cld_shape *b, double tolerance) {
    cld_result r = ask(a, b, tolerance, CLD_AUTO);
    cld_shape_destroy(a);
    cld_shape_destroy(b);
    return r;
}

static void choose_corner(random_state *r, double at[3]) {
    for (int k = 0; k < 3; k++)
        at[k] = random_int(r, -3, 3);
}

static cld_vec3 make_vec(const double at[3]) { return (cld_vec3){at[0], at[1], at[2]}; }

/// Three corners, and how far along the normal of their plane, not unit, a fourth is above it. All exact.
static cld_vec3 find_plane(const double corner[3][3], const double fourth[3], double *height) {
    cld_vec3 p = make_vec(corner[0]);
    cld_vec3 n = cld_cross(cld_sub(make_vec(corner[1]), p), cld_sub(make_vec(corner[2]), p));
    *height = cld_dot(n, cld_sub(make_vec(fourth), p));
    return n;
}

Test(contacts, tetrahedra_that_share_a_face_touch_in_its_three_corners_at_tolerance_0) {
    static const cld_algorithm algorithms[] = {CLD_AUTO, CLD_GJK_EPA, CLD_SAT};
    random_state r = random_make(1);
    for (uint64_t i = 0; i < random_trials(300); i++) {
        double a[4][3], b[4][3], above, below;
        for (int k = 0; k < 4; k++)
            choose_corner(&r, a[k]);
        choose_corner(&r, b[0]);
        for (int k = 0; k < 3; k++)
            for (int j = 0; j < 3; j++)
                b[k + 1][j] = a[k][j];
        find_plane((const double(*)[3])a, a[3], &above);
        find_plane((const double(*)[3])a, b[0], &below);
        if (!(above * below < 0))
            continue;
        cld_shape *shape_a = shape_make_of((const double(*)[3])a, 4),
                  *shape_b = shape_make_of((const double(*)[3])b, 4);
        for (int k = 0; k < 3; k++) {
            cld_result result = ask(shape_a, shape_b, 0, algorithms[k]);
            cr_expect_eq(result.outcome, CLD_TOUCHING);
            cr_expect_eq(result.contact_count, 3, "trial %llu", (unsigned long long)i);
        }
        cld_shape_destroy(shape_a);
        cld_shape_destroy(shape_b);
    }
}

Test(contacts, a_tetrahedron_on_the_plane_of_its_face_touches_in_three_corners_at_tolerance_0) {
    random_state r = random_make(2);
    for (uint64_t i = 0; i < random_trials(300); i++) {
        double at[4][3], height;
        for (int k = 0; k < 4; k++)
            choose_corner(&r, at[k]);
        cld_vec3 n = find_plane((const double(*)[3])at, at[3], &height);
        if (height == 0)
            continue;
        n = cld_scale(n, height > 0 ? 1 : -1);
        cld_result result = ask_once(make_ground(n, cld_dot(n, make_vec(at[0]))),
                                     shape_make_of((const double(*)[3])at, 4), 0);
        cr_expect_eq(result.outcome, CLD_TOUCHING);
        cr_expect_eq(result.contact_count, 3, "trial %llu", (unsigned long long)i);
    }
}

// Corners at heights of -1, 0 and 3 along (1, 2, 2) / 3, which no double is, over planes at 1 and 0.
Test(contacts, corners_exactly_as_high_as_the_tolerance_are_contacts) {
    static const double corners[][3] = {{-1, -2, 1}, {2, -2, 1}, {7, 1, 0}, {5, 9, 7}};
    for (int tolerance = 2; tolerance <= 3; tolerance++) {
        double offset = 3 * (3 - tolerance);
        cld_result r =
            ask_once(make_ground((cld_vec3){1, 2, 2}, offset), shape_make_of(corners, 4), tolerance);
        cr_expect_eq(r.contact_count, 3);
        cr_expect_float_eq(r.contacts[0].depth, 4 - tolerance, 1e-14);
        cr_expect_float_eq(r.contacts[2].depth, -tolerance, 1e-14);
    }
}

Test(contacts, a_triangle_touches_itself_in_its_three_corners_at_tolerance_0) {
    random_state r = random_make(3);
    for (uint64_t i = 0; i < random_trials(300); i++) {
        double at[3][3];
        for (int k = 0; k < 3; k++)
            for (int j = 0; j < 3; j++)
                at[k][j] = random_real(&r, -3, 3);
        cld_shape *shape = shape_make_of((const double(*)[3])at, 3);
        cr_expect_eq(ask(shape, shape, 0, CLD_AUTO).contact_count, 3, "trial %llu", (unsigned long long)i);
        cld_shape_destroy(shape);
    }
}

/// A thing that is a line from 0 to 1 along the last axis, with a radius where it takes one.
static cld_shape *make_standing(cld_kind kind, int dimension, double radius) {
    static const double ends[2][6] = {{0, 0, 0, 0, 1}, {0, 0, 0, 0, 0, 1}};
    cld_shape_def def = cld_shape_def_make(kind);
    def.dimension = dimension;
    def.points = ends[dimension - 2];
    def.point_count = 2;
    def.radius = radius;
    return shape_make(&def);
}

static cld_shape *make_planar_ground(void) {
    cld_shape_def def = cld_shape_def_make(CLD_HALFSPACE);
    def.dimension = 2;
    def.normal[1] = 1;
    def.offset = 5;
    return shape_make(&def);
}

static cld_shape *make_rectangle(void) {
    cld_shape_def def = cld_shape_def_make(CLD_RECTANGLE);
    def.dimension = 2;
    def.size[0] = 99, def.size[1] = 10;
    return shape_make(&def);
}

Test(contacts, what_stands_in_the_ground_meets_a_point_of_that_once) {
    static const cld_kind kinds[] = {CLD_CAPSULE, CLD_SEGMENT, CLD_CYLINDER, CLD_CONE};
    for (int i = 0; i < 4; i++) {
        double radius = kinds[i] == CLD_CAPSULE ? 0.5 : 0;
        cld_result r =
            ask_once(make_ground((cld_vec3){0, 0, 1}, 5), make_standing(kinds[i], 3, radius), 1e-9);
        cr_expect_eq(r.contact_count, 1, "%s", cld_kind_name(kinds[i]));
        cr_expect_eq(r.contacts[0].depth, 5 + radius);
        if (i >= 2)
            continue;
        r = ask_once(make_planar_ground(), make_standing(kinds[i], 2, radius), 1e-9);
        cr_expect_eq(r.contact_count, 1, "%s in the plane", cld_kind_name(kinds[i]));
        r = ask_once(make_rectangle(), make_standing(kinds[i], 2, radius), 1e-9);
        cr_expect_eq(r.contact_count, 1, "%s in a rectangle", cld_kind_name(kinds[i]));
    }
}

// Turned by t about x, the corners below are at heights -cos t and -cos t / 2, and the apex at z = -2000
// opens by 1 in 1999.
Test(contacts, a_face_seen_nearly_from_its_edge_has_all_its_corners) {
    static const double triangle[][3] = {{0, 0, -1}, {1, 0, -0.5}, {-1, 0, -0.5}},
                        spike[][3] = {{0, 0, -2000}, {1, 0, -1}, {-1, 1, -1}, {-1, -1, -1}},
                        ends[6] = {0, 0, 0, 0, 0, -9000};
    static const double degrees[] = {0, 1e-12, 1e-8, 1e-4, 0.05, 0.1};
    cld_shape_def disc = cld_shape_def_make(CLD_CYLINDER), thin = cld_shape_def_make(CLD_HULL);
    disc.points = ends;
    disc.point_count = 2;
    disc.radius = 9000;
    for (int rounded = 0; rounded < 2; rounded++) {
        disc.margin = rounded;
        for (int i = 0; i < 6; i++) {
            thin.transform = cld_transform_make_axis_angle((cld_vec3){1, 0, 0}, degrees[i]);
            thin.points = triangle[0];
            thin.point_count = 3;
            for (int k = 0; k < 2; k++) {
                cld_shape *ground = k ? shape_make(&disc) : make_ground((cld_vec3){0, 0, 1}, rounded);
                cld_result r = ask_once(ground, shape_make(&thin), 1e-9);
                cr_assert_eq(r.contact_count, 3, "%g degrees, %d", degrees[i], k);
                cr_expect_float_eq(r.contacts[0].depth, 1 + rounded, 1e-5);
                cr_expect_float_eq(r.contacts[1].depth, 0.5 + rounded, 1e-5);
                cr_expect_float_eq(r.contacts[2].depth, 0.5 + rounded, 1e-5);
            }
        }
        for (int k = 0; k < 2; k++) {
            cld_shape *ground = k ? shape_make(&disc) : make_ground((cld_vec3){0, 0, 1}, rounded);
            cld_result r = ask_once(ground, shape_make_of(spike, 4), 1e-9);
            cr_assert_eq(r.contact_count, 3, "a spike, %d", k);
            cr_expect_float_eq(r.contacts[2].depth, 1 + rounded, 1e-9);
        }
    }
}

static double find_distance_to(cld_shape *shape, cld_vec3 at) {
    const double position[3] = {at.x, at.y, at.z};
    cld_shape_def def = cld_shape_def_make(CLD_POINT);
    def.points = position;
    def.point_count = 1;
    cld_shape *point = shape_make(&def);
    cld_query_options options = cld_query_options_make();
    double distance = shape_ask(shape, NULL, point, NULL, &options).signed_distance;
    cld_shape_destroy(point);
    return distance;
}

static void expect_points_inside(const double (*points_a)[3], size_t count_a, const double (*points_b)[3],
                                 size_t count_b) {
    cld_shape *a = shape_make_of(points_a, count_a), *b = shape_make_of(points_b, count_b);
    cld_query_options options = cld_query_options_make();
    cld_result found = shape_ask(a, NULL, b, NULL, &options);
    // As near as the contract asks for.
    double most = found.tolerance + 1e-15 * cld_max_abs(found.closest_a);
    cr_expect_leq(find_distance_to(a, found.closest_a), most, "%g apart", found.signed_distance);
    cr_expect_leq(find_distance_to(b, found.closest_b), most, "%g apart", found.signed_distance);
    cld_shape_destroy(a);
    cld_shape_destroy(b);
}

/// Rounding tilts the normals of both pairs so far that a vertex far away seems to be the nearest: that of a
/// speck 1e-9 under an edge, and of a long needle beside a tip, 1e-4 away.
Test(contacts, of_what_nearly_touches_lie_in_both_shapes) {
    static const double roof[6][3] = {{-1, 0.5, 0.5}, {0.5, -0.5, 1}, {-0.5, -0.5, 1},
                                      {0, 0, 0.5},    {0.5, -0.5, 0}, {1, 0.5, 0}},
                        tip[6][3] = {{1, 1, 0},  {0.5, 0.5, -0.5}, {-0.5, -0.5, 1},
                                     {-1, 1, 0}, {-0.5, 1, 1},     {0, 0, -1}};
    static const double speck[12][3] = {{8.647200610636079e-07, 0.5000008463352252, 0.2499984994661432},
                                        {1.7689775505133002e-07, 0.5000017963589551, 0.2499984994661432},
                                        {-6.332052501397114e-07, 0.5000017135551422, 0.2499984994661432},
                                        {-1.130241073721837e-06, 0.5000007460738655, 0.2499984994661432},
                                        {-5.102475367555576e-07, 0.4999999192973077, 0.2499984994661432},
                                        {5.099806083464425e-07, 0.5000000823726436, 0.2499984994661432},
                                        {8.647200610636079e-07, 0.5000008463352252, 0.24999999946614318},
                                        {1.7689775505133002e-07, 0.5000017963589551, 0.24999999946614318},
                                        {-6.332052501397114e-07, 0.5000017135551422, 0.24999999946614318},
                                        {-1.130241073721837e-06, 0.5000007460738655, 0.24999999946614318},
                                        {-5.102475367555576e-07, 0.4999999192973077, 0.24999999946614318},
                                        {5.099806083464425e-07, 0.5000000823726436, 0.24999999946614318}};
    static const double needle[8][3] = {{-43339156.60442566, 0.49994503622003494, -38823605.083814494},
                                        {151007843.51764464, 0.4994482310289949, -107299137.61555278},
                                        {90465355.41950011, 0.5006149123186677, 33977031.20768941},
                                        {27458572.88776184, 0.49919478063531814, -120979977.154127},
                                        {43339157.604558714, 0.5000704386705964, 38823604.083665974},
                                        {76587296.03229308, 0.49962012128778394, -127745152.01984966},
                                        {14272118.114812618, 0.499840200709781, -111283398.17463481},
                                        {35334587.597234495, 0.4993800757402986, -86494732.40315044}};
    expect_points_inside(roof, 6, speck, 12);
    expect_points_inside(tip, 6, needle, 8);
}

/// Both pairs overlap or are apart by far more than rounding, but the only vertex on the plane is not over
/// what the other shape has there.
Test(contacts, of_slivers_lie_in_both_shapes) {
    static const double huge_a[4][3] = {{0.0, 68719476736.0, 6.917529027641082e+18},
                                        {0.0, 0.0, 0.0},
                                        {0.0, 0.0, -9.223372036854776e+18},
                                        {68719476736.0, -68719476736.0, -6.20389938296678e+18}};
    static const double huge_b[4][3] = {
        {0.0, -1.8446744073709552e+19, 0.0},
        {8.570125423294284e+18, -3.590213327944417e+17, 6.291247204459872e+18},
        {-1.8830397751542415e+18, 1.52756469860873e+18, -9.32768897133917e+18},
        {0.0, 0.0, 0.0}};
    static const double far_a[4][3] = {{-11301422119.140625, 49881172176.0, 92118072509.26562},
                                       {-11301422120.0, 49881172180.67578, 92118072508.76562},
                                       {-11301422120.0, 49881172176.0, 92118072512.0},
                                       {-11301422120.0, 49881172176.0, 92118072510.76562}};
    static const double far_b[5][3] = {{-11301422119.465784, 49881172181.129616, 92118072509.36734},
                                       {-11301422119.466917, 49881172176.0, 92118072509.3668},
                                       {-11301422119.46603, 49881172176.0, 92118072509.36632},
                                       {-11301422119.465385, 49881172176.0, 92118072509.36743},
                                       {-11301422119.465757, 49881172181.28265, 92118072509.36732}};
    expect_points_inside(huge_a, 4, huge_b, 4);
    expect_points_inside(far_a, 4, far_b, 5);
}

/// Rests on a keel between steep faces; the face turned most downwards is the stern, which rises behind it.
Test(contacts, of_a_keel_on_a_cap_are_the_ends_of_what_is_on_it) {
    static const double boat[][3] = {{0, 0, 0}, {1, 0, 0}, {3, -1, 0.5}, {3, 1, 0.5}};
    static const struct row { double radius, end; } rows[] = {{4, 1}, {0.75, 0.75}};
    const double ends[6] = {0, 0, -1, 0, 0, 0};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int swap = 0; swap < 2; swap++) {
            cld_shape_def def = cld_shape_def_make(CLD_CYLINDER);
            def.points = ends, def.point_count = 2;
            def.radius = rows[i].radius;
            cld_shape *drum = shape_make(&def), *hull = shape_make_of(boat, 4);
            cld_result r = swap ? ask_once(hull, drum, -1) : ask_once(drum, hull, -1);
            cr_assert_eq(r.contact_count, 2);
            for (int k = 0; k < 2; k++) {
                cr_expect_float_eq(r.contacts[k].world_a.x, k * rows[i].end, 1e-12);
                cr_expect_float_eq(r.contacts[k].depth, 0, 1e-12);
            }
        }
}

/// A cap of radius 1 over the side of a box, which is at -0.5, 0 or 0.5 along (cos, sin) of an angle: of what
/// the box holds of the rim, more than half, half or less, the middle is always there.
Test(contacts, of_a_cap_over_a_side_have_the_middle_of_the_arc_that_is_kept) {
    const double ends[6] = {0, 0, -0.25, 0, 0, 2};
    random_state r = random_make(7);
    for (uint64_t i = 0; i < random_trials(300); i++) {
        double side = 0.5 * ((int)(i % 3) - 1), degrees = random_real(&r, 0, 360);
        cld_shape_def cap = cld_shape_def_make(CLD_CYLINDER), box = cld_shape_def_make(CLD_BOX);
        cld_transform turn = cld_transform_make_axis_angle((cld_vec3){0, 0, 1}, degrees);
        box.transform = cld_transform_make_translation((cld_vec3){side + 4, 0, -4});
        box.transform = cld_transform_compose(&turn, &box.transform);
        box.size[0] = box.size[1] = box.size[2] = 8;
        cap.points = ends, cap.point_count = 2;
        cap.radius = 1;
        cld_result found = ask_once(shape_make(&box), shape_make(&cap), -1);
        cld_vec3 middle = cld_transform_apply(&turn, (cld_vec3){1, 0, -0.25});
        double nearest = INFINITY;
        for (size_t k = 0; k < found.contact_count; k++)
            nearest = fmin(nearest, cld_distance(found.contacts[k].world_b, middle));
        cr_expect_lt(nearest, 1e-6, "side at %g, turned by %.17g: %g", side, degrees, nearest);
    }
}

/// A polygon in the plane, turned and moved.
static cld_shape *make_turned(const double (*points)[3], size_t count, double degrees) {
    cld_shape_def def = cld_shape_def_make(CLD_POLYGON);
    def.points = points[0];
    def.point_count = count;
    def.transform = cld_transform_make_axis_angle((cld_vec3){0, 0, 1}, degrees);
    def.transform.t = (cld_vec3){0.1, 0.3, 0};
    return shape_make(&def);
}

static const double slab[][3] = {{-4, -2}, {4, -2}, {4, 0}, {-4, 0}};

Test(contacts, of_planar_corners_as_high_as_the_tolerance_are_there_however_the_pair_is_turned) {
    static const double wedge[][3] = {{0, -0.5}, {1, 0}, {0, 4}};
    random_state r = random_make(4);
    for (uint64_t i = 0; i < random_trials(200); i++) {
        double degrees = random_real(&r, 0, 360);
        cld_result found = ask_once(make_turned(slab, 4, degrees), make_turned(wedge, 3, degrees), 0);
        cr_assert_eq(found.contact_count, 2, "turned by %.17g", degrees);
        cr_expect_float_eq(found.contacts[0].depth, 0.5, 1e-14);
        cr_expect_float_eq(found.contacts[1].depth, 0, 1e-14);
    }
}

/// A kite on its corner, whose two lower sides are turned alike but for the angle by which it leans: to the
/// left, the last one, where that is more than rounding.
Test(contacts, of_a_kite_on_its_corner_are_on_the_side_that_it_leans_to_or_else_on_the_first) {
    static const double lean[] = {0, 1e-11, -1e-11};
    random_state r = random_make(5);
    for (uint64_t i = 0; i < random_trials(200); i++)
        for (int k = 0; k < 3; k++) {
            double e = lean[k], degrees = random_real(&r, 0, 360);
            const double kite[][3] = {{e, -1}, {1, e}, {0, 2}, {-1, -e}};
            cld_result found = ask_once(make_turned(slab, 4, degrees), make_turned(kite, 4, degrees), -1);
            cr_assert_eq(found.contact_count, 2);
            cld_vec3 aside = cld_sub(found.contacts[1].world_b, found.contacts[0].world_b);
            cr_expect_eq(cld_dot(aside, found.tangent[0]) < 0, e <= 0, "leaning by %g, turned by %.17g", e,
                         degrees);
        }
}

Test(contacts, of_planar_sides_that_are_nearly_parallel_are_as_deep_as_their_ends) {
    static const double box[][3] = {{-1, -0.5}, {1, -0.5 + 1e-12}, {1, 2}, {-1, 2}};
    cld_result found = ask_once(make_turned(slab, 4, 0), make_turned(box, 4, 0), -1);
    cr_assert_eq(found.contact_count, 2);
    cr_expect_float_eq(found.contacts[0].depth, 0.5, 1e-14);
    cr_expect_float_eq(found.contacts[1].depth, 0.5 - 1e-12, 1e-14);
}
