#define _DEFAULT_SOURCE // for madvise; NOLINT(bugprone-reserved-identifier)

#include "base/arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

typedef struct cld_arena_block {
    struct cld_arena_block *older;
    size_t used, capacity; // in bytes
    size_t total;          // of its size and those of the older ones, as far as they were there before it
    _Alignas(CLD_ARENA_ALIGNMENT) char first[];
} cld_arena_block;

/// A block adds a sixteenth to the arena until it is a large page. So what is not used of the newest one is
/// little beside the others, which counts where a page is there as a whole or not at all.
enum { SMALLEST_BLOCK = 4096, LARGE_PAGE = 2 << 20 };

/// The size of a type is a multiple of its alignment, and that a power of two: characters need none.
static size_t find_alignment(size_t size) {
    size_t lowest_bit = size & (~size + 1);
    return size == 0 || lowest_bit > CLD_ARENA_ALIGNMENT ? CLD_ARENA_ALIGNMENT : lowest_bit;
}

/// Has what fills large pages put on such, which the processor finds sooner than many small ones. Where the
/// system has none, nothing changes.
static void enlarge_pages(void *memory, size_t size) {
#ifdef MADV_HUGEPAGE
    if (size >= LARGE_PAGE)
        madvise(memory, size / LARGE_PAGE * LARGE_PAGE, MADV_HUGEPAGE);
#else
    (void)memory, (void)size;
#endif
}

static cld_arena_block *make_block(cld_arena_block *older, size_t needed) {
    size_t total = older ? older->total : 0, size = total / 16 / SMALLEST_BLOCK * SMALLEST_BLOCK;
    size = size < SMALLEST_BLOCK ? SMALLEST_BLOCK : size > LARGE_PAGE ? LARGE_PAGE : size;
    if (size < needed + sizeof *older)
        size = needed + sizeof *older;
    void *memory;
    if (posix_memalign(&memory, size < LARGE_PAGE ? CLD_ARENA_ALIGNMENT : LARGE_PAGE, size) != 0)
        return NULL;
    enlarge_pages(memory, size);
    cld_arena_block *block = memory;
    *block = (cld_arena_block){.older = older, .capacity = size - sizeof *block, .total = total + size};
    return block;
}

void *cld_arena_add(cld_arena *arena, size_t count, size_t size) {
    if (size > 0 && count > SIZE_MAX / 4 / size)
        return NULL;
    size_t needed = count * size, alignment = find_alignment(size);
    cld_arena_block *block = arena->block;
    size_t at = block ? (block->used + alignment - 1) / alignment * alignment : 0;
    if (!block || at > block->capacity || needed > block->capacity - at) {
        if (!(block = make_block(block, needed)))
            return NULL;
        arena->block = block;
        at = 0;
    }
    block->used = at + needed;
    return block->first + at;
}

size_t cld_arena_measure(const cld_arena *arena) {
    const cld_arena_block *block = arena->block;
    return block ? block->total - (block->capacity - block->used) : 0;
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

char *cld_arena_copy(cld_arena *arena, const char *bytes, size_t length) {
    char *copy = cld_arena_add(arena, length + 1, 1);
    if (!copy)
        return NULL;
    if (length > 0)
        memcpy(copy, bytes, length);
    copy[length] = '\0';
    return copy;
}

char *cld_arena_copy_string(cld_arena *arena, const char *string) {
    return cld_arena_copy(arena, string, strlen(string));
}
