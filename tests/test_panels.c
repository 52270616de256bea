/// Faces that are one but for noise, and contacts of shapes that have such.

#include <criterion/criterion.h>
#include <math.h>

#include "collide/verify.h"
#include "shape/faces.h"
#include "support/random.h"
#include "support/shapes.h"

enum { MOST_SIDES = 40, MOST_POINTS = 2 * MOST_SIDES };

/// A turned prism of given half height, whose coordinates are rounded to multiples of 1 / `grid`: the ends
/// have the even and the odd points in their order around it.
static cld_shape *make_prism(double m[3][3], uint32_t sides, double half_height, double u, double v, double h,
                             double grid, const cld_transform *transform) {
    static double points[MOST_POINTS][3];
    for (uint32_t i = 0; i < 2 * sides; i++) {
        uint32_t side = i / 2;
        double turn = 2 * 3.141592653589793 * (0.3 + side) / sides;
        const double own[3] = {u + cos(turn), v + sin(turn), h + (i % 2 ? half_height : -half_height)};
        for (int k = 0; k < 3; k++)
            points[i][k] = rint((m[k][0] * own[0] + m[k][1] * own[1] + m[k][2] * own[2]) * grid) / grid;
    }
    cld_shape_def def = cld_shape_def_make(CLD_HULL);
    def.points = points[0];
    def.point_count = 2 * (size_t)sides;
    if (transform)
        def.transform = *transform;
    return shape_make(&def);
}

static const cld_panels *find_panels(const cld_shape *shape, const cld_hull **hull,
                                     const cld_facets **facets) {
    cr_assert_eq(cld_shape_find_hull(shape, hull, NULL), CLD_OK);
    cr_assert_eq(cld_shape_find_facets(shape, facets, NULL), CLD_OK);
    return (*facets)->panels;
}

/// Whether a loop goes around one end: its corners are the points `end`, `end` + 2, ... one way or the other.
static bool goes_around(const uint32_t *corner, uint32_t count, uint32_t end, uint32_t sides) {
    if (count != sides || corner[0] != end)
        return false;
    bool is_back = corner[1] != end + 2;
    for (uint32_t i = 1; i < sides; i++)
        if (corner[i] != end + 2 * (is_back ? sides - i : i))
            return false;
    return true;
}

/// Whether a face or panel goes around one end.
static bool has_end(const cld_hull *hull, const cld_panels *panels, uint32_t end, uint32_t sides) {
    bool found = false;
    for (uint32_t f = 0; f < hull->face_count; f++)
        found |= goes_around(hull->face_vertex + hull->face_start[f],
                             hull->face_start[f + 1] - hull->face_start[f], end, sides);
    for (uint32_t p = 0; panels && p < panels->count; p++)
        found |= goes_around(panels->panel[p].corner, panels->panel[p].corner_count, end, sides);
    return found;
}

Test(panels, of_rounded_prisms_are_their_ends_however_they_are_mirrored_and_scaled) {
    random_state r = random_make(1);
    uint32_t found = 0;
    for (uint64_t i = 0; i < random_trials(400); i++) {
        double m[3][3];
        random_rotation(&r, m);
        double scale = power_of_ten(30 * random_int(&r, -3, 3)), flip = random_one_in(&r, 2) ? -scale : scale;
        cld_transform scaled = cld_transform_make_scale(cld_vec3_make(scale, flip, scale));
        uint32_t sides = (uint32_t)random_int(&r, 4, MOST_SIDES);
        cld_shape *shape = make_prism(m, sides, 1, 0, 0, 0, 1e7, &scaled);
        const cld_hull *hull;
        const cld_facets *facets;
        const cld_panels *panels = find_panels(shape, &hull, &facets);
        found += panels ? panels->count : 0;
        for (uint32_t end = 0; end < 2; end++)
            cr_expect(has_end(hull, panels, end, sides), "trial %d, %u sides, end %u", (int)i, sides, end);
        // Wound as the hull's loops are: seen from outside as the largest face is.
        for (uint32_t p = 0; panels && p < panels->count; p++) {
            const cld_panel *panel = &panels->panel[p];
            cld_vec3 at[3], n = cld_facets_normal(facets, panel->face[0]);
            for (int k = 0; k < 3; k++)
                at[k] = cld_cloud_at(&shape->core, panel->corner[k]);
            double turn = cld_dot(n, cld_cross(cld_sub(at[1], at[0]), cld_sub(at[2], at[0])));
            cr_expect(shape->mirrored ? turn < 0 : turn > 0, "trial %d", (int)i);
            for (uint32_t f = 0; f < panel->face_count; f++)
                cr_expect_eq(cld_facets_panel(facets, panel->face[f]), panel);
        }
        cld_shape_destroy(shape);
    }
    cr_expect_gt(found, 0);
}

Test(panels, are_not_found_in_what_is_flat_or_round_or_as_thin_as_noise) {
    double level[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, askew[3][3];
    random_state r = random_make(2);
    random_rotation(&r, askew);
    const cld_hull *hull;
    const cld_facets *facets;
    cld_shape *shapes[] = {make_prism(level, 8, 1, 0, 0, 0, 1e7, NULL),
                           make_prism(askew, 8, 1e-6, 0, 0, 0, 1e7, NULL), shape_make_large(&r, 0, 0)};
    for (int i = 0; i < 3; i++) {
        cr_expect_null(find_panels(shapes[i], &hull, &facets), "shape %d", i);
        cr_expect_eq(hull->rank, 3);
        cld_shape_destroy(shapes[i]);
    }
}

/// Of a hull that stands where its points are, whether a point is on its surface; in it is what verification
/// looks at.
static bool is_on_surface(const cld_shape *shape, cld_vec3 p) {
    static double points[MOST_POINTS][3];
    const cld_hull *hull;
    if (shape->kind != CLD_HULL)
        return true;
    cld_shape_points(shape, points[0]);
    cr_assert_eq(cld_shape_find_hull(shape, &hull, NULL), CLD_OK);
    double highest = -INFINITY;
    for (uint32_t f = 0; f < hull->face_count; f++) {
        const double *corner = points[hull->face_vertex[hull->face_start[f]]];
        highest = fmax(highest, cld_dot(hull->face_normal[f],
                                        cld_sub(p, cld_vec3_make(corner[0], corner[1], corner[2]))));
    }
    return fabs(highest) < 1e-9;
}

/// Asks about both orders, and has the answers verified. How many contacts there are.
static size_t count_contacts(const cld_shape *a, const cld_shape *b) {
    cld_query_options options = cld_query_options_make();
    cld_workspace *workspace = cld_workspace_create();
    size_t count[2];
    for (int i = 0; i < 2; i++) {
        const cld_shape *first = i ? b : a, *second = i ? a : b;
        cld_result result;
        cld_error err;
        cr_assert_eq(cld_find_collision(first, NULL, second, NULL, &options, workspace, &result, &err),
                     CLD_OK);
        cr_expect_eq(cld_verify(first, NULL, second, NULL, &result, &err), CLD_OK, "%s", err.message);
        count[i] = result.contact_count;
        for (size_t k = 0; k < count[i]; k++)
            cr_expect(is_on_surface(first, result.contacts[k].world_a) &&
                          is_on_surface(second, result.contacts[k].world_b),
                      "contact %zu", k);
    }
    cld_workspace_destroy(workspace);
    cr_expect_eq(count[0], count[1]);
    return count[0];
}

/// Prisms of different sides, one of which goes into the other beside its middle.
static size_t count_of_stack(double m[3][3], uint32_t below_sides, uint32_t above_sides, double grid) {
    cld_shape *below = make_prism(m, below_sides, 1, 0, 0, 0, grid, NULL),
              *above = make_prism(m, above_sides, 1, 0.37, 0.21, 1.9, grid, NULL);
    size_t count = count_contacts(below, above);
    cld_shape_destroy(below);
    cld_shape_destroy(above);
    return count;
}

Test(panels, of_rounded_prisms_meet_in_all_corners_of_their_overlap) {
    double level[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    random_state r = random_make(3);
    for (uint64_t i = 0; i < random_trials(100); i++) {
        double m[3][3], grid = power_of_ten(random_int(&r, 7, 12));
        random_rotation(&r, m);
        uint32_t below = (uint32_t)random_int(&r, 4, MOST_SIDES),
                 above = (uint32_t)random_int(&r, 4, MOST_SIDES);
        // The same corners, and where they are deepest.
        size_t flat = count_of_stack(level, below, above, 0x1p40),
               bent = count_of_stack(m, below, above, grid);
        cr_expect(bent >= flat && bent <= flat + 1, "trial %d, %u on %u sides: %zu contacts, not %zu", (int)i,
                  above, below, bent, flat);
    }
}

/// The corners of one panel need not be those of a convex part of the surface: beside the first face here is
/// one that goes down too far, and yet not far.
Test(panels, have_contacts_on_the_surface_where_more_than_they_are_in_their_outline) {
    const double points[][3] = {{-1, -9, 0},   {1, -9, 0},      {1, 1, 0},        {-1, 1, 0},
                                {3, 2, -1e-5}, {1, 6, -2.4e-5}, {-1, 6, -2.4e-5}, {-1, -9, -2},
                                {1, -9, -2},   {3, 2, -2},      {1, 6, -2},       {-1, 6, -2}};
    const double ends[2][3] = {{1, 1.5, 0.499}, {1, -3, 0.499}};
    cld_shape_def below = cld_shape_def_make(CLD_HULL), box = cld_shape_def_make(CLD_BOX),
                  log = cld_shape_def_make(CLD_CAPSULE);
    below.points = points[0], below.point_count = sizeof points / sizeof *points;
    box.size[0] = 4, box.size[1] = 40, box.size[2] = 2;
    box.transform = cld_transform_make_translation(cld_vec3_make(-1, 0, 0.999));
    log.points = ends[0], log.point_count = 2, log.radius = 0.5;
    cld_shape *shape = shape_make(&below), *boxed = shape_make(&box), *lying = shape_make(&log);
    cr_expect_geq(count_contacts(shape, boxed), 4);
    cr_expect_geq(count_contacts(shape, lying), 2);
    cld_shape_destroy(shape);
    cld_shape_destroy(boxed);
    cld_shape_destroy(lying);
}

/// Tops that are bent by about as much as panels may be, here and there beside others that are not.
Test(panels, have_contacts_on_the_surface_however_a_top_is_bent) {
    random_state r = random_make(7);
    for (uint64_t i = 0; i < random_trials(300); i++) {
        static double points[MOST_POINTS][3];
        double bent = random_power_of_ten(&r, -8, -4), noise = random_power_of_ten(&r, -9, -6);
        size_t count = (size_t)random_int(&r, 20, MOST_POINTS - 4);
        for (size_t k = 0; k < count + 4; k++) {
            double x = k < count ? random_real(&r, -1, 1)
                       : k % 2   ? 1
                                 : -1,
                   y = k < count   ? random_real(&r, -1, 1)
                       : k / 2 % 2 ? 1
                                   : -1;
            points[k][0] = x, points[k][1] = y;
            points[k][2] = k < count ? -bent * (x * x + y * y) + random_real(&r, -noise, noise)
                                     : random_real(&r, -1, 0.5);
        }
        cld_shape_def def = cld_shape_def_make(CLD_HULL), box = cld_shape_def_make(CLD_BOX);
        def.points = points[0], def.point_count = count + 4;
        box.size[0] = box.size[1] = box.size[2] = random_one_in(&r, 2) ? 1 : 4;
        box.transform = cld_transform_make_axis_angle(cld_vec3_make(0, 0, 1), random_real(&r, 0, 90));
        box.transform.t = cld_vec3_make(0.3, 0.2, box.size[0] / 2 - 0.01);
        cld_shape *below = shape_make(&def), *above = shape_make(&box);
        cr_expect_gt(count_contacts(below, above), 0, "trial %d", (int)i);
        cld_shape_destroy(below);
        cld_shape_destroy(above);
    }
}

/// What a prism stands in by a tenth: a half-space, a broad drum.
static cld_shape *make_floor(double m[3][3], cld_kind kind) {
    double points[2][3];
    cld_shape_def def = cld_shape_def_make(kind);
    def.points = points[0], def.point_count = 2;
    def.radius = 3, def.offset = -0.9;
    for (int k = 0; k < 3; k++) {
        def.normal[k] = m[k][2];
        points[0][k] = -0.9 * m[k][2], points[1][k] = -3 * m[k][2];
    }
    return shape_make(&def);
}

Test(panels, of_rounded_prisms_stand_on_all_corners_where_the_floor_is_flat) {
    random_state r = random_make(4);
    for (uint64_t i = 0; i < random_trials(300); i++) {
        double m[3][3], grid = power_of_ten(random_int(&r, 7, 12));
        random_rotation(&r, m);
        uint32_t sides = (uint32_t)random_int(&r, 4, MOST_SIDES);
        cld_shape *floor = make_floor(m, random_one_in(&r, 2) ? CLD_HALFSPACE : CLD_CYLINDER),
                  *above = make_prism(m, sides, 1, 0.3, 0, 0, grid, NULL);
        size_t count = count_contacts(floor, above);
        cr_expect(count >= sides && count <= sides + 1, "trial %d: %zu contacts of %u sides", (int)i, count,
                  sides);
        cld_shape_destroy(floor);
        cld_shape_destroy(above);
    }
}

/// A capsule and the flank and the end of a drum, a tenth of the way into a prism: the ends of a line, or the
/// rim and where it crosses, and where they are deepest.
Test(panels, of_rounded_prisms_carry_curved_shapes_as_flat_faces_do) {
    random_state r = random_make(5);
    for (uint64_t i = 0; i < random_trials(300); i++) {
        double m[3][3], grid = 3 * power_of_ten(random_int(&r, 6, 12)), points[2][3];
        random_rotation(&r, m);
        bool stands = random_one_in(&r, 2);
        cld_shape_def def = cld_shape_def_make(stands || random_one_in(&r, 2) ? CLD_CYLINDER : CLD_CAPSULE);
        for (int k = 0; k < 3; k++) {
            points[0][k] = stands ? 0.9 * m[k][2] : 1.4 * m[k][2] - 0.4 * m[k][0];
            points[1][k] = stands ? 2 * m[k][2] : 1.4 * m[k][2] + 0.4 * m[k][0];
        }
        def.points = points[0], def.point_count = 2;
        def.radius = 0.5;
        cld_shape *above = shape_make(&def), *below = make_prism(m, 6, 1, 0, 0, 0, grid, NULL);
        size_t count = count_contacts(below, above), least = stands ? 4 : 2;
        cr_expect(count >= least && count <= least + 1, "trial %d: %zu contacts", (int)i, count);
        cld_shape_destroy(above);
        cld_shape_destroy(below);
    }
}

/// The normal of boxes that overhang each other and are tilted as floats tilt them is that of two edges.
Test(panels, are_not_needed_for_boxes_that_are_not_quite_parallel) {
    random_state r = random_make(6);
    cld_query_options options = cld_query_options_make();
    cld_workspace *workspace = cld_workspace_create();
    int edges = 0;
    for (uint64_t i = 0; i < random_trials(300); i++) {
        cld_shape_def def = cld_shape_def_make(CLD_BOX);
        def.size[0] = def.size[1] = def.size[2] = 2;
        cld_shape *below = shape_make(&def);
        cld_vec3 axis = {random_real(&r, -1, 1), random_real(&r, -1, 1), random_real(&r, -1, 1)};
        def.transform = cld_transform_make_axis_angle(axis, 1e-5);
        def.transform.t = cld_vec3_make(0.5, 0.25, 1.875);
        cld_shape *above = shape_make(&def);
        cr_expect_eq(count_contacts(below, above), 4);
        cld_result result = shape_ask(below, NULL, above, NULL, &options);
        edges += result.feature_a.kind == CLD_FEATURE_EDGE && result.feature_b.kind == CLD_FEATURE_EDGE;
        cld_shape_destroy(below);
        cld_shape_destroy(above);
    }
    cld_workspace_destroy(workspace);
    cr_expect_gt(edges, 0);
}
