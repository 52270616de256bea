/// Looking tables of supports up, inlined into those who do little else.
///
/// The cell of a direction lists the vertices that can be the farthest there, as the arcs of rims do, and
/// their dot products, which are those of a scan, tell which one is.
#ifndef CLD_SHAPE_LOOK_UP_H
#define CLD_SHAPE_LOOK_UP_H

#include <math.h>

#include "shape/cell.h"
#include "shape/lanes.h"

/// Of a direction that is not too short. No comparison is a jump: which axis is the longest is hard to guess.
static inline uint32_t cld_find_cell(const cld_cells *cells, cld_vec3 d) {
    double x = fabs(d.x), y = fabs(d.y), z = fabs(d.z), most = d.x;
    bool is_y = y > x, is_z = z > cld_max(x, y);
    most = is_y ? d.y : most;
    most = is_z ? d.z : most;
    double u = (is_y | is_z) ? d.x : d.y, v = is_z ? d.y : d.z;
    uint32_t axis = (is_z ? 4U : is_y ? 2U : 0U) + (most < 0), last = cells->side - 1;
    double half = 0.5 * cells->side, scale = half / fabs(most);
    uint32_t column = (uint32_t)(half + u * scale), row = (uint32_t)(half + v * scale);
    return (axis * cells->side + (row < last ? row : last)) * cells->side + (column < last ? column : last);
}

/// The numbers of four cells, or of their rows or columns.
typedef int32_t cld_lane_numbers
    __attribute__((vector_size(4 * CLD_LANES), aligned(4 * CLD_LANES), may_alias));

/// The rows or columns of directions that are so far, in cells, from the middle of the cube's side.
CLD_INLINE void cld_find_rows(double half, const cld_lanes *from_middle, cld_lane_numbers *out) {
    const cld_lanes none = {0, 0, 0, 0}, last = none + (2 * half - 1);
    cld_lanes row = half + *from_middle;
    // So that there is a number for NaN, too.
    cld_lane_mask inside = row < last;
    cld_lanes_choose(&inside, &row, &last, &row);
    inside = row > 0;
    cld_lanes_choose(&inside, &row, &none, &row);
    *out = __builtin_convertvector(row, cld_lane_numbers);
}

/// cld_find_cell of four directions; some cell of those that are too short or not numbers.
CLD_INLINE void cld_find_four_cells(const cld_cells *cells, const cld_lanes3 *d, cld_lane_numbers *out) {
    cld_lanes x = d->x, y = d->y, z = d->z, most, other, u, v;
    cld_lanes_take_magnitude(&x), cld_lanes_take_magnitude(&y), cld_lanes_take_magnitude(&z);
    cld_lane_mask is_y = y > x, is_z;
    cld_lanes_choose(&is_y, &y, &x, &other);
    is_z = z > other;
    cld_lanes_choose(&is_y, &d->y, &d->x, &most);
    cld_lanes_choose(&is_z, &d->z, &most, &most);
    cld_lane_mask is_either = is_y | is_z, axis = (is_z & 4) | (is_y & ~is_z & 2);
    axis -= most < 0; // which is -1 where it is true
    cld_lanes_choose(&is_either, &d->x, &d->y, &u);
    cld_lanes_choose(&is_z, &d->y, &d->z, &v);
    cld_lanes_take_magnitude(&most);
    double half = 0.5 * cells->side;
    cld_lanes scale = half / most;
    cld_lane_numbers row, column, side = {0, 0, 0, 0};
    side += (int32_t)cells->side;
    u *= scale, v *= scale;
    cld_find_rows(half, &u, &column);
    cld_find_rows(half, &v, &row);
    *out = (__builtin_convertvector(axis, cld_lane_numbers) * side + row) * side + column;
}

/// The cell of a direction, on its way from memory.
static inline const cld_cell *cld_fetch_cell(const cld_cells *cells, cld_vec3 d) {
    const cld_cell *at = &cells->cells[cld_find_cell(cells, d)];
    __builtin_prefetch(at);
    return at;
}

/// How far four vertices are along d.
CLD_INLINE void cld_find_along(const cld_cells *cells, uint32_t i, uint32_t k, uint32_t l, uint32_t m,
                               cld_vec3 d, cld_lanes *along) {
    const cld_lanes *p = (const cld_lanes *)&cells->spots[i], *q = (const cld_lanes *)&cells->spots[k],
                    *r = (const cld_lanes *)&cells->spots[l], *s = (const cld_lanes *)&cells->spots[m];
    cld_lanes3 v;
    cld_lanes_gather(p, q, r, s, &v);
    *along = v.x * d.x + v.y * d.y + v.z * d.z;
}

CLD_INLINE uint32_t cld_find_in_list(const cld_cells *cells, const cld_cell *at, cld_vec3 d) {
    const uint32_t *list = cells->listed + at->list.start;
    cld_lanes best;
    cld_lane_mask slot = {0, 1, 2, 3}, best_slot = slot;
    cld_find_along(cells, list[0], list[1], list[2], list[3], d, &best);
    for (uint32_t i = CLD_LANES; i < at->list.count; i += CLD_LANES) {
        cld_lanes along;
        slot += CLD_LANES;
        cld_find_along(cells, list[i], list[i + 1], list[i + 2], list[i + 3], d, &along);
        cld_lanes_keep_better(&best, &best_slot, &along, &slot, false);
    }
    return list[cld_lanes_agree(&best, &best_slot, at->list.count, false)];
}

CLD_INLINE const cld_spot *cld_find_in_cell(const cld_cells *cells, const cld_cell *at, cld_vec3 d) {
    const uint16_t *p = at->place;
    if (p[0] == CLD_CELL_LISTED)
        return &cells->spots[cld_find_in_list(cells, at, d)];
    cld_lanes best, along;
    cld_lane_mask best_slot = {0, 1, 2, 3}, slot = {4, 5, 6, 7};
    cld_find_along(cells, p[0], p[1], p[2], p[3], d, &best);
    cld_find_along(cells, p[4], p[5], p[6], p[7], d, &along);
    cld_lanes_keep_better(&best, &best_slot, &along, &slot, false);
    return &cells->spots[p[cld_lanes_agree(&best, &best_slot, CLD_CELL_FEW, false)]];
}

CLD_INLINE void cld_take_from_cell(const cld_cells *cells, const cld_cell *at, cld_vec3 d,
                                   cld_cells_answer *found) {
    const cld_spot *spot = cld_find_in_cell(cells, at, d);
    found->v = cld_vec3_make(spot->x, spot->y, spot->z);
    found->at = (uint32_t)spot->index;
}

/// Whether products with a direction may lose digits, as those with 0 do, so that only a scan tells what it
/// finds.
static inline bool cld_is_too_short(const cld_cells *cells, cld_vec3 d) {
    return !(cld_max_abs(d) >= cells->shortest);
}

/// Where to look for what is farthest along a direction, on its way from memory.
typedef struct cld_place {
    const cld_cell *cell;                      ///< NULL to scan: no table, or d is too short; or rims
    const cld_rim_arc *arc[CLD_MOST_RIMS + 1]; ///< of each rim
    uint32_t first, end;                       ///< the rims to look at
} cld_place;

/// Of twins, only the higher one is looked at: each corner of the lower one is lower than its twin by what
/// the centres are, but for how far it is off and what rounding makes of two products.
CLD_INLINE void cld_fetch_arcs(const cld_rims *rims, cld_vec3 d, cld_place *to) {
    to->first = 0, to->end = rims->count;
    if (rims->twin_off < INFINITY) {
        double higher = cld_dot(cld_sub(rims->rim[1].centre, rims->rim[0].centre), d),
               margin = cld_max_abs(d) * (2 * rims->twin_off + 0x1p-40 * rims->extent) + 0x1p-1000;
        if (fabs(higher) > margin)
            to->first = higher > 0, to->end = to->first + 1;
    }
    for (uint32_t i = to->first; i < to->end; i++) {
        const cld_rim *rim = &rims->rim[i];
        to->arc[i] = cld_rim_look_up(rim, rims->extent, d, rim->least);
        __builtin_prefetch(to->arc[i]);
    }
}

CLD_INLINE void cld_fetch_place(const cld_cells_ask *ask, cld_place *to) {
    const cld_cells *cells = ask->cells;
    to->cell = NULL, to->first = to->end = 0;
    if (!cells)
        return;
    const cld_rims *rims = &cells->rims;
    if (rims->count == 0) {
        to->cell = cld_is_too_short(cells, ask->d) ? NULL : cld_fetch_cell(cells, ask->d);
        return;
    }
    cld_fetch_arcs(rims, ask->d, to);
}

/// The farthest corners that the lanes have met, each with its key.
typedef struct cld_farthest {
    cld_lanes along;
    cld_lane_mask key;
} cld_farthest;

CLD_INLINE void cld_find_in_arc(const cld_rim *rim, cld_rim_arc arc, cld_vec3 d, cld_farthest *best) {
    for (uint32_t i = arc.first, left = arc.count; left > 0; left--, i = cld_rim_next(rim, i)) {
        const cld_rim_group *g = &rim->group[i];
        cld_lanes along = g->x * d.x + g->y * d.y + g->z * d.z;
        cld_lane_mask better = (along > best->along) | ((along == best->along) & (g->key < best->key));
        cld_lanes_choose(&better, &along, &best->along, &best->along);
        best->key = (g->key & better) | (best->key & ~better);
    }
}

CLD_INLINE void cld_take_lesser_key(cld_lane_mask *p, const cld_lane_mask *q) {
    cld_lane_mask lesser = *q < *p;
    *p = (*q & lesser) | (*p & ~lesser);
}

/// The slot of the farthest of the lanes, of the lowest index where they are several.
CLD_INLINE uint32_t cld_farthest_agree(const cld_farthest *best) {
    cld_lanes most = best->along, other = __builtin_shufflevector(most, most, 2, 3, 0, 1);
    cld_lanes_take_better(&most, &other, false);
    other = __builtin_shufflevector(most, most, 1, 0, 3, 2);
    cld_lanes_take_better(&most, &other, false);
    cld_lane_mask key = best->key | ((best->along != most) & INT64_MAX), rival;
    rival = __builtin_shufflevector(key, key, 2, 3, 0, 1);
    cld_take_lesser_key(&key, &rival);
    rival = __builtin_shufflevector(key, key, 1, 0, 3, 2);
    cld_take_lesser_key(&key, &rival);
    return (uint32_t)key[0];
}

/// No corner of a rim is farther than this from its centre along d, up or down, nor is what products say of
/// one: the margin is far above the 2^-49 to which they are good, and what they may lose below the least
/// double.
static inline double cld_rim_find_spread(const cld_rims *rims, const cld_rim *rim, cld_vec3 d) {
    double spread = rim->around * (fabs(cld_dot(rim->p, d)) + fabs(cld_dot(rim->q, d))),
           margin = cld_max_abs(d) * (2 * rim->off + 0x1p-40 * rims->extent) + 0x1p-1000;
    return spread + margin;
}

static inline double cld_rim_find_height(const cld_rims *rims, const cld_rim *rim, cld_vec3 d) {
    return cld_dot(rim->centre, d) + cld_rim_find_spread(rims, rim, d);
}

/// Whether a rim is lower than another along d: than the other's centre, which is no farther than its
/// farthest corner.
static inline bool cld_rim_is_lower(const cld_rims *rims, const cld_rim *rim, cld_vec3 d) {
    double high = cld_rim_find_height(rims, rim, d);
    bool found = false;
    for (uint32_t i = 0; i < rims->count; i++)
        found |= rims->rim[i].side > 0 && cld_dot(rims->rim[i].centre, d) > high;
    return found;
}

CLD_INLINE void cld_find_in_rims(const cld_rims *rims, const cld_place *at, cld_vec3 d,
                                 cld_cells_answer *found) {
    cld_farthest best = {{-INFINITY, -INFINITY, -INFINITY, -INFINITY},
                         {INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX}};
    for (uint32_t i = at->first; i < at->end; i++) {
        const cld_rim *rim = &rims->rim[i];
        if (at->arc[i] != &rim->whole || rim->side == 0 || !cld_rim_is_lower(rims, rim, d))
            cld_find_in_arc(rim, *at->arc[i], d, &best);
    }
    uint32_t slot = cld_farthest_agree(&best), lane = slot % CLD_LANES;
    // Only where nothing compares, for NaN, is none found.
    const cld_rim_group *g = &rims->group[slot / CLD_LANES < rims->group_count ? slot / CLD_LANES : 0];
    found->v = cld_vec3_make(g->x[lane], g->y[lane], g->z[lane]);
    found->at = (uint32_t)(g->key[lane] >> 32);
}

static inline void cld_find_by_scan(const cld_cloud *cloud, cld_vec3 d, cld_cells_answer *found) {
    found->at = cld_cloud_find_extreme(cloud, d);
    found->v = cld_cloud_at(cloud, found->at);
}

CLD_INLINE void cld_find_in_place(const cld_cells_ask *ask, const cld_place *at, cld_cells_answer *found) {
    const cld_cells *cells = ask->cells;
    if (!cells) {
        cld_find_by_scan(ask->cloud, ask->d, found);
    } else if (cells->rims.count > 0) {
        cld_find_in_rims(&cells->rims, at, ask->d, found);
    } else if (!at->cell) {
        cld_find_by_scan(cells->cloud, ask->d, found);
    } else {
        cld_take_from_cell(cells, at->cell, ask->d, found);
    }
}

/// Both written out, for the answers to stay in registers: a loop would store them in pieces, which are slow
/// to load in others.
CLD_INLINE void cld_look_up_pair(const cld_cells_ask ask[2], cld_cells_answer found[2]) {
    cld_place at_a, at_b;
    cld_fetch_place(&ask[0], &at_a);
    cld_fetch_place(&ask[1], &at_b);
    cld_find_in_place(&ask[0], &at_a, &found[0]);
    cld_find_in_place(&ask[1], &at_b, &found[1]);
}

CLD_INLINE void cld_look_up(const cld_cells_ask *ask, cld_cells_answer *found) {
    cld_place at;
    cld_fetch_place(ask, &at);
    cld_find_in_place(ask, &at, found);
}

#endif
