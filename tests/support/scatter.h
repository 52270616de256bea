/// Points and hulls for what is asked of large clouds.
#ifndef TESTS_SUPPORT_SCATTER_H
#define TESTS_SUPPORT_SCATTER_H

#include "collide/collide.h"
#include "support/random.h"

/// No more points are made than this.
enum { SCATTER_MOST = 600 };

cld_shape *scatter_make_hull(const double (*points)[3], size_t count);

/// Points that are all corners, or lie by the dozen on planes and lines so that many are equally far; as many
/// as have a table. Returns how many.
size_t scatter_points(random_state *r, int trial, double (*points)[3]);

/// Points where they crowd: a rim around an axis, a cap that is nearly flat, a line, one place. Returns how
/// many.
size_t scatter_crowd(random_state *r, int trial, double (*points)[3]);

/// Any direction, or one on the border of cells; never none.
cld_vec3 scatter_direction(random_state *r, int trial);

#endif
