/// Vertices of A - B without their witnesses, for solvers that ask for many.
#ifndef CLD_SHAPE_CORNER_H
#define CLD_SHAPE_CORNER_H

#include "shape/cso.h"
#include "shape/lanes.h"
#include "shape/look_up.h"

/// Whether two are the same vertex, without a jump: which of them are is hard to foresee.
CLD_INLINE bool cld_corner_is_same(const cld_corner *p, const cld_corner *q) {
    return !((p->ia ^ q->ia) | (p->ib ^ q->ib));
}

/// Where both shapes are clouds to be scanned.
CLD_INLINE void cld_corner_set(const cld_cso *cso, uint32_t ia, uint32_t ib, cld_corner *corner) {
    cld_vec3 ab = cld_sub(cld_cloud_at(&cso->a, ia), cld_cloud_at(&cso->b, ib));
    *corner = (cld_corner){cld_sub(ab, cso->offset), ia, ib};
}

/// Where one has a table at least.
CLD_INLINE void cld_corner_look_up(const cld_cso *cso, cld_vec3 d, cld_corner *corner) {
    cld_cells_ask ask[2];
    cld_cells_answer found[2];
    cld_cso_make_ask(cso, d, ask);
    cld_look_up_pair(ask, found);
    cld_cso_vertex v = cld_cso_take_answer(cso, found);
    *corner = (cld_corner){v.w, v.ia, v.ib};
}

/// cld_cso_support, inlined where shapes are clouds to be scanned or have tables.
CLD_INLINE void cld_corner_find(const cld_cso *cso, cld_vec3 d, cld_corner *corner) {
    if (cso->simple) {
        uint32_t ia, ib;
        cld_lanes_find_extremes(&cso->a, &cso->b, d, &ia, &ib);
        cld_corner_set(cso, ia, ib, corner);
    } else if (cso->looks_up) {
        cld_corner_look_up(cso, d, corner);
    } else {
        cld_cso_vertex v = cld_cso_support(cso, d);
        *corner = (cld_corner){v.w, v.ia, v.ib};
    }
}

/// The vertices of A - B that are lowest along each axis, x first, each followed by the one that is highest.
CLD_INLINE void cld_corner_find_ends(const cld_cso *cso, cld_corner ends[6]) {
    if (!cso->simple) {
        for (int i = 0; i < 6; i++) {
            double d[3] = {0, 0, 0};
            d[i / 2] = i % 2 ? 1 : -1;
            cld_corner_find(cso, cld_vec3_make(d[0], d[1], d[2]), &ends[i]);
        }
        return;
    }
    uint32_t low_a[3], high_a[3], low_b[3], high_b[3];
    cld_lanes_find_ends(&cso->a, low_a, high_a);
    cld_lanes_find_ends(&cso->b, low_b, high_b);
    for (int k = 0; k < 3; k++) {
        cld_corner_set(cso, low_a[k], high_b[k], &ends[2 * k]);
        cld_corner_set(cso, high_a[k], low_b[k], &ends[2 * k + 1]);
    }
}

#endif
