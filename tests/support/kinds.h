/// Shapes of every kind, made at random, and the pairs of kinds there are.
#ifndef TESTS_SUPPORT_KINDS_H
#define TESTS_SUPPORT_KINDS_H

#include <stdio.h>

#include "collide/collide.h"
#include "support/random.h"

enum { KINDS_MOST_POINTS = 10, KINDS_MOST_CHILDREN = 3 };

/// A definition with all that it points to. Not to be copied.
typedef struct kind_def {
    cld_shape_def def;
    double points[3 * KINDS_MOST_POINTS];
    struct kind_def *child;
    cld_shape_def children[KINDS_MOST_CHILDREN];
} kind_def;

typedef struct kind_pair {
    cld_kind a, b;
    int dimension;
} kind_pair;

/// All pairs that have an answer: each once, those of space before those of the plane.
const kind_pair *kinds_list_pairs(size_t *count);

/// A random definition. If `coarse`, its numbers are halves and quarter turns, so that shapes often touch,
/// coincide and are flat; else they are any. A compound has children of bounded kinds.
kind_def *kind_def_make(cld_kind kind, int dimension, bool coarse, random_state *r);
void kind_def_destroy(kind_def *k);

/// The shape; NULL where it cannot be made.
cld_shape *kind_def_create(const cld_shape_def *def);

/// Writes the definition as a shape document, on one line, with every digit.
void kind_def_print(FILE *file, const cld_shape_def *def);

#endif
