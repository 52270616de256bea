/// A tree of boxes, and the pairs of boxes that meet.
#ifndef CLD_BROAD_TREE_H
#define CLD_BROAD_TREE_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "collide/status.h"
#include "math/box.h"
#include "shape/lanes.h"

/// A node and all below it stand together, depth first: the first child is the next node, the second the one
/// that the first child's `skip` leads to. Leaves have skip = their own index + 1.
typedef struct cld_tree_node {
    cld_box box;    ///< around those of its items, each grown by its reach
    double reach;   ///< the longest of its items
    uint32_t first; ///< its items are item[first] and those behind it: CLD_LANES of a leaf, unless there are
                    ///< no more
    uint32_t skip;  ///< the node after all that are below this one
} cld_tree_node;

/// Boxes by the lanes: of a leaf, or of what is in no leaf.
typedef struct cld_box_group {
    cld_lanes lower[3], upper[3];
} cld_box_group;

/// First boxes by number, then a tree over them, which is immutable: any number of threads may read it.
typedef struct cld_tree {
    cld_arena arena;     ///< of the boxes and items
    cld_arena nodes;     ///< of the nodes and leaves
    uint32_t item_count; ///< of all boxes
    cld_box_group
        *boxes; ///< CLD_LANES to a group; by number, in the tree beside `item`. Leaves are a group each
    // What follows is the tree's.
    uint32_t *item; ///< the boxes' numbers, by leaves; then those of the unbounded ones, which are in no leaf
    uint32_t node_count;
    cld_tree_node *node;
    uint32_t *leaf; ///< the leaves' nodes, ascending
    uint32_t leaf_count;
    uint32_t bounded_count; ///< the first of the unbounded ones in `item`
    double reach;           ///< the longest of all
} cld_tree;

/// The box at a place: of that number, or in the tree of item[place].
static inline cld_box cld_tree_box(const cld_tree *tree, uint32_t place) {
    const cld_box_group *g = &tree->boxes[place / CLD_LANES];
    cld_box box;
    for (int k = 0; k < 3; k++) {
        box.lower[k] = ((const double *)&g->lower[k])[place % CLD_LANES];
        box.upper[k] = ((const double *)&g->upper[k])[place % CLD_LANES];
    }
    return box;
}

static inline void cld_tree_prefetch_box(const cld_tree *tree, uint32_t place) {
    const cld_box_group *g = &tree->boxes[place / CLD_LANES];
    for (size_t at = 0; at < sizeof *g; at += 64)
        __builtin_prefetch((const char *)g + at);
}

static inline void cld_tree_set_box(cld_tree *tree, uint32_t place, const cld_box *box) {
    cld_box_group *g = &tree->boxes[place / CLD_LANES];
    for (int k = 0; k < 3; k++) {
        ((double *)&g->lower[k])[place % CLD_LANES] = box->lower[k];
        ((double *)&g->upper[k])[place % CLD_LANES] = box->upper[k];
    }
}

/// The place behind the last item of a leaf.
static inline uint32_t cld_tree_leaf_end(const cld_tree *tree, const cld_tree_node *leaf) {
    uint32_t end = leaf->first + CLD_LANES;
    return end < tree->bounded_count ? end : tree->bounded_count;
}

/// Pairs i < j, in no order to rely on, but near each other where the boxes are: who asks about them one by
/// one finds most of what he reads in the caches.
typedef struct cld_pairs {
    uint32_t (*pair)[2];
    size_t count;
} cld_pairs;

/// Whether a pair i < j of meeting boxes is wanted. Called from several threads at once.
typedef bool cld_want_pair(const void *context, uint32_t i, uint32_t j);

/// How far number i reaches out of its box, which is given: at least 0. Always the same.
typedef double cld_find_reach(const void *context, uint32_t i, const cld_box *box);

/// Makes room for `count` boxes, which the caller sets, each at the place of its number; threads that set
/// those of different groups are in nobody's way. CLD_TOO_LARGE above 2^31 boxes, CLD_INTERNAL when memory
/// runs out.
cld_status cld_tree_make_room(size_t count, cld_tree *tree, cld_error *err);

/// Builds the tree, in which the boxes are moved to their places. Splits at the median of the centres along
/// the axis on which they are spread widest; O(n log n). `reach` (NULL: all have none) is asked by any of the
/// workers; the tree is the same for any number of them. CLD_INTERNAL when memory runs out.
cld_status cld_tree_build(cld_tree *tree, cld_find_reach *reach, const void *context, unsigned workers,
                          cld_error *err);

/// Frees what only finding needs, and leaves the boxes and items.
void cld_tree_drop_nodes(cld_tree *tree);

void cld_tree_clear(cld_tree *tree);

/// All wanted pairs (NULL: all) of boxes that meet when both are grown by their reach, each once, and maybe
/// some that would if they reached as far as their neighbours. The order depends on how the workers shared
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
