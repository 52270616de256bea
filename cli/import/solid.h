/// Shapes as faces between points, for programs that know nothing else.
#ifndef CLI_IMPORT_SOLID_H
#define CLI_IMPORT_SOLID_H

#include "base/arena.h"
#include "collide/shape.h"

/// A convex set in its own frame. Without faces it is the polyline of its points: one or two.
typedef struct cli_solid {
    double *points; ///< three numbers each
    uint32_t point_count;
    uint32_t *face_start; ///< face_count + 1 offsets into face_vertex; counter-clockwise seen from outside
    uint32_t *face_vertex;
    uint32_t face_count;
} cli_solid;

/// The solid of the hull of `points`: its extreme points, and the first of its faces between them, all or
/// less. CLD_INTERNAL when memory runs out. The memory is the arena's.
cld_status cli_solid_copy(const cld_hull *hull, uint32_t face_count, const double *points, cld_arena *arena,
                          cli_solid *solid, cld_error *err);

/// Makes the solid of a shape, in its own frame. Polytopes keep their vertices; what is round becomes the
/// hull of points on it, 32 around a circle, so that it nowhere lies deeper below than 0.5 % of the radius
/// (1 - cos(180 / 32 degrees)) on circles, and 1 % on spheres.
///
/// CLD_UNSUPPORTED for a half-space, and for a compound, whose children are asked one by one; CLD_TOO_LARGE
/// for what is rounded from more than 2,074 corners; CLD_INTERNAL. The memory is the arena's.
cld_status cli_solid_make(const cld_shape_def *def, cld_arena *arena, cli_solid *solid, cld_error *err);

#endif
