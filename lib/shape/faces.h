/// Faces of a polytope where it stands.
#ifndef CLD_SHAPE_FACES_H
#define CLD_SHAPE_FACES_H

#include "shape/panels.h"
#include "shape/shape.h"

/// Faces, or edges of an outline, turned alike within this count as equal, so that rounding does not choose
/// between them.
#define CLD_ALIKE 0x1p-40

/// The unit outward normal of a face, to a few u, from its loop in the given cloud (Newell's sum in
/// double-double). `mirrored` says that the cloud is a mirror image of the points that the hull was made
/// from. The normal of a face that has no area in the cloud is zero.
cld_vec3 cld_find_face_normal(const cld_cloud *cloud, const cld_hull *hull, uint32_t face, bool mirrored);

/// The first face and the first edge of which no vertex is below a vertex: a hull sorts both by their lowest.
typedef struct cld_facets_first {
    uint32_t face, edge;
} cld_facets_first;

/// The faces of a polytope where it stands, for those who look for the ones on some side of it.
///
/// Their normals stand in the order of the slices, of equal width along a line askew to all that is usual, in
/// which they end on the unit sphere: so many normals that are spread over it lie between two planes as those
/// are apart (Archimedes, On the sphere and cylinder, book I), and those near a direction are in few slices.
///
/// It fits into one line of a cache, which all contacts ask for.
typedef struct cld_facets {
    cld_cloud normal;        ///< of the faces `face`: unit, outward; zero for one without area
    uint32_t *face;          ///< NULL where they are in their order, in one slice; else behind it stand where
                             ///< the normal of each face is, and where each slice begins, and the end
    cld_facets_first *first; ///< for each vertex, and one more
    bool *is_corner;         ///< the vertex is one of the hull's; NULL where all are
    cld_panels *panels;      ///< NULL where no faces are nearly one
} cld_facets;

static inline cld_vec3 cld_facets_normal(const cld_facets *facets, uint32_t face) {
    return cld_cloud_at(&facets->normal, facets->face ? facets->face[facets->normal.count + face] : face);
}

/// The panel that a face is in, or NULL where it is alone.
static inline const cld_panel *cld_facets_panel(const cld_facets *facets, uint32_t face) {
    const cld_panels *panels = facets->panels;
    return panels && panels->of_face[face] != CLD_NO_INDEX ? &panels->panel[panels->of_face[face]] : NULL;
}

/// The first of the faces turned as far towards the unit vector d as any, or less by no more than CLD_ALIKE
/// in the cosine.
uint32_t cld_facets_find_facing(const cld_facets *facets, cld_vec3 d);

/// The faces of a solid polytope (its hull's rank is 3), built on the first call and then kept as long as the
/// shape.
cld_status cld_shape_find_facets(const cld_shape *shape, const cld_facets **facets, cld_error *err);

/// NULL is allowed.
void cld_facets_destroy(cld_facets *facets);

/// Has what tells of the edges and faces around a vertex brought nearer, as far as it has been built. Where
/// the corners of those faces begin is guessed from how many faces have; three triangles may be on two lines.
static inline void cld_shape_prefetch_around(const cld_shape *shape, uint32_t vertex) {
    const cld_hull *hull = atomic_load_explicit(&shape->hull, memory_order_acquire);
    const cld_facets *facets = atomic_load_explicit(&shape->facets, memory_order_acquire);
    if (!hull || !facets)
        return;
    cld_facets_first first = facets->first[vertex];
    uint64_t about = (uint64_t)first.face * 2 * hull->edge_count / hull->face_count;
    __builtin_prefetch(hull->edge_vertex + first.edge);
    __builtin_prefetch(hull->face_start + first.face);
    __builtin_prefetch(hull->face_vertex + about);
    __builtin_prefetch(hull->face_vertex + about + 9);
}

#endif
