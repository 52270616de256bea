/// Asks a cube map of directions, or the rims of large faces (look_up.h).

#include "shape/cells.h"

#include "shape/look_up.h"

CLD_WIDE(void, cld_look_up_pair, (const cld_cells_ask ask[2], cld_cells_answer found[2]),
         { cld_look_up_pair(ask, found); })

CLD_WIDE(void, cld_look_up, (const cld_cells_ask *ask, cld_cells_answer *found), { cld_look_up(ask, found); })

void cld_cells_find_pair(const cld_cells_ask ask[2], cld_cells_answer found[2]) {
    CLD_BEST(cld_look_up_pair, (ask, found));
}

uint32_t cld_cells_find_extreme(const cld_cells *cells, cld_vec3 d, cld_vec3 *v) {
    const cld_cells_ask ask = {cells, cells->cloud, d};
    cld_cells_answer found;
    CLD_BEST(cld_look_up, (&ask, &found));
    *v = found.v;
    return found.at;
}

double cld_cells_find_slack(const cld_cells *cells) { return cells->slack; }

/// Notes a vertex among the `count` found so far, which ascend.
static void note(uint32_t index, uint32_t *found, uint32_t count) {
    for (; count > 0 && found[count - 1] > index; count--)
        found[count] = found[count - 1];
    found[count] = index;
}

typedef struct selection {
    double least;
    uint32_t room, count;
    uint32_t *found;
} selection;

/// How many lanes of a group are corners.
static inline uint32_t count_lanes(const cld_rim *rim, uint32_t group) {
    uint32_t left = rim->corner_count - CLD_LANES * group;
    return left < CLD_LANES ? left : CLD_LANES;
}

CLD_INLINE void select_in_arc(const cld_rim *rim, cld_rim_arc arc, cld_vec3 d, selection *s) {
    for (uint32_t i = arc.first, left = arc.count; left > 0; left--, i = cld_rim_next(rim, i)) {
        const cld_rim_group *g = &rim->group[i];
        cld_lane_bits bit = {1, 2, 4, 8},
                      beyond = (cld_lane_bits)(g->x * d.x + g->y * d.y + g->z * d.z >= s->least) & bit;
        uint64_t rest = beyond[0] | beyond[1] | beyond[2] | beyond[3];
        for (rest &= (1U << count_lanes(rim, i)) - 1; rest; rest &= rest - 1) {
            uint32_t lane = (uint32_t)__builtin_ctzll(rest);
            if (s->count < s->room)
                note((uint32_t)(g->key[lane] >> 32), s->found, s->count);
            s->count++;
        }
    }
}

/// Selects in all rims but `skipped`.
CLD_INLINE void select_in_rims(const cld_rims *rims, uint32_t skipped, cld_vec3 d, selection *s) {
    for (uint32_t i = 0; i < rims->count; i++) {
        const cld_rim *rim = &rims->rim[i];
        const cld_rim_arc *arc = cld_rim_look_up(rim, rims->extent, d, CLD_RIM_LEAST);
        if (i != skipped && (arc != &rim->whole || cld_rim_find_height(rims, rim, d) >= s->least))
            select_in_arc(rim, *arc, d, s);
    }
}

CLD_WIDE(void, select_in_rims, (const cld_rims *rims, uint32_t skipped, cld_vec3 d, selection *s),
         { select_in_rims(rims, skipped, d, s); })

uint32_t cld_cells_find_face(const cld_cells *cells, cld_vec3 d, double least) {
    const cld_rims *rims = &cells->rims;
    for (uint32_t i = 0; i < rims->count; i++) {
        const cld_rim *rim = &rims->rim[i];
        if (rim->face == CLD_NO_INDEX ||
            !(cld_dot(rim->centre, d) - cld_rim_find_spread(rims, rim, d) >= least))
            continue;
        selection others = {.least = least};
        CLD_BEST(select_in_rims, (rims, i, d, &others));
        return others.count == 0 ? rim->face : CLD_NO_INDEX;
    }
    return CLD_NO_INDEX;
}

uint32_t cld_cells_select(const cld_cells *cells, cld_vec3 d, double least, uint32_t room, uint32_t *found) {
    if (cells->rims.count > 0) {
        selection s = {least, room, 0, found};
        CLD_BEST(select_in_rims, (&cells->rims, CLD_NO_INDEX, d, &s));
        return s.count;
    }
    if (cld_is_too_short(cells, d))
        return cld_cloud_select(cells->cloud, d, least, room, found);
    const cld_cell *at = cld_fetch_cell(cells, d);
    bool listed = at->place[0] == CLD_CELL_LISTED;
    uint32_t count = 0, last = CLD_NO_INDEX;
    for (uint32_t i = 0; i < (listed ? at->list.count : CLD_CELL_FEW); i++) {
        const cld_spot *s = &cells->spots[listed ? cells->listed[at->list.start + i] : at->place[i]];
        // Lists ascend; what they are filled up with does not.
        bool is_padding = last != CLD_NO_INDEX && s->index <= last;
        if (is_padding || !(s->x * d.x + s->y * d.y + s->z * d.z >= least))
            continue;
        last = (uint32_t)s->index;
        if (count++ < room)
            found[count - 1] = last;
    }
    return count;
}
