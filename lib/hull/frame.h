/// A frame in which a point set, whatever its size, place and proportions, is easy to work with.
#ifndef CLD_HULL_FRAME_H
#define CLD_HULL_FRAME_H

#include <stdbool.h>
#include <stddef.h>

#include "collide/vec.h"
#include "math/dd.h"

/// The set's dimension within rounding and its main axes, from the farthest point, the point farthest from
/// that line and the point farthest from that plane.
///
/// Points are scaled by a power of two, so that the set is about 1 large, and taken relative to `origin`.
typedef struct cld_frame {
    int rank;
    double scale[2]; ///< their product is that power of two, which may not be a double by itself
    cld_vec3 origin; ///< one of the points, scaled
    cld_vec3
        axis[3]; ///< unit and orthogonal within rounding; the coordinate axes for a set that is nowhere thin
    bool is_aligned;  ///< the axes are the coordinate axes
    double extent[3]; ///< the set's greatest distance from the origin along each axis, roughly; descending
    double tolerance; ///< scaled: what is nearer than this to a point, line or plane lies on it
} cld_frame;

cld_frame cld_frame_make(const double *points, size_t count);

/// A point, scaled, exactly (but for what underflows).
cld_vec3 cld_frame_scale(const cld_frame *frame, const double *point);

/// A point relative to the origin, scaled, exactly (but for what underflows).
cld_dd3 cld_frame_find_offset(const cld_frame *frame, const double *point);

/// The point p relative to q, scaled, exactly (but for what underflows).
cld_dd3 cld_frame_find_difference(const cld_frame *frame, const double *p, const double *q);

/// A point's three coordinates along the axes, each rounded once: small ones are as good as large ones, so
/// that the thickness of a thin set is as clear as its length.
cld_vec3 cld_frame_find_local(const cld_frame *frame, const double *point);

#endif
