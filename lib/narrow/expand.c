/// EPA for the many pairs that need no care.
///
/// Source: as epa.c and polytope.c, which take over where this gives up: when a triangle is nearly straight,
/// the horizon touches itself, or the room is used up. Faces stand in groups of four, in arrays of
/// coordinates. A vertex is held against all of them at once, without a jump, and the same pass finds the
/// nearest of those that stay: for so few that beats any walk and any heap. Faces do not know their
/// neighbours: the horizon is made of those sides of the faces that go whose reverse is no side of them. The
/// new faces fill groups of their own, so that what one step stores the next one loads as it was stored; a
/// horizon is filled up to whole groups with a side that leads nowhere, so that no step has to ask how many
/// of them count.
///
/// The surface goes around the origin: at first by more than rounding, as the walk that ended with the
/// tetrahedron makes sure, and a step adds only what lies in front of faces that it is behind.

#include "narrow/expand.h"

#include <math.h>

#include "narrow/trace.h"
#include "proof/bounds.h"

enum {
    BLOCK = 16, ///< groups whose faces are the bits of a word
    BLOCKS = 8,
    MOST_GROUPS = BLOCKS * BLOCK,
    MOST_FACES = MOST_GROUPS * CLD_LANES,
    MOST_VERTICES = 63 ///< one bit of a word each; the last stands for the end of a side that there is not
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

/// Sides, with the corners of the faces that they make with the apex; up to a whole group, sides from vertex
/// 0 to itself.
typedef struct horizon {
    uint32_t from[MOST_VERTICES + CLD_LANES], to[MOST_VERTICES + CLD_LANES], face[MOST_VERTICES + CLD_LANES];
    uint32_t count;
    bool touches_itself;
} horizon;

/// Face f is in lane f % CLD_LANES of group f / CLD_LANES.
typedef struct hull {
    cld_lanes x[MOST_GROUPS], y[MOST_GROUPS], z[MOST_GROUPS]; ///< the normals, as long as twice the area
    cld_lanes length[MOST_GROUPS];                            ///< of those
    cld_lanes height[MOST_GROUPS]; ///< the least of a face's corners along its normal
    cld_lanes rim[MOST_GROUPS];    ///< what is higher along the normal sees the face
    cld_lanes
        key[MOST_GROUPS]; ///< by which the nearest is found; NaN, less than nothing, where there is no face
    uint32_t corners[MOST_FACES]; ///< eight bits each, counter-clockwise seen from outside
    uint64_t alive[BLOCKS];       ///< which faces there are
    // Until the horizon is found, where sides of removed faces lead from a vertex, and where those that lead
    // to it come from.
    uint64_t to[MOST_VERTICES], from[MOST_VERTICES];
    uint32_t group_count, vertex_count;
    _Alignas(32) cld_corner vertex[MOST_VERTICES];
    double rounding;   ///< of heights along unit normals
    double least_nn;   ///< the square of the least length of a triangle's normal, before it is made unit
    cld_lane_mask bad; ///< triangles so far that were smaller
} hull;

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

/// Keys are squares of offsets, negative where those are, with the face's number for their last bits.
CLD_INLINE uint32_t find_nearest(const cld_lanes *keys) {
    cld_lanes least = *keys;
    take_least(&least);
    return (uint32_t)(((cld_lane_mask)least)[0] & (MOST_FACES - 1));
}

/// One vertex of each of four faces: four records of four numbers, the last of no interest, turned round.
CLD_INLINE void gather(const hull *h, const uint32_t at[CLD_LANES], cld_lanes3 *out) {
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
    cld_lane_mask place = {0, 1, 2, 3}, used = place < (long long)count;
    cld_lanes3 e, f, n;
    cld_lanes nn, height, magnitude, other, key;
    cld_lanes_subtract(p, r, &e);
    cld_lanes_subtract(q, r, &f);
    cld_lanes_cross(&e, &f, &n);
    cld_lanes_dot(&n, &n, &nn);
    h->bad |= used & ~(nn > h->least_nn);
    cld_lanes_dot(&n, r, &height);
    // What comes next waits for the keys: they are of one corner, and need no root.
    magnitude = height;
    cld_lanes_take_magnitude(&magnitude);
    key = height * magnitude / nn;
    place += (long long)(CLD_LANES * group);
    key = (cld_lanes)(((cld_lane_mask)key & ~(long long)(MOST_FACES - 1)) | place | ~used);
    take_lesser(nearest, &key);
    cld_lanes_dot(&n, p, &other);
    take_lesser(&height, &other);
    cld_lanes_dot(&n, q, &other);
    take_lesser(&height, &other);
    cld_lanes_take_root(&nn);
    h->x[group] = n.x, h->y[group] = n.y, h->z[group] = n.z;
    h->length[group] = nn;
    h->height[group] = height;
    h->rim[group] = height - h->rounding * nn;
    h->key[group] = key;
}

CLD_INLINE uint32_t pack_corners(uint32_t a, uint32_t b, uint32_t c) { return a | b << 8 | c << 16; }

CLD_INLINE void set_vertex(hull *h, uint32_t i, const cld_corner *w) {
    h->vertex[i] = *w;
    h->to[i] = h->from[i] = 0;
}

CLD_INLINE void begin(hull *h, const cld_corner tetrahedron[4], cld_lanes *nearest) {
    // Corners 0, 1, 2 must be counter-clockwise seen from outside, that is with 3 behind them.
    static const uint32_t corner[3][4] = {{0, 0, 1, 2}, {1, 3, 3, 3}, {2, 1, 2, 0}};
    for (uint32_t i = 0; i < 4; i++)
        set_vertex(h, i, &tetrahedron[i]);
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
    h->bad = (cld_lane_mask){0, 0, 0, 0};
    h->alive[0] = 0xf;
    for (uint32_t i = 0; i < 4; i++)
        h->corners[i] = pack_corners(corner[0][i], corner[1][i], corner[2][i]);
    cld_lanes3 p, q, r;
    gather(h, corner[0], &p);
    gather(h, corner[1], &q);
    gather(h, corner[2], &r);
    set_planes(h, 0, 4, &p, &q, &r, nearest);
}

/// Finds which faces of a block of groups see w, or have it in their planes, and the nearest of the others.
CLD_INLINE uint64_t carve(hull *h, uint32_t first, uint32_t end, cld_vec3 w, cld_lanes *nearest) {
    cld_lane_bits bit = {1, 2, 4, 8}, found = {0, 0, 0, 0};
    cld_lanes least = *nearest;
    for (uint32_t i = first; i < end; i++, bit <<= CLD_LANES) {
        cld_lanes height = h->x[i] * w.x + h->y[i] * w.y + h->z[i] * w.z;
        cld_lane_mask seen = height > h->rim[i];
        found |= (cld_lane_bits)seen & bit;
        h->key[i] = (cld_lanes)((cld_lane_mask)h->key[i] | seen);
        take_lesser(&least, &h->key[i]);
    }
    *nearest = least;
    return found[0] | found[1] | found[2] | found[3];
}

/// Notes the sides of the removed faces of a block. Returns which vertices they have, as bits.
CLD_INLINE uint64_t note_sides(hull *h, uint32_t block, uint64_t removed) {
    uint64_t corners = 0;
    for (; removed; removed &= removed - 1) {
        uint32_t packed = h->corners[(uint32_t)__builtin_ctzll(removed) + 64 * block];
        uint32_t a = packed & 0xff, b = packed >> 8 & 0xff, c = packed >> 16;
        uint64_t bit_a = UINT64_C(1) << a, bit_b = UINT64_C(1) << b, bit_c = UINT64_C(1) << c;
        h->to[a] |= bit_b, h->to[b] |= bit_c, h->to[c] |= bit_a;
        h->from[b] |= bit_a, h->from[c] |= bit_b, h->from[a] |= bit_c;
        corners |= bit_a | bit_b | bit_c;
    }
    return corners;
}

/// The sides that removed faces leave bare, and forgets all of theirs.
CLD_INLINE void find_horizon(hull *h, uint64_t corners, uint32_t apex, horizon *out) {
    uint64_t several = 0;
    uint32_t count = 0;
    for (; corners; corners &= corners - 1) {
        uint32_t from = (uint32_t)__builtin_ctzll(corners);
        uint64_t bare = h->to[from] & ~h->from[from];
        h->to[from] = h->from[from] = 0;
        uint32_t to = (uint32_t)__builtin_ctzll(bare | UINT64_C(1) << MOST_VERTICES);
        out->from[count] = from;
        out->to[count] = to;
        out->face[count] = pack_corners(from, to, apex);
        count += bare != 0;
        several |= bare & (bare - 1);
    }
    for (uint32_t k = 0; k < CLD_LANES - 1; k++)
        out->from[count + k] = out->to[count + k] = out->face[count + k] = 0;
    out->count = count;
    out->touches_itself = several;
}

/// A group without faces.
CLD_INLINE uint32_t take_group(hull *h) {
    for (uint32_t block = 0; BLOCK * block < h->group_count; block++) {
        uint64_t any = h->alive[block] | h->alive[block] >> 2;
        any |= any >> 1;
        uint32_t end = h->group_count - BLOCK * block;
        uint64_t unused = ~any & UINT64_C(0x1111111111111111);
        if (unused && (uint32_t)__builtin_ctzll(unused) / CLD_LANES < end)
            return BLOCK * block + (uint32_t)__builtin_ctzll(unused) / CLD_LANES;
    }
    if (h->group_count % BLOCK == 0)
        h->alive[h->group_count / BLOCK] = 0;
    return h->group_count++;
}

/// Makes a group of up to four faces, between sides of the horizon and the apex.
CLD_INLINE void add_faces(hull *h, const horizon *sides, uint32_t i, const cld_lanes3 *tip,
                          cld_lanes *nearest) {
    uint32_t group = take_group(h), count = sides->count - i;
    cld_lanes3 p, q;
    gather(h, sides->from + i, &p);
    gather(h, sides->to + i, &q);
    set_planes(h, group, count, &p, &q, tip, nearest);
    uint64_t used = count < CLD_LANES ? (UINT64_C(1) << count) - 1 : 0xf;
    h->alive[group / BLOCK] |= used << group % BLOCK * CLD_LANES;
    for (uint32_t k = 0; k < CLD_LANES; k++)
        h->corners[CLD_LANES * group + k] = sides->face[i + k];
}

/// Joins a vertex to the horizon that it sees, and finds the nearest face then.
CLD_INLINE bool add_vertex(hull *h, const cld_corner *w, cld_lanes *nearest) {
    horizon sides;
    cld_lanes3 tip;
    uint64_t corners = 0;
    uint32_t apex = h->vertex_count++;
    for (uint32_t i = 0; i < h->group_count; i += BLOCK) {
        uint64_t seen = carve(h, i, i + BLOCK < h->group_count ? i + BLOCK : h->group_count, w->w, nearest);
        corners |= note_sides(h, i / BLOCK, seen & h->alive[i / BLOCK]);
        h->alive[i / BLOCK] &= ~seen;
    }
    find_horizon(h, corners, apex, &sides);
    if (apex >= MOST_VERTICES || h->group_count + BLOCK >= MOST_GROUPS || sides.count < 3 ||
        sides.touches_itself)
        return false;
    set_vertex(h, apex, w);
    repeat(w->w, &tip);
    for (uint32_t i = 0; i < sides.count; i += CLD_LANES)
        add_faces(h, &sides, i, &tip, nearest);
    return !cld_lanes_have_any(&h->bad);
}

static const cld_corner *find_corner(const hull *h, uint32_t face, uint32_t i) {
    return &h->vertex[h->corners[face] >> 8 * i & 0xff];
}

/// Without a jump, as cld_corner_is_same.
static bool has_corner(const hull *h, uint32_t face, const cld_corner *w) {
    bool found = false;
    for (uint32_t i = 0; i < 3; i++)
        found |= cld_corner_is_same(find_corner(h, face, i), w);
    return found;
}

static cld_vec3 find_normal(const hull *h, uint32_t face) {
    return cld_vec3_make(((const double *)h->x)[face], ((const double *)h->y)[face],
                         ((const double *)h->z)[face]);
}

static double find_length(const hull *h, uint32_t face) { return ((const double *)h->length)[face]; }

static double find_offset(const hull *h, uint32_t face) {
    return ((const double *)h->height)[face] / find_length(h, face);
}

/// The least offset of a face. That of the nearest by its key may be more: of keys the last bits are lost,
/// and they are of one corner. So where that tells, the last steps take the face of exactly this.
CLD_INLINE double find_least(const hull *h) {
    const cld_lanes far = {INFINITY, INFINITY, INFINITY, INFINITY};
    cld_lanes least = far;
    for (uint32_t i = 0; i < h->group_count; i++) {
        cld_lane_mask there = h->key[i] < NO_KEY;
        cld_lanes offset = h->height[i] / h->length[i];
        cld_lanes_choose(&there, &offset, &far, &offset);
        take_lesser(&least, &offset);
    }
    take_least(&least);
    return least[0];
}

/// The face of that offset.
static uint32_t find_least_face(const hull *h) {
    uint32_t least = 0;
    double offset = INFINITY;
    for (uint32_t f = 0; f < CLD_LANES * h->group_count; f++)
        if (((const double *)h->key)[f] < NO_KEY && find_offset(h, f) < offset) {
            offset = find_offset(h, f);
            least = f;
        }
    return least;
}

static void tell(const cld_cso *cso, const hull *h, uint32_t face, const cld_corner *w, double least_width,
                 bool is_first) {
    cld_cso_vertex simplex[4], corner[3], support = cld_cso_vertex_at(cso, w->ia, w->ib);
    for (uint32_t i = 0; i < 4; i++)
        simplex[i] = cld_cso_vertex_at(cso, h->vertex[i].ia, h->vertex[i].ib);
    for (uint32_t i = 0; i < 3; i++) {
        const cld_corner *c = find_corner(h, face, i);
        corner[i] = cld_cso_vertex_at(cso, c->ia, c->ib);
    }
    cld_event event = {.kind = CLD_TRACE_EPA, .face = corner, .face_count = 3, .support = &support};
    event.direction = cld_scale(find_normal(h, face), 1 / find_length(h, face));
    event.simplex = simplex;
    event.simplex_count = is_first ? 4 : 0;
    event.lower = -least_width;
    event.upper = -find_offset(h, face);
    cld_trace_tell(cso, &event);
}

CLD_INLINE bool run(const cld_cso *cso, const cld_corner tetrahedron[4], hull *h, cld_expand_result *result) {
    const cld_lanes none = {NO_KEY, NO_KEY, NO_KEY, NO_KEY};
    double rounding = ROUNDING * cso->size, smallest = LEAST_AREA * cso->size * cso->size;
    double least_width = INFINITY;
    bool is_exact = false;
    cld_lanes nearest = none;
    cld_vec3 normal[2], support[2];
    uint32_t best = 0;
    h->rounding = rounding;
    h->least_nn = smallest * smallest;
    begin(h, tetrahedron, &nearest);
    if (cld_lanes_have_any(&h->bad))
        return false;
    for (result->iterations = 0;; result->iterations++) {
        uint32_t face = is_exact ? find_least_face(h) : find_nearest(&nearest);
        cld_vec3 n = find_normal(h, face);
        double offset = find_offset(h, face);
        cld_corner w;
        cld_corner_find(cso, n, &w);
        n = cld_scale(n, 1 / find_length(h, face));
        double width = cld_dot(n, w.w);
        // Without a jump, as it is hard to foresee: the better of two is where `best` says.
        normal[!best] = n;
        support[!best] = w.w;
        best ^= width < least_width;
        least_width = cld_min(width, least_width);
        if (cso->tracer)
            tell(cso, h, face, &w, least_width, result->iterations == 0);
        if (offset >= least_width - rounding || has_corner(h, face, &w)) {
            double least = find_least(h);
            if (is_exact || least >= least_width - rounding) {
                result->depth = least_width;
                result->normal = normal[best];
                result->support = support[best];
                result->upper = cld_bound_from_triangles(cso, least);
                return true;
            }
            is_exact = true;
            continue;
        }
        nearest = none;
        if (!add_vertex(h, &w, &nearest))
            return false;
    }
}

CLD_WIDE(bool, run, (const cld_cso *cso, const cld_corner tetrahedron[4], hull *h, cld_expand_result *result),
         { return run(cso, tetrahedron, h, result); })

bool cld_expand(const cld_cso *cso, const cld_corner tetrahedron[4], cld_expand_result *result) {
    hull h;
    return CLD_BEST(run, (cso, tetrahedron, &h, result));
}
