/// One item of a tree, by a box. The nearest: the nearer child first, and nothing below a node whose box is
/// not nearer than the best so far. One that meets the box: depth first, without a stack.

#include "broad/tree.h"

typedef struct hunt {
    const cld_tree *tree;
    const cld_box *box;
    cld_find_item_distance *distance;
    void *context;
    double least;
    uint32_t nearest;
} hunt;

static void try_items(hunt *h, uint32_t first, uint32_t end) {
    for (uint32_t p = first; p < end; p++) {
        uint32_t i = h->tree->item[p];
        cld_box box = cld_tree_box(h->tree, p);
        if (cld_box_find_distance(h->box, &box) > h->least)
            continue;
        double distance = h->distance(h->context, i);
        if (distance < h->least || (distance == h->least && isfinite(distance) && i < h->nearest)) {
            h->least = distance;
            h->nearest = i;
        }
    }
}

static void try_node(hunt *h, uint32_t n) {
    const cld_tree_node *node = &h->tree->node[n];
    if (cld_box_find_distance(h->box, &node->box) > h->least)
        return;
    if (node->skip == n + 1) {
        try_items(h, node->first, cld_tree_leaf_end(h->tree, node));
        return;
    }
    uint32_t child[2] = {n + 1, h->tree->node[n + 1].skip};
    bool second_is_nearer = cld_box_find_distance(h->box, &h->tree->node[child[1]].box) <
                            cld_box_find_distance(h->box, &h->tree->node[child[0]].box);
    try_node(h, child[second_is_nearer]);
    try_node(h, child[!second_is_nearer]);
}

uint32_t cld_tree_find_nearest(const cld_tree *tree, const cld_box *box, cld_find_item_distance *distance,
                               void *context, double *least) {
    hunt h = {tree, box, distance, context, *least, UINT32_MAX};
    try_items(&h, tree->bounded_count, tree->item_count);
    if (tree->node_count > 0)
        try_node(&h, 0);
    *least = h.least;
    return h.nearest;
}

static bool has_meeting_item(const cld_tree *tree, const cld_box *box, uint32_t first, uint32_t end,
                             cld_accept_item *accept, void *context) {
    for (uint32_t p = first; p < end; p++) {
        cld_box other = cld_tree_box(tree, p);
        if (cld_box_meets(box, &other) && accept(context, tree->item[p]))
            return true;
    }
    return false;
}

bool cld_tree_has_meeting(const cld_tree *tree, const cld_box *box, cld_accept_item *accept, void *context) {
    if (has_meeting_item(tree, box, tree->bounded_count, tree->item_count, accept, context))
        return true;
    for (uint32_t n = 0; n < tree->node_count;) {
        const cld_tree_node *node = &tree->node[n];
        if (!cld_box_meets(box, &node->box)) {
            n = node->skip;
            continue;
        }
        if (node->skip == ++n &&
            has_meeting_item(tree, box, node->first, cld_tree_leaf_end(tree, node), accept, context))
            return true;
    }
    return false;
}
