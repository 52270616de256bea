/// Memory that is given back all at once.
#ifndef CLD_BASE_ARENA_H
#define CLD_BASE_ARENA_H

#include <stddef.h>

#include "collide/arena.h"

/// The largest alignment that an arena gives: a cache line.
#define CLD_ARENA_ALIGNMENT 64

/// `count` elements of `size` bytes, aligned for any type of that size, up to a cache line, not set to
/// anything; NULL when memory runs out, never for a count of 0. They stay until the arena is cleared.
void *cld_arena_add(cld_arena *arena, size_t count, size_t size);

/// How many bytes it takes, but for what is not used of the newest block.
size_t cld_arena_measure(const cld_arena *arena);

/// Takes over all that was added to another arena, which is empty then.
void cld_arena_take(cld_arena *arena, cld_arena *other);

/// A copy of some characters, with a NUL behind; NULL when memory runs out.
char *cld_arena_copy(cld_arena *arena, const char *bytes, size_t length);
char *cld_arena_copy_string(cld_arena *arena, const char *string);

#endif
