/// How far a placed shape reaches: its box, and the diagonal by which accuracy and tolerance are measured.

#include <math.h>

#include "shape/compound.h"
#include "shape/lanes.h"

/// The core's box relative to the centre, grown by the radius. Padding repeats vertex 0.
static void find_box_near(const cld_shape *shape, double lower[3], double upper[3]) {
    const cld_lanes *axis[3] = {(const cld_lanes *)shape->core.x, (const cld_lanes *)shape->core.y,
                                (const cld_lanes *)shape->core.z};
    const cld_lanes none = {INFINITY, INFINITY, INFINITY, INFINITY};
    cld_lanes low[3] = {none, none, none}, high[3] = {-none, -none, -none};
    for (uint32_t i = 0; i < cld_cloud_stride(shape->core.count) / CLD_LANES; i++)
        for (int k = 0; k < 3; k++) {
            cld_lanes_take_better(&low[k], &axis[k][i], true);
            cld_lanes_take_better(&high[k], &axis[k][i], false);
        }
    for (int k = 0; k < 3; k++) {
        lower[k] = INFINITY, upper[k] = -INFINITY;
        for (int lane = 0; lane < CLD_LANES; lane++) {
            lower[k] = cld_min(lower[k], low[k][lane]);
            upper[k] = cld_max(upper[k], high[k][lane]);
        }
    }
    if (shape->curve->count)
        cld_curve_find_box(shape->curve, lower, upper);
    for (int k = 0; k < shape->dimension; k++)
        lower[k] -= shape->radius, upper[k] += shape->radius;
}

/// The box of what is neither a compound nor a half-space, wider by `wide` on each side.
static void find_box(const cld_shape *shape, double wide, cld_vec3 *lower, cld_vec3 *upper) {
    double low[3] = {0}, high[3] = {0};
    find_box_near(shape, low, high);
    for (int k = 0; k < shape->dimension; k++)
        low[k] -= wide, high[k] += wide;
    *lower = cld_add(shape->centre, cld_vec3_make(low[0], low[1], low[2]));
    *upper = cld_add(shape->centre, cld_vec3_make(high[0], high[1], high[2]));
}

void cld_shape_find_box(const cld_shape *shape, cld_vec3 *lower, cld_vec3 *upper) {
    *lower = cld_vec3_make(-INFINITY, -INFINITY, -INFINITY);
    *upper = cld_negate(*lower);
    if (shape->kind == CLD_COMPOUND) {
        *lower = shape->rare->leaf_nodes->lower;
        *upper = shape->rare->leaf_nodes->upper;
    } else if (shape->kind != CLD_HALFSPACE) {
        find_box(shape, cld_shape_find_skew(shape) + (shape->is_blurred ? shape->error : 0), lower, upper);
    }
}

void cld_shape_find_bounded_box(const cld_shape *compound, cld_vec3 *lower, cld_vec3 *upper) {
    *lower = cld_vec3_make(INFINITY, INFINITY, INFINITY);
    *upper = cld_negate(*lower);
    for (uint32_t i = 0; i < compound->rare->leaf_count; i++) {
        const cld_shape *leaf = compound->rare->leaves[i].shape;
        cld_vec3 low, high;
        if (leaf->kind == CLD_HALFSPACE)
            continue;
        find_box(leaf, cld_shape_find_skew(leaf), &low, &high);
        *lower = cld_vec3_make(fmin(lower->x, low.x), fmin(lower->y, low.y), fmin(lower->z, low.z));
        *upper = cld_vec3_make(fmax(upper->x, high.x), fmax(upper->y, high.y), fmax(upper->z, high.z));
    }
}

double cld_shape_measure_diagonal(const cld_shape *shape) {
    if (shape->kind == CLD_HALFSPACE)
        return 0;
    if (shape->kind == CLD_COMPOUND) {
        cld_vec3 lower, upper;
        cld_shape_find_bounded_box(shape, &lower, &upper);
        return upper.x >= lower.x ? cld_length_of_any(cld_sub(upper, lower)) : 0;
    }
    double low[3], high[3];
    find_box_near(shape, low, high);
    return cld_length_of_any(cld_vec3_make(high[0] - low[0], high[1] - low[1], high[2] - low[2]));
}
