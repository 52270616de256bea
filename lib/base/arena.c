#include "base/arena.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct cld_arena_block {
    struct cld_arena_block *older;
    size_t used, capacity; // in bytes
    max_align_t first[];
} cld_arena_block;

enum { LEAST_CAPACITY = 4000 };

/// The size of a type is a multiple of its alignment, and that a power of two: characters need none.
static size_t find_alignment(size_t size) {
    size_t lowest_bit = size & (~size + 1), most = _Alignof(max_align_t);
    return size == 0 || lowest_bit > most ? most : lowest_bit;
}

void *cld_arena_add(cld_arena *arena, size_t count, size_t size) {
    if (size > 0 && count > SIZE_MAX / 4 / size)
        return NULL;
    size_t needed = count * size, alignment = find_alignment(size);
    cld_arena_block *block = arena->block;
    size_t at = block ? (block->used + alignment - 1) / alignment * alignment : 0;
    if (!block || at > block->capacity || needed > block->capacity - at) {
        size_t capacity = needed > LEAST_CAPACITY ? needed : LEAST_CAPACITY;
        block = malloc(sizeof *block + capacity);
        if (!block)
            return NULL;
        *block = (cld_arena_block){.older = arena->block, .capacity = capacity};
        arena->block = block;
        at = 0;
    }
    block->used = at + needed;
    return (char *)block->first + at;
}

void cld_arena_take(cld_arena *arena, cld_arena *other) {
    cld_arena_block **oldest = &arena->block;
    while (*oldest)
        oldest = &(*oldest)->older;
    *oldest = other->block;
    other->block = NULL;
}

void cld_arena_clear(cld_arena *arena) {
    while (arena->block) {
        cld_arena_block *older = arena->block->older;
        free(arena->block);
        arena->block = older;
    }
}
