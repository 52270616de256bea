/// SAT in the plane: the boundary of A - B is the edges of A and those of B turned round, sorted by
/// direction.
///
/// Source: M. de Berg and others, Computational Geometry, 2008, section 13.3 (Minkowski sums of convex
/// polygons); S. Gottschalk, Separating axis theorem, 1996. Going once around both polygons at a time, each
/// edge's normal meets the vertex of the other polygon that supports it, so that no support mapping is
/// needed.
///
/// Directions are compared exactly, and each outline is first made convex to the last bit, which placing it
/// in the world may have cost it; so the boundary is that of A - B up to the last bits of its vertices.

#include "narrow/sat2.h"

#include <math.h>

/// An edge replaces the best one if it is nearer by more than rounding shows, so that the first of equal ones
/// is taken.
#define ROUNDING (8 * CLD_ROUNDOFF)

size_t cld_sat2_room(const cld_shape *a, const cld_shape *b) {
    return (size_t)a->outline_count + b->outline_count + 2;
}

static cld_dd2 side_of(const cld_cloud *cloud, uint32_t p, uint32_t q) {
    return (cld_dd2){cld_two_diff(cloud->x[q], cloud->x[p]), cld_two_diff(cloud->y[q], cloud->y[p])};
}

/// Whether vertex p is lower than q, or as high and farther left; with `upside_down` for the shape turned
/// round.
static bool is_lower(const cld_cloud *cloud, uint32_t p, uint32_t q, bool upside_down) {
    uint32_t low = upside_down ? q : p, high = upside_down ? p : q;
    return cloud->y[low] != cloud->y[high] ? cloud->y[low] < cloud->y[high] : cloud->x[low] < cloud->x[high];
}

static bool turns_left(const cld_cloud *cloud, uint32_t p, uint32_t q, uint32_t r) {
    return cld_dd2_cross(side_of(cloud, p, q), side_of(cloud, q, r)).hi > 0;
}

/// The outline where it stands, counter-clockwise from its lowest vertex (`upside_down`: its highest), convex
/// to the last bit. Returns the number of corners.
static uint32_t trace(const cld_shape *shape, const cld_cloud *cloud, bool upside_down, uint32_t *loop) {
    uint32_t count = shape->outline_count, lowest = 0, length = 0;
    for (uint32_t i = 1; i < count; i++)
        if (is_lower(cloud, shape->outline[i], shape->outline[lowest], upside_down))
            lowest = i;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t vertex = shape->outline[(lowest + (shape->mirrored ? count - i : i)) % count];
        while (length >= 2 && !turns_left(cloud, loop[length - 2], loop[length - 1], vertex))
            length--;
        loop[length++] = vertex;
    }
    while (length >= 3 && !turns_left(cloud, loop[length - 2], loop[length - 1], loop[0]))
        length--;
    return length;
}

/// One polygon on the way around; `at` counts the edges gone.
typedef struct walker {
    const cld_cloud *cloud;
    const uint32_t *loop;
    uint32_t length, at;
    bool turned; ///< it is B, of which -B is walked
} walker;

static uint32_t corner(const walker *w, uint32_t i) { return w->loop[i % w->length]; }

static bool is_round(const walker *w) { return w->length < 2 || w->at == w->length; }

static cld_dd2 next_side(const walker *w) {
    uint32_t p = corner(w, w->at), q = corner(w, w->at + 1);
    return w->turned ? side_of(w->cloud, q, p) : side_of(w->cloud, p, q);
}

/// Whether a's direction comes before b's, or is the same, counter-clockwise from (1, 0).
static bool comes_first(cld_dd2 a, cld_dd2 b) {
    bool a_falls = a.y.hi < 0 || (a.y.hi == 0 && a.x.hi < 0),
         b_falls = b.y.hi < 0 || (b.y.hi == 0 && b.x.hi < 0);
    return a_falls != b_falls ? b_falls : cld_dd2_cross(a, b).hi >= 0;
}

static uint32_t go_around(const cld_cso *cso, walker *a, walker *b, cld_cso_vertex *ring) {
    uint32_t count = 0;
    while (!is_round(a) || !is_round(b)) {
        ring[count++] = cld_cso_vertex_at(cso, corner(a, a->at), corner(b, b->at));
        bool step_a = is_round(b) || (!is_round(a) && comes_first(next_side(a), next_side(b)));
        (step_a ? a : b)->at++;
    }
    return count;
}

/// A quick look at an edge: its offset to within ROUNDING of the pair's size, for edges of one of the
/// polygons.
static double find_offset(const cld_cso_vertex *p, const cld_cso_vertex *q) {
    cld_vec3 e = cld_sub(cld_sub(q->a, p->a), cld_sub(q->b, p->b));
    return (e.y * p->w.x - e.x * p->w.y) / sqrt(e.x * e.x + e.y * e.y);
}

cld_sat2_result cld_sat2(const cld_cso *cso, const cld_shape *a, const cld_shape *b, uint32_t *loop,
                         cld_cso_vertex *ring, uint32_t *count) {
    walker walk_a = {.cloud = &cso->a, .loop = loop, .length = trace(a, &cso->a, false, loop)};
    uint32_t *rest = loop + walk_a.length;
    walker walk_b = {.cloud = &cso->b, .loop = rest, .length = trace(b, &cso->b, true, rest), .turned = true};
    cld_sat2_result r = {.axes = *count = go_around(cso, &walk_a, &walk_b, ring)};
    double least = INFINITY;
    for (uint32_t i = 0; i < *count; i++) {
        const cld_cso_vertex *p = &ring[i], *q = &ring[(i + 1) % *count];
        double offset = find_offset(p, q);
        if (offset < least - ROUNDING * cso->size && cld_edge2_make(cso, p, q, &r.edge))
            least = offset;
    }
    return r;
}
