/// Ellipsoids: one oval. One with equal radii is a ball around a point; with two radii of 0 it is a segment,
/// with one a flat disc, face 0.

#include <math.h>

#include "shape/curved_kinds.h"
#include "shape/def.h"

cld_status cld_ellipsoid_check(const cld_shape_def *def, cld_error *err) {
    static const char *const pointer[3] = {"/radii/0", "/radii/1", "/radii/2"};
    cld_status status = CLD_OK;
    for (int k = 0; k < 3 && status == CLD_OK; k++)
        status = cld_check_length(def->radii[k], pointer[k], "a radius", err);
    return status;
}

static bool is_ball(const cld_shape_def *def) {
    return def->radii[0] == def->radii[1] && def->radii[1] == def->radii[2];
}

double cld_ellipsoid_find_radius(const cld_shape_def *def) { return is_ball(def) ? def->radii[0] : 0; }

size_t cld_ellipsoid_count_points(const cld_shape_def *def) {
    int zeros = 0;
    for (int k = 0; k < 3; k++)
        zeros += !(def->radii[k] > 0);
    return is_ball(def) ? 1 : zeros == 2 ? 2 : 0;
}

void cld_ellipsoid_write_points(const cld_shape_def *def, double *points) {
    size_t count = cld_ellipsoid_count_points(def);
    for (size_t i = 0; i < 3 * count; i++)
        points[i] = count == 1 ? 0 : (i < 3 ? -1 : 1) * def->radii[i % 3];
}

void cld_ellipsoid_place(const cld_shape_def *def, cld_shape *shape) {
    cld_oval_exact oval = {.centre = cld_dd3_make(cld_vec3_make(0, 0, 0))};
    // An axis of no length comes last, so that the first two span a disc.
    int last = def->radii[0] > 0 ? def->radii[1] > 0 ? 2 : 1 : 0;
    for (int k = 0; k < 3; k++) {
        int from = (last + 1 + k) % 3;
        double r = def->radii[from];
        oval.axis[k] = cld_dd3_make(cld_vec3_make(from == 0 ? r : 0, from == 1 ? r : 0, from == 2 ? r : 0));
    }
    cld_place_ovals(def, &oval, 1, shape);
    double shortest = INFINITY, longest = 0;
    for (int k = 0; k < 3; k++) {
        double length = cld_length_of_any(shape->curve->part[0].axis[k]);
        shortest = fmin(shortest, length);
        longest = fmax(longest, length);
    }
    // The least radius of curvature is shortest^2 / longest. A thousandth of it stays in the core, for
    // rounding and for transforms that are similarities only within 1e-6.
    double inset = 0.999 * (shortest / longest) * shortest;
    ((cld_curve *)shape->curve)->inset = inset;
    shape->radius += inset;
    shape->reach -= inset;
    atomic_init(&shape->inner, fmax(0, atomic_load(&shape->inner) - inset));
}
