#include "narrow/feature.h"

#include <math.h>

#include "shape/cells.h"

/// More vertices than this on one plane are looked at one by one.
#define MOST_SUPPORTING 64

/// A supporting plane, seen from the cloud and from the normals of the faces.
typedef struct plane {
    cld_vec3 n, to_faces; ///< unit
    double lowest;        ///< along n, of what counts as on it
} plane;

static cld_vec3 to_own(const cld_solid *s, cld_vec3 n) {
    return s->turn ? cld_mat3_apply_transposed(s->turn, n) : n;
}

static plane make_plane(const cld_solid *s, cld_vec3 n, uint32_t farthest, double slack) {
    plane p = {.to_faces = s->facets ? to_own(s, n) : n};
    p.n = s->own ? p.to_faces : n;
    p.lowest = cld_dot(p.n, cld_cloud_at(s->cloud, farthest)) - slack;
    return p;
}

static bool is_on_plane(const cld_solid *s, const plane *p, const uint32_t *vertex, uint32_t count) {
    for (uint32_t i = 0; i < count; i++)
        if (!(cld_dot(p->n, cld_cloud_at(s->cloud, vertex[i])) >= p->lowest))
            return false;
    return true;
}

/// How far a face is turned towards a direction of the frame that the normals are in.
static double find_towards(const cld_solid *s, cld_vec3 n, uint32_t face) {
    return cld_dot(n, s->facets ? cld_facets_normal(s->facets, face) : s->normal[face]);
}

/// Looks at all faces, then all edges, then all vertices. `given` is how many vertices are on the plane, or
/// CLD_NO_INDEX where nobody has counted them.
static cld_hull_feature search_all(const cld_solid *s, const plane *p, uint32_t farthest, uint32_t given) {
    const cld_hull *hull = s->hull;
    // Of several faces within the slack (a fan of slivers), the one turned most towards n.
    cld_hull_feature feature = {CLD_FEATURE_VERTEX, CLD_NO_INDEX, farthest, false};
    double most = 0;
    for (uint32_t f = 0; f < hull->face_count; f++) {
        const uint32_t *start = hull->face_start + f;
        double towards = find_towards(s, p->to_faces, f);
        if (towards > most + CLD_ALIKE &&
            is_on_plane(s, p, hull->face_vertex + start[0], start[1] - start[0])) {
            feature = (cld_hull_feature){CLD_FEATURE_FACE, f, farthest, start[1] - start[0] == given};
            most = towards;
        }
    }
    if (feature.index != CLD_NO_INDEX)
        return feature;
    for (uint32_t e = 0; e < hull->edge_count; e++)
        if (is_on_plane(s, p, hull->edge_vertex[e], 2))
            return (cld_hull_feature){CLD_FEATURE_EDGE, e, farthest, false};
    for (uint32_t i = 0; i < hull->vertex_count; i++)
        if (is_on_plane(s, p, hull->vertex + i, 1))
            return (cld_hull_feature){CLD_FEATURE_VERTEX, hull->vertex[i], farthest, false};
    return (cld_hull_feature){CLD_FEATURE_VERTEX, farthest, farthest, false};
}

/// The edge between the vertices v < w, or CLD_NO_INDEX.
static uint32_t find_edge(const cld_solid *s, uint32_t v, uint32_t w) {
    for (uint32_t e = s->facets->first[v].edge; e < s->facets->first[v + 1].edge; e++)
        if (s->hull->edge_vertex[e][1] == w)
            return e;
    return CLD_NO_INDEX;
}

/// The face most towards n all of whose vertices are on the plane, among those that begin with one of the
/// vertices given, which are ascending and all that are there: two more follow the one that a face begins
/// with. One that has all of them is the only one: two faces turned alike have no more than two corners in
/// common. Of a sliver that is thinner than the slack the side may be on the plane that is turned away from
/// it.
static uint32_t find_face(const cld_solid *s, const plane *p, const uint32_t *vertex, uint32_t count) {
    const cld_hull *hull = s->hull;
    uint32_t found = CLD_NO_INDEX;
    double most = 0;
    for (uint32_t k = 0; k + 2 < count; k++)
        for (uint32_t f = s->facets->first[vertex[k]].face; f < s->facets->first[vertex[k] + 1].face; f++) {
            uint32_t first = hull->face_start[f], corners = hull->face_start[f + 1] - first;
            if (corners > count || !is_on_plane(s, p, hull->face_vertex + first, corners))
                continue;
            double towards = find_towards(s, p->to_faces, f);
            if (towards > most + CLD_ALIKE) {
                found = f;
                most = towards;
            }
            if (corners == count && found == f)
                return f;
        }
    return found;
}

/// The vertices on the plane, ascending, and how many there are. `cells` may be NULL.
static uint32_t find_supporting(const cld_solid *s, const cld_cells *cells, const plane *p,
                                uint32_t *vertex) {
    return cells ? cld_cells_select(cells, p->n, p->lowest, MOST_SUPPORTING, vertex)
                 : cld_cloud_select(s->cloud, p->n, p->lowest, MOST_SUPPORTING, vertex);
}

cld_hull_feature cld_find_feature(const cld_solid *s, cld_vec3 n, uint32_t farthest, double slack) {
    uint32_t vertex[MOST_SUPPORTING], count = 0;
    plane p = make_plane(s, n, farthest, slack);
    if (!s->facets)
        return search_all(s, &p, farthest, CLD_NO_INDEX);
    const cld_cells *cells = s->own ? cld_shape_cells(s->own) : NULL;
    if (cells && !(slack <= cld_cells_find_slack(cells)))
        cells = NULL;
    uint32_t rim = cells ? cld_cells_find_face(cells, p.n, p.lowest) : CLD_NO_INDEX;
    if (rim != CLD_NO_INDEX && find_towards(s, p.to_faces, rim) > CLD_ALIKE)
        return (cld_hull_feature){CLD_FEATURE_FACE, rim, farthest, true};
    uint32_t given = find_supporting(s, cells, &p, vertex);
    if (given > MOST_SUPPORTING)
        return search_all(s, &p, farthest, given);
    const bool *is_corner = s->facets->is_corner;
    for (uint32_t i = 0; i < given; i++)
        if (!is_corner || is_corner[vertex[i]])
            vertex[count++] = vertex[i];
    if (count == 1)
        return (cld_hull_feature){CLD_FEATURE_VERTEX, vertex[0], farthest, true};
    uint32_t edge = count == 2 ? find_edge(s, vertex[0], vertex[1]) : CLD_NO_INDEX;
    if (edge != CLD_NO_INDEX)
        return (cld_hull_feature){CLD_FEATURE_EDGE, edge, farthest, true};
    uint32_t face = find_face(s, &p, vertex, count);
    if (face == CLD_NO_INDEX)
        return search_all(s, &p, farthest, given);
    // Another face has at most two corners of this one.
    bool is_alone = s->hull->face_start[face + 1] - s->hull->face_start[face] == count;
    return (cld_hull_feature){CLD_FEATURE_FACE, face, farthest, is_alone};
}

uint32_t cld_find_facing(const cld_solid *s, cld_vec3 n) {
    if (s->facets)
        return cld_facets_find_facing(s->facets, to_own(s, n));
    double most = -INFINITY;
    for (uint32_t f = 0; f < s->hull->face_count; f++)
        most = cld_max(most, cld_dot(n, s->normal[f]));
    uint32_t first = 0;
    while (first < s->hull->face_count && !(cld_dot(n, s->normal[first]) >= most - CLD_ALIKE))
        first++;
    return first < s->hull->face_count ? first : CLD_NO_INDEX;
}

/// What is broad beside `nearly` and within that of a plane is turned away from it by less than 1 /
/// CLD_BROAD.
#define LEAST_TOWARDS (1 - 1.0 / (CLD_BROAD * CLD_BROAD))

static uint32_t find_facing_beside(const cld_solid *s, cld_vec3 n, const cld_hull_feature *feature) {
    if (feature->kind != CLD_FEATURE_EDGE)
        return cld_find_facing(s, n);
    const uint32_t *face = s->hull->edge_face[feature->index];
    cld_vec3 own = s->facets ? to_own(s, n) : n;
    double first = find_towards(s, own, face[0]), second = find_towards(s, own, face[1]);
    return cld_max(first, second) > LEAST_TOWARDS ? face[second > first] : CLD_NO_INDEX;
}

/// Whether a face may be nearly on a plane: three vertices are, if it takes little to find out. Faces are
/// farther away in memory than vertices.
static bool may_have_face(const cld_solid *s, const plane *p) {
    uint32_t vertex[3];
    bool has_cells = s->own && cld_shape_cells(s->own);
    return s->hull->rank == 3 && (has_cells || cld_cloud_select(s->cloud, p->n, p->lowest, 3, vertex) > 2);
}

uint32_t cld_find_near_face(const cld_solid *s, cld_vec3 n, const cld_hull_feature *feature, double nearly) {
    plane p = make_plane(s, n, feature->farthest, nearly);
    uint32_t face = may_have_face(s, &p) ? find_facing_beside(s, n, feature) : CLD_NO_INDEX, count;
    if (face == CLD_NO_INDEX)
        return CLD_NO_INDEX;
    cld_vec3 normal = s->own ? cld_facets_normal(s->facets, face) : cld_solid_find_normal(s, face);
    const cld_panel *panel = cld_solid_panel(s, face);
    const uint32_t *corner = cld_solid_list_corners(s, face, &count);
    bool is_near =
        panel ? is_on_plane(s, &p, panel->corner, panel->corner_count) : is_on_plane(s, &p, corner, count);
    bool is_broad = panel || cld_is_broad(s->cloud, s->hull, face, normal, nearly);
    return is_near && is_broad ? face : CLD_NO_INDEX;
}
