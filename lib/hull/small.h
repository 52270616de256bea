/// The hull of few points.
#ifndef CLD_HULL_SMALL_H
#define CLD_HULL_SMALL_H

#include <stdbool.h>

#include "collide/vec.h"
#include "hull/loops.h"

enum { CLD_SMALL_MOST = 32 };

/// The faces of the convex hull of 4 to CLD_SMALL_MOST points of a solid about 1 large: those that
/// cld_incremental_find and cld_merge_coplanar find, in less than a tenth of the time.
///
/// False where the two might differ, because points are neither clearly on nor clearly off a plane or a line,
/// and when memory runs out. O(count) for each edge.
bool cld_small_find(const cld_vec3 *points, uint32_t count, double tolerance, cld_loops *faces);

#endif
