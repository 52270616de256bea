/// An edge of a polygon that is wound counter-clockwise around the origin.
#ifndef CLD_NARROW_EDGE2_H
#define CLD_NARROW_EDGE2_H

#include "shape/cso2.h"

typedef struct cld_edge2 {
    cld_vec3 normal; ///< unit, out of the polygon: the edge turned clockwise, wherever the origin is
    double offset;   ///< how far the origin is behind the edge's line; negative: in front of it
} cld_edge2;

/// What keeps the squares of a direction from underflowing: beside a shape 1e200 times as large, edges are as
/// small as that.
static inline double cld_edge2_scale(double x, double y) {
    return cld_max(fabs(x), fabs(y)) < 0x1p-300 ? 0x1p300 : 1;
}

/// The edge from p to q in double-double, rounded once. False if they are the same point.
static inline bool cld_edge2_make(const cld_cso *cso, const cld_cso_vertex *p, const cld_cso_vertex *q,
                                  cld_edge2 *edge) {
    cld_dd2 e = cld_cso_edge2(p, q);
    e = cld_dd2_scale(e, cld_dd_make(cld_edge2_scale(e.x.hi, e.y.hi)));
    cld_dd2 n = cld_dd2_turn_out(e);
    cld_dd length = cld_dd2_length(e);
    if (!(length.hi > 0))
        return false;
    n = (cld_dd2){cld_dd_div(n.x, length), cld_dd_div(n.y, length)};
    edge->normal = cld_dd2_value(n);
    edge->offset = cld_dd_value(cld_dd2_dot(n, cld_cso_exact2(cso, p)));
    return true;
}

#endif
