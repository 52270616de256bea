#include "hull/chain2.h"

#include <stdlib.h>

#include "hull/loops.h"
#include "math/turn2.h"
#include "math/vec.h"

typedef struct vertex2 {
    double x, y;
    uint32_t index;
} vertex2;

static int compare(const void *a, const void *b) {
    const vertex2 *p = a, *q = b;
    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    if (p->y != q->y)
        return p->y < q->y ? -1 : 1;
    return (p->index > q->index) - (p->index < q->index);
}

/// Sorts by x, then y, and keeps one of each; returns how many.
static uint32_t sort_unique(vertex2 *v, uint32_t count) {
    uint32_t kept = 0;
    qsort(v, count, sizeof *v, compare);
    for (uint32_t i = 0; i < count; i++)
        if (kept == 0 || v[i].x != v[kept - 1].x || v[i].y != v[kept - 1].y)
            v[kept++] = v[i];
    return kept;
}

static cld_vec3 place_of(const vertex2 *v) { return cld_vec3_make(v->x, v->y, 0); }

/// Without error: of two orders in which three points may turn left, neither chain may see both.
static bool turns_left(const vertex2 *a, const vertex2 *b, const vertex2 *c) {
    return cld_turn2(place_of(a), place_of(b), place_of(c)) > 0;
}

/// Andrew's chains: the strictly convex loop of the sorted points, counter-clockwise from the first. `chain`
/// has room for one more than there are points.
static uint32_t find_chains(const vertex2 *v, uint32_t count, vertex2 *chain) {
    uint32_t length = 0;
    for (uint32_t i = 0; i < count; i++) {
        while (length >= 2 && !turns_left(&chain[length - 2], &chain[length - 1], &v[i]))
            length--;
        chain[length++] = v[i];
    }
    uint32_t base = length + 1;
    for (uint32_t i = count - 1; i-- > 0;) {
        while (length >= base && !turns_left(&chain[length - 2], &chain[length - 1], &v[i]))
            length--;
        chain[length++] = v[i];
    }
    return length > 1 ? length - 1 : length; // the first stands at the end as well
}

/// The directions, seen from a vertex, of the lines that pass within the tolerance of all vertices seen so
/// far.
typedef struct wedge {
    double right_x, right_y, left_x, left_y; ///< unit
    double reach;                            ///< distance of the farthest vertex seen; 0: all directions
} wedge;

static bool wedge_has(const wedge *w, double x, double y) {
    double ahead = (w->right_x + w->left_x) * x + (w->right_y + w->left_y) * y; // not the way back
    return w->reach == 0 ||
           (ahead > 0 && w->right_x * y - w->right_y * x >= 0 && w->left_y * x - w->left_x * y >= 0);
}

static void wedge_narrow(wedge *w, double x, double y, double tolerance) {
    double length = sqrt(x * x + y * y);
    if (length <= tolerance)
        return;
    double s = tolerance / length, c = sqrt((1 - s) * (1 + s)), tx = x / length, ty = y / length;
    wedge n = {tx * c + ty * s, ty * c - tx * s, tx * c - ty * s, ty * c + tx * s, length};
    if (w->reach > 0 && !wedge_has(w, n.right_x, n.right_y)) {
        n.right_x = w->right_x;
        n.right_y = w->right_y;
    }
    if (w->reach > 0 && !wedge_has(w, n.left_x, n.left_y)) {
        n.left_x = w->left_x;
        n.left_y = w->left_y;
    }
    *w = n;
}

static uint32_t find_farthest(const vertex2 *chain, uint32_t length) {
    uint32_t far = 0;
    double farthest = 0;
    for (uint32_t i = 1; i < length; i++) {
        double x = chain[i].x - chain[0].x, y = chain[i].y - chain[0].y;
        if (x * x + y * y > farthest) {
            farthest = x * x + y * y;
            far = i;
        }
    }
    return far;
}

/// Drops what stands off the line between its neighbours by no more than the tolerance, in one walk that
/// starts at a vertex far from another, which is a corner in any case. Each stride goes as far as a straight
/// line can follow. Without a tolerance nothing is dropped, which rounding might: the chains are strictly
/// convex.
static uint32_t straighten(const vertex2 *chain, uint32_t length, double tolerance, uint32_t *loop) {
    uint32_t first = find_farthest(chain, length), kept = 0, at = 0;
    while (at < length) {
        const vertex2 *from = &chain[(first + at) % length];
        loop[kept++] = from->index;
        wedge w = {0};
        uint32_t next = at + 1;
        for (uint32_t i = next; i <= length && tolerance > 0; i++) {
            const vertex2 *to = &chain[(first + i) % length];
            double x = to->x - from->x, y = to->y - from->y, distance = sqrt(x * x + y * y);
            if (!wedge_has(&w, x, y) || distance < w.reach)
                break;
            next = i;
            wedge_narrow(&w, x, y, tolerance);
        }
        at = next;
    }
    return kept;
}

size_t cld_chain2_find_room(size_t count) { return (2 * count + 1) * sizeof(vertex2); }

void cld_chain2_find_in(void *memory, const double (*points)[2], uint32_t count, double tolerance,
                        uint32_t *loop, uint32_t *length) {
    vertex2 *v = memory, *chain = v + count;
    for (uint32_t i = 0; i < count; i++)
        v[i] = (vertex2){points[i][0], points[i][1], i};
    uint32_t unique = sort_unique(v, count), corners = find_chains(v, unique, chain);
    *length = straighten(chain, corners, tolerance, loop);
    cld_loop_rotate(loop, *length, memory);
}

cld_status cld_chain2_find(const double (*points)[2], uint32_t count, double tolerance, uint32_t *loop,
                           uint32_t *length) {
    void *memory = malloc(cld_chain2_find_room(count));
    if (!memory)
        return CLD_INTERNAL;
    cld_chain2_find_in(memory, points, count, tolerance, loop, length);
    free(memory);
    return CLD_OK;
}
