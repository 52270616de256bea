/// The separation of two polytopes by all the axes that can decide it.
#ifndef CLD_NARROW_SAT_H
#define CLD_NARROW_SAT_H

#include "shape/cso.h"
#include "shape/faces.h"

/// A polytope with its faces, where it stands in the frame of a query.
typedef struct cld_solid {
    const cld_cloud *cloud;
    const cld_hull *hull;
    bool mirrored;
    cld_vec3 *normal;         ///< of each face, unit, outward
    cld_vec3 *direction;      ///< of each edge, unit, from its first vertex to its second
    const cld_facets *facets; ///< instead of the two above, where they are NULL: those of the shape itself,
                              ///< turned by `turn`
    const cld_mat3 *turn;     ///< NULL: by nothing
    const cld_shape *own;     ///< where not NULL, the cloud is this one's, yet to be turned
} cld_solid;

/// A vertex where it stands.
static inline cld_vec3 cld_solid_at(const cld_solid *solid, uint32_t i) {
    cld_vec3 v = cld_cloud_at(solid->cloud, i);
    return solid->own && solid->turn ? cld_mat3_apply(solid->turn, v) : v;
}

/// The unit outward normal of a face where it stands.
static inline cld_vec3 cld_solid_find_normal(const cld_solid *solid, uint32_t face) {
    if (!solid->facets)
        return solid->normal[face];
    cld_vec3 n = cld_facets_normal(solid->facets, face);
    return solid->turn ? cld_mat3_apply(solid->turn, n) : n;
}

/// The vertices of a face in their order around it, and how many they are.
static inline const uint32_t *cld_solid_list_corners(const cld_solid *solid, uint32_t face, uint32_t *count) {
    const uint32_t *start = solid->hull->face_start + face;
    *count = start[1] - start[0];
    return solid->hull->face_vertex + start[0];
}

/// The panel that a face is in; NULL where it is alone.
static inline const cld_panel *cld_solid_panel(const cld_solid *solid, uint32_t face) {
    return solid->facets ? cld_facets_panel(solid->facets, face) : NULL;
}

/// What separates most, or overlaps least.
typedef struct cld_sat_result {
    cld_vec3 normal;   ///< unit, from A to B
    double separation; ///< along it; negative: the depth of overlap
    uint32_t axes;     ///< how many were measured
} cld_sat_result;

/// Normals and directions of a polytope in memory from `memory`, which moves on.
cld_solid cld_solid_make(const cld_cloud *cloud, const cld_hull *hull, bool mirrored, cld_vec3 **memory);

/// Measures every face normal of both and every cross product of edges that is a face normal of A - B.
/// A - B must be solid; for a flat one the normal of its plane may be missing.
cld_sat_result cld_sat(const cld_cso *cso, const cld_solid *a, const cld_solid *b);

#endif
