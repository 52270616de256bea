/// Pairs: each leaf is held against itself and against the leaves after it in depth-first order, without a
/// stack: from a node whose box is missed the way goes on behind all that is below it.

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/grow.h"
#include "base/workers.h"
#include "broad/tree.h"

/// Leaves, or unbounded boxes, that a thread takes at a time.
enum { CHUNK = 64 };

/// Pairs i < k of a leaf's items, as meet_leaves has them.
#define LATER_OF_ONE UINT64_C(0x08ce)

/// What one worker has found. The padding keeps workers off each other's cache lines.
typedef struct harvest {
    uint32_t (*pair)[2];
    size_t count, capacity;
    bool failed;
    char padding[64];
} harvest;

typedef struct search {
    const cld_tree *tree;
    cld_want_pair *want;
    const void *context;
    harvest *harvested;
} search;

static void add_pair(harvest *h, uint32_t i, uint32_t j) {
    void *grown = h->failed ? NULL : cld_grow(h->pair, &h->capacity, h->count, sizeof *h->pair);
    if (!grown) {
        h->failed = true;
        return;
    }
    h->pair = grown;
    h->pair[h->count][0] = i;
    h->pair[h->count++][1] = j;
}

/// Adds the pair of the items at two places of the tree, if it is wanted.
static void add_wanted(const search *s, harvest *h, uint32_t p, uint32_t q) {
    uint32_t i = s->tree->item[p], j = s->tree->item[q], low = i < j ? i : j, high = i < j ? j : i;
    if (!s->want || s->want(s->context, low, high))
        add_pair(h, low, high);
}

/// Which of a group a box meets; boxes are closed.
CLD_INLINE void meet_group(const cld_box *box, const cld_box_group *g, cld_lane_mask *met) {
    *met = (g->lower[0] <= box->upper[0]) & (g->upper[0] >= box->lower[0]) & (g->lower[1] <= box->upper[1]) &
           (g->upper[1] >= box->lower[1]) & (g->lower[2] <= box->upper[2]) & (g->upper[2] >= box->lower[2]);
}

/// A box that meets others if it does so grown by how far both reach.
CLD_INLINE cld_box grow_box(const cld_tree *tree, uint32_t place, double reach) {
    const cld_box box = cld_tree_box(tree, place);
    return cld_box_grow(&box, reach);
}

/// Adds the pairs of one item without a bound, at place p of the tree, with those at places first .. end - 1.
CLD_INLINE void meet_items(const search *s, harvest *h, uint32_t p, uint32_t first, uint32_t end) {
    const cld_tree *tree = s->tree;
    const cld_box box = grow_box(tree, p, 2 * tree->reach);
    for (uint32_t group = first / CLD_LANES; group * CLD_LANES < end; group++) {
        cld_lane_mask met;
        meet_group(&box, &tree->boxes[group], &met);
        if (!cld_lanes_have_any(&met))
            continue;
        for (uint32_t k = 0; k < CLD_LANES; k++) {
            uint32_t q = group * CLD_LANES + k;
            if (!met[k] || q < first || q >= end)
                continue;
            add_wanted(s, h, p, q);
        }
    }
}

/// What a box has to reach, and to stay below, to meet another: beside its numbers, taken four at a time.
typedef struct probe {
    _Alignas(CLD_LANES_BYTES) double most[CLD_LANES], least[CLD_LANES];
} probe;

/// cld_box_meets at once: as jumps, half of its comparisons would be guessed wrong.
CLD_INLINE bool probe_meets(const probe *p, const cld_box *box) {
    cld_lanes low, high;
    memcpy(&low, &box->lower[0], sizeof low);
    memcpy(&high, &box->lower[2], sizeof high);
    cld_lane_mask missed = ~((low <= *(const cld_lanes *)p->most) & (high >= *(const cld_lanes *)p->least));
    return !cld_lanes_have_any(&missed);
}

/// Adds the pairs of items of two leaves that are in `among`: item i of the first and k of the second are bit
/// CLD_LANES * i + k. All are compared before the first is looked at, as which of them meet is hard to guess.
CLD_INLINE void meet_leaves(const search *s, harvest *h, const cld_tree_node *p, const cld_tree_node *q,
                            uint64_t among) {
    const cld_tree *tree = s->tree;
    const cld_box_group *group = &tree->boxes[q->first / CLD_LANES];
    const uint32_t count = cld_tree_leaf_end(tree, p) - p->first,
                   others = cld_tree_leaf_end(tree, q) - q->first;
    cld_lane_bits bit = {1, 2, 4, 8}, found = {0, 0, 0, 0};
    for (uint32_t i = 0; i < count; i++, bit <<= CLD_LANES) {
        const cld_box box = grow_box(tree, p->first + i, p->reach + q->reach);
        cld_lane_mask met;
        meet_group(&box, group, &met);
        found |= (cld_lane_bits)met & bit;
    }
    for (uint64_t rest = (found[0] | found[1] | found[2] | found[3]) & among; rest; rest &= rest - 1) {
        uint32_t at = (uint32_t)__builtin_ctzll(rest);
        if (at % CLD_LANES < others)
            add_wanted(s, h, p->first + at / CLD_LANES, q->first + at % CLD_LANES);
    }
}

CLD_INLINE void meet_leaf(const search *s, harvest *h, uint32_t leaf) {
    const cld_tree *tree = s->tree;
    const cld_tree_node *node = &tree->node[leaf];
    const double *low = node->box.lower, *high = node->box.upper;
    const probe around = {{high[0], high[1], high[2], INFINITY}, {-INFINITY, low[0], low[1], low[2]}};
    meet_leaves(s, h, node, node, LATER_OF_ONE);
    for (uint32_t n = node->skip; n < tree->node_count;) {
        const cld_tree_node *other = &tree->node[n];
        if (!probe_meets(&around, &other->box)) {
            n = other->skip;
            continue;
        }
        if (other->skip == ++n)
            meet_leaves(s, h, node, other, UINT64_MAX);
    }
}

/// Items of this work are the leaves, then the unbounded boxes.
CLD_INLINE void run(const search *s, harvest *h, size_t begin, size_t end) {
    const cld_tree *tree = s->tree;
    for (size_t i = begin; i < end; i++) {
        if (i < tree->leaf_count) {
            meet_leaf(s, h, tree->leaf[i]);
            continue;
        }
        uint32_t p = tree->bounded_count + (uint32_t)(i - tree->leaf_count);
        meet_items(s, h, p, 0, tree->bounded_count);
        meet_items(s, h, p, p + 1, tree->item_count);
    }
}

CLD_WIDE(void, run, (const search *s, harvest *h, size_t begin, size_t end), { run(s, h, begin, end); })

static void find_some(void *context, unsigned worker, size_t begin, size_t end) {
    const search *s = context;
    CLD_BEST(run, (s, &s->harvested[worker], begin, end));
}

/// Brings together what the workers harvested, behind what the first one did.
static cld_status gather(harvest *harvested, unsigned workers, cld_pairs *pairs, cld_error *err) {
    size_t total = 0;
    for (unsigned w = 0; w < workers; w++) {
        if (harvested[w].failed)
            return cld_fail_memory(err);
        total += harvested[w].count;
    }
    void *all = realloc(harvested->pair, (total + 1) * sizeof *pairs->pair);
    if (!all)
        return cld_fail_memory(err);
    *pairs = (cld_pairs){.pair = all, .count = harvested->count};
    harvested->pair = NULL;
    for (unsigned w = 1; w < workers; w++) {
        if (harvested[w].count > 0)
            memcpy(pairs->pair + pairs->count, harvested[w].pair, harvested[w].count * sizeof *pairs->pair);
        pairs->count += harvested[w].count;
    }
    return CLD_OK;
}

cld_status cld_tree_find_pairs(const cld_tree *tree, cld_want_pair *want, const void *context,
                               unsigned workers, cld_pairs *pairs, cld_error *err) {
    *pairs = (cld_pairs){.count = 0};
    harvest *harvested = calloc(workers, sizeof *harvested);
    if (!harvested)
        return cld_fail_memory(err);
    search s = {tree, want, context, harvested};
    cld_workers_run(workers, tree->leaf_count + (tree->item_count - tree->bounded_count), CHUNK, find_some,
                    &s);
    cld_status status = gather(harvested, workers, pairs, err);
    for (unsigned w = 0; w < workers; w++)
        free(harvested[w].pair);
    free(harvested);
    return status;
}
