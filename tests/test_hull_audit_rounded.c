#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "hull/audit.h"
#include "support/random.h"

/// What an audit said of a list that names all of the hull, or what it warned of last.
typedef struct report {
    cld_hull *hull;
    cld_names names;
    cld_status status;
    cld_error error;
    size_t warnings, normal_warnings;
    cld_warning warning;
} report;

static void collect(void *context, const cld_warning *warning) {
    report *r = context;
    r->warning = *warning;
    r->warnings++;
    r->normal_warnings += strncmp(warning->pointer, "/normals/", 9) == 0;
}

static report audit(const cld_shape_def *def) {
    report r = {0};
    cr_assert_eq(cld_hull_create(def->points, def->point_count, &r.hull, &r.error), CLD_OK);
    r.status = cld_hull_audit(def->points, r.hull, def, collect, &r, &r.names, &r.error);
    cr_assert_eq(r.status, CLD_OK, "%s: %s", r.error.pointer, r.error.message);
    return r;
}

static void forget(report *r) {
    cld_names_forget(&r->names);
    cld_hull_destroy(r->hull);
}

static void expect_silence(const report *r) {
    cr_expect_eq(r->warnings, 0, "%s: %s", r->warning.pointer, r->warning.message);
}

/// A cube of size 2, and on its top the middles of the edges and of the face.
static const double grid[13][3] = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {0, 0, 2},
                                   {2, 0, 2}, {2, 2, 2}, {0, 2, 2}, {1, 0, 2}, {2, 1, 2},
                                   {1, 2, 2}, {0, 1, 2}, {1, 1, 2}};
/// The bottom, sides that pass the middles of the edges, and four squares for the top.
static const uint32_t grid_start[] = {0, 4, 9, 14, 19, 24, 28, 32, 36, 40};
static const uint32_t grid_vertex[] = {0, 3, 2,  1, 0, 1, 5,  8,  4, 1, 2, 6,  9,  5, 2, 3,  7,  10, 6,  3,
                                       0, 4, 11, 7, 4, 8, 12, 11, 8, 5, 9, 12, 12, 9, 6, 10, 11, 12, 10, 7};

static cld_shape_def define(const double (*points)[3], size_t count, const uint32_t *start,
                            const uint32_t *vertex, size_t faces) {
    return (cld_shape_def){.kind = CLD_HULL,
                           .points = &points[0][0],
                           .point_count = count,
                           .face_start = start,
                           .face_vertex = vertex,
                           .face_count = faces};
}

Test(hull_audit_rounded, names_all_of_a_flat_face_that_is_listed_in_squares) {
    const double steps[] = {1e-13, 1e-12, 1e-10, 1e-8, 1e-7, 3e-7};
    for (size_t k = 0; k < sizeof steps / sizeof *steps; k++)
        for (int way = 0; way < 243; way++) { // each of the five middles is above the top, on it or below
            double points[13][3];
            memcpy(points, grid, sizeof points);
            for (int i = 8, rest = way; i < 13; i++, rest /= 3)
                points[i][2] += (rest % 3 - 1) * steps[k];
            cld_shape_def def = define((const double(*)[3])points, 13, grid_start, grid_vertex, 9);
            report r = audit(&def);
            cr_expect_eq(r.warnings, 0, "%g, %d: %s", steps[k], way, r.warning.message);
            for (uint32_t f = 0; f < r.hull->face_count; f++)
                cr_expect(r.hull->face_normal[f].z < 0.5 || (r.names.face[f] >= 5 && r.names.face[f] < 9));
            forget(&r);
        }
}

Test(hull_audit_rounded, names_the_edges_inside_of_a_face_by_those_around_it) {
    double points[13][3];
    memcpy(points, grid, sizeof points);
    points[12][2] += 1e-8; // four ridges to the corners, which no list has
    const uint32_t edges[][2] = {{0, 1}, {1, 2}, {2, 3}, {0, 3}, {4, 5}, {5, 6},
                                 {6, 7}, {4, 7}, {0, 4}, {1, 5}, {2, 6}, {3, 7}};
    cld_shape_def def = define((const double(*)[3])points, 13, grid_start, grid_vertex, 9);
    def.edge_vertex = edges;
    def.edge_count = 12;
    report r = audit(&def);
    cr_expect_gt(r.hull->edge_count, 12);
    expect_silence(&r);
    forget(&r);
}

/// A slab whose top has one corner 1e-7 higher than the others, so that the hull has it as two triangles that
/// lean by more than 1e-6.
static const double slab[8][3] = {{0, 0, 0}, {2, 0, 0}, {2, 0.02, 0},         {0, 0.02, 0},
                                  {0, 0, 2}, {2, 0, 2}, {2, 0.02, 2.0000001}, {0, 0.02, 2}};
static const uint32_t slab_start[] = {0, 4, 8, 12, 16, 20, 24};
static const uint32_t slab_vertex[] = {4, 5, 6, 7, 0, 3, 2, 1, 0, 1, 5, 4,
                                       1, 2, 6, 5, 2, 3, 7, 6, 3, 0, 4, 7};

/// An audit of the slab with a normal for the top.
static report audit_slab(cld_vec3 top) {
    const double normals[6][3] = {
        {top.x, top.y, top.z}, {0, 0, -1}, {0, -1, 0}, {1, 0, 0}, {0, 1, 0}, {-1, 0, 0}};
    cld_shape_def def = define(slab, 8, slab_start, slab_vertex, 6);
    def.normals = &normals[0][0];
    def.normal_count = 6;
    return audit(&def);
}

Test(hull_audit_rounded, takes_the_normal_of_any_plane_near_a_face_that_is_several_of_the_hulls) {
    report r = audit_slab((cld_vec3){0, 0, 1});
    cr_assert_eq(r.hull->face_count, 7);
    expect_silence(&r);
    for (uint32_t f = 0; f < 7; f++)
        if (r.hull->face_normal[f].z > 0.5) {
            report one = audit_slab(r.hull->face_normal[f]);
            cr_expect_gt(fabs(r.hull->face_normal[f].x) + fabs(r.hull->face_normal[f].y), 0);
            expect_silence(&one);
            forget(&one);
        }
    forget(&r);
    r = audit_slab((cld_vec3){0, 1e-3, 1}); // 0.057296 degrees, and the triangle leans 0.000286 the other way
    cr_expect_eq(r.warnings, 1);
    cr_expect_str_eq(r.warning.message, "is 0.057582 degrees off the outward normal of face 0");
    forget(&r);
}

/// A cube of size 2 and, on an edge of its top, three points that may be above it.
static const double ridge[11][3] = {{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0},   {0, 0, 2},  {2, 0, 2},
                                    {2, 2, 2}, {0, 2, 2}, {1, 0, 2}, {0.5, 0, 2}, {1.5, 0, 2}};

Test(hull_audit_rounded, takes_for_a_face_of_no_area_the_normal_of_either_face_that_it_lies_on) {
    const uint32_t start[] = {0, 4, 8, 12, 16, 20, 24, 27};
    const uint32_t slivers[][3] = {{4, 8, 5}, {8, 5, 4}, {9, 8, 10}, {9, 4, 10}};
    const double given[][3] = {{0, 0, 1}, {0, -1, 0}, {0, 0, -1}}, steps[] = {0, 1e-12, 1e-9};
    for (int i = 0; i < 36; i++) {
        uint32_t vertex[27] = {0, 3, 2, 1, 4, 5, 6, 7, 0, 1, 5, 4, 1, 2, 6, 5, 2, 3, 7, 6, 3, 0, 4, 7};
        double normals[7][3] = {{0, 0, -1}, {0, 0, 1}, {0, -1, 0}, {1, 0, 0}, {0, 1, 0}, {-1, 0, 0}};
        double points[11][3];
        memcpy(points, ridge, sizeof points);
        for (int k = 8; k < 11; k++)
            points[k][2] += steps[i / 12] * (11 - k); // sticks out the more the nearer to the middle
        memcpy(vertex + 24, slivers[i % 4], sizeof *slivers);
        memcpy(normals[6], given[i / 4 % 3], sizeof *given);
        cld_shape_def def = define((const double(*)[3])points, 11, start, vertex, 7);
        def.normals = &normals[0][0];
        def.normal_count = 7;
        report r = audit(&def);
        cr_expect_eq(r.normal_warnings, i / 4 % 3 == 2, "%d: %s", i, r.warning.message);
        forget(&r);
    }
}

/// The corners of a square, one of them far enough off its plane for a solid, but not for a thick one.
static const double leaf[4][3] = {{0, 0, 0}, {2, 0, 0}, {2, 2, 1e-9}, {0, 2, 0}};

Test(hull_audit_rounded, names_each_side_of_a_thin_solid_by_the_face_that_is_turned_there) {
    const uint32_t start[] = {0, 4, 8}, vertex[] = {0, 1, 2, 3, 3, 2, 1, 0};
    const double normals[2][3] = {{0, 0, -1}, {0, 0, 1}};
    for (uint32_t given = 0; given < 2; given++) {
        cld_shape_def def = define(leaf, 4, start, vertex, 2);
        def.normals = given ? &normals[0][0] : NULL; // down, then up: against the winding
        def.normal_count = 2 * given;
        report r = audit(&def);
        cr_assert_eq(r.hull->rank, 3);
        expect_silence(&r);
        for (uint32_t f = 0; f < 4; f++)
            cr_expect_eq(r.names.face[f], r.hull->face_normal[f].z > 0 ? given : 1 - given);
        forget(&r);
    }
}

Test(hull_audit_rounded, takes_what_is_listed_for_one_side_of_a_thin_solid_for_both) {
    const uint32_t start[] = {0, 3, 6, 9, 12}, vertex[] = {2, 1, 0, 3, 2, 0, 0, 1, 2, 0, 2, 3};
    for (size_t faces = 2; faces <= 4; faces += 2)
        for (int given = 0; given < 2; given++) {
            const double normals[4][3] = {{0, 0, -1}, {0, 0, -1}, {0, 0, 1}, {0, 0, 1}};
            cld_shape_def def = define(leaf, 4, start, vertex, faces);
            def.normals = given ? &normals[0][0] : NULL;
            def.normal_count = given ? faces : 0;
            report r = audit(&def);
            expect_silence(&r);
            for (uint32_t f = 0; f < 4; f++) {
                cr_expect(r.names.face[f] < faces);
                cr_expect(faces == 2 || !given || r.names.face[f] / 2 == (r.hull->face_normal[f].z > 0));
            }
            forget(&r);
        }
}

Test(hull_audit_rounded, keeps_the_walls_of_a_thin_solid_apart) {
    double points[8][3];
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++)
            points[i][k] = k == 1 ? slab[i][k] * 5e-6 : slab[i][k]; // 1e-7 thick
    for (int given = 0; given < 2; given++) {
        const double normals[6][3] = {{0, 0, 1}, {0, 0, -1}, {0, -1, 0}, {1, 0, 0}, {0, 1, 0}, {-1, 0, 0}};
        cld_shape_def def = define((const double(*)[3])points, 8, slab_start, slab_vertex, 6);
        def.normals = given ? &normals[0][0] : NULL;
        def.normal_count = given ? 6 : 0;
        report r = audit(&def);
        cr_expect_eq(r.warnings, 4); // vertices that coincide
        bool is_named[6] = {false};
        for (uint32_t f = 0; f < r.hull->face_count; f++)
            is_named[r.names.face[f]] = true;
        for (int i = 0; i < 6; i++)
            cr_expect(is_named[i], "face %d", i);
        forget(&r);
    }
}

Test(hull_audit_rounded, takes_an_edge_that_is_several_of_the_hulls) {
    const uint32_t start[] = {0, 4, 8, 12, 16, 20, 24};
    const uint32_t vertex[] = {0, 3, 2, 1, 4, 5, 6, 7, 0, 1, 5, 4, 1, 2, 6, 5, 2, 3, 7, 6, 3, 0, 4, 7};
    const uint32_t edges[][2] = {{0, 1}, {1, 2}, {2, 3}, {0, 3}, {5, 4}, {5, 6},
                                 {6, 7}, {4, 7}, {0, 4}, {1, 5}, {2, 6}, {3, 7}};
    const double steps[] = {1e-12, 1e-9, 1e-7};
    for (int i = 0; i < 3; i++) {
        double points[11][3];
        memcpy(points, ridge, sizeof points);
        for (int k = 8; k < 11; k++) { // above the top, and out of the front
            points[k][1] -= steps[i] * (k == 8 ? 3 : 2);
            points[k][2] += steps[i] * (k == 8 ? 3 : 2);
        }
        cld_shape_def def = define((const double(*)[3])points, 11, start, vertex, 6);
        def.edge_vertex = edges;
        def.edge_count = 12;
        report r = audit(&def);
        cr_expect_eq(r.warnings, 0, "%s: %s", r.warning.pointer, r.warning.message);
        size_t parts = 0;
        for (uint32_t e = 0; e < r.hull->edge_count; e++) {
            cld_vec3 between = {0, 0, 0};
            for (int k = 0; k < 2; k++) {
                const double *p = points[r.hull->edge_vertex[e][k]];
                between.y += p[1] / 2, between.z += p[2] / 2;
            }
            if (fabs(between.y) < 1e-6 && fabs(between.z - 2) < 1e-6) {
                cr_expect_eq(r.names.edge[e], 4);
                parts++;
            }
        }
        cr_expect_geq(parts, 3);
        forget(&r);
    }
}

Test(hull_audit_rounded, warns_of_an_edge_that_strays_from_those_of_the_hull) {
    double points[11][3];
    memcpy(points, ridge, sizeof points);
    points[8][1] = -1e-4, points[8][2] = 2 + 1e-4; // between the ends of the edge 4, 5
    const uint32_t edge[][2] = {{4, 5}};
    cld_shape_def def = define((const double(*)[3])points, 9, NULL, NULL, 0);
    def.convexify = true;
    def.edge_vertex = edge;
    def.edge_count = 1;
    report r = audit(&def);
    cr_expect_eq(r.warnings, 1);
    cr_expect_str_eq(r.warning.message,
                     "not an edge of the convex hull: it runs through the inside; the hull is taken");
    forget(&r);
}

enum { SIDE = 4, GRID_POINTS = SIDE * SIDE + 4, GRID_FACES = (SIDE - 1) * (SIDE - 1) + 5 };

/// A cube whose top is a grid of points that are off its plane by no more than `noise`, and its faces.
typedef struct grid_mesh {
    double point[GRID_POINTS][3];
    uint32_t start[GRID_FACES + 1], vertex[4 * GRID_FACES + 4 * SIDE];
    uint32_t faces, used;
} grid_mesh;

static void end_face(grid_mesh *m) { m->start[++m->faces] = m->used; }

static grid_mesh make_grid(random_state *r, double noise) {
    grid_mesh m = {.faces = 0};
    for (uint32_t i = 0; i < GRID_POINTS; i++) {
        bool is_top = i < SIDE * SIDE;
        uint32_t place = is_top ? i : i - SIDE * SIDE, side = is_top ? SIDE : 2, row = place / side;
        m.point[i][0] = (double)(place % side) / (side - 1.0);
        m.point[i][1] = (double)row / (side - 1.0);
        m.point[i][2] = is_top ? 1 + random_real(r, -noise, noise) : 0;
    }
    for (uint32_t i = 0; i < (SIDE - 1) * SIDE; i++)
        if (i % SIDE < SIDE - 1) {
            const uint32_t square[] = {i, i + 1, i + 1 + SIDE, i + SIDE};
            memcpy(m.vertex + m.used, square, sizeof square);
            m.used += 4;
            end_face(&m);
        }
    for (uint32_t side = 0; side < 4; side++) { // the front, the right, the left and the back
        uint32_t first = side == 1 ? SIDE - 1 : side == 3 ? (SIDE - 1) * SIDE : 0, step = side % 3 ? SIDE : 1;
        for (uint32_t i = 0; i < SIDE; i++)
            m.vertex[m.used++] = first + i * step;
        m.vertex[m.used++] = SIDE * SIDE + (side == 0 ? 1 : side == 2 ? 2 : 3);
        m.vertex[m.used++] = SIDE * SIDE + (side == 1 ? 1 : side == 3 ? 2 : 0);
        end_face(&m);
    }
    for (uint32_t i = 0; i < 4; i++)
        m.vertex[m.used++] = SIDE * SIDE + (i ^ i >> 1);
    end_face(&m);
    return m;
}

Test(hull_audit_rounded, names_all_of_a_grid_whose_points_are_hardly_off_a_plane) {
    random_state r = random_make(1);
    const double noises[] = {1e-13, 3e-13, 1e-12, 1e-9};
    for (int i = 0; i < 2000; i++) {
        grid_mesh m = make_grid(&r, noises[i % 4]);
        cld_shape_def def = define((const double(*)[3])m.point, GRID_POINTS, m.start, m.vertex, m.faces);
        report a = audit(&def);
        cr_expect_eq(a.warnings, 0, "%d: %s: %s", i, a.warning.pointer, a.warning.message);
        forget(&a);
    }
}
