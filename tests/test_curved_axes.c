/// Directions of curved shapes that are tried by name.
#include <criterion/criterion.h>
#include <math.h>

#include "collide/collide.h"
#include "math/vec.h"
#include "support/random.h"

enum { SIDES = 64 };

/// A drum around the z axis, and a prism nearly around it.
typedef struct drum_and_prism {
    double radius, half_height;
    cld_vec3 corner[2 * SIDES]; ///< of the prism, below and above in turns
} drum_and_prism;

static drum_and_prism make_pair(random_state *r) {
    drum_and_prism p = {.radius = random_real(r, 0.4, 1), .half_height = random_real(r, 0.5, 1.5)};
    double prism = random_real(r, 0.4, 1), height = random_real(r, 0.5, 1.5),
           tilt = random_power_of_ten(r, -8, -5);
    cld_vec3 bend = {tilt * random_real(r, -1, 1), tilt * random_real(r, -1, 1), 0}, at = {0, 0, 0};
    at.x = tilt * random_real(r, -1, 1), at.y = tilt * random_real(r, -1, 1);
    for (int i = 0; i < 2 * SIDES; i++) {
        int side = i / 2;
        double turn = side * (6.283185307179586 / SIDES);
        cld_vec3 v = {prism * cos(turn), prism * sin(turn), i % 2 ? height : -height};
        p.corner[i] = cld_add(cld_add(v, cld_cross(bend, v)), at);
    }
    return p;
}

static double find_separation(const drum_and_prism *p, cld_vec3 n) {
    double lowest = INFINITY;
    for (int i = 0; i < 2 * SIDES; i++)
        lowest = fmin(lowest, cld_dot(n, p->corner[i]));
    return lowest - p->radius * hypot(n.x, n.y) - p->half_height * fabs(n.z);
}

/// The greatest separation along the normals of the prism's sides, and across the axis and the ends of those.
static double find_best(const drum_and_prism *p) {
    double most = -INFINITY;
    for (int i = 0; i < SIDES; i++) {
        const cld_vec3 *from = &p->corner[2 * i], *to = &p->corner[2 * ((i + 1) % SIDES)];
        const cld_vec3 across[] = {cld_cross(cld_sub(to[0], from[0]), cld_sub(from[1], from[0])),
                                   cld_cross(cld_sub(to[0], from[0]), (cld_vec3){0, 0, 1}),
                                   cld_cross(cld_sub(to[1], from[1]), (cld_vec3){0, 0, 1})};
        for (int k = 0; k < 6; k++)
            most = fmax(most, find_separation(p, cld_scale(cld_unit(across[k / 2]), k % 2 ? -1 : 1)));
    }
    return most;
}

static cld_shape *make_shape(const cld_shape_def *def) {
    cld_shape *shape = NULL;
    cr_assert_eq(cld_shape_create(def, NULL, NULL, &shape, NULL), CLD_OK);
    return shape;
}

static cld_shape *make_drum(const drum_and_prism *p) {
    const double ends[6] = {0, 0, -p->half_height, 0, 0, p->half_height};
    cld_shape_def def = cld_shape_def_make(CLD_CYLINDER);
    def.points = ends;
    def.point_count = 2;
    def.radius = p->radius;
    return make_shape(&def);
}

static cld_shape *make_prism(const drum_and_prism *p) {
    double points[6 * SIDES];
    for (int i = 0; i < 2 * SIDES; i++)
        for (int k = 0; k < 3; k++)
            points[3 * i + k] = cld_component(p->corner[i], k);
    cld_shape_def def = cld_shape_def_make(CLD_HULL);
    def.points = points;
    def.point_count = 2 * SIDES;
    return make_shape(&def);
}

/// All sides of the prism are nearly as deep, and Newton's method does not lead from one to another.
Test(curved_axes, of_a_prism_nearly_around_a_drum_the_best_side_is_taken) {
    cld_workspace *workspace = cld_workspace_create();
    const cld_query_options options = cld_query_options_make();
    for (unsigned long long seed = 0; seed < random_trials(300); seed++) {
        random_state r = random_make(seed);
        drum_and_prism p = make_pair(&r);
        cld_shape *drum = make_drum(&p), *prism = make_prism(&p);
        cld_result result;
        cr_assert_eq(cld_find_distance(drum, NULL, prism, NULL, &options, workspace, &result, NULL), CLD_OK);
        double best = find_best(&p);
        cr_expect_leq(best, result.signed_distance + 1e-12, "seed %llu: %g better", seed,
                      best - result.signed_distance);
        cr_expect_leq(result.lower, result.upper);
        cld_shape_destroy(drum);
        cld_shape_destroy(prism);
    }
    cld_workspace_destroy(workspace);
}
