#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "collide/collide.h"
#include "shape/cell.h"
#include "shape/look_up.h"
#include "shape/patches.h"
#include "support/scatter.h"

static void expect_cell_to_scan(const cld_shape *shape, const cld_cells *cells, cld_vec3 d, int trial) {
    cld_vec3 v;
    uint32_t expected = cld_cloud_find_extreme(&shape->core, d), found = cld_cells_find_extreme(cells, d, &v);
    cr_assert_eq(found, expected, "trial %d: %u, not %u", trial, found, expected);
    cr_assert(cld_length(cld_sub(v, cld_cloud_at(&shape->core, found))) == 0);
    const cld_cells_ask ask[2] = {{cells, NULL, d}, {cells, NULL, cld_negate(d)}};
    cld_cells_answer both[2];
    cld_cells_find_pair(ask, both);
    cr_assert_eq(both[0].at, expected);
    cr_assert_eq(both[1].at, cld_cloud_find_extreme(&shape->core, cld_negate(d)));
    cr_assert(cld_length(cld_sub(both[1].v, cld_cloud_at(&shape->core, both[1].at))) == 0);
}

/// The last of the four directions is of no length, or not a number.
static void expect_four_cells(const cld_cells *cells, random_state *r, int trial) {
    cld_lanes3 four = {{0}, {0}, {0}};
    cld_lane_numbers found;
    cld_vec3 d[CLD_LANES - 1];
    for (int k = 0; k < CLD_LANES - 1; k++) {
        d[k] = scatter_direction(r, trial + k);
        four.x[k] = d[k].x, four.y[k] = d[k].y, four.z[k] = d[k].z;
    }
    four.x[CLD_LANES - 1] = trial % 2 ? NAN : 0;
    cld_find_four_cells(cells, &four, &found);
    for (int k = 0; k < CLD_LANES - 1; k++)
        cr_assert_eq((uint32_t)found[k], cld_find_cell(cells, d[k]), "trial %d: %d", trial, found[k]);
    cr_assert_lt((uint32_t)found[CLD_LANES - 1], 6 * cells->side * cells->side);
}

/// Of the vertices near a supporting plane, as far from it as the table knows.
static void expect_selection(const cld_shape *shape, const cld_cells *cells, cld_vec3 d, int trial) {
    uint32_t expected[SCATTER_MOST], found[SCATTER_MOST];
    cld_vec3 n = cld_scale(d, 1 / cld_length(d)),
             v = cld_cloud_at(&shape->core, cld_cloud_find_extreme(&shape->core, n));
    double least = cld_dot(n, v) - (trial % 2 ? 1 : 0x1p-8) * cld_cells_find_slack(cells);
    uint32_t count = cld_cloud_select(&shape->core, n, least, SCATTER_MOST, expected);
    cr_assert_eq(cld_cells_select(cells, n, least, SCATTER_MOST, found), count, "trial %d", trial);
    cr_assert(count > SCATTER_MOST || memcmp(found, expected, count * sizeof *found) == 0, "trial %d", trial);
    cr_assert_eq(cld_cells_select(cells, n, least, 1, found),
                 cld_cloud_select(&shape->core, n, least, 1, found));
}

/// Along a face's normal all its vertices are equally far, to rounding.
static void expect_cells_to_scan(const cld_shape *shape, random_state *r, int trial) {
    cld_cells *cells;
    const cld_hull *hull;
    cr_assert_eq(cld_cells_create(&shape->core, NULL, &cells, NULL), CLD_OK);
    cr_assert_not_null(cells);
    cr_assert_eq(cld_shape_find_hull(shape, &hull, NULL), CLD_OK);
    for (int i = 0; i < 400; i++)
        expect_cell_to_scan(shape, cells, scatter_direction(r, i), trial);
    for (int i = 0; i < 400; i++)
        expect_four_cells(cells, r, i);
    for (int i = 0; i < 400; i++)
        expect_selection(shape, cells, scatter_direction(r, i), i);
    for (uint32_t f = 0; f < hull->face_count; f++)
        expect_cell_to_scan(shape, cells, hull->face_normal[f], trial);
    for (uint32_t f = 0; f < hull->face_count; f++)
        expect_selection(shape, cells, hull->face_normal[f], (int)f);
    cld_cells_destroy(cells);
}

/// A polygon below and one above, or a point, of which either may be narrow or have its corners in crowds,
/// and which may be so near to each other that both count as one plane; turned and moved, so that rounding
/// bends the faces. Of some the one above is the one below moved, or nearly.
static size_t make_drum(random_state *r, int trial, double (*points)[3]) {
    size_t below = (size_t)random_int(r, CLD_FEWEST_FOR_CELLS / 2, SCATTER_MOST / 2),
           above = trial % 4 == 3   ? 1
                   : trial % 4 == 2 ? (size_t)random_int(r, 16, SCATTER_MOST / 2)
                                    : below,
           count = below + above;
    bool is_thin = trial % 5 == 4;
    double size = random_power_of_ten(r, -60, 60),
           height = random_power_of_ten(r, is_thin ? -13 : -2, is_thin ? -8 : 1), turn[3][3],
           narrow[2] = {random_power_of_ten(r, -2, 0), random_power_of_ten(r, -2, 0)};
    bool are_twins = above == below && trial % 8 < 3;
    double off = are_twins && trial % 3 == 0 ? ldexp(1, -random_int(r, 38, 50)) : 0;
    if (are_twins)
        narrow[1] = narrow[0];
    random_rotation(r, turn);
    for (size_t i = 0; i < count; i++) {
        bool is_above = i >= below;
        double part = is_above ? (double)(i - below) / (double)above : (double)i / (double)below,
               angle = 2 * acos(-1) * (trial % 3 == 2 ? part * part : part),
               radius = above == 1 && is_above ? 0 : 1,
               p[3] = {radius * cos(angle), radius * narrow[is_above] * sin(angle),
                       is_above ? height : -height};
        p[0] += off * random_real(r, -1, 1);
        for (int k = 0; k < 3; k++)
            points[i][k] =
                size * (trial % 2 ? turn[k][0] * p[0] + turn[k][1] * p[1] + turn[k][2] * p[2] + 1 : p[k]);
    }
    return count < CLD_FEWEST_FOR_CELLS ? 0 : count;
}

/// Any direction; a face's normal, along which all its corners are equally far, to rounding; near that;
/// across an edge, both ends of which are equally far; and near such a normal and across such an edge.
static cld_vec3 choose_tie(const cld_shape *shape, const cld_hull *hull, random_state *r, int trial) {
    uint32_t e = (uint32_t)random_int(r, 0, (int)hull->edge_count - 1), *end = hull->edge_vertex[e];
    cld_vec3 any = scatter_direction(r, trial / 5), normal = hull->face_normal[hull->edge_face[e][trial % 2]],
             edge = cld_unit(cld_sub(cld_cloud_at(&shape->core, end[0]), cld_cloud_at(&shape->core, end[1])));
    double little = random_power_of_ten(r, -16, 0) * (random_one_in(r, 2) ? 1 : -1);
    const cld_vec3 all[5] = {any, normal, cld_add_scaled(normal, little, any), cld_cross(edge, any),
                             cld_add_scaled(normal, little, cld_cross(edge, normal))};
    return cld_length(all[trial % 5]) > 0 ? all[trial % 5] : normal;
}

/// A face that is told has all the vertices that are as high, and of those that are large enough for a rim of
/// their own most are told.
static uint32_t expect_faces(const cld_shape *shape, const cld_hull *hull, const cld_cells *cells,
                             int trial) {
    uint32_t told = 0, vertex[SCATTER_MOST];
    for (uint32_t f = 0; f < hull->face_count; f++) {
        cld_vec3 n = hull->face_normal[f],
                 v = cld_cloud_at(&shape->core, hull->face_vertex[hull->face_start[f]]);
        double least = cld_dot(n, v) - (f % 2 ? 1 : 0.5) * cld_cells_find_slack(cells);
        uint32_t face = cld_cells_find_face(cells, n, least),
                 count = cld_cloud_select(&shape->core, n, least, SCATTER_MOST, vertex), on_face = 0;
        if (face == CLD_NO_INDEX)
            continue;
        for (uint32_t i = hull->face_start[face]; i < hull->face_start[face + 1]; i++)
            on_face += cld_dot(n, cld_cloud_at(&shape->core, hull->face_vertex[i])) >= least;
        cr_assert_eq(on_face, hull->face_start[face + 1] - hull->face_start[face], "trial %d", trial);
        cr_assert_eq(on_face, count, "trial %d: %u of %u", trial, on_face, count);
        told++;
    }
    return told;
}

/// What tables of hulls have been found to be.
typedef struct rim_count {
    uint32_t with_rims, with_twins, faces_told;
} rim_count;

/// Along a direction across which twins are moved, or nearly: both are about as far.
static void expect_twins_to_scan(const cld_shape *shape, const cld_cells *cells, random_state *r, int trial) {
    cld_vec3 move = cld_unit(cld_sub(cells->rims.rim[1].centre, cells->rims.rim[0].centre)),
             across = cld_cross(move, scatter_direction(r, trial));
    double tilt = ldexp(random_real(r, -1, 1), -random_int(r, 34, 52));
    if (cld_length(across) > 0)
        expect_cell_to_scan(shape, cells, cld_add_scaled(across, tilt * cld_length(across), move), trial);
}

static void expect_rims_to_scan(const cld_shape *shape, random_state *r, int trial, rim_count *found) {
    cld_cells *cells;
    const cld_hull *hull;
    cr_assert_eq(cld_shape_find_hull(shape, &hull, NULL), CLD_OK);
    cr_assert_eq(cld_cells_create(&shape->core, hull, &cells, NULL), CLD_OK);
    cr_assert_not_null(cells);
    bool has_rims = cells->rims.count > 0, has_twins = has_rims && cells->rims.twin_off < INFINITY;
    for (int i = 0; i < 2000; i++) {
        expect_cell_to_scan(shape, cells, choose_tie(shape, hull, r, i), trial);
        expect_selection(shape, cells, choose_tie(shape, hull, r, i), i);
    }
    for (int i = 0; has_twins && i < 2000; i++)
        expect_twins_to_scan(shape, cells, r, i);
    uint32_t told = expect_faces(shape, hull, cells, trial);
    cr_assert(has_rims || told == 0);
    found->with_rims += has_rims;
    found->with_twins += has_twins;
    found->faces_told += told;
    cld_cells_destroy(cells);
}

Test(tables, of_hulls_whose_vertices_lie_around_large_faces_give_the_vertex_that_a_scan_gives) {
    static double points[SCATTER_MOST][3];
    random_state r = random_make(11);
    rim_count found = {.with_rims = 0};
    for (int trial = 0; trial < 120; trial++) {
        size_t count = make_drum(&r, trial, points);
        if (count == 0)
            continue;
        cld_shape *shape = scatter_make_hull((const double(*)[3])points, count);
        expect_rims_to_scan(shape, &r, trial, &found);
        cld_shape_destroy(shape);
    }
    cr_assert_gt(found.with_rims, 80, "%u", found.with_rims); // the rest are too narrow
    cr_assert_gt(found.faces_told, 100, "%u", found.faces_told);
    cr_assert_gt(found.with_twins, 20, "%u", found.with_twins);
    cr_assert_gt(found.with_rims - found.with_twins, 40, "%u", found.with_twins);
}

Test(tables, give_the_vertex_that_a_scan_gives) {
    static double points[SCATTER_MOST][3];
    random_state r = random_make(1);
    for (int trial = 0; trial < 60; trial++) {
        cld_shape *shape = scatter_make_hull((const double(*)[3])points, scatter_points(&r, trial, points));
        expect_cells_to_scan(shape, &r, trial);
        cld_shape_destroy(shape);
    }
}

/// None, and such that products of coordinates are below the least double, or near it.
static cld_vec3 choose_short_direction(random_state *r, int trial) {
    cld_vec3 d = scatter_direction(r, trial / 2);
    return trial % 16 == 0 ? cld_vec3_make(0, 0, 0) : cld_scale(d, random_power_of_ten(r, -323, -200));
}

Test(tables, give_the_vertex_that_a_scan_gives_along_the_shortest_directions) {
    static double points[SCATTER_MOST][3];
    random_state r = random_make(12);
    for (int trial = 0; trial < 20; trial++) {
        size_t count = scatter_points(&r, trial, points);
        double part = random_power_of_ten(&r, trial % 2 ? -307 : -60, -60); // of sizes up to 1e60
        for (size_t k = 0; k < 3 * count; k++)
            points[k / 3][k % 3] *= part;
        cld_shape *shape = scatter_make_hull((const double(*)[3])points, count);
        cld_cells *cells;
        cr_assert_eq(cld_cells_create(&shape->core, NULL, &cells, NULL), CLD_OK);
        cr_assert_not_null(cells);
        for (int i = 0; i < 1000; i++) {
            expect_cell_to_scan(shape, cells, choose_short_direction(&r, i), trial);
            cld_vec3 d = cld_scale(scatter_direction(&r, i), random_power_of_ten(&r, -200, 100));
            expect_cell_to_scan(shape, cells, d, trial);
        }
        cld_cells_destroy(cells);
        cld_shape_destroy(shape);
    }
}

static void expect_patches_to_scan(const cld_shape *shape, random_state *r, int trial) {
    cld_patches *patches = cld_patches_create(&shape->core);
    cr_assert_not_null(patches);
    for (int i = 0; i < 400; i++) {
        cld_vec3 d = scatter_direction(r, i), v;
        if (i % 8 == 1) // across what is nearly flat
            d = cld_vec3_make(1e-9 * d.x, 1e-9 * d.y, d.z);
        uint32_t expected = cld_cloud_find_extreme(&shape->core, d),
                 found = cld_patches_find_extreme(patches, d, &v);
        cr_assert_eq(found, expected, "trial %d: %u, not %u", trial, found, expected);
        cr_assert(cld_length(cld_sub(v, cld_cloud_at(&shape->core, found))) == 0);
    }
    cld_patches_destroy(patches);
}

Test(tables, that_are_trees_give_the_vertex_that_a_scan_gives) {
    static double points[SCATTER_MOST][3];
    random_state r = random_make(3);
    for (int trial = 0; trial < 100; trial++) {
        size_t count =
            trial % 2 ? scatter_crowd(&r, trial / 2, points) : scatter_points(&r, trial / 2, points);
        // Every fifth time there are some of them, or one, as often as the rest are.
        size_t places = trial % 10 ? (size_t)random_int(&r, 1, 40) : 1;
        for (size_t i = places; i < count && trial % 5 == 0; i++)
            memcpy(points[i], points[i % places], sizeof *points);
        cld_shape *shape = scatter_make_hull((const double(*)[3])points, count);
        expect_patches_to_scan(shape, &r, trial);
        cld_shape_destroy(shape);
    }
}

/// All of a ring lies in the cells across its axis, and a part of it in each of the rest: with small cells,
/// more than 512 bytes a vertex.
Test(tables, have_larger_cells_where_a_ring_fills_small_ones) {
    enum { COUNT = 4000 };
    static double points[COUNT][3];
    for (int i = 0; i < COUNT; i++)
        points[i][0] = cos(6.28 * i / COUNT), points[i][1] = sin(6.28 * i / COUNT), points[i][2] = i % 2;
    cld_shape *shape = scatter_make_hull((const double(*)[3])points, COUNT);
    random_state r = random_make(7);
    expect_cells_to_scan(shape, &r, 0);
    cld_shape_destroy(shape);
}

/// The vertices of a sphere, or of two circles.
static void scatter_many(random_state *r, bool is_drum, double *to, size_t count, size_t stride) {
    for (size_t i = 0; i < count; i++) {
        size_t turn = i / 2, turns = count / 2; // two points each
        double angle = 2 * acos(-1) * (double)turn / (double)turns;
        cld_vec3 p = cld_unit(scatter_direction(r, 1));
        if (is_drum)
            p = cld_vec3_make(cos(angle), sin(angle), i % 2 ? 0.5 : -0.5);
        to[i] = p.x, to[stride + i] = p.y, to[2 * stride + i] = p.z;
    }
    for (size_t i = count; i < stride; i++)
        to[i] = to[0], to[stride + i] = to[stride], to[2 * stride + i] = to[2 * stride];
}

/// Those far back stand in lists; for a drum, cells of several sizes are tried before there is a table.
Test(tables, may_have_more_vertices_than_cells_can_number) {
    enum { COUNT = 70000 };
    random_state r = random_make(10);
    for (int trial = 0; trial < 2; trial++) {
        size_t stride = cld_cloud_stride(COUNT);
        double *at = aligned_alloc(64, (3 * stride * sizeof *at + 63) / 64 * 64);
        cr_assert_not_null(at);
        scatter_many(&r, trial == 1, at, COUNT, stride);
        const cld_cloud cloud = {at, at + stride, at + 2 * stride, COUNT};
        cld_cells *cells;
        cr_assert_eq(cld_cells_create(&cloud, NULL, &cells, NULL), CLD_OK);
        cr_assert_not_null(cells, "trial %d", trial);
        uint32_t last = 0;
        for (int i = 0; i < 2000; i++) {
            cld_vec3 d = scatter_direction(&r, i), v;
            uint32_t expected = cld_cloud_find_extreme(&cloud, d);
            cr_assert_eq(cld_cells_find_extreme(cells, d, &v), expected, "trial %d", trial);
            last = expected > last ? expected : last;
        }
        cr_expect_gt(last, UINT16_MAX);
        cld_cells_destroy(cells);
        free(at);
    }
}
