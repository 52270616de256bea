/// The true signed distance between the convex hulls of two point sets, in exact arithmetic.
///
/// Slow, obvious, and independent of the library: nothing is assumed about the sets, which may be flat,
/// straight, single points, or hold a point many times. Every coordinate becomes a whole number times a
/// common power of two, so nothing is rounded before the end.
#ifndef TESTS_SUPPORT_ORACLE_H
#define TESTS_SUPPORT_ORACLE_H

#include <stdbool.h>
#include <stddef.h>

/// The most points that each of the sets may have.
#define ORACLE_MAX_POINTS 16

/// A real number as value + rest: `value` is the nearest double, and the sum is right to a relative 2^-100.
/// `rest` is 0 if and only if the double is exact.
typedef struct oracle_real {
    double value, rest;
} oracle_real;

/// x minus the number; its sign is right.
double oracle_excess(double x, oracle_real number);

/// A pair of sets, and room to calculate in.
typedef struct oracle oracle;

/// Ends the program when memory runs out, as do the other functions.
oracle *oracle_create(void);
void oracle_destroy(oracle *o);

/// Sets the pair, three finite doubles a point; between 1 and ORACLE_MAX_POINTS points each, borrowed until
/// the next load.
void oracle_load(oracle *o, const double *a, size_t count_a, const double *b, size_t count_b);

/// The distance where the sets are apart, else minus the length of the shortest translation that leaves their
/// interiors disjoint; 0 when A - B has no interior and holds the origin.
oracle_real oracle_find_signed_distance(oracle *o);

/// The same without discarding candidates by rounded arithmetic first: the reference for the above, some ten
/// times slower.
oracle_real oracle_find_signed_distance_unfiltered(oracle *o);

/// The signed distance along `direction` (not zero, any length): the lowest of B minus the highest of A, over
/// its length. Its maximum over all directions is the signed distance.
oracle_real oracle_find_separation(oracle *o, const double direction[3]);

#endif
