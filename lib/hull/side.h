/// Which side of a plane a point is on, without error.
#ifndef CLD_HULL_SIDE_H
#define CLD_HULL_SIDE_H

#include <math.h>
#include <stdbool.h>

#include "math/dd.h"
#include "math/whole.h"

/// A plane through three points; above is where the triangle turns counter-clockwise. Its normal is known as
/// well as has been needed.
typedef struct cld_side_plane {
    const double *corner[3]; ///< borrowed
    double normal[3];
    double most[3]; ///< what the parts of the normal are differences of, their sizes added
    int exponent;   ///< coordinates are multiples of 2^exponent
    bool is_fine, is_exact;
    cld_dd3 fine;     ///< the normal, if is_fine
    cld_whole3 exact; ///< the normal, if is_exact
} cld_side_plane;

/// Sets a plane through three points, which must stay where they are as long as it is asked. Coordinates are
/// multiples of 2^exponent, and the exponent is -100 at least.
void cld_side_set_plane(cld_side_plane *plane, const double *const corner[3], int exponent);

/// cld_side_find where doubles leave it open; `most` is the sum of `plane->most` times the point's offset.
int cld_side_find_finely(cld_side_plane *plane, const double *point, double most);

/// 1 for a point above the plane, 0 for one on it, -1 below. What doubles tell is part of the caller: a hull
/// is built from little else.
///
/// With u = 2^-53: offsets are off by u of themselves, so that a part of the normal is off by 4 u `most`, and
/// height by 8 u of the sum of `most` times offset. In double-doubles offsets are exact, products off by at
/// most 8 u^2 of themselves and sums by 4 u^2 of the sizes of both, so that a part of the normal is off by
/// 16 u^2 `most`, the height by less than 64 u^2 of that sum. Twice as much is allowed, for the sum is
/// rounded.
static inline int cld_side_find(cld_side_plane *plane, const double *point) {
    double height = 0, most = 0;
    for (int k = 0; k < 3; k++) {
        double offset = point[k] - plane->corner[0][k];
        height += plane->normal[k] * offset;
        most += plane->most[k] * fabs(offset);
    }
    if (fabs(height) > 0x1p-49 * most)
        return height > 0 ? 1 : -1;
    return cld_side_find_finely(plane, point, most);
}

/// What doubles make of how high a point is above the plane through `corner` across n, times the length of n.
static inline double cld_side_find_height(const double n[3], const double corner[3], const double *point) {
    return n[0] * (point[0] - corner[0]) + n[1] * (point[1] - corner[1]) + n[2] * (point[2] - corner[2]);
}

/// A height whose sign doubles tell of each point that is less than 2 from the corners along every axis, as
/// above: for those who ask about many points.
static inline double cld_side_find_clear_height(const cld_side_plane *plane) {
    return 0x1p-48 * (plane->most[0] + plane->most[1] + plane->most[2]);
}

/// Whether the three points span a plane at all.
bool cld_side_is_plane(cld_side_plane *plane);

#endif
