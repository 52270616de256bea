#include "support/scatter.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "math/vec.h"
#include "shape/shape.h"

cld_shape *scatter_make_hull(const double (*points)[3], size_t count) {
    cld_shape_def def = cld_shape_def_make(CLD_HULL);
    cld_shape *shape;
    cld_error err;
    def.points = &points[0][0];
    def.point_count = count;
    cr_assert_eq(cld_shape_create(&def, NULL, NULL, &shape, &err), CLD_OK, "%s", err.message);
    return shape;
}

size_t scatter_points(random_state *r, int trial, double (*points)[3]) {
    size_t count = (size_t)random_int(r, CLD_FEWEST_FOR_CELLS, SCATTER_MOST);
    double size = random_power_of_ten(r, -60, 60);
    for (size_t i = 0; i < count; i++) {
        double p[3], square = 0;
        for (int k = 0; k < 3; k++) {
            p[k] = trial % 3 == 0 ? random_int(r, -4, 4) : random_real(r, -1, 1);
            square += p[k] * p[k];
        }
        for (int k = 0; k < 3; k++)
            points[i][k] = size * (trial % 3 == 1 && square > 0 ? p[k] / sqrt(square) : p[k]) *
                           (k == 2 && trial % 2 ? 1e-6 : 1);
    }
    return count;
}

cld_vec3 scatter_direction(random_state *r, int trial) {
    if (trial % 2)
        return cld_vec3_make(random_real(r, -1, 1), random_real(r, -1, 1), random_real(r, -1, 1));
    cld_vec3 d = {random_int(r, -2, 2), random_int(r, -2, 2), random_int(r, -2, 2)};
    return cld_dot(d, d) > 0 ? d : cld_vec3_make(0, 0, -1);
}

size_t scatter_crowd(random_state *r, int trial, double (*points)[3]) {
    size_t count = (size_t)random_int(r, 16, SCATTER_MOST);
    for (size_t i = 0; i < count; i++) {
        double angle = 6.28 * (double)i / (double)count, u = random_real(r, -1, 1), v = random_real(r, -1, 1);
        const double crowds[4][3] = {{cos(angle), sin(angle), i % 2 ? 1 : -1},
                                     {u, v, 1e-9 * (u * u + v * v)},
                                     {u, 2 * u, 3 * u},
                                     {1, 2, 3}};
        memcpy(points[i], crowds[trial % 4], sizeof *points);
    }
    return count;
}
