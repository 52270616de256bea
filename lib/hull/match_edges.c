#include "hull/match.h"
#include "math/vec.h"

/// Edges of a face that a point is held against in the time that a try may take.
enum { EDGES_A_TRY = 16 };

static bool is_on_edge(const cld_surface *s, uint32_t edge, cld_vec3 p) {
    cld_vec3 a = s->at[s->hull->edge_vertex[edge][0]], b = s->at[s->hull->edge_vertex[edge][1]];
    cld_vec3 line = cld_sub(b, a), offset = cld_sub(p, a);
    return cld_length(cld_cross(line, offset)) <= s->tolerance * cld_length(line);
}

static bool are_on_edge(const cld_surface *s, uint32_t edge, const uint32_t vertex[2]) {
    return is_on_edge(s, edge, s->at[vertex[0]]) && is_on_edge(s, edge, s->at[vertex[1]]);
}

/// The edge of a face on which both points lie, the first of which is the corner at `place`: one that begins
/// at or within the tolerance of it, either way around the face.
static uint32_t find_edge_at(const cld_surface *s, uint32_t face, uint32_t place, const uint32_t vertex[2]) {
    const cld_hull *hull = s->hull;
    uint32_t start = hull->face_start[face], count = hull->face_start[face + 1] - start;
    for (uint32_t way = 0; way < 2; way++) {
        bool is_near = true;
        for (uint32_t i = 0, at = place - start; i < count && is_near; i++) {
            uint32_t next = way ? (at + count - 1) % count : (at + 1) % count;
            uint32_t edge = hull->face_edge[start + (way ? next : at)];
            if (are_on_edge(s, edge, vertex))
                return edge;
            cld_vec3 p = s->at[hull->face_vertex[start + next]];
            is_near = cld_distance(p, s->at[vertex[0]]) <= s->tolerance;
            at = next;
        }
    }
    return CLD_NO_INDEX;
}

/// The edge of a face on which both points lie; that of a corner is near it. Spends tries where neither is
/// one.
static uint32_t find_edge_of_face(cld_matcher *m, uint32_t face, const uint32_t vertex[2]) {
    const cld_surface *s = m->surface;
    const cld_hull *hull = s->hull;
    for (int k = 0; k < 2; k++) {
        uint32_t corner = s->corner[vertex[k]];
        uint32_t place = corner == CLD_NO_INDEX ? corner : cld_surface_find_place(s, face, corner);
        if (place != CLD_NO_INDEX)
            return find_edge_at(s, face, place, (const uint32_t[]){vertex[k], vertex[1 - k]});
    }
    uint32_t count = hull->face_start[face + 1] - hull->face_start[face];
    if (!cld_matcher_spend_tries(m, 1 + count / EDGES_A_TRY))
        return CLD_NO_INDEX;
    for (uint32_t h = hull->face_start[face]; h < hull->face_start[face + 1]; h++)
        if (are_on_edge(s, hull->face_edge[h], vertex))
            return hull->face_edge[h];
    return CLD_NO_INDEX;
}

/// Looks for a way along edges between two corners, none of them farther from the segment between them than
/// the tolerance, and passes all edges of which that is true, as long as there are tries. From the corner
/// with fewer faces: of the other nothing has to be known.
static bool find_way(cld_matcher *m, uint32_t from, uint32_t to) {
    const cld_surface *s = m->surface;
    const uint32_t *edge = s->hull->face_edge;
    uint32_t *next = m->place, last = from;
    const uint32_t stamp = ++m->stamp;
    m->allowed += 2 * CLD_MATCH_MOST_TRIES;
    m->vertex_stamp[from] = stamp;
    for (uint32_t v = from, more = 1; more > 0; v = next[v]) {
        uint64_t tries = s->fan_start[v + 1] - s->fan_start[v];
        if (tries > m->allowed)
            return false;
        m->allowed -= tries;
        for (uint32_t i = s->fan_start[v]; i < s->fan_start[v + 1]; i++) {
            const uint32_t *end = s->hull->edge_vertex[edge[s->fan_place[i]]];
            uint32_t w = end[end[0] == v];
            if (!cld_surface_is_near_segment(s, s->at[w], s->at[from], s->at[to]))
                continue;
            if (v < w || w == to)
                m->passed[m->passed_count++] = edge[s->fan_place[i]];
            if (m->vertex_stamp[w] == stamp)
                continue;
            m->vertex_stamp[w] = stamp;
            if (w != to)
                last = next[last] = w, more++;
        }
        more--;
    }
    return m->vertex_stamp[to] == stamp;
}

/// What two corners are the ends of: an edge, or a way along several.
static bool pass_edges(cld_matcher *m, uint32_t a, uint32_t b) {
    const cld_surface *s = m->surface;
    uint32_t edge = cld_surface_find_edge(s, a, b);
    if (edge != CLD_NO_INDEX)
        m->passed[m->passed_count++] = edge;
    else if (a != b) {
        bool is_less = s->fan_start[a + 1] - s->fan_start[a] < s->fan_start[b + 1] - s->fan_start[b];
        if (!find_way(m, is_less ? a : b, is_less ? b : a))
            m->passed_count = 0;
    }
    return m->passed_count > 0;
}

bool cld_match_edge(cld_matcher *m, const uint32_t vertex[2], bool *on_surface) {
    const cld_surface *s = m->surface;
    uint32_t a = s->corner[vertex[0]], b = s->corner[vertex[1]];
    bool are_corners = a != CLD_NO_INDEX && b != CLD_NO_INDEX;
    *on_surface = true;
    m->passed_count = 0;
    if (s->hull->rank < 2) {
        if (s->hull->edge_count > 0)
            m->passed[m->passed_count++] = 0;
        return m->passed_count > 0;
    }
    if (are_corners && pass_edges(m, a, b))
        return true;
    cld_match match = cld_match_face(m, vertex, 2, NULL);
    *on_surface = match.off <= s->tolerance;
    uint32_t edge = *on_surface && !are_corners ? find_edge_of_face(m, match.face, vertex) : CLD_NO_INDEX;
    if (edge != CLD_NO_INDEX)
        m->passed[m->passed_count++] = edge;
    return m->passed_count > 0;
}
