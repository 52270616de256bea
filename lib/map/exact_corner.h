/// The exact stage behind map/corner.h.
#ifndef CLD_MAP_EXACT_CORNER_H
#define CLD_MAP_EXACT_CORNER_H

#include "map/corner.h"

/// Of planes through points.
bool cld_map_exact_is_same(const cld_map_frame *frame, const cld_map_plane *a, const cld_map_plane *b);

int cld_map_exact_side(const cld_map_frame *frame, const cld_map_corner *corner, const cld_map_plane *plane);

/// The coordinate of its place along x, y or z.
double cld_map_exact_coordinate(const cld_map_frame *frame, const cld_map_corner *corner, int axis);

#endif
