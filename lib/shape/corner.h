/// Vertices of A - B without their witnesses: what solvers that ask for many keep of each.
#ifndef CLD_SHAPE_CORNER_H
#define CLD_SHAPE_CORNER_H

#include "shape/cso.h"
#include "shape/lanes.h"

typedef struct cld_corner {
    cld_vec3 w;
    uint32_t ia, ib; ///< cld_cso_vertex_at has the rest
} cld_corner;

/// Whether two are the same vertex, without a jump: which of them are is hard to foresee.
CLD_INLINE bool cld_corner_is_same(const cld_corner *p, const cld_corner *q) {
    return !((p->ia ^ q->ia) | (p->ib ^ q->ib));
}

/// cld_cso_support, inlined where both shapes are clouds to be scanned.
CLD_INLINE void cld_corner_find(const cld_cso *cso, cld_vec3 d, cld_corner *corner) {
    if (cso->simple) {
        uint32_t ia = cld_lanes_find_extreme(&cso->a, d), ib = cld_lanes_find_lowest(&cso->b, d);
        cld_vec3 ab = cld_sub(cld_cloud_at(&cso->a, ia), cld_cloud_at(&cso->b, ib));
        *corner = (cld_corner){cld_sub(ab, cso->offset), ia, ib};
    } else {
        cld_cso_vertex v = cld_cso_support(cso, d);
        *corner = (cld_corner){v.w, v.ia, v.ib};
    }
}

#endif
