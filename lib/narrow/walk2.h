/// Going around a planar outline, edge by edge in the order of their directions.
#ifndef CLD_NARROW_WALK2_H
#define CLD_NARROW_WALK2_H

#include "math/dd2.h"
#include "shape/shape.h"

/// A convex polygon, segment or point on the way around, counter-clockwise from its lowest corner, of equally
/// low ones the one farthest left. The edges' directions so begin with (1, 0) and end before it.
typedef struct cld_walk2 {
    const cld_cloud *cloud;
    const uint32_t *loop; ///< the corners
    uint32_t length;      ///< how many there are; a single one has no edge
    uint32_t at;          ///< how many edges are gone
    bool turned;          ///< what is walked around is the shape turned by half a turn
} cld_walk2;

/// How many numbers a walk around a shape needs room for.
size_t cld_walk2_room(const cld_shape *shape);

/// Sets out around the outline where it stands. What placing it in the world cost it is repaired: the loop is
/// convex to the last bit. `loop` has cld_walk2_room, is filled, and must outlive the walk.
cld_walk2 cld_walk2_begin(const cld_shape *shape, const cld_cloud *cloud, bool turned, uint32_t *loop);

/// The vertex that was reached.
static inline uint32_t cld_walk2_corner(const cld_walk2 *walk) { return walk->loop[walk->at % walk->length]; }

/// Whether there are no edges left.
static inline bool cld_walk2_is_over(const cld_walk2 *walk) {
    return walk->length < 2 || walk->at == walk->length;
}

/// The edge that leads on, exactly.
cld_dd2 cld_walk2_next(const cld_walk2 *walk);

/// Of two walks, the one whose next edge comes first, a where both have the same direction; NULL if both are
/// over.
cld_walk2 *cld_walk2_first(cld_walk2 *a, cld_walk2 *b);

#endif
