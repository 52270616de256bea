#include "narrow/feature.h"

#include <math.h>

/// Faces turned alike within this count as equal, so that rounding does not choose between them.
#define ALIKE 0x1p-40

static bool is_on_plane(const cld_solid *s, cld_vec3 n, double lowest, const uint32_t *vertex, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (!(cld_dot(n, cld_cloud_at(s->cloud, vertex[i])) >= lowest))
            return false;
    return true;
}

cld_hull_feature cld_find_feature(const cld_solid *s, cld_vec3 n, double slack) {
    const cld_hull *hull = s->hull;
    uint32_t farthest = cld_cloud_find_extreme(s->cloud, n);
    double lowest = cld_dot(n, cld_cloud_at(s->cloud, farthest)) - slack;
    // Of several faces within the slack (a fan of slivers), the one turned most towards n.
    cld_hull_feature feature = {CLD_FEATURE_VERTEX, CLD_NO_INDEX};
    double most = 0;
    for (uint32_t f = 0; f < hull->face_count; f++) {
        const uint32_t *start = hull->face_start + f;
        double towards = cld_dot(n, s->normal[f]);
        if (towards > most + ALIKE && is_on_plane(s, n, lowest, hull->face_vertex + start[0], start[1] - start[0])) {
            feature = (cld_hull_feature){CLD_FEATURE_FACE, f};
            most = towards;
        }
    }
    if (feature.index != CLD_NO_INDEX)
        return feature;
    for (uint32_t e = 0; e < hull->edge_count; e++)
        if (is_on_plane(s, n, lowest, hull->edge_vertex[e], 2))
            return (cld_hull_feature){CLD_FEATURE_EDGE, e};
    for (uint32_t i = 0; i < hull->vertex_count; i++)
        if (is_on_plane(s, n, lowest, hull->vertex + i, 1))
            return (cld_hull_feature){CLD_FEATURE_VERTEX, hull->vertex[i]};
    return (cld_hull_feature){CLD_FEATURE_VERTEX, farthest};
}

uint32_t cld_find_facing(const cld_solid *s, cld_vec3 n) {
    uint32_t facing = CLD_NO_INDEX;
    double most = -2;
    for (uint32_t f = 0; f < s->hull->face_count; f++)
        if (cld_dot(n, s->normal[f]) > most + ALIKE) {
            most = cld_dot(n, s->normal[f]);
            facing = f;
        }
    return facing;
}
