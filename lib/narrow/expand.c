/// EPA for the many pairs that need no care.
///
/// Source: as epa.c and polytope.c, which take over where this gives up: when a triangle is nearly straight,
/// the horizon touches itself, or the room is used up. Planes stand as arrays of coordinates; the nearest
/// face is found by a scan, which for so few beats a heap, and new faces are made four at a time.

#include "narrow/expand.h"

#include <math.h>

#include "narrow/trace.h"
#include "proof/bounds.h"
#include "shape/corner.h"

enum { MOST_FACES = 256, MOST_VERTICES = 96, NONE = UINT16_MAX };

/// As in epa.c and polytope.c.
#define ROUNDING (8 * CLD_ROUNDOFF)

/// A triangle with a smaller sine, or a side this much shorter than the pair, is left to others.
#define LEAST_SINE 0x1p-20

/// Side k of face f is named 4 f + k, and runs from corner k to corner k + 1.
typedef struct hull {
    _Alignas(64) double offset[MOST_FACES]; ///< INFINITY where there is no face
    cld_vec3 normal[MOST_FACES];
    uint16_t corner[4 * MOST_FACES], across[4 * MOST_FACES];
    uint16_t unused[MOST_FACES];    ///< slots to use again
    uint16_t begins[MOST_VERTICES]; ///< the new face that begins at a vertex
    uint32_t face_count, unused_count, vertex_count;
    _Alignas(32) cld_corner vertex[MOST_VERTICES];
    double least_square; ///< of a side's length
    bool is_good;        ///< no triangle so far was too thin
} hull;

/// The corner that side k of a face leads to.
static const uint32_t next[3] = {1, 2, 0};

/// The face with the least offset. What is beyond face_count, up to a whole number of lanes, is INFINITY.
CLD_INLINE uint32_t find_nearest(const hull *h) {
    const cld_lanes *offset = (const cld_lanes *)h->offset;
    cld_lanes best = offset[0];
    cld_lane_mask at = {0, 1, 2, 3}, index = at;
    for (uint32_t i = 1; i < (h->face_count + CLD_LANES - 1) / CLD_LANES; i++) {
        index += CLD_LANES;
        cld_lane_mask less = offset[i] < best;
        best = (cld_lanes)(((cld_lane_mask)offset[i] & less) | ((cld_lane_mask)best & ~less));
        at = (index & less) | (at & ~less);
    }
    int nearest = 0;
    for (int k = 1; k < CLD_LANES; k++)
        if (best[k] < best[nearest])
            nearest = k;
    return (uint32_t)at[nearest];
}

CLD_INLINE uint32_t take_slot(hull *h) {
    if (h->unused_count)
        return h->unused[--h->unused_count];
    if (h->face_count % CLD_LANES == 0)
        for (uint32_t k = 0; k < CLD_LANES; k++)
            h->offset[h->face_count + k] = INFINITY;
    return h->face_count++;
}

/// One corner of each of four faces: four records of four numbers, the last of no interest, turned round.
CLD_INLINE void gather(const hull *h, const uint16_t *const at[CLD_LANES], int corner, cld_lanes3 *out) {
    const cld_lanes p = *(const cld_lanes *)&h->vertex[at[0][corner]],
                    q = *(const cld_lanes *)&h->vertex[at[1][corner]],
                    r = *(const cld_lanes *)&h->vertex[at[2][corner]],
                    s = *(const cld_lanes *)&h->vertex[at[3][corner]];
    cld_lanes xz_pq = __builtin_shufflevector(p, q, 0, 4, 2, 6),
              xz_rs = __builtin_shufflevector(r, s, 0, 4, 2, 6);
    cld_lanes y_pq = __builtin_shufflevector(p, q, 1, 5, 1, 5),
              y_rs = __builtin_shufflevector(r, s, 1, 5, 1, 5);
    out->x = __builtin_shufflevector(xz_pq, xz_rs, 0, 1, 4, 5);
    out->y = __builtin_shufflevector(y_pq, y_rs, 0, 1, 4, 5);
    out->z = __builtin_shufflevector(xz_pq, xz_rs, 2, 3, 6, 7);
}

/// Finds the planes of up to four faces whose corners are set.
CLD_INLINE void set_planes(hull *h, const uint16_t *face, uint32_t count) {
    const uint16_t *corner[CLD_LANES];
    for (uint32_t k = 0; k < CLD_LANES; k++)
        corner[k] = &h->corner[4 * face[k < count ? k : 0]];
    cld_lanes3 p, q, r, e, f, n;
    cld_lanes nn, ee, ff, height, scale;
    gather(h, corner, 0, &p);
    gather(h, corner, 1, &q);
    gather(h, corner, 2, &r);
    cld_lanes_subtract(&q, &p, &e);
    cld_lanes_subtract(&r, &p, &f);
    cld_lanes_cross(&e, &f, &n);
    cld_lanes_dot(&n, &n, &nn);
    cld_lanes_dot(&e, &e, &ee);
    cld_lanes_dot(&f, &f, &ff);
    cld_lanes_dot(&n, &p, &height);
    cld_lane_mask good =
        (nn > LEAST_SINE * LEAST_SINE * ee * ff) & (ee > h->least_square) & (ff > h->least_square);
    cld_lanes_take_root(&nn);
    scale = 1 / nn;
    n.x *= scale, n.y *= scale, n.z *= scale, height *= scale;
    for (uint32_t k = 0; k < count; k++) {
        h->normal[face[k]] = cld_vec3_make(n.x[k], n.y[k], n.z[k]);
        h->offset[face[k]] = height[k];
    }
    h->is_good = h->is_good && (good[0] & good[1] & good[2] & good[3]);
}

CLD_INLINE void set_corners(hull *h, uint32_t face, uint32_t a, uint32_t b, uint32_t c) {
    uint16_t *corner = &h->corner[4 * face];
    corner[0] = (uint16_t)a, corner[1] = (uint16_t)b, corner[2] = (uint16_t)c;
}

CLD_INLINE void pair_sides(hull *h, uint32_t side, uint32_t other) {
    h->across[side] = (uint16_t)other;
    h->across[other] = (uint16_t)side;
}

CLD_INLINE void begin(hull *h, const cld_simplex *s) {
    static const uint32_t faces[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
    static const uint32_t pairs[6][2] = {{0, 6}, {1, 10}, {2, 14}, {4, 13}, {5, 8}, {9, 12}};
    static const uint16_t all[4] = {0, 1, 2, 3};
    for (int i = 0; i < 4; i++)
        h->vertex[i] = (cld_corner){s->vertex[i].w, s->vertex[i].ia, s->vertex[i].ib};
    cld_vec3 o = h->vertex[3].w;
    double volume = cld_dot(cld_cross(cld_sub(h->vertex[0].w, o), cld_sub(h->vertex[1].w, o)),
                            cld_sub(h->vertex[2].w, o));
    if (volume <
        0) { // corners 0, 1, 2 must be counter-clockwise seen from outside, that is with 3 behind them
        cld_corner t = h->vertex[1];
        h->vertex[1] = h->vertex[2];
        h->vertex[2] = t;
    }
    h->vertex_count = h->face_count = 4;
    h->unused_count = 0;
    h->is_good = true;
    for (uint32_t i = 0; i < 4; i++)
        set_corners(h, i, faces[i][0], faces[i][1], faces[i][2]);
    for (int i = 0; i < 6; i++)
        pair_sides(h, pairs[i][0], pairs[i][1]);
    set_planes(h, all, 4);
}

CLD_INLINE void bury(hull *h, uint32_t face) {
    h->offset[face] = INFINITY;
    h->unused[h->unused_count++] = (uint16_t)face;
}

/// Removes the faces around `face` that see w, and writes the sides of the others that bound the hole;
/// returns how many.
CLD_INLINE uint32_t carve(hull *h, uint32_t face, cld_vec3 w, double in_plane, uint16_t *horizon) {
    uint16_t stack[3 * MOST_FACES];
    uint32_t depth = 0, found = 0;
    bury(h, face);
    for (uint32_t k = 3; k-- > 0;)
        stack[depth++] = h->across[4 * face + k];
    while (depth > 0) {
        uint32_t side = stack[--depth], at = side / 4, k = next[side % 4];
        if (h->offset[at] == INFINITY)
            continue;
        if (cld_dot(h->normal[at], w) - h->offset[at] <= in_plane) {
            horizon[found++] = (uint16_t)side;
            continue;
        }
        bury(h, at);
        stack[depth++] = h->across[4 * at + k];
        stack[depth++] = h->across[4 * at + next[k]];
    }
    return found;
}

/// Joins a vertex that is outside of `face` to the horizon that it sees.
CLD_INLINE bool add_vertex(hull *h, uint32_t face, const cld_corner *w, double in_plane) {
    uint16_t fan[MOST_FACES];
    uint32_t count = carve(h, face, w->w, in_plane, fan), apex = h->vertex_count;
    if (apex + 1 >= MOST_VERTICES || h->face_count + count + 4 >= MOST_FACES)
        return false;
    h->vertex[h->vertex_count++] = *w;
    for (uint32_t i = 0; i < count; i++)
        h->begins[h->corner[fan[i] - fan[i] % 4 + next[fan[i] % 4]]] = NONE;
    for (uint32_t i = 0; i < count; i++) { // each side of the horizon gives way to the face built on it
        uint32_t side = fan[i], at = take_slot(h), first = h->corner[side - side % 4 + next[side % 4]];
        h->is_good = h->is_good && h->begins[first] == NONE;
        h->begins[first] = (uint16_t)at;
        set_corners(h, at, first, h->corner[side], apex);
        pair_sides(h, 4 * at, side);
        fan[i] = (uint16_t)at;
    }
    for (uint32_t i = 0; i < count; i += CLD_LANES)
        set_planes(h, fan + i, count - i < CLD_LANES ? count - i : CLD_LANES);
    for (uint32_t i = 0; h->is_good && i < count; i++)
        pair_sides(h, 4 * (uint32_t)fan[i] + 1, 4 * (uint32_t)h->begins[h->corner[4 * fan[i] + 1]] + 2);
    return h->is_good;
}

static bool has_corner(const hull *h, uint32_t face, const cld_corner *w) {
    for (uint32_t i = 0; i < 3; i++) {
        const cld_corner *v = &h->vertex[h->corner[4 * face + i]];
        if (v->ia == w->ia && v->ib == w->ib)
            return true;
    }
    return false;
}

static void tell(const cld_cso *cso, const hull *h, uint32_t face, const cld_corner *w, double least_width,
                 bool is_first) {
    cld_cso_vertex simplex[4], corner[3], support = cld_cso_vertex_at(cso, w->ia, w->ib);
    for (uint32_t i = 0; i < 4; i++)
        simplex[i] = cld_cso_vertex_at(cso, h->vertex[i].ia, h->vertex[i].ib);
    for (uint32_t i = 0; i < 3; i++) {
        const cld_corner *c = &h->vertex[h->corner[4 * face + i]];
        corner[i] = cld_cso_vertex_at(cso, c->ia, c->ib);
    }
    cld_event event = {.kind = CLD_TRACE_EPA, .face = corner, .face_count = 3, .support = &support};
    event.direction = h->normal[face];
    event.simplex = simplex;
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
        const uint16_t *c = &h->corner[4 * i];
        double beyond =
            cld_bound_triangle(h->vertex[c[0]].w, h->vertex[c[1]].w, h->vertex[c[2]].w, h->normal[i]);
        least = beyond < least ? beyond : least;
    }
    return cld_bound_from_triangles(cso, least);
}

CLD_INLINE bool run(const cld_cso *cso, const cld_simplex *tetrahedron, hull *h, cld_expand_result *result) {
    double rounding = ROUNDING * cso->size, shortest = LEAST_SINE * cso->size, least_width = INFINITY;
    h->least_square = shortest * shortest;
    begin(h, tetrahedron);
    for (result->iterations = 0; h->is_good && h->vertex_count < MOST_VERTICES; result->iterations++) {
        uint32_t nearest = find_nearest(h);
        cld_vec3 n = h->normal[nearest];
        double offset = h->offset[nearest];
        cld_corner w;
        cld_corner_find(cso, n, &w);
        double width = cld_dot(n, w.w);
        if (width < least_width) {
            least_width = width;
            result->normal = n;
        }
        if (cso->tracer)
            tell(cso, h, nearest, &w, least_width, result->iterations == 0);
        if (offset >= least_width - rounding || has_corner(h, nearest, &w)) {
            result->depth = least_width;
            result->upper = find_upper(cso, h);
            return true;
        }
        if (!add_vertex(h, nearest, &w, -rounding))
            return false;
    }
    return false;
}

CLD_WIDE static bool run_wide(const cld_cso *cso, const cld_simplex *tetrahedron, hull *h,
                              cld_expand_result *result) {
    return run(cso, tetrahedron, h, result);
}

bool cld_expand(const cld_cso *cso, const cld_simplex *tetrahedron, cld_expand_result *result) {
    hull h;
    if (CLD_IS_WIDE)
        return run_wide(cso, tetrahedron, &h, result);
    return run(cso, tetrahedron, &h, result);
}
