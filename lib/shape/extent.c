/// How far a placed shape reaches: its box, and the diagonal by which accuracy and tolerance are measured.

#include <math.h>

#include "shape/compound.h"
#include "shape/lanes.h"

/// The least and the greatest of a cloud's coordinates along an axis, padding included: that repeats vertex
/// 0.
static void find_range(const double *axis, uint32_t count, double *least, double *greatest) {
    const cld_lanes *x = (const cld_lanes *)axis;
    cld_lanes low = x[0], high = x[0];
    for (uint32_t i = 1; i < cld_cloud_stride(count) / CLD_LANES; i++) {
        cld_lanes_take_better(&low, &x[i], true);
        cld_lanes_take_better(&high, &x[i], false);
    }
    for (int k = 0; k < CLD_LANES; k++) {
        *least = cld_min(*least, low[k]);
        *greatest = cld_max(*greatest, high[k]);
    }
}

/// The core's box relative to the centre, grown by the radius.
static void find_box_near(const cld_shape *shape, double lower[3], double upper[3]) {
    const double *axis[3] = {shape->core.x, shape->core.y, shape->core.z};
    if (shape->curve->count)
        cld_curve_find_box(shape->curve, lower, upper);
    for (int k = 0; k < 3; k++) {
        double low = shape->curve->count ? lower[k] : INFINITY,
               high = shape->curve->count ? upper[k] : -INFINITY;
        if (shape->core.count)
            find_range(axis[k], shape->core.count, &low, &high);
        double radius = k < shape->dimension ? shape->radius : 0;
        lower[k] = low - radius;
        upper[k] = high + radius;
    }
}

void cld_shape_find_box(const cld_shape *shape, cld_vec3 *lower, cld_vec3 *upper) {
    *lower = cld_vec3_make(-INFINITY, -INFINITY, -INFINITY);
    *upper = cld_negate(*lower);
    if (shape->kind == CLD_COMPOUND) {
        cld_compound_find_box(shape, false, lower, upper);
    } else if (shape->kind != CLD_HALFSPACE) {
        double low[3] = {0}, high[3] = {0}, skew = cld_shape_find_skew(shape);
        find_box_near(shape, low, high);
        for (int k = 0; k < shape->dimension; k++)
            low[k] -= skew, high[k] += skew;
        *lower = cld_add(shape->centre, cld_vec3_make(low[0], low[1], low[2]));
        *upper = cld_add(shape->centre, cld_vec3_make(high[0], high[1], high[2]));
    }
}

static double measure_diagonal(const cld_shape *shape) {
    double low[3], high[3];
    find_box_near(shape, low, high);
    return cld_length_of_any(cld_vec3_make(high[0] - low[0], high[1] - low[1], high[2] - low[2]));
}

double cld_shape_find_diagonal(const cld_shape *shape) {
    if (shape->kind == CLD_HALFSPACE)
        return 0;
    if (shape->kind == CLD_COMPOUND) {
        cld_vec3 lower, upper;
        cld_compound_find_box(shape, true, &lower, &upper);
        return upper.x >= lower.x ? cld_length_of_any(cld_sub(upper, lower)) : 0;
    }
    return shape->diagonal > 0 ? shape->diagonal : measure_diagonal(shape);
}
