/// A cube map of directions whose cells list the vertices that can be the farthest in one of their
/// directions.
///
/// Linear functions over a cell are decided at its corners: if a vertex q is clearly farther than p along all
/// four corner directions, it is so along every direction between them, and p is not in the cell's list. A
/// cell starts from the list of the cell that it is a quarter of, so the table is built from coarse to fine.
/// The cells are enlarged a little, and "clearly" is far above what rounding does to a dot product, so the
/// vertex that a scan finds is in the list, and the same dot products find it. Lists are sorted, so that ties
/// go to the lowest index as in a scan.
///
/// Lists stay long where many vertices are within "clearly" of each other, as in a cluster far from the rest,
/// or lie around a ring, all of which a cell across its axis holds. A table that is full before all cells are
/// is begun again with fewer, larger ones, in which fewer copies stand.

#include "shape/cells.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "shape/lanes.h"

/// Four vertices; two cache lines. The first block of each cell stands at the cell's number.
typedef struct block {
    double x[CLD_LANES], y[CLD_LANES], z[CLD_LANES];
    uint32_t index[CLD_LANES];
    uint32_t more, more_count; ///< further blocks of the cell
    uint32_t unused[2];
} block;

struct cld_cells {
    block *blocks;
    uint32_t side; ///< cells along each side of a face of the cube
    uint32_t count, room;
};

/// How much larger than itself a cell is taken, of the cube's half side: rounding moves a direction by 2^-52
/// of it.
#define ENLARGED 0x1p-40

/// Relative to the cloud's extent, how much farther a vertex must be to count as clearly farther. Corner
/// directions are at most sqrt 3 long, and dot products with them are good to 2^-50 of the extent.
#define CLEARLY 0x1p-40

/// How many blocks a table may have for each vertex: 1 KB. Of 512 and 2048 vertices, the benchmark's
/// ellipsoids have 1.3, its prisms, discs and bevelled boxes up to 6.3; the fewer vertices each cell has, the
/// more, up to twice as many.
#define MOST_BLOCKS 8

/// How many candidates are looked at for each vertex, with all sizes of cells together. Those hulls take 43
/// to 141, rings of 16,000 and prisms of 65,536, for which several sizes are tried, up to 570.
#define MOST_VISITS 1024

/// The vertices of a cell are held against each other where they are no more than these: of round hulls, of
/// which it takes a seventh away, for twice the time. Where they are more, they lie around a ring, and stay.
enum { MOST_CUT = 16 };

/// Cells along a side of a face, at least and at most.
enum { LEAST_SIDE = 4, MOST_SIDE = 256 };

typedef struct square {
    int axis; ///< 0 to 5: x, -x, y, -y, z, -z
    double u, v, half;
} square;

typedef struct builder {
    cld_cells *cells;
    const cld_cloud *cloud;
    double clear;
    size_t most_blocks, visits_left;
    bool starved; ///< memory ran out
} builder;

static cld_vec3 make_direction(int axis, double u, double v) {
    double s = axis % 2 ? -1 : 1;
    return axis / 2 == 0   ? cld_vec3_make(s, u, v)
           : axis / 2 == 1 ? cld_vec3_make(u, s, v)
                           : cld_vec3_make(u, v, s);
}

/// Copies the vertices that no other beats at all four corners. Returns how many.
static size_t select_candidates(const builder *b, square s, const uint32_t *from, size_t count,
                                uint32_t *to) {
    enum { RIVALS = 5 };
    double half = s.half * (1 + ENLARGED) + ENLARGED, best[RIVALS], rival[RIVALS][4];
    cld_vec3 corner[RIVALS];
    for (int k = 0; k < 4; k++)
        corner[k] = make_direction(s.axis, s.u + (k & 1 ? half : -half), s.v + (k & 2 ? half : -half));
    corner[4] = make_direction(s.axis, s.u, s.v);
    for (int r = 0; r < RIVALS; r++) {
        uint32_t farthest = from[0];
        best[r] = -INFINITY;
        for (size_t i = 0; i < count; i++) {
            double along = cld_dot(cld_cloud_at(b->cloud, from[i]), corner[r]);
            if (along > best[r])
                best[r] = along, farthest = from[i];
        }
        for (int k = 0; k < 4; k++)
            rival[r][k] = cld_dot(cld_cloud_at(b->cloud, farthest), corner[k]) - b->clear;
    }
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        double along[4];
        for (int k = 0; k < 4; k++)
            along[k] = cld_dot(cld_cloud_at(b->cloud, from[i]), corner[k]);
        bool beaten = false;
        for (int r = 0; r < RIVALS; r++)
            beaten |= (along[0] < rival[r][0]) & (along[1] < rival[r][1]) & (along[2] < rival[r][2]) &
                      (along[3] < rival[r][3]);
        to[kept] = from[i];
        kept += !beaten;
    }
    return kept;
}

/// A convex part of a square, not empty where it is cut; each cut adds a corner at most.
typedef struct region {
    double u[4 + MOST_CUT], v[4 + MOST_CUT];
    int count;
} region;

/// Leaves of a region where a + b u + c v >= 0. Where rounding shows a side more than twice, all stays.
static void cut(region *r, double a, double b, double c) {
    double height[4 + MOST_CUT];
    int crossings = 0;
    for (int i = 0; i < r->count; i++)
        height[i] = a + b * r->u[i] + c * r->v[i];
    for (int i = 0; i < r->count; i++)
        crossings += (height[i] >= 0) != (height[i + 1 < r->count ? i + 1 : 0] >= 0);
    if (crossings == 0 && r->count > 0 && height[0] < 0)
        r->count = 0;
    if (crossings != 2)
        return;
    const region old = *r;
    r->count = 0;
    for (int i = 0; i < old.count; i++) {
        int k = i + 1 < old.count ? i + 1 : 0;
        if (height[i] >= 0) {
            r->u[r->count] = old.u[i];
            r->v[r->count++] = old.v[i];
        }
        if ((height[i] >= 0) == (height[k] >= 0))
            continue;
        double t = height[i] / (height[i] - height[k]);
        r->u[r->count] = old.u[i] + t * (old.u[k] - old.u[i]);
        r->v[r->count++] = old.v[i] + t * (old.v[k] - old.v[i]);
    }
}

/// Whether a vertex of the list can be the farthest in the square: what is left of that when each of the
/// others has taken away where it is clearly farther. Corners are off by a few ulps of the cube's half side,
/// and heights by as many of the extent, which is far less than "clearly": what is within half of that stays.
static bool can_be_farthest(const builder *b, square s, const uint32_t *list, size_t count, size_t at) {
    double half = s.half * (1 + ENLARGED) + ENLARGED, sign = s.axis % 2 ? -1 : 1;
    region r = {{s.u - half, s.u + half, s.u + half, s.u - half},
                {s.v - half, s.v - half, s.v + half, s.v + half},
                4};
    const cld_vec3 p = cld_cloud_at(b->cloud, list[at]);
    for (size_t i = 0; i < count && r.count > 0; i++) {
        cld_vec3 d = cld_sub(p, cld_cloud_at(b->cloud, list[i]));
        if (i == at)
            continue;
        if (s.axis / 2 == 0)
            cut(&r, sign * d.x + b->clear, d.y, d.z);
        else if (s.axis / 2 == 1)
            cut(&r, sign * d.y + b->clear, d.x, d.z);
        else
            cut(&r, sign * d.z + b->clear, d.x, d.y);
    }
    return r.count > 0;
}

/// Drops the vertices that others beat together; returns how many stay.
static size_t drop_beaten(const builder *b, square s, uint32_t *list, size_t count) {
    bool stays[MOST_CUT];
    size_t kept = 0;
    if (count > MOST_CUT)
        return count;
    for (size_t i = 0; i < count; i++)
        stays[i] = can_be_farthest(b, s, list, count, i);
    for (size_t i = 0; i < count; i++) {
        list[kept] = list[i];
        kept += stays[i];
    }
    return kept;
}

/// Fills blocks from a list, the last one padded with its first vertex.
static void fill_blocks(const cld_cloud *cloud, block *blocks, const uint32_t *list, size_t count) {
    for (size_t i = 0; i < (count + CLD_LANES - 1) / CLD_LANES * CLD_LANES; i++) {
        uint32_t index = list[i < count ? i : i / CLD_LANES * CLD_LANES];
        block *to = &blocks[i / CLD_LANES];
        to->x[i % CLD_LANES] = cloud->x[index];
        to->y[i % CLD_LANES] = cloud->y[index];
        to->z[i % CLD_LANES] = cloud->z[index];
        to->index[i % CLD_LANES] = index;
    }
}

/// False if memory runs out.
static bool move_blocks(cld_cells *cells, size_t room) {
    block *moved = aligned_alloc(64, room * sizeof *moved);
    if (!moved)
        return false;
    if (cells->blocks)
        memcpy(moved, cells->blocks, cells->count * sizeof *moved);
    free(cells->blocks);
    cells->blocks = moved;
    cells->room = (uint32_t)room;
    return true;
}

/// False if there may not be as many blocks, or memory runs out.
static bool reserve_blocks(builder *b, size_t count) {
    if (count <= b->cells->room || count > b->most_blocks)
        return count <= b->cells->room;
    b->starved = !move_blocks(b->cells, 2 * count < b->most_blocks ? 2 * count : b->most_blocks);
    return !b->starved;
}

static bool write_cell(builder *b, uint32_t cell, const uint32_t *list, size_t count) {
    cld_cells *cells = b->cells;
    size_t more = count > CLD_LANES ? (count - 1) / CLD_LANES : 0;
    if (!reserve_blocks(b, cells->count + more))
        return false;
    block *first = &cells->blocks[cell];
    memset(first, 0, sizeof *first);
    first->more = cells->count;
    first->more_count = (uint32_t)more;
    fill_blocks(b->cloud, first, list, count < CLD_LANES ? count : CLD_LANES);
    if (more)
        fill_blocks(b->cloud, &cells->blocks[cells->count], list + CLD_LANES, count - CLD_LANES);
    cells->count += (uint32_t)more;
    return true;
}

/// Fills the cells of a square of `side` times `side` of them, the first of which is at (column, row) of its
/// face.
static bool fill_square(builder *b, square s, uint32_t column, uint32_t row, uint32_t side,
                        const uint32_t *from, size_t count) {
    uint32_t *list = (uint32_t *)from + count;
    if (count > b->visits_left)
        return false;
    b->visits_left -= count;
    count = select_candidates(b, s, from, count, list);
    if (side == 1) {
        count = drop_beaten(b, s, list, count);
        return write_cell(b, ((uint32_t)s.axis * b->cells->side + row) * b->cells->side + column, list,
                          count);
    }
    for (int k = 0; k < 4; k++) {
        double half = s.half / 2;
        square quarter = {s.axis, s.u + (k & 1 ? half : -half), s.v + (k & 2 ? half : -half), half};
        if (!fill_square(b, quarter, column + (k & 1 ? side / 2 : 0), row + (k & 2 ? side / 2 : 0), side / 2,
                         list, count))
            return false;
    }
    return true;
}

/// Fills cells `side` times `side` on each face from `all` vertices; behind those there is space for lists,
/// as deep as the recursion is.
static bool fill_cube(builder *b, uint32_t side, const uint32_t *all) {
    b->cells->side = side;
    b->cells->count = 6 * side * side;
    bool good = true;
    for (int axis = 0; good && axis < 6; axis++)
        good = fill_square(b, (square){axis, 0, 0, 1}, 0, 0, side, all, b->cloud->count);
    return good;
}

/// Fills as many cells as fit. False if not even the fewest do, or memory runs out.
static bool fill_cells(builder *b, uint32_t side, uint32_t *all) {
    double extent = 0;
    for (uint32_t i = 0; i < b->cloud->count; i++) {
        all[i] = i;
        extent = fmax(extent, cld_max_abs(cld_cloud_at(b->cloud, i)));
    }
    b->clear = CLEARLY * extent;
    bool good = false;
    for (; !good && !b->starved && side >= LEAST_SIDE; side /= 2)
        good = fill_cube(b, side, all);
    return good;
}

cld_status cld_cells_create(const cld_cloud *cloud, cld_cells **out, cld_error *err) {
    uint32_t side = LEAST_SIDE, depth = 3;
    for (; (size_t)side * side * 8 < cloud->count && side < MOST_SIDE; depth++) // some two to four a vertex
        side *= 2;
    size_t most = MOST_BLOCKS * (size_t)cloud->count;
    cld_cells *cells = calloc(1, sizeof *cells);
    uint32_t *lists = malloc((depth + 2) * (size_t)cloud->count * sizeof *lists);
    builder b = {
        cells,           cloud, 0, most < UINT32_MAX ? most : UINT32_MAX, MOST_VISITS * (size_t)cloud->count,
        !cells || !lists};
    bool good = !b.starved && reserve_blocks(&b, 6 * (size_t)side * side) && fill_cells(&b, side, lists);
    free(lists);
    if (good)
        (void)move_blocks(cells, cells->count); // gives back what growing reserved, unless memory is short
    else
        cld_cells_destroy(cells);
    *out = good ? cells : NULL;
    return b.starved ? cld_fail_memory(err) : CLD_OK;
}

void cld_cells_destroy(const cld_cells *cells) {
    if (cells)
        free(cells->blocks);
    free((void *)cells);
}

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
static inline const block *fetch_cell(const cld_cells *cells, cld_vec3 d) {
    const block *cell = &cells->blocks[find_cell(cells, d)];
    __builtin_prefetch(cell);
    __builtin_prefetch(cell->index);
    return cell;
}

CLD_INLINE void find_along(const block *at, cld_vec3 d, cld_lanes *along) {
    *along =
        *(const cld_lanes *)at->x * d.x + *(const cld_lanes *)at->y * d.y + *(const cld_lanes *)at->z * d.z;
}

CLD_INLINE uint32_t find_in_cell(const cld_cells *cells, const block *cell, cld_vec3 d, cld_vec3 *v) {
    const block *more = cells->blocks + cell->more;
    uint32_t blocks = 1 + cell->more_count;
    cld_lanes best;
    cld_lane_mask at = {0, 1, 2, 3}, place = at;
    find_along(cell, d, &best);
    for (uint32_t i = 1; i < blocks; i++) {
        cld_lanes along;
        place += CLD_LANES;
        find_along(&more[i - 1], d, &along);
        cld_lanes_keep_better(&best, &at, &along, &place, false);
    }
    uint32_t found = cld_lanes_agree(&best, &at, blocks * CLD_LANES, false), lane = found % CLD_LANES;
    if (found >= CLD_LANES)
        cell = &more[found / CLD_LANES - 1];
    *v = cld_vec3_make(cell->x[lane], cell->y[lane], cell->z[lane]);
    return cell->index[lane];
}

CLD_INLINE void find_pair(const cld_cells_ask ask[2], cld_cells_answer found[2]) {
    const block *cell[2] = {fetch_cell(ask[0].cells, ask[0].d), fetch_cell(ask[1].cells, ask[1].d)};
    for (int k = 0; k < 2; k++)
        found[k].at = find_in_cell(ask[k].cells, cell[k], ask[k].d, &found[k].v);
}

CLD_WIDE(void, find_pair, (const cld_cells_ask ask[2], cld_cells_answer found[2]), { find_pair(ask, found); })

void cld_cells_find_pair(const cld_cells_ask ask[2], cld_cells_answer found[2]) {
    CLD_BEST(find_pair, (ask, found));
}

uint32_t cld_cells_find_extreme(const cld_cells *cells, cld_vec3 d, cld_vec3 *v) {
    return find_in_cell(cells, fetch_cell(cells, d), d, v);
}
