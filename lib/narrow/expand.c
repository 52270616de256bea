/// EPA for the many pairs that need no care.
///
/// Source: as epa.c and polytope.c, which take over where this gives up: when a triangle is nearly straight,
/// the horizon touches itself, or the room is used up. Faces stand in groups of four, in arrays of
/// coordinates. A vertex is held against all of them at once, without a jump, and the same pass finds the
/// nearest of those that stay: for so few that beats any walk and any heap. The new faces fill groups of
/// their own, so that what one step stores the next one loads as it was stored; a horizon is filled up to
/// whole groups with a side that leads nowhere, so that no step has to ask how many of them count.

#include "narrow/expand.h"

#include <math.h>

#include "narrow/trace.h"
#include "proof/bounds.h"
#include "shape/corner.h"

enum {
    BLOCK = 16, ///< groups whose faces are the bits of a word
    BLOCKS = 4,
    MOST_GROUPS = BLOCKS * BLOCK,
    MOST_FACES = MOST_GROUPS * CLD_LANES,
    MOST_VERTICES = 96,
    MOST_SIDES = 64, ///< of a horizon
    NO_FACE = MOST_FACES,
    NO_VERTEX = MOST_VERTICES
};

/// As in epa.c and polytope.c.
#define ROUNDING (8 * CLD_ROUNDOFF)

/// A triangle with a smaller area is left to others, twice it in squares of the pair's size. Sides are up to
/// twice as long as the pair, so that sines are 2^-30 at least, sides 2^-29 of the size, and normals good to
/// 2^-20. How good is only a matter of steps: offsets are those of the corners along the normals as they are,
/// from which the bounds are made, and where those do not agree others take over.
#define LEAST_AREA 0x1p-28

/// More than any key.
#define NO_KEY 0x1p1000

/// Face f is in lane f / BLOCK % CLD_LANES of group f % BLOCK of block f / (BLOCK * CLD_LANES). Side k of
/// face f is named 4 f + k, and runs from corner k to corner k + 1. The fourth corner is the first again.
typedef struct hull {
    cld_lanes3 normal[MOST_GROUPS];
    cld_lanes offset[MOST_GROUPS]; ///< the least height of a face's corners
    cld_lanes key[MOST_GROUPS];    ///< by which the nearest is found; NO_KEY where there is no face
    uint16_t corner[4 * (MOST_FACES + 1)], across[4 * (MOST_FACES + 1)];
    uint64_t alive[BLOCKS];            ///< which faces there are
    uint8_t begins[MOST_VERTICES + 1]; ///< the side of the last horizon that began at a vertex
    uint32_t group_count, vertex_count;
    _Alignas(32) cld_corner vertex[MOST_VERTICES + 1];
    double least_nn;   ///< the square of the least length of a triangle's normal, before it is made unit
    cld_lane_mask bad; ///< triangles so far that were smaller
} hull;

static uint32_t find_group(uint32_t face) { return face % BLOCK + face / (BLOCK * CLD_LANES) * BLOCK; }

/// The face in a group's first lane; those in the others are BLOCK apart.
static uint32_t find_first(uint32_t group) { return group % BLOCK + group / BLOCK * BLOCK * CLD_LANES; }

CLD_INLINE void take_lesser(cld_lanes *p, const cld_lanes *q) {
    cld_lane_mask less = *q < *p;
    cld_lanes_choose(&less, q, p, p);
}

CLD_INLINE void take_least(cld_lanes *p) {
    cld_lanes other = __builtin_shufflevector(*p, *p, 2, 3, 0, 1);
    take_lesser(p, &other);
    other = __builtin_shufflevector(*p, *p, 1, 0, 3, 2);
    take_lesser(p, &other);
}

/// Keys are the squares of offsets, with their signs and with the face's number for their last bits.
CLD_INLINE uint32_t find_nearest(const cld_lanes *keys) {
    cld_lanes least = *keys;
    take_least(&least);
    return (uint32_t)(((cld_lane_mask)least)[0] & (MOST_FACES - 1));
}

CLD_INLINE void make_keys(const cld_lanes *height, const cld_lanes *nn, uint32_t group, cld_lanes *key) {
    cld_lanes magnitude = *height;
    cld_lane_mask face = {0, BLOCK, 2 * BLOCK, 3 * BLOCK};
    cld_lanes_take_magnitude(&magnitude);
    face += (long long)find_first(group);
    *key = *height * magnitude / *nn;
    *key = (cld_lanes)(((cld_lane_mask)*key & ~(long long)(MOST_FACES - 1)) | face);
}

/// One vertex of each of four faces: four records of four numbers, the last of no interest, turned round.
CLD_INLINE void gather(const hull *h, const uint16_t at[CLD_LANES], cld_lanes3 *out) {
    const cld_lanes p = *(const cld_lanes *)&h->vertex[at[0]], q = *(const cld_lanes *)&h->vertex[at[1]],
                    r = *(const cld_lanes *)&h->vertex[at[2]], s = *(const cld_lanes *)&h->vertex[at[3]];
    cld_lanes xz_pq = __builtin_shufflevector(p, q, 0, 4, 2, 6),
              xz_rs = __builtin_shufflevector(r, s, 0, 4, 2, 6);
    cld_lanes y_pq = __builtin_shufflevector(p, q, 1, 5, 3, 7),
              y_rs = __builtin_shufflevector(r, s, 1, 5, 3, 7);
    out->x = __builtin_shufflevector(xz_pq, xz_rs, 0, 1, 4, 5);
    out->y = __builtin_shufflevector(y_pq, y_rs, 0, 1, 4, 5);
    out->z = __builtin_shufflevector(xz_pq, xz_rs, 2, 3, 6, 7);
}

/// A vector four times, with 0 for -0.
CLD_INLINE void repeat(cld_vec3 v, cld_lanes3 *out) {
    const cld_lanes none = {0, 0, 0, 0};
    out->x = none + v.x, out->y = none + v.y, out->z = none + v.z;
}

/// Four triangles as a group, of which the first `count` are faces.
CLD_INLINE void set_planes(hull *h, uint32_t group, uint32_t count, const cld_lanes3 *p, const cld_lanes3 *q,
                           const cld_lanes3 *r, cld_lanes *nearest) {
    const cld_lanes none = {NO_KEY, NO_KEY, NO_KEY, NO_KEY};
    cld_lane_mask place = {0, 1, 2, 3}, used = place < (long long)count;
    cld_lanes3 e, f, n;
    cld_lanes nn, scale, height, other, key;
    cld_lanes_subtract(p, r, &e);
    cld_lanes_subtract(q, r, &f);
    cld_lanes_cross(&e, &f, &n);
    cld_lanes_dot(&n, &n, &nn);
    h->bad |= used & ~(nn > h->least_nn);
    cld_lanes_dot(&n, p, &height);
    cld_lanes_dot(&n, q, &other);
    take_lesser(&height, &other);
    cld_lanes_dot(&n, r, &other);
    take_lesser(&height, &other);
    make_keys(&height, &nn, group, &key);
    cld_lanes_choose(&used, &key, &none, &key);
    h->key[group] = key;
    take_lesser(nearest, &key);
    cld_lanes_take_root(&nn);
    scale = 1 / nn;
    h->normal[group].x = n.x * scale, h->normal[group].y = n.y * scale, h->normal[group].z = n.z * scale;
    h->offset[group] = height * scale;
}

CLD_INLINE void set_corners(hull *h, uint32_t face, uint32_t a, uint32_t b, uint32_t c) {
    uint16_t *corner = &h->corner[4 * face];
    corner[0] = corner[3] = (uint16_t)a, corner[1] = (uint16_t)b, corner[2] = (uint16_t)c;
}

CLD_INLINE void pair_sides(hull *h, uint32_t side, uint32_t other) {
    h->across[side] = (uint16_t)other;
    h->across[other] = (uint16_t)side;
}

CLD_INLINE void begin(hull *h, const cld_simplex *s, cld_lanes *nearest) {
    // Corners 0, 1, 2 must be counter-clockwise seen from outside, that is with 3 behind them.
    static const uint16_t corner[3][4] = {{0, 0, 1, 2}, {1, 3, 3, 3}, {2, 1, 2, 0}};
    static const uint32_t pairs[6][4] = {{0, 0, 1, 2}, {0, 1, 2, 2}, {0, 2, 3, 2},
                                         {1, 0, 3, 1}, {1, 1, 2, 0}, {2, 1, 3, 0}};
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
    h->vertex[NO_VERTEX] = h->vertex[0];
    set_corners(h, NO_FACE, NO_VERTEX, NO_VERTEX, NO_VERTEX);
    h->vertex_count = 4;
    h->group_count = 1;
    h->bad = (cld_lane_mask){0, 0, 0, 0};
    h->alive[0] = 0;
    for (uint32_t i = 0; i < 4; i++) {
        set_corners(h, BLOCK * i, corner[0][i], corner[1][i], corner[2][i]);
        h->alive[0] |= UINT64_C(1) << BLOCK * i;
    }
    for (int i = 0; i < 6; i++)
        pair_sides(h, 4 * BLOCK * pairs[i][0] + pairs[i][1], 4 * BLOCK * pairs[i][2] + pairs[i][3]);
    cld_lanes3 p, q, r;
    gather(h, corner[0], &p);
    gather(h, corner[1], &q);
    gather(h, corner[2], &r);
    set_planes(h, 0, 4, &p, &q, &r, nearest);
}

/// Finds which faces of a block of groups see w, or have it in their planes, and the nearest of the others.
CLD_INLINE uint64_t carve(hull *h, uint32_t first, uint32_t end, cld_vec3 w, double rounding,
                          cld_lanes *nearest) {
    const cld_lanes none = {NO_KEY, NO_KEY, NO_KEY, NO_KEY};
    cld_lane_bits bit = {1, UINT64_C(1) << BLOCK, UINT64_C(1) << 2 * BLOCK, UINT64_C(1) << 3 * BLOCK};
    cld_lane_bits found = {0, 0, 0, 0};
    cld_lanes least = *nearest;
    for (uint32_t i = first; i < end; i++, bit += bit) {
        const cld_lanes3 *n = &h->normal[i];
        cld_lanes height = n->x * w.x + n->y * w.y + n->z * w.z;
        cld_lane_mask seen = height > h->offset[i] - rounding;
        cld_lanes key = h->key[i];
        cld_lanes_choose(&seen, &none, &key, &key);
        found |= (cld_lane_bits)seen & bit;
        h->key[i] = key;
        take_lesser(&least, &key);
    }
    *nearest = least;
    return found[0] | found[1] | found[2] | found[3];
}

/// Lists the sides that the removed faces of a block leave bare.
CLD_INLINE uint32_t list_horizon(hull *h, uint32_t block, uint64_t removed, uint16_t *horizon) {
    uint32_t count = 0;
    for (; removed; removed &= removed - 1) {
        uint32_t face = (uint32_t)__builtin_ctzll(removed) + BLOCK * CLD_LANES * block;
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t side = h->across[4 * face + k], other = side / 4;
            horizon[count] = (uint16_t)side;
            count += h->alive[other / 64] >> other % 64 & 1;
        }
    }
    return count;
}

/// A group without faces.
CLD_INLINE uint32_t take_group(hull *h) {
    for (uint32_t block = 0; BLOCK * block < h->group_count; block++) {
        uint64_t alive = h->alive[block], pairs = alive | alive >> 2 * BLOCK, any = pairs | pairs >> BLOCK;
        uint32_t end = h->group_count - BLOCK * block < BLOCK ? h->group_count - BLOCK * block : BLOCK;
        uint32_t unused = ~(uint32_t)any & ((1U << end) - 1);
        if (unused)
            return BLOCK * block + (uint32_t)__builtin_ctz(unused);
    }
    if (h->group_count % BLOCK == 0)
        h->alive[h->group_count / BLOCK] = 0;
    return h->group_count++;
}

/// Makes a group of up to four faces, between bare sides and the apex.
CLD_INLINE void add_faces(hull *h, const uint16_t *side, uint32_t count, uint32_t apex, cld_vec3 w,
                          uint32_t index, uint16_t *face, cld_lanes *nearest) {
    uint32_t group = take_group(h), first = find_first(group);
    uint16_t from[CLD_LANES], to[CLD_LANES];
    for (uint32_t k = 0; k < CLD_LANES; k++) {
        from[k] = h->corner[side[k] + 1];
        to[k] = h->corner[side[k]];
    }
    cld_lanes3 p, q, tip;
    gather(h, from, &p);
    gather(h, to, &q);
    repeat(w, &tip);
    set_planes(h, group, count, &p, &q, &tip, nearest);
    uint64_t all = UINT64_C(0x0001000100010001),
             used = count < CLD_LANES ? (UINT64_C(1) << BLOCK * count) - 1 : all;
    h->alive[group / BLOCK] |= (all & used) << group % BLOCK;
    for (uint32_t k = 0; k < CLD_LANES; k++) {
        uint32_t at = first + BLOCK * k;
        set_corners(h, at, from[k], to[k], apex);
        pair_sides(h, 4 * at, side[k]);
        h->begins[from[k]] = (uint8_t)(index + k);
        face[k] = (uint16_t)at;
    }
}

/// Joins a vertex to the horizon that it sees, and finds the nearest face then.
CLD_INLINE bool add_vertex(hull *h, const cld_corner *w, double rounding, cld_lanes *nearest) {
    uint16_t horizon[3 * MOST_FACES + CLD_LANES], face[MOST_SIDES + CLD_LANES];
    uint64_t removed[BLOCKS] = {0}, met = 0;
    uint32_t count = 0, apex = h->vertex_count++;
    for (uint32_t i = 0; i < h->group_count; i += BLOCK) {
        uint64_t seen =
            carve(h, i, i + BLOCK < h->group_count ? i + BLOCK : h->group_count, w->w, rounding, nearest);
        removed[i / BLOCK] = seen & h->alive[i / BLOCK];
        h->alive[i / BLOCK] &= ~seen;
    }
    for (uint32_t i = 0; i < h->group_count; i += BLOCK)
        count += list_horizon(h, i / BLOCK, removed[i / BLOCK], horizon + count);
    if (apex + 1 >= MOST_VERTICES || h->group_count + MOST_SIDES / CLD_LANES >= MOST_GROUPS || count < 3 ||
        count > MOST_SIDES)
        return false;
    h->vertex[apex] = *w;
    for (uint32_t k = 0; k < CLD_LANES - 1; k++)
        horizon[count + k] = 4 * NO_FACE;
    for (uint32_t i = 0; i < count; i += CLD_LANES)
        add_faces(h, horizon + i, count - i, apex, w->w, i, face + i, nearest);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t behind = h->begins[h->corner[4 * face[i] + 1]];
        pair_sides(h, 4 * (uint32_t)face[i] + 1, 4 * (uint32_t)face[behind] + 2);
        met |= UINT64_C(1) << behind;
    }
    // A horizon that touches itself leaves a face that none is before.
    return met == UINT64_MAX >> (64 - count) && !cld_lanes_have_any(&h->bad);
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
    const double *n = (const double *)&h->normal[find_group(face)] + face / BLOCK % CLD_LANES;
    return cld_vec3_make(n[0], n[CLD_LANES], n[2 * CLD_LANES]);
}

static double find_offset(const hull *h, uint32_t face) {
    return ((const double *)&h->offset[find_group(face)])[face / BLOCK % CLD_LANES];
}

/// The least offset of a face. That of the nearest may be a little more: keys are rounded.
CLD_INLINE double find_least(const hull *h) {
    const cld_lanes far = {INFINITY, INFINITY, INFINITY, INFINITY};
    cld_lanes least = far;
    for (uint32_t i = 0; i < h->group_count; i++) {
        cld_lane_mask there = h->key[i] < NO_KEY;
        cld_lanes offset;
        cld_lanes_choose(&there, &h->offset[i], &far, &offset);
        take_lesser(&least, &offset);
    }
    take_least(&least);
    return least[0];
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
    event.direction = find_normal(h, face);
    event.simplex = simplex;
    event.simplex_count = is_first ? 4 : 0;
    event.lower = -least_width;
    event.upper = -find_offset(h, face);
    cld_trace_tell(cso, &event);
}

CLD_INLINE bool run(const cld_cso *cso, const cld_simplex *tetrahedron, hull *h, cld_expand_result *result) {
    const cld_lanes none = {NO_KEY, NO_KEY, NO_KEY, NO_KEY};
    double rounding = ROUNDING * cso->size, smallest = LEAST_AREA * cso->size * cso->size;
    double least_width = INFINITY;
    cld_lanes nearest = none;
    h->least_nn = smallest * smallest;
    begin(h, tetrahedron, &nearest);
    if (cld_lanes_have_any(&h->bad))
        return false;
    for (result->iterations = 0;; result->iterations++) {
        uint32_t face = find_nearest(&nearest);
        cld_vec3 n = find_normal(h, face);
        double offset = find_offset(h, face);
        cld_corner w;
        cld_corner_find(cso, n, &w);
        double width = cld_dot(n, w.w);
        if (width < least_width) {
            least_width = width;
            result->normal = n;
            result->support = w.w;
        }
        if (cso->tracer)
            tell(cso, h, face, &w, least_width, result->iterations == 0);
        if (offset >= least_width - rounding || has_corner(h, face, &w)) {
            result->depth = least_width;
            result->upper = cld_bound_from_triangles(cso, find_least(h));
            return true;
        }
        nearest = none;
        if (!add_vertex(h, &w, rounding, &nearest))
            return false;
    }
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
