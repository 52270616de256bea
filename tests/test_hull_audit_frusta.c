/// Lists of faces and edges of frusta whose coordinates were rounded.

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support/audited.h"
#include "support/random.h"

enum { MOST_SIDES = 9, MOST_CORNERS = 6 * MOST_SIDES };

/// A frustum, with quadrilaterals or pairs of triangles around it, and its true edges.
typedef struct frustum {
    double points[2 * MOST_SIDES][3];
    uint32_t start[2 * MOST_SIDES + 3], vertex[2 * MOST_CORNERS], edges[3 * MOST_SIDES][2];
    cld_shape_def def;
} frustum;

static void add_face(frustum *f, const uint32_t *vertex, uint32_t count, bool reversed) {
    uint32_t *end = &f->start[f->def.face_count];
    for (uint32_t i = 0; i < count; i++)
        f->vertex[end[0] + i] = vertex[reversed ? count - 1 - i : i];
    end[1] = end[0] + count;
    f->def.face_count++;
}

static void make_frustum(random_state *r, bool in_triangles, frustum *f) {
    uint32_t sides = (uint32_t)random_int(r, 4, MOST_SIDES), base[MOST_SIDES], top[MOST_SIDES];
    double height = random_power_of_ten(r, -1, 1), narrow = random_real(r, 0.002, 1), m[3][3],
           grid = power_of_ten(random_int(r, 7, 15));
    random_rotation(r, m);
    f->def = audited_define((const double(*)[3])f->points, 2 * (size_t)sides);
    for (uint32_t i = 0; i < 2 * sides; i++) {
        double turn = 2 * 3.141592653589793 * (i % sides) / sides, wide = i < sides ? 1 : narrow;
        const double own[3] = {wide * cos(turn), wide * sin(turn), i < sides ? 0 : height};
        for (int k = 0; k < 3; k++)
            f->points[i][k] = rint((m[k][0] * own[0] + m[k][1] * own[1] + m[k][2] * own[2]) * grid) / grid;
    }
    f->start[0] = 0;
    for (uint32_t i = 0; i < sides; i++) {
        uint32_t next = (i + 1) % sides;
        const uint32_t side[4] = {i, next, sides + next, sides + i}, first[3] = {i, next, sides + next},
                       second[3] = {i, sides + next, sides + i},
                       ends[3][2] = {{i, next}, {sides + i, sides + next}, {i, sides + i}};
        base[i] = i, top[i] = sides + i;
        add_face(f, in_triangles ? first : side, in_triangles ? 3 : 4, random_one_in(r, 2));
        if (in_triangles)
            add_face(f, second, 3, random_one_in(r, 2));
        memcpy(f->edges[3 * i], ends, sizeof ends);
    }
    add_face(f, base, sides, random_one_in(r, 2));
    add_face(f, top, sides, random_one_in(r, 2));
    f->def.face_start = f->start;
    f->def.face_vertex = f->vertex;
    f->def.edge_vertex = (const uint32_t(*)[2])f->edges;
    f->def.edge_count = 3 * (size_t)sides;
}

Test(hull_audit_frusta, are_listed_by_their_true_edges_also_where_sides_are_bent_triangles) {
    random_state r = random_make(1);
    for (uint64_t i = 0; i < random_trials(1000); i++) {
        frustum f;
        make_frustum(&r, random_one_in(&r, 2), &f);
        audited a = audited_make(&f.def);
        cr_expect_eq(a.status, CLD_OK);
        cr_expect_eq(a.warnings, 0, "trial %d: %s: %s", (int)i, a.warning[0].pointer, a.warning[0].message);
        audited_free(&a);
    }
}

/// Of a narrow frustum the small part of a bow tie is seen from the large one's middle under a small angle.
Test(hull_audit_frusta, have_no_two_neighbours_exchanged_in_a_face_unnoticed) {
    random_state r = random_make(2);
    for (uint64_t i = 0; i < random_trials(1000); i++) {
        frustum f;
        char pointer[32];
        make_frustum(&r, false, &f);
        uint32_t face = (uint32_t)random_int(&r, 0, (int)f.def.face_count - 1), first = f.start[face],
                 count = f.start[face + 1] - first, at = (uint32_t)random_int(&r, 0, (int)count - 1),
                 *p = &f.vertex[first + at], *q = &f.vertex[first + (at + 1) % count], kept = *p;
        *p = *q;
        *q = kept;
        audited a = audited_make(&f.def);
        snprintf(pointer, sizeof pointer, "/faces/%u", face);
        cr_assert_eq(a.status, CLD_OK);
        cr_assert_eq(a.warnings, 1, "trial %d", (int)i);
        audited_expect_warning(&a, 0, pointer, "the vertices are not in cyclic order");
        audited_free(&a);
    }
}
