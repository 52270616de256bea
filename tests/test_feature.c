#include <criterion/criterion.h>
#include <math.h>

#include "math/vec.h"
#include "narrow/feature.h"
#include "shape/faces.h"
#include "support/frame.h"
#include "support/generate.h"
#include "support/scatter.h"

/// Whether the first `count` of these vertices are within the slack of the supporting plane.
static bool is_on_plane(const cld_shape *shape, cld_vec3 n, double lowest, const uint32_t *vertex,
                        uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (!(cld_dot(n, cld_cloud_at(&shape->core, vertex[i])) >= lowest))
            return false;
    return true;
}

static uint32_t count_on_plane(const cld_shape *shape, const cld_hull *hull, cld_feature_kind kind,
                               cld_vec3 n, double lowest) {
    uint32_t found = 0;
    for (uint32_t v = 0; kind == CLD_FEATURE_VERTEX && v < hull->vertex_count; v++)
        found += is_on_plane(shape, n, lowest, &hull->vertex[v], 1);
    for (uint32_t e = 0; kind == CLD_FEATURE_EDGE && e < hull->edge_count; e++)
        found += is_on_plane(shape, n, lowest, hull->edge_vertex[e], 2);
    for (uint32_t f = 0; kind == CLD_FEATURE_FACE && f < hull->face_count; f++)
        found += is_on_plane(shape, n, lowest, hull->face_vertex + hull->face_start[f],
                             hull->face_start[f + 1] - hull->face_start[f]);
    return found;
}

/// A shape with its hull, and with its faces where that is solid.
static cld_shape *make_solid(uint64_t seed, cld_solid *solid) {
    test_pair pair;
    pair_make(&pair_families[seed % pair_family_count], seed, &pair);
    cld_shape *shape = frame_make_shape(&pair.a);
    *solid = (cld_solid){.cloud = &shape->core};
    cr_assert_eq(cld_shape_find_hull(shape, &solid->hull, NULL), CLD_OK);
    if (solid->hull->rank == 3)
        cr_assert_eq(cld_shape_find_facets(shape, &solid->facets, NULL), CLD_OK);
    return shape;
}

/// Along the normals of faces and between them, with little slack and with so much that many features are on
/// one plane.
Test(feature, is_alone_only_where_no_other_of_its_kind_is_on_the_plane) {
    uint32_t alone[3] = {0}, others = 0;
    for (uint64_t seed = 0; seed < 600; seed++) {
        cld_solid solid;
        cld_shape *shape = make_solid(seed, &solid);
        const cld_hull *hull = solid.hull;
        const cld_facets *facets = solid.facets;
        for (uint32_t f = 0; facets && f < hull->face_count; f++) {
            cld_vec3 n = cld_facets_normal(facets, f), next = cld_facets_normal(facets, f ? f - 1 : 1);
            n = seed % 3 ? n : cld_add_scaled(n, seed % 2 ? 1 : 0.3, next);
            double length = cld_length(n), slack = (seed % 5 ? 0x1p-34 : 0.25) * shape->reach;
            if (!(length > 0.01))
                continue;
            n = cld_scale(n, 1 / length);
            cld_hull_feature feature =
                cld_find_feature(&solid, n, cld_cloud_find_extreme(solid.cloud, n), slack);
            double lowest = cld_dot(n, cld_cloud_at(&shape->core, feature.farthest)) - slack;
            uint32_t count = count_on_plane(shape, hull, feature.kind, n, lowest);
            cr_expect_geq(count, 1, "seed %llu, face %u", (unsigned long long)seed, f);
            if (feature.is_alone) {
                cr_expect_eq(count, 1, "seed %llu, face %u: %u", (unsigned long long)seed, f, count);
                alone[feature.kind == CLD_FEATURE_FACE ? 2 : feature.kind == CLD_FEATURE_EDGE]++;
            }
            others += count > 1;
        }
        cld_shape_destroy(shape);
    }
    cr_expect(alone[0] > 100 && alone[1] > 100 && alone[2] > 1000, "%u, %u, %u", alone[0], alone[1],
              alone[2]);
    cr_expect_gt(others, 100, "%u", others);
}

/// The first of the faces turned as far towards n as any, but for what rounding may be.
static uint32_t find_first_facing(const cld_facets *facets, cld_vec3 n) {
    uint32_t first = 0;
    double most = -1;
    for (uint32_t f = 0; f < facets->normal.count; f++)
        most = fmax(most, cld_dot(n, cld_facets_normal(facets, f)));
    while (cld_dot(n, cld_facets_normal(facets, first)) < most - 0x1p-40)
        first++;
    return first;
}

static uint32_t find_extreme_face(const cld_facets *facets, cld_vec3 n) {
    uint32_t at = cld_cloud_find_extreme(&facets->normal, n);
    return facets->face ? facets->face[at] : at;
}

/// Halfway between the normals of two faces rounding alone says which of them is turned towards it most.
Test(feature, that_faces_a_direction_is_the_first_of_the_faces_turned_towards_it_most) {
    int earlier = 0;
    for (uint64_t seed = 0; seed < 600; seed++) {
        cld_solid solid;
        cld_shape *shape = make_solid(seed, &solid);
        const cld_facets *facets = solid.facets;
        for (uint32_t f = 1; facets && f < solid.hull->face_count; f++) {
            cld_vec3 n = cld_add(cld_facets_normal(facets, f - 1), cld_facets_normal(facets, f));
            if (!(cld_length(n) > 0.01))
                continue;
            n = cld_unit(n);
            uint32_t expected = find_first_facing(facets, n);
            cr_expect_eq(cld_find_facing(&solid, n), expected, "seed %llu, face %u", (unsigned long long)seed,
                         f);
            earlier += expected < find_extreme_face(facets, n);
        }
        cld_shape_destroy(shape);
    }
    cr_expect_gt(earlier, 100, "%d", earlier);
}

/// The two upper faces of a tent that is so low that rounding alone says which is turned up more, with
/// normals in two forms.
Test(feature, of_faces_alike_on_the_plane_is_the_first) {
    int earlier = 0;
    for (uint64_t seed = 0; seed < 500; seed++) {
        random_state r = random_make(seed);
        double turn[3][3], low = -ldexp(1, -36);
        point_set tent = {4, {{0, -1, 0}, {0, 1, 0}, {-1, 0, low}, {1, 0, low}}};
        random_rotation(&r, turn);
        solid_rotate(&tent, turn);
        cld_vec3 n = cld_unit(cld_vec3_make(turn[0][2], turn[1][2], turn[2][2])), memory[32], *next = memory;
        cld_shape *shape = frame_make_shape(&tent);
        cld_solid solid = {.cloud = &shape->core}, with_normals;
        cr_assert_eq(cld_shape_find_hull(shape, &solid.hull, NULL), CLD_OK);
        cr_assert_eq(solid.hull->rank, 3);
        cr_assert_eq(cld_shape_find_facets(shape, &solid.facets, NULL), CLD_OK);
        with_normals = cld_solid_make(&shape->core, solid.hull, false, &next);
        uint32_t expected = find_first_facing(solid.facets, n);
        for (int i = 0; i < 2; i++) {
            cld_hull_feature feature = cld_find_feature(i ? &with_normals : &solid, n,
                                                        cld_cloud_find_extreme(&shape->core, n), 0x1p-34);
            cr_expect_eq(feature.kind, CLD_FEATURE_FACE);
            cr_expect_eq(feature.index, expected, "seed %llu: face %u, not %u", (unsigned long long)seed,
                         feature.index, expected);
        }
        earlier += expected < find_extreme_face(solid.facets, n);
        cld_shape_destroy(shape);
    }
    cr_expect_gt(earlier, 50, "%d", earlier);
}

/// Along normals and any directions, of hulls whose normals are spread, or crowd in few slices.
Test(feature, that_faces_a_direction_is_found_in_slices_as_among_all_faces) {
    static double points[SCATTER_MOST][3];
    random_state r = random_make(5);
    uint32_t sliced = 0;
    for (int trial = 0; trial < 40; trial++) {
        size_t count =
            trial % 2 ? scatter_crowd(&r, trial / 2, points) : scatter_points(&r, trial / 2, points);
        cld_shape *shape = scatter_make_hull((const double(*)[3])points, count);
        cld_solid solid = {.cloud = &shape->core};
        cr_assert_eq(cld_shape_find_hull(shape, &solid.hull, NULL), CLD_OK);
        if (solid.hull->rank == 3) {
            cr_assert_eq(cld_shape_find_facets(shape, &solid.facets, NULL), CLD_OK);
            for (int i = 0; i < 1000; i++) {
                uint32_t face = (uint32_t)random_int(&r, 0, (int)solid.hull->face_count - 1);
                cld_vec3 n = cld_facets_normal(solid.facets, face);
                n = i % 2 && cld_length(n) > 0 ? n : cld_unit(scatter_direction(&r, i));
                cr_assert_eq(cld_find_facing(&solid, n), find_first_facing(solid.facets, n), "trial %d, %d",
                             trial, i);
            }
            sliced += solid.facets->face != NULL;
        }
        cld_shape_destroy(shape);
    }
    cr_expect_gt(sliced, 20, "%u", sliced);
}
