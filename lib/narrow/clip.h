/// Clipping in the plane across a normal.
#ifndef CLD_NARROW_CLIP_H
#define CLD_NARROW_CLIP_H

#include <stdint.h>

#include "narrow/plan.h"
#include "narrow/workspace.h"

/// Clips the closed chain `subject` (1 point, 2 ends of a segment, or a polygon; convex) to the inside of the
/// convex counter-clockwise polygon `window`. What is outside by no more than `slack` is in. `subject` must
/// have room for count + 2 * window_count points; `spare` is for clip's own use. Returns the new count, 0 if
/// `spare` gets no memory.
uint32_t cld_clip(cld_plan_point *subject, uint32_t count, const cld_plan_point *window,
                  uint32_t window_count, double slack, cld_buffer *spare);

#endif
