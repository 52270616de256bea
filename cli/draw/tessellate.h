/// Points on curved and rounded shapes.
#ifndef CLI_DRAW_TESSELLATE_H
#define CLI_DRAW_TESSELLATE_H

#include "collide/collide.h"

/// Directions around a shape's axis, of which half as many go from pole to pole: of a shape that is looked at
/// for its own sake, and of one among thousands.
enum { CLI_TURNS = 48, CLI_FEW_TURNS = 24 };

/// The cosine below which two faces do not belong to one smooth surface. Its faces meet at no more than two
/// steps of 360 / turns degrees; this is the cosine of three.
double cli_smooth_cosine(int turns);

/// Points on the surface of a bounded convex shape, relative to its centre in the world, none of them twice;
/// the shape's hull but for what lies between them. At most r (1 - cos(180 / turns degrees)) of it is
/// missing, r being a radius of curvature. The caller frees them. False when memory runs out.
bool cli_tessellate(const cld_shape *shape, int turns, cld_vec3 **points, size_t *count);

#endif
