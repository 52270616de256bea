/// Hulls of few points against what Qhull and merging make of the same points.
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "hull/merge.h"
#include "hull/small.h"
#include "support/oracle_hull.h"
#include "support/random.h"

static const double tolerance = 1e-13;

typedef struct point_set {
    uint32_t count;
    cld_vec3 at[CLD_SMALL_MOST];
} point_set;

static cld_loops sorting; // whose loops compare_loops is to compare

static int compare_loops(const void *a, const void *b) {
    uint32_t f = *(const uint32_t *)a, g = *(const uint32_t *)b;
    uint32_t i = sorting.start[f], j = sorting.start[g];
    while (i < sorting.start[f + 1] && j < sorting.start[g + 1] && sorting.vertex[i] == sorting.vertex[j])
        i++, j++;
    bool f_ends = i == sorting.start[f + 1], g_ends = j == sorting.start[g + 1];
    if (f_ends || g_ends)
        return g_ends - f_ends;
    return sorting.vertex[i] < sorting.vertex[j] ? -1 : 1;
}

/// Writes all loops, each from its lowest vertex on and ending in UINT32_MAX, in lexicographic order.
static size_t write_sorted(cld_loops *loops, uint32_t *text) {
    uint32_t order[64], turned[64];
    size_t length = 0;
    for (uint32_t f = 0; f < loops->count; f++) {
        uint32_t start = loops->start[f], size = loops->start[f + 1] - start, lowest = 0;
        for (uint32_t i = 1; i < size; i++)
            lowest = loops->vertex[start + i] < loops->vertex[start + lowest] ? i : lowest;
        for (uint32_t i = 0; i < size; i++)
            turned[i] = loops->vertex[start + (lowest + i) % size];
        memcpy(loops->vertex + start, turned, size * sizeof *turned);
        order[f] = f;
    }
    sorting = *loops;
    qsort(order, loops->count, sizeof *order, compare_loops);
    for (uint32_t i = 0; i < loops->count; i++) {
        for (uint32_t h = loops->start[order[i]]; h < loops->start[order[i] + 1]; h++)
            text[length++] = loops->vertex[h];
        text[length++] = UINT32_MAX;
    }
    return length;
}

/// Whether the hull was found; if so, it is held against the one of qhull.
static bool matches_qhull(const point_set *set, uint64_t seed) {
    cld_loops few, faces;
    if (!cld_small_find(set->at, set->count, tolerance, &few))
        return false;
    cld_loops facets = oracle_hull(set->at, set->count);
    cr_assert_eq(cld_merge_coplanar(set->at, set->count, tolerance, &facets, &faces), CLD_OK, "seed %llu",
                 (unsigned long long)seed);
    uint32_t a[300], b[300];
    size_t count = write_sorted(&few, a);
    cr_assert_eq(write_sorted(&faces, b), count, "seed %llu", (unsigned long long)seed);
    cr_assert_eq(memcmp(a, b, count * sizeof *a), 0, "seed %llu", (unsigned long long)seed);
    cld_loops_destroy(&few);
    cld_loops_destroy(&facets);
    cld_loops_destroy(&faces);
    return true;
}

static void turn(point_set *set, random_state *r) {
    for (int axis = 0; axis < 3; axis++) {
        double angle = random_real(r, 0, 6.283185307179586), c = cos(angle), s = sin(angle);
        for (uint32_t i = 0; i < set->count; i++) {
            cld_vec3 p = set->at[i];
            set->at[i] = (cld_vec3){c * p.y - s * p.z, s * p.y + c * p.z, p.x};
        }
    }
}

static double pick(random_state *r, int steps) { return floor(random_real(r, 0, steps)) / (steps - 1); }

/// Sets with much in common planes and lines: grids, grids a little off, boxes' surfaces, prisms.
static point_set make_set(random_state *r, uint64_t seed) {
    point_set set = {.count = 4 + (uint32_t)random_real(r, 0, CLD_SMALL_MOST - 3)};
    double off = pow(10, random_real(r, -16, -7));
    for (uint32_t i = 0; i < set.count; i++) {
        double p[3];
        for (int k = 0; k < 3; k++)
            p[k] = seed % 4 == 0 ? random_real(r, 0, 1) : pick(r, 2 + (int)(seed / 8 % 4));
        if (seed % 4 == 1)
            p[i % 3] += off * random_real(r, -1, 1);
        if (seed % 4 == 2)
            p[i % 3] = random_real(r, 0, 1);
        set.at[i] = (cld_vec3){p[0], p[1], p[2]};
        if (seed % 4 == 3 && seed % 16 > 8) {
            size_t corner = i / 2, corners = set.count / 2;
            double angle = 6.283185307179586 * (double)corner / (double)corners;
            set.at[i] = (cld_vec3){cos(angle) / 2, sin(angle) / 2, i % 2};
        }
    }
    if (seed % 8 > 3)
        turn(&set, r);
    return set;
}

/// What cld_merge_coplanar expects and cld_small_find does not: no two points within the tolerance.
static bool has_equal_points(const point_set *set) {
    for (uint32_t i = 0; i < set->count; i++)
        for (uint32_t j = 0; j < i; j++) {
            cld_vec3 p = set->at[i], q = set->at[j];
            if (fabs(p.x - q.x) + fabs(p.y - q.y) + fabs(p.z - q.z) < 1e-12)
                return true;
        }
    return false;
}

Test(hull_small, finds_the_faces_that_qhull_and_merging_find_or_none) {
    int found = 0, sets = 0;
    for (uint64_t seed = 0; seed < 20000; seed++) {
        random_state r = random_make(seed);
        point_set set = make_set(&r, seed);
        if (has_equal_points(&set))
            continue;
        sets++;
        found += matches_qhull(&set, seed);
    }
    cr_expect_gt(found, sets / 4, "%d of %d", found, sets);
}

static point_set make_cube(void) {
    point_set set = {.count = 8};
    for (int i = 0; i < 8; i++)
        set.at[i] = (cld_vec3){i & 1, i >> 1 & 1, i >> 2};
    return set;
}

Test(hull_small, knows_a_cube_in_any_position_and_most_points_on_a_sphere) {
    int cubes = 0, spheres = 0;
    for (uint64_t seed = 0; seed < 1000; seed++) {
        random_state r = random_make(seed);
        point_set cube = make_cube(), sphere = {.count = 8};
        turn(&cube, &r);
        cubes += matches_qhull(&cube, seed);
        for (uint32_t i = 0; i < sphere.count; i++) {
            double z = random_real(&r, -0.5, 0.5), angle = random_real(&r, 0, 6.283185307179586),
                   x = sqrt(0.25 - z * z);
            sphere.at[i] = (cld_vec3){x * cos(angle), x * sin(angle), z};
        }
        spheres += matches_qhull(&sphere, seed);
    }
    cr_expect_eq(cubes, 1000);
    cr_expect_gt(spheres, 990);
}

Test(hull_small, leaves_doubt_to_others) {
    cld_loops faces;
    point_set set = make_cube();
    set.at[7].z += 1e-12; // on the top face or above it?
    cr_expect_not(cld_small_find(set.at, set.count, tolerance, &faces));
    set = make_cube();
    set.at[7] = (cld_vec3){1e-11, 0, 0}; // the first point again?
    cr_expect_not(cld_small_find(set.at, set.count, tolerance, &faces));
    set = make_cube();
    cr_expect_not(cld_small_find(set.at, set.count, 1e-9, &faces), "the tolerance is too great");
    cr_expect_not(cld_small_find(set.at, set.count, 1e-16, &faces), "the tolerance is within rounding");
}
