/// Lists of hulls without a volume.
#include <criterion/criterion.h>

#include "support/audited.h"

static const double square[][3] = {{0, 0, 3}, {2, 0, 3}, {2, 1, 3}, {0, 1, 3}};
static const double normals[][3] = {{0, 0, -1}, {0, 0, 1}};
static const uint32_t fours[] = {0, 4, 8};
static const uint32_t edges[][2] = {{0, 1}, {1, 2}, {2, 3}, {3, 0}};

Test(hull_audit_flat, gives_both_sides_the_name_of_the_one_face) {
    cld_shape_def def = audited_define(square, 4);
    def.face_start = fours;
    def.face_vertex = (const uint32_t[]){0, 1, 2, 3};
    def.face_count = def.normal_count = 1;
    def.edge_vertex = edges;
    def.edge_count = 4;
    for (int side = 0; side < 2; side++) {
        def.normals = normals[side];
        audited r = audited_make(&def);
        cr_expect(r.status == CLD_OK && r.warnings == 0);
        cr_assert(r.names.face && r.names.edge);
        cr_expect(r.names.face[0] == 0 && r.names.face[1] == 0);
        cr_expect(r.names.edge[0] == 0 && r.names.edge[1] == 3 && r.names.edge[2] == 1 &&
                  r.names.edge[3] == 2);
        audited_free(&r);
    }
}

Test(hull_audit_flat, names_each_side_by_the_face_that_is_turned_there) {
    cld_shape_def def = audited_define(square, 4);
    def.face_start = fours, def.face_count = 2;
    def.face_vertex = (const uint32_t[]){0, 1, 2, 3, 3, 2, 1, 0};
    for (size_t given = 0; given < 2; given++) {
        def.normals = given ? normals[0] : NULL; // down, then up: against the winding
        def.normal_count = 2 * given;
        audited r = audited_make(&def);
        cr_assert(r.status == CLD_OK && r.warnings == 0 && r.names.face);
        cr_expect(r.names.face[0] == given && r.names.face[1] != given); // the hull's own is up first
        audited_free(&r);
    }
}

Test(hull_audit_flat, warns_of_faces_of_a_straight_set) {
    const double line[][3] = {{0, 0, 0}, {1, 1, 1}, {3, 3, 3}};
    cld_shape_def def = audited_define(line, 3);
    def.face_start = (const uint32_t[]){0, 3};
    def.face_vertex = (const uint32_t[]){0, 1, 2};
    def.face_count = 1;
    def.edge_vertex = (const uint32_t[][2]){{1, 2}, {0, 1}};
    def.edge_count = 2;
    audited r = audited_make(&def);
    cr_assert_eq(r.status, CLD_OK);
    cr_expect_eq(r.warnings, 1);
    audited_expect_warning(&r, 0, "/faces", "the vertices lie on a straight line: there are no faces");
    cr_assert(r.names.edge && !r.names.face);
    cr_expect_eq(r.names.edge[0], 0);
    audited_free(&r);
}
