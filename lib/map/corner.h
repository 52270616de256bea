/// Points where three planes meet, and on which side of a fourth they lie: exactly, for the planes of the
/// given points.
///
/// A plane is n . x = d with n = (p0 - p1) x (p2 - p1) and d = n . p1. Planes i, j, k meet at x / w with
///
///     w = ni . (nj x nk)    x = di (nj x nk) + dj (nk x ni) + dk (ni x nj)
///
/// and the side of plane l on which that is has the sign of (nl . x - dl w) w, a polynomial of the points'
/// coordinates. Both are computed in doubles with a bound on their error; where that leaves a sign open, in
/// whole numbers. Places are computed in double-doubles and rounded once; where the bound on their error
/// leaves open to which double, likewise.
///
/// Nearly parallel planes need no tolerance and get none: a small w costs digits, and then the exact stage
/// answers.
#ifndef CLD_MAP_CORNER_H
#define CLD_MAP_CORNER_H

#include <stdbool.h>
#include <stdint.h>

#include "map/map.h"
#include "math/dd.h"

/// Coordinates are multiples of 2^lowest below 2^highest in magnitude. In doubles and double-doubles they are
/// taken times 2^-highest, so that all products stay within their range.
typedef struct cld_map_frame {
    int lowest, highest;
    uint64_t exact_work; ///< what a test in whole numbers takes, in tests in doubles
} cld_map_frame;

/// How far out the planes of a box are that bounds what is open: this times 2^highest.
#define CLD_MAP_FAR 0x1p30

typedef struct cld_map_plane {
    const cld_vec3 *points; ///< three; NULL for a plane of the box
    int axis, sign;         ///< of a plane of the box: x, y or z, at CLD_MAP_FAR * sign
    cld_vec3 n;             ///< scaled so that the largest component is 1/2 or more and 1 or less
    double d;
    double error;  ///< each component of n is within this of the truth, d within 4 * error * weight
    double weight; ///< 1 or |d|, whichever is larger
    cld_dd3 fine_n;
    cld_dd fine_d;
    double fine_error; ///< as error
} cld_map_plane;

typedef struct cld_map_corner {
    const cld_map_plane *planes[3];
    cld_vec3 x;
    double w;
    double error, weight; ///< the largest of its planes, and the sum
} cld_map_corner;

/// The frame of `count` sides; CLD_BAD_VALUE if their coordinates differ by more than some 90 digits in size.
cld_status cld_map_find_frame(const cld_map_side *sides, size_t count, cld_map_frame *frame, cld_error *err);

/// The plane through a side's points, which live longer; false if they lie on a line, or so nearly that the
/// rounding of their coordinates to doubles decides on the plane.
bool cld_map_plane_make(const cld_map_frame *frame, const cld_vec3 points[3], cld_map_plane *plane);

/// Whether two planes through points are one, seen from whichever sides. Adds to `work` what it took, in
/// tests in doubles, as below.
bool cld_map_plane_is_same(const cld_map_frame *frame, const cld_map_plane *a, const cld_map_plane *b,
                           uint64_t *work);

/// A plane of the box.
cld_map_plane cld_map_plane_far(int axis, int sign);

/// Where three planes meet, which must not be parallel to one line.
cld_map_corner cld_map_corner_make(const cld_map_plane *i, const cld_map_plane *j, const cld_map_plane *k);

/// 1 if the corner lies outside of the half-space that the plane bounds, 0 on the plane, -1 inside. Adds to
/// `work` 1, or the frame's exact_work where doubles leave it open.
int cld_map_corner_side(const cld_map_frame *frame, const cld_map_corner *corner, const cld_map_plane *plane,
                        uint64_t *work);

/// The corner's place, each coordinate the double nearest to it.
cld_vec3 cld_map_corner_place(const cld_map_frame *frame, const cld_map_corner *corner);

#endif
