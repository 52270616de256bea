/// Planar pairs in which rounding is as large as what is asked for.

#include <criterion/criterion.h>
#include <math.h>

#include "collide/verify.h"
#include "math/vec.h"
#include "support/shapes.h"

/// A matrix of the plane and a move.
typedef struct move {
    double xx, xy, yx, yy, x, y;
} move;

static const move none = {1, 0, 0, 1, 0, 0};

static cld_shape *make(cld_kind kind, const double (*points)[3], size_t count, double margin, const move *m) {
    const cld_mat3 matrix = {{{m->xx, m->xy, 0}, {m->yx, m->yy, 0}, {0, 0, 1}}};
    cld_shape_def def = cld_shape_def_make(kind);
    def.dimension = 2;
    def.points = points[0], def.point_count = count;
    def.size[0] = points[0][0], def.size[1] = points[0][1];
    def.margin = margin;
    def.transform = cld_transform_make_matrix(&matrix, cld_vec3_make(m->x, m->y, 0));
    return shape_make(&def);
}

/// The verified answer, whose contacts are gone after the next question. The shapes are gone, too.
static cld_result ask(cld_shape *a, cld_shape *b) {
    cld_query_options options = cld_query_options_make();
    cld_error err;
    cld_result r = shape_ask(a, NULL, b, NULL, &options);
    cr_expect_eq(cld_verify(a, NULL, b, NULL, &r, &err), CLD_OK, "%s", err.message);
    cld_shape_destroy(a);
    cld_shape_destroy(b);
    return r;
}

/// The apex of the lower triangle is an edge as short as rounding, which looks anywhere.
Test(plane_hard, closest_points_are_on_the_shapes_where_an_edge_is_as_short_as_rounding) {
    static const double above[][3] = {{12.724333532242197, 3.161285972611843},
                                      {13.590358936026636, 3.661285972611843},
                                      {13.090358936026636, 4.527311376396281},
                                      {12.401128451485308, 3.9273113763962817}},
                        below[][3] = {{1, 3}, {1.0000000000000002, 3}, {4, 1}, {-2, 1}};
    const move sheared = {
        2.1257915748539826, 3.532847319129405, 0.29237170472273677, 0.9563047559630354, 0, 0};
    cld_result r = ask(make(CLD_POLYGON, above, 4, 0, &none), make(CLD_POLYGON, below, 4, 0, &sheared));
    cr_assert_eq(r.outcome, CLD_TOUCHING);
    cr_expect_lt(cld_distance(r.closest_a, cld_vec3_make(above[0][0], above[0][1], 0)), 1e-9);
    cr_expect_lt(cld_distance(r.closest_b, r.closest_a), 1e-9);
}

/// All of the small one's lower edges are within what rounding may be beside the large one.
Test(plane_hard, a_feature_beside_a_large_shape_holds_the_closest_point) {
    static const double size[][3] = {{1e5, 10}}, dented[][3] = {{-1, 0}, {0, -1e-9}, {1, 0}, {1, 1}, {-1, 1}};
    const move lower = {1, 0, 0, 1, 0, -5}, turned = {1, 1e-7, -1e-7, 1, 0, 0};
    cld_result r = ask(make(CLD_RECTANGLE, size, 1, 0, &lower), make(CLD_POLYGON, dented, 5, 0, &turned));
    cr_expect_float_eq(r.closest_b.x, 1, 1e-9);
    cr_expect_eq(r.feature_b.kind, CLD_FEATURE_VERTEX);
    cr_expect_eq(r.feature_b.index, 2);
}

/// A - B is a triangle around the origin whose area has few digits.
Test(plane_hard, a_square_on_a_segment_has_tight_bounds_however_small_it_is) {
    static const double ends[][3] = {{0.3, 0.7}, {-0.3, -0.7}};
    double turn = 33 * 3.141592653589793 / 180;
    for (int power = -20; power > -40; power--) {
        const double side = pow(10, power), size[][3] = {{side, side}};
        const move turned = {cos(turn), -sin(turn), sin(turn), cos(turn), side / 7, side / 5};
        cld_result r = ask(make(CLD_RECTANGLE, size, 1, 0, &turned), make(CLD_SEGMENT, ends, 2, 0, &none));
        cr_expect(r.lower <= 0 && r.upper >= 0 && r.upper - r.lower <= 1.6e-9, "%g: %g to %g", side, r.lower,
                  r.upper);
    }
}

Test(plane_hard, what_is_small_and_far_apart_is_measured_to_the_last_digit) {
    static const double from[][3] = {{-99478957.50680031, 95083162.14185274}},
                        to[][3] = {{99165270.45217673, -94732569.38635626}};
    const double radius[] = {5.742066026482629e-07, 5.293650170079205e-07};
    long double x = (long double)to[0][0] - from[0][0], y = (long double)to[0][1] - from[0][1],
                truth = sqrtl(x * x + y * y) - radius[0] - radius[1];
    cld_result r = ask(make(CLD_POINT, from, 1, radius[0], &none), make(CLD_POINT, to, 1, radius[1], &none));
    cr_expect_leq(fabsl(r.signed_distance - truth), 4e-16L * 99478957.5L);
}
