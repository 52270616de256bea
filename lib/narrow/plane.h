/// How pairs in two dimensions are answered.
#ifndef CLD_NARROW_PLANE_H
#define CLD_NARROW_PLANE_H

#include "narrow/pair.h"

/// Polygons, rectangles, segments and points, and with a radius around them circles, capsules and margins.
extern const cld_method cld_method_plane;

#endif
