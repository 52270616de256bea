/// A closed surface of few triangles around the origin, for EPA: in lanes, to be held against a vertex at
/// once.
///
/// Faces stand in groups of four, in arrays of coordinates. A vertex is held against all of them at once,
/// without a jump, and the same pass finds the nearest of those that stay: for so few that beats any walk and
/// any heap. Faces do not know their neighbours: the horizon is made of those sides of the faces that go
/// whose reverse is no side of them. The new faces fill groups of their own, so that what one step stores the
/// next one loads as it was stored; a horizon is filled up to whole groups with a side that leads nowhere, so
/// that no step has to ask how many of them count.
///
/// The surface is closed from begin to end: to each side of a face there is one of another the other way
/// round, which two faces that had the same side the same way round would hide.
#ifndef CLD_NARROW_SHELL_H
#define CLD_NARROW_SHELL_H

#include "shape/corner.h"

enum {
    CLD_SHELL_BLOCK = 16, ///< groups whose faces are the bits of a word
    CLD_SHELL_BLOCKS = 8,
    CLD_SHELL_GROUPS = CLD_SHELL_BLOCKS * CLD_SHELL_BLOCK,
    CLD_SHELL_FACES = CLD_SHELL_GROUPS * CLD_LANES,
    CLD_SHELL_WORD = 64, ///< vertices that have a bit in one word, which is enough for most surfaces
    CLD_SHELL_WORDS = 2,
    CLD_SHELL_VERTICES = CLD_SHELL_WORD * CLD_SHELL_WORDS
};

/// More than any key.
#define CLD_SHELL_NO_KEY 0x1p1000

/// Sides, with the corners of the faces that they make with the apex; up to a whole group, sides from vertex
/// 0 to itself.
typedef struct cld_shell_horizon {
    uint32_t from[CLD_SHELL_VERTICES + CLD_LANES], to[CLD_SHELL_VERTICES + CLD_LANES],
        face[CLD_SHELL_VERTICES + CLD_LANES];
    uint32_t count;
    bool touches_itself;
} cld_shell_horizon;

/// Face f is in lane f % CLD_LANES of group f / CLD_LANES.
typedef struct cld_shell {
    // The normals, as long as twice the area.
    cld_lanes x[CLD_SHELL_GROUPS], y[CLD_SHELL_GROUPS], z[CLD_SHELL_GROUPS];
    cld_lanes length[CLD_SHELL_GROUPS]; ///< of those
    cld_lanes height[CLD_SHELL_GROUPS]; ///< the least of a face's corners along its normal
    cld_lanes rim[CLD_SHELL_GROUPS];    ///< what is higher along the normal sees the face
    cld_lanes key[CLD_SHELL_GROUPS];    ///< by which the nearest is found; NaN where there is no face
    // Where there are tables, the cells in which the supports along the normals are.
    cld_lane_numbers in_a[CLD_SHELL_GROUPS], in_b[CLD_SHELL_GROUPS];
    uint32_t corners[CLD_SHELL_FACES]; ///< eight bits each, counter-clockwise seen from outside
    uint64_t alive[CLD_SHELL_BLOCKS];  ///< which faces there are
    // Until the horizon is found, where sides of removed faces lead from a vertex, and where those that lead
    // to it come from.
    uint64_t to[CLD_SHELL_WORDS][CLD_SHELL_VERTICES], from[CLD_SHELL_WORDS][CLD_SHELL_VERTICES];
    const cld_cso *tables; ///< the frame whose tables are asked; NULL where supports are not in cells
    uint32_t group_count, vertex_count;
    _Alignas(32) cld_corner vertex[CLD_SHELL_VERTICES];
    double rounding;   ///< of heights along unit normals
    double least_nn;   ///< the square of the least length of a triangle's normal, before it is made unit
    cld_lane_mask bad; ///< triangles so far that were smaller
    bool is_tangled;   ///< two faces that went had the same side, the same way round
} cld_shell;

/// Keys are squares of offsets, negative where those are, with the face's number for their last bits.
CLD_INLINE uint32_t cld_shell_find_nearest(const cld_lanes *keys) {
    cld_lanes least = *keys;
    cld_lanes_take_least(&least);
    return (uint32_t)(((cld_lane_mask)least)[0] & (CLD_SHELL_FACES - 1));
}

/// One vertex of each of four faces.
CLD_INLINE void cld_shell_gather(const cld_shell *h, const uint32_t at[CLD_LANES], cld_lanes3 *out) {
    cld_lanes_gather((const cld_lanes *)&h->vertex[at[0]], (const cld_lanes *)&h->vertex[at[1]],
                     (const cld_lanes *)&h->vertex[at[2]], (const cld_lanes *)&h->vertex[at[3]], out);
}

/// Four triangles as a group, those that are `used` as faces.
CLD_INLINE void cld_shell_set_planes(cld_shell *h, uint32_t group, const cld_lane_mask *used,
                                     const cld_lanes3 *p, const cld_lanes3 *q, const cld_lanes3 *r,
                                     cld_lanes *nearest) {
    cld_lanes3 e, f, n;
    cld_lanes nn, height, magnitude, other, key;
    cld_lanes_subtract(p, r, &e);
    cld_lanes_subtract(q, r, &f);
    cld_lanes_cross(&e, &f, &n);
    cld_lanes_dot(&n, &n, &nn);
    h->bad |= *used & ~(nn > h->least_nn);
    cld_lanes_dot(&n, r, &height);
    // What comes next waits for the keys: they are of one corner, and need no root.
    magnitude = height;
    cld_lanes_take_magnitude(&magnitude);
    key = height * magnitude / nn;
    cld_lane_mask number = cld_lane_places + (long long)(CLD_LANES * group);
    key = (cld_lanes)(((cld_lane_mask)key & ~(long long)(CLD_SHELL_FACES - 1)) | number | ~*used);
    cld_lanes_take_lesser(nearest, &key);
    cld_lanes_dot(&n, p, &other);
    cld_lanes_take_lesser(&height, &other);
    cld_lanes_dot(&n, q, &other);
    cld_lanes_take_lesser(&height, &other);
    cld_lanes_take_root(&nn);
    h->x[group] = n.x, h->y[group] = n.y, h->z[group] = n.z;
    h->length[group] = nn;
    h->height[group] = height;
    h->rim[group] = height - h->rounding * nn;
    h->key[group] = key;
    // The next step waits for the keys, and this does not: it takes a tenth off that step.
    if (h->tables)
        cld_corner_find_cells(h->tables, &n, &h->in_a[group], &h->in_b[group]);
}

CLD_INLINE uint32_t cld_shell_pack(uint32_t a, uint32_t b, uint32_t c) { return a | b << 8 | c << 16; }

/// A vertex without sides of removed faces.
CLD_INLINE void cld_shell_clear_sides(cld_shell *h, uint32_t i) {
    for (int k = 0; k < CLD_SHELL_WORDS; k++)
        h->to[k][i] = h->from[k][i] = 0;
}

/// The first of the vertices so far that is the same as this.
CLD_INLINE uint32_t cld_shell_find_same(const cld_shell *h, uint32_t i) {
    uint32_t found = i;
    for (uint32_t k = i; k-- > 0;)
        found = cld_corner_is_same(&h->vertex[k], &h->vertex[i]) ? k : found;
    return found;
}

/// Begins with `count` vertices, of which each column of `corner` names the three of a face,
/// counter-clockwise seen from outside. Where some are the same, faces vanish, and the sides of the others
/// still pair up. False if a triangle is too small, or none is left.
CLD_INLINE bool cld_shell_begin(cld_shell *h, uint32_t count, const uint32_t corner[3][8],
                                uint32_t group_count, cld_lanes *nearest) {
    uint32_t first[6] = {0}, at[3][8];
    h->vertex_count = count;
    h->group_count = group_count;
    h->bad = (cld_lane_mask){0, 0, 0, 0};
    h->is_tangled = false;
    h->alive[0] = 0;
    for (uint32_t i = 0; i < count; i++) {
        first[i] = cld_shell_find_same(h, i);
        cld_shell_clear_sides(h, i);
    }
    for (uint32_t group = 0; group < group_count; group++) {
        cld_lane_mask used = {0, 0, 0, 0};
        cld_lanes3 p, q, r;
        for (uint32_t k = 0, f = CLD_LANES * group; k < CLD_LANES; k++, f++) {
            for (int i = 0; i < 3; i++)
                at[i][f] = first[corner[i][f]];
            bool is_face = (at[0][f] != at[1][f]) & (at[1][f] != at[2][f]) & (at[2][f] != at[0][f]);
            h->corners[f] = cld_shell_pack(at[0][f], at[1][f], at[2][f]);
            h->alive[0] |= (uint64_t)is_face << f;
            used[k] = -(long long)is_face;
        }
        cld_shell_gather(h, at[0] + CLD_LANES * group, &p);
        cld_shell_gather(h, at[1] + CLD_LANES * group, &q);
        cld_shell_gather(h, at[2] + CLD_LANES * group, &r);
        cld_shell_set_planes(h, group, &used, &p, &q, &r, nearest);
    }
    return h->alive[0] && !cld_lanes_have_any(&h->bad);
}

/// Begins with a tetrahedron of any orientation.
CLD_INLINE bool cld_shell_begin_with_tetrahedron(cld_shell *h, const cld_corner tetrahedron[4],
                                                 cld_lanes *nearest) {
    // Corners 0, 1, 2 must be counter-clockwise seen from outside, that is with 3 behind them.
    static const uint32_t corner[3][8] = {{0, 0, 1, 2}, {1, 3, 3, 3}, {2, 1, 2, 0}};
    for (uint32_t i = 0; i < 4; i++)
        h->vertex[i] = tetrahedron[i];
    cld_vec3 o = h->vertex[3].w;
    double volume = cld_dot(cld_cross(cld_sub(h->vertex[0].w, o), cld_sub(h->vertex[1].w, o)),
                            cld_sub(h->vertex[2].w, o));
    if (volume < 0) {
        cld_corner t = h->vertex[1];
        h->vertex[1] = h->vertex[2];
        h->vertex[2] = t;
    }
    return cld_shell_begin(h, 4, corner, 1, nearest);
}

/// Finds which faces of a block of groups see w, or have it in their planes, and the nearest of the others.
CLD_INLINE uint64_t cld_shell_carve(cld_shell *h, uint32_t first, uint32_t end, cld_vec3 w,
                                    cld_lanes *nearest) {
    cld_lane_bits bit = {1, 2, 4, 8}, found = {0, 0, 0, 0};
    cld_lanes least = *nearest;
    for (uint32_t i = first; i < end; i++, bit <<= CLD_LANES) {
        cld_lanes height = h->x[i] * w.x + h->y[i] * w.y + h->z[i] * w.z;
        cld_lane_mask seen = height > h->rim[i];
        found |= (cld_lane_bits)seen & bit;
        h->key[i] = (cld_lanes)((cld_lane_mask)h->key[i] | seen);
        cld_lanes_take_lesser(&least, &h->key[i]);
    }
    *nearest = least;
    return found[0] | found[1] | found[2] | found[3];
}

/// Notes the sides of the removed faces of a block, and which vertices they have. `words` is how many the
/// vertices so far take: a constant, for the loops to be none.
CLD_INLINE void cld_shell_note_sides(cld_shell *h, uint32_t words, uint32_t block, uint64_t removed,
                                     uint64_t *corners) {
    uint64_t again = 0;
    for (; removed; removed &= removed - 1) {
        uint32_t packed = h->corners[(uint32_t)__builtin_ctzll(removed) + 64 * block];
        uint32_t a = packed & 0xff, b = packed >> 8 & 0xff, c = packed >> 16;
        uint32_t word_a = words > 1 ? a / 64 : 0, word_b = words > 1 ? b / 64 : 0,
                 word_c = words > 1 ? c / 64 : 0;
        uint64_t bit_a = UINT64_C(1) << a % 64, bit_b = UINT64_C(1) << b % 64, bit_c = UINT64_C(1) << c % 64;
        uint64_t *ab = &h->to[word_b][a], *bc = &h->to[word_c][b], *ca = &h->to[word_a][c];
        again |= (*ab & bit_b) | (*bc & bit_c) | (*ca & bit_a);
        *ab |= bit_b, *bc |= bit_c, *ca |= bit_a;
        h->from[word_a][b] |= bit_a, h->from[word_b][c] |= bit_b, h->from[word_c][a] |= bit_c;
        corners[word_a] |= bit_a, corners[word_b] |= bit_b, corners[word_c] |= bit_c;
    }
    h->is_tangled |= again != 0;
}

/// The sides that removed faces leave bare, and forgets all of theirs.
CLD_INLINE void cld_shell_find_horizon(cld_shell *h, uint32_t words, const uint64_t *corners, uint32_t apex,
                                       cld_shell_horizon *out) {
    const uint64_t end = UINT64_C(1) << 63; // of a side that there is not
    uint64_t several = 0;
    uint32_t count = 0;
    for (uint32_t k = 0; k < words; k++)
        for (uint64_t rest = corners[k]; rest; rest &= rest - 1) {
            uint32_t from = 64 * k + (uint32_t)__builtin_ctzll(rest);
            uint64_t bare = h->to[0][from] & ~h->from[0][from];
            uint32_t to = (uint32_t)__builtin_ctzll(bare | end);
            h->to[0][from] = h->from[0][from] = 0;
            several |= bare & (bare - 1);
            if (words > 1) {
                uint64_t more = h->to[1][from] & ~h->from[1][from];
                h->to[1][from] = h->from[1][from] = 0;
                several |= (more & (more - 1)) | (bare && more);
                to = bare ? to : 64 + (uint32_t)__builtin_ctzll(more | end);
                bare |= more;
            }
            out->from[count] = from;
            out->to[count] = to;
            out->face[count] = cld_shell_pack(from, to, apex);
            count += bare != 0;
        }
    for (uint32_t k = 0; k < CLD_LANES - 1; k++)
        out->from[count + k] = out->to[count + k] = out->face[count + k] = 0;
    out->count = count;
    out->touches_itself = several;
}

/// A group without faces.
CLD_INLINE uint32_t cld_shell_take_group(cld_shell *h) {
    for (uint32_t block = 0; CLD_SHELL_BLOCK * block < h->group_count; block++) {
        uint64_t any = h->alive[block] | h->alive[block] >> 2;
        any |= any >> 1;
        uint32_t end = h->group_count - CLD_SHELL_BLOCK * block;
        uint64_t unused = ~any & UINT64_C(0x1111111111111111);
        if (unused && (uint32_t)__builtin_ctzll(unused) / CLD_LANES < end)
            return CLD_SHELL_BLOCK * block + (uint32_t)__builtin_ctzll(unused) / CLD_LANES;
    }
    if (h->group_count % CLD_SHELL_BLOCK == 0)
        h->alive[h->group_count / CLD_SHELL_BLOCK] = 0;
    return h->group_count++;
}

/// Makes a group of up to four faces, between sides of the horizon and the apex.
CLD_INLINE void cld_shell_add_faces(cld_shell *h, const cld_shell_horizon *sides, uint32_t i,
                                    const cld_lanes3 *tip, cld_lanes *nearest) {
    uint32_t group = cld_shell_take_group(h), count = sides->count - i;
    cld_lanes3 p, q;
    cld_shell_gather(h, sides->from + i, &p);
    cld_shell_gather(h, sides->to + i, &q);
    cld_lane_mask there = cld_lane_places < (long long)count;
    cld_shell_set_planes(h, group, &there, &p, &q, tip, nearest);
    uint64_t used = count < CLD_LANES ? (UINT64_C(1) << count) - 1 : 0xf;
    h->alive[group / CLD_SHELL_BLOCK] |= used << group % CLD_SHELL_BLOCK * CLD_LANES;
    for (uint32_t k = 0; k < CLD_LANES; k++)
        h->corners[CLD_LANES * group + k] = sides->face[i + k];
}

/// Joins a vertex to the horizon that it sees, and finds the nearest face then. `words` as above.
CLD_INLINE bool cld_shell_join(cld_shell *h, uint32_t words, const cld_corner *w, cld_lanes *nearest) {
    cld_shell_horizon sides;
    cld_lanes3 tip;
    uint64_t corners[CLD_SHELL_WORDS] = {0};
    uint32_t apex = h->vertex_count++;
    for (uint32_t i = 0; i < h->group_count; i += CLD_SHELL_BLOCK) {
        uint64_t seen = cld_shell_carve(
            h, i, i + CLD_SHELL_BLOCK < h->group_count ? i + CLD_SHELL_BLOCK : h->group_count, w->w, nearest);
        cld_shell_note_sides(h, words, i / CLD_SHELL_BLOCK, seen & h->alive[i / CLD_SHELL_BLOCK], corners);
        h->alive[i / CLD_SHELL_BLOCK] &= ~seen;
    }
    cld_shell_find_horizon(h, words, corners, apex, &sides);
    // At the worst none of the groups there are is without faces.
    uint32_t most_groups = h->group_count + (sides.count + CLD_LANES - 1) / CLD_LANES;
    if (apex >= CLD_SHELL_VERTICES || most_groups > CLD_SHELL_GROUPS || sides.count < 3 ||
        sides.touches_itself || h->is_tangled)
        return false;
    h->vertex[apex] = *w;
    cld_shell_clear_sides(h, apex);
    cld_lanes3_repeat(w->w, &tip);
    for (uint32_t i = 0; i < sides.count; i += CLD_LANES)
        cld_shell_add_faces(h, &sides, i, &tip, nearest);
    return !cld_lanes_have_any(&h->bad);
}

/// The same, however many vertices there are.
CLD_INLINE bool cld_shell_add(cld_shell *h, const cld_corner *w, cld_lanes *nearest) {
    return h->vertex_count <= CLD_SHELL_WORD ? cld_shell_join(h, 1, w, nearest)
                                             : cld_shell_join(h, CLD_SHELL_WORDS, w, nearest);
}

#endif
