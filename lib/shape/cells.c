/// Asks a cube map of directions: the cell of a direction lists the vertices that can be the farthest there,
/// and their dot products, which are those of a scan, tell which one is.

#include "shape/cells.h"

#include <math.h>

#include "shape/cell.h"
#include "shape/lanes.h"

/// No comparison is a jump: which axis is the longest is hard to guess.
static inline uint32_t find_cell(const cld_cells *cells, cld_vec3 d) {
    double x = fabs(d.x), y = fabs(d.y), z = fabs(d.z), most = d.x;
    bool is_y = y > x, is_z = z > cld_max(x, y);
    most = is_y ? d.y : most;
    most = is_z ? d.z : most;
    double u = (is_y | is_z) ? d.x : d.y, v = is_z ? d.y : d.z;
    uint32_t axis = (is_z ? 4U : is_y ? 2U : 0U) + (most < 0), last = cells->side - 1;
    double half = 0.5 * cells->side, scale = most != 0 ? half / fabs(most) : 0;
    uint32_t column = (uint32_t)(half + u * scale), row = (uint32_t)(half + v * scale);
    return (axis * cells->side + (row < last ? row : last)) * cells->side + (column < last ? column : last);
}

/// The cell of a direction, on its way from memory.
static inline const cld_cell *fetch_cell(const cld_cells *cells, cld_vec3 d) {
    const cld_cell *at = &cells->cells[find_cell(cells, d)];
    __builtin_prefetch(at);
    return at;
}

/// How far four vertices are along d.
CLD_INLINE void find_along(const cld_cells *cells, uint32_t i, uint32_t k, uint32_t l, uint32_t m, cld_vec3 d,
                           cld_lanes *along) {
    const cld_lanes *p = (const cld_lanes *)&cells->spots[i], *q = (const cld_lanes *)&cells->spots[k],
                    *r = (const cld_lanes *)&cells->spots[l], *s = (const cld_lanes *)&cells->spots[m];
    cld_lanes3 v;
    cld_lanes_gather(p, q, r, s, &v);
    *along = v.x * d.x + v.y * d.y + v.z * d.z;
}

CLD_INLINE uint32_t find_in_list(const cld_cells *cells, const cld_cell *at, cld_vec3 d) {
    const uint32_t *list = cells->listed + at->list.start;
    cld_lanes best;
    cld_lane_mask slot = {0, 1, 2, 3}, best_slot = slot;
    find_along(cells, list[0], list[1], list[2], list[3], d, &best);
    for (uint32_t i = CLD_LANES; i < at->list.count; i += CLD_LANES) {
        cld_lanes along;
        slot += CLD_LANES;
        find_along(cells, list[i], list[i + 1], list[i + 2], list[i + 3], d, &along);
        cld_lanes_keep_better(&best, &best_slot, &along, &slot, false);
    }
    return list[cld_lanes_agree(&best, &best_slot, at->list.count, false)];
}

CLD_INLINE const cld_spot *find_in_cell(const cld_cells *cells, const cld_cell *at, cld_vec3 d) {
    const uint16_t *p = at->place;
    if (p[0] == CLD_CELL_LISTED)
        return &cells->spots[find_in_list(cells, at, d)];
    cld_lanes best, along;
    cld_lane_mask best_slot = {0, 1, 2, 3}, slot = {4, 5, 6, 7};
    find_along(cells, p[0], p[1], p[2], p[3], d, &best);
    find_along(cells, p[4], p[5], p[6], p[7], d, &along);
    cld_lanes_keep_better(&best, &best_slot, &along, &slot, false);
    return &cells->spots[p[cld_lanes_agree(&best, &best_slot, CLD_CELL_FEW, false)]];
}

static inline uint32_t take(const cld_spot *found, cld_vec3 *v) {
    *v = cld_vec3_make(found->x, found->y, found->z);
    return (uint32_t)found->index;
}

CLD_INLINE void find_pair(const cld_cells_ask ask[2], cld_cells_answer found[2]) {
    const cld_cell *at[2] = {fetch_cell(ask[0].cells, ask[0].d), fetch_cell(ask[1].cells, ask[1].d)};
    for (int k = 0; k < 2; k++)
        found[k].at = take(find_in_cell(ask[k].cells, at[k], ask[k].d), &found[k].v);
}

CLD_WIDE(void, find_pair, (const cld_cells_ask ask[2], cld_cells_answer found[2]), { find_pair(ask, found); })

void cld_cells_find_pair(const cld_cells_ask ask[2], cld_cells_answer found[2]) {
    CLD_BEST(find_pair, (ask, found));
}

uint32_t cld_cells_find_extreme(const cld_cells *cells, cld_vec3 d, cld_vec3 *v) {
    return take(find_in_cell(cells, fetch_cell(cells, d), d), v);
}

double cld_cells_find_slack(const cld_cells *cells) { return cells->slack; }

uint32_t cld_cells_select(const cld_cells *cells, cld_vec3 d, double least, uint32_t room, uint32_t *found) {
    const cld_cell *at = fetch_cell(cells, d);
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
