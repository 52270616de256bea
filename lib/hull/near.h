/// Points looked up by place.
#ifndef CLD_HULL_NEAR_H
#define CLD_HULL_NEAR_H

#include <stdbool.h>
#include <stdint.h>

#include "collide/vec.h"

/// What did not fit into the table near the slot of its cell, and, of each cell but the first that comes so,
/// the branch of a tree of bits (D. R. Morrison, PATRICIA, 1968) that leads to it.
typedef struct cld_near_spilled {
    uint32_t point;
    uint32_t next;     ///< another of the same cell
    uint32_t bit;      ///< of the cells: the first in which those below the branch differ
    uint32_t child[2]; ///< by that bit: branches, or those in its cells
} cld_near_spilled;

/// Some of an array of points, by open hashing of cells several tolerances wide, so that the surroundings of
/// most points are in one cell. Expected constant time a call, as long as what is added is farther than the
/// tolerance from what is there, or at least not crowded. Cells can be chosen that all hash to one place:
/// what finds no room near its own goes into a tree, not deeper than cells have bits.
typedef struct cld_near {
    const cld_vec3 *points; ///< borrowed
    double tolerance;
    double cell;
    uint32_t mask;
    uint32_t *slot;            ///< indices of points; owned
    cld_near_spilled *spilled; ///< behind the slots
    uint32_t spilled_count;
    uint32_t root;
} cld_near;

#define CLD_NEAR_NONE UINT32_MAX

/// An empty table with room for `capacity` points; `tolerance` is positive. False when memory runs out.
bool cld_near_create(cld_near *near, const cld_vec3 *points, uint32_t capacity, double tolerance);
void cld_near_destroy(cld_near *near);

/// Whether so many points of the table are within half the tolerance of `p` that one more would be too many:
/// what is within the other half of `p` finds one of these.
bool cld_near_is_crowded(const cld_near *near, cld_vec3 p);

void cld_near_add(cld_near *near, uint32_t point);

/// The nearest of the points in the table that are within the tolerance of `p`, or CLD_NEAR_NONE; of equally
/// near ones the lowest.
uint32_t cld_near_find(const cld_near *near, cld_vec3 p);

#endif
