/// What SAT for bricks tells of its axes.

#include "narrow/brick_search.h"

#include <math.h>

#include "narrow/trace.h"
#include "shape/faces.h"

/// The face that looks along d; none without a hull (cld_trace_prepare).
static cld_trace_source find_face(const cld_posed_brick *s, cld_vec3 d) {
    const cld_facets *facets;
    cld_vec3 own = cld_pose_turn_back(s->pose, d);
    if (cld_shape_find_facets(s->shape, &facets, NULL))
        return (cld_trace_source){.is_set = false};
    uint32_t face = cld_facets_find_facing(facets, cld_unit(cld_scale(own, 1 / cld_max_abs(own))));
    return (cld_trace_source){.is_set = true, .is_face = true, .index = face};
}

/// How far an edge is from being an axis twice, either way.
static double find_difference(const cld_cloud *cloud, const uint32_t *edge, cld_vec3 axis) {
    cld_vec3 side = cld_sub(cld_cloud_at(cloud, edge[1]), cld_cloud_at(cloud, edge[0]));
    return cld_min(cld_max_abs(cld_add_scaled(side, 2, axis)), cld_max_abs(cld_add_scaled(side, -2, axis)));
}

/// Of the four edges along the k-th axis the first that is farthest along d.
static cld_trace_source find_edge(const cld_posed_brick *s, int k, cld_vec3 d) {
    const cld_cloud *cloud = &s->shape->core;
    const cld_brick *brick = cld_shape_brick(s->shape);
    const cld_vec3 axis = {brick->x[k], brick->y[k], brick->z[k]};
    const cld_hull *hull;
    cld_trace_source found = {.is_set = false};
    if (cld_shape_find_hull(s->shape, &hull, NULL))
        return found;
    // Each of two vertices and the axis twice are off by the brick's error.
    double most = -INFINITY, off = 8 * (brick->error + CLD_ROUNDOFF * s->shape->extent);
    d = cld_pose_turn_back(s->pose, d);
    for (uint32_t e = 0; e < hull->edge_count; e++) {
        const uint32_t *edge = hull->edge_vertex[e];
        double along = cld_dot(d, cld_add(cld_cloud_at(cloud, edge[0]), cld_cloud_at(cloud, edge[1])));
        if (along > most && find_difference(cloud, edge, axis) <= off) {
            most = along;
            found = (cld_trace_source){.is_set = true, .index = e};
        }
    }
    return found;
}

void cld_bricks_tell(const cld_cso *cso, const cld_brick_search *s, int groups, cld_posed_brick a,
                     cld_posed_brick b) {
    double highest = -INFINITY;
    for (int i = 0; i < 3 * groups; i++) {
        const cld_brick_axes *g = &s->at[i / 3];
        int k = i % 3, of_a = i / 3 - CLD_BRICK_FACES;
        if (g->separation[k] == -INFINITY)
            continue;
        cld_vec3 n = {g->n.x[k], g->n.y[k], g->n.z[k]}, d = g->along[k] < 0 ? cld_negate(n) : n,
                 back = cld_negate(d);
        cld_event event = {.kind = CLD_TRACE_SAT, .direction = d};
        if (of_a >= 0 || i / 3 == 0)
            event.source_a = of_a >= 0 ? find_edge(&a, of_a, d) : find_face(&a, d);
        if (of_a >= 0 || i / 3 == 1)
            event.source_b = of_a >= 0 ? find_edge(&b, k, back) : find_face(&b, back);
        event.lower = highest = cld_max(highest, g->separation[k]);
        event.upper = INFINITY;
        cld_trace_tell(cso, &event);
    }
}
