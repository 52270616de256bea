/// Convex hulls in the plane.
#ifndef CLD_HULL_CHAIN2_H
#define CLD_HULL_CHAIN2_H

#include <stddef.h>
#include <stdint.h>

#include "collide/status.h"

/// The convex hull of `count` points (1 or more), counter-clockwise from its lowest index, as indices.
///
/// Points within `tolerance` of the straight line between their neighbours on the hull are not used; of equal
/// points only the one with the lowest index. `loop` has room for `count`; `length` is 1 for a single point
/// and 2 for a straight set. CLD_INTERNAL when memory runs out. O(n log n).
///
/// Source: A. M. Andrew, Another efficient algorithm for convex hulls in two dimensions, 1979.
cld_status cld_chain2_find(const double (*points)[2], uint32_t count, double tolerance, uint32_t *loop,
                           uint32_t *length);

/// The same in memory of the caller's, of cld_chain2_find_room bytes, as malloc aligns it.
void cld_chain2_find_in(void *memory, const double (*points)[2], uint32_t count, double tolerance,
                        uint32_t *loop, uint32_t *length);
size_t cld_chain2_find_room(size_t count);

#endif
