/// The convex hull of points in exact arithmetic.
#ifndef CLD_HULL_INCREMENTAL_H
#define CLD_HULL_INCREMENTAL_H

#include "collide/status.h"
#include "hull/loops.h"

/// The hull of `count` points, less than 2 apart along every axis, their coordinates rounded to multiples of
/// 2^-100, as triangles of indices that turn counter-clockwise seen from outside. None of the points is above
/// a triangle, whatever lies on one plane or line; triangles on one plane are as many as its vertices make
/// them.
///
/// Expected time n log n, wherever the points are. CLD_NOT_CONVEX if all are on one plane, CLD_INTERNAL
/// without memory.
cld_status cld_incremental_find(double (*points)[3], uint32_t count, cld_loops *triangles);

#endif
