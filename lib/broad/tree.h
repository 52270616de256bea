/// A tree of boxes, and the pairs of boxes that meet.
#ifndef CLD_BROAD_TREE_H
#define CLD_BROAD_TREE_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "broad/box.h"
#include "collide/status.h"
#include "shape/lanes.h"

/// A node and all below it stand together, depth first: the first child is the next node, the second the one
/// that the first child's `skip` leads to. Leaves have skip = their own index + 1.
typedef struct cld_tree_node {
    cld_box box;
    uint32_t first, count; ///< its items are item[first .. first + count - 1]
    uint32_t skip;         ///< the node after all that are below this one
} cld_tree_node;

/// Boxes by the lanes: of a leaf, or of what is in no leaf.
typedef struct cld_box_group {
    cld_lanes lower[3], upper[3];
} cld_box_group;

/// Immutable once built, so that any number of threads may read it.
typedef struct cld_tree {
    cld_arena arena;     ///< of the lists
    uint32_t item_count; ///< of all boxes
    uint32_t node_count;
    cld_tree_node *node;
    uint32_t *item; ///< the boxes' numbers, by leaves; then those of the unbounded ones, which are in no leaf
    cld_box_group *boxes; ///< beside `item`, CLD_LANES to a group. Leaves are a group each
    uint32_t *leaf;       ///< the leaves' nodes, ascending
    uint32_t leaf_count;
    uint32_t bounded_count; ///< the first of the unbounded ones in `item`
} cld_tree;

static inline cld_box cld_tree_box(const cld_tree *tree, uint32_t place) {
    const cld_box_group *g = &tree->boxes[place / CLD_LANES];
    cld_box box;
    for (int k = 0; k < 3; k++) {
        box.lower[k] = ((const double *)&g->lower[k])[place % CLD_LANES];
        box.upper[k] = ((const double *)&g->upper[k])[place % CLD_LANES];
    }
    return box;
}

/// Pairs i < j, in no order to rely on, but near each other where the boxes are: who asks about them one by
/// one finds most of what he reads in the caches.
typedef struct cld_pairs {
    uint32_t (*pair)[2];
    size_t count;
} cld_pairs;

/// Whether a pair i < j of meeting boxes is wanted. Called from several threads at once.
typedef bool cld_want_pair(const void *context, uint32_t i, uint32_t j);

/// The box number i, always the same one.
typedef cld_box cld_find_box(const void *context, size_t i);

/// Splits at the median of the centres along the axis on which they are spread widest; O(n log n). Each box
/// is asked for twice, during the call and by any of the workers, so that nobody has to keep them beside the
/// tree, which is the same for any number of workers. CLD_TOO_LARGE above 2^31 boxes, CLD_INTERNAL when
/// memory runs out.
cld_status cld_tree_build(cld_find_box *find, const void *context, size_t count, unsigned workers,
                          cld_tree *tree, cld_error *err);

void cld_tree_clear(cld_tree *tree);

/// All wanted pairs of boxes that meet (NULL: all), each once; their order depends on how the workers shared
/// them. The caller frees `pair`.
cld_status cld_tree_find_pairs(const cld_tree *tree, cld_want_pair *want, const void *context,
                               unsigned workers, cld_pairs *pairs, cld_error *err);

/// Whether item i is the one that is looked for.
typedef bool cld_accept_item(void *context, uint32_t i);

/// Whether some item whose box meets `box` is accepted; none is asked for after that.
bool cld_tree_has_meeting(const cld_tree *tree, const cld_box *box, cld_accept_item *accept, void *context);

/// The distance from something to item i, infinite if that does not count.
typedef double cld_find_item_distance(void *context, uint32_t i);

/// The item nearest by `distance`, of which the boxes' distance from `box` is a lower bound; UINT32_MAX if
/// all are farther than `least`, which becomes that distance, or infinitely far. Of equally near ones, the
/// lowest.
uint32_t cld_tree_find_nearest(const cld_tree *tree, const cld_box *box, cld_find_item_distance *distance,
                               void *context, double *least);

#endif
