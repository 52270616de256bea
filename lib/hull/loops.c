#include "hull/loops.h"

#include <stdlib.h>
#include <string.h>

#include "base/sort.h"

bool cld_loops_create(cld_loops *loops, uint32_t count, uint32_t total) {
    *loops = (cld_loops){.start = malloc(((size_t)count + 1 + total) * sizeof *loops->start)};
    if (!loops->start)
        return false;
    loops->count = count;
    loops->vertex = loops->start + count + 1;
    loops->start[0] = 0;
    return true;
}

void cld_loops_destroy(cld_loops *loops) {
    free(loops->start);
    *loops = (cld_loops){0};
}

void cld_loop_rotate(uint32_t *loop, uint32_t length, uint32_t *copy) {
    uint32_t lowest = 0;
    for (uint32_t i = 1; i < length; i++)
        lowest = loop[i] < loop[lowest] ? i : lowest;
    memcpy(copy, loop, length * sizeof *loop);
    memcpy(loop, copy + lowest, (length - lowest) * sizeof *loop);
    memcpy(loop + length - lowest, copy, lowest * sizeof *loop);
}

/// Writes the head of every half-edge: the vertex it goes to.
static void find_heads(const cld_loops *loops, uint32_t *head) {
    for (uint32_t f = 0; f < loops->count; f++)
        for (uint32_t h = loops->start[f]; h < loops->start[f + 1]; h++)
            head[h] = loops->vertex[cld_loops_next(loops, f, h)];
}

bool cld_loops_pair(const cld_loops *loops, uint32_t vertex_limit, uint32_t *order, uint32_t *scratch) {
    uint32_t total = loops->start[loops->count];
    uint32_t *head = scratch, *key = head + total, *by_higher = key + total, *place = by_higher + total;
    find_heads(loops, head);
    for (uint32_t h = 0; h < total; h++)
        key[h] = loops->vertex[h] > head[h] ? loops->vertex[h] : head[h];
    cld_sort_by_key(key, vertex_limit, NULL, total, by_higher, place);
    for (uint32_t h = 0; h < total; h++)
        key[h] = loops->vertex[h] < head[h] ? loops->vertex[h] : head[h];
    cld_sort_by_key(key, vertex_limit, by_higher, total, order, place);
    if (total % 2)
        return false;
    for (uint32_t i = 0; i < total; i += 2) {
        uint32_t g = order[i], h = order[i + 1];
        if (loops->vertex[g] != head[h] || loops->vertex[h] != head[g] || loops->vertex[g] == head[g])
            return false;
        if (loops->vertex[g] > head[g]) {
            order[i] = h;
            order[i + 1] = g;
        }
    }
    for (uint32_t i = 2; i < total; i += 2) // an edge that stands four times
        if (loops->vertex[order[i]] == loops->vertex[order[i - 2]] && head[order[i]] == head[order[i - 2]])
            return false;
    return true;
}
