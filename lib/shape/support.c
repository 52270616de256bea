/// The support mapping of a point cloud: a scan with four running maxima.
///
/// Each lane keeps its largest dot product and the first index that reached it; the lanes then agree on the largest value
/// and, of equal ones, the lowest index. The sums are formed in the same order for every vertex, so the answer is that of
/// the plain loop on any machine.

#include "shape/shape.h"

typedef double lanes __attribute__((vector_size(8 * CLD_LANES), may_alias));
typedef long long lane_mask __attribute__((vector_size(8 * CLD_LANES)));

uint32_t cld_cloud_find_extreme(const cld_cloud *cloud, cld_vec3 d) {
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
    int lane = 0;
    for (int k = 1; k < CLD_LANES; k++)
        if (best[k] > best[lane] || (best[k] == best[lane] && at[k] < at[lane]))
            lane = k;
    // Padding repeats vertex 0, so its value is never the largest alone; a padded lane can win only a tie with vertex 0.
    return at[lane] < (long long)cloud->count ? (uint32_t)at[lane] : 0;
}
