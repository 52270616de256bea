#include "hull/match.h"

#include <math.h>
#include <string.h>

#include "math/vec.h"

/// Faces around the corners of a list that are tried without a look for a better way.
enum { FEW_TRIES = 64 };

bool cld_matcher_build(cld_matcher *m, const cld_surface *surface, cld_arena *arena) {
    const cld_hull *hull = surface->hull;
    *m = (cld_matcher){.surface = surface,
                       .allowed = CLD_MATCH_MOST_TRIES * (uint64_t)hull->face_start[hull->face_count]};
    m->vertex_stamp = cld_arena_add(arena, hull->point_count, sizeof *m->vertex_stamp);
    m->face_stamp = cld_arena_add(arena, hull->face_count, sizeof *m->face_stamp);
    m->covered = cld_arena_add(arena, hull->face_count, sizeof *m->covered);
    m->allowed_to_cover = CLD_MATCH_MOST_STEPS * (uint64_t)hull->face_start[hull->face_count];
    m->place = cld_arena_add(arena, hull->point_count, sizeof *m->place);
    m->cover_stamp = cld_arena_add(arena, hull->face_count, sizeof *m->cover_stamp);
    m->is_inner = cld_arena_add(arena, hull->edge_count, sizeof *m->is_inner);
    m->passed = cld_arena_add(arena, hull->edge_count, sizeof *m->passed);
    if (!m->vertex_stamp || !m->face_stamp || !m->covered || !m->place || !m->cover_stamp || !m->is_inner ||
        !m->passed)
        return false;
    memset(m->vertex_stamp, 0, hull->point_count * sizeof *m->vertex_stamp);
    memset(m->face_stamp, 0, hull->face_count * sizeof *m->face_stamp);
    memset(m->cover_stamp, 0, hull->face_count * sizeof *m->cover_stamp);
    memset(m->is_inner, 0, hull->edge_count * sizeof *m->is_inner);
    return true;
}

/// Points of a long list that are tried before the others: those by which the last faces were told to be
/// worse.
enum { SUSPECTS = 4 };

/// A list of points that is being matched.
typedef struct list {
    const uint32_t *vertex;
    uint32_t count;
    uint32_t corners; ///< how many corners of the hull it has, each once
    uint32_t others;  ///< how many points that are no corners
    uint32_t suspect[SUSPECTS], next_suspect;
    const cld_vec3 *towards; ///< for a narrow list: the face that looks there most is the best that fits
    cld_match best;
    double misfit; ///< of the best: by this faces are compared
} list;

bool cld_match_is_covered(const cld_matcher *m, uint32_t face) {
    const cld_hull *hull = m->surface->hull;
    for (uint32_t h = hull->face_start[face]; h < hull->face_start[face + 1]; h++)
        if (m->vertex_stamp[hull->face_vertex[h]] != m->stamp)
            return false;
    return true;
}

static double find_off(const cld_matcher *m, const list *l, uint32_t face, uint32_t place) {
    return fabs(cld_surface_find_height(m->surface, face, m->surface->at[l->vertex[place]]));
}

/// Whether a face that is so far from a point of the list may be better than the best so far.
static bool may_be_better(const cld_matcher *m, const list *l, double off) {
    return off < l->misfit || (l->towards && off <= m->surface->tolerance);
}

static bool is_worse(const cld_matcher *m, const list *l, uint32_t face) {
    for (int i = 0; i < SUSPECTS; i++)
        if (!may_be_better(m, l, find_off(m, l, face, l->suspect[i])))
            return true;
    return false;
}

/// What faces are compared by: how far off they are. Of a list that fits all faces around an edge, how far
/// off is chance, and those within the tolerance are compared by where they look.
static double find_misfit(const cld_matcher *m, const list *l, const cld_match *match) {
    if (!l->towards || match->off > m->surface->tolerance)
        return match->off;
    cld_vec3 normal = m->surface->hull->face_normal[match->face];
    return m->surface->tolerance * cld_distance(normal, *l->towards) / 2;
}

/// Tries a face, once a list; stops as soon as it is no better than the best so far.
static void try_face(cld_matcher *m, list *l, uint32_t face) {
    if (m->face_stamp[face] == m->stamp)
        return;
    m->face_stamp[face] = m->stamp;
    if (cld_match_is_covered(m, face))
        m->covered[m->covered_count++] = face;
    if (l->count > 2 * SUSPECTS && is_worse(m, l, face))
        return;
    cld_match match = {.face = face, .off = -1};
    for (uint32_t i = 0; i < l->count && may_be_better(m, l, match.off); i++) {
        double off = find_off(m, l, face, i);
        if (off > match.off) {
            match.off = off;
            match.worst = i;
        }
    }
    double misfit = find_misfit(m, l, &match);
    if (misfit < l->misfit) {
        l->best = match;
        l->misfit = misfit;
    }
    if (match.off > 0)
        l->suspect[l->next_suspect++ % SUSPECTS] = match.worst;
}

bool cld_matcher_spend_tries(cld_matcher *m, uint64_t tries) {
    m->has_given_up |= tries > m->allowed;
    m->allowed -= m->has_given_up ? 0 : tries;
    return !m->has_given_up;
}

bool cld_matcher_spend_steps(cld_matcher *m, uint64_t steps) {
    m->has_stopped_covering |= steps > m->allowed_to_cover;
    m->allowed_to_cover -= m->has_stopped_covering ? 0 : steps;
    return !m->has_stopped_covering;
}

static uint32_t count_fan(const cld_surface *s, uint32_t v) { return s->fan_start[v + 1] - s->fan_start[v]; }

/// The corner in the list with the most faces around it, but for `except`; CLD_NO_INDEX if none.
static uint32_t find_hub(const cld_surface *s, const list *l, uint32_t except) {
    uint32_t hub = CLD_NO_INDEX, most = 0;
    for (uint32_t i = 0; i < l->count; i++) {
        uint32_t corner = s->corner[l->vertex[i]];
        if (corner == except || corner == CLD_NO_INDEX || count_fan(s, corner) <= most)
            continue;
        most = count_fan(s, corner);
        hub = corner;
    }
    return hub;
}

static void try_fan(cld_matcher *m, list *l, uint32_t corner) {
    const cld_surface *s = m->surface;
    if (cld_matcher_spend_tries(m, count_fan(s, corner)))
        for (uint32_t i = s->fan_start[corner]; i < s->fan_start[corner + 1]; i++)
            try_face(m, l, s->fan[i]);
}

/// Whether a face has all of the list's corners, told only of faces with not many more.
static bool has_all_corners(const cld_matcher *m, const list *l, uint32_t face) {
    const cld_hull *hull = m->surface->hull;
    uint32_t found = 0;
    if (hull->face_start[face + 1] - hull->face_start[face] > 4 * l->count)
        return false;
    for (uint32_t h = hull->face_start[face]; h < hull->face_start[face + 1]; h++)
        found += m->vertex_stamp[hull->face_vertex[h]] == m->stamp;
    return found == l->corners;
}

/// Tries a face that has all of at least three corners, at the first edge between neighbours in the list.
/// Being in its plane, they are in no other's.
static bool try_shared_face(cld_matcher *m, list *l) {
    const cld_surface *s = m->surface;
    uint32_t edge = CLD_NO_INDEX;
    for (uint32_t i = 0; i + 1 < l->count && edge == CLD_NO_INDEX; i++)
        edge = cld_surface_find_edge(s, s->corner[l->vertex[i]], s->corner[l->vertex[i + 1]]);
    for (int k = 0; k < 2 && edge != CLD_NO_INDEX; k++)
        if (has_all_corners(m, l, s->hull->edge_face[edge][k])) {
            try_face(m, l, s->hull->edge_face[edge][k]);
            return true;
        }
    return false;
}

/// Tries the faces where the points of a list lie.
static void try_places(cld_matcher *m, list *l) {
    const cld_surface *s = m->surface;
    uint32_t hub = l->corners > 1 ? find_hub(s, l, CLD_NO_INDEX) : CLD_NO_INDEX;
    uint32_t other_hub = l->corners > 2 ? find_hub(s, l, hub) : CLD_NO_INDEX;
    uint64_t tries = 0;
    for (uint32_t i = 0; i < l->count; i++) {
        uint32_t corner = s->corner[l->vertex[i]];
        tries += corner != CLD_NO_INDEX && corner != hub && corner != other_hub ? count_fan(s, corner) : 0;
    }
    if (tries > FEW_TRIES && l->corners > 2 && l->others == 0 && try_shared_face(m, l))
        return;
    for (uint32_t i = 0; i < l->count; i++) {
        uint32_t corner = s->corner[l->vertex[i]];
        if (corner == CLD_NO_INDEX)
            try_face(m, l, m->last = cld_surface_find_face(s, m->last, s->at[l->vertex[i]]));
        else if (corner != hub && corner != other_hub)
            try_fan(m, l, corner);
    }
}

/// Tries the faces beyond the sides next to which points of a narrow list lie that are no corners.
static void try_sides(cld_matcher *m, list *l) {
    const cld_surface *s = m->surface;
    for (uint32_t i = 0; i < l->count; i++) {
        double left;
        if (s->corner[l->vertex[i]] != CLD_NO_INDEX || !cld_matcher_spend_tries(m, 1))
            continue;
        uint32_t face = m->last = cld_surface_find_face(s, m->last, s->at[l->vertex[i]]);
        uint32_t edge = cld_surface_find_side(s, face, s->at[l->vertex[i]], &left);
        for (int k = 0; k < 2; k++)
            try_face(m, l, s->hull->edge_face[edge][k]);
    }
}

/// Tries the face that a ray from the middle of a narrow list to where it is said to look leaves by: from a
/// little further inside, so that faces as narrow as the list are passed.
static void try_ahead(cld_matcher *m, list *l) {
    const cld_surface *s = m->surface;
    uint64_t steps = 0;
    cld_vec3 p = {0, 0, 0};
    for (uint32_t i = 0; i < l->count; i++)
        p = cld_add_scaled(p, 1.0 / l->count, s->at[l->vertex[i]]);
    p = cld_add_scaled(p, 4 * s->tolerance, cld_unit(cld_sub(s->inside, p)));
    uint32_t face = cld_surface_find_face_along(s, l->best.face, p, *l->towards, &steps);
    if (cld_matcher_spend_steps(m, steps))
        try_face(m, l, face);
}

/// Tries the faces next to where points lie that are no corners: a point on an edge is found on either side.
static void try_neighbours(cld_matcher *m, list *l) {
    const cld_surface *s = m->surface;
    for (uint32_t i = 0; i < l->count && l->best.off > s->tolerance; i++) {
        if (s->corner[l->vertex[i]] != CLD_NO_INDEX)
            continue;
        uint32_t face = m->last = cld_surface_find_face(s, m->last, s->at[l->vertex[i]]);
        if (!cld_matcher_spend_tries(m, s->hull->face_start[face + 1] - s->hull->face_start[face]))
            return;
        for (uint32_t h = s->hull->face_start[face]; h < s->hull->face_start[face + 1]; h++)
            for (int k = 0; k < 2; k++)
                try_face(m, l, s->hull->edge_face[s->hull->face_edge[h]][k]);
    }
}

/// Whether a list is narrower than the tolerance, told only of lists that are not long.
static bool is_narrow(const cld_surface *s, const list *l) {
    double width;
    if (l->count > FEW_TRIES)
        return false;
    cld_surface_find_normal(s, l->vertex, l->count, cld_vec3_make(0, 0, 0), &width);
    return width <= s->tolerance;
}

static void take_plane(list *l, const cld_depth *plane) {
    if (plane->most >= l->best.off)
        return;
    l->best.off = plane->most;
    l->best.worst = plane->worst;
    l->best.normal = plane->normal;
}

/// Looks for a plane between those of several faces that the points are nearer to. One may be known from
/// another list.
static void mix_faces(cld_matcher *m, list *l) {
    const cld_surface *s = m->surface;
    uint64_t steps;
    for (uint32_t i = 0; i < CLD_MATCH_PLANES && i < m->plane_count; i++) {
        cld_depth known = cld_depth_measure(s, l->vertex, l->count, m->plane[i].normal, m->plane[i].offset);
        take_plane(l, &known);
    }
    if (l->best.off <= s->tolerance)
        return;
    cld_depth found = cld_depth_find(s, l->vertex, l->count, l->best.face, &steps);
    take_plane(l, &found);
    if (found.most <= s->tolerance)
        m->plane[m->plane_count++ % CLD_MATCH_PLANES] = found;
    cld_matcher_spend_tries(m, steps);
}

static bool is_between_sides(const cld_surface *s, uint32_t face, cld_vec3 p) {
    double left;
    cld_surface_find_side(s, face, p, &left);
    return left >= -s->flat;
}

/// Whether the points are in the face: in its plane and its corners or, if they are none, between its sides.
static bool is_within(const cld_surface *s, const list *l) {
    if (l->best.off > s->flat)
        return false;
    for (uint32_t i = 0; i < l->count; i++) {
        uint32_t corner = s->corner[l->vertex[i]];
        if (corner == CLD_NO_INDEX ? !is_between_sides(s, l->best.face, s->at[l->vertex[i]])
                                   : cld_surface_find_place(s, l->best.face, corner) == CLD_NO_INDEX)
            return false;
    }
    return true;
}

/// Whether the points lie in one face, or are corners of as many triangles as those that they cover have.
static bool is_settled(const cld_matcher *m, const list *l) {
    const uint32_t *start = m->surface->hull->face_start;
    uint32_t triangles = 0;
    for (uint32_t i = 0; i < m->covered_count; i++)
        triangles += start[m->covered[i] + 1] - start[m->covered[i]] - 2;
    return (l->others == 0 && triangles + 2 == l->corners) || is_within(m->surface, l);
}

cld_match cld_match_face(cld_matcher *m, const uint32_t *vertex, uint32_t count, const cld_vec3 *towards) {
    const cld_surface *s = m->surface;
    list l = {.vertex = vertex, .count = count, .best = {.off = INFINITY}, .misfit = INFINITY};
    l.towards = towards && is_narrow(s, &l) ? towards : NULL;
    m->stamp++;
    m->covered_count = 0;
    m->allowed += CLD_MATCH_MOST_TRIES * (uint64_t)count;
    m->allowed_to_cover += CLD_MATCH_MOST_STEPS * (uint64_t)count;
    for (uint32_t i = 0; i < count; i++)
        if (s->corner[vertex[i]] != CLD_NO_INDEX) {
            l.corners += m->vertex_stamp[s->corner[vertex[i]]] != m->stamp;
            m->vertex_stamp[s->corner[vertex[i]]] = m->stamp;
        } else {
            l.others++;
        }
    if (l.corners == 1 &&
        l.others == 0) { // what is all at one corner lies on each face there, if there are any
        uint32_t corner = s->corner[vertex[0]];
        if (count_fan(s, corner) > 0)
            try_face(m, &l, s->fan[s->fan_start[corner]]);
        l.best.normal = s->hull->face_normal[l.best.face];
        return l.best;
    }
    try_places(m, &l);
    if (l.towards)
        try_sides(m, &l);
    if (l.towards && s->hull->rank == 3 && l.misfit > 1e-6 * s->tolerance)
        try_ahead(m, &l);
    try_neighbours(m, &l);
    m->last = l.best.face;
    l.best.normal = s->hull->face_normal[l.best.face];
    if (s->hull->rank == 3 && l.best.off > s->tolerance && !m->has_given_up)
        mix_faces(m, &l);
    l.best.is_across = s->hull->rank == 3 && !is_settled(m, &l);
    return l.best;
}
