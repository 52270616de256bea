/// The cores of two bodies in a frame, for tests of what works on frames.
#ifndef TESTS_SUPPORT_CORE_PAIR_H
#define TESTS_SUPPORT_CORE_PAIR_H

#include "shape/cso.h"
#include "support/body.h"

typedef struct core_pair {
    cld_shape *a, *b;
    double *scratch;
    cld_cso cso;
} core_pair;

/// Ends the test where a body cannot be made.
core_pair core_pair_make(const body_def *a, const body_def *b);

void core_pair_free(core_pair *pair);

#endif
