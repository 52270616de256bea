#include "narrow/walk2.h"

static cld_dd2 side_of(const cld_cloud *cloud, uint32_t p, uint32_t q) {
    return (cld_dd2){cld_two_diff(cloud->x[q], cloud->x[p]), cld_two_diff(cloud->y[q], cloud->y[p])};
}

/// Whether vertex p is lower than q, or as high and farther left; with `turned` for the shape turned round.
static bool is_lower(const cld_cloud *cloud, uint32_t p, uint32_t q, bool turned) {
    uint32_t low = turned ? q : p, high = turned ? p : q;
    return cloud->y[low] != cloud->y[high] ? cloud->y[low] < cloud->y[high] : cloud->x[low] < cloud->x[high];
}

static bool turns_left(const cld_cloud *cloud, uint32_t p, uint32_t q, uint32_t r) {
    return cld_dd2_cross(side_of(cloud, p, q), side_of(cloud, q, r)).hi > 0;
}

cld_walk2 cld_walk2_begin(const cld_shape *shape, const cld_cloud *cloud, bool turned, uint32_t *loop) {
    uint32_t count = shape->rare->outline_count, lowest = 0, length = 0;
    for (uint32_t i = 1; i < count; i++)
        if (is_lower(cloud, shape->rare->outline[i], shape->rare->outline[lowest], turned))
            lowest = i;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t vertex = shape->rare->outline[(lowest + (shape->mirrored ? count - i : i)) % count];
        while (length >= 2 && !turns_left(cloud, loop[length - 2], loop[length - 1], vertex))
            length--;
        loop[length++] = vertex;
    }
    while (length >= 3 && !turns_left(cloud, loop[length - 2], loop[length - 1], loop[0]))
        length--;
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
    return a_falls != b_falls ? b_falls : cld_dd2_cross(a, b).hi >= 0;
}

cld_walk2 *cld_walk2_first(cld_walk2 *a, cld_walk2 *b) {
    if (cld_walk2_is_over(a))
        return cld_walk2_is_over(b) ? NULL : b;
    return cld_walk2_is_over(b) || comes_first(cld_walk2_next(a), cld_walk2_next(b)) ? a : b;
}
