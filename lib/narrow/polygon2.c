/// The edges stand in a splay tree, each node of which knows the least offset below it.
///
/// Source: D. Sleator, R. Tarjan, Self-adjusting binary search trees, 1985, with the operations bottom up. A
/// heap would find the nearest edge as fast, but not the first one of several, and equal shapes that are put
/// into each other have many.

#include "narrow/polygon2.h"

#include <math.h>

static double find_least(const cld_polygon2 *p, uint32_t at) {
    return at == CLD_NO_INDEX ? INFINITY : p->edge[at].least;
}

static void sum_up(cld_polygon2 *p, uint32_t at) {
    cld_polygon2_edge *e = &p->edge[at];
    e->least = fmin(e->edge.offset, fmin(find_least(p, e->left), find_least(p, e->right)));
}

/// Lets a node take its parent's place.
static void rotate(cld_polygon2 *p, uint32_t at) {
    uint32_t parent = p->edge[at].parent, above = p->edge[parent].parent;
    bool is_left = p->edge[parent].left == at;
    uint32_t *inner = is_left ? &p->edge[at].right : &p->edge[at].left;
    *(is_left ? &p->edge[parent].left : &p->edge[parent].right) = *inner;
    if (*inner != CLD_NO_INDEX)
        p->edge[*inner].parent = parent;
    *inner = parent;
    p->edge[parent].parent = at;
    p->edge[at].parent = above;
    if (above != CLD_NO_INDEX)
        *(p->edge[above].left == parent ? &p->edge[above].left : &p->edge[above].right) = at;
    sum_up(p, parent);
    sum_up(p, at);
}

static void splay(cld_polygon2 *p, uint32_t at) {
    for (uint32_t parent; (parent = p->edge[at].parent) != CLD_NO_INDEX;) {
        uint32_t above = p->edge[parent].parent;
        if (above != CLD_NO_INDEX) {
            bool in_line = (p->edge[above].left == parent) == (p->edge[parent].left == at);
            rotate(p, in_line ? parent : at);
        }
        rotate(p, at);
    }
    p->root = at;
}

/// Adds an edge right behind the root, and makes it the root.
static void add_behind_root(cld_polygon2 *p, const cld_cso_vertex *from, const cld_edge2 *edge) {
    uint32_t at = p->count++;
    cld_polygon2_edge *e = &p->edge[at], *root = &p->edge[p->root];
    *e = (cld_polygon2_edge){.from = *from, .edge = *edge, .next = root->next, .left = p->root};
    e->right = root->right;
    e->parent = CLD_NO_INDEX;
    if (e->right != CLD_NO_INDEX)
        p->edge[e->right].parent = at;
    root->right = CLD_NO_INDEX;
    root->next = root->parent = at;
    sum_up(p, p->root);
    p->root = at;
    sum_up(p, at);
}

void cld_polygon2_begin(cld_polygon2 *p, const cld_cso *cso, const cld_cso_vertex corner[3]) {
    cld_edge2 edge;
    for (int i = 0; i < 3; i++) {
        cld_edge2_make(cso, &corner[i], &corner[(i + 1) % 3], &edge);
        if (i > 0) {
            add_behind_root(p, &corner[i], &edge);
            continue;
        }
        p->edge[0] = (cld_polygon2_edge){.from = corner[0], .edge = edge, .least = edge.offset};
        p->edge[0].left = p->edge[0].right = p->edge[0].parent = CLD_NO_INDEX;
        p->count = 1;
        p->root = 0;
    }
}

uint32_t cld_polygon2_find_nearest(cld_polygon2 *p) {
    uint32_t at = p->root;
    for (;;) {
        const cld_polygon2_edge *e = &p->edge[at];
        if (e->left != CLD_NO_INDEX && find_least(p, e->left) <= e->least)
            at = e->left;
        else if (e->right != CLD_NO_INDEX && find_least(p, e->right) < e->edge.offset)
            at = e->right;
        else
            break;
    }
    splay(p, at);
    return at;
}

bool cld_polygon2_split(cld_polygon2 *p, const cld_cso *cso, const cld_cso_vertex *vertex) {
    cld_polygon2_edge *e = &p->edge[p->root];
    cld_edge2 before, after;
    if (p->count == p->room || !cld_edge2_make(cso, &e->from, vertex, &before) ||
        !cld_edge2_make(cso, vertex, &p->edge[e->next].from, &after))
        return false;
    e->edge = before;
    add_behind_root(p, vertex, &after);
    return true;
}

void cld_polygon2_list(cld_polygon2 *p) {
    uint32_t at = 0;
    for (uint32_t i = 0; i < p->count; i++, at = p->edge[at].next)
        p->vertex[i] = p->edge[at].from;
}
