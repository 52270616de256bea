#include "hull/near.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/vec.h"

/// More than the corners that a fine chamfer makes of one. A cell holds but a few hundred times as many: in
/// each part of it that is half a tolerance across there are no more.
enum { CROWD = 8 };

bool cld_near_create(cld_near *near, const cld_vec3 *points, uint32_t capacity, double tolerance) {
    uint32_t size = 4;
    while (size < 2 * capacity)
        size *= 2;
    *near = (cld_near){points, tolerance, 4 * tolerance, size - 1, malloc(size * sizeof *near->slot)};
    if (near->slot)
        memset(near->slot, 0xFF, size * sizeof *near->slot);
    return near->slot != NULL;
}

void cld_near_destroy(cld_near *near) { free(near->slot); }

static uint32_t find_slot(const cld_near *near, const double cell[3]) {
    uint64_t hash = 0;
    for (int k = 0; k < 3; k++) {
        uint64_t bits;
        double x = cell[k] + 0.0; // no negative zero
        memcpy(&bits, &x, sizeof bits);
        hash = (hash ^ bits) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 32;
    }
    return (uint32_t)hash & near->mask;
}

/// The cell of a point moved by `step` along every axis.
static void find_cell(const cld_near *near, cld_vec3 p, double step, double cell[3]) {
    cell[0] = floor((p.x + step) / near->cell);
    cell[1] = floor((p.y + step) / near->cell);
    cell[2] = floor((p.z + step) / near->cell);
}

bool cld_near_is_crowded(const cld_near *near, cld_vec3 p) {
    double cell[3];
    find_cell(near, p, 0, cell);
    int count = 0;
    for (uint32_t s = find_slot(near, cell); near->slot[s] != CLD_NEAR_NONE && count < CROWD;
         s = (s + 1) & near->mask)
        count += cld_length(cld_sub(near->points[near->slot[s]], p)) <= near->tolerance / 2;
    return count == CROWD;
}

void cld_near_add(cld_near *near, uint32_t point) {
    double cell[3];
    find_cell(near, near->points[point], 0, cell);
    uint32_t s = find_slot(near, cell);
    while (near->slot[s] != CLD_NEAR_NONE)
        s = (s + 1) & near->mask;
    near->slot[s] = point;
}

typedef struct nearest {
    uint32_t point;
    double distance;
} nearest;

/// Improves `best` by the run of slots that begins with a cell's own; it may hold other cells' points as
/// well.
static void search_run(const cld_near *near, const double cell[3], cld_vec3 p, nearest *best) {
    for (uint32_t s = find_slot(near, cell); near->slot[s] != CLD_NEAR_NONE; s = (s + 1) & near->mask) {
        double distance = cld_length(cld_sub(near->points[near->slot[s]], p));
        if (distance < best->distance || (distance == best->distance && near->slot[s] < best->point))
            *best = (nearest){near->slot[s], distance};
    }
}

uint32_t cld_near_find(const cld_near *near, cld_vec3 p) {
    double low[3], high[3];
    find_cell(near, p, -near->tolerance, low);
    find_cell(near, p, near->tolerance, high);
    nearest best = {CLD_NEAR_NONE, near->tolerance};
    for (int corner = 0; corner < 8; corner++) {
        double cell[3];
        bool repeats = false;
        for (int k = 0; k < 3; k++) {
            bool upper = corner >> k & 1;
            cell[k] = upper ? high[k] : low[k];
            repeats = repeats || (upper && low[k] == high[k]);
        }
        if (!repeats)
            search_run(near, cell, p, &best);
    }
    return best.point;
}
