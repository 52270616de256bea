/// SAT: the faces of A - B are faces of A, faces of B, and pairs of edges whose arcs cross on the Gauss map.
///
/// Source: S. Gottschalk, Separating axis theorem, 1996; D. Gregorius, The separating axis test between
/// convex polyhedra, 2013 (pruning edge pairs on the Gauss map). Deviations: the Gauss map test only rejects
/// what is outside by more than rounding, and every axis that is kept is measured over all vertices, so a
/// pair kept wrongly costs time and nothing else; shapes without volume skip the test, as their arcs are half
/// circles or whole ones; an axis is dropped only if its edges are parallel to the last of 106 bits; a
/// contained shape needs no special case, since a separation is signed.

#include "narrow/sat.h"

#include <math.h>

#include "narrow/trace.h"
#include "shape/faces.h"

/// The Gauss map test compares dot products of unit vectors, good to a few u; merged faces may tilt further
/// than that, so only what is clear is rejected.
#define CLEARLY 0x1p-24

cld_solid cld_solid_make(const cld_cloud *cloud, const cld_hull *hull, bool mirrored, cld_vec3 **memory) {
    cld_solid s = {.cloud = cloud, .hull = hull, .mirrored = mirrored, .normal = *memory};
    s.direction = s.normal + hull->face_count;
    *memory = s.direction + hull->edge_count;
    for (uint32_t f = 0; f < hull->face_count; f++)
        s.normal[f] = cld_find_face_normal(cloud, hull, f, mirrored);
    for (uint32_t e = 0; e < hull->edge_count; e++) {
        cld_vec3 d = cld_sub(cld_cloud_at(cloud, hull->edge_vertex[e][1]),
                             cld_cloud_at(cloud, hull->edge_vertex[e][0]));
        double length = cld_length(d);
        s.direction[e] = length > 0 ? cld_scale(d, 1 / length) : cld_vec3_make(0, 0, 0);
    }
    return s;
}

static const cld_trace_source none = {.is_set = false};
static cld_trace_source face(uint32_t i) { return (cld_trace_source){true, true, i}; }
static cld_trace_source edge(uint32_t i) { return (cld_trace_source){true, false, i}; }

/// Keeps an axis that separates by more than rounding shows than the best one: in a tie faces come before
/// edges.
static void measure(const cld_cso *cso, cld_vec3 n, cld_trace_source of_a, cld_trace_source of_b,
                    cld_sat_result *best) {
    best->axes++;
    double separation = cld_cso_find_separation(cso, n);
    if (separation > best->separation + CLD_CSO_ROUNDING * cso->size) {
        best->separation = separation;
        best->normal = n;
    }
    if (cso->tracer) {
        cld_event event = {CLD_TRACE_SAT, .direction = n, .source_a = of_a, .source_b = of_b};
        event.lower = best->separation;
        event.upper = INFINITY;
        cld_trace_tell(cso, &event);
    }
}

static void measure_faces(const cld_cso *cso, const cld_solid *solid, double sign, cld_sat_result *best) {
    for (uint32_t f = 0; f < solid->hull->face_count; f++) {
        cld_vec3 n = cld_scale(solid->normal[f], sign);
        if (cld_dot(n, n) > 0)
            measure(cso, n, sign > 0 ? face(f) : none, sign > 0 ? none : face(f), best);
    }
}

/// The normals of the faces to the left and right of an edge, seen from outside along its direction.
static void find_sides(const cld_solid *s, uint32_t edge, cld_vec3 *left, cld_vec3 *right) {
    const uint32_t *face = s->hull->edge_face[edge];
    *left = s->normal[face[s->mirrored ? 1 : 0]];
    *right = s->normal[face[s->mirrored ? 0 : 1]];
}

static bool same_side(double p, double q) {
    return (p > CLEARLY && q > CLEARLY) || (p < -CLEARLY && q < -CLEARLY);
}

/// Whether the arc of edge i on A's Gauss map may cross that of edge j on the map of -B.
static bool may_cross(const cld_solid *a, uint32_t i, const cld_solid *b, uint32_t j) {
    if (a->hull->rank < 3 || b->hull->rank < 3)
        return true;
    cld_vec3 a_left, a_right, b_left, b_right, u = a->direction[i], v = b->direction[j];
    find_sides(a, i, &a_left, &a_right);
    find_sides(b, j, &b_left, &b_right);
    double c = -cld_dot(b_left, u), d = -cld_dot(b_right, u);
    double p = cld_dot(a_left, v), q = cld_dot(a_right, v);
    return !same_side(c, d) && !same_side(p, q) && !same_side(c, -q);
}

/// The unit cross product of two edges, to a few u however nearly parallel they are; false if they are
/// parallel.
static bool cross_edges(const cld_solid *a, uint32_t i, const cld_solid *b, uint32_t j, cld_vec3 *n) {
    cld_vec3 plain = cld_cross(a->direction[i], b->direction[j]);
    double square = cld_dot(plain, plain);
    if (square > 0x1p-8) { // directions are off by 3 u, so the cross product by at most 2^4 times 8 u
        *n = cld_scale(plain, 1 / sqrt(square));
        return true;
    }
    const uint32_t *e = a->hull->edge_vertex[i], *f = b->hull->edge_vertex[j];
    cld_vec3 a0 = cld_cloud_at(a->cloud, e[0]), a1 = cld_cloud_at(a->cloud, e[1]);
    cld_vec3 b0 = cld_cloud_at(b->cloud, f[0]), b1 = cld_cloud_at(b->cloud, f[1]);
    cld_dd3 u = cld_dd3_diff(a1, a0);
    cld_dd3 v = cld_dd3_diff(b1, b0);
    cld_dd3 w = cld_dd3_cross(u, v);
    double length = cld_dd_value(cld_dd_sqrt(cld_dd3_dot(w, w)));
    // a component of the product is off by less than 2^-99 of both lengths
    if (!(length > 0x1p-98 * cld_length(cld_dd3_value(u)) * cld_length(cld_dd3_value(v))))
        return false;
    *n = cld_unit(cld_scale(cld_dd3_value(w), 1 / length));
    return true;
}

static void measure_edges(const cld_cso *cso, const cld_solid *a, uint32_t i, const cld_solid *b, uint32_t j,
                          cld_sat_result *best) {
    cld_vec3 n;
    if (!may_cross(a, i, b, j) || !cross_edges(a, i, b, j, &n))
        return;
    // No separation along n is more than what any point of A and any of B are apart along it: these two edges
    // are.
    cld_cso_vertex v = cld_cso_vertex_at(cso, a->hull->edge_vertex[i][0], b->hull->edge_vertex[j][0]);
    double apart = -cld_dot(n, v.w);
    if (apart > best->separation)
        measure(cso, n, edge(i), edge(j), best);
    if (-apart > best->separation)
        measure(cso, cld_negate(n), edge(i), edge(j), best);
}

cld_sat_result cld_sat(const cld_cso *cso, const cld_solid *a, const cld_solid *b) {
    cld_sat_result best = {.separation = -INFINITY};
    measure_faces(cso, a, 1, &best);
    measure_faces(cso, b, -1, &best);
    for (uint32_t i = 0; i < a->hull->edge_count; i++)
        for (uint32_t j = 0; j < b->hull->edge_count; j++)
            measure_edges(cso, a, i, b, j, &best);
    return best;
}
