/// SAT in the plane: the boundary of A - B is the edges of A and those of B turned round, sorted by
/// direction.
///
/// Source: M. de Berg and others, Computational Geometry, 2008, section 13.3 (Minkowski sums of convex
/// polygons); S. Gottschalk, Separating axis theorem, 1996. Going once around both polygons at a time, each
/// edge's normal meets the vertex of the other polygon that supports it, so that no support mapping is
/// needed.
///
/// Directions are compared exactly, and each outline is convex to the last bit (narrow/walk2.h); so the
/// boundary is that of A - B up to the last bits of its vertices.

#include "narrow/sat2.h"

#include <math.h>

#include "narrow/trace.h"

#include "narrow/walk2.h"

size_t cld_sat2_room(const cld_shape *a, const cld_shape *b) {
    return (size_t)a->rare->outline_count + b->rare->outline_count + 2;
}

static uint32_t go_around(const cld_cso *cso, cld_walk2 *a, cld_walk2 *b, cld_cso_vertex *ring) {
    uint32_t count = 0;
    for (cld_walk2 *first; (first = cld_walk2_first(a, b)); first->at++)
        ring[count++] = cld_cso_vertex_at(cso, cld_walk2_corner(a), cld_walk2_corner(b));
    return count;
}

/// A quick look at an edge, which is one of either polygon.
typedef struct glance {
    double offset; ///< NaN where the edge has no length
    double beyond; ///< how far the origin's foot is beyond the nearer end; negative: on the edge
} glance;

static glance look(const cld_cso_vertex *p, const cld_cso_vertex *q) {
    cld_vec3 e = cld_sub(cld_sub(q->a, p->a), cld_sub(q->b, p->b));
    double scale = cld_edge2_scale(e.x, e.y);
    e = cld_scale(e, scale);
    double square = e.x * e.x + e.y * e.y, length = sqrt(square), foot = -(e.x * p->w.x + e.y * p->w.y);
    return (glance){(e.y * p->w.x - e.x * p->w.y) / length, fmax(-foot, foot - square / scale) / length};
}

/// Whether an edge takes the place of the best so far: the first of equal ones stays. Where two that are
/// nearly one line are equally near, the nearer is the one that the origin's foot is on: beyond the end of
/// the other, the shapes' points along its normal are no longer on both.
static bool is_better(const cld_cso *cso, const glance *edge, const glance *best) {
    double rounding = CLD_CSO_ROUNDING * cso->size;
    return edge->offset < best->offset - rounding ||
           (edge->offset <= best->offset + rounding && edge->beyond <= rounding && best->beyond > rounding);
}

/// The edge of an outline between two of its vertices, in either direction.
static cld_trace_source find_edge(const cld_shape *shape, uint32_t from, uint32_t to) {
    uint32_t count = shape->rare->outline_count;
    for (uint32_t i = 0; i < count && from != to; i++) {
        uint32_t p = shape->rare->outline[i], q = shape->rare->outline[(i + 1) % count];
        if ((p == from && q == to) || (p == to && q == from))
            return (cld_trace_source){.is_set = true, .index = i};
    }
    return (cld_trace_source){.is_set = false};
}

static void tell(const cld_cso *cso, const cld_shape *a, const cld_shape *b, const cld_cso_vertex *p,
                 const cld_cso_vertex *q, double offset) {
    cld_vec3 e = cld_sub(cld_sub(q->a, p->a), cld_sub(q->b, p->b));
    cld_event event = {.kind = CLD_TRACE_SAT, .support = p, .direction = cld_vec3_make(e.y, -e.x, 0)};
    event.source_a = find_edge(a, p->ia, q->ia);
    event.source_b = find_edge(b, p->ib, q->ib);
    event.lower = -offset;
    event.upper = INFINITY;
    cld_trace_tell(cso, &event);
}

cld_sat2_result cld_sat2(const cld_cso *cso, const cld_shape *a, const cld_shape *b, uint32_t *loop,
                         cld_cso_vertex *ring, uint32_t *count) {
    cld_walk2 walk_a = cld_walk2_begin(a, &cso->a.cloud, false, loop);
    cld_walk2 walk_b = cld_walk2_begin(b, &cso->b.cloud, true, loop + cld_walk2_room(a));
    cld_sat2_result r = {.axes = *count = go_around(cso, &walk_a, &walk_b, ring)};
    glance best = {INFINITY, INFINITY};
    const cld_cso_vertex *from = NULL, *to = NULL;
    for (uint32_t i = 0; i < *count; i++) {
        const cld_cso_vertex *p = &ring[i], *q = &ring[(i + 1) % *count];
        glance edge = look(p, q);
        if (cso->tracer)
            tell(cso, a, b, p, q, edge.offset);
        if (is_better(cso, &edge, &best)) { // which it is not where an edge has no length
            best = edge;
            from = p, to = q;
        }
    }
    if (from)
        cld_edge2_make(cso, from, to, &r.edge);
    return r;
}
