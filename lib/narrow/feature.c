#include "narrow/feature.h"

#include <math.h>

/// Faces turned alike within this count as equal, so that rounding does not choose between them.
#define ALIKE 0x1p-40

/// More vertices than this on one plane are looked at one by one.
#define MOST_SUPPORTING 64

static cld_vec3 to_own(const cld_solid *s, cld_vec3 n) {
    return s->turn ? cld_mat3_apply_transposed(s->turn, n) : n;
}

static bool is_on_plane(const cld_solid *s, cld_vec3 n, double lowest, const uint32_t *vertex,
                        uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (!(cld_dot(n, cld_cloud_at(s->cloud, vertex[i])) >= lowest))
            return false;
    return true;
}

/// Looks at all faces, then all edges, then all vertices.
static cld_hull_feature search_all(const cld_solid *s, cld_vec3 n, uint32_t farthest, double lowest) {
    const cld_hull *hull = s->hull;
    cld_vec3 own = to_own(s, n);
    // Of several faces within the slack (a fan of slivers), the one turned most towards n.
    cld_hull_feature feature = {CLD_FEATURE_VERTEX, CLD_NO_INDEX, farthest, false};
    double most = 0;
    for (uint32_t f = 0; f < hull->face_count; f++) {
        const uint32_t *start = hull->face_start + f;
        double towards =
            s->facets ? cld_dot(own, cld_cloud_at(&s->facets->normal, f)) : cld_dot(n, s->normal[f]);
        if (towards > most + ALIKE &&
            is_on_plane(s, n, lowest, hull->face_vertex + start[0], start[1] - start[0])) {
            feature = (cld_hull_feature){CLD_FEATURE_FACE, f, farthest, false};
            most = towards;
        }
    }
    if (feature.index != CLD_NO_INDEX)
        return feature;
    for (uint32_t e = 0; e < hull->edge_count; e++)
        if (is_on_plane(s, n, lowest, hull->edge_vertex[e], 2))
            return (cld_hull_feature){CLD_FEATURE_EDGE, e, farthest, false};
    for (uint32_t i = 0; i < hull->vertex_count; i++)
        if (is_on_plane(s, n, lowest, hull->vertex + i, 1))
            return (cld_hull_feature){CLD_FEATURE_VERTEX, hull->vertex[i], farthest, false};
    return (cld_hull_feature){CLD_FEATURE_VERTEX, farthest, farthest, false};
}

/// The edge between the vertices v < w, or CLD_NO_INDEX: a hull's edges are sorted by their vertices.
static uint32_t find_edge(const cld_hull *hull, uint32_t v, uint32_t w) {
    uint64_t wanted = (uint64_t)v << 32 | w;
    uint32_t first = 0;
    for (uint32_t count = hull->edge_count; count > 0;) {
        uint32_t half = count / 2;
        const uint32_t *e = hull->edge_vertex[first + half];
        uint64_t met = (uint64_t)e[0] << 32 | e[1];
        if (met == wanted)
            return first + half;
        first = met < wanted ? first + half + 1 : first;
        count = met < wanted ? count - half - 1 : half;
    }
    return CLD_NO_INDEX;
}

/// The face most towards n all of whose vertices are on the plane, among those that begin with one of the
/// vertices given, which are ascending and all that are there: two more follow the one that a face begins
/// with.
static uint32_t find_face(const cld_solid *s, cld_vec3 n, double lowest, const uint32_t *vertex,
                          uint32_t count) {
    const cld_hull *hull = s->hull;
    uint32_t found = CLD_NO_INDEX;
    cld_vec3 own = to_own(s, n);
    double most = 0;
    for (uint32_t k = 0; k + 2 < count; k++)
        for (uint32_t i = s->facets->start[vertex[k] + 1]; i > s->facets->start[vertex[k]]; i--) {
            // A hull's faces are sorted by the vertices that they begin with, each with its lowest.
            uint32_t f = s->facets->face[i - 1], first = hull->face_start[f];
            if (hull->face_vertex[first] != vertex[k])
                break;
            if (!is_on_plane(s, n, lowest, hull->face_vertex + first, hull->face_start[f + 1] - first))
                continue;
            double towards = cld_dot(own, cld_cloud_at(&s->facets->normal, f));
            if (towards > most + ALIKE || (f < found && towards > 0 && towards >= most - ALIKE)) {
                found = f;
                most = towards;
            }
        }
    return found;
}

cld_hull_feature cld_find_feature(const cld_solid *s, cld_vec3 n, double slack) {
    uint32_t farthest = cld_cloud_find_extreme(s->cloud, n), vertex[MOST_SUPPORTING];
    double lowest = cld_dot(n, cld_cloud_at(s->cloud, farthest)) - slack;
    if (!s->facets)
        return search_all(s, n, farthest, lowest);
    uint32_t given = cld_cloud_select(s->cloud, n, lowest, MOST_SUPPORTING, vertex), count = 0;
    if (given > MOST_SUPPORTING)
        return search_all(s, n, farthest, lowest);
    for (uint32_t i = 0; i < given; i++) // points that are no corners have no faces
        if (s->facets->start[vertex[i] + 1] > s->facets->start[vertex[i]])
            vertex[count++] = vertex[i];
    if (count == 1)
        return (cld_hull_feature){CLD_FEATURE_VERTEX, vertex[0], farthest, true};
    uint32_t edge = count == 2 ? find_edge(s->hull, vertex[0], vertex[1]) : CLD_NO_INDEX;
    if (edge != CLD_NO_INDEX)
        return (cld_hull_feature){CLD_FEATURE_EDGE, edge, farthest, true};
    uint32_t face = find_face(s, n, lowest, vertex, count);
    if (face == CLD_NO_INDEX)
        return search_all(s, n, farthest, lowest);
    // Another face has at most two corners of this one.
    bool is_alone = s->hull->face_start[face + 1] - s->hull->face_start[face] == count;
    return (cld_hull_feature){CLD_FEATURE_FACE, face, farthest, is_alone};
}

/// The first of the faces turned most towards n.
static uint32_t find_facing_facet(const cld_solid *s, cld_vec3 n) {
    cld_vec3 own = to_own(s, n);
    const cld_cloud *normal = &s->facets->normal;
    uint32_t most = cld_cloud_find_extreme(normal, own), first = most;
    cld_cloud_select(normal, own, cld_dot(own, cld_cloud_at(normal, most)) - ALIKE, 1, &first);
    return first;
}

uint32_t cld_find_facing(const cld_solid *s, cld_vec3 n) {
    if (s->facets)
        return find_facing_facet(s, n);
    uint32_t facing = CLD_NO_INDEX;
    double most = -2;
    for (uint32_t f = 0; f < s->hull->face_count; f++)
        if (cld_dot(n, s->normal[f]) > most + ALIKE) {
            most = cld_dot(n, s->normal[f]);
            facing = f;
        }
    return facing;
}
