/// Polygons by index, and the pairing of their half-edges.
#ifndef CLD_HULL_LOOPS_H
#define CLD_HULL_LOOPS_H

#include <stdbool.h>
#include <stdint.h>

/// Loop f is vertex[start[f]] .. vertex[start[f + 1] - 1]; the half-edge h goes from vertex[h] to the next in
/// its loop. One allocation, owned: free(start).
typedef struct cld_loops {
    uint32_t count;
    uint32_t *start;
    uint32_t *vertex;
} cld_loops;

/// Room for `count` loops of `total` vertices together; false when memory runs out.
bool cld_loops_create(cld_loops *loops, uint32_t count, uint32_t total);

void cld_loops_destroy(cld_loops *loops);

/// Turns a loop so that it begins with its lowest index. `copy` has room for it.
void cld_loop_rotate(uint32_t *loop, uint32_t length, uint32_t *copy);

/// The half-edges in the order of their lower, then higher vertex: of an edge of a closed surface first i ->
/// j, then j -> i (i < j), side by side. All vertices are below `vertex_limit`.
///
/// False unless the loops are a closed, oriented surface: each edge stands once in either direction. `order`
/// has room for all half-edges, `scratch` for three times as many and vertex_limit + 1 more. Linear time.
bool cld_loops_pair(const cld_loops *loops, uint32_t vertex_limit, uint32_t *order, uint32_t *scratch);

/// The half-edge after `h` in the loop `face`.
static inline uint32_t cld_loops_next(const cld_loops *loops, uint32_t face, uint32_t h) {
    return h + 1 < loops->start[face + 1] ? h + 1 : loops->start[face];
}

#endif
