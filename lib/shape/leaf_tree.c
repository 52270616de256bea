/// Source: C. Lauterbach, M. Garland, S. Sengupta, D. Luebke, D. Manocha, Fast BVH construction on GPUs,
/// 2009, section 3: leaves are sorted by the Morton codes of their boxes' centres. Deviation: nodes are
/// halves of that order, not by its bits, so that none is deep.

#include "shape/leaf_tree.h"

#include <math.h>
#include <stdlib.h>

#include "shape/compound.h"

/// Bits of each coordinate in a code.
enum { BITS = 21 };

typedef struct entry {
    cld_leaf_node node;
    uint64_t code;
} entry;

static void find_rounding(cld_leaf_node *n) {
    n->rounding = 8 * CLD_ROUNDOFF * (cld_max_abs(n->lower) + cld_max_abs(n->upper));
}

cld_leaf_node cld_leaf_node_make(const cld_shape *shape, uint32_t leaf) {
    cld_leaf_node node = {.skew = cld_shape_find_skew(shape), .leaf = leaf, .skip = 1};
    cld_shape_find_box(shape, &node.lower, &node.upper);
    find_rounding(&node);
    node.rounding += shape->is_blurred ? shape->error : 0; // by which the box is wider
    return node;
}

/// Half the centre, so that no sum leaves the range.
static double find_centre(const cld_leaf_node *n, int axis) {
    return 0.25 * cld_component(n->lower, axis) + 0.25 * cld_component(n->upper, axis);
}

/// The bits of three numbers in turns.
static uint64_t interleave(const uint64_t at[3]) {
    uint64_t code = 0;
    for (int bit = BITS - 1; bit >= 0; bit--)
        for (int k = 0; k < 3; k++)
            code = code << 1 | (at[k] >> bit & 1);
    return code;
}

static bool is_bounded(const entry *e) { return isfinite(e->node.upper.x); }

/// Half-spaces are the last.
static void find_codes(entry *entries, uint32_t count) {
    double low[3] = {INFINITY, INFINITY, INFINITY}, width = 0;
    for (uint32_t i = 0; i < count; i++)
        for (int k = 0; k < 3 && is_bounded(&entries[i]); k++)
            low[k] = cld_min(low[k], find_centre(&entries[i].node, k));
    for (uint32_t i = 0; i < count; i++)
        for (int k = 0; k < 3 && is_bounded(&entries[i]); k++)
            width = cld_max(width, find_centre(&entries[i].node, k) - low[k]);
    for (uint32_t i = 0; i < count; i++) {
        uint64_t at[3] = {0, 0, 0};
        for (int k = 0; k < 3 && is_bounded(&entries[i]) && width > 0; k++)
            at[k] = (uint64_t)((find_centre(&entries[i].node, k) - low[k]) / width * ((1 << BITS) - 1));
        entries[i].code = is_bounded(&entries[i]) ? interleave(at) : UINT64_MAX;
    }
}

static int compare(const void *p, const void *q) {
    const entry *a = p, *b = q;
    if (a->code != b->code)
        return a->code < b->code ? -1 : 1;
    return (a->node.leaf > b->node.leaf) - (a->node.leaf < b->node.leaf);
}

static cld_vec3 pick(cld_vec3 p, cld_vec3 q, bool higher) {
    return higher ? cld_vec3_make(cld_max(p.x, q.x), cld_max(p.y, q.y), cld_max(p.z, q.z))
                  : cld_vec3_make(cld_min(p.x, q.x), cld_min(p.y, q.y), cld_min(p.z, q.z));
}

/// Makes the node `at` of some entries, and all below it.
static void make_node(const entry *entries, uint32_t count, uint32_t at, cld_leaf_node *nodes) {
    nodes[at] = entries->node;
    nodes[at].skip = at + 2 * count - 1;
    if (count == 1)
        return;
    uint32_t half = count / 2, second = at + 2 * half;
    make_node(entries, half, at + 1, nodes);
    make_node(entries + half, count - half, second, nodes);
    const cld_leaf_node *p = &nodes[at + 1], *q = &nodes[second];
    nodes[at].lower = pick(p->lower, q->lower, false);
    nodes[at].upper = pick(p->upper, q->upper, true);
    find_rounding(&nodes[at]);
    nodes[at].skew = cld_max(p->skew, q->skew);
    nodes[at].leaf = CLD_NO_INDEX;
}

cld_leaf_node *cld_leaf_tree_create(const struct cld_leaf *leaves, uint32_t count) {
    cld_leaf_node *nodes = malloc((2 * (size_t)count - 1) * sizeof *nodes);
    entry *entries = malloc(count * sizeof *entries);
    if (nodes && entries) {
        for (uint32_t i = 0; i < count; i++)
            entries[i].node = cld_leaf_node_make(leaves[i].shape, i);
        find_codes(entries, count);
        qsort(entries, count, sizeof *entries, compare);
        make_node(entries, count, 0, nodes);
    } else {
        free(nodes);
        nodes = NULL;
    }
    free(entries);
    return nodes;
}
