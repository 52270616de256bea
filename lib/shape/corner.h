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
    cld_vec3 ab = cld_sub(cld_cloud_at(&cso->a.cloud, ia), cld_cloud_at(&cso->b.cloud, ib));
    *corner = (cld_corner){cld_sub(ab, cso->offset), ia, ib};
}

CLD_INLINE void cld_corner_take_answer(const cld_cso *cso, const cld_cells_answer found[2],
                                       cld_corner *corner) {
    cld_cso_vertex v = cld_cso_take_answer(cso, found);
    *corner = (cld_corner){v.w, v.ia, v.ib};
}

/// Where one has a table at least.
CLD_INLINE void cld_corner_look_up(const cld_cso *cso, cld_vec3 d, cld_corner *corner) {
    cld_cells_ask ask[2];
    cld_cells_answer found[2];
    cld_cso_make_ask(cso, d, ask);
    cld_look_up_pair(ask, found);
    cld_corner_take_answer(cso, found, corner);
}

/// Whether both shapes have tables of cells that tell the supports along all directions of this length or
/// more.
CLD_INLINE bool cld_corner_has_cells(const cld_cso *cso, double length) {
    const cld_cells *a = cso->a.cells, *b = cso->b.cells;
    // The largest coordinate of a direction is its length / sqrt 3 at least, however it is turned.
    return cso->looks_up && a && b && !a->rims.count && !b->rims.count &&
           cld_max(a->shortest, b->shortest) < 0.5 * length;
}

/// cld_mat3_apply_transposed of four.
CLD_INLINE void cld_corner_turn_back(const cld_mat3 *turn, cld_lanes3 *d) {
    if (!turn)
        return;
    const cld_vec3 *row = turn->row;
    cld_lanes x = row[0].x * d->x + row[1].x * d->y + row[2].x * d->z,
              y = row[0].y * d->x + row[1].y * d->y + row[2].y * d->z,
              z = row[0].z * d->x + row[1].z * d->y + row[2].z * d->z;
    d->x = x, d->y = y, d->z = z;
}

/// The cells in which the supports along four directions are, as numbers in either table.
CLD_INLINE void cld_corner_find_cells(const cld_cso *cso, const cld_lanes3 *d, cld_lane_numbers *in_a,
                                      cld_lane_numbers *in_b) {
    cld_lanes3 own = *d, back = {-d->x, -d->y, -d->z};
    cld_corner_turn_back(cso->a.turn, &own);
    cld_corner_turn_back(cso->b.turn, &back);
    cld_find_four_cells(cso->a.cells, &own, in_a);
    cld_find_four_cells(cso->b.cells, &back, in_b);
}

/// The support along d, whose cells have been found before.
CLD_INLINE void cld_corner_find_in_cells(const cld_cso *cso, uint32_t in_a, uint32_t in_b, cld_vec3 d,
                                         cld_corner *corner) {
    const cld_cell *at_a = &cso->a.cells->cells[in_a], *at_b = &cso->b.cells->cells[in_b];
    cld_cells_ask ask[2];
    cld_cells_answer found[2];
    __builtin_prefetch(at_a);
    __builtin_prefetch(at_b);
    cld_cso_make_ask(cso, d, ask);
    cld_take_from_cell(cso->a.cells, at_a, ask[0].d, &found[0]);
    cld_take_from_cell(cso->b.cells, at_b, ask[1].d, &found[1]);
    cld_corner_take_answer(cso, found, corner);
}

/// cld_cso_support, inlined where shapes are clouds to be scanned or have tables.
CLD_INLINE void cld_corner_find(const cld_cso *cso, cld_vec3 d, cld_corner *corner) {
    if (cso->simple) {
        uint32_t ia, ib;
        cld_lanes_find_extremes(&cso->a.cloud, &cso->b.cloud, d, &ia, &ib);
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
    cld_lanes_find_ends(&cso->a.cloud, low_a, high_a);
    cld_lanes_find_ends(&cso->b.cloud, low_b, high_b);
    for (int k = 0; k < 3; k++) {
        cld_corner_set(cso, low_a[k], high_b[k], &ends[2 * k]);
        cld_corner_set(cso, high_a[k], low_b[k], &ends[2 * k + 1]);
    }
}

#endif
