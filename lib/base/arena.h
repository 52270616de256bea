/// Memory that is given back all at once.
#ifndef CLD_BASE_ARENA_H
#define CLD_BASE_ARENA_H

#include <stddef.h>

/// {0} is an empty arena.
typedef struct cld_arena {
    struct cld_arena_block *block; ///< the newest
} cld_arena;

/// `count` elements of `size` bytes, aligned for any type of that size, not set to anything; NULL when memory
/// runs out, never for a count of 0. They stay until the arena is cleared.
void *cld_arena_add(cld_arena *arena, size_t count, size_t size);

/// Takes over all that was added to another arena, which is empty then.
void cld_arena_take(cld_arena *arena, cld_arena *other);

/// Frees everything that was added.
void cld_arena_clear(cld_arena *arena);

#endif
