/// Vertices of faces that are on a straight edge, dropped.
#ifndef CLD_HULL_STRAIGHTEN_H
#define CLD_HULL_STRAIGHTEN_H

#include <stdbool.h>

#include "collide/vec.h"
#include "hull/loops.h"

/// Drops the vertices between two faces that are within `tolerance` of the straight line between those that
/// stay, and the faces of which less than three are left. `points` are `count`; `degree` has room for as many
/// numbers, `chain` for those of the faces. False if less than four faces are left, or vertices of two faces
/// only.
bool cld_straighten(const cld_vec3 *points, uint32_t count, double tolerance, uint32_t *degree,
                    uint32_t *chain, cld_loops *faces);

#endif
