/// EPA in the plane: expands a polygon inside A - B at its edge nearest to the origin until that is an edge
/// of A - B.
///
/// Source: G. van den Bergen, Proximity queries and penetration depth computation on 3D game objects, 2001,
/// for two dimensions. Deviations: the polygon is kept in winding order and an edge's normal comes from the
/// winding, so an origin on an edge is no special case, and one in front of an edge only makes that the next
/// to be expanded; normals and offsets are double-double, rounded once.
///
/// It ends because each step adds a vertex of A - B that lies outside of the polygon, if only by what
/// double-double can see: an edge that is short beside the pair, and off by its last bits, would be off by
/// many in its direction. The depth lies between the least offset of an edge and the width of A - B along its
/// normal.

#include "narrow/epa2.h"

#include <math.h>

#include "narrow/blow_up.h"
#include "narrow/trace.h"

/// Thinner than this, relative to the pair's size, is flat: the support mapping can miss 8 u on each side,
/// twice that where the direction is off as well.
#define FLAT (32 * CLD_ROUNDOFF)

/// From here on it pays to prepare the clouds: that costs as much as some thousand passes over them.
#define MANY_ITERATIONS 1000

static double length2(const cld_cso_vertex *p, const cld_cso_vertex *q) {
    return cld_dd_value(cld_dd2_length(cld_cso_edge2(p, q)));
}

/// How far r lies to the left of the line from p to q, which are not the same point.
static double find_height(const cld_cso_vertex *p, const cld_cso_vertex *q, const cld_cso_vertex *r) {
    return cld_dd_value(cld_dd2_cross(cld_cso_edge2(p, q), cld_cso_edge2(p, r))) / length2(p, q);
}

static bool take_simplex(const cld_cso *cso, const cld_simplex *s, cld_cso_vertex corner[3]) {
    if (s->count < 3)
        return false;
    int longest = 0;
    for (int i = 1; i < 3; i++)
        if (length2(&s->vertex[i], &s->vertex[(i + 1) % 3]) >
            length2(&s->vertex[longest], &s->vertex[(longest + 1) % 3]))
            longest = i;
    for (int i = 0; i < 3; i++)
        corner[i] = s->vertex[(longest + i) % 3];
    return fabs(find_height(&corner[0], &corner[1], &corner[2])) > FLAT * cso->size;
}

/// The ends of A - B along x or y, whichever are farther from each other, and the vertex farthest from the
/// line between.
static bool take_widest(const cld_cso *cso, cld_cso_vertex corner[3], cld_vec3 *flat_normal,
                        uint32_t *support_calls) {
    static const cld_vec3 axis[4] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}};
    cld_cso_vertex end[4];
    for (int i = 0; i < 4; i++)
        end[i] = cld_cso_support(cso, axis[i]);
    *support_calls += 4;
    int first = length2(&end[2], &end[3]) > length2(&end[0], &end[1]) ? 2 : 0;
    corner[0] = end[first], corner[1] = end[first + 1];
    double length = length2(&corner[0], &corner[1]);
    if (length <= FLAT * cso->size) {
        *flat_normal = cld_vec3_make(1, 0, 0);
        return false;
    }
    cld_vec3 right = cld_unit(
        cld_scale(cld_dd2_value(cld_dd2_turn_out(cld_cso_edge2(&corner[0], &corner[1]))), 1 / length));
    cld_cso_vertex other = cld_cso_support(cso, right);
    corner[2] = cld_cso_support(cso, cld_negate(right));
    *support_calls += 2;
    if (-find_height(&corner[0], &corner[1], &other) > find_height(&corner[0], &corner[1], &corner[2]))
        corner[2] = other;
    if (fabs(find_height(&corner[0], &corner[1], &corner[2])) > FLAT * cso->size)
        return true;
    *flat_normal = cld_choose_flat_normal(cso, right);
    *support_calls += 2;
    return false;
}

bool cld_find_triangle2(const cld_cso *cso, const cld_simplex *simplex, cld_cso_vertex corner[3],
                        cld_vec3 *flat_normal, uint32_t *support_calls) {
    if (!take_simplex(cso, simplex, corner) && !take_widest(cso, corner, flat_normal, support_calls))
        return false;
    if (find_height(&corner[0], &corner[1], &corner[2]) < 0) {
        cld_cso_vertex t = corner[0];
        corner[0] = corner[1];
        corner[1] = t;
    }
    return true;
}

static void tell(const cld_cso *cso, const cld_polygon2 *p, uint32_t nearest, const cld_cso_vertex corner[3],
                 const cld_cso_vertex *w, bool is_first) {
    const cld_polygon2_edge *e = &p->edge[nearest];
    const cld_cso_vertex end[2] = {e->from, p->edge[e->next].from};
    cld_event event = {.kind = CLD_TRACE_EPA, .face = end, .face_count = 2, .support = w};
    event.simplex = corner;
    event.simplex_count = is_first ? 3 : 0;
    event.direction = e->edge.normal;
    event.lower = -cld_dot(event.direction, w->w);
    event.upper = -e->edge.offset;
    cld_trace_tell(cso, &event);
}

cld_epa2_result cld_epa2(const cld_cso *cso, const cld_cso_vertex corner[3], cld_polygon2 *polygon) {
    cld_epa2_result r = {.iterations = 0};
    cld_cso prepared = *cso;
    cld_polygon2_begin(polygon, cso, corner);
    for (;;) {
        uint32_t nearest = cld_polygon2_find_nearest(polygon);
        const cld_polygon2_edge *e = &polygon->edge[nearest];
        cld_cso_vertex w = cld_cso_support(&prepared, e->edge.normal);
        double outside = find_height(&polygon->edge[e->next].from, &e->from, &w);
        r.edge = e->edge;
        r.edge.offset += fmax(0, outside);
        r.iterations++;
        if (cso->tracer)
            tell(cso, polygon, nearest, corner, &w, r.iterations == 1);
        if (outside <= CLD_DD2_ERROR * cso->size || !cld_polygon2_split(polygon, cso, &w))
            break;
        if (r.iterations == MANY_ITERATIONS)
            cld_cso_prepare(&prepared); // without memory, supports take longer
    }
    cld_cso_forget(&prepared);
    cld_polygon2_list(polygon);
    return r;
}
