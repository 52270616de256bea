/// How pairs in two dimensions are answered.
#ifndef CLD_NARROW_PLANE_H
#define CLD_NARROW_PLANE_H

#include "narrow/pair.h"

/// Polygons, rectangles, segments and points, and with a radius around them circles, capsules and margins.
///
/// Of several shortest ways out SAT takes the one whose normal, in the pair's own order of A and B, comes
/// first counter-clockwise from (0, -1); EPA takes one of them. Cores that meet without an inside of A - B,
/// such as two points or segments in line, have a normal across it: see cld_find_triangle2.
extern const cld_method cld_method_plane;

#endif
