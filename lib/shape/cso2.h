/// The Minkowski difference of two planar shapes, to about 100 bits.
#ifndef CLD_SHAPE_CSO2_H
#define CLD_SHAPE_CSO2_H

#include "math/dd2.h"
#include "shape/cso.h"

static inline cld_dd2 cld_cso_exact2(const cld_cso *cso, const cld_cso_vertex *v) {
    cld_dd2 ab = {cld_two_diff(v->a.x, v->b.x), cld_two_diff(v->a.y, v->b.y)};
    return cld_dd2_sub(ab, (cld_dd2){cso->offset_exact.x, cso->offset_exact.y});
}

/// q - p, free of the offset, so that a short edge far from the origin keeps its direction: off by at most
/// 2^-100 times the sum of what A's and B's points move.
static inline cld_dd2 cld_cso_edge2(const cld_cso_vertex *p, const cld_cso_vertex *q) {
    cld_dd2 a = {cld_two_diff(q->a.x, p->a.x), cld_two_diff(q->a.y, p->a.y)};
    cld_dd2 b = {cld_two_diff(q->b.x, p->b.x), cld_two_diff(q->b.y, p->b.y)};
    return cld_dd2_sub(a, b);
}

#endif
