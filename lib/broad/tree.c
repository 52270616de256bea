/// Building the tree.

#include "broad/tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/workers.h"

/// Boxes in a leaf: as many as are looked at at a time. More make its leaves meet more others.
enum { LEAF_SIZE = CLD_LANES };

#define MOST_BOXES (UINT32_C(1) << 31)

/// A box on its way to a leaf: its centre, then its number. Centres only decide which boxes share a leaf, so
/// that 31 bits do: they are fractions of the scene's extent along each axis. Entries are moved much, and in
/// one piece.
typedef int32_t entry __attribute__((vector_size(16), may_alias));

enum { ITEM = 3 };

/// So many entries are sorted, not divided.
enum { FEW = 8 };

/// As many subtrees are shared among the workers, of more boxes than are worth it.
enum { MOST_SUBTREES = 64, FEWEST_TO_SHARE = 4096 };

/// What a fraction of 1 becomes; what rounding adds to it (place_entries) leaves it below 2^31.
#define WHOLE 0x7fffff00

/// An extent below this (of a quarter) counts as none: its inverse times WHOLE may be out of range.
#define LEAST_QUARTER 0x1p-990

static bool is_bounded(const cld_box *box) {
    for (int k = 0; k < 3; k++)
        if (!isfinite(box->lower[k]) || !isfinite(box->upper[k]))
            return false;
    return true;
}

/// By centre, then by number, so that no two are equal and one input has one tree.
static uint64_t find_key(const entry *e, int axis) {
    const uint32_t *number = (const uint32_t *)e;
    return (uint64_t)number[axis] << 32 | number[ITEM];
}

/// Brings those before the pivot to the front and returns how many they are. Every entry is moved, before or
/// not: the comparison is never a jump, which would be guessed wrong half of the time.
static size_t divide(entry *e, size_t count, uint64_t pivot, int axis) {
    size_t front = 0;
    for (size_t i = 0; i < count; i++) {
        bool before = find_key(&e[i], axis) < pivot;
        entry t = e[i];
        e[i] = e[front];
        e[front] = t;
        front += before;
    }
    return front;
}

/// Sorts up to FEW entries, equal ones as they stood: each goes to the place whose number is that of entries
/// before it. All pairs are compared, whatever comes out: jumps would be guessed wrong half of the time.
static void sort_few(entry *e, size_t count, int axis) {
    entry old[FEW];
    double key[FEW];
    long long before[FEW] = {0};
    for (size_t i = 0; i < FEW; i++)
        key[i] = i < count ? FEW * (double)e[i][axis] + (double)i : INFINITY;
    for (size_t k = 0; k < FEW; k++)
        for (size_t i = 0; i < FEW; i++)
            before[i] += key[k] < key[i];
    memcpy(old, e, count * sizeof *e);
    for (size_t i = 0; i < count; i++)
        e[before[i]] = old[i];
}

/// Puts the `middle` first of `count` entries in front. Quickselect (C. A. R. Hoare, Algorithm 65: Find,
/// 1961) with pivots from a fixed pseudo-random sequence, against which no input is built by chance.
static void select_middle(entry *e, size_t count, size_t middle, int axis) {
    uint32_t random = 2463534242u;
    while (count > FEW) {
        random ^= random << 13, random ^= random >> 17, random ^= random << 5;
        size_t at = random % count;
        entry pivot = e[at];
        e[at] = e[count - 1];
        e[count - 1] = pivot;
        size_t front = divide(e, count - 1, find_key(&pivot, axis), axis);
        e[count - 1] = e[front];
        e[front] = pivot;
        if (front == middle)
            return;
        if (front > middle) {
            count = front;
        } else {
            e += front + 1;
            count -= front + 1;
            middle -= front + 1;
        }
    }
    sort_few(e, count, axis);
}

static int find_widest_axis(const entry *e, size_t count) {
    entry low = e[0], high = e[0];
    for (size_t i = 1; i < count; i++) {
        entry lower = e[i] < low;
        entry higher = e[i] > high;
        low = (e[i] & lower) | (low & ~lower);
        high = (e[i] & higher) | (high & ~higher);
    }
    entry width = high - low;
    int axis = width[1] > width[0] ? 1 : 0;
    return width[2] > width[axis] ? 2 : axis;
}

/// Entries that a node is made of, and all that is below it.
typedef struct subtree {
    size_t first, count;
    uint32_t at; ///< the node
} subtree;

typedef struct builder {
    cld_find_box *find;
    const void *context;
    cld_tree *tree;
    entry *entries;
    subtree subtrees[2 * MOST_SUBTREES]; ///< the whole, its halves, theirs ...: from `open` on undivided
    size_t open, subtree_count;
} builder;

static void set_box(cld_tree *tree, size_t place, const cld_box *box) {
    cld_box_group *g = &tree->boxes[place / CLD_LANES];
    for (int k = 0; k < 3; k++) {
        ((double *)&g->lower[k])[place % CLD_LANES] = box->lower[k];
        ((double *)&g->upper[k])[place % CLD_LANES] = box->upper[k];
    }
}

static void make_leaf(builder *b, uint32_t at, size_t first, size_t count) {
    cld_tree_node *node = &b->tree->node[at];
    for (size_t i = first; i < first + count; i++) {
        b->tree->item[i] = (uint32_t)b->entries[i][ITEM];
        cld_box box = b->find(b->context, (size_t)b->entries[i][ITEM]);
        set_box(b->tree, i, &box);
        if (i == first)
            node->box = box;
        else
            cld_box_include(&node->box, &box);
    }
    b->tree->leaf[first / LEAF_SIZE] = at;
}

static size_t count_leaves(size_t count) { return (count + LEAF_SIZE - 1) / LEAF_SIZE; }

/// Divides a node in two. With a multiple of the leaf's size on the left, all leaves but the last are full,
/// so that where a node stands follows from the numbers of boxes.
static void divide_node(builder *b, const subtree *p, subtree child[2]) {
    entry *e = b->entries + p->first;
    size_t half = (p->count / 2 + LEAF_SIZE - 1) / LEAF_SIZE * LEAF_SIZE;
    select_middle(e, p->count, half, find_widest_axis(e, p->count));
    child[0] = (subtree){p->first, half, p->at + 1};
    child[1] = (subtree){p->first + half, p->count - half, p->at + 2 * (uint32_t)count_leaves(half)};
}

/// The box of a node whose children have theirs.
static void join_children(cld_tree *tree, uint32_t at) {
    tree->node[at].box = tree->node[at + 1].box;
    cld_box_include(&tree->node[at].box, &tree->node[tree->node[at + 1].skip].box);
}

static void set_items(cld_tree *tree, const subtree *p) {
    tree->node[p->at].first = (uint32_t)p->first;
    tree->node[p->at].count = (uint32_t)p->count;
    tree->node[p->at].skip = p->at + 2 * (uint32_t)count_leaves(p->count) - 1;
}

/// Builds a node and all below it. Halving keeps the recursion below 32 levels.
static void build_node(builder *b, const subtree *p) {
    set_items(b->tree, p);
    if (p->count <= LEAF_SIZE) {
        make_leaf(b, p->at, p->first, p->count);
        return;
    }
    subtree child[2];
    divide_node(b, p, child);
    build_node(b, &child[0]);
    build_node(b, &child[1]);
    join_children(b->tree, p->at);
}

static void divide_some(void *context, unsigned worker, size_t begin, size_t end) {
    builder *b = context;
    (void)worker;
    for (size_t i = begin; i < end; i++)
        divide_node(b, &b->subtrees[b->open + i], &b->subtrees[b->subtree_count + 2 * i]);
}

static void build_some(void *context, unsigned worker, size_t begin, size_t end) {
    builder *b = context;
    (void)worker;
    for (size_t i = begin; i < end; i++)
        build_node(b, &b->subtrees[b->open + i]);
}

/// Halves level by level as long as there is room, each worker a subtree at a time; then each builds what is
/// left of one.
static void build_nodes(builder *b, size_t count, unsigned workers) {
    b->subtrees[0] = (subtree){0, count, 0};
    b->open = 0;
    b->subtree_count = 1;
    while (b->subtree_count < MOST_SUBTREES && b->subtrees[b->open].count > FEWEST_TO_SHARE) {
        size_t many = b->subtree_count - b->open;
        cld_workers_run(workers, many, 1, divide_some, b);
        b->open = b->subtree_count;
        b->subtree_count += 2 * many;
    }
    cld_workers_run(workers, b->subtree_count - b->open, 1, build_some, b);
    for (size_t i = b->open; i-- > 0;) {
        set_items(b->tree, &b->subtrees[i]);
        join_children(b->tree, b->subtrees[i].at);
    }
}

/// Boxes are listed by number, those without a bound behind the others; returns how many have bounds. Those
/// with bounds stand in front of the tree's boxes for now.
static size_t list_items(builder *b, size_t count, cld_box *extent) {
    size_t bounded = 0, unbounded = count;
    for (size_t i = 0; i < count; i++) {
        cld_box box = b->find(b->context, i);
        if (!is_bounded(&box)) {
            b->tree->item[--unbounded] = (uint32_t)i;
            set_box(b->tree, unbounded, &box);
            continue;
        }
        if (bounded == 0)
            *extent = box;
        cld_box_include(extent, &box);
        set_box(b->tree, bounded, &box);
        b->entries[bounded++][ITEM] = (int32_t)i;
    }
    return bounded;
}

/// Centres as fractions of the extent, 0 along an axis on which there is none. Quarters keep sums in range.
/// Rounding is monotone, so that either end is between 0 and `quarter` above `low`, and their sum at most
/// 2 * quarter, which is exact. The factor and the product round by a few parts in 2^52, far below the 2^-23
/// between WHOLE and 2^31.
static void place_entries(builder *b, size_t count, const cld_box *extent) {
    double low[3], factor[3];
    for (int k = 0; k < 3; k++) {
        low[k] = 0.25 * extent->lower[k];
        double quarter = 0.25 * extent->upper[k] - low[k];
        factor[k] = quarter > LEAST_QUARTER ? 0.5 / quarter * WHOLE : 0;
    }
    for (size_t i = 0; i < count; i++) {
        cld_box box = cld_tree_box(b->tree, (uint32_t)i);
        for (int k = 0; k < 3; k++) {
            double lower = 0.25 * box.lower[k] - low[k], upper = 0.25 * box.upper[k] - low[k];
            b->entries[i][k] = (int32_t)((lower + upper) * factor[k]);
        }
    }
}

cld_status cld_tree_build(cld_find_box *find, const void *context, size_t count, unsigned workers,
                          cld_tree *tree, cld_error *err) {
    *tree = (cld_tree){.item_count = (uint32_t)count};
    if (count > MOST_BOXES)
        return cld_fail(err, CLD_TOO_LARGE, "", "a tree may have 2^31 boxes, got %zu", count);
    size_t most_leaves = count_leaves(count) + 1;
    tree->node = cld_arena_add(&tree->arena, 2 * most_leaves, sizeof *tree->node);
    tree->leaf = cld_arena_add(&tree->arena, most_leaves, sizeof *tree->leaf);
    tree->item = cld_arena_add(&tree->arena, count, sizeof *tree->item);
    tree->boxes = cld_arena_add(&tree->arena, count / CLD_LANES + 1, sizeof *tree->boxes);
    builder b = {.find = find, .context = context, .tree = tree};
    cld_arena spare = {NULL};
    b.entries = cld_arena_add(&spare, count, sizeof *b.entries);
    bool has_memory = tree->node && tree->leaf && tree->item && tree->boxes && b.entries;
    if (has_memory) {
        cld_box extent;
        tree->boxes[count / CLD_LANES] = (cld_box_group){0}; // where the last ones have none beside them
        size_t bounded = list_items(&b, count, &extent);
        tree->bounded_count = (uint32_t)bounded;
        if (bounded > 0) {
            place_entries(&b, bounded, &extent);
            tree->leaf_count = (uint32_t)count_leaves(bounded);
            tree->node_count = 2 * tree->leaf_count - 1;
            build_nodes(&b, bounded, workers);
        }
    }
    cld_arena_clear(&spare);
    if (has_memory)
        return CLD_OK;
    cld_tree_clear(tree);
    return cld_fail_memory(err);
}

void cld_tree_clear(cld_tree *tree) {
    cld_arena_clear(&tree->arena);
    *tree = (cld_tree){.item_count = 0};
}
