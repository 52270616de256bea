/// Arithmetic on vectors; the plain double operations, in the order written, nothing fused.
#ifndef CLD_MATH_VEC_H
#define CLD_MATH_VEC_H

#include <math.h>

#include "collide/vec.h"

static const cld_mat3 cld_mat3_identity = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

static inline cld_vec3 cld_vec3_make(double x, double y, double z) { return (cld_vec3){x, y, z}; }

static inline cld_vec3 cld_add(cld_vec3 a, cld_vec3 b) { return (cld_vec3){a.x + b.x, a.y + b.y, a.z + b.z}; }

static inline cld_vec3 cld_sub(cld_vec3 a, cld_vec3 b) { return (cld_vec3){a.x - b.x, a.y - b.y, a.z - b.z}; }

static inline cld_vec3 cld_scale(cld_vec3 a, double s) { return (cld_vec3){a.x * s, a.y * s, a.z * s}; }

static inline cld_vec3 cld_negate(cld_vec3 a) { return (cld_vec3){-a.x, -a.y, -a.z}; }

/// Those of its coordinates.
static inline cld_vec3 cld_magnitudes_of(cld_vec3 a) { return (cld_vec3){fabs(a.x), fabs(a.y), fabs(a.z)}; }

/// Adding 0 turns -0 into 0, which no reader wants to see.
static inline cld_vec3 cld_without_negative_zero(cld_vec3 a) {
    return (cld_vec3){a.x + 0.0, a.y + 0.0, a.z + 0.0};
}

/// a + s b
static inline cld_vec3 cld_add_scaled(cld_vec3 a, double s, cld_vec3 b) {
    return (cld_vec3){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

static inline double cld_dot(cld_vec3 a, cld_vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static inline cld_vec3 cld_cross(cld_vec3 a, cld_vec3 b) {
    return (cld_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline double cld_length(cld_vec3 a) { return sqrt(cld_dot(a, a)); }

static inline double cld_distance(cld_vec3 a, cld_vec3 b) { return cld_length(cld_sub(a, b)); }

/// As fmin and fmax of numbers, without a call.
static inline double cld_min(double a, double b) { return a < b ? a : b; }
static inline double cld_max(double a, double b) { return a > b ? a : b; }

/// The largest magnitude among the components.
static inline double cld_max_abs(cld_vec3 a) { return cld_max(cld_max(fabs(a.x), fabs(a.y)), fabs(a.z)); }

/// The power of two that brings what is so large to about 1, or the largest that double-double can multiply
/// by.
static inline double cld_find_power(double size) {
    int exponent;
    frexp(size, &exponent);
    return ldexp(1, -exponent < 960 ? -exponent : 960);
}

/// a with its largest component brought to about 1, so that squares stay in range; what it was is 2^exponent
/// times as long.
static inline cld_vec3 cld_bring_to_one(cld_vec3 a, int *exponent) {
    frexp(cld_max_abs(a), exponent);
    return (cld_vec3){ldexp(a.x, -*exponent), ldexp(a.y, -*exponent), ldexp(a.z, -*exponent)};
}

/// |a| of any size: the squares do not leave the range. Unlike hypot it gives the same with every C library.
static inline double cld_length_of_any(cld_vec3 a) {
    int exponent;
    double length = cld_length(a), largest = fmax(fmax(fabs(a.x), fabs(a.y)), fabs(a.z));
    if (length > 0x1p-400 && length < INFINITY) // a square that underflowed is nothing beside the others
        return length;
    if (!(largest > 0) || isinf(largest))
        return largest;
    a = cld_bring_to_one(a, &exponent);
    return ldexp(cld_length(a), exponent);
}

/// a / |a|; a must be neither zero nor so small or large that its square leaves the range.
static inline cld_vec3 cld_unit(cld_vec3 a) { return cld_scale(a, 1 / cld_length(a)); }

static inline cld_vec3 cld_mat3_apply(const cld_mat3 *m, cld_vec3 p) {
    return (cld_vec3){cld_dot(m->row[0], p), cld_dot(m->row[1], p), cld_dot(m->row[2], p)};
}

/// transpose(m) p: the inverse where m is a rotation.
static inline cld_vec3 cld_mat3_apply_transposed(const cld_mat3 *m, cld_vec3 p) {
    cld_vec3 r = cld_scale(m->row[0], p.x);
    r = cld_add_scaled(r, p.y, m->row[1]);
    return cld_add_scaled(r, p.z, m->row[2]);
}

static inline double cld_component(cld_vec3 a, int axis) { return axis == 0 ? a.x : axis == 1 ? a.y : a.z; }

#endif
