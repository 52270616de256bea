/// Memory for shapes that are given up together.
#ifndef COLLIDE_ARENA_H
#define COLLIDE_ARENA_H

#include "collide/export.h"

CLD_API_BEGIN

/// Memory that grows and is given back all at once; {0} is an empty one. What is in it stands close together,
/// and once it is much, on large pages where the system has them: thousands of shapes are then read faster.
/// One thread at a time may add to it.
typedef struct cld_arena {
    struct cld_arena_block *block; ///< the newest
} cld_arena;

/// Frees everything that was added, and leaves the arena empty.
void cld_arena_clear(cld_arena *arena);

CLD_API_END

#endif
