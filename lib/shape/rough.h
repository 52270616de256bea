/// Clouds in single precision, eight vertices at a time, for those to whom about the farthest vertex will do.
///
/// What is compared are the dot products with the vertices' numbers for their last bits, so that the greatest
/// says which vertex it is of.
#ifndef CLD_SHAPE_ROUGH_H
#define CLD_SHAPE_ROUGH_H

#include <math.h>

#include "shape/corner.h"

typedef float cld_floats __attribute__((vector_size(CLD_LANES_BYTES), aligned(CLD_LANES_BYTES), may_alias));
typedef uint32_t cld_float_bits __attribute__((vector_size(CLD_LANES_BYTES), aligned(CLD_LANES_BYTES)));

enum { CLD_FLOATS = 2 * CLD_LANES };

static const cld_float_bits cld_float_places = {0, 1, 2, 3, 4, 5, 6, 7};

/// Turned; NaN where there is no vertex.
typedef struct cld_rough {
    cld_floats (*at)[3]; ///< eight of each coordinate: one pointer leaves registers to others
    uint32_t group_count;
    uint32_t numbers; ///< the last bits that tell vertices apart
} cld_rough;

/// Eight of a coordinate, from two places.
CLD_INLINE void cld_floats_take(const double *low, const double *high, cld_floats *out) {
    typedef float half __attribute__((vector_size(CLD_LANES_BYTES / 2)));
    half l = __builtin_convertvector(*(const cld_lanes *)low, half),
         h = __builtin_convertvector(*(const cld_lanes *)high, half);
    *out = __builtin_shufflevector(l, h, 0, 1, 2, 3, 4, 5, 6, 7);
}

/// A small cloud, turned by a rotation, or by nothing where that is NULL. Where it ends with four of a group,
/// those stand for the others, too, until they are made NaN. `memory` is as much as cld_cloud_turn fills.
CLD_INLINE void cld_rough_make(const cld_cloud *cloud, const cld_mat3 *turn, double *memory, cld_rough *out) {
    const cld_vec3 *row = turn ? turn->row : cld_mat3_identity.row;
    const size_t stride = cld_cloud_stride(cloud->count);
    float m[3][3];
    for (int k = 0; k < 3; k++)
        m[k][0] = (float)row[k].x, m[k][1] = (float)row[k].y, m[k][2] = (float)row[k].z;
    out->group_count = (cloud->count + CLD_FLOATS - 1) / CLD_FLOATS;
    out->numbers = UINT32_MAX >> __builtin_clz((cloud->count - 1) | (CLD_FLOATS - 1));
    out->at = (cld_floats(*)[3])(void *)memory;
    for (uint32_t i = 0; i < out->group_count; i++) {
        size_t low = (size_t)CLD_FLOATS * i, high = low + CLD_LANES < stride ? low + CLD_LANES : low;
        cld_floats x, y, z;
        cld_floats_take(cloud->x + low, cloud->x + high, &x);
        cld_floats_take(cloud->y + low, cloud->y + high, &y);
        cld_floats_take(cloud->z + low, cloud->z + high, &z);
        out->at[i][0] = x * m[0][0] + y * m[0][1] + z * m[0][2];
        out->at[i][1] = x * m[1][0] + y * m[1][1] + z * m[1][2];
        out->at[i][2] = x * m[2][0] + y * m[2][1] + z * m[2][2];
    }
    uint32_t last = out->group_count - 1;
    cld_float_bits none = (cld_float_bits)(cld_float_places + CLD_FLOATS * last >= cloud->count);
    out->at[last][0] = (cld_floats)((cld_float_bits)out->at[last][0] | none);
}

/// By how much less far than the farthest vertex along d another may be that is found, in lengths of d and of
/// the cloud's reach. With u = 2^-24, a turned vertex is off by 5 u a coordinate, which is less than 9 u of
/// the reach, and a dot product by 4 u: together less than 16 u, and the vertices' numbers by as many times 2
/// u. That counts for the farthest and for the one found; and numbers are seven at least.
CLD_INLINE double cld_rough_find_error(const cld_rough *cloud) { return (cloud->numbers + 1) * 0x1p-21; }

/// NaN is not greater than anything, and nothing takes the place of another that is as great.
CLD_INLINE void cld_floats_take_greater(cld_floats *p, const cld_floats *q) {
    cld_float_bits greater = (cld_float_bits)(*q > *p);
    *p = (cld_floats)(((cld_float_bits)*q & greater) | ((cld_float_bits)*p & ~greater));
}

/// A vertex of it.
CLD_INLINE cld_vec3 cld_rough_at(const cld_rough *cloud, uint32_t at) {
    const float *x = (const float *)cloud->at[at / CLD_FLOATS] + at % CLD_FLOATS;
    return (cld_vec3){x[0], x[CLD_FLOATS], x[2 * CLD_FLOATS]};
}

/// Holds eight vertices against the farthest so far.
CLD_INLINE void cld_rough_look(const cld_rough *cloud, uint32_t i, const cld_float_bits *number, float dx,
                               float dy, float dz, cld_floats *best) {
    cld_floats along = cloud->at[i][0] * dx + cloud->at[i][1] * dy + cloud->at[i][2] * dz;
    along = (cld_floats)(((cld_float_bits)along & ~cloud->numbers) | *number);
    cld_floats_take_greater(best, &along);
}

/// The number of the greatest of eight, which have that for their last bits.
CLD_INLINE uint32_t cld_floats_find_number(const cld_floats *of_lanes, uint32_t numbers) {
    cld_floats best = *of_lanes, other = __builtin_shufflevector(best, best, 4, 5, 6, 7, 0, 1, 2, 3);
    cld_floats_take_greater(&best, &other);
    other = __builtin_shufflevector(best, best, 2, 3, 0, 1, 6, 7, 4, 5);
    cld_floats_take_greater(&best, &other);
    other = __builtin_shufflevector(best, best, 1, 0, 3, 2, 5, 4, 7, 6);
    cld_floats_take_greater(&best, &other);
    return ((cld_float_bits)best)[0] & numbers;
}

/// About the farthest vertex of each of two clouds, of the first along -d and of the second along d, as
/// cld_lanes_find_extremes.
CLD_INLINE void cld_rough_find_extremes(const cld_rough cloud[2], float dx, float dy, float dz,
                                        uint32_t at[2]) {
    const float least = -INFINITY;
    const cld_rough *a = &cloud[0], *b = &cloud[1];
    cld_floats best_a = {least, least, least, least, least, least, least, least}, best_b = best_a;
    cld_float_bits number = cld_float_places;
    uint32_t i = 0, both = a->group_count < b->group_count ? a->group_count : b->group_count;
#pragma GCC unroll 2
    for (; i < both; i++, number += CLD_FLOATS) {
        cld_rough_look(a, i, &number, -dx, -dy, -dz, &best_a);
        cld_rough_look(b, i, &number, dx, dy, dz, &best_b);
    }
    for (; i < a->group_count; i++, number += CLD_FLOATS)
        cld_rough_look(a, i, &number, -dx, -dy, -dz, &best_a);
    for (; i < b->group_count; i++, number += CLD_FLOATS)
        cld_rough_look(b, i, &number, dx, dy, dz, &best_b);
    at[0] = cld_floats_find_number(&best_a, a->numbers);
    at[1] = cld_floats_find_number(&best_b, b->numbers);
}

/// The same along three directions.
CLD_INLINE void cld_rough_find_three(const cld_rough cloud[2], float d[3][3], uint32_t at[3][2]) {
    const float least = -INFINITY;
    const cld_rough *a = &cloud[0], *b = &cloud[1];
    cld_floats best_a[3], best_b[3];
    for (int k = 0; k < 3; k++)
        best_a[k] = best_b[k] = (cld_floats){least, least, least, least, least, least, least, least};
    cld_float_bits number = cld_float_places;
    uint32_t i = 0;
    for (; i < a->group_count && i < b->group_count; i++, number += CLD_FLOATS)
        for (int k = 0; k < 3; k++) {
            cld_rough_look(a, i, &number, -d[k][0], -d[k][1], -d[k][2], &best_a[k]);
            cld_rough_look(b, i, &number, d[k][0], d[k][1], d[k][2], &best_b[k]);
        }
    for (; i < a->group_count; i++, number += CLD_FLOATS)
        for (int k = 0; k < 3; k++)
            cld_rough_look(a, i, &number, -d[k][0], -d[k][1], -d[k][2], &best_a[k]);
    for (; i < b->group_count; i++, number += CLD_FLOATS)
        for (int k = 0; k < 3; k++)
            cld_rough_look(b, i, &number, d[k][0], d[k][1], d[k][2], &best_b[k]);
    for (int k = 0; k < 3; k++) {
        at[k][0] = cld_floats_find_number(&best_a[k], a->numbers);
        at[k][1] = cld_floats_find_number(&best_b[k], b->numbers);
    }
}

#endif
