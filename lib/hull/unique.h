/// Points that are as good as equal.
#ifndef CLD_HULL_UNIQUE_H
#define CLD_HULL_UNIQUE_H

#include <stdbool.h>
#include <stdint.h>

#include "collide/vec.h"

/// Writes to `kept` the indices of the points that are farther than `tolerance` from every one kept before, ascending.
/// False when memory runs out. Expected linear time, by hashing cells.
bool cld_unique_find(const cld_vec3 *points, uint32_t count, double tolerance, uint32_t *kept, uint32_t *kept_count);

#endif
