#include "narrow/witness.h"

#include <math.h>

#include "narrow/gjk.h"

/// The vertices within `slack` of the supporting plane along n, as a cloud in `memory`, which moves on.
static cld_cloud select_supporting(const cld_cloud *cloud, cld_vec3 n, double slack, double **memory) {
    size_t stride = cld_cloud_stride(cloud->count), count = 0;
    double *x = *memory, *y = x + stride, *z = y + stride;
    double lowest = cld_dot(n, cld_cloud_at(cloud, cld_cloud_find_extreme(cloud, n))) - slack;
    for (uint32_t i = 0; i < cloud->count; i++)
        if (cld_dot(n, cld_cloud_at(cloud, i)) >= lowest) {
            x[count] = cloud->x[i], y[count] = cloud->y[i], z[count] = cloud->z[i];
            count++;
        }
    cld_cloud selected = {x, y, z, (uint32_t)count};
    for (; count % CLD_LANES != 0; count++)
        x[count] = x[0], y[count] = y[0], z[count] = z[0];
    *memory = z + stride;
    return selected;
}

bool cld_find_witness(const cld_cso *cso, cld_vec3 n, double depth, double most_slack,
                      cld_workspace *workspace, cld_vec3 *a) {
    size_t room = 3 * (cld_cloud_stride(cso->a.count) + cld_cloud_stride(cso->b.count));
    double *memory = cld_buffer_reserve(&workspace->surface, room, sizeof *memory);
    if (!memory)
        return false;
    uint32_t all = cso->a.count + cso->b.count;
    cld_cso features = *cso;
    features.placed_a = features.placed_b = NULL; // its clouds are its own
    features.turn_a = features.turn_b = NULL;     // its clouds are its own
    features.shape_a = features.shape_b = NULL;
    cld_dd3 move = cld_dd3_scale(cld_dd3_make(n), cld_dd_make(depth));
    features.offset_exact = cld_dd3_add(cso->offset_exact, move);
    features.offset = cld_dd3_value(features.offset_exact);
    for (double slack = 16 * CLD_ROUNDOFF * cso->size;; slack *= 16) {
        double *next = memory;
        features.a = select_supporting(&cso->a, n, slack, &next);
        features.b = select_supporting(&cso->b, cld_negate(n), slack, &next);
        cld_gjk_result r = cld_gjk(&features, features.offset, cld_simplex_find_nearest_exactly);
        *a = cld_simplex_point_a(&r.simplex);
        double miss = cld_length(r.v);
        if (miss <= 4 * cld_min(slack, most_slack) || features.a.count + features.b.count == all)
            return true;
    }
}
