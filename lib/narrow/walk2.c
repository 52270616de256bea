#include "narrow/walk2.h"

#include "math/turn2.h"

static cld_dd2 side_of(const cld_cloud *cloud, uint32_t p, uint32_t q) {
    return (cld_dd2){cld_two_diff(cloud->x[q], cloud->x[p]), cld_two_diff(cloud->y[q], cloud->y[p])};
}

/// Whether vertex p is lower than q, or as high and farther left; with `turned` for the shape turned round.
static bool is_lower(const cld_cloud *cloud, uint32_t p, uint32_t q, bool turned) {
    uint32_t low = turned ? q : p, high = turned ? p : q;
    return cloud->y[low] != cloud->y[high] ? cloud->y[low] < cloud->y[high] : cloud->x[low] < cloud->x[high];
}

static bool turns_left(const cld_cloud *cloud, uint32_t p, uint32_t q, uint32_t r) {
    return cld_turn2(cld_cloud_at(cloud, p), cld_cloud_at(cloud, q), cld_cloud_at(cloud, r)) > 0;
}

/// Whether a loop that begins with its lowest corner goes up, then down, and turns left at each corner.
static bool is_convex(const cld_cloud *cloud, const uint32_t *loop, uint32_t length, bool turned) {
    bool falls = false;
    for (uint32_t i = 0; i < length; i++) {
        uint32_t next = loop[(i + 1) % length];
        bool rises = is_lower(cloud, loop[i], next, turned);
        if ((falls && rises) || !turns_left(cloud, loop[i], next, loop[(i + 2) % length]))
            return false;
        falls = !rises;
    }
    return true;
}

/// Lets corner `at` of a heap, whose root is the highest, sink to its place.
static void sink(const cld_cloud *cloud, uint32_t *heap, uint32_t count, uint32_t at, bool turned) {
    for (uint32_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && is_lower(cloud, heap[child], heap[child + 1], turned))
            child++;
        if (!is_lower(cloud, heap[at], heap[child], turned))
            return;
        uint32_t higher = heap[child];
        heap[child] = heap[at];
        heap[at] = higher;
    }
}

/// Sorts corners, the lowest first: by a heap, which needs no memory.
static void sort_corners(const cld_cloud *cloud, uint32_t *corner, uint32_t count, bool turned) {
    for (uint32_t i = count / 2; i-- > 0;)
        sink(cloud, corner, count, i, turned);
    for (uint32_t end = count; end-- > 1;) {
        uint32_t highest = corner[0];
        corner[0] = corner[end];
        corner[end] = highest;
        sink(cloud, corner, end, 0, turned);
    }
}

/// The hull of three corners or more that placing has moved past each other, as hull/chain2.c finds it.
/// `corner` has room for twice as many and one more; returns how many there are now.
static uint32_t make_convex(const cld_cloud *cloud, uint32_t *corner, uint32_t count, bool turned) {
    uint32_t *sorted = corner + count + 1, length = 0, base = 2;
    sort_corners(cloud, corner, count, turned);
    for (uint32_t i = 0; i < count; i++)
        sorted[i] = corner[i];
    for (uint32_t i = 0; i < 2 * count - 1; i++) { // up on the right, and down on the left
        uint32_t vertex = sorted[i < count ? i : 2 * count - 2 - i];
        while (length >= base && !turns_left(cloud, corner[length - 2], corner[length - 1], vertex))
            length--;
        corner[length++] = vertex;
        base = i == count - 1 ? length + 1 : base;
    }
    return length - 1; // the lowest stands at the end as well
}

size_t cld_walk2_room(const cld_shape *shape) { return 2 * (size_t)shape->rare->outline_count + 1; }

cld_walk2 cld_walk2_begin(const cld_shape *shape, const cld_cloud *cloud, bool turned, uint32_t *loop) {
    uint32_t count = shape->rare->outline_count, lowest = 0, length = count;
    for (uint32_t i = 1; i < count; i++)
        if (is_lower(cloud, shape->rare->outline[i], shape->rare->outline[lowest], turned))
            lowest = i;
    for (uint32_t i = 0; i < count; i++)
        loop[i] = shape->rare->outline[(lowest + (shape->mirrored ? count - i : i)) % count];
    if (length > 2 && !is_convex(cloud, loop, length, turned))
        length = make_convex(cloud, loop, count, turned);
    if (length == 2 && !is_lower(cloud, loop[0], loop[1], turned))
        length = 1; // two corners in one place
    return (cld_walk2){.cloud = cloud, .loop = loop, .length = length, .turned = turned};
}

cld_dd2 cld_walk2_next(const cld_walk2 *walk) {
    uint32_t p = walk->loop[walk->at], q = walk->loop[(walk->at + 1) % walk->length];
    return walk->turned ? side_of(walk->cloud, q, p) : side_of(walk->cloud, p, q);
}

/// Whether a's direction comes before b's, or is the same, counter-clockwise from (1, 0).
static bool comes_first(cld_dd2 a, cld_dd2 b) {
    bool a_falls = a.y.hi < 0 || (a.y.hi == 0 && a.x.hi < 0),
         b_falls = b.y.hi < 0 || (b.y.hi == 0 && b.x.hi < 0);
    if (a_falls != b_falls)
        return b_falls;
    int rough = cld_compare_products(a.x.hi * b.y.hi, a.y.hi * b.x.hi);
    return rough ? rough > 0 : cld_dd2_cross(a, b).hi >= 0;
}

cld_walk2 *cld_walk2_first(cld_walk2 *a, cld_walk2 *b) {
    if (cld_walk2_is_over(a))
        return cld_walk2_is_over(b) ? NULL : b;
    return cld_walk2_is_over(b) || comes_first(cld_walk2_next(a), cld_walk2_next(b)) ? a : b;
}
