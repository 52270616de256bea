/// The hull as Qhull finds it, in rounding, to hold ours against.
#ifndef SUPPORT_ORACLE_HULL_H
#define SUPPORT_ORACLE_HULL_H

#include "collide/vec.h"
#include "hull/loops.h"

/// The facets of the hull of points of a solid about 1 large, those merged that are coplanar within rounding,
/// as loops of indices that turn counter-clockwise seen from outside. The caller frees them. Fails the test
/// when Qhull does.
cld_loops oracle_hull(const cld_vec3 *points, uint32_t count);

#endif
