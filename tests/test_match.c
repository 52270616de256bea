#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "hull/audit.h"

enum { SIDES = 64, MOST_POINTS = 2 * SIDES + 2, MOST_FACES = 4 * SIDES };

/// A mesh of triangles.
typedef struct mesh {
    double point[MOST_POINTS][3];
    uint32_t vertex[MOST_FACES][3], start[MOST_FACES + 1];
    size_t points, faces;
} mesh;

static double round_to(double x, double unit) { return unit > 0 ? round(x / unit) * unit : (double)(float)x; }

/// A point on a circle, or on the axis, of an oblique drum: rounded to multiples of `unit`, or for 0 to a
/// float.
static void add_point(mesh *m, double radius, int k, int sides, double height, double unit) {
    const double u[3] = {1 / sqrt(14), 2 / sqrt(14), 3 / sqrt(14)}, t[3] = {0, 3 / sqrt(13), -2 / sqrt(13)};
    double angle = 6.283185307179586 * k / sides;
    for (int i = 0; i < 3; i++) {
        double w = u[(i + 1) % 3] * t[(i + 2) % 3] - u[(i + 2) % 3] * t[(i + 1) % 3];
        double x = height * u[i] + radius * (cos(angle) * t[i] + sin(angle) * w);
        m->point[m->points][i] = round_to(x, unit);
    }
    m->points++;
}

static void add_face(mesh *m, int a, int b, int c) {
    const int corner[3] = {a, b, c};
    for (int i = 0; i < 3; i++)
        m->vertex[m->faces][i] = (uint32_t)corner[i];
    m->start[m->faces + 1] = m->start[m->faces] + 3;
    m->faces++;
}

/// A prism, its caps cut from one corner each, then its sides; or a cone.
static mesh make_drum(int sides, bool is_cone, double unit) {
    mesh m = {.points = 0};
    for (int top = 0; top < (is_cone ? 1 : 2); top++)
        for (int k = 0; k < sides; k++)
            add_point(&m, 1, k, sides, 3.7 * top, unit);
    if (is_cone)
        add_point(&m, 0.2, 1, sides, 3.7, unit);
    for (int k = 1; k + 1 < sides; k++) {
        add_face(&m, 0, k + 1, k);
        if (!is_cone)
            add_face(&m, sides, sides + k, sides + k + 1);
    }
    for (int k = 0; k < sides; k++) {
        int next = (k + 1) % sides;
        add_face(&m, k, next, is_cone ? sides : sides + k);
        if (!is_cone)
            add_face(&m, next, sides + next, sides + k);
    }
    return m;
}

static void count_warning(void *context, const cld_warning *warning) {
    (void)warning;
    ++*(size_t *)context;
}

/// An audit, and the hull that it was of.
typedef struct audit {
    cld_hull *hull;
    cld_names names;
    cld_error error;
    cld_status status;
    size_t warnings;
} audit;

static audit audit_faces(const mesh *m, size_t first) {
    const cld_shape_def def = {.kind = CLD_HULL,
                               .points = &m->point[0][0],
                               .point_count = m->points,
                               .face_start = m->start,
                               .face_vertex = m->vertex[first],
                               .face_count = m->faces - first};
    audit a = {.warnings = 0};
    cr_assert_eq(cld_hull_create(def.points, def.point_count, &a.hull, &a.error), CLD_OK);
    a.status = cld_hull_audit(def.points, a.hull, &def, count_warning, &a.warnings, &a.names, &a.error);
    return a;
}

static void forget(audit *a) {
    cld_names_forget(&a->names);
    cld_hull_destroy(a->hull);
}

/// Whether face and list have a corner in common.
static bool do_meet(const cld_hull *hull, uint32_t face, const uint32_t vertex[3]) {
    for (uint32_t h = hull->face_start[face]; h < hull->face_start[face + 1]; h++)
        for (int i = 0; i < 3; i++)
            if (hull->face_vertex[h] == vertex[i])
                return true;
    return false;
}

/// An audit that takes all faces of a drum without a warning.
static audit take_drum(const mesh *m, int sides, double unit) {
    audit a = audit_faces(m, 0);
    cr_assert_eq(a.status, CLD_OK, "%d sides, %g: %s", sides, unit, a.error.message);
    cr_expect_eq(a.warnings, 0, "%d sides, %g", sides, unit);
    return a;
}

/// Of a prism the faces listed are those of the bottom and the top in turn, 2 (sides - 2) in all, then those
/// of the sides.
static int find_region(size_t face, int sides) {
    size_t caps = 2 * (size_t)(sides - 2);
    return face >= caps ? 2 : (int)(face % 2);
}

/// Which region all corners of a face of the hull are in: -1 if not those of one cap.
static int find_cap(const cld_hull *hull, uint32_t face, int sides) {
    int tops = 0, count = (int)(hull->face_start[face + 1] - hull->face_start[face]);
    for (uint32_t h = hull->face_start[face]; h < hull->face_start[face + 1]; h++)
        tops += hull->face_vertex[h] >= (uint32_t)sides;
    return tops == 0 ? 0 : tops == count ? 1 : 2;
}

Test(match, takes_flat_caps_of_rounded_vertices_and_names_all_their_faces) {
    const double units[] = {1e-6, 0};
    for (int i = 0; i < 2; i++)
        for (int sides = 8; sides <= SIDES; sides++) {
            mesh m = make_drum(sides, false, units[i]);
            audit a = take_drum(&m, sides, units[i]);
            for (uint32_t f = 0; f < a.hull->face_count; f++)
                cr_expect_eq(find_region(a.names.face[f], sides), find_cap(a.hull, f, sides));
            forget(&a);
        }
}

Test(match, takes_the_base_of_a_cone_of_rounded_vertices) {
    const double units[] = {1e-6, 0};
    for (int i = 0; i < 2; i++)
        for (int sides = 8; sides <= SIDES; sides++) {
            mesh m = make_drum(sides, true, units[i]);
            audit a = take_drum(&m, sides, units[i]);
            for (uint32_t f = 0; f < a.hull->face_count; f++)
                cr_expect(a.names.face[f] < m.faces && (a.names.face[f] < (size_t)sides - 2 ||
                                                        do_meet(a.hull, f, m.vertex[a.names.face[f]])));
            forget(&a);
        }
}

Test(match, warns_of_what_is_missing_in_a_cap_of_rounded_vertices) {
    mesh m = make_drum(16, false, 1e-6);
    audit a = audit_faces(&m, 14); // half of either cap is left
    cr_assert_eq(a.status, CLD_OK);
    cr_expect_gt(a.warnings, 0);
    forget(&a);
}

/// A square whose corners are `up` above and below a plane in turn, cut so that there is a valley, on a box.
static mesh make_valley(double up) {
    const double p[8][3] = {{0, 0, 0},   {1, 0, 0},  {1, 1, 0},   {0, 1, 0},
                            {0, 0, -up}, {1, 0, up}, {1, 1, -up}, {0, 1, up}};
    mesh m = {.points = 8};
    for (int i = 0; i < 24; i++)
        m.point[i / 3][i % 3] = p[i / 3][i % 3] + (i >= 12 && i % 3 == 2);
    const int quads[5][4] = {{0, 3, 2, 1}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};
    add_face(&m, 4, 5, 6); // along the diagonal that is below
    add_face(&m, 4, 6, 7);
    for (int f = 0; f < 5; f++) {
        add_face(&m, quads[f][0], quads[f][1], quads[f][2]);
        add_face(&m, quads[f][0], quads[f][2], quads[f][3]);
    }
    return m;
}

/// The middle of the valley is 2 up below the ridge, each plane of the hull's faces 4 up above a corner.
Test(match, tells_how_deep_a_listed_face_is_and_refuses_what_is_deeper_than_1e_6_of_the_diagonal) {
    double limit = 1e-6 * sqrt(3);
    mesh m = make_valley(0.49 * limit);
    audit a = audit_faces(&m, 0);
    cr_expect_eq(a.status, CLD_OK, "%s", a.error.message);
    cr_expect_eq(a.warnings, 0);
    forget(&a);
    m = make_valley(0.51 * limit);
    a = audit_faces(&m, 0);
    cr_expect_eq(a.status, CLD_NOT_CONVEX);
    cr_expect_str_eq(a.error.pointer, "/faces/0");
    forget(&a);
    m = make_valley(1e-3);
    a = audit_faces(&m, 0);
    const char *is = strstr(a.error.message, " is ");
    cr_assert(a.status == CLD_NOT_CONVEX && is != NULL);
    double off = strtod(is + 4, NULL);
    cr_expect(off > 1.99e-3 && off < 2e-3, "%s", a.error.message);
    forget(&a);
}
