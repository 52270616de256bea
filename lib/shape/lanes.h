/// Vertices four at a time, for the loops that scan clouds.
///
/// What is here is inlined into its callers, so that those can be compiled again for processors that have
/// more than the compiler was told of and the best one chosen at run time. Sums are formed in the same order
/// for every vertex and nothing is fused, so the answer is that of the plain loop on any machine.
#ifndef CLD_SHAPE_LANES_H
#define CLD_SHAPE_LANES_H

#include "shape/shape.h"

/// Of as many bytes as they are aligned to. That has to be said: where gcc is not told of wide registers it
/// aligns less than what it loads into them elsewhere needs.
#define CLD_LANES_BYTES (8 * CLD_LANES)
typedef double cld_lanes __attribute__((vector_size(CLD_LANES_BYTES), aligned(CLD_LANES_BYTES), may_alias));
typedef long long cld_lane_mask __attribute__((vector_size(CLD_LANES_BYTES), aligned(CLD_LANES_BYTES)));
typedef unsigned long long cld_lane_bits
    __attribute__((vector_size(CLD_LANES_BYTES), aligned(CLD_LANES_BYTES)));

/// Part of whatever calls it.
#define CLD_INLINE static inline __attribute__((always_inline))

/// CLD_WIDE(type, f, (parameters), { call of f }) makes f again for what processors have beside what the
/// compiler was told of; CLD_BEST(f, (arguments)) calls the one for this processor. AVX-512 gives masks
/// instead of blends, more registers, and registers of eight numbers, which pay where CLD_FEWEST_FOR_OCTETS
/// says so.
#if defined(__x86_64__)
#define CLD_WIDE(type, f, parameters, ...)                                                                   \
    CLD_WIDE_AVX2(type, f, parameters, __VA_ARGS__) CLD_WIDE_AVX512(type, f, parameters, __VA_ARGS__)
#define CLD_WIDE_AVX2(type, f, parameters, ...)                                                              \
    __attribute__((target("avx2,bmi,bmi2"))) static type f##_avx2 parameters __VA_ARGS__
#define CLD_WIDE_AVX512(type, f, parameters, ...)                                                            \
    __attribute__((target("avx2,bmi,bmi2,avx512f,avx512vl"))) static type f##_avx512 parameters __VA_ARGS__
#define CLD_HAS_AVX2                                                                                         \
    (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2"))
#define CLD_HAS_AVX512 (CLD_HAS_AVX2 && __builtin_cpu_supports("avx512vl"))
#define CLD_BEST(f, arguments)                                                                               \
    (CLD_HAS_AVX512 ? f##_avx512 arguments : CLD_HAS_AVX2 ? f##_avx2 arguments : f arguments)
#else
#define CLD_WIDE(type, f, parameters, ...)
#define CLD_BEST(f, arguments) f arguments
#define CLD_HAS_AVX512 false
#endif

static const cld_lane_mask cld_lane_places = {0, 1, 2, 3};

/// Four vectors.
typedef struct cld_lanes3 {
    cld_lanes x, y, z;
} cld_lanes3;

/// cld_mat3_apply of four.
CLD_INLINE void cld_lanes_turn(const cld_mat3 *turn, cld_lanes *x, cld_lanes *y, cld_lanes *z) {
    const cld_vec3 *row = turn->row;
    cld_lanes u = row[0].x * *x + row[0].y * *y + row[0].z * *z,
              v = row[1].x * *x + row[1].y * *y + row[1].z * *z,
              w = row[2].x * *x + row[2].y * *y + row[2].z * *z;
    *x = u, *y = v, *z = w;
}

/// A vector in each lane, with 0 for -0.
CLD_INLINE void cld_lanes3_repeat(cld_vec3 v, cld_lanes3 *out) {
    const cld_lanes none = {0, 0, 0, 0};
    out->x = none + v.x, out->y = none + v.y, out->z = none + v.z;
}

/// Four records of four numbers, the last of no interest, turned round.
CLD_INLINE void cld_lanes_gather(const cld_lanes *p, const cld_lanes *q, const cld_lanes *r,
                                 const cld_lanes *s, cld_lanes3 *out) {
    cld_lanes xz_pq = __builtin_shufflevector(*p, *q, 0, 4, 2, 6),
              xz_rs = __builtin_shufflevector(*r, *s, 0, 4, 2, 6);
    cld_lanes y_pq = __builtin_shufflevector(*p, *q, 1, 5, 3, 7),
              y_rs = __builtin_shufflevector(*r, *s, 1, 5, 3, 7);
    out->x = __builtin_shufflevector(xz_pq, xz_rs, 0, 1, 4, 5);
    out->y = __builtin_shufflevector(y_pq, y_rs, 0, 1, 4, 5);
    out->z = __builtin_shufflevector(xz_pq, xz_rs, 2, 3, 6, 7);
}

CLD_INLINE void cld_lanes_subtract(const cld_lanes3 *p, const cld_lanes3 *q, cld_lanes3 *out) {
    out->x = p->x - q->x, out->y = p->y - q->y, out->z = p->z - q->z;
}

CLD_INLINE void cld_lanes_dot(const cld_lanes3 *p, const cld_lanes3 *q, cld_lanes *out) {
    *out = p->x * q->x + p->y * q->y + p->z * q->z;
}

CLD_INLINE void cld_lanes_cross(const cld_lanes3 *p, const cld_lanes3 *q, cld_lanes3 *out) {
    out->x = p->y * q->z - p->z * q->y, out->y = p->z * q->x - p->x * q->z,
    out->z = p->x * q->y - p->y * q->x;
}

CLD_INLINE void cld_lanes_take_root(cld_lanes *p) {
    for (int k = 0; k < CLD_LANES; k++)
        (*p)[k] = sqrt((*p)[k]);
}

CLD_INLINE void cld_lanes_take_magnitude(cld_lanes *p) { *p = (cld_lanes)((cld_lane_mask)*p & INT64_MAX); }

/// Where the mask is set p, else q.
CLD_INLINE void cld_lanes_choose(const cld_lane_mask *mask, const cld_lanes *p, const cld_lanes *q,
                                 cld_lanes *out) {
    *out = (cld_lanes)(((cld_lane_mask)*p & *mask) | ((cld_lane_mask)*q & ~*mask));
}

CLD_INLINE void cld_lanes_take_better(cld_lanes *p, const cld_lanes *q, bool lowest) {
    cld_lane_mask better = lowest ? *q < *p : *q > *p;
    cld_lanes_choose(&better, q, p, p);
}

CLD_INLINE void cld_lanes_take_lesser(cld_lanes *p, const cld_lanes *q) { cld_lanes_take_better(p, q, true); }

CLD_INLINE void cld_lanes_take_least(cld_lanes *p) {
    cld_lanes other = __builtin_shufflevector(*p, *p, 2, 3, 0, 1);
    cld_lanes_take_lesser(p, &other);
    other = __builtin_shufflevector(*p, *p, 1, 0, 3, 2);
    cld_lanes_take_lesser(p, &other);
}

CLD_INLINE bool cld_lanes_have_any(const cld_lane_mask *mask) {
    return (*mask)[0] | (*mask)[1] | (*mask)[2] | (*mask)[3];
}

/// Two 32-bit numbers a lane, for which there is a minimum everywhere.
typedef uint32_t cld_lane_halves __attribute__((vector_size(CLD_LANES_BYTES), aligned(CLD_LANES_BYTES)));

CLD_INLINE void cld_lanes_take_lower(cld_lane_halves *p, const cld_lane_halves *q) {
    cld_lane_halves lower = (cld_lane_halves)(*q < *p);
    *p = (*q & lower) | (*p & ~lower);
}

/// The best of the lanes, each of which has its best value and the first index that reached it: the lanes
/// agree on the best value, and those that have it on the lowest index.
CLD_INLINE uint32_t cld_lanes_agree(const cld_lanes *best, const cld_lane_mask *at, uint32_t count,
                                    bool lowest) {
    cld_lanes most = *best, other = __builtin_shufflevector(*best, *best, 2, 3, 0, 1);
    cld_lanes_take_better(&most, &other, lowest);
    other = __builtin_shufflevector(most, most, 1, 0, 3, 2);
    cld_lanes_take_better(&most, &other, lowest);
    cld_lane_halves first = (cld_lane_halves)(*at | (*best != most)), second;
    second = __builtin_shufflevector(first, first, 4, 5, 6, 7, 0, 1, 2, 3);
    cld_lanes_take_lower(&first, &second);
    second = __builtin_shufflevector(first, first, 2, 3, 0, 1, 6, 7, 4, 5);
    cld_lanes_take_lower(&first, &second);
    uint32_t found = (uint32_t)((cld_lane_mask)first)[0];
    // Padding repeats vertex 0, which is lower; only where nothing compares, for NaN, is no index found.
    return found < count ? found : 0;
}

/// A better value and its index take the place of those that a lane has.
CLD_INLINE void cld_lanes_keep_better(cld_lanes *best, cld_lane_mask *at, const cld_lanes *value,
                                      const cld_lane_mask *index, bool lowest) {
    cld_lane_mask better = lowest ? *value < *best : *value > *best;
    cld_lanes_choose(&better, value, best, best);
    *at = (*index & better) | (*at & ~better);
}

/// A cloud that is being scanned: of each lane the vertex so far that is the farthest along a direction, or
/// the lowest.
typedef struct cld_lanes_scan {
    const cld_lanes *x, *y, *z;
    cld_lanes best;
    cld_lane_mask at;
    uint32_t group_count;
} cld_lanes_scan;

CLD_INLINE void cld_lanes_begin(const cld_cloud *cloud, cld_vec3 d, cld_lanes_scan *s) {
    s->x = (const cld_lanes *)cloud->x, s->y = (const cld_lanes *)cloud->y,
    s->z = (const cld_lanes *)cloud->z;
    s->best = s->x[0] * d.x + s->y[0] * d.y + s->z[0] * d.z;
    s->at = cld_lane_places;
    s->group_count = (cloud->count + CLD_LANES - 1) / CLD_LANES;
}

CLD_INLINE void cld_lanes_look(cld_lanes_scan *s, uint32_t i, const cld_lane_mask *index, cld_vec3 d,
                               bool lowest) {
    cld_lanes value = s->x[i] * d.x + s->y[i] * d.y + s->z[i] * d.z;
    cld_lanes_keep_better(&s->best, &s->at, &value, index, lowest);
}

/// From so many vertices on, eight at a time are faster where registers hold as many: in the end they have to
/// agree. Elsewhere they are slower.
#define CLD_FEWEST_FOR_OCTETS 64

CLD_INLINE bool cld_have_octets(const cld_cloud *cloud) {
    return cloud->count >= CLD_FEWEST_FOR_OCTETS && CLD_HAS_AVX512;
}

enum { CLD_OCTET = 2 * CLD_LANES };
typedef double cld_octet
    __attribute__((vector_size(2 * CLD_LANES_BYTES), aligned(CLD_LANES_BYTES), may_alias));
typedef long long cld_octet_mask __attribute__((vector_size(2 * CLD_LANES_BYTES), aligned(CLD_LANES_BYTES)));

typedef struct cld_octet_scan {
    const cld_octet *x, *y, *z;
    cld_octet best;
    cld_octet_mask at;
} cld_octet_scan;

static const cld_octet_mask cld_octet_places = {0, 1, 2, 3, 4, 5, 6, 7};

CLD_INLINE void cld_octet_begin(const cld_cloud *cloud, cld_vec3 d, cld_octet_scan *s) {
    s->x = (const cld_octet *)cloud->x, s->y = (const cld_octet *)cloud->y,
    s->z = (const cld_octet *)cloud->z;
    s->best = s->x[0] * d.x + s->y[0] * d.y + s->z[0] * d.z;
    s->at = cld_octet_places;
}

CLD_INLINE void cld_octet_look(cld_octet_scan *s, uint32_t i, const cld_octet_mask *index, cld_vec3 d,
                               bool lowest) {
    cld_octet value = s->x[i] * d.x + s->y[i] * d.y + s->z[i] * d.z;
    cld_octet_mask better = lowest ? value < s->best : value > s->best;
    s->best = (cld_octet)(((cld_octet_mask)value & better) | ((cld_octet_mask)s->best & ~better));
    s->at = (*index & better) | (s->at & ~better);
}

/// The better half of each two, and what the vertices beyond `count` octets change.
CLD_INLINE uint32_t cld_octet_finish(const cld_octet_scan *s, uint32_t count, const cld_cloud *cloud,
                                     cld_vec3 d, bool lowest) {
    cld_lanes low = __builtin_shufflevector(s->best, s->best, 0, 1, 2, 3),
              high = __builtin_shufflevector(s->best, s->best, 4, 5, 6, 7);
    cld_lane_mask at_low = __builtin_shufflevector(s->at, s->at, 0, 1, 2, 3),
                  at_high = __builtin_shufflevector(s->at, s->at, 4, 5, 6, 7);
    cld_lane_mask better = (lowest ? high < low : high > low) | ((high == low) & (at_high < at_low));
    cld_lanes_scan rest;
    cld_lanes_begin(cloud, d, &rest);
    cld_lanes_choose(&better, &high, &low, &rest.best);
    rest.at = (at_high & better) | (at_low & ~better);
    cld_lane_mask index = cld_lane_places + (long long)CLD_OCTET * count;
    for (uint32_t i = 2 * count; i < rest.group_count; i++, index += CLD_LANES)
        cld_lanes_look(&rest, i, &index, d, lowest);
    return cld_lanes_agree(&rest.best, &rest.at, cloud->count, lowest);
}

/// cld_lanes_find_extremes, by octets as far as both clouds go.
CLD_INLINE void cld_octets_find_extremes(const cld_cloud *a, const cld_cloud *b, cld_vec3 d, uint32_t *at_a,
                                         uint32_t *at_b) {
    cld_octet_scan s, t;
    cld_octet_begin(a, d, &s);
    cld_octet_begin(b, d, &t);
    cld_octet_mask index = cld_octet_places;
    uint32_t count = (a->count < b->count ? a->count : b->count) / CLD_OCTET;
#pragma GCC unroll 2
    for (uint32_t i = 1; i < count; i++) {
        index += CLD_OCTET;
        cld_octet_look(&s, i, &index, d, false);
        cld_octet_look(&t, i, &index, d, true);
    }
    *at_a = cld_octet_finish(&s, count, a, d, false);
    *at_b = cld_octet_finish(&t, count, b, d, true);
}

/// The vertex of A that is farthest along d, and the one of B that is lowest: those of the lowest index. As
/// far as both go they are scanned in one loop, which ends only once: where is hard to foresee.
CLD_INLINE void cld_lanes_find_extremes(const cld_cloud *a, const cld_cloud *b, cld_vec3 d, uint32_t *at_a,
                                        uint32_t *at_b) {
    // Foreseen as rare: else the loops below lose registers to it where there are few.
    if (__builtin_expect(cld_have_octets(a) && cld_have_octets(b), 0)) {
        cld_octets_find_extremes(a, b, d, at_a, at_b);
        return;
    }
    cld_lanes_scan s, t;
    cld_lanes_begin(a, d, &s);
    cld_lanes_begin(b, d, &t);
    cld_lane_mask index = s.at;
    uint32_t i = 1, both = s.group_count < t.group_count ? s.group_count : t.group_count;
#pragma GCC unroll 2
    for (; i < both; i++) {
        index += CLD_LANES;
        cld_lanes_look(&s, i, &index, d, false);
        cld_lanes_look(&t, i, &index, d, true);
    }
    for (; i < s.group_count; i++) {
        index += CLD_LANES;
        cld_lanes_look(&s, i, &index, d, false);
    }
    for (; i < t.group_count; i++) {
        index += CLD_LANES;
        cld_lanes_look(&t, i, &index, d, true);
    }
    *at_a = cld_lanes_agree(&s.best, &s.at, a->count, false);
    *at_b = cld_lanes_agree(&t.best, &t.at, b->count, true);
}

/// cld_lanes_find_extreme.
CLD_INLINE uint32_t cld_octets_find_extreme(const cld_cloud *cloud, cld_vec3 d) {
    cld_octet_scan s;
    cld_octet_begin(cloud, d, &s);
    cld_octet_mask index = cld_octet_places;
    uint32_t count = cloud->count / CLD_OCTET;
    for (uint32_t i = 1; i < count; i++) {
        index += CLD_OCTET;
        cld_octet_look(&s, i, &index, d, false);
    }
    return cld_octet_finish(&s, count, cloud, d, false);
}

/// cld_cloud_find_extreme.
CLD_INLINE uint32_t cld_lanes_find_extreme(const cld_cloud *cloud, cld_vec3 d) {
    if (cld_have_octets(cloud))
        return cld_octets_find_extreme(cloud, d);
    cld_lanes_scan s;
    cld_lanes_begin(cloud, d, &s);
    cld_lane_mask index = s.at;
    for (uint32_t i = 1; i < s.group_count; i++) {
        index += CLD_LANES;
        cld_lanes_look(&s, i, &index, d, false);
    }
    return cld_lanes_agree(&s.best, &s.at, cloud->count, false);
}

/// cld_cloud_turn: the sums in the order of cld_mat3_apply, then scaled.
CLD_INLINE void cld_lanes_turn_cloud(const cld_cloud *cloud, const cld_mat3 *m, double scale, double *to) {
    size_t stride = cld_cloud_stride(cloud->count);
    const cld_lanes *x = (const cld_lanes *)cloud->x, *y = (const cld_lanes *)cloud->y,
                    *z = (const cld_lanes *)cloud->z;
    const cld_octet *wide_x = (const cld_octet *)cloud->x, *wide_y = (const cld_octet *)cloud->y,
                    *wide_z = (const cld_octet *)cloud->z;
    size_t octets = cld_have_octets(cloud) ? stride / CLD_OCTET : 0;
    for (int k = 0; k < 3; k++) {
        cld_vec3 r = m->row[k];
        cld_lanes *out = (cld_lanes *)(to + (size_t)k * stride);
        cld_octet *wide_out = (cld_octet *)(to + (size_t)k * stride);
        for (size_t i = 0; i < octets; i++)
            wide_out[i] = (wide_x[i] * r.x + wide_y[i] * r.y + wide_z[i] * r.z) * scale;
        for (size_t i = 2 * octets; i < stride / CLD_LANES; i++)
            out[i] = (x[i] * r.x + y[i] * r.y + z[i] * r.z) * scale;
    }
}

/// The vertices that are lowest along each axis, and those that are highest.
CLD_INLINE void cld_lanes_find_ends(const cld_cloud *cloud, uint32_t lowest[3], uint32_t highest[3]) {
    const cld_lanes *axis[3] = {(const cld_lanes *)cloud->x, (const cld_lanes *)cloud->y,
                                (const cld_lanes *)cloud->z};
    cld_lanes low[3] = {axis[0][0], axis[1][0], axis[2][0]}, high[3] = {low[0], low[1], low[2]};
    cld_lane_mask index = {0, 1, 2, 3}, at_low[3] = {index, index, index}, at_high[3] = {index, index, index};
    for (uint32_t i = 1; i < (cloud->count + CLD_LANES - 1) / CLD_LANES; i++) {
        index += CLD_LANES;
        for (int k = 0; k < 3; k++) {
            cld_lanes_keep_better(&low[k], &at_low[k], &axis[k][i], &index, true);
            cld_lanes_keep_better(&high[k], &at_high[k], &axis[k][i], &index, false);
        }
    }
    for (int k = 0; k < 3; k++) {
        lowest[k] = cld_lanes_agree(&low[k], &at_low[k], cloud->count, true);
        highest[k] = cld_lanes_agree(&high[k], &at_high[k], cloud->count, false);
    }
}

#endif
