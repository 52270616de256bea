/// Faces of hulls whose points are in planes but for noise.

#include <criterion/criterion.h>
#include <math.h>

#include "collide/collide.h"
#include "math/vec.h"
#include "support/audited.h"
#include "support/random.h"

enum { MOST_A_SIDE = 11, MOST_POINTS = 2 * MOST_A_SIDE * MOST_A_SIDE };

/// Points on both sides of a turned plate, on a grid or anywhere, rounded to multiples of 1 / `grid`.
static size_t make_plate(random_state *r, double grid, double points[MOST_POINTS][3]) {
    double m[3][3], q[4], square = 0;
    for (int i = 0; i < 4; i++)
        q[i] = random_real(r, -1, 1), square += q[i] * q[i];
    for (int i = 0; i < 3; i++) // of a quaternion, by rows
        for (int k = 0; k < 3; k++) {
            double cross = i == k ? 0 : q[3] * q[3 - i - k] * ((k - i + 3) % 3 == 1 ? -1 : 1);
            m[i][k] = (2 * (q[i] * q[k] + cross) + (i == k ? 2 * q[3] * q[3] : 0)) / square - (i == k);
        }
    bool on_grid = random_one_in(r, 2);
    size_t sides = (size_t)random_int(r, 3, MOST_A_SIDE), count = 2 * sides * sides;
    for (size_t i = 0; i < count; i++) {
        size_t column = i / 2 % sides, row = i / 2 / sides;
        double step = 1.0 / (double)(sides - 1), x = step * (double)column, y = step * (double)row;
        const double own[3] = {on_grid ? x : random_real(r, 0, 1), on_grid ? y : random_real(r, 0, 1),
                               i % 2 ? 0.3 : 0};
        for (int k = 0; k < 3; k++)
            points[i][k] = rint((m[k][0] * own[0] + m[k][1] * own[1] + m[k][2] * own[2]) * grid) / grid;
    }
    return count;
}

static cld_vec3 point_at(const double points[][3], uint32_t i) {
    return cld_vec3_make(points[i][0], points[i][1], points[i][2]);
}

/// How far the corner of a face that is worst is inside of the line between its neighbours.
static double find_dent(const cld_hull *hull, const double points[][3]) {
    double worst = 0;
    for (uint32_t f = 0; f < hull->face_count; f++) {
        const uint32_t *loop = hull->face_vertex + hull->face_start[f];
        uint32_t count = hull->face_start[f + 1] - hull->face_start[f];
        for (uint32_t i = 0; i < count; i++) {
            cld_vec3 from = point_at(points, loop[i]), corner = point_at(points, loop[(i + 1) % count]),
                     line = cld_sub(point_at(points, loop[(i + 2) % count]), from);
            double area = cld_dot(hull->face_normal[f], cld_cross(cld_sub(corner, from), line));
            worst = fmax(worst, -area / cld_length(line));
        }
    }
    return worst;
}

Test(merge, leaves_faces_convex_however_much_noise_there_is) {
    static double points[MOST_POINTS][3];
    random_state r = random_make(1);
    uint32_t merged = 0;
    for (uint64_t i = 0; i < random_trials(300); i++) {
        double grid = power_of_ten(random_int(&r, 6, 15));
        size_t count = make_plate(&r, grid, points);
        cld_hull *hull;
        cr_assert_eq(cld_hull_create(points[0], count, &hull, NULL), CLD_OK);
        double dent = find_dent(hull, (const double(*)[3])points);
        cr_expect_leq(dent, 1e-12, "trial %d: rounded to 1 / %g, a corner is %g inside", (int)i, grid, dent);
        for (uint32_t f = 0; f < hull->face_count; f++)
            merged += hull->face_start[f + 1] - hull->face_start[f] > 3;
        cld_hull_destroy(hull);
    }
    cr_expect_gt(merged, 0);
}

/// A vertex of only two faces would be on an edge between them; these slivers have normals that doubles do
/// not tell.
Test(merge, drops_a_vertex_in_the_middle_of_an_edge_of_slivers) {
    const double points[][3] = {{0, 0, 0},
                                {-0.0465758, -0.1542773, -0.118445},
                                {-0.0698637, -0.2314159, -0.1776675},
                                {-0.0931516, -0.3085546, -0.23689},
                                {-0.1364292, -0.7482641, -0.4914142},
                                {0.1839231, -0.580048, -0.8364906},
                                {-0.1597171, -0.8254028, -0.5506367},
                                {0.1606352, -0.6571867, -0.8957131},
                                {0.206092, -1.0954844, -0.3426953},
                                {0.5686029, -1.0801338, 0.0013254}};
    cld_hull *hull;
    cr_assert_eq(cld_hull_create(points[0], sizeof points / sizeof *points, &hull, NULL), CLD_OK);
    for (uint32_t i = 0; i < hull->vertex_count; i++)
        cr_expect_neq(hull->vertex[i], 1, "it is half-way from 0 to 3");
    cld_hull_destroy(hull);
}

/// Around a crowd of vertices, each near its neighbour, a face turned back on itself: 0 is in the middle of
/// an edge, beyond the end of which it went to 5.
Test(merge, leaves_no_face_that_turns_back_around_a_crowd_of_vertices) {
    const double points[][3] = {{0.5764231743502651, -0.44173545866934855, 0.8826246570643729},
                                {0.576423174350029, -0.44173545866872066, 0.8826246570644066},
                                {-2.905064770307859, -3.882532134985443, -0.045892052220312445},
                                {1.7477355094283802, -2.3423237248018043, 2.126767952462894},
                                {1.208244307839336, -3.934822963721966, 0.20193125793655597},
                                {3.5483426436960267e-13, 4.964994532574214e-13, -2.4171044627898375e-13},
                                {1.152846348698754, -0.8834709173363403, 1.7652493141285668},
                                {1.7292695230479955, -1.3252063760070152, 2.6478739711936288}};
    cld_shape_def def = audited_define(points, sizeof points / sizeof *points);
    audited own = audited_make(&def);
    def.face_start = own.hull->face_start, def.face_vertex = own.hull->face_vertex;
    def.face_count = own.hull->face_count;
    audited again = audited_make(&def);
    cr_expect_eq(again.status, CLD_OK);
    cr_expect_eq(again.warnings, 2);
    audited_expect_warning(&again, 0, "/vertices/0", "no face uses it, and it is no corner of the hull");
    audited_expect_warning(&again, 1, "/vertices/1", "coincides with vertex 0");
    audited_free(&own);
    audited_free(&again);
}
