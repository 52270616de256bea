/// Shapes that are far from each other, and from the origin, for their size: what counts is every rounding.
#include <criterion/criterion.h>
#include <math.h>

#include "math/dd.h"
#include "math/vec.h"
#include "support/body_pair.h"

/// The part of 4e-16 times the largest coordinate, and of `least` times the size, that an answer is off by.
static double find_off(const cld_result *r, cld_dd truth, double size, double farthest, double least) {
    cld_dd off = cld_dd_sub(cld_dd_make(r->signed_distance), truth);
    cr_expect(r->lower <= truth.hi && r->upper >= truth.hi, "%.17g is not from %.17g to %.17g", truth.hi,
              r->lower, r->upper);
    return fabs(off.hi) / (least * size + 4e-16 * farthest);
}

static double find_largest(cld_vec3 a, cld_vec3 b) { return cld_max(cld_max_abs(a), cld_max_abs(b)); }

static cld_vec3 make_far(double reach, random_state *r) {
    return cld_vec3_make(random_real(r, -reach, reach), random_real(r, -reach, reach),
                         random_real(r, -reach, reach));
}

/// Asks about two bodies at two places.
static void ask_at(body_pair *q, body_def one, cld_vec3 a, body_def other, cld_vec3 b) {
    one.def.transform = cld_transform_make_translation(a);
    other.def.transform = cld_transform_make_translation(b);
    body_pair_ask(q, one, other);
}

Test(far, boxes_are_as_far_apart_as_their_coordinates_say) {
    body_pair q = {0};
    random_state r = random_make(1);
    for (int trial = 0; trial < 4000; trial++) {
        double reach = random_power_of_ten(&r, 1, 12);
        cld_vec3 a = make_far(reach, &r), b = make_far(reach, &r);
        if (trial % 2)
            b.z = a.z;
        if (trial % 3 == 0)
            b.x = a.x + 0.75;
        ask_at(&q, body_def_sized(CLD_BOX, 1, 0.5, 1), a, body_def_sized(CLD_BOX, 2, 1, 0.5), b);
        const double from[3] = {a.x, a.y, a.z}, to[3] = {b.x, b.y, b.z}, half[3] = {1.5, 0.75, 0.75};
        cld_dd square = {0, 0};
        for (int k = 0; k < 3; k++) {
            cld_dd between = cld_dd_sub(cld_dd_make(fmax(from[k], to[k])), cld_dd_make(fmin(from[k], to[k])));
            between = cld_dd_sub(between, cld_dd_make(half[k]));
            if (between.hi > 0)
                square = cld_dd_add(square, cld_dd_mul(between, between));
        }
        if (square.hi > 0)
            cr_expect(find_off(&q.r, cld_dd_sqrt(square), 2.3, find_largest(a, b) + 1, 1e-12) <= 1, "%d",
                      trial);
    }
    body_pair_free(&q);
}

Test(far, a_cylinder_is_as_far_from_a_ball_beside_it_as_their_coordinates_say) {
    body_pair q = {0};
    random_state r = random_make(2);
    for (int trial = 0; trial < 4000; trial++) {
        double reach = random_power_of_ten(&r, 1, 12);
        cld_vec3 a = make_far(reach, &r), b = make_far(reach, &r);
        b.z = a.z;
        body_def ball = {.def = cld_shape_def_make(CLD_SPHERE)};
        ball.def.radius = 0.25;
        ask_at(&q, body_def_upright(CLD_CYLINDER, -1, 1, 0.5), a, ball, b);
        cld_dd x = cld_dd_sub(cld_dd_make(a.x), cld_dd_make(b.x)),
               y = cld_dd_sub(cld_dd_make(a.y), cld_dd_make(b.y));
        cld_dd truth =
            cld_dd_sub(cld_dd_sqrt(cld_dd_add(cld_dd_mul(x, x), cld_dd_mul(y, y))), cld_dd_make(0.75));
        if (truth.hi > 0)
            cr_expect(find_off(&q.r, truth, 2.3, find_largest(a, b) + 1, 1e-9) <= 1, "%d", trial);
    }
    body_pair_free(&q);
}
