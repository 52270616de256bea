/// The kinds whose cores are curved, and what each says of itself in the table of kinds.
///
/// One without a radius, and an ellipsoid that is a ball, a segment or a point, is no curve: its core has
/// vertices.
#ifndef CLD_SHAPE_CURVED_KINDS_H
#define CLD_SHAPE_CURVED_KINDS_H

#include "shape/shape.h"

cld_status cld_cylinder_check(const cld_shape_def *def, cld_error *err);
/// Also of a cone: 2 where it is a segment, 0 where it is round.
size_t cld_cylinder_count_points(const cld_shape_def *def);
void cld_cylinder_place(const cld_shape_def *def, cld_shape *shape);

cld_status cld_cone_check(const cld_shape_def *def, cld_error *err);
void cld_cone_place(const cld_shape_def *def, cld_shape *shape);

cld_status cld_ellipsoid_check(const cld_shape_def *def, cld_error *err);
double cld_ellipsoid_find_radius(const cld_shape_def *def);
size_t cld_ellipsoid_count_points(const cld_shape_def *def);
void cld_ellipsoid_write_points(const cld_shape_def *def, double *points);
void cld_ellipsoid_place(const cld_shape_def *def, cld_shape *shape);

/// Moves ovals of the shape's own frame to the world and makes them the shape's core.
void cld_place_ovals(const cld_shape_def *def, const cld_oval_exact *ovals, uint32_t count, cld_shape *shape);

#endif
