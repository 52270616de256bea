/// Builds a cube map of directions whose cells list the vertices that can be the farthest in one of their
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

#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "shape/cell.h"

/// How much larger than itself a cell is taken, of the cube's half side: rounding moves a direction by 2^-52
/// of it.
#define ENLARGED 0x1p-40

/// Relative to the cloud's extent, how much farther a vertex must be to count as clearly farther: far more
/// than the 2^-50 that dot products are good to, and enough for what contacts count as one plane, 2^-33 of
/// the reach. Directions in a square are at most sqrt 3 long, and what is within half of "clearly" along them
/// stays: along unit ones, what is within more than a quarter.
#define CLEARLY 0x1p-29

/// Products of coordinates as large as this lose next to nothing below the least double, and one divided by
/// them is a number; nor is anything lost when cells are filled, unless 1 / extent is infinite.
#define SHORTEST 0x1p-900

/// How many places a table may list for each vertex: 256 bytes.
#define MOST_LISTED 64

/// How many candidates are looked at for each vertex, with all sizes of cells together: for round hulls 63 to
/// 123, for rings and prisms, for which several sizes are tried, 129 of 512 vertices and 1,294 of 65,536.
#define MOST_VISITS 2048

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
    uint32_t *place; ///< of each vertex among the spots; CLD_NO_INDEX until it has one
    size_t most_listed, visits_left;
    bool starved;        ///< memory ran out
    uint32_t spot_count; ///< that have a place
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

/// Where a vertex stands; where it had no place, behind the others.
static uint32_t find_place(builder *b, uint32_t index) {
    if (b->place[index] == CLD_NO_INDEX) {
        cld_vec3 v = cld_cloud_at(b->cloud, index);
        b->place[index] = b->spot_count++;
        b->cells->spots[b->place[index]] = (cld_spot){v.x, v.y, v.z, index};
    }
    return b->place[index];
}

/// False if there may not be as many, or memory runs out.
static bool reserve_listed(builder *b, size_t count) {
    cld_cells *cells = b->cells;
    if (count <= cells->listed_room || count > b->most_listed)
        return count <= cells->listed_room;
    size_t room = 2 * count < b->most_listed ? 2 * count : b->most_listed;
    uint32_t *moved = realloc(cells->listed, room * sizeof *moved);
    b->starved = !moved;
    if (!moved)
        return false;
    cells->listed = moved;
    cells->listed_room = (uint32_t)room;
    return true;
}

static bool write_list(builder *b, cld_cell *to, const uint32_t *list, size_t count) {
    cld_cells *cells = b->cells;
    size_t whole = (count + CLD_LANES - 1) / CLD_LANES * CLD_LANES;
    if (!reserve_listed(b, cells->listed_count + whole))
        return false;
    to->list.mark = CLD_CELL_LISTED;
    to->list.start = cells->listed_count;
    to->list.count = (uint32_t)whole;
    for (size_t i = 0; i < whole; i++)
        cells->listed[cells->listed_count++] = find_place(b, list[i < count ? i : 0]);
    return true;
}

static bool write_cell(builder *b, uint32_t at, const uint32_t *list, size_t count) {
    cld_cell *to = &b->cells->cells[at];
    *to = (cld_cell){.place = {0}};
    bool fits = count <= CLD_CELL_FEW;
    for (size_t i = 0; i < CLD_CELL_FEW && fits; i++) {
        uint32_t place = find_place(b, list[i < count ? i : 0]);
        fits = place < CLD_CELL_LISTED;
        to->place[i] = (uint16_t)place;
    }
    return fits || write_list(b, to, list, count);
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
    b->spot_count = b->cells->listed_count = 0;
    for (uint32_t i = 0; i < b->cloud->count; i++)
        b->place[i] = CLD_NO_INDEX;
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
    b->cells->slack = 0.25 * b->clear;
    b->cells->cloud = b->cloud;
    b->cells->shortest = SHORTEST * fmax(1, 1 / extent);
    bool good = false;
    for (; !good && !b->starved && side >= LEAST_SIDE; side /= 2)
        good = fill_cube(b, side, all);
    return good;
}

/// `fits` says whether even the coarsest did.
static cld_status create_cells(cld_cells *cells, const cld_cloud *cloud, bool *fits, cld_error *err) {
    uint32_t side = LEAST_SIDE, depth = 3;
    size_t count = cloud->count;
    for (; (size_t)side * side * 2 < count && side < MOST_SIDE; depth++) // some three to twelve a vertex
        side *= 2;
    size_t cell_count = 6 * (size_t)side * side, most = MOST_LISTED * count;
    uint32_t *lists = malloc((depth + 3) * count * sizeof *lists);
    builder b = {cells, cloud, 0, lists, most < UINT32_MAX ? most : UINT32_MAX, MOST_VISITS * count, true, 0};
    cells->spots = aligned_alloc(64, (count * sizeof(cld_spot) + 63) / 64 * 64);
    cells->cells = aligned_alloc(64, (cell_count * sizeof(cld_cell) + 63) / 64 * 64);
    b.starved = !lists || !cells->spots || !cells->cells;
    *fits = !b.starved && fill_cells(&b, side, lists + count);
    free(lists);
    return b.starved ? cld_fail_memory(err) : CLD_OK;
}

cld_status cld_cells_create(const cld_cloud *cloud, const cld_hull *hull, cld_cells **out, cld_error *err) {
    cld_cells *cells = aligned_alloc(64, sizeof *cells);
    bool fits = true;
    *out = NULL;
    if (!cells)
        return cld_fail_memory(err);
    *cells = (cld_cells){.cloud = cloud};
    cld_status status = hull ? cld_rims_create(cloud, hull, &cells->rims, err) : CLD_OK;
    if (cells->rims.count > 0)
        cells->slack = cld_rims_find_slack(&cells->rims);
    else if (status == CLD_OK)
        status = create_cells(cells, cloud, &fits, err);
    if (status == CLD_OK && fits)
        *out = cells;
    else
        cld_cells_destroy(cells);
    return status;
}

void cld_cells_destroy(const cld_cells *cells) {
    if (cells) {
        cld_rims_free(&cells->rims);
        free(cells->spots);
        free(cells->cells);
        free(cells->listed);
    }
    free((void *)cells);
}
