#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "shape/outline.h"
#include "support/shapes.h"

#define COUNT(points) (sizeof(points) / sizeof *(points))
#define STATUS(points) status_of(&(points)[0][0], COUNT(points))
#define SHAPE(points, convexify) make(&(points)[0][0], COUNT(points), convexify)

static cld_error err;

static cld_shape_def define(const double *points, size_t count, bool convexify) {
    cld_shape_def def = cld_shape_def_make(CLD_POLYGON);
    def.points = points;
    def.point_count = count;
    def.convexify = convexify;
    return def;
}

static cld_status status_of(const double *points, size_t count) {
    cld_shape_def def = define(points, count, false);
    cld_shape *shape = NULL;
    memset(&err, 0, sizeof err);
    cld_status status = cld_shape_create(&def, NULL, NULL, &shape, &err);
    cld_shape_destroy(shape);
    return status;
}

static cld_shape *make(const double *points, size_t count, bool convexify) {
    cld_shape_def def = define(points, count, convexify);
    return shape_make(&def);
}

Test(outline, accepts_either_winding_from_any_vertex) {
    const double p[][3] = {{0, 0}, {4, 0}, {5, 3}, {2, 5}, {-1, 2}};
    double q[5][3];
    for (int start = 0; start < 5; start++)
        for (int step = 1; step <= 4; step += 3) {
            for (int i = 0; i < 5; i++)
                memcpy(q[i], p[(start + i * step) % 5], sizeof q[i]);
            cr_expect_eq(STATUS(q), CLD_OK, "from %d by %d: %s", start, step, err.message);
        }
}

Test(outline, accepts_straight_and_repeated_vertices) {
    const double p[][3] = {{0, 0}, {0, 0}, {1, 0}, {2, 0}, {4, 0}, {4, 0},
                           {4, 4}, {2, 4}, {0, 4}, {0, 2}, {0, 0}};
    cr_expect_eq(STATUS(p), CLD_OK, "%s", err.message);
    cld_shape *shape = SHAPE(p, false);
    cr_expect_eq(shape->rare->outline_count, 4);
    const uint32_t corner[] = {0, 4, 6, 8}, edge[] = {0, 4, 6, 8}; // the first of each
    for (uint32_t i = 0; i < 4; i++)
        cr_expect(shape->rare->outline[i] == corner[i] && shape->rare->names.edge[i] == edge[i],
                  "%u: vertex %u, edge %u", i, shape->rare->outline[i], shape->rare->names.edge[i]);
    cld_shape_destroy(shape);
}

Test(outline, accepts_flat_sets_in_any_order) {
    const double point[][3] = {{1, 2}}, same[][3] = {{1, 2}, {1, 2}, {1, 2}},
                 line[][3] = {{0, 0}, {2, 2}, {1, 1}, {3, 3}};
    cr_expect_eq(STATUS(point), CLD_OK);
    cr_expect_eq(STATUS(same), CLD_OK);
    cr_expect_eq(STATUS(line), CLD_OK);
    cld_shape *shape = SHAPE(line, false);
    cr_expect(shape->rare->outline_count == 2 && shape->rare->outline[0] == 0 &&
              shape->rare->outline[1] == 3);
    cld_shape_destroy(shape);
}

Test(outline, names_the_vertex_that_is_not_convex) {
    const double arrow[][3] = {{0, 0}, {4, 0}, {4, 4}, {3, 1}},
                 bow_tie[][3] = {{0, 0}, {1, 1}, {1, 0}, {0, 1}};
    const double back[][3] = {{0, 0}, {3, 0}, {1, 0}, {4, 0}, {4, 4}};
    const double star[][3] = {{0, 3}, {2, -3}, {-3, 1}, {3, 1}, {-2, -3}};
    const double twice[][3] = {{0, 0}, {4, 0}, {0, 4}, {0, 0}, {4, 0}, {0, 4}};
    cr_expect(STATUS(arrow) == CLD_NOT_CONVEX && strcmp(err.pointer, "/vertices/3") == 0, "%s", err.pointer);
    cr_expect(STATUS(bow_tie) == CLD_NOT_CONVEX && strcmp(err.pointer, "/vertices/1") == 0, "%s",
              err.pointer);
    cr_expect(STATUS(back) == CLD_NOT_CONVEX && strcmp(err.pointer, "/vertices/2") == 0, "%s", err.pointer);
    cr_expect(STATUS(star) == CLD_NOT_CONVEX && strcmp(err.pointer, "/vertices/1") == 0, "%s", err.pointer);
    cr_expect(STATUS(twice) == CLD_NOT_CONVEX && strcmp(err.pointer, "/vertices/4") == 0, "%s", err.pointer);
}

Test(outline, forgives_a_millionth_of_the_size) {
    for (int e = -330; e <= 330; e += 330) {
        double size = ldexp(1, e);
        // The diagonal is sqrt(2), so that 1.4e-6 is the most that the third vertex may be inside.
        const double near[][3] = {{0, 0}, {size, 0}, {size * (1 - 1e-7), size / 2}, {size, size}, {0, size}};
        const double far[][3] = {{0, 0}, {size, 0}, {size * (1 - 1e-5), size / 2}, {size, size}, {0, size}};
        cr_expect_eq(STATUS(near), CLD_OK, "%s", err.message);
        cr_expect(STATUS(far) == CLD_NOT_CONVEX && strcmp(err.pointer, "/vertices/2") == 0, "%s",
                  err.pointer);
        cld_shape *shape = SHAPE(near, false);
        cr_expect_eq(shape->rare->outline_count, 4);
        cld_shape_destroy(shape);
    }
}

Test(outline, accepts_what_rounding_makes_of_a_circle) {
    enum { MOST = 100000 };
    static double p[MOST][3];
    for (size_t count = 3; count <= MOST; count = count * 5 + 2) {
        for (size_t i = 0; i < count; i++) {
            double angle = 2 * acos(-1) * (double)i / (double)count;
            p[i][0] = 1e6 + cos(angle), p[i][1] = sin(angle);
        }
        cr_expect_eq(status_of(&p[0][0], count), CLD_OK, "%zu vertices: %s: %s", count, err.pointer,
                     err.message);
    }
}

Test(outline, takes_the_hull_of_any_order_where_asked) {
    const double arrow[][3] = {{0, 0}, {4, 0}, {4, 4}, {3, 1}};
    cld_shape *shape = SHAPE(arrow, true);
    cr_expect_eq(shape->rare->outline_count, 3);
    cld_shape_destroy(shape);
}

Test(outline, numbers_the_edges_of_clockwise_lists_as_listed) {
    const double p[][3] = {{0, 0}, {0, 2}, {4, 0}};
    cld_shape *shape = SHAPE(p, false);
    const uint32_t corner[] = {0, 2, 1}, edge[] = {2, 1, 0};
    for (uint32_t i = 0; i < 3; i++)
        cr_expect(shape->rare->outline[i] == corner[i] && shape->rare->names.edge[i] == edge[i], "%u", i);
    cld_shape_destroy(shape);
}

Test(outline, refuses_bad_sizes) {
    cld_shape_def def = cld_shape_def_make(CLD_RECTANGLE);
    cld_shape *shape;
    def.size[1] = -1;
    cr_expect_eq(cld_shape_create(&def, NULL, NULL, &shape, &err), CLD_BAD_VALUE);
    cr_expect_str_eq(err.pointer, "/size/1");
    def = cld_shape_def_make(CLD_CIRCLE);
    def.radius = -1;
    cr_expect_eq(cld_shape_create(&def, NULL, NULL, &shape, &err), CLD_BAD_VALUE);
    def = cld_shape_def_make(CLD_POLYGON);
    cr_expect_eq(cld_shape_create(&def, NULL, NULL, &shape, &err), CLD_BAD_VALUE);
}
