/// EPA for the many pairs that need no care.
///
/// Source: as epa.c and polytope.c, which take over where this gives up: when a triangle is nearly straight,
/// the horizon touches itself, or the room is used up. The nearest face is found by a scan, which for so few
/// beats a heap.

#include "narrow/expand.h"

#include <math.h>

#include "narrow/trace.h"
#include "proof/bounds.h"

enum { MOST_FACES = 256, MOST_VERTICES = 96, NONE = UINT16_MAX };

/// As in epa.c and polytope.c.
#define ROUNDING (8 * CLD_ROUNDOFF)

/// A triangle with a smaller sine, or a side this much shorter than the pair, is left to others.
#define LEAST_SINE 0x1p-20

/// A side is named 3 face + k, and runs from corner k to corner k + 1.
typedef struct hull {
    _Alignas(64) double offset[MOST_FACES]; ///< INFINITY where there is no face
    cld_vec3 normal[MOST_FACES];
    uint16_t corner[MOST_FACES][3], across[MOST_FACES][3];
    uint16_t unused[MOST_FACES];    ///< slots to use again
    uint16_t begins[MOST_VERTICES]; ///< the new face that begins at a vertex
    uint32_t face_count, unused_count, vertex_count;
    cld_cso_vertex vertex[MOST_VERTICES];
} hull;

typedef double lanes __attribute__((vector_size(8 * CLD_LANES), may_alias));
typedef long long lane_mask __attribute__((vector_size(8 * CLD_LANES)));

/// The face with the least offset. What is beyond face_count, up to a whole number of lanes, is INFINITY.
static uint32_t find_nearest(const hull *h) {
    const lanes *offset = (const lanes *)h->offset;
    lanes best = offset[0];
    lane_mask at = {0, 1, 2, 3}, index = at;
    for (uint32_t i = 1; i < (h->face_count + CLD_LANES - 1) / CLD_LANES; i++) {
        index += CLD_LANES;
        lane_mask less = offset[i] < best;
        best = (lanes)(((lane_mask)offset[i] & less) | ((lane_mask)best & ~less));
        at = (index & less) | (at & ~less);
    }
    int nearest = 0;
    for (int k = 1; k < CLD_LANES; k++)
        if (best[k] < best[nearest])
            nearest = k;
    return (uint32_t)at[nearest];
}

static uint32_t take_slot(hull *h) {
    if (h->unused_count)
        return h->unused[--h->unused_count];
    if (h->face_count % CLD_LANES == 0)
        for (uint32_t k = 0; k < CLD_LANES; k++)
            h->offset[h->face_count + k] = INFINITY;
    return h->face_count++;
}

/// False for a triangle that is too thin.
static bool set_face(hull *h, uint32_t at, uint32_t a, uint32_t b, uint32_t c, double shortest_square) {
    cld_vec3 p = h->vertex[a].w, e = cld_sub(h->vertex[b].w, p), f = cld_sub(h->vertex[c].w, p),
             n = cld_cross(e, f);
    double nn = cld_dot(n, n), ee = cld_dot(e, e), ff = cld_dot(f, f);
    h->corner[at][0] = (uint16_t)a, h->corner[at][1] = (uint16_t)b, h->corner[at][2] = (uint16_t)c;
    h->normal[at] = cld_scale(n, 1 / sqrt(nn));
    h->offset[at] = cld_dot(h->normal[at], p);
    return nn > LEAST_SINE * LEAST_SINE * ee * ff && ee > shortest_square && ff > shortest_square;
}

static void pair_sides(hull *h, uint32_t side, uint32_t other) {
    h->across[side / 3][side % 3] = (uint16_t)other;
    h->across[other / 3][other % 3] = (uint16_t)side;
}

static bool begin(hull *h, const cld_simplex *s, double shortest_square) {
    static const uint32_t faces[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
    static const uint32_t pairs[6][2] = {{0, 5}, {1, 8}, {2, 11}, {3, 10}, {4, 6}, {7, 9}};
    bool good = true;
    for (int i = 0; i < 4; i++)
        h->vertex[i] = s->vertex[i];
    cld_vec3 o = h->vertex[3].w;
    double volume = cld_dot(cld_cross(cld_sub(h->vertex[0].w, o), cld_sub(h->vertex[1].w, o)),
                            cld_sub(h->vertex[2].w, o));
    if (volume <
        0) { // corners 0, 1, 2 must be counter-clockwise seen from outside, that is with 3 behind them
        h->vertex[1] = s->vertex[2];
        h->vertex[2] = s->vertex[1];
    }
    h->vertex_count = h->face_count = 4;
    h->unused_count = 0;
    for (uint32_t i = 0; i < 4; i++)
        good = set_face(h, i, faces[i][0], faces[i][1], faces[i][2], shortest_square) && good;
    for (int i = 0; i < 6; i++)
        pair_sides(h, pairs[i][0], pairs[i][1]);
    return good;
}

static void bury(hull *h, uint32_t face) {
    h->offset[face] = INFINITY;
    h->unused[h->unused_count++] = (uint16_t)face;
}

/// Removes the faces around `face` that see w, and writes the sides of the others that bound the hole;
/// returns how many.
static uint32_t carve(hull *h, uint32_t face, cld_vec3 w, double in_plane, uint16_t *horizon) {
    uint16_t stack[3 * MOST_FACES];
    uint32_t depth = 0, found = 0;
    bury(h, face);
    for (int k = 2; k >= 0; k--)
        stack[depth++] = h->across[face][k];
    while (depth > 0) {
        uint32_t side = stack[--depth], at = side / 3;
        if (h->offset[at] == INFINITY)
            continue;
        if (cld_dot(h->normal[at], w) - h->offset[at] <= in_plane) {
            horizon[found++] = (uint16_t)side;
            continue;
        }
        bury(h, at);
        stack[depth++] = h->across[at][(side + 1) % 3];
        stack[depth++] = h->across[at][(side + 2) % 3];
    }
    return found;
}

/// Joins a vertex that is outside of `face` to the horizon that it sees.
static bool add_vertex(hull *h, uint32_t face, const cld_cso_vertex *w, double in_plane,
                       double shortest_square) {
    uint16_t fan[MOST_FACES];
    uint32_t count = carve(h, face, w->w, in_plane, fan), apex = h->vertex_count;
    bool good = apex + 1 < MOST_VERTICES && count < MOST_FACES && h->face_count + count + 4 < MOST_FACES;
    if (!good)
        return false;
    h->vertex[h->vertex_count++] = *w;
    for (uint32_t i = 0; i < count; i++)
        h->begins[h->corner[fan[i] / 3][(fan[i] + 1) % 3]] = NONE;
    for (uint32_t i = 0; i < count; i++) { // each side of the horizon gives way to the face built on it
        uint32_t side = fan[i], at = take_slot(h);
        uint32_t first = h->corner[side / 3][(side + 1) % 3];
        good = set_face(h, at, first, h->corner[side / 3][side % 3], apex, shortest_square) && good;
        good = good && h->begins[first] == NONE;
        h->begins[first] = (uint16_t)at;
        pair_sides(h, 3 * at, side);
        fan[i] = (uint16_t)at;
    }
    for (uint32_t i = 0; good && i < count; i++)
        pair_sides(h, 3 * (uint32_t)fan[i] + 1, 3 * (uint32_t)h->begins[h->corner[fan[i]][1]] + 2);
    return good;
}

static bool has_corner(const hull *h, uint32_t face, const cld_cso_vertex *w) {
    for (int i = 0; i < 3; i++) {
        const cld_cso_vertex *v = &h->vertex[h->corner[face][i]];
        if (v->ia == w->ia && v->ib == w->ib)
            return true;
    }
    return false;
}

static void tell(const cld_cso *cso, const hull *h, uint32_t face, const cld_cso_vertex *support,
                 double least_width, bool is_first) {
    cld_cso_vertex corner[3];
    for (int i = 0; i < 3; i++)
        corner[i] = h->vertex[h->corner[face][i]];
    cld_event event = {.kind = CLD_TRACE_EPA, .face = corner, .face_count = 3, .support = support};
    event.direction = h->normal[face];
    event.simplex = h->vertex;
    event.simplex_count = is_first ? 4 : 0;
    event.lower = -least_width;
    event.upper = -h->offset[face];
    cld_trace_tell(cso, &event);
}

static double find_upper(const cld_cso *cso, const hull *h) {
    double least = INFINITY;
    for (uint32_t i = 0; i < h->face_count; i++) {
        if (h->offset[i] == INFINITY)
            continue;
        const uint16_t *c = h->corner[i];
        double beyond =
            cld_bound_triangle(&h->vertex[c[0]], &h->vertex[c[1]], &h->vertex[c[2]], h->normal[i]);
        least = beyond < least ? beyond : least;
    }
    return cld_bound_from_triangles(cso, least);
}

bool cld_expand(const cld_cso *cso, const cld_simplex *tetrahedron, cld_expand_result *result) {
    hull h;
    double rounding = ROUNDING * cso->size, shortest = LEAST_SINE * cso->size, least_width = INFINITY;
    if (!begin(&h, tetrahedron, shortest * shortest))
        return false;
    for (result->iterations = 0; h.vertex_count < MOST_VERTICES; result->iterations++) {
        uint32_t nearest = find_nearest(&h);
        cld_vec3 n = h.normal[nearest];
        double offset = h.offset[nearest];
        cld_cso_vertex w = cld_cso_support(cso, n);
        double width = cld_dot(n, w.w);
        if (width < least_width) {
            least_width = width;
            result->normal = n;
        }
        if (cso->tracer)
            tell(cso, &h, nearest, &w, least_width, result->iterations == 0);
        if (offset >= least_width - rounding || has_corner(&h, nearest, &w)) {
            result->depth = least_width;
            result->upper = find_upper(cso, &h);
            return true;
        }
        if (!add_vertex(&h, nearest, &w, -rounding, shortest * shortest))
            return false;
    }
    return false;
}
