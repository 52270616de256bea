/// Shapes for tests, and answers to pairs of them; each ends the test where there is none.
#ifndef TESTS_SUPPORT_SHAPES_H
#define TESTS_SUPPORT_SHAPES_H

#include "collide/collide.h"
#include "support/solids.h"

cld_shape *shape_make(const cld_shape_def *def);

/// The hull of `count` points.
cld_shape *shape_make_of(const double (*points)[3], size_t count);

/// The hull of the points; no transform is one that moves nothing.
cld_shape *shape_make_hull(const point_set *points, const cld_transform *transform);

/// A hull of 8 to 300 points, `shift` along x. Kinds 0 to 4: vertices of an ellipsoid, whole numbers that lie
/// by the dozen on planes and lines, a drum, a needle, whole numbers a little off.
cld_shape *shape_make_large(random_state *r, int kind, double shift);

/// Coordinates from -1 to 1.
cld_vec3 shape_choose_direction(random_state *r);

/// Turned anyhow, and moved by `apart` times such a direction.
cld_pose shape_choose_pose(random_state *r, double apart);

/// The contacts are gone after the next question.
cld_result shape_ask(const cld_shape *a, const cld_pose *pose_a, const cld_shape *b, const cld_pose *pose_b,
                     const cld_query_options *options);

#endif
