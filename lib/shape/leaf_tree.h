/// A tree of boxes around the leaves of a compound, for who looks for the deepest or nearest of them.
#ifndef CLD_SHAPE_LEAF_TREE_H
#define CLD_SHAPE_LEAF_TREE_H

#include "shape/shape.h"

/// A box around one leaf or more, where the compound was made. Nodes stand depth first: the first child is
/// the next node, the second the one that the first child's `skip` leads to.
typedef struct cld_leaf_node {
    cld_vec3 lower, upper; ///< infinite around a half-space
    double rounding;       ///< what its faces may be off by, and by adding to them as much again
    double skew;           ///< the largest of the leaves' (cld_shape_find_skew)
    uint32_t leaf;         ///< its number; CLD_NO_INDEX where there are several
    uint32_t skip;         ///< the node after all that are below this one
} cld_leaf_node;

struct cld_leaf;

/// The node of one leaf.
cld_leaf_node cld_leaf_node_make(const cld_shape *shape, uint32_t leaf);

/// The tree of one or more leaves, the root first: twice as many nodes as leaves, less one. NULL when memory
/// runs out; the caller frees it. O(n log n).
cld_leaf_node *cld_leaf_tree_create(const struct cld_leaf *leaves, uint32_t count);

#endif
