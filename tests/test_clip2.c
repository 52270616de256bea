/// Contacts in the plane whose edges are one but for noise.

#include <criterion/criterion.h>
#include <math.h>

#include "collide/verify.h"
#include "math/vec.h"
#include "shape/shape.h"
#include "support/planar.h"
#include "support/shapes.h"

enum { MOST_CORNERS = 24, MOST_KEPT = 3 };

/// A plank 2 wide and 0.5 high around a point, turned, its coordinates rounded to multiples of 1 / `grid`,
/// with `between` vertices on each long side.
static cld_shape *make_plank(double x, double y, double angle, uint32_t between, double grid) {
    double points[MOST_CORNERS][3];
    uint32_t count = 0;
    for (int side = 0; side < 2; side++)
        for (uint32_t i = 0; i < between + 2; i++, count++) {
            double along = 2.0 * i / (between + 1) - 1, u = side ? -along : along, v = side ? 0.25 : -0.25;
            points[count][0] = rint((x + cos(angle) * u - sin(angle) * v) * grid) / grid;
            points[count][1] = rint((y + sin(angle) * u + cos(angle) * v) * grid) / grid;
            points[count][2] = 0;
        }
    cld_shape_def def = cld_shape_def_make(CLD_POLYGON);
    def.dimension = 2;
    def.points = points[0], def.point_count = count;
    return shape_make(&def);
}

/// A line at `level`, or a plank broader than others below it.
static cld_shape *make_ground(bool is_line, double level) {
    cld_shape_def def = cld_shape_def_make(is_line ? CLD_HALFSPACE : CLD_RECTANGLE);
    def.dimension = 2;
    def.normal[1] = 1, def.offset = level;
    def.size[0] = 10, def.size[1] = 2;
    if (!is_line)
        def.transform = cld_transform_make_translation(cld_vec3_make(0, level - 1, 0));
    return shape_make(&def);
}

typedef struct answer {
    cld_contact contact[MOST_KEPT];
    size_t count;
} answer;

/// The contacts of a verified answer.
static answer ask(const cld_shape *a, const cld_shape *b, cld_algorithm algorithm) {
    answer kept;
    cld_error err;
    cld_query_options options = cld_query_options_make();
    cld_workspace *workspace = cld_workspace_create();
    cld_result r;
    options.algorithm = algorithm;
    cr_assert_eq(cld_find_collision(a, NULL, b, NULL, &options, workspace, &r, &err), CLD_OK, "%s",
                 err.message);
    cr_expect_eq(cld_verify(a, NULL, b, NULL, &r, &err), CLD_OK, "%s", err.message);
    kept.count = r.contact_count;
    cr_assert_leq(kept.count, MOST_KEPT);
    for (size_t i = 0; i < kept.count; i++)
        kept.contact[i] = r.contacts[i];
    cld_workspace_destroy(workspace);
    return kept;
}

/// Whether all of the expected contacts are among those there are, but for `off`, and one more at most, which
/// is where what is bent is deepest.
static bool has_all(const answer *got, const answer *expected, double off) {
    for (size_t i = 0; i < expected->count; i++) {
        bool found = false;
        for (size_t k = 0; k < got->count; k++)
            found |= cld_distance(got->contact[k].world_a, expected->contact[i].world_a) <= off;
        if (!found)
            return false;
    }
    return got->count <= expected->count + 1;
}

static void expect_alike(const cld_shape *a, const cld_shape *b, const cld_shape *expected_a,
                         const cld_shape *expected_b, double off, uint64_t trial) {
    const cld_algorithm algorithms[] = {CLD_AUTO, CLD_GJK_EPA, CLD_SAT};
    for (int i = 0; i < (a->kind == CLD_HALFSPACE ? 4 : 6); i++) { // which SAT is not for
        bool turned = i % 2;
        answer got = ask(turned ? b : a, turned ? a : b, algorithms[i / 2]),
               expected =
                   ask(turned ? expected_b : expected_a, turned ? expected_a : expected_b, algorithms[i / 2]);
        cr_expect(has_all(&got, &expected, off), "trial %d, %d: %zu contacts, not %zu", (int)trial, i,
                  got.count, expected.count);
    }
}

Test(clip2, a_side_with_rounded_vertices_on_it_is_clipped_as_one) {
    random_state r = random_make(1);
    for (uint64_t i = 0; i < random_trials(400); i++) {
        double angle = random_real(&r, -0.1, 0.1),
               grid = random_one_in(&r, 2) ? 0x1p50 : power_of_ten(random_int(&r, 7, 12));
        uint32_t between = (uint32_t)random_int(&r, 1, 9);
        cld_shape *ground = make_ground(random_one_in(&r, 2), 0),
                  *plank = make_plank(0, 0.2, angle, between, grid),
                  *plain = make_plank(0, 0.2, angle, 0, 0x1p50);
        expect_alike(ground, plank, ground, plain, 10 / grid, i);
        cld_shape_destroy(ground);
        cld_shape_destroy(plank);
        cld_shape_destroy(plain);
    }
}

Test(clip2, a_side_with_rounded_vertices_on_it_is_a_window_as_one) {
    random_state r = random_make(2);
    for (uint64_t i = 0; i < random_trials(400); i++) {
        double angle = random_real(&r, -3, 3),
               grid = random_one_in(&r, 2) ? 0x1p50 : power_of_ten(random_int(&r, 7, 12)),
               tilt = angle + random_real(&r, -0.1, 0.1), x = -0.4 * sin(angle), y = 0.4 * cos(angle);
        uint32_t between = (uint32_t)random_int(&r, 1, 9);
        cld_shape *below = make_plank(0, 0, angle, between, grid),
                  *above = make_plank(x, y, tilt, between, grid),
                  *other_below = make_plank(0, 0, angle, 0, 0x1p50),
                  *other_above = make_plank(x, y, tilt, 0, 0x1p50);
        // Beside another edge a point is as far off as that is longer than high.
        expect_alike(below, above, other_below, other_above, 100 / grid, i);
        cld_shape_destroy(below);
        cld_shape_destroy(above);
        cld_shape_destroy(other_below);
        cld_shape_destroy(other_above);
    }
}

static cld_shape *make_polygon(const double (*points)[3], size_t count, double y) {
    cld_shape_def def = cld_shape_def_make(CLD_POLYGON);
    def.dimension = 2;
    def.points = points[0], def.point_count = count;
    def.transform = cld_transform_make_translation(cld_vec3_make(0, y, 0));
    return shape_make(&def);
}

/// A bent top below what rounding has made broader.
Test(clip2, an_end_that_is_out_by_no_more_than_the_slack_is_as_deep_as_the_end_of_what_is_bent) {
    const double bent[][3] = {{-1, -1, 0}, {1, -1, 0},   {1, 1 - 5e-7, 0},
                              {0.2, 1, 0}, {-0.2, 1, 0}, {-1, 1 - 5e-7, 0}},
                 roofed[][3] = {{-1 - 1e-11, -1, 0}, {1 + 1e-11, -1, 0}, {1 + 1e-11, 1, 0}, {0.5, 1.5, 0},
                                {0, 1.7, 0},         {-0.5, 1.5, 0},     {-1 - 1e-11, 1, 0}};
    cld_shape *below = make_polygon(bent, 6, 0), *above = make_polygon(roofed, 7, 1.5);
    for (int i = 0; i < 2; i++) {
        answer got = ask(i ? above : below, i ? below : above, CLD_AUTO);
        cr_assert_eq(got.count, 3);
        cr_expect_eq(got.contact[0].depth, 0.5);
        for (int k = 1; k < 3; k++)
            cr_expect_float_eq(got.contact[k].depth, 0.5 - 5e-7, 1e-12);
    }
    cld_shape_destroy(below);
    cld_shape_destroy(above);
}

/// A capsule is a segment with a margin, however it is written.
Test(clip2, capsules_that_are_not_quite_parallel_have_two_contacts) {
    random_state r = random_make(3);
    for (uint64_t i = 0; i < random_trials(400); i++) {
        double tilt = random_real(&r, -1, 1) * random_power_of_ten(&r, -12, 0);
        cld_shape *shapes[2][2];
        for (int k = 0; k < 2; k++) {
            cld_shape_def def = cld_shape_def_make(CLD_CAPSULE);
            double x = k ? cos(tilt) : 1, y = k ? sin(tilt) : 0, h = k ? 0.8 + fabs(y) : 0;
            double points[2][3] = {{-x, h - y, 0}, {x, h + y, 0}};
            def.dimension = 2;
            def.points = points[0], def.point_count = 2;
            def.radius = 0.5;
            shapes[0][k] = shape_make(&def);
            def.kind = CLD_SEGMENT;
            def.radius = 0, def.margin = 0.5;
            shapes[1][k] = shape_make(&def);
        }
        answer capsules = ask(shapes[0][0], shapes[0][1], CLD_AUTO),
               segments = ask(shapes[1][0], shapes[1][1], CLD_AUTO);
        cr_expect(capsules.count == segments.count && has_all(&capsules, &segments, 1e-9), "tilted by %g",
                  tilt);
        cr_expect_eq(capsules.count, 2 - (size_t)(2 * fabs(sin(tilt)) > 0.2), "tilted by %g", tilt);
        for (int k = 0; k < 4; k++)
            cld_shape_destroy(shapes[k / 2][k % 2]);
    }
}
