/// The true signed distance between the convex hulls of two point sets in the plane, in exact arithmetic.
///
/// Slow, obvious, and independent of the library: nothing is assumed about the sets, which may be straight,
/// single points, or hold a point many times. No hull is built: every pair of points of a set is tried as an
/// edge.
#ifndef TESTS_SUPPORT_ORACLE2_H
#define TESTS_SUPPORT_ORACLE2_H

#include "oracle.h"

/// The most points that each of the sets may have.
#define ORACLE2_MAX_POINTS 24

/// The distance where the sets are apart, else minus the length of the shortest translation that leaves their
/// interiors disjoint; 0 when A - B has no interior and holds the origin. Three finite doubles a point, z not
/// looked at.
oracle_real oracle2_find_signed_distance(const double *a, size_t count_a, const double *b, size_t count_b);

/// The signed distance along `direction` (not zero, any length): the lowest of B minus the highest of A, over
/// its length. Its maximum over all directions is the signed distance.
oracle_real oracle2_find_separation(const double *a, size_t count_a, const double *b, size_t count_b,
                                    const double direction[2]);

#endif
