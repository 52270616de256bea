#include "hull/unique.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/vec.h"

#define NONE UINT32_MAX

/// Open hashing of cells several tolerances wide, so that the surroundings of most points are in one cell.
typedef struct table {
    const cld_vec3 *points;
    double tolerance;
    double cell;
    uint32_t mask;
    uint32_t *slot; ///< indices of points, NONE where free
} table;

/// Only ever hits more than it should: points are compared afterwards.
static uint32_t find_slot(const table *t, const double cell[3]) {
    uint64_t hash = 0;
    for (int k = 0; k < 3; k++) {
        uint64_t bits;
        double x = cell[k] + 0.0; // no negative zero
        memcpy(&bits, &x, sizeof bits);
        hash = (hash ^ bits) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 32;
    }
    return (uint32_t)hash & t->mask;
}

/// The cell coordinates of a point moved by `step` along every axis.
static void find_cell(const table *t, cld_vec3 p, double step, double cell[3]) {
    cell[0] = floor((p.x + step) / t->cell);
    cell[1] = floor((p.y + step) / t->cell);
    cell[2] = floor((p.z + step) / t->cell);
}

/// Whether the run of slots that begins with a cell's own holds a point near `p`.
static bool run_has_near(const table *t, const double cell[3], cld_vec3 p) {
    for (uint32_t s = find_slot(t, cell); t->slot[s] != NONE; s = (s + 1) & t->mask)
        if (cld_length(cld_sub(t->points[t->slot[s]], p)) <= t->tolerance)
            return true;
    return false;
}

static bool has_near(const table *t, cld_vec3 p) {
    double low[3], high[3];
    find_cell(t, p, -t->tolerance, low);
    find_cell(t, p, t->tolerance, high);
    for (int corner = 0; corner < 8; corner++) {
        double cell[3];
        bool repeats = false;
        for (int k = 0; k < 3; k++) {
            bool upper = corner >> k & 1;
            cell[k] = upper ? high[k] : low[k];
            repeats = repeats || (upper && low[k] == high[k]);
        }
        if (!repeats && run_has_near(t, cell, p))
            return true;
    }
    return false;
}

bool cld_unique_find(const cld_vec3 *points, uint32_t count, double tolerance, uint32_t *kept, uint32_t *kept_count) {
    uint32_t size = 4;
    while (size < 2 * count)
        size *= 2;
    table t = {points, tolerance, 16 * tolerance, size - 1, malloc(size * sizeof *t.slot)};
    if (!t.slot)
        return false;
    memset(t.slot, 0xFF, size * sizeof *t.slot);
    *kept_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (has_near(&t, points[i]))
            continue;
        double cell[3];
        find_cell(&t, points[i], 0, cell);
        uint32_t s = find_slot(&t, cell);
        while (t.slot[s] != NONE)
            s = (s + 1) & t.mask;
        t.slot[s] = i;
        kept[(*kept_count)++] = i;
    }
    free(t.slot);
    return true;
}
