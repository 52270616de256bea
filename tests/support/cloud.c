#include "support/cloud.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <string.h>

struct cloud cloud;

void cloud_add(double x, double y, double z) {
    cloud.at[cloud.count][0] = x;
    cloud.at[cloud.count][1] = y;
    cloud.at[cloud.count++][2] = z;
}

void cloud_add_cube(double low, double high) {
    for (int i = 0; i < 8; i++)
        cloud_add(i & 1 ? high : low, i & 2 ? high : low, i & 4 ? high : low);
}

void cloud_add_random(random_state *r, int count) {
    for (int i = 0; i < count; i++)
        cloud_add(random_real(r, -1, 1), random_real(r, -1, 1), random_real(r, -1, 1));
}

void cloud_add_sphere(random_state *r, int count) {
    while (count > 0) {
        double x = random_real(r, -1, 1), y = random_real(r, -1, 1), z = random_real(r, -1, 1);
        double length = sqrt(x * x + y * y + z * z);
        if (length > 1 || length < 0.1)
            continue;
        cloud_add(x / length, y / length, z / length);
        count--;
    }
}

void cloud_add_grid(int n) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            for (int k = 0; k < n; k++)
                cloud_add(i, j, k);
}

void cloud_add_prism(int corners) {
    for (int i = 0; i < corners; i++)
        for (int k = 0; k < 2; k++) {
            double angle = 6.283185307179586 * i / corners;
            cloud_add(cos(angle), sin(angle), k);
        }
}

void cloud_add_covered_cube(random_state *r, int count) {
    for (int i = 0; i < count; i++) {
        double p[3] = {random_real(r, -1, 1), random_real(r, -1, 1), random_real(r, -1, 1)};
        p[i % 3] = p[i % 3] < 0 ? -1 : 1;
        if (i % 5 == 0)
            p[(i + 1) % 3] = p[(i + 1) % 3] < 0 ? -1 : 1;
        cloud_add(p[0], p[1], p[2]);
    }
    cloud_add_cube(-1, 1);
}

void cloud_stretch(double x, double y, double z) {
    for (size_t i = 0; i < cloud.count; i++) {
        cloud.at[i][0] *= x;
        cloud.at[i][1] *= y;
        cloud.at[i][2] *= z;
    }
}

void cloud_move(double x, double y, double z) {
    for (size_t i = 0; i < cloud.count; i++) {
        cloud.at[i][0] += x;
        cloud.at[i][1] += y;
        cloud.at[i][2] += z;
    }
}

void cloud_turn(random_state *r) {
    double m[3][3];
    random_rotation(r, m);
    for (size_t i = 0; i < cloud.count; i++) {
        double p[3] = {cloud.at[i][0], cloud.at[i][1], cloud.at[i][2]};
        for (int k = 0; k < 3; k++)
            cloud.at[i][k] = m[k][0] * p[0] + m[k][1] * p[1] + m[k][2] * p[2];
    }
}

void cloud_shake(random_state *r, double by) {
    for (size_t i = 0; i < cloud.count; i++)
        for (int k = 0; k < 3; k++)
            cloud.at[i][k] += random_real(r, -by, by);
}

void cloud_add_clusters(random_state *r, int others, double radius) {
    size_t count = cloud.count;
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < others; k++)
            cloud_add(cloud.at[i][0] + random_real(r, -radius, radius),
                      cloud.at[i][1] + random_real(r, -radius, radius),
                      cloud.at[i][2] + random_real(r, -radius, radius));
}

cld_hull *cloud_build(void) {
    cld_hull *hull = NULL;
    cld_error error;
    cld_status status = cld_hull_create(&cloud.at[0][0], cloud.count, &hull, &error);
    cr_assert_eq(status, CLD_OK, "%s", error.message);
    return hull;
}

static double find_tolerance(void) {
    double size = 0, largest = 0;
    for (int k = 0; k < 3; k++) {
        double low = INFINITY, high = -INFINITY;
        for (size_t i = 0; i < cloud.count; i++) {
            low = fmin(low, cloud.at[i][k]);
            high = fmax(high, cloud.at[i][k]);
        }
        size += (high - low) * (high - low);
        largest = fmax(largest, fmax(-low, high));
    }
    return 1e-13 * sqrt(size) + 4 * DBL_EPSILON * largest;
}

static long double height_of(const cld_hull *hull, uint32_t face, const double *p) {
    const double *on = cloud.at[hull->face_vertex[hull->face_start[face]]];
    cld_vec3 n = hull->face_normal[face];
    return (long double)n.x * ((long double)p[0] - on[0]) + (long double)n.y * ((long double)p[1] - on[1]) +
           (long double)n.z * ((long double)p[2] - on[2]);
}

/// No point is above a face's plane, and its own vertices lie on it, within four tolerances (one each for the
/// plane, for the vertex that heights are measured from, for what was merged away and for what was dropped).
static void check_planes(const cld_hull *hull, uint64_t seed) {
    long double limit = 4 * (long double)find_tolerance();
    uint32_t step = hull->face_count * cloud.count > 20000000 ? hull->face_count / 97 + 1 : 1;
    for (uint32_t f = 0; f < hull->face_count; f += step) {
        cld_vec3 n = hull->face_normal[f];
        cr_assert_float_eq(sqrt(n.x * n.x + n.y * n.y + n.z * n.z), 1, 1e-15);
        for (size_t i = 0; i < cloud.count; i++)
            cr_assert_leq(height_of(hull, f, cloud.at[i]), limit, "seed %llu: point %zu is %Lg above face %u",
                          (unsigned long long)seed, i, height_of(hull, f, cloud.at[i]), f);
        for (uint32_t h = hull->face_start[f]; h < hull->face_start[f + 1]; h++)
            cr_assert_geq(height_of(hull, f, cloud.at[hull->face_vertex[h]]), -limit,
                          "seed %llu: face %u is not flat", (unsigned long long)seed, f);
    }
}

static int compare_loops(const cld_hull *hull, uint32_t f, uint32_t g) {
    uint32_t m = hull->face_start[f + 1] - hull->face_start[f],
             n = hull->face_start[g + 1] - hull->face_start[g];
    for (uint32_t i = 0; i < m && i < n; i++) {
        uint32_t a = hull->face_vertex[hull->face_start[f] + i],
                 b = hull->face_vertex[hull->face_start[g] + i];
        if (a != b)
            return a < b ? -1 : 1;
    }
    return (m > n) - (m < n);
}

static void check_faces(const cld_hull *hull) {
    for (uint32_t f = 0; f < hull->face_count; f++) {
        cr_assert_geq(hull->face_start[f + 1] - hull->face_start[f], 3);
        for (uint32_t h = hull->face_start[f]; h < hull->face_start[f + 1]; h++) {
            uint32_t next = h + 1 < hull->face_start[f + 1] ? h + 1 : hull->face_start[f];
            uint32_t i = hull->face_vertex[h], j = hull->face_vertex[next], e = hull->face_edge[h];
            cr_assert_leq(hull->face_vertex[hull->face_start[f]], i);
            cr_assert_eq(hull->edge_vertex[e][0], i < j ? i : j);
            cr_assert_eq(hull->edge_vertex[e][1], i < j ? j : i);
            cr_assert_eq(hull->edge_face[e][i < j ? 0 : 1], f);
        }
        if (f > 0)
            cr_assert_lt(compare_loops(hull, f - 1, f), 0);
    }
}

static void check_edges(const cld_hull *hull) {
    cr_assert_eq(hull->face_start[hull->face_count], 2 * hull->edge_count);
    for (uint32_t e = 0; e < hull->edge_count; e++) {
        const uint32_t *v = hull->edge_vertex[e];
        cr_assert_lt(v[0], v[1]);
        if (e > 0) {
            const uint32_t *before = hull->edge_vertex[e - 1];
            cr_assert(before[0] < v[0] || (before[0] == v[0] && before[1] < v[1]));
        }
        cr_assert_neq(hull->edge_face[e][0], hull->edge_face[e][1]);
    }
}

static void check_vertices(const cld_hull *hull) {
    static bool used[CLOUD_MOST];
    memset(used, 0, sizeof used);
    for (uint32_t h = 0; h < hull->face_start[hull->face_count]; h++)
        used[hull->face_vertex[h]] = true;
    uint32_t found = 0;
    for (uint32_t v = 0; v < cloud.count; v++)
        if (used[v])
            cr_assert_eq(hull->vertex[found++], v);
    cr_assert_eq(found, hull->vertex_count);
}

void cloud_check_hull(const cld_hull *hull, uint64_t seed) {
    cr_assert_eq(hull->point_count, cloud.count);
    if (hull->rank < 2) {
        cr_assert_eq(hull->face_count, 0);
        cr_assert_eq(hull->edge_count, (uint32_t)hull->rank);
        return;
    }
    cr_assert_eq(hull->vertex_count + hull->face_count, hull->edge_count + 2, "seed %llu",
                 (unsigned long long)seed);
    check_vertices(hull);
    check_faces(hull);
    check_edges(hull);
    check_planes(hull, seed);
}
