/// Whether one planar shape lies inside the other.
#ifndef CLD_NARROW_CONTAINMENT2_H
#define CLD_NARROW_CONTAINMENT2_H

#include "narrow/pair.h"

/// Whether every vertex of one core is within `room` of the other core, or where that is negative, that deep
/// inside it; lengths in the frame of the cso. O(n + m). Not contained where memory runs out.
bool cld_is_contained2(cld_pair *pair, bool b_is_container, double room);

#endif
