#include "proof/bounds2.h"

#include <math.h>

#include "proof/plain.h"
#include "shape/cso2.h"

/// A lower bound on the distance of the origin to the left of an edge's line, in double-double.
static double bound_edge_exactly(const cld_cso *cso, const cld_cso_vertex *p, const cld_cso_vertex *q) {
    cld_dd2 e = cld_cso_edge2(p, q), w = cld_cso_exact2(cso, p);
    // Beside a shape 1e200 times as large the squares of an edge would underflow.
    double scale = cld_max(fabs(e.x.hi), fabs(e.y.hi)) < 0x1p-300 ? 0x1p300 : 1;
    e = cld_dd2_scale(e, cld_dd_make(scale));
    double length = cld_dd_value(cld_dd2_length(e));
    if (!(length > 0))
        return INFINITY; // one point: the edges that end in it speak for it
    // The edge is off by at most 2^-100 of what A's and B's points move, the corner by 2^-98 size.
    double moved = (cld_distance(p->a, q->a) + cld_distance(p->b, q->b)) * scale;
    double error = 0x1p-96 * cso->size * (1 + moved / length);
    return cld_plain_round_down(cld_dd_value(cld_dd2_cross(w, e)) / length) - error;
}

/// The same in double.
static double bound_edge(const cld_cso *cso, const cld_cso_vertex *p, const cld_cso_vertex *q) {
    cld_vec3 e = cld_sub(cld_sub(q->a, p->a), cld_sub(q->b, p->b));
    double length = cld_length(e), moved = cld_distance(p->a, q->a) + cld_distance(p->b, q->b);
    // The edge is off by 2 u moved, the corner by 3 u size, their product by 2 u more of each.
    return (p->w.x * e.y - p->w.y * e.x) / length - 8 * CLD_ROUNDOFF * cso->size * (1 + moved / length);
}

double cld_bound_from_ring(const cld_cso *cso, const cld_cso_vertex *v, uint32_t count) {
    // The quick bound is at most the exact one; where it might decide, the exact one is taken. The edge with
    // the smallest quick bound is looked at first, so that few others fall below what it says.
    uint32_t first = 0;
    double nearest = INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        double quick = bound_edge(cso, &v[i], &v[(i + 1) % count]);
        if (quick < nearest) {
            nearest = quick;
            first = i;
        }
    }
    nearest = count ? bound_edge_exactly(cso, &v[first], &v[(first + 1) % count]) : INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        const cld_cso_vertex *p = &v[i], *q = &v[(i + 1) % count];
        if (!(bound_edge(cso, p, q) >= nearest))
            nearest = fmin(nearest, bound_edge_exactly(cso, p, q));
    }
    return nearest > 0 && nearest < INFINITY ? cld_plain_round_up(-nearest + cso->error) : INFINITY;
}
