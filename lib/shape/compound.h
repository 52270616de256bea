/// Compounds: several convex shapes as one.
#ifndef CLD_SHAPE_COMPOUND_H
#define CLD_SHAPE_COMPOUND_H

#include "shape/leaf_tree.h"

/// Compounds may lie this deep in one another.
enum { CLD_MOST_COMPOUNDS = 24 };

/// Convex shapes that a compound may be made of.
enum { CLD_MOST_LEAVES = 10000 };

/// A convex shape that a compound is made of, however deep.
struct cld_leaf {
    cld_shape *shape; ///< placed in the world
    uint32_t child;   ///< of the compound: the index of the child that it is, or is part of
};

/// The convex shapes that a shape is made of: itself, if it is no compound.
static inline uint32_t cld_shape_count_leaves(const cld_shape *shape) {
    return shape->kind == CLD_COMPOUND ? shape->rare->leaf_count : 1;
}

/// Leaf i, and the child that it is of; CLD_NO_INDEX of a shape that is no compound.
static inline const cld_shape *cld_shape_leaf(const cld_shape *shape, uint32_t i, uint32_t *child) {
    bool is_compound = shape->kind == CLD_COMPOUND;
    *child = is_compound ? shape->rare->leaves[i].child : CLD_NO_INDEX;
    return is_compound ? shape->rare->leaves[i].shape : shape;
}

/// Builds a compound with all its leaves; as cld_shape_create.
cld_status cld_compound_create(const cld_shape_def *def, cld_warn *warn, void *warn_context,
                               cld_shape **shape, cld_error *err);

/// Frees the leaves.
void cld_compound_clear(cld_shape *compound);

#endif
