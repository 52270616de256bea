/// The support mapping of a point cloud, and turning one. Each function is there for several processors; see
/// shape/lanes.h.

#include "shape/lanes.h"

/// Whose vertices are the bits of a word.
enum { GROUPS_A_WORD = 64 / CLD_LANES };

CLD_INLINE uint32_t select_beyond(const cld_cloud *cloud, cld_vec3 d, double least, uint32_t room,
                                  uint32_t *found) {
    cld_lanes dx = {d.x, d.x, d.x, d.x}, dy = {d.y, d.y, d.y, d.y}, dz = {d.z, d.z, d.z, d.z};
    cld_lanes limit = {least, least, least, least};
    const cld_lanes *x = (const cld_lanes *)cloud->x, *y = (const cld_lanes *)cloud->y,
                    *z = (const cld_lanes *)cloud->z;
    const uint32_t group_count = (cloud->count + CLD_LANES - 1) / CLD_LANES;
    uint32_t count = 0;
    for (uint32_t first = 0; first < group_count; first += GROUPS_A_WORD) {
        cld_lane_bits bit = {1, 2, 4, 8}, beyond = {0, 0, 0, 0};
        for (uint32_t i = first; i < group_count && i < first + GROUPS_A_WORD; i++, bit <<= CLD_LANES)
            beyond |= (cld_lane_bits)(x[i] * dx + y[i] * dy + z[i] * dz >= limit) & bit;
        uint64_t rest = beyond[0] | beyond[1] | beyond[2] | beyond[3];
        for (; rest; rest &= rest - 1) {
            uint32_t at = CLD_LANES * first + (uint32_t)__builtin_ctzll(rest);
            if (at < cloud->count && count++ < room)
                found[count - 1] = at;
        }
    }
    return count;
}

CLD_INLINE double find_reach(const cld_cloud *cloud, cld_vec3 d) {
    const cld_lanes *x = (const cld_lanes *)cloud->x, *y = (const cld_lanes *)cloud->y,
                    *z = (const cld_lanes *)cloud->z;
    cld_lanes most = x[0] * d.x + y[0] * d.y + z[0] * d.z;
    for (uint32_t i = 1; i < (cloud->count + CLD_LANES - 1) / CLD_LANES; i++) {
        cld_lanes along = x[i] * d.x + y[i] * d.y + z[i] * d.z;
        cld_lanes_take_better(&most, &along, false);
    }
    return cld_max(cld_max(most[0], most[1]), cld_max(most[2], most[3]));
}

CLD_WIDE(double, find_reach, (const cld_cloud *cloud, cld_vec3 d), { return find_reach(cloud, d); })

CLD_WIDE(uint32_t, select_beyond,
         (const cld_cloud *cloud, cld_vec3 d, double least, uint32_t room, uint32_t *found),
         { return select_beyond(cloud, d, least, room, found); })

CLD_WIDE(uint32_t, cld_lanes_find_extreme, (const cld_cloud *cloud, cld_vec3 d),
         { return cld_lanes_find_extreme(cloud, d); })

CLD_WIDE(void, cld_lanes_find_extremes,
         (const cld_cloud *a, const cld_cloud *b, cld_vec3 d, uint32_t *at_a, uint32_t *at_b),
         { cld_lanes_find_extremes(a, b, d, at_a, at_b); })

CLD_WIDE(void, cld_lanes_turn_cloud, (const cld_cloud *cloud, const cld_mat3 *m, double scale, double *to),
         { cld_lanes_turn_cloud(cloud, m, scale, to); })

uint32_t cld_cloud_find_extreme(const cld_cloud *cloud, cld_vec3 d) {
    return CLD_BEST(cld_lanes_find_extreme, (cloud, d));
}

double cld_cloud_find_reach(const cld_cloud *cloud, cld_vec3 d) { return CLD_BEST(find_reach, (cloud, d)); }

void cld_cloud_find_extremes(const cld_cloud *a, const cld_cloud *b, cld_vec3 d, uint32_t *at_a,
                             uint32_t *at_b) {
    CLD_BEST(cld_lanes_find_extremes, (a, b, d, at_a, at_b));
}

void cld_cloud_turn(const cld_cloud *cloud, const cld_mat3 *m, double scale, double *to) {
    CLD_BEST(cld_lanes_turn_cloud, (cloud, m, scale, to));
}

uint32_t cld_cloud_select(const cld_cloud *cloud, cld_vec3 d, double least, uint32_t room, uint32_t *found) {
    return CLD_BEST(select_beyond, (cloud, d, least, room, found));
}
