/// Faces made into a hull in its canonical order.
#ifndef CLD_HULL_ORDER_H
#define CLD_HULL_ORDER_H

#include "collide/hull.h"
#include "hull/frame.h"
#include "hull/loops.h"

/// The hull whose faces are `faces`, by index into `count` points in a frame of rank 2 or 3,
/// counter-clockwise seen from outside. Turns the loops to begin with their lowest index.
///
/// CLD_NOT_CONVEX unless the faces are a closed surface with the topology of a ball; CLD_INTERNAL when memory
/// runs out.
cld_status cld_hull_assemble(const cld_frame *frame, const double *points, uint32_t count, cld_loops *faces,
                             cld_hull **hull);

/// The hull without faces: of one vertex, or of two different ones in ascending order. NULL when memory runs
/// out.
cld_hull *cld_hull_assemble_straight(uint32_t count, const uint32_t *vertex, uint32_t vertex_count);

#endif
