/// How a shape was given: what tells two apart that are the same set in the same place.
#ifndef CLD_SHAPE_GIVEN_H
#define CLD_SHAPE_GIVEN_H

#include "shape/shape.h"

/// A hash of what a definition that a shape can be made of says, but for what shapes keep: points and
/// transform.
uint32_t cld_given_hash(const cld_shape_def *def);

/// An order of two shapes of one kind and as many vertices by their transforms, their own points and what
/// else they were made of. 0 if their definitions are equal, but for one pair in 2^32 whose hashes are.
int cld_given_compare(const cld_shape *s, const cld_shape *t);

#endif
