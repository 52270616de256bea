/// Building the tree.

#include "broad/tree.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "base/workers.h"

/// Boxes in a leaf: as many as are looked at at a time. More make its leaves meet more others.
enum { LEAF_SIZE = CLD_LANES };

#define MOST_BOXES (UINT32_C(1) << 31)

/// Marks an item whose box is where it belongs; no number is so large.
#define MOVED MOST_BOXES

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
        key[i] = i < count ? (double)FEW * (double)e[i][axis] + (double)i : INFINITY;
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

/// Entries that a node is made of, and all that is below it.
typedef struct subtree {
    size_t first, count;
    uint32_t at; ///< the node
} subtree;

typedef struct builder {
    cld_find_reach *reach;
    const void *context;
    cld_tree *tree;
    entry *entries;
    double quarter[3];                   ///< of the scene's extent along each axis
    subtree subtrees[2 * MOST_SUBTREES]; ///< the whole, its halves, theirs ...: from `open` on undivided
    size_t open, subtree_count;
} builder;

/// The axis along which centres are spread widest, in the scene's unit.
static int find_widest_axis(const builder *b, const entry *e, size_t count) {
    entry low = e[0], high = e[0];
    for (size_t i = 1; i < count; i++) {
        entry lower = e[i] < low;
        entry higher = e[i] > high;
        low = (e[i] & lower) | (low & ~lower);
        high = (e[i] & higher) | (high & ~higher);
    }
    double width[3];
    for (int k = 0; k < 3; k++)
        width[k] = (double)(high[k] - low[k]) * b->quarter[k];
    int axis = width[1] > width[0] ? 1 : 0;
    return width[2] > width[axis] ? 2 : axis;
}

static size_t count_leaves(size_t count) { return (count + LEAF_SIZE - 1) / LEAF_SIZE; }

/// The two halves of a node. With a multiple of the leaf's size on the left, all leaves but the last are
/// full, so that where a node stands follows from the numbers of boxes.
static void find_halves(const subtree *p, subtree child[2]) {
    size_t half = (p->count / 2 + LEAF_SIZE - 1) / LEAF_SIZE * LEAF_SIZE;
    child[0] = (subtree){p->first, half, p->at + 1};
    child[1] = (subtree){p->first + half, p->count - half, p->at + 2 * (uint32_t)count_leaves(half)};
}

static void divide_entries(builder *b, const subtree *p, subtree child[2]) {
    entry *e = b->entries + p->first;
    find_halves(p, child);
    select_middle(e, p->count, child[0].count, find_widest_axis(b, e, p->count));
}

/// Lists the items of all leaves below a node. Halving keeps the recursion below 32 levels.
static void divide_all(builder *b, const subtree *p) {
    if (p->count <= LEAF_SIZE) {
        for (size_t i = p->first; i < p->first + p->count; i++)
            b->tree->item[i] = (uint32_t)b->entries[i][ITEM];
        return;
    }
    subtree child[2];
    divide_entries(b, p, child);
    divide_all(b, &child[0]);
    divide_all(b, &child[1]);
}

static void divide_some(void *context, unsigned worker, size_t begin, size_t end) {
    builder *b = context;
    (void)worker;
    for (size_t i = begin; i < end; i++)
        divide_entries(b, &b->subtrees[b->open + i], &b->subtrees[b->subtree_count + 2 * i]);
}

static void list_some(void *context, unsigned worker, size_t begin, size_t end) {
    builder *b = context;
    (void)worker;
    for (size_t i = begin; i < end; i++)
        divide_all(b, &b->subtrees[b->open + i]);
}

/// Halves level by level as long as there is room, each worker a subtree at a time; then each divides what is
/// left of one.
static void divide_among(builder *b, size_t count, unsigned workers) {
    b->subtrees[0] = (subtree){0, count, 0};
    b->open = 0;
    b->subtree_count = 1;
    while (b->subtree_count < MOST_SUBTREES && b->subtrees[b->open].count > FEWEST_TO_SHARE) {
        size_t many = b->subtree_count - b->open;
        cld_workers_run(workers, many, 1, divide_some, b);
        b->open = b->subtree_count;
        b->subtree_count += 2 * many;
    }
    cld_workers_run(workers, b->subtree_count - b->open, 1, list_some, b);
}

static double find_reach(const builder *b, uint32_t place, const cld_box *box) {
    return b->reach ? b->reach(b->context, b->tree->item[place], box) : 0;
}

/// Entries are made by number, items without a bound listed behind the others; returns how many have bounds.
static uint32_t list_items(builder *b, cld_box *extent) {
    cld_tree *tree = b->tree;
    uint32_t bounded = 0, unbounded = tree->item_count;
    for (uint32_t i = 0; i < tree->item_count; i++) {
        cld_box box = cld_tree_box(tree, i);
        if (!is_bounded(&box)) {
            tree->item[--unbounded] = i;
            tree->reach = cld_max(tree->reach, find_reach(b, unbounded, &box));
            continue;
        }
        if (bounded == 0)
            *extent = box;
        cld_box_include(extent, &box);
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
        b->quarter[k] = 0.25 * extent->upper[k] - low[k];
        factor[k] = b->quarter[k] > LEAST_QUARTER ? 0.5 / b->quarter[k] * WHOLE : 0;
    }
    for (size_t i = 0; i < count; i++) {
        cld_box box = cld_tree_box(b->tree, (uint32_t)b->entries[i][ITEM]);
        for (int k = 0; k < 3; k++) {
            double lower = 0.25 * box.lower[k] - low[k], upper = 0.25 * box.upper[k] - low[k];
            b->entries[i][k] = (int32_t)((lower + upper) * factor[k]);
        }
    }
}

/// Moves each box from where its number is to where the tree has it. What has been moved is marked in `item`.
static void place_boxes(cld_tree *tree) {
    for (uint32_t start = 0; start < tree->item_count; start++) {
        if (tree->item[start] & MOVED)
            continue;
        cld_box box, last = cld_tree_box(tree, start);
        uint32_t at = start, next;
        while ((next = tree->item[at]) != start) {
            box = cld_tree_box(tree, next);
            cld_tree_set_box(tree, at, &box);
            tree->item[at] |= MOVED;
            at = next;
        }
        cld_tree_set_box(tree, at, &last);
        tree->item[at] |= MOVED;
    }
    for (uint32_t place = 0; place < tree->item_count; place++)
        tree->item[place] &= ~MOVED;
}

static void set_leaf_box(const builder *b, cld_tree_node *leaf) {
    uint32_t end = cld_tree_leaf_end(b->tree, leaf);
    leaf->reach = 0;
    for (uint32_t place = leaf->first; place < end; place++) {
        cld_box box = cld_tree_box(b->tree, place);
        double reach = find_reach(b, place, &box);
        box = cld_box_grow(&box, reach);
        leaf->reach = reach > leaf->reach ? reach : leaf->reach;
        if (place == leaf->first)
            leaf->box = box;
        else
            cld_box_include(&leaf->box, &box);
    }
}

static void set_inner_box(const builder *b, cld_tree_node *node) {
    const cld_tree_node *first = node + 1, *second = &b->tree->node[first->skip];
    node->box = first->box;
    cld_box_include(&node->box, &second->box);
    node->reach = cld_max(first->reach, second->reach);
}

static cld_tree_node *place_node(const builder *b, const subtree *p) {
    cld_tree_node *node = &b->tree->node[p->at];
    node->first = (uint32_t)p->first;
    node->skip = p->at + 2 * (uint32_t)count_leaves(p->count) - 1;
    return node;
}

/// Makes a node and all below it, as the entries have been divided.
static void build_node(const builder *b, const subtree *p) {
    cld_tree_node *node = place_node(b, p);
    if (p->count <= LEAF_SIZE) {
        b->tree->leaf[p->first / LEAF_SIZE] = p->at;
        set_leaf_box(b, node);
        return;
    }
    subtree child[2];
    find_halves(p, child);
    build_node(b, &child[0]);
    build_node(b, &child[1]);
    set_inner_box(b, node);
}

static void build_some(void *context, unsigned worker, size_t begin, size_t end) {
    const builder *b = context;
    (void)worker;
    for (size_t i = begin; i < end; i++)
        build_node(b, &b->subtrees[b->open + i]);
}

static void build_nodes(builder *b, unsigned workers) {
    cld_workers_run(workers, b->subtree_count - b->open, 1, build_some, b);
    for (size_t i = b->open; i-- > 0;)
        set_inner_box(b, place_node(b, &b->subtrees[i]));
}

cld_status cld_tree_make_room(size_t count, cld_tree *tree, cld_error *err) {
    *tree = (cld_tree){.item_count = (uint32_t)count};
    if (count > MOST_BOXES)
        return cld_fail(err, CLD_TOO_LARGE, "", "a tree may have 2^31 boxes, got %zu", count);
    tree->boxes = cld_arena_add(&tree->arena, count / CLD_LANES + 1, sizeof *tree->boxes);
    if (!tree->boxes)
        return cld_fail_memory(err);
    tree->boxes[count / CLD_LANES] = (cld_box_group){0}; // where the last ones have none beside them
    return CLD_OK;
}

/// Lists the items as the tree has them. The entries are gone before there are nodes, and need no more room.
static void order_items(builder *b, unsigned workers) {
    cld_box extent;
    b->entries = (entry *)(void *)b->tree->node;
    b->tree->bounded_count = list_items(b, &extent);
    if (b->tree->bounded_count > 0) {
        place_entries(b, b->tree->bounded_count, &extent);
        divide_among(b, b->tree->bounded_count, workers);
    }
}

_Static_assert(LEAF_SIZE * sizeof(entry) <= sizeof(cld_tree_node), "entries of a leaf have room in its node");

cld_status cld_tree_build(cld_tree *tree, cld_find_reach *reach, const void *context, unsigned workers,
                          cld_error *err) {
    builder b = {.reach = reach, .context = context, .tree = tree};
    size_t most_leaves = count_leaves(tree->item_count);
    tree->item = cld_arena_add(&tree->arena, tree->item_count, sizeof *tree->item);
    tree->node = cld_arena_add(&tree->nodes, 2 * most_leaves, sizeof *tree->node);
    tree->leaf = cld_arena_add(&tree->nodes, most_leaves, sizeof *tree->leaf);
    if (!tree->item || !tree->node || !tree->leaf) {
        cld_tree_clear(tree);
        return cld_fail_memory(err);
    }
    order_items(&b, workers);
    place_boxes(tree);
    if (tree->bounded_count > 0) {
        tree->leaf_count = (uint32_t)count_leaves(tree->bounded_count);
        tree->node_count = 2 * tree->leaf_count - 1;
        build_nodes(&b, workers);
        tree->reach = cld_max(tree->reach, tree->node->reach);
    }
    return CLD_OK;
}

void cld_tree_drop_nodes(cld_tree *tree) {
    cld_arena_clear(&tree->nodes);
    tree->node_count = tree->leaf_count = 0;
}

void cld_tree_clear(cld_tree *tree) {
    cld_arena_clear(&tree->arena);
    cld_arena_clear(&tree->nodes);
    *tree = (cld_tree){.item_count = 0};
}
