/// The support mapping of a point cloud, and turning one: four vertices at a time.
///
/// Each lane keeps its largest dot product and the first index that reached it; the lanes then agree on the
/// largest value and, of equal ones, the lowest index. The sums are formed in the same order for every vertex
/// and nothing is fused, so the answer is that of the plain loop on any machine. Where the processor has
/// wider registers than the compiler was told of, the same source is compiled for those too, and chosen at
/// run time.

#include "shape/shape.h"

typedef double lanes __attribute__((vector_size(8 * CLD_LANES), may_alias));
typedef long long lane_mask __attribute__((vector_size(8 * CLD_LANES)));

#define WIDE __attribute__((target("avx2")))
#define SHARED static inline __attribute__((always_inline))

SHARED void take_higher(lanes *best, const lanes *other, lane_mask *at, const lane_mask *other_at) {
    lane_mask better = (*other > *best) | ((*other == *best) & (*other_at < *at));
    *at = (*other_at & better) | (*at & ~better);
    *best = (lanes)(((lane_mask)*other & better) | ((lane_mask)*best & ~better));
}

SHARED uint32_t find_extreme(const cld_cloud *cloud, cld_vec3 d) {
    lanes dx = {d.x, d.x, d.x, d.x}, dy = {d.y, d.y, d.y, d.y}, dz = {d.z, d.z, d.z, d.z};
    const lanes *x = (const lanes *)cloud->x, *y = (const lanes *)cloud->y, *z = (const lanes *)cloud->z;
    lanes best = x[0] * dx + y[0] * dy + z[0] * dz;
    lane_mask at = {0, 1, 2, 3}, index = at;
    for (uint32_t i = 1; i < (cloud->count + CLD_LANES - 1) / CLD_LANES; i++) {
        index += CLD_LANES;
        lanes value = x[i] * dx + y[i] * dy + z[i] * dz;
        lane_mask better = value > best;
        best = (lanes)(((lane_mask)value & better) | ((lane_mask)best & ~better));
        at = (index & better) | (at & ~better);
    }
    // Two halves against each other, then the last two; a tie goes to the lower index.
    lanes other = __builtin_shufflevector(best, best, 2, 3, 0, 1);
    lane_mask other_at = __builtin_shufflevector(at, at, 2, 3, 0, 1);
    take_higher(&best, &other, &at, &other_at);
    other = __builtin_shufflevector(best, best, 1, 0, 3, 2);
    other_at = __builtin_shufflevector(at, at, 1, 0, 3, 2);
    take_higher(&best, &other, &at, &other_at);
    long long found = at[0];
    // Padding repeats vertex 0, so its value is never the largest alone; a padded lane can win only a tie
    // with vertex 0.
    return found < (long long)cloud->count ? (uint32_t)found : 0;
}

/// The sums in the order of cld_mat3_apply, then scaled.
SHARED void turn(const cld_cloud *cloud, const cld_mat3 *m, double scale, double *to) {
    size_t stride = cld_cloud_stride(cloud->count);
    const lanes *x = (const lanes *)cloud->x, *y = (const lanes *)cloud->y, *z = (const lanes *)cloud->z;
    for (int k = 0; k < 3; k++) {
        cld_vec3 r = m->row[k];
        lanes *out = (lanes *)(to + (size_t)k * stride);
        for (size_t i = 0; i < stride / CLD_LANES; i++)
            out[i] = (x[i] * r.x + y[i] * r.y + z[i] * r.z) * scale;
    }
}

SHARED uint32_t select_beyond(const cld_cloud *cloud, cld_vec3 d, double least, uint32_t room,
                              uint32_t *found) {
    lanes dx = {d.x, d.x, d.x, d.x}, dy = {d.y, d.y, d.y, d.y}, dz = {d.z, d.z, d.z, d.z};
    lanes limit = {least, least, least, least};
    const lanes *x = (const lanes *)cloud->x, *y = (const lanes *)cloud->y, *z = (const lanes *)cloud->z;
    uint32_t count = 0;
    for (uint32_t i = 0; i < cloud->count; i += CLD_LANES) {
        uint32_t at = i / CLD_LANES;
        lane_mask beyond = x[at] * dx + y[at] * dy + z[at] * dz >= limit;
        if (!(beyond[0] | beyond[1] | beyond[2] | beyond[3]))
            continue;
        for (uint32_t k = 0; k < CLD_LANES; k++)
            if (beyond[k] && i + k < cloud->count && count++ < room)
                found[count - 1] = i + k;
    }
    return count;
}

#if defined(__x86_64__)
WIDE static uint32_t select_beyond_wide(const cld_cloud *cloud, cld_vec3 d, double least, uint32_t room,
                                        uint32_t *found) {
    return select_beyond(cloud, d, least, room, found);
}

WIDE static uint32_t find_extreme_wide(const cld_cloud *cloud, cld_vec3 d) { return find_extreme(cloud, d); }

WIDE static void find_extremes_wide(const cld_cloud *a, const cld_cloud *b, cld_vec3 d, uint32_t *at_a,
                                    uint32_t *at_b) {
    *at_a = find_extreme(a, d);
    *at_b = find_extreme(b, cld_negate(d));
}

WIDE static void turn_wide(const cld_cloud *cloud, const cld_mat3 *m, double scale, double *to) {
    turn(cloud, m, scale, to);
}
#endif

uint32_t cld_cloud_find_extreme(const cld_cloud *cloud, cld_vec3 d) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2"))
        return find_extreme_wide(cloud, d);
#endif
    return find_extreme(cloud, d);
}

void cld_cloud_find_extremes(const cld_cloud *a, const cld_cloud *b, cld_vec3 d, uint32_t *at_a,
                             uint32_t *at_b) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) {
        find_extremes_wide(a, b, d, at_a, at_b);
        return;
    }
#endif
    *at_a = find_extreme(a, d);
    *at_b = find_extreme(b, cld_negate(d));
}

void cld_cloud_turn(const cld_cloud *cloud, const cld_mat3 *m, double scale, double *to) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) {
        turn_wide(cloud, m, scale, to);
        return;
    }
#endif
    turn(cloud, m, scale, to);
}

uint32_t cld_cloud_select(const cld_cloud *cloud, cld_vec3 d, double least, uint32_t room, uint32_t *found) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2"))
        return select_beyond_wide(cloud, d, least, room, found);
#endif
    return select_beyond(cloud, d, least, room, found);
}
