/// Which side of a plane a point is on, without error.
#ifndef CLD_HULL_SIDE_H
#define CLD_HULL_SIDE_H

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

/// 1 for a point above the plane, 0 for one on it, -1 below.
int cld_side_find(cld_side_plane *plane, const double *point);

/// Whether the three points span a plane at all.
bool cld_side_is_plane(cld_side_plane *plane);

#endif
