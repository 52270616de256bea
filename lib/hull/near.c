#include "hull/near.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "math/vec.h"

/// More than the corners that a fine chamfer makes of one. A cell holds but a few hundred times as many: in
/// each part of it that is half a tolerance across there are no more.
enum { CROWD = 8 };

/// Slots from its own on that a point may go to. In a table that is half full, hardly any cell finds so many
/// taken.
enum { RUN = 64 };

/// Marks those in `spilled` among children.
#define LEAF (UINT32_C(1) << 31)

bool cld_near_create(cld_near *near, const cld_vec3 *points, uint32_t capacity, double tolerance) {
    uint32_t size = 4;
    while (size < 2 * capacity)
        size *= 2;
    *near = (cld_near){.points = points, .tolerance = tolerance, .cell = 4 * tolerance, .mask = size - 1};
    near->slot = malloc(size * sizeof *near->slot + ((size_t)capacity + 1) * sizeof *near->spilled);
    if (!near->slot)
        return false;
    near->spilled = (cld_near_spilled *)(near->slot + size); // mostly never touched
    memset(near->slot, 0xFF, size * sizeof *near->slot);
    return true;
}

void cld_near_destroy(cld_near *near) { free(near->slot); }

static inline uint64_t find_bits(double number) {
    return cld_number_bits(number + 0.0); // no negative zero
}

static uint32_t find_slot(const cld_near *near, const double cell[3]) {
    uint64_t hash = 0;
    for (int k = 0; k < 3; k++)
        hash = cld_hash_word(hash, find_bits(cell[k]));
    return (uint32_t)hash & near->mask;
}

/// The cell of a point moved by `step` along every axis.
static void find_cell(const cld_near *near, cld_vec3 p, double step, double cell[3]) {
    cell[0] = floor((p.x + step) / near->cell);
    cell[1] = floor((p.y + step) / near->cell);
    cell[2] = floor((p.z + step) / near->cell);
}

/// Which of the 192 bits of a cell, the highest of its first number being 0, is the first in which another
/// differs; 192 if none.
static uint32_t find_difference(const double cell[3], const double other[3]) {
    uint32_t k = 0;
    while (k < 3 && find_bits(cell[k]) == find_bits(other[k]))
        k++;
    return k < 3 ? 64 * k + (uint32_t)__builtin_clzll(find_bits(cell[k]) ^ find_bits(other[k])) : 192;
}

/// What leads from a branch towards a cell.
static uint32_t *find_child(cld_near_spilled *branch, const double cell[3]) {
    return &branch->child[find_bits(cell[branch->bit / 64]) >> (63 - branch->bit % 64) & 1];
}

/// What was spilled of a cell, or of one that differs from it no later than any; `bit` is the first in which
/// it does. There is something.
static uint32_t find_closest(const cld_near *near, const double cell[3], uint32_t *bit) {
    uint32_t at = near->root;
    while (!(at & LEAF))
        at = *find_child(&near->spilled[at], cell);
    double other[3];
    find_cell(near, near->points[near->spilled[at & ~LEAF].point], 0, other);
    *bit = find_difference(cell, other);
    return at & ~LEAF;
}

/// The first that was spilled of a cell, or CLD_NEAR_NONE.
static uint32_t find_spilled(const cld_near *near, const double cell[3]) {
    uint32_t bit = 0, closest = near->spilled_count ? find_closest(near, cell, &bit) : CLD_NEAR_NONE;
    return bit == 192 ? closest : CLD_NEAR_NONE;
}

static void spill(cld_near *near, const double cell[3], uint32_t point) {
    uint32_t added = near->spilled_count++, bit;
    near->spilled[added] = (cld_near_spilled){.point = point, .next = CLD_NEAR_NONE};
    if (added == 0) {
        near->root = LEAF;
        return;
    }
    cld_near_spilled *closest = &near->spilled[find_closest(near, cell, &bit)], *self = &near->spilled[added];
    if (bit == 192) {
        self->next = closest->next;
        closest->next = added;
        return;
    }
    uint32_t *at = &near->root;
    while (!(*at & LEAF) && near->spilled[*at].bit < bit)
        at = find_child(&near->spilled[*at], cell);
    self->bit = bit;
    self->child[0] = self->child[1] = *at;
    *find_child(self, cell) = LEAF | added;
    *at = added;
}

bool cld_near_is_crowded(const cld_near *near, cld_vec3 p) {
    double cell[3];
    find_cell(near, p, 0, cell);
    int count = 0;
    uint32_t s = find_slot(near, cell), left = RUN;
    for (; left > 0 && near->slot[s] != CLD_NEAR_NONE && count < CROWD; left--, s = (s + 1) & near->mask)
        count += cld_distance(near->points[near->slot[s]], p) <= near->tolerance / 2;
    uint32_t i = left == 0 ? find_spilled(near, cell) : CLD_NEAR_NONE;
    for (; i != CLD_NEAR_NONE && count < CROWD; i = near->spilled[i].next)
        count += cld_distance(near->points[near->spilled[i].point], p) <= near->tolerance / 2;
    return count == CROWD;
}

void cld_near_add(cld_near *near, uint32_t point) {
    double cell[3];
    find_cell(near, near->points[point], 0, cell);
    uint32_t s = find_slot(near, cell);
    for (int left = RUN; left > 0; left--, s = (s + 1) & near->mask)
        if (near->slot[s] == CLD_NEAR_NONE) {
            near->slot[s] = point;
            return;
        }
    spill(near, cell, point);
}

typedef struct nearest {
    uint32_t point;
    double distance;
} nearest;

static void improve(const cld_near *near, uint32_t point, cld_vec3 p, nearest *best) {
    double distance = cld_distance(near->points[point], p);
    if (distance < best->distance || (distance == best->distance && point < best->point))
        *best = (nearest){point, distance};
}

static void search_spilled(const cld_near *near, const double cell[3], cld_vec3 p, nearest *best) {
    for (uint32_t i = find_spilled(near, cell); i != CLD_NEAR_NONE; i = near->spilled[i].next)
        improve(near, near->spilled[i].point, p, best);
}

/// Improves `best` by a cell's run of slots, which may hold other cells' points as well, and, where all of it
/// is taken, by what was spilled.
static void search_cell(const cld_near *near, const double cell[3], cld_vec3 p, nearest *best) {
    uint32_t s = find_slot(near, cell), left = RUN;
    for (; left > 0 && near->slot[s] != CLD_NEAR_NONE; left--, s = (s + 1) & near->mask)
        improve(near, near->slot[s], p, best);
    if (left == 0)
        search_spilled(near, cell, p, best);
}

uint32_t cld_near_find(const cld_near *near, cld_vec3 p) {
    double low[3], high[3];
    find_cell(near, p, -near->tolerance, low);
    find_cell(near, p, near->tolerance, high);
    nearest best = {CLD_NEAR_NONE, near->tolerance};
    unsigned wide = 0, corner = 0;
    for (unsigned k = 0; k < 3; k++)
        wide |= (unsigned)(low[k] != high[k]) << k;
    do { // for all subsets of the axes along which there are two cells
        const double cell[3] = {corner & 1 ? high[0] : low[0], corner & 2 ? high[1] : low[1],
                                corner & 4 ? high[2] : low[2]};
        search_cell(near, cell, p, &best);
        corner = (corner - wide) & wide;
    } while (corner);
    return best.point;
}
