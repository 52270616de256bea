#include "narrow/witness.h"

#include <math.h>

#include "narrow/gjk.h"

/// The vertices of a shape within `slack` of its supporting plane along n, as a cloud in `memory`, which
/// moves on.
static cld_cloud select_supporting(const cld_cso *cso, bool is_b, cld_vec3 n, double slack, double **memory) {
    uint32_t all = cld_cso_get_side(cso, is_b)->cloud.count;
    size_t stride = cld_cloud_stride(all), count = 0;
    double *x = *memory, *y = x + stride, *z = y + stride, most = -INFINITY;
    for (uint32_t i = 0; i < all; i++)
        most = cld_max(most, cld_dot(n, cld_cso_at(cso, is_b, i)));
    for (uint32_t i = 0; i < all; i++) {
        cld_vec3 v = cld_cso_at(cso, is_b, i);
        if (cld_dot(n, v) >= most - slack) {
            x[count] = v.x, y[count] = v.y, z[count] = v.z;
            count++;
        }
    }
    cld_cloud selected = {x, y, z, (uint32_t)count};
    for (; count % CLD_LANES != 0; count++)
        x[count] = x[0], y[count] = y[0], z[count] = z[0];
    *memory = z + stride;
    return selected;
}

bool cld_find_witness(const cld_cso *cso, cld_vec3 n, double depth, double most_slack,
                      cld_workspace *workspace, cld_vec3 *a) {
    size_t room = 3 * (cld_cloud_stride(cso->a.cloud.count) + cld_cloud_stride(cso->b.cloud.count));
    double *memory = cld_buffer_reserve(&workspace->surface, room, sizeof *memory);
    if (!memory)
        return false;
    uint32_t all = cso->a.cloud.count + cso->b.cloud.count;
    cld_cso features = *cso;
    cld_dd3 move = cld_dd3_scale(cld_dd3_make(n), cld_dd_make(depth));
    features.offset_exact = cld_dd3_add(cso->offset_exact, move);
    features.offset = cld_dd3_value(features.offset_exact);
    for (double slack = 16 * CLD_ROUNDOFF * cso->size;; slack *= 16) {
        double *next = memory;
        cld_cso_set_cloud(&features, false, select_supporting(cso, false, n, slack, &next));
        cld_cso_set_cloud(&features, true, select_supporting(cso, true, cld_negate(n), slack, &next));
        cld_gjk_result r = cld_gjk(&features, features.offset, cld_simplex_find_nearest_exactly);
        cld_vec3 b;
        cld_simplex_find_points(&r.simplex, a, &b);
        double miss = cld_length(r.v);
        if (miss <= 4 * cld_min(slack, most_slack) ||
            features.a.cloud.count + features.b.cloud.count == all || !(slack < INFINITY))
            return true;
    }
}
