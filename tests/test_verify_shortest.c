/// Answers in which all fits together, and yet they are wrong: the move ends the overlap, but a shorter one
/// does, too, or there is no gap where one is said to be.
#include <criterion/criterion.h>
#include <string.h>

#include "math/tangent.h"
#include "math/vec.h"
#include "support/body_pair.h"
#include "support/shapes.h"

/// A move of B that brings the pair to touch: along n, until b is where a is.
typedef struct way_out {
    cld_vec3 n, a, b;
} way_out;

static double find_depth(const way_out *w) { return cld_dot(cld_sub(w->a, w->b), w->n); }

/// What is said of the answer of a solver that has stopped at this way out.
static cld_status verify(const body_pair *q, const way_out *w, cld_error *err) {
    double depth = find_depth(w);
    cld_contact contact = {depth, w->a, w->b, w->a, w->b};
    cld_result r = q->r;
    r.signed_distance = r.lower = r.upper = -depth;
    r.normal = w->n;
    r.mtv = cld_scale(w->n, depth);
    cld_find_tangents_catto(w->n, &r.tangent[0], &r.tangent[1]);
    if (r.dimension == 2)
        r.tangent[0] = cld_vec3_make(-w->n.y, w->n.x, 0);
    r.closest_a = w->a, r.closest_b = w->b;
    r.contacts = &contact, r.contact_count = 1;
    return cld_verify(q->a, NULL, q->b, NULL, &r, err);
}

static void expect_refused(const body_pair *q, const way_out *shortest, const way_out *other,
                           const char *name) {
    cld_error err = {.message = ""};
    cr_assert_eq(q->r.outcome, CLD_PENETRATING, "%s", name);
    cr_expect_float_eq(q->r.signed_distance, -find_depth(shortest), 1e-9, "%s: %g", name,
                       q->r.signed_distance);
    cr_expect_eq(verify(q, shortest, &err), CLD_OK, "%s: %s", name, err.message);
    cr_expect_eq(verify(q, other, &err), CLD_NOT_CERTIFIED, "%s", name);
    cr_expect_neq(strstr(err.message, "no direction separates more"), NULL, "%s: %s", name, err.message);
}

static body_def body_def_of(cld_kind kind, int dimension, const double (*points)[3], size_t count) {
    body_def d = {.def = cld_shape_def_make(kind)};
    d.def.dimension = dimension;
    d.def.point_count = count;
    memcpy(d.points, points, count * sizeof *points);
    return d;
}

static body_def round_off(body_def d, double margin) {
    d.def.margin = margin;
    return d;
}

/// Each has one direction, or that of one pair of edges, that shows more; the other way round it is the other
/// shape's, and the opposite one.
Test(verify_shortest, refuses_a_way_out_that_is_not_the_shortest) {
    static const double corner[][3] = {{0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 4}},
                        in[][3] = {{0.25, 0.5, 1}}, flat_in[][3] = {{0.25, 0.5, 0}};
    // Two edges that cross each other above and below, and faces that are flat but for a little.
    static const double low[][3] = {{-1, 0, 0}, {1, 0, 0}, {0, -1, -0.25}, {0, 1, -0.25}},
                        high[][3] = {{-1, 0, 0.0625}, {1, 0, 0.0625}, {0, -1, -0.1875}, {0, 1, -0.1875}};
    body_def ball = {.def = cld_shape_def_make(CLD_SPHERE)};
    ball.def.radius = 0.5;
    const struct {
        const char *name;
        body_def a, b;
        way_out shortest, other;
    } pairs[] = {
        {"a face",
         body_def_of(CLD_HULL, 3, corner, 4),
         body_def_of(CLD_POINT, 3, in, 1),
         {{-1, 0, 0}, {0, 0.5, 1}, {0.25, 0.5, 1}},
         {{0, -1, 0}, {0.25, 0, 1}, {0.25, 0.5, 1}}},
        {"a face of what is rounded",
         round_off(body_def_of(CLD_HULL, 3, corner, 4), 0.125),
         round_off(body_def_of(CLD_POINT, 3, in, 1), 0.25),
         {{-1, 0, 0}, {-0.125, 0.5, 1}, {0.5, 0.5, 1}},
         {{0, -1, 0}, {0.25, -0.125, 1}, {0.25, 0.75, 1}}},
        {"two edges",
         body_def_of(CLD_HULL, 3, low, 4),
         body_def_of(CLD_HULL, 3, high, 4),
         {{0, 0, 1}, {0, 0, 0}, {0, 0, -0.1875}},
         {{0, 0, -1}, {0, 0, -0.25}, {0, 0, 0.0625}}},
        {"an edge in the plane",
         body_def_of(CLD_POLYGON, 2, corner, 3),
         body_def_of(CLD_POINT, 2, flat_in, 1),
         {{-1, 0, 0}, {0, 0.5, 0}, {0.25, 0.5, 0}},
         {{0, -1, 0}, {0.25, 0, 0}, {0.25, 0.5, 0}}},
        {"a direction",
         body_def_sized(CLD_ELLIPSOID, 1, 2, 3),
         ball,
         {{1, 0, 0}, {1, 0, 0}, {-0.5, 0, 0}},
         {{0, 1, 0}, {0, 2, 0}, {0, -0.5, 0}}},
    };
    body_pair q = {0};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        body_pair_ask(&q, pairs[i].a, pairs[i].b);
        expect_refused(&q, &pairs[i].shortest, &pairs[i].other, pairs[i].name);
        const way_out *s = &pairs[i].shortest, *o = &pairs[i].other;
        body_pair_ask(&q, pairs[i].b, pairs[i].a);
        expect_refused(&q, &(way_out){cld_negate(s->n), s->b, s->a}, &(way_out){cld_negate(o->n), o->b, o->a},
                       pairs[i].name);
    }
    body_pair_free(&q);
}

/// Boxes that stand on each other, said to be apart by a number that is well within the accuracy.
Test(verify_shortest, sees_a_lower_bound_that_does_not_hold) {
    body_pair q = {0};
    body_def above = body_def_sized(CLD_BOX, 1, 1, 1);
    above.def.transform = cld_transform_make_translation((cld_vec3){0, 0, 1});
    body_pair_ask(&q, body_def_sized(CLD_BOX, 1, 1, 1), above);
    cr_expect_eq(cld_verify(q.a, NULL, q.b, NULL, &q.r, NULL), CLD_OK);
    q.r.tolerance = 0, q.r.outcome = CLD_SEPARATED, q.r.contact_count = 0, q.r.has_axis = true;
    q.r.signed_distance = q.r.lower = q.r.upper = q.r.gap = 1e-13, q.r.axis = q.r.normal;
    cr_expect_eq(cld_verify(q.a, NULL, q.b, NULL, &q.r, NULL), CLD_NOT_CERTIFIED);
    body_pair_free(&q);
}

/// A box on another, half an ulp lower, at it, and an ulp higher: with a tolerance of 0 each answer is true
/// of its own pair only.
Test(verify_shortest, sees_a_status_that_is_not_exact) {
    static const double height[] = {1 - 0x1p-53, 1, 1 + 0x1p-52};
    static const cld_outcome outcome[] = {CLD_PENETRATING, CLD_TOUCHING, CLD_SEPARATED};
    body_def below = body_def_sized(CLD_BOX, 1, 1, 1);
    cld_shape *box = body_create(&below), *above[3];
    cld_query_options options = cld_query_options_make();
    options.tolerance = 0;
    for (int i = 0; i < 3; i++) {
        body_def moved = below;
        moved.def.transform = cld_transform_make_translation((cld_vec3){0, 0, height[i]});
        above[i] = body_create(&moved);
    }
    for (int i = 0; i < 3; i++) {
        cld_result r = shape_ask(box, NULL, above[i], NULL, &options);
        cr_expect_eq(r.outcome, outcome[i]);
        for (int k = 0; k < 3; k++)
            cr_expect_eq(cld_verify(box, NULL, above[k], NULL, &r, NULL), k == i ? CLD_OK : CLD_NOT_CERTIFIED,
                         "of pair %d, asked of %d", i, k);
    }
    for (int i = 0; i < 3; i++)
        cld_shape_destroy(above[i]);
    cld_shape_destroy(box);
}
