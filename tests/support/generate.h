/// Pairs of convex hulls made to cause trouble, in families.
#ifndef TESTS_SUPPORT_GENERATE_H
#define TESTS_SUPPORT_GENERATE_H

#include <stdio.h>

#include "solids.h"

typedef struct test_pair {
    point_set a, b;
} test_pair;

typedef struct pair_family {
    const char *name;
    void (*make)(random_state *r, test_pair *pair);
} pair_family;

extern const pair_family pair_families[];
extern const size_t pair_family_count;

/// The pair of a family that belongs to a seed, the same on every machine.
void pair_make(const pair_family *family, uint64_t seed, test_pair *pair);

/// Hulls of random points, apart by any gap or overlapping; every other pair is of one of the families.
void pair_make_any(uint64_t seed, test_pair *pair);

/// Writes the pair as one line of JSON, {"a": {"vertices": [...]}, "b": ...}, with every digit.
void pair_print(FILE *file, const test_pair *pair);

/// Says whether a pair still shows what is being looked for.
typedef bool pair_predicate(const test_pair *pair, void *context);

/// Drops points and digits for as long as `shows` holds, which it must for the pair given.
void pair_shrink(test_pair *pair, pair_predicate *shows, void *context);

#endif
