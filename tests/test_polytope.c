#include <criterion/criterion.h>
#include <stdlib.h>

#include "math/vec.h"
#include "narrow/polytope.h"
#include "support/frame.h"

/// Every side of a living face runs against the side across, so the surface is closed; V - E + F = 2, so it
/// is one sphere.
static void expect_closed(const cld_polytope *p, const char *what, int trial) {
    size_t faces = 0, corners = 0;
    bool used[256] = {false};
    for (uint32_t i = 0; i < p->face_count; i++) {
        const cld_polytope_face *f = &p->face[i];
        if (!f->alive)
            continue;
        faces++;
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t other = f->across[k], from = f->corner[k], to = f->corner[(k + 1) % 3];
            const cld_polytope_face *g = &p->face[other / 3];
            cr_assert(g->alive, "%s, trial %d: a dead neighbour", what, trial);
            cr_expect_eq(g->across[other % 3], 3 * i + k, "%s, trial %d: not each other's", what, trial);
            cr_expect(g->corner[other % 3] == to && g->corner[(other % 3 + 1) % 3] == from, "%s, trial %d",
                      what, trial);
            corners += !used[from];
            used[from] = true;
        }
    }
    cr_expect_eq(corners + faces, faces / 2 * 3 + 2, "%s, trial %d: %zu faces, %zu corners", what, trial,
                 faces, corners);
    cr_expect_eq(faces % 2, 0);
}

/// No corner is in front of a face by more than `limit`.
static void expect_convex(const cld_polytope *p, double limit, const char *what, int trial) {
    for (uint32_t i = 0; i < p->face_count; i++)
        for (size_t v = 0; v < p->vertex_count && p->face[i].alive && p->face[i].offset < INFINITY; v++) {
            double above = cld_dot(p->face[i].normal, p->vertex[v].w) - p->face[i].offset;
            cr_expect_leq(above, limit, "%s, trial %d: a corner is %g in front", what, trial, above);
        }
}

/// The nearest face is what a scan finds, and the list has the living ones.
static void expect_order(cld_polytope *p, const char *what, int trial) {
    double least = INFINITY;
    size_t living = 0;
    for (uint32_t i = 0; i < p->face_count; i++)
        if (p->face[i].alive) {
            least = fmin(least, p->face[i].offset);
            living++;
        }
    uint32_t nearest = cld_polytope_find_nearest(p);
    cr_assert_neq(nearest, CLD_NO_INDEX, "%s, trial %d", what, trial);
    cr_expect(p->face[nearest].alive && p->face[nearest].offset == least, "%s, trial %d: %g, not %g", what,
              trial, p->face[nearest].offset, least);
    uint32_t corner[3 * 256];
    cr_expect_eq(cld_polytope_list(p, corner), living);
}

static bool find_tetrahedron(const test_frame *f, cld_cso_vertex corner[4]) {
    for (uint32_t i = 3; i < f->cso.a.cloud.count; i++) {
        for (uint32_t k = 0; k < 4; k++)
            corner[k] = cld_cso_vertex_at(&f->cso, k < 3 ? k : i, 0);
        cld_vec3 o = corner[0].w;
        cld_vec3 n = cld_cross(cld_sub(corner[1].w, o), cld_sub(corner[2].w, o));
        if (fabs(cld_dot(n, cld_sub(corner[3].w, o))) > 1e-12)
            return true;
    }
    return false;
}

/// Adds vertex `at` if a face sees it clearly; false when memory runs out.
static bool add(cld_polytope *p, const cld_cso *cso, uint32_t at) {
    cld_cso_vertex v = cld_cso_vertex_at(cso, at, 0);
    for (uint32_t i = 0; i < p->face_count; i++)
        if (p->face[i].alive && cld_dot(p->face[i].normal, v.w) - p->face[i].offset > 1e-12)
            return cld_polytope_add(p, cso, i, &v);
    return true;
}

/// Builds the hull of a set vertex by vertex, and looks at it after each.
static void expect_sound_growth(const point_set *set, const char *what, int trial) {
    const point_set origin = {.count = 1};
    test_frame f = frame_make(set, &origin);
    cld_polytope p = {0};
    cld_cso_vertex corner[4];
    if (find_tetrahedron(&f, corner)) {
        cr_assert(cld_polytope_begin(&p, &f.cso, corner));
        expect_closed(&p, what, trial);
        for (uint32_t i = 0; i < f.cso.a.cloud.count; i++) {
            cr_assert(add(&p, &f.cso, i));
            expect_closed(&p, what, trial);
            expect_convex(&p, 1e-12, what, trial);
            expect_order(&p, what, trial);
        }
        for (uint32_t i = 0; i < f.cso.a.cloud.count; i++) { // and all of the set is in it
            cld_vec3 w = cld_cso_vertex_at(&f.cso, i, 0).w;
            for (uint32_t k = 0; k < p.face_count; k++)
                if (p.face[k].alive && p.face[k].offset < INFINITY)
                    cr_expect_leq(cld_dot(p.face[k].normal, w), p.face[k].offset + 2e-12, "%s, trial %d",
                                  what, trial);
        }
    }
    cld_polytope_free(&p);
    frame_free(&f);
}

Test(polytope, grows_into_the_hull_of_random_points) {
    for (int trial = 0; trial < 500; trial++) {
        random_state r = random_make((uint64_t)trial);
        point_set s = {0};
        for (int i = 0; i < 16; i++)
            solid_add(&s, random_real(&r, -1, 1), random_real(&r, -1, 1), random_real(&r, -1, 1));
        expect_sound_growth(&s, "random", trial);
    }
}

Test(polytope, stays_closed_over_coplanar_collinear_and_repeated_points) {
    for (int trial = 0; trial < 1500; trial++) {
        random_state r = random_make((uint64_t)trial);
        point_set s = {0};
        for (int i = 0; i < 16; i++)
            solid_add(&s, random_int(&r, -1, 1), random_int(&r, -1, 1), random_int(&r, -1, 1));
        expect_sound_growth(&s, "grid", trial);
    }
}

Test(polytope, stays_closed_over_nearly_coplanar_points) {
    for (int trial = 0; trial < 500; trial++) {
        random_state r = random_make((uint64_t)trial);
        point_set s = {0};
        double thin = random_power_of_ten(&r, -17, -8);
        for (int i = 0; i < 16; i++)
            solid_add(&s, random_int(&r, -2, 2) + thin * random_short(&r),
                      random_int(&r, -2, 2) + thin * random_short(&r),
                      random_int(&r, 0, 1) + thin * random_short(&r));
        const point_set origin = {.count = 1};
        test_frame f = frame_make(&s, &origin);
        cld_polytope p = {0};
        cld_cso_vertex corner[4];
        if (find_tetrahedron(&f, corner)) {
            cr_assert(cld_polytope_begin(&p, &f.cso, corner));
            for (uint32_t i = 0; i < f.cso.a.cloud.count; i++) {
                cr_assert(add(&p, &f.cso, i));
                expect_order(&p, "nearly flat", trial);
            }
        }
        cld_polytope_free(&p);
        frame_free(&f);
    }
}

Test(polytope, begins_with_a_tetrahedron_of_either_orientation) {
    point_set s = {0}, origin = {.count = 1};
    solid_add(&s, 1, 1, 1), solid_add(&s, 1, -1, -1), solid_add(&s, -1, 1, -1), solid_add(&s, -1, -1, 1);
    test_frame f = frame_make(&s, &origin);
    const uint32_t orders[4][4] = {{0, 1, 2, 3}, {0, 2, 1, 3}, {3, 2, 1, 0}, {1, 0, 3, 2}};
    cld_polytope p = {0};
    for (int i = 0; i < 4; i++) {
        cld_cso_vertex corner[4];
        for (int k = 0; k < 4; k++)
            corner[k] = cld_cso_vertex_at(&f.cso, orders[i][k], 0);
        cr_assert(cld_polytope_begin(&p, &f.cso, corner)); // also again in the same memory
        expect_closed(&p, "regular", i);
        for (int k = 0; k < 4; k++) {
            cr_expect_float_eq(p.face[k].offset, 1 / sqrt(3), 1e-15, "order %d", i);
            cr_expect_float_eq(cld_length(p.face[k].normal), 1, 1e-15);
        }
    }
    cld_polytope_free(&p);
    frame_free(&f);
}

Test(polytope, a_face_without_area_is_never_the_nearest) {
    point_set s = {0}, origin = {.count = 1};
    solid_add(&s, 0, 0, 0), solid_add(&s, 1, 0, 0), solid_add(&s, 2, 0, 0), solid_add(&s, 0, 1, 0);
    test_frame f = frame_make(&s, &origin);
    cld_cso_vertex corner[4];
    for (uint32_t k = 0; k < 4; k++)
        corner[k] = cld_cso_vertex_at(&f.cso, k, 0);
    cld_polytope p = {0};
    cr_assert(cld_polytope_begin(&p, &f.cso, corner));
    expect_closed(&p, "flat", 0);
    uint32_t nearest = cld_polytope_find_nearest(&p);
    cr_assert_neq(nearest, CLD_NO_INDEX);
    cr_expect_lt(p.face[nearest].offset, INFINITY);
    corner[3] = corner[1]; // now all four are in line
    cr_assert(cld_polytope_begin(&p, &f.cso, corner));
    cr_expect_eq(cld_polytope_find_nearest(&p), CLD_NO_INDEX);
    cld_polytope_free(&p);
    frame_free(&f);
}
