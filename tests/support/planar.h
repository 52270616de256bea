/// Planar shapes for tests, and random pairs of them.
#ifndef TESTS_SUPPORT_PLANAR_H
#define TESTS_SUPPORT_PLANAR_H

#include "collide/collide.h"
#include "support/random.h"

enum { PLANAR_MOST = 12 };

/// Points with z = 0.
typedef struct planar_set {
    double at[PLANAR_MOST][3];
    size_t count;
} planar_set;

typedef struct planar_pair {
    planar_set a, b;
    const char *family;
} planar_pair;

/// The hull of the points; ends the test where that fails.
cld_shape *planar_make_hull(const planar_set *set);

/// The answer to a pair; ends the test where there is none. The contacts are gone after the next question.
cld_result planar_ask(const cld_shape *a, const cld_shape *b, cld_algorithm algorithm);

/// A pair of the family that `seed` falls into: whole numbers that touch and coincide, any numbers, nearly
/// touching, needles, far from the origin, tiny, huge, and of different sizes.
planar_pair planar_make_pair(uint64_t seed);

#endif
