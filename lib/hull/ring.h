/// Closed lines in the plane.
#ifndef CLD_HULL_RING_H
#define CLD_HULL_RING_H

#include <stdbool.h>
#include <stdint.h>

#include "collide/status.h"

/// Looks whether a closed line through `count` points (1 or more) goes `around`: once along its own hull,
/// counter-clockwise, nowhere farther inside than `slack`, nor back by more than that. CLD_INTERNAL when
/// memory runs out. O(n log n).
cld_status cld_ring_look(const double (*at)[2], uint32_t count, double slack, bool *around);

#endif
