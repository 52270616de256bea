#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/audited.h"

static void expect_failure(const cld_shape_def *def, cld_status status, const char *pointer,
                           const char *message) {
    audited r = audited_make(def);
    cr_expect_eq(r.status, status, "%s", cld_status_name(r.status));
    cr_expect_str_eq(r.error.pointer, pointer);
    cr_expect_str_eq(r.error.message, message);
    cr_expect(r.names.face == NULL && r.names.edge == NULL);
    audited_free(&r);
}

static const double cube[][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0},
                                 {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
static const uint32_t quads[] = {3, 2, 1, 0, 4, 5, 6, 7, 0, 1, 5, 4, 1, 2, 6, 5, 2, 3, 7, 6, 3, 0, 4, 7};
static const uint32_t fours[] = {0, 4, 8, 12, 16, 20, 24};
static const uint32_t threes[] = {0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36};
static const uint32_t edges[][2] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 5}, {5, 6},
                                    {6, 7}, {7, 4}, {0, 4}, {1, 5}, {2, 6}, {3, 7}};
static const double normals[][3] = {{0, 0, -1}, {0, 0, 1}, {0, -1, 0}, {1, 0, 0}, {0, 1, 0}, {-1, 0, 0}};

/// The cube with its faces, edges and normals, all in order.
static cld_shape_def define_cube(void) {
    cld_shape_def def = audited_define(cube, 8);
    def.face_start = fours;
    def.face_vertex = quads;
    def.face_count = 6;
    def.edge_vertex = edges;
    def.edge_count = 12;
    def.normals = &normals[0][0];
    def.normal_count = 6;
    return def;
}

/// Whether two vertex lists are the same set.
static bool are_same_set(const uint32_t *a, const uint32_t *b, size_t count) {
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < count; k++)
            found += a[i] == b[k];
    return found == count;
}

Test(hull_audit, is_silent_about_a_proper_cube_and_names_its_parts) {
    cld_shape_def def = define_cube();
    audited r = audited_make(&def);
    cr_assert_eq(r.status, CLD_OK);
    cr_expect_eq(r.warnings, 0, "%s: %s", r.warning[0].pointer, r.warning[0].message);
    cr_assert(r.names.face && r.names.edge);
    for (uint32_t f = 0; f < 6; f++)
        cr_expect(are_same_set(r.hull->face_vertex + r.hull->face_start[f], quads + 4 * r.names.face[f], 4));
    for (uint32_t e = 0; e < 12; e++)
        cr_expect(are_same_set(r.hull->edge_vertex[e], edges[r.names.edge[e]], 2));
    audited_free(&r);
}

Test(hull_audit, has_no_names_where_nothing_is_listed) {
    cld_shape_def def = audited_define(cube, 8);
    audited r = audited_make(&def);
    cr_expect(r.status == CLD_OK && r.warnings == 0 && !r.names.face && !r.names.edge);
    audited_free(&r);
}

Test(hull_audit, refuses_indices_out_of_range) {
    uint32_t faces[24], bad[12][2];
    cld_shape_def def = define_cube();
    memcpy(faces, quads, sizeof faces);
    faces[13] = 9;
    def.face_vertex = faces;
    expect_failure(&def, CLD_BAD_INDEX, "/faces/3/1", "vertex index 9 is out of range: there are 8 vertices");
    def = define_cube();
    memcpy(bad, edges, sizeof bad);
    bad[2][1] = UINT32_MAX;
    def.edge_vertex = (const uint32_t(*)[2])bad;
    expect_failure(&def, CLD_BAD_INDEX, "/edges/2/1",
                   "vertex index 4294967295 is out of range: there are 8 vertices");
}

Test(hull_audit, refuses_offsets_of_faces_that_fall_or_do_not_begin_with_0) {
    uint32_t starts[7];
    cld_shape_def def = define_cube();
    memcpy(starts, def.face_start, sizeof starts);
    def.face_start = starts;
    starts[1] = 12;
    expect_failure(&def, CLD_BAD_INDEX, "/faces", "the offsets of faces must not fall, got 8 after 12");
    starts[1] = 4, starts[0] = 1;
    expect_failure(&def, CLD_BAD_INDEX, "/faces", "the offsets of faces must begin with 0, got 1");
}

Test(hull_audit, refuses_faces_and_edges_of_too_few_vertices) {
    uint32_t faces[24], bad[12][2];
    cld_shape_def def = define_cube();
    memcpy(faces, quads, sizeof faces);
    faces[8] = faces[10] = 5, faces[9] = faces[11] = 1;
    def.face_vertex = faces;
    expect_failure(&def, CLD_BAD_VALUE, "/faces/2", "needs at least 3 different vertices, got 2");
    def = define_cube();
    memcpy(bad, edges, sizeof bad);
    bad[11][1] = bad[11][0];
    def.edge_vertex = (const uint32_t(*)[2])bad;
    expect_failure(&def, CLD_BAD_VALUE, "/edges/11", "needs at least 2 different vertices, got 1");
}

Test(hull_audit, refuses_normals_that_are_none_or_too_few) {
    double bad[6][3];
    cld_shape_def def = define_cube();
    def.normal_count = 5;
    expect_failure(&def, CLD_BAD_VALUE, "/normals", "there must be one normal a face: got 5 for 6 faces");
    def.face_count = 0;
    expect_failure(&def, CLD_BAD_VALUE, "/normals", "normals need faces, one each");
    def = define_cube();
    memcpy(bad, normals, sizeof bad);
    def.normals = &bad[0][0];
    bad[4][1] = NAN;
    expect_failure(&def, CLD_BAD_VALUE, "/normals/4", "a normal must consist of finite numbers");
    bad[4][1] = 0;
    expect_failure(&def, CLD_BAD_VALUE, "/normals/4", "a normal must not be zero");
}

Test(hull_audit, warns_of_a_scrambled_face_but_of_neither_winding) {
    uint32_t faces[24];
    cld_shape_def def = define_cube();
    memcpy(faces, quads, sizeof faces);
    def.face_vertex = faces;
    faces[4] = 7, faces[5] = 6, faces[6] = 5, faces[7] = 4; // clockwise
    audited r = audited_make(&def);
    cr_expect(r.status == CLD_OK && r.warnings == 0 && r.names.face);
    audited_free(&r);
    faces[8] = 0, faces[9] = 1, faces[10] = 4, faces[11] = 5;
    r = audited_make(&def);
    cr_assert_eq(r.status, CLD_OK);
    cr_expect_eq(r.warnings, 1);
    audited_expect_warning(&r, 0, "/faces/2", "the vertices are not in cyclic order");
    cr_expect(r.names.face != NULL);
    audited_free(&r);
}

Test(hull_audit, warns_of_a_normal_that_is_off_but_not_of_its_length) {
    double off[6][3];
    memcpy(off, normals, sizeof off);
    cld_shape_def def = define_cube();
    def.normals = &off[0][0];
    off[0][2] = -1e200;
    off[1][0] = 0.9e-6;
    off[2][1] = 1;      // inwards
    off[3][2] = 1;      // 45 degrees
    off[4][0] = 1.1e-6; // just too much: 6.3e-5 degrees
    off[5][0] = -1e-200;
    audited r = audited_make(&def);
    cr_assert_eq(r.status, CLD_OK);
    cr_expect_eq(r.warnings, 3);
    audited_expect_warning(&r, 0, "/normals/2", "is 180 degrees off the outward normal of face 2");
    audited_expect_warning(&r, 1, "/normals/3", "is 45 degrees off the outward normal of face 3");
    audited_expect_warning(&r, 2, "/normals/4", "is 0.000063 degrees off the outward normal of face 4");
    audited_free(&r);
}

/// Two triangles for each quad of the cube, in a diagonal pattern.
static void split_quads(uint32_t triangles[36]) {
    for (int f = 0; f < 6; f++) {
        const uint32_t *q = quads + 4 * f;
        const uint32_t two[] = {q[0], q[1], q[2], q[0], q[2], q[3]};
        memcpy(triangles + 6 * f, two, sizeof two);
    }
}

Test(hull_audit, takes_a_triangulated_cube_and_names_faces_by_their_first_triangle) {
    uint32_t triangles[36];
    split_quads(triangles);
    cld_shape_def def = define_cube();
    def.normal_count = 0;
    def.face_start = threes;
    def.face_vertex = triangles;
    def.face_count = 12;
    audited r = audited_make(&def);
    cr_assert_eq(r.status, CLD_OK);
    cr_expect_eq(r.warnings, 0);
    cr_assert(r.names.face);
    for (uint32_t f = 0; f < 6; f++) {
        cr_expect_eq(r.names.face[f] % 2, 0);
        cr_expect(are_same_set(r.hull->face_vertex + r.hull->face_start[f], quads + 2 * r.names.face[f], 4));
    }
    audited_free(&r);
}

Test(hull_audit, takes_a_face_that_is_several_of_the_hulls) {
    double bent[8][3];
    memcpy(bent, cube, sizeof bent);
    bent[6][2] += 1e-9; // folds the top and two sides along diagonals
    cld_shape_def def = define_cube();
    def.points = &bent[0][0];
    audited r = audited_make(&def);
    cr_assert_eq(r.status, CLD_OK);
    cr_assert_gt(r.hull->face_count, 6);
    cr_expect_eq(r.warnings, 0, "%s: %s", r.warning[0].pointer, r.warning[0].message);
    cr_assert(r.names.face && r.names.edge);
    for (uint32_t f = 0; f < r.hull->face_count; f++)
        for (uint32_t h = r.hull->face_start[f]; h < r.hull->face_start[f + 1]; h++) {
            uint32_t v = r.hull->face_vertex[h], found = 0;
            for (uint32_t k = 0; k < 4; k++)
                found += quads[4 * r.names.face[f] + k] == v;
            cr_expect_eq(found, 1, "face %u is not within listed face %u", f, r.names.face[f]);
        }
    audited_free(&r);
}

static const double dented[][3] = {{0, 0, 0}, {1, 0, 0},     {1, 1, 0},
                                   {0, 1, 0}, {0.5, 0.5, 1}, {0.5, 0.5, 0.25}};
static const uint32_t dent[] = {0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4, 0, 1, 5, 1, 2, 5, 2, 3, 5, 3, 0, 5};

Test(hull_audit, refuses_a_dent_or_takes_the_hull_of_it) {
    cld_shape_def def = audited_define(dented, 6);
    def.face_start = threes;
    def.face_vertex = dent;
    def.face_count = 8;
    expect_failure(&def, CLD_NOT_CONVEX, "/faces/4",
                   "not a face of the convex hull: vertex 5 is 0.25 away from the nearest one "
                   "(collide hull --convexify takes the hull)");
    def.convexify = true;
    audited r = audited_make(&def);
    cr_assert_eq(r.status, CLD_OK);
    cr_expect_eq(r.warnings, 4);
    audited_expect_warning(
        &r, 3, "/faces/7",
        "not a face of the convex hull: vertex 5 is 0.25 away from the nearest one; the hull is taken");
    cr_expect(r.names.face == NULL);
    audited_free(&r);
}

Test(hull_audit, refuses_a_face_that_cuts_through_the_hull) {
    uint32_t faces[24];
    memcpy(faces, quads, sizeof faces);
    faces[20] = 0, faces[21] = 2, faces[22] = 6, faces[23] = 4;
    cld_shape_def def = define_cube();
    def.face_vertex = faces;
    audited r = audited_make(&def);
    cr_expect_eq(r.status, CLD_NOT_CONVEX);
    cr_expect_str_eq(r.error.pointer, "/faces/5");
    audited_free(&r);
}

Test(hull_audit, warns_of_vertices_that_repeat_or_are_not_needed) {
    double more[11][3] = {{0}};
    memcpy(more, cube, sizeof cube);
    const double extra[3][3] = {{1, 1, 1}, {0.5, 0.5, 0.5}, {0.5, 0.5, 1}}; // 6 again, inside, on the top
    memcpy(more + 8, extra, sizeof extra);
    cld_shape_def def = define_cube();
    def.points = &more[0][0];
    def.point_count = 11;
    audited r = audited_make(&def);
    cr_assert_eq(r.status, CLD_OK);
    cr_expect_eq(r.warnings, 3);
    audited_expect_warning(&r, 0, "/vertices/8", "coincides with vertex 6");
    audited_expect_warning(&r, 1, "/vertices/9", "no face uses it, and it is no corner of the hull");
    audited_expect_warning(&r, 2, "/vertices/10", "no face uses it, and it is no corner of the hull");
    audited_free(&r);
    def.face_count = def.normal_count = 0; // a point set
    r = audited_make(&def);
    cr_expect(r.status == CLD_OK && r.warnings == 0 && !r.names.face && r.names.edge);
    audited_free(&r);
}

Test(hull_audit, keeps_the_numbers_of_lists_that_are_not_complete) {
    cld_shape_def def = define_cube();
    def.face_count = def.normal_count = 5;
    def.edge_count = 11;
    audited r = audited_make(&def);
    cr_assert_eq(r.status, CLD_OK);
    cr_expect_eq(r.warnings, 2);
    audited_expect_warning(
        &r, 0, "/faces",
        "the hull's face with vertices 0, 4, 7 is not listed; answers name it without a number");
    audited_expect_warning(&r, 1, "/edges",
                           "the hull's edge 3, 7 is not listed; answers name it without a number");
    cr_assert(r.names.face && r.names.edge);
    for (uint32_t f = 0; f < 6; f++) {
        const uint32_t *loop = r.hull->face_vertex + r.hull->face_start[f];
        cr_expect(r.names.face[f] < 5 ? are_same_set(loop, quads + 4 * r.names.face[f], 4)
                                      : r.names.face[f] == CLD_NO_INDEX && are_same_set(loop, quads + 20, 4));
    }
    for (uint32_t e = 0; e < 12; e++)
        cr_expect(r.names.edge[e] < 11 ? are_same_set(r.hull->edge_vertex[e], edges[r.names.edge[e]], 2)
                                       : r.names.edge[e] == CLD_NO_INDEX &&
                                             are_same_set(r.hull->edge_vertex[e], edges[11], 2));
    audited_free(&r);
}

Test(hull_audit, warns_of_a_diagonal_of_a_face_and_refuses_one_of_the_body) {
    uint32_t more[13][2];
    memcpy(more, edges, sizeof edges);
    cld_shape_def def = define_cube();
    def.edge_vertex = (const uint32_t(*)[2])more;
    def.edge_count = 13;
    more[12][0] = 0, more[12][1] = 2;
    audited r = audited_make(&def);
    cr_assert_eq(r.status, CLD_OK);
    cr_expect_eq(r.warnings, 1);
    audited_expect_warning(&r, 0, "/edges/12", "lies on the hull, but is no edge of it");
    cr_expect(r.names.edge != NULL);
    audited_free(&r);
    more[12][1] = 6;
    expect_failure(&def, CLD_NOT_CONVEX, "/edges/12",
                   "not an edge of the convex hull: it runs through the inside "
                   "(collide hull --convexify takes the hull)");
}
