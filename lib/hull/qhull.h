/// The door to libqhull_r; qhull.c is the one file that includes it.
#ifndef CLD_HULL_QHULL_H
#define CLD_HULL_QHULL_H

#include <stdbool.h>

#include "collide/status.h"
#include "hull/loops.h"

/// The facets of the convex hull of `count` points whose extents are about 1 along every axis, as loops of
/// indices that turn counter-clockwise seen from outside.
///
/// With `merging` facets that are coplanar within qhull's rounding are one, which takes quadratic time where
/// thousands of points are on one plane. Without it all are triangles, and rounding may make them bend
/// inwards, or overlap.
///
/// CLD_NOT_CONVEX when qhull gives up, CLD_INTERNAL without memory; what it says about that goes nowhere. The
/// points are not changed.
cld_status cld_qhull_find(double (*points)[3], uint32_t count, bool merging, cld_loops *facets);

#endif
