#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "collide/hull.h"
#include "support/cloud.h"

/// Builds the hull of the set, checks all laws and the counts.
static void expect_solid(uint32_t vertices, uint32_t edges, uint32_t faces) {
    cld_hull *hull = cloud_build();
    cr_assert_eq(hull->rank, 3);
    cloud_check_hull(hull, 0);
    cr_expect_eq(hull->vertex_count, vertices, "%u vertices", hull->vertex_count);
    cr_expect_eq(hull->edge_count, edges, "%u edges", hull->edge_count);
    cr_expect_eq(hull->face_count, faces, "%u faces", hull->face_count);
    cld_hull_destroy(hull);
}

static void expect_law(uint64_t seed) {
    cld_hull *hull = cloud_build();
    cloud_check_hull(hull, seed);
    cld_hull_destroy(hull);
}

static void expect_numbers(const uint32_t *got, const uint32_t *expected, size_t count) {
    for (size_t i = 0; i < count; i++)
        cr_expect_eq(got[i], expected[i], "at %zu: %u, not %u", i, got[i], expected[i]);
}

Test(hull, of_a_cube_has_six_squares_in_canonical_order) {
    cloud.count = 0;
    cloud_add_cube(-1, 1);
    cld_hull *hull = cloud_build();
    cloud_check_hull(hull, 0);
    const uint32_t start[] = {0, 4, 8, 12, 16, 20, 24};
    const uint32_t loops[] = {0, 1, 5, 4, 0, 2, 3, 1, 0, 4, 6, 2, 1, 3, 7, 5, 2, 6, 7, 3, 4, 5, 7, 6};
    const uint32_t edges[] = {0, 1, 0, 2, 0, 4, 1, 3, 1, 5, 2, 3, 2, 6, 3, 7, 4, 5, 4, 6, 5, 7, 6, 7};
    const double normals[][3] = {{0, -1, 0}, {0, 0, -1}, {-1, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    cr_assert_eq(hull->face_count, 6);
    cr_assert_eq(hull->edge_count, 12);
    expect_numbers(hull->face_start, start, 7);
    expect_numbers(hull->face_vertex, loops, 24);
    expect_numbers(&hull->edge_vertex[0][0], edges, 24);
    for (int f = 0; f < 6; f++) {
        cld_vec3 n = hull->face_normal[f];
        cr_expect(n.x == normals[f][0] && n.y == normals[f][1] && n.z == normals[f][2], "normal %d", f);
        cr_expect_not(signbit(n.x) && n.x == 0, "a negative zero in normal %d", f);
    }
    cld_hull_destroy(hull);
}

Test(hull, of_known_solids_has_their_vertices_edges_and_faces) {
    cloud.count = 0;
    for (int k = 0; k < 6; k++)
        cloud_add(k == 0 ? 1 : k == 1 ? -1 : 0, k == 2 ? 1 : k == 3 ? -1 : 0, k == 4 ? 1 : k == 5 ? -1 : 0);
    expect_solid(6, 12, 8);
    cloud.count = 0;
    cloud_add_prism(12);
    expect_solid(24, 36, 14);
    cloud.count = 0; // a brush of a level: a wedge cut at one corner
    const double brush[][3] = {{-336, 1360, 144}, {-336, 1360, 160}, {-336, 1472, 144}, {-336, 1472, 160},
                               {-328, 1360, 144}, {-328, 1472, 144}, {-332, 1360, 160}, {-332, 1472, 160},
                               {-328, 1360, 152}, {-328, 1472, 152}};
    for (size_t i = 0; i < sizeof brush / sizeof *brush; i++)
        cloud_add(brush[i][0], brush[i][1], brush[i][2]);
    expect_solid(10, 15, 7);
}

Test(hull, merges_what_is_coplanar_and_drops_what_is_inside_faces_and_edges) {
    random_state r = random_make(1);
    for (int n = 2; n <= 12; n++)
        for (int turned = 0; turned < 4; turned++) {
            cloud.count = 0;
            cloud_add_grid(n);
            if (turned)
                cloud_turn(&r);
            expect_solid(8, 12, 6);
        }
    for (int i = 0; i < 20; i++) {
        cloud.count = 0;
        cloud_add_covered_cube(&r, 10 << i % 8);
        cloud_turn(&r);
        expect_solid(8, 12, 6);
    }
}

/// A point of the top that is just inside of an edge lies on the plane of the bottom, too.
Test(hull, merges_no_facets_of_the_two_sides_of_a_thin_solid) {
    static const double plan[][2] = {{8, 7}, {2, 1}, {0, 1}, {12, 4}, {3, 11}};
    for (int e = 33; e <= 42; e++) {
        cloud.count = 0;
        for (int i = 0; i < 5; i++)
            cloud_add(plan[i][0], plan[i][1], i == 1 ? -ldexp(1, -e) : 0);
        expect_solid(4, 6, 4);
    }
}

Test(hull, finds_faces_whose_coordinates_were_rounded_far_from_the_origin) {
    random_state r = random_make(2);
    for (int e = 0; e <= 14; e++) {
        double far = power_of_ten(e);
        cloud.count = 0;
        cloud_add_grid(3);
        cloud_turn(&r);
        cloud_move(far, -0.7 * far, 0.3 * far);
        expect_solid(8, 12, 6);
        cloud.count = 0;
        cloud_add_prism(12);
        cloud_turn(&r);
        cloud_move(far, -0.7 * far, 0.3 * far);
        expect_solid(24, 36, 14);
    }
}

Test(hull, uses_the_lowest_of_equal_points) {
    cloud.count = 0;
    for (int i = 0; i < 3; i++)
        cloud_add_cube(0, 1);
    cld_hull *hull = cloud_build();
    cloud_check_hull(hull, 0);
    const uint32_t lowest[] = {0, 1, 2, 3, 4, 5, 6, 7};
    cr_assert_eq(hull->vertex_count, 8);
    expect_numbers(hull->vertex, lowest, 8);
    cld_hull_destroy(hull);
}

Test(hull, of_a_flat_set_is_one_loop_seen_from_both_sides) {
    cloud.count = 0;
    const double square[][2] = {{1, 1}, {0, 0}, {0.5, 0.5}, {1, 0}, {0.5, 0}, {0, 1}, {0, 0}};
    for (size_t i = 0; i < 7; i++)
        cloud_add(square[i][0], square[i][1], 5);
    cld_hull *hull = cloud_build();
    cr_assert_eq(hull->rank, 2);
    cloud_check_hull(hull, 0);
    const uint32_t loops[] = {0, 3, 1, 5, 0, 5, 1, 3}, edges[] = {0, 3, 0, 5, 1, 3, 1, 5};
    const uint32_t sides[] = {0, 1, 1, 0, 1, 0, 0, 1};
    cr_assert_eq(hull->face_count, 2);
    cr_assert_eq(hull->edge_count, 4);
    expect_numbers(hull->face_vertex, loops, 8);
    expect_numbers(&hull->edge_vertex[0][0], edges, 8);
    expect_numbers(&hull->edge_face[0][0], sides, 8);
    cr_expect(hull->face_normal[0].z == -1 && hull->face_normal[1].z == 1);
    cld_hull_destroy(hull);
}

Test(hull, of_a_straight_set_is_an_edge_and_of_a_point_nothing) {
    cloud.count = 0;
    cloud_add(1, 1, 1), cloud_add(3, 3, 3), cloud_add(0, 0, 0), cloud_add(2, 2, 2), cloud_add(3, 3, 3);
    cld_hull *hull = cloud_build();
    cr_assert(hull->rank == 1 && hull->vertex_count == 2 && hull->edge_count == 1 && hull->face_count == 0);
    cr_expect(hull->vertex[0] == 1 && hull->vertex[1] == 2);
    cr_expect(hull->edge_vertex[0][0] == 1 && hull->edge_vertex[0][1] == 2);
    cr_expect(hull->edge_face[0][0] == CLD_NO_INDEX && hull->edge_face[0][1] == CLD_NO_INDEX);
    cld_hull_destroy(hull);
    cloud.count = 0;
    cloud_add(7, -1, 1e100), cloud_add(7, -1, 1e100);
    hull = cloud_build();
    cr_assert(hull->rank == 0 && hull->vertex_count == 1 && hull->edge_count == 0 && hull->face_count == 0);
    cr_expect_eq(hull->vertex[0], 0);
    cld_hull_destroy(hull);
}

Test(hull, keeps_all_laws_on_random_sets) {
    for (uint64_t seed = 1; seed <= 300; seed++) {
        random_state r = random_make(seed);
        cloud.count = 0;
        cloud_add_random(&r, random_int(&r, 4, 40));
        expect_law(seed);
        cloud.count = 0;
        cloud_add_sphere(&r, random_int(&r, 4, 200));
        expect_law(seed);
    }
}

Test(hull, keeps_all_laws_however_thin_the_set_is) {
    for (uint64_t seed = 1; seed <= 40; seed++)
        for (int e = -3; e >= -18; e--) {
            random_state r = random_make(seed);
            double thin = power_of_ten(e);
            const double sizes[][3] = {
                {1, 1, thin}, {1, thin, thin}, {1, 1e-5, thin}, {1, 1e-9, 1e-9 * thin}};
            for (size_t i = 0; i < 4; i++) {
                cloud.count = 0;
                if (seed % 3 == 0)
                    cloud_add_prism(random_int(&r, 3, 30));
                else if (seed % 3 == 1)
                    cloud_add_random(&r, random_int(&r, 4, 30));
                else
                    cloud_add_sphere(&r, random_int(&r, 20, 100));
                cloud_stretch(sizes[i][0], sizes[i][1], sizes[i][2]);
                cloud_turn(&r);
                expect_law(seed);
            }
        }
}

Test(hull, keeps_all_laws_on_clusters_of_nearly_equal_points) {
    for (uint64_t seed = 1; seed <= 10; seed++)
        for (int e = -3; e >= -18; e--) {
            random_state r = random_make(seed);
            cloud.count = 0;
            cloud_add_cube(0, 1);
            cloud_add_clusters(&r, 9, power_of_ten(e));
            cloud_turn(&r);
            expect_law(seed);
            cloud.count = 0;
            cloud_add_sphere(&r, 20);
            cloud_add_clusters(&r, 9, power_of_ten(e));
            expect_law(seed);
            cloud.count = 0; // a tiny ball on each corner of a cube
            cloud_add_sphere(&r, 50);
            cloud_stretch(power_of_ten(e), power_of_ten(e), power_of_ten(e));
            cloud_move(1, 1, 1);
            cloud_add_cube(0, 1);
            expect_law(seed);
        }
}

Test(hull, keeps_all_laws_on_details_of_all_sizes) {
    for (uint64_t seed = 1; seed <= 500; seed++) {
        random_state r = random_make(seed);
        double ratio = random_real(&r, 2, 5);
        int sizes = random_int(&r, 5, 45), count = random_int(&r, 20, 400);
        cloud.count = 0; // on a cone, down to its tip
        for (int i = 0; i < count; i++) {
            double size = pow(ratio, -(i % sizes)), angle = random_real(&r, 0, 6.283185307179586);
            cloud_add(size * cos(angle), size * sin(angle), size);
        }
        if (seed % 2)
            cloud_turn(&r);
        expect_law(seed);
    }
}

Test(hull, keeps_all_laws_on_nearly_coplanar_points) {
    for (uint64_t seed = 1; seed <= 10; seed++)
        for (int e = -3; e >= -18; e--) {
            random_state r = random_make(seed);
            cloud.count = 0;
            cloud_add_grid(4);
            cloud_turn(&r);
            cloud_shake(&r, power_of_ten(e));
            expect_law(seed);
            cloud.count = 0;
            cloud_add_covered_cube(&r, 200);
            cloud_shake(&r, power_of_ten(e));
            expect_law(seed);
            cloud.count = 0;
            cloud_add_prism(100);
            cloud_shake(&r, power_of_ten(e));
            expect_law(seed);
        }
}

Test(hull, keeps_all_laws_on_many_points) {
    random_state r = random_make(3);
    cloud.count = 0;
    cloud_add_sphere(&r, CLOUD_MOST);
    expect_law(3);
    cloud.count = 0;
    cloud_add_grid(46);
    expect_solid(8, 12, 6);
}

Test(hull, keeps_all_laws_where_many_points_are_coplanar_or_nearly_so) {
    random_state r = random_make(4);
    cloud.count = 0;
    cloud_add_prism(1500);
    expect_solid(3000, 4500, 1502);
    for (int e = -16; e <= -4; e++) {
        cloud.count = 0;
        cloud_add_prism(300);
        cloud_shake(&r, power_of_ten(e));
        expect_law((uint64_t)-e);
        cloud.count = 0;
        cloud_add_covered_cube(&r, 600);
        cloud_shake(&r, power_of_ten(e));
        expect_law((uint64_t)-e);
    }
}

/// Whether two hulls have the same faces and edges by index.
static bool are_alike(const cld_hull *a, const cld_hull *b) {
    return a->rank == b->rank && a->face_count == b->face_count && a->edge_count == b->edge_count &&
           memcmp(a->face_start, b->face_start, (a->face_count + 1) * sizeof *a->face_start) == 0 &&
           memcmp(a->face_vertex, b->face_vertex, a->face_start[a->face_count] * sizeof *a->face_vertex) ==
               0 &&
           memcmp(a->edge_face, b->edge_face, a->edge_count * sizeof *a->edge_face) == 0;
}

Test(hull, is_the_same_for_a_set_scaled_by_a_power_of_two) {
    for (uint64_t seed = 1; seed <= 100; seed++) {
        random_state r = random_make(seed);
        cloud.count = 0;
        cloud_add_sphere(&r, random_int(&r, 4, 60));
        cloud_stretch(1, 1, random_power_of_ten(&r, -12, 0));
        cld_hull *hull = cloud_build();
        double factor = ldexp(1, random_int(&r, -900, 900));
        cloud_stretch(factor, factor, factor);
        cld_hull *scaled = cloud_build();
        cr_assert(are_alike(hull, scaled), "seed %llu", (unsigned long long)seed);
        for (uint32_t f = 0; f < hull->face_count; f++) {
            cld_vec3 m = hull->face_normal[f], n = scaled->face_normal[f];
            cr_assert(m.x == n.x && m.y == n.y && m.z == n.z, "seed %llu", (unsigned long long)seed);
        }
        cld_hull_destroy(hull);
        cld_hull_destroy(scaled);
    }
}

Test(hull, is_the_same_for_a_set_elsewhere) {
    for (uint64_t seed = 1; seed <= 100; seed++) {
        random_state r = random_make(seed);
        cloud.count = 0;
        cloud_add_sphere(&r, random_int(&r, 4, 60));
        cld_hull *hull = cloud_build();
        cloud_move(random_real(&r, -100, 100), random_real(&r, -100, 100), random_real(&r, -100, 100));
        cld_hull *moved = cloud_build();
        cr_assert(are_alike(hull, moved), "seed %llu", (unsigned long long)seed);
        cld_hull_destroy(hull);
        cld_hull_destroy(moved);
    }
}

Test(hull, takes_any_finite_coordinates) {
    const double sizes[] = {DBL_MAX, 1e300, 1e100, 1e-100, 1e-300, 1e-308};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        cloud.count = 0;
        cloud_add_cube(-sizes[i], sizes[i]);
        cld_hull *hull = cloud_build();
        cr_expect(hull->rank == 3 && hull->face_count == 6, "size %g", sizes[i]);
        cr_expect_eq(hull->face_normal[0].y, -1);
        cld_hull_destroy(hull);
    }
    cloud.count = 0;
    cloud_add(1e-300, 0, 0), cloud_add(1e300, 0, 0), cloud_add(0, 1e300, 0), cloud_add(0, 0, 1e300),
        cloud_add(0, 1e-308, 5e-324);
    cld_hull *hull = cloud_build();
    cr_expect(hull->rank == 3 && hull->face_count == 4);
    cld_hull_destroy(hull);
}

Test(hull, has_sharp_normals_even_on_slivers) {
    // In exact arithmetic the normal of (0,0,0), (1,0,0), (1/2, t, t s) is (0, -s, 1) / |..| or its negative.
    for (int e = 0; e >= -11; e--) {
        double t = ldexp(1, 3 * e), s = 0.75;
        cloud.count = 0;
        cloud_add(0, 0, 0), cloud_add(1, 0, 0), cloud_add(0.5, t, t * s), cloud_add(0.5, 0, -t);
        cld_hull *hull = cloud_build();
        cr_assert_eq(hull->rank, 3);
        bool found = false;
        for (uint32_t f = 0; f < hull->face_count; f++) {
            cld_vec3 n = hull->face_normal[f];
            found = found || (n.x == 0 && fabs(n.y - -0.6) <= 2e-16 && fabs(n.z - 0.8) <= 2e-16);
        }
        cr_expect(found, "2^%d", 3 * e);
        cld_hull_destroy(hull);
    }
}

Test(hull, is_of_one_finite_point_or_more) {
    const double points[][3] = {{0, 0, 0}, {1, NAN, 0}, {0, 0, INFINITY}};
    cld_hull *hull;
    cld_error error;
    cr_expect_eq(cld_hull_create(points[0], 0, &hull, &error), CLD_BAD_VALUE);
    cr_expect_eq(cld_hull_create(points[0], 2, &hull, &error), CLD_BAD_VALUE);
    cr_expect_eq(cld_hull_create(points[2], 1, &hull, &error), CLD_BAD_VALUE);
    cr_expect_str_eq(error.message, "a coordinate must be a finite number, got inf");
}

Test(hull, of_more_than_a_million_points_is_too_large) {
    static double many[3000003];
    cld_hull *hull;
    cld_error error;
    cr_expect_eq(cld_hull_create(many, 1000001, &hull, &error), CLD_TOO_LARGE);
    cr_expect_str_eq(error.message, "a hull has at most 1000000 points, got 1000001");
}
