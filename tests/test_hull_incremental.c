/// Triangles around points, held against whole numbers of any length and against Qhull.
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

#include "collide/vec.h"
#include "hull/incremental.h"
#include "support/cloud.h"
#include "support/exact.h"
#include "support/oracle_hull.h"
#include "support/random.h"

static int compare_numbers(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/// The vertices of some loops, ascending, each once; returns how many.
static uint32_t list_vertices(const cld_loops *loops, uint32_t *vertex) {
    uint32_t total = loops->start[loops->count], count = 0;
    for (uint32_t h = 0; h < total; h++)
        vertex[h] = loops->vertex[h];
    qsort(vertex, total, sizeof *vertex, compare_numbers);
    for (uint32_t h = 0; h < total; h++)
        if (h == 0 || vertex[h] != vertex[h - 1])
            vertex[count++] = vertex[h];
    return count;
}

/// Whether the triangles are one closed surface: by Euler's formula, v vertices have 2 v - 4.
static bool is_closed(const cld_loops *triangles) {
    uint32_t total = 3 * triangles->count,
             *room = malloc((5 * (size_t)total + cloud.count + 1) * sizeof *room);
    bool closed = cld_loops_pair(triangles, (uint32_t)cloud.count, room, room + total);
    closed = closed && triangles->count == 2 * list_vertices(triangles, room) - 4;
    free(room);
    return closed;
}

static void set_point(exact_vec *v, uint32_t i) {
    for (int k = 0; k < 3; k++)
        exact_set(v->c[k], rint(cloud.at[i][k] * 0x1p100), 0);
}

/// Whether a triangle has an area, and no point of the set, rounded as promised, is above it.
static bool is_outermost(const uint32_t corner[3]) {
    exact_vec a, b, c, normal, p;
    mpz_t height;
    mpz_init(height);
    exact_vec *all[] = {&a, &b, &c, &normal, &p};
    for (int i = 0; i < 5; i++)
        exact_vec_init(all[i]);
    set_point(&a, corner[0]);
    set_point(&b, corner[1]);
    set_point(&c, corner[2]);
    exact_sub(&b, &b, &a);
    exact_sub(&c, &c, &a);
    exact_cross(&normal, &b, &c);
    exact_dot(height, &normal, &normal);
    bool is_right = mpz_sgn(height) > 0;
    for (uint32_t i = 0; is_right && i < cloud.count; i++) {
        set_point(&p, i);
        exact_sub(&p, &p, &a);
        exact_dot(height, &normal, &p);
        is_right = mpz_sgn(height) <= 0;
    }
    for (int i = 0; i < 5; i++)
        exact_vec_clear(all[i]);
    mpz_clear(height);
    return is_right;
}

static void check_triangles(uint64_t seed) {
    cld_loops triangles;
    cr_assert_eq(cld_incremental_find(cloud.at, (uint32_t)cloud.count, &triangles), CLD_OK, "seed %llu",
                 (unsigned long long)seed);
    cr_assert(is_closed(&triangles), "seed %llu", (unsigned long long)seed);
    for (uint32_t t = 0; t < triangles.count; t++)
        cr_assert(is_outermost(triangles.vertex + triangles.start[t]), "triangle %u of seed %llu", t,
                  (unsigned long long)seed);
    cld_loops_destroy(&triangles);
}

/// Points on the flat sides of a prism, as nearly as rounding lets them.
static void add_drum(random_state *r, int sides) {
    cloud_add_prism(sides);
    for (int i = 0; i < sides; i++) {
        const double *p = cloud.at[2 * i], *q = cloud.at[2 * ((i + 1) % sides)];
        double t = random_real(r, 0, 1);
        cloud_add(p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1]), random_real(r, 0, 1));
    }
}

/// On a circle, and one point a little above its middle.
static void add_tent(random_state *r, int corners) {
    cloud_add_prism(corners);
    cloud_add(0, 0, 1 + random_power_of_ten(r, -16, -8));
}

/// On a curve that no plane meets in more than three points: its hull has them all.
static void add_moments(int count) {
    for (int i = 0; i < count; i++) {
        double t = (double)i / count;
        cloud_add(t, t * t, t * t * t);
    }
}

Test(hull_incremental, leaves_no_point_above_a_triangle_of_a_closed_surface) {
    uint64_t trials = random_trials(350);
    for (uint64_t seed = 0; seed < trials; seed++) {
        random_state r = random_make(seed);
        int count = random_int(&r, 5, 60);
        cloud.count = 0;
        switch (seed % 7) {
        case 0: cloud_add_random(&r, count); break;
        case 1: cloud_add_sphere(&r, count); break;
        case 2: cloud_add_covered_cube(&r, count); break;
        case 3: add_drum(&r, count); break;
        case 4: add_tent(&r, count); break;
        case 5: add_moments(count); break;
        default: cloud_add_grid(random_int(&r, 2, 4)); cloud_stretch(0.4, 0.3, 0.2);
        }
        if (random_one_in(&r, 3))
            cloud_shake(&r, random_power_of_ten(&r, -16, -6));
        if (random_one_in(&r, 3)) {
            cloud_stretch(0.5, 0.5, 0.5);
            cloud_turn(&r);
        }
        if (random_one_in(&r, 4))
            cloud_add(cloud.at[0][0], cloud.at[0][1], cloud.at[0][2]);
        check_triangles(seed);
    }
}

Test(hull_incremental, has_the_vertices_that_qhull_finds) {
    for (uint64_t seed = 0; seed < 100; seed++) {
        random_state r = random_make(seed);
        static cld_vec3 at[3000];
        static uint32_t ours[20000], theirs[20000];
        cloud.count = 0;
        if (seed % 2)
            cloud_add_sphere(&r, random_int(&r, 4, 1000));
        else
            cloud_add_random(&r, random_int(&r, 4, 3000));
        for (size_t i = 0; i < cloud.count; i++)
            at[i] = (cld_vec3){cloud.at[i][0], cloud.at[i][1], cloud.at[i][2]};
        cld_loops triangles, facets = oracle_hull(at, (uint32_t)cloud.count);
        cr_assert_eq(cld_incremental_find(cloud.at, (uint32_t)cloud.count, &triangles), CLD_OK);
        uint32_t count = list_vertices(&triangles, ours);
        cr_assert_eq(list_vertices(&facets, theirs), count, "seed %llu", (unsigned long long)seed);
        for (uint32_t i = 0; i < count; i++)
            cr_assert_eq(ours[i], theirs[i], "seed %llu", (unsigned long long)seed);
        cld_loops_destroy(&triangles);
        cld_loops_destroy(&facets);
    }
}

Test(hull_incremental, refuses_points_on_one_plane) {
    static double equal[5][3] = {{0.5, -0.0, 1}, {0.5, 0, 1}, {0.5, 0, 1}, {0.5, 0, 1}, {0.5, 0x1p-110, 1}};
    static double straight[5][3] = {{-1, -1, -1}, {0, 0, 0}, {1, 1, 1}, {0.5, 0.5, 0.5}, {0.75, 0.75, 0.75}};
    static double flat[5][3] = {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}, {0.25, 0.25, 0.5}, {0.5, 0.5, 0}};
    double(*const sets[])[3] = {equal, straight, flat};
    for (int i = 0; i < 3; i++) {
        cld_loops triangles;
        cr_expect_eq(cld_incremental_find(sets[i], 5, &triangles), CLD_NOT_CONVEX, "set %d", i);
        cr_expect_null(triangles.start, "set %d", i);
    }
}

Test(hull_incremental, takes_what_is_a_step_of_its_grid_off_a_plane_for_solid) {
    double points[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.25, 0.25, 0x1p-100}};
    cld_loops triangles;
    cr_assert_eq(cld_incremental_find(points, 4, &triangles), CLD_OK);
    cr_expect_eq(triangles.count, 4);
    cld_loops_destroy(&triangles);
}
