/// Points on curved and rounded shapes.
#ifndef CLI_DRAW_TESSELLATE_H
#define CLI_DRAW_TESSELLATE_H

#include "collide/collide.h"

/// Directions around a shape's axis; half as many go from pole to pole.
enum { CLI_TURNS = 48 };

/// Faces of one smooth surface meet at no more than two steps of 360 / CLI_TURNS degrees, this is the cosine
/// of three.
#define CLI_SMOOTH_COSINE 0.92387953251128674

/// Points on the surface of a bounded convex shape, relative to its centre in the world, none of them twice;
/// the shape's hull but for what lies between them. At most r (1 - cos(180 / CLI_TURNS degrees)) of it is
/// missing, r being a radius of curvature. The caller frees them. False when memory runs out.
bool cli_tessellate(const cld_shape *shape, cld_vec3 **points, size_t *count);

#endif
