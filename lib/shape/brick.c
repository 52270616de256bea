#include "shape/shape.h"

/// What a vertex may be off by, of the cloud's extent: more than placing it rounds away.
#define SLACK 0x1p-46

/// Flatter or thinner ones are no bricks.
#define LEAST_VOLUME 0x1p-10
#define LEAST_SIDE 0x1p-40

/// The cosine of what counts as a right angle: a point of such a brick that is nearest to another by its
/// coordinates along the axes is off by as much of the distance between them, and so is the direction.
#define SQUARE 0x1p-40

static uint32_t find_nearest(const cld_cloud *cloud, cld_vec3 p, double *distance) {
    uint32_t nearest = 0;
    for (uint32_t i = 0; i < cloud->count; i++) {
        double other = cld_max_abs(cld_sub(cld_cloud_at(cloud, i), p));
        if (i == 0 || other < *distance)
            *distance = other, nearest = i;
    }
    return nearest;
}

/// The corners next to the first one, p + q + r: -p + q + r and so on. Of each of the three pairs of opposite
/// corners that are left one is it; together they add up to the first corner.
static bool find_neighbours(const cld_cloud *cloud, double slack, cld_vec3 neighbour[3]) {
    cld_vec3 first = cld_cloud_at(cloud, 0), pair[3];
    double miss;
    uint32_t seen = 1U | 1U << find_nearest(cloud, cld_negate(first), &miss);
    for (int k = 0; k < 3; k++) {
        uint32_t at = 0;
        while (at < 8 && seen & 1U << at)
            at++;
        if (at == 8)
            return false;
        pair[k] = cld_cloud_at(cloud, at);
        seen |= 1U << at | 1U << find_nearest(cloud, cld_negate(pair[k]), &miss);
    }
    for (int signs = 0; signs < 8; signs++) {
        cld_vec3 sum = cld_negate(first);
        for (int k = 0; k < 3; k++) {
            neighbour[k] = signs & 1 << k ? cld_negate(pair[k]) : pair[k];
            sum = cld_add(sum, neighbour[k]);
        }
        if (cld_max_abs(sum) <= slack)
            return true;
    }
    return false;
}

/// Whether each corner of the brick is a vertex of its own; the error is how far they are apart.
static bool measure_error(const cld_cloud *cloud, double extent, const cld_vec3 axis[3], double *error) {
    uint32_t seen = 0;
    double largest = 0;
    for (int signs = 0; signs < 8; signs++) {
        cld_vec3 corner = {0, 0, 0};
        for (int k = 0; k < 3; k++)
            corner = cld_add_scaled(corner, signs & 1 << k ? -1 : 1, axis[k]);
        double miss;
        seen |= 1U << find_nearest(cloud, corner, &miss);
        largest = cld_max(largest, miss);
    }
    // No partial sum is larger than the extent, so the two sums are off by less than 2 u of it, sqrt 3 times.
    *error = 1.75 * largest + 4 * CLD_ROUNDOFF * extent;
    return seen == 0xff && largest <= SLACK * extent;
}

/// The axes of a cloud whose largest coordinate is `extent`. False if they say little of its faces.
static bool find_axes(const cld_cloud *cloud, double extent, cld_vec3 axis[3]) {
    cld_vec3 first = cld_cloud_at(cloud, 0), neighbour[3];
    if (!find_neighbours(cloud, 4 * SLACK * extent, neighbour))
        return false;
    double sides = 1;
    for (int k = 0; k < 3; k++) {
        axis[k] = cld_scale(cld_sub(first, neighbour[k]), 0.5);
        double side = cld_length(axis[k]);
        if (!(side > LEAST_SIDE * extent))
            return false;
        sides *= side;
    }
    return fabs(cld_dot(axis[0], cld_cross(axis[1], axis[2]))) > LEAST_VOLUME * sides;
}

static bool are_square(const cld_vec3 axis[3]) {
    bool square = true;
    for (int k = 0; k < 3; k++) {
        cld_vec3 p = axis[k], q = axis[(k + 1) % 3];
        square = square && fabs(cld_dot(p, q)) < SQUARE * cld_length(p) * cld_length(q);
    }
    return square;
}

bool cld_brick_find(const cld_cloud *cloud, cld_brick *brick) {
    if (cloud->count != 8)
        return false;
    double extent = 0;
    for (uint32_t i = 0; i < 8; i++)
        extent = cld_max(extent, cld_max_abs(cld_cloud_at(cloud, i)));
    if (!(extent > 0x1p-100 && extent < 0x1p100)) // so that volumes stay within the range of doubles
        return false;
    cld_vec3 axis[3];
    if (!find_axes(cloud, extent, axis) || !measure_error(cloud, extent, axis, &brick->error))
        return false;
    for (int k = 0; k < CLD_LANES; k++)
        brick->x[k] = axis[k % 3].x, brick->y[k] = axis[k % 3].y, brick->z[k] = axis[k % 3].z;
    brick->is_box = are_square(axis);
    return true;
}
