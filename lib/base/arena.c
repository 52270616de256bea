#include "base/arena.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct cld_arena_block {
    struct cld_arena_block *older;
    size_t used, capacity; // in bytes
    max_align_t first[];
} cld_arena_block;

enum { LEAST_CAPACITY = 4000, ALIGNMENT = _Alignof(max_align_t) };

void *cld_arena_add(cld_arena *arena, size_t count, size_t size) {
    if (size > 0 && count > SIZE_MAX / 4 / size)
        return NULL;
    size_t needed = (count * size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    cld_arena_block *block = arena->block;
    if (!block || needed > block->capacity - block->used) {
        size_t capacity = needed > LEAST_CAPACITY ? needed : LEAST_CAPACITY;
        block = malloc(sizeof *block + capacity);
        if (!block)
            return NULL;
        *block = (cld_arena_block){.older = arena->block, .capacity = capacity};
        arena->block = block;
    }
    void *memory = (char *)block->first + block->used;
    block->used += needed;
    return memory;
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
