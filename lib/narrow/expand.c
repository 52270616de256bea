/// EPA for the many pairs that need no care.
///
/// Source: as epa.c and polytope.c, which take over where this gives up: when a triangle is nearly straight,
/// the horizon touches itself, or the room is used up. Faces stand in groups of four, in arrays of
/// coordinates. A vertex is held against all of them at once, without a jump, and the same pass finds the
/// nearest of those that stay: for so few that beats any walk and any heap. The new faces fill groups of
/// their own, so that what one step stores the next one loads as it was stored.

#include "narrow/expand.h"

#include <math.h>

#include "narrow/trace.h"
#include "proof/bounds.h"
#include "shape/corner.h"

enum {
    MOST_GROUPS = 64,
    MOST_FACES = MOST_GROUPS * CLD_LANES,
    BLOCK = 16, ///< groups whose faces are the bits of a word
    MOST_VERTICES = 96,
    MOST_SIDES = 64 ///< of a horizon
};

/// As in epa.c and polytope.c.
#define ROUNDING (8 * CLD_ROUNDOFF)

/// A triangle with a smaller sine, or a side this much shorter than the pair, is left to others.
#define LEAST_SINE 0x1p-20

/// Side k of face f is named 4 f + k, and runs from corner k to corner k + 1. The fourth corner is the first
/// again.
typedef struct hull {
    cld_lanes3 normal[MOST_GROUPS];
    cld_lanes offset[MOST_GROUPS]; ///< the least height of a face's corners; INFINITY where there is no face
    uint16_t corner[4 * MOST_FACES], across[4 * MOST_FACES];
    uint16_t unused[MOST_GROUPS + 1]; ///< groups to use again
    uint8_t begins[MOST_VERTICES];    ///< the side of the last horizon that began at a vertex
    uint8_t alive[MOST_GROUPS];       ///< faces in a group
    uint32_t group_count, unused_count, vertex_count;
    _Alignas(32) cld_corner vertex[MOST_VERTICES];
    double least_square; ///< of a side's length
    bool is_good;        ///< no triangle so far was too thin
} hull;

/// Of each lane the least offset so far and the face that has it.
typedef struct nearest {
    cld_lanes offset;
    cld_lane_mask face;
} nearest;

CLD_INLINE void take_nearer(nearest *n, const cld_lanes *offset, uint32_t group) {
    cld_lane_mask less = *offset < n->offset, face = {0, 1, 2, 3};
    face += (long long)(CLD_LANES * group);
    n->offset = (cld_lanes)(((cld_lane_mask)*offset & less) | ((cld_lane_mask)n->offset & ~less));
    n->face = (face & less) | (n->face & ~less);
}

CLD_INLINE uint32_t find_nearest(const nearest *n) {
    int at = 0;
    for (int k = 1; k < CLD_LANES; k++)
        at = n->offset[k] < n->offset[at] ? k : at;
    return (uint32_t)n->face[at];
}

/// One vertex of each of four faces: four records of four numbers, the last of no interest, turned round.
CLD_INLINE void gather(const hull *h, const uint16_t at[CLD_LANES], cld_lanes3 *out) {
    const cld_lanes p = *(const cld_lanes *)&h->vertex[at[0]], q = *(const cld_lanes *)&h->vertex[at[1]],
                    r = *(const cld_lanes *)&h->vertex[at[2]], s = *(const cld_lanes *)&h->vertex[at[3]];
    cld_lanes xz_pq = __builtin_shufflevector(p, q, 0, 4, 2, 6),
              xz_rs = __builtin_shufflevector(r, s, 0, 4, 2, 6);
    cld_lanes y_pq = __builtin_shufflevector(p, q, 1, 5, 1, 5),
              y_rs = __builtin_shufflevector(r, s, 1, 5, 1, 5);
    out->x = __builtin_shufflevector(xz_pq, xz_rs, 0, 1, 4, 5);
    out->y = __builtin_shufflevector(y_pq, y_rs, 0, 1, 4, 5);
    out->z = __builtin_shufflevector(xz_pq, xz_rs, 2, 3, 6, 7);
}

/// Four triangles as a group, of which the first `count` are faces.
CLD_INLINE void set_planes(hull *h, uint32_t group, uint32_t count, const cld_lanes3 *p, const cld_lanes3 *q,
                           const cld_lanes3 *r, nearest *near) {
    static const cld_lanes place = {0, 1, 2, 3};
    cld_lanes3 e, f, n;
    cld_lanes nn, ee, ff, scale, at_p, at_q, at_r;
    cld_lanes_subtract(p, r, &e);
    cld_lanes_subtract(q, r, &f);
    cld_lanes_cross(&e, &f, &n);
    cld_lanes_dot(&n, &n, &nn);
    cld_lanes_dot(&e, &e, &ee);
    cld_lanes_dot(&f, &f, &ff);
    cld_lane_mask bad =
        ~((nn > LEAST_SINE * LEAST_SINE * ee * ff) & (ee > h->least_square) & (ff > h->least_square));
    cld_lanes_take_root(&nn);
    scale = 1 / nn;
    n.x *= scale, n.y *= scale, n.z *= scale;
    cld_lanes_dot(&n, p, &at_p);
    cld_lanes_dot(&n, q, &at_q);
    cld_lanes_dot(&n, r, &at_r);
    for (uint32_t k = 0; k < CLD_LANES; k++) {
        double least = at_p[k] < at_q[k] ? at_p[k] : at_q[k];
        least = least < at_r[k] ? least : at_r[k];
        at_p[k] = place[k] < (double)count ? least : INFINITY;
    }
    h->normal[group] = n;
    h->offset[group] = at_p;
    h->alive[group] = (uint8_t)count;
    take_nearer(near, &at_p, group);
    bad &= place < (double)count;
    h->is_good = h->is_good && !(bad[0] | bad[1] | bad[2] | bad[3]);
}

CLD_INLINE void set_corners(hull *h, uint32_t face, uint32_t a, uint32_t b, uint32_t c) {
    uint16_t *corner = &h->corner[4 * face];
    corner[0] = corner[3] = (uint16_t)a, corner[1] = (uint16_t)b, corner[2] = (uint16_t)c;
}

CLD_INLINE void pair_sides(hull *h, uint32_t side, uint32_t other) {
    h->across[side] = (uint16_t)other;
    h->across[other] = (uint16_t)side;
}

CLD_INLINE void begin(hull *h, const cld_simplex *s, nearest *near) {
    // Corners 0, 1, 2 must be counter-clockwise seen from outside, that is with 3 behind them.
    static const uint16_t corner[3][4] = {{0, 0, 1, 2}, {1, 3, 3, 3}, {2, 1, 2, 0}};
    static const uint32_t pairs[6][2] = {{0, 6}, {1, 10}, {2, 14}, {4, 13}, {5, 8}, {9, 12}};
    for (int i = 0; i < 4; i++)
        h->vertex[i] = (cld_corner){s->vertex[i].w, s->vertex[i].ia, s->vertex[i].ib};
    cld_vec3 o = h->vertex[3].w;
    double volume = cld_dot(cld_cross(cld_sub(h->vertex[0].w, o), cld_sub(h->vertex[1].w, o)),
                            cld_sub(h->vertex[2].w, o));
    if (volume < 0) {
        cld_corner t = h->vertex[1];
        h->vertex[1] = h->vertex[2];
        h->vertex[2] = t;
    }
    h->vertex_count = 4;
    h->group_count = 1;
    h->unused_count = 0;
    h->is_good = true;
    for (uint32_t i = 0; i < 4; i++)
        set_corners(h, i, corner[0][i], corner[1][i], corner[2][i]);
    for (int i = 0; i < 6; i++)
        pair_sides(h, pairs[i][0], pairs[i][1]);
    cld_lanes3 p, q, r;
    gather(h, corner[0], &p);
    gather(h, corner[1], &q);
    gather(h, corner[2], &r);
    set_planes(h, 0, 4, &p, &q, &r, near);
}

/// Removes the faces of a block of groups that see w, or in whose planes it lies; returns which they are.
CLD_INLINE uint64_t carve(hull *h, uint32_t first, uint32_t end, cld_vec3 w, double rounding, nearest *near) {
    cld_lane_mask bit = {1, INT64_C(1) << BLOCK, INT64_C(1) << 2 * BLOCK, INT64_C(1) << 3 * BLOCK};
    cld_lane_mask found = {0, 0, 0, 0};
    for (uint32_t i = first; i < end; i++, bit += bit) {
        const cld_lanes3 *n = &h->normal[i];
        cld_lanes height = n->x * w.x + n->y * w.y + n->z * w.z;
        cld_lanes offset = h->offset[i];
        found |= (height > offset - rounding) & bit;
        for (int k = 0; k < CLD_LANES; k++)
            offset[k] = height[k] > offset[k] - rounding ? INFINITY : offset[k];
        h->offset[i] = offset;
        take_nearer(near, &offset, i);
    }
    return (uint64_t)(found[0] | found[1] | found[2] | found[3]);
}

/// Lists the sides that the removed faces of a block leave bare, and frees empty groups.
CLD_INLINE uint32_t list_horizon(hull *h, uint32_t first, uint64_t removed, uint16_t *horizon) {
    const double *offset = (const double *)h->offset;
    uint32_t count = 0;
    for (; removed; removed &= removed - 1) {
        uint32_t bit = (uint32_t)__builtin_ctzll(removed), group = first + bit % BLOCK;
        uint32_t face = CLD_LANES * group + bit / BLOCK;
        h->unused[h->unused_count] = (uint16_t)group;
        h->unused_count += --h->alive[group] == 0;
        for (uint32_t k = 0; k < 3; k++) {
            horizon[count] = h->across[4 * face + k];
            count += offset[horizon[count] / 4] < INFINITY;
        }
    }
    return count;
}

CLD_INLINE uint32_t take_group(hull *h) {
    return h->unused_count ? h->unused[--h->unused_count] : h->group_count++;
}

/// Makes a group of up to four faces, between bare sides and the apex.
CLD_INLINE void add_faces(hull *h, const uint16_t *side, uint32_t count, uint32_t apex, const cld_lanes3 *tip,
                          uint32_t index, uint16_t *face, nearest *near) {
    uint32_t group = take_group(h);
    uint16_t from[CLD_LANES], to[CLD_LANES];
    for (uint32_t k = 0; k < CLD_LANES; k++) {
        from[k] = h->corner[side[k < count ? k : 0] + 1];
        to[k] = h->corner[side[k < count ? k : 0]];
    }
    cld_lanes3 p, q;
    gather(h, from, &p);
    gather(h, to, &q);
    set_planes(h, group, count, &p, &q, tip, near);
    for (uint32_t k = 0; k < count; k++) {
        uint32_t at = CLD_LANES * group + k;
        set_corners(h, at, from[k], to[k], apex);
        pair_sides(h, 4 * at, side[k]);
        h->begins[from[k]] = (uint8_t)(index + k);
        face[k] = (uint16_t)at;
    }
}

/// Joins a vertex to the horizon that it sees, and finds the nearest face then.
CLD_INLINE bool add_vertex(hull *h, const cld_corner *w, double rounding, nearest *near) {
    uint16_t horizon[3 * MOST_FACES + 1], face[MOST_SIDES];
    uint64_t removed[MOST_GROUPS / BLOCK] = {0}, met = 0;
    uint32_t count = 0, apex = h->vertex_count++;
    for (uint32_t i = 0; i < h->group_count; i += BLOCK)
        removed[i / BLOCK] =
            carve(h, i, i + BLOCK < h->group_count ? i + BLOCK : h->group_count, w->w, rounding, near);
    for (uint32_t i = 0; i < h->group_count; i += BLOCK)
        count += list_horizon(h, i, removed[i / BLOCK], horizon + count);
    if (apex + 1 >= MOST_VERTICES || h->group_count + MOST_SIDES / CLD_LANES >= MOST_GROUPS || count < 3 ||
        count > MOST_SIDES)
        return false;
    h->vertex[apex] = *w;
    const uint16_t apexes[CLD_LANES] = {(uint16_t)apex, (uint16_t)apex, (uint16_t)apex, (uint16_t)apex};
    cld_lanes3 tip;
    gather(h, apexes, &tip);
    for (uint32_t i = 0; i < count; i += CLD_LANES)
        add_faces(h, horizon + i, count - i < CLD_LANES ? count - i : CLD_LANES, apex, &tip, i, face + i,
                  near);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t behind = h->begins[h->corner[4 * face[i] + 1]];
        pair_sides(h, 4 * (uint32_t)face[i] + 1, 4 * (uint32_t)face[behind] + 2);
        met |= UINT64_C(1) << behind;
    }
    // A horizon that touches itself leaves a face that none is before.
    return h->is_good && met == UINT64_MAX >> (64 - count);
}

static bool has_corner(const hull *h, uint32_t face, const cld_corner *w) {
    for (uint32_t i = 0; i < 3; i++) {
        const cld_corner *v = &h->vertex[h->corner[4 * face + i]];
        if (v->ia == w->ia && v->ib == w->ib)
            return true;
    }
    return false;
}

static cld_vec3 find_normal(const hull *h, uint32_t face) {
    const double *n = (const double *)&h->normal[face / CLD_LANES] + face % CLD_LANES;
    return cld_vec3_make(n[0], n[CLD_LANES], n[2 * CLD_LANES]);
}

static double find_offset(const hull *h, uint32_t face) { return ((const double *)h->offset)[face]; }

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
    event.direction = find_normal(h, face);
    event.simplex = simplex;
    event.simplex_count = is_first ? 4 : 0;
    event.lower = -least_width;
    event.upper = -find_offset(h, face);
    cld_trace_tell(cso, &event);
}

CLD_INLINE bool run(const cld_cso *cso, const cld_simplex *tetrahedron, hull *h, cld_expand_result *result) {
    const nearest none = {{INFINITY, INFINITY, INFINITY, INFINITY}, {0, 0, 0, 0}};
    double rounding = ROUNDING * cso->size, shortest = LEAST_SINE * cso->size, least_width = INFINITY;
    nearest near = none;
    h->least_square = shortest * shortest;
    begin(h, tetrahedron, &near);
    for (result->iterations = 0; h->is_good; result->iterations++) {
        uint32_t face = find_nearest(&near);
        cld_vec3 n = find_normal(h, face);
        double offset = find_offset(h, face);
        cld_corner w;
        cld_corner_find(cso, n, &w);
        double width = cld_dot(n, w.w);
        if (width < least_width) {
            least_width = width;
            result->normal = n;
        }
        if (cso->tracer)
            tell(cso, h, face, &w, least_width, result->iterations == 0);
        if (offset >= least_width - rounding || has_corner(h, face, &w)) {
            result->depth = least_width;
            result->upper = cld_bound_from_triangles(cso, offset);
            return true;
        }
        near = none;
        if (!add_vertex(h, &w, rounding, &near))
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
