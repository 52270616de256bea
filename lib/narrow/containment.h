/// Whether one shape lies inside the other.
#ifndef CLD_NARROW_CONTAINMENT_H
#define CLD_NARROW_CONTAINMENT_H

#include "narrow/pair.h"

/// Whether every vertex of one core is within `room` of the other core, or where that is negative, that deep
/// inside it; lengths in the frame of the cso. Polytopes only.
bool cld_is_contained(cld_pair *pair, bool b_is_container, double room);

#endif
