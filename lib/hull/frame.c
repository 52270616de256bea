#include "hull/frame.h"

#include <float.h>

#include "math/vec.h"

/// Below this share of the largest, an extent is thin enough to want axes of its own.
static const double thin = 0x1p-8;

cld_vec3 cld_frame_scale(const cld_frame *frame, const double *point) {
    const double *scale = frame->scale; // one after the other: their product may be out of range
    return cld_vec3_make(point[0] * scale[0] * scale[1], point[1] * scale[0] * scale[1],
                         point[2] * scale[0] * scale[1]);
}

/// The exponent e that brings the largest side of the bounding box, times 2^e, into [1/2, 1); 0 for a single
/// point. `largest` is the largest absolute coordinate.
static int find_exponent(const double *points, size_t count, double *largest) {
    double side = 0;
    *largest = 0;
    for (int k = 0; k < 3; k++) {
        double low = points[k], high = points[k];
        for (size_t i = 1; i < count; i++) {
            double x = points[3 * i + (size_t)k];
            low = x < low ? x : low;
            high = x > high ? x : high;
        }
        *largest = fmax(*largest, fmax(-low, high));
        // halves do not overflow; what is lost of a number too small to halve does not change the exponent by
        // more than 1
        side = fmax(side, high / 2 - low / 2);
    }
    int exponent;
    frexp(side, &exponent);
    return side > 0 ? -exponent - 1 : 0;
}

/// A quantity to maximise over the points, given their offset from the origin.
typedef double distance_of(const cld_frame *frame, cld_vec3 offset);

static double find_radius(const cld_frame *frame, cld_vec3 offset) {
    (void)frame;
    return cld_length(offset);
}

static cld_vec3 find_rest(const cld_frame *frame, cld_vec3 offset) {
    return cld_add_scaled(offset, -cld_dot(offset, frame->axis[0]), frame->axis[0]);
}

static double find_line_distance(const cld_frame *frame, cld_vec3 offset) {
    return cld_length(find_rest(frame, offset));
}

static double find_plane_distance(const cld_frame *frame, cld_vec3 offset) {
    return fabs(cld_dot(offset, frame->axis[2]));
}

static cld_vec3 find_offset(const cld_frame *frame, const double *point) {
    return cld_sub(cld_frame_scale(frame, point), frame->origin);
}

/// The farthest point, the first one among equals, and how far it is.
static const double *find_farthest(const cld_frame *frame, const double *points, size_t count,
                                   distance_of *distance, double *farthest) {
    const double *found = points;
    *farthest = 0;
    for (size_t i = 0; i < count; i++) {
        double d = distance(frame, find_offset(frame, points + 3 * i));
        if (d > *farthest) {
            *farthest = d;
            found = points + 3 * i;
        }
    }
    return found;
}

/// A unit vector orthogonal to the unit vector `a`.
static cld_vec3 find_normal_to(cld_vec3 a) {
    cld_vec3 e = fabs(a.x) < 0.6 ? cld_vec3_make(1, 0, 0) : cld_vec3_make(0, 1, 0);
    return cld_unit(cld_cross(a, e));
}

/// Sets axis and extent, one dimension after the other, and returns how many reach beyond `rounding`.
static int find_axes(cld_frame *frame, const double *points, size_t count, double rounding) {
    const double *far = find_farthest(frame, points, count, find_radius, &frame->extent[0]);
    frame->origin = cld_frame_scale(frame, far); // an end of the set
    far = find_farthest(frame, points, count, find_radius, &frame->extent[0]);
    if (frame->extent[0] <= rounding)
        return 0;
    frame->axis[0] = cld_unit(find_offset(frame, far));
    frame->axis[1] = find_normal_to(frame->axis[0]);
    far = find_farthest(frame, points, count, find_line_distance, &frame->extent[1]);
    if (frame->extent[1] > rounding)
        frame->axis[1] = cld_unit(find_rest(frame, find_offset(frame, far)));
    // rounding may have turned the rest of a thin set back towards the line: once more
    frame->axis[1] = cld_unit(find_rest(frame, frame->axis[1]));
    frame->axis[2] = cld_unit(cld_cross(frame->axis[0], frame->axis[1]));
    if (frame->extent[1] <= rounding)
        return 1;
    find_farthest(frame, points, count, find_plane_distance, &frame->extent[2]);
    return frame->extent[2] <= rounding ? 2 : 3;
}

/// The greatest distance at which a point counts as lying on a line or plane.
///
/// Given coordinates are often roundings of what was meant, each off by up to u M (u = 2^-53, M the largest
/// absolute coordinate). Four points meant to be coplanar are then off by up to sqrt(3) u M each, and the
/// plane through three of them by about as much near them: (1 + 3) sqrt(3) u M < 8 u M = 4 DBL_EPSILON M. The
/// shares of the size stand for the roundings of computations with such points, here (1e-14, some 50
/// roundings) and before they were given (1e-13).
static double find_rounding(double share, double size, double largest) {
    return share * size + 4 * DBL_EPSILON * largest;
}

cld_frame cld_frame_make(const double *points, size_t count) {
    cld_frame frame = {.axis = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    double largest;
    int exponent = find_exponent(points, count, &largest);
    frame.scale[0] = ldexp(1, exponent / 2);
    frame.scale[1] = ldexp(1, exponent - exponent / 2);
    frame.origin = cld_frame_scale(&frame, points);
    largest = largest * frame.scale[0] * frame.scale[1];
    frame.rank = find_axes(&frame, points, count, find_rounding(1e-14, 1, largest));
    double size = frame.extent[0], least = frame.extent[frame.rank > 0 ? frame.rank - 1 : 0];
    // what is thin must not be merged with its other side
    frame.tolerance = fmin(find_rounding(1e-13, size, largest), least / 16);
    frame.is_aligned = frame.rank == 3 && least > thin * size;
    if (frame.is_aligned) {
        const cld_vec3 unit[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        for (int k = 0; k < 3; k++) {
            frame.axis[k] = unit[k];
            frame.extent[k] = 1;
        }
    }
    return frame;
}

cld_dd3 cld_frame_find_offset(const cld_frame *frame, const double *point) {
    return cld_dd3_diff(cld_frame_scale(frame, point), frame->origin);
}

cld_dd3 cld_frame_find_difference(const cld_frame *frame, const double *p, const double *q) {
    return cld_dd3_diff(cld_frame_scale(frame, p), cld_frame_scale(frame, q));
}

cld_vec3 cld_frame_find_local(const cld_frame *frame, const double *point) {
    cld_dd3 offset = cld_frame_find_offset(frame, point);
    if (frame->is_aligned)
        return cld_dd3_value(offset);
    double c[3];
    for (int k = 0; k < 3; k++)
        c[k] = cld_dd_value(cld_dd3_dot(cld_dd3_make(frame->axis[k]), offset));
    return cld_vec3_make(c[0], c[1], c[2]);
}
