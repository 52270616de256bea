#include "base/arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>

Test(arena, gives_aligned_memory_that_stays) {
    cld_arena arena = {0};
    uint32_t *kept[200];
    for (size_t i = 0; i < 200; i++) {
        kept[i] = cld_arena_add(&arena, 1 + 7 * i, sizeof **kept);
        cr_assert_not_null(kept[i]);
        cr_assert_eq((uintptr_t)kept[i] % _Alignof(uint32_t), 0);
        memset(kept[i], (int)i, (1 + 7 * i) * sizeof **kept);
    }
    for (size_t i = 0; i < 200; i++)
        cr_assert_eq(kept[i][7 * i], 0x01010101u * (uint32_t)i);
    cld_arena_clear(&arena);
    cr_expect_null(arena.block);
}

Test(arena, aligns_elements_for_their_type_and_packs_characters) {
    cld_arena arena = {0};
    const char *first = cld_arena_add(&arena, 3, 1), *second = cld_arena_add(&arena, 4, 1);
    cr_expect_eq(second - first, 3);
    for (int i = 0; i < 300; i++) {
        double *wide = cld_arena_add(&arena, 2, sizeof *wide);
        long double *wider = cld_arena_add(&arena, 1, sizeof *wider);
        cr_expect_eq((uintptr_t)wide % _Alignof(double), 0);
        cr_expect_eq((uintptr_t)wider % _Alignof(long double), 0);
        cr_expect_not_null(cld_arena_add(&arena, 1 + (size_t)i % 5, 1));
    }
    cld_arena_clear(&arena);
}

/// Blocks grow from a page to a large page, and what is larger has one of its own.
Test(arena, keeps_cache_lines_and_what_is_larger_than_a_block) {
    enum { LINES = 100000, LARGE = 5000000 };
    cld_arena arena = {0};
    unsigned char **line = malloc(LINES * sizeof *line), *large[2] = {NULL};
    cr_assert_not_null(line);
    for (size_t i = 0; i < LINES; i++) {
        line[i] = cld_arena_add(&arena, 1, 64);
        cr_assert_not_null(line[i]);
        cr_assert_eq((uintptr_t)line[i] % 64, 0);
        memset(line[i], (int)(i % 251), 64);
        if (i % (LINES / 2) == 10) {
            large[2 * i / LINES] = cld_arena_add(&arena, LARGE, 1);
            cr_assert_not_null(large[2 * i / LINES]);
            memset(large[2 * i / LINES], 255, LARGE);
        }
    }
    for (size_t i = 0; i < LINES; i++)
        cr_assert(line[i][0] == i % 251 && line[i][63] == i % 251);
    for (int k = 0; k < 2; k++)
        cr_expect(large[k][0] == 255 && large[k][LARGE - 1] == 255);
    cld_arena_clear(&arena);
    free(line);
}

Test(arena, takes_over_what_another_has) {
    cld_arena arena = {0}, other = {0};
    cld_arena_take(&arena, &other);
    cr_expect_null(arena.block);
    int *own = cld_arena_add(&arena, 1, sizeof *own), *taken = cld_arena_add(&other, 1, sizeof *taken);
    *own = 1, *taken = 2;
    cld_arena_take(&arena, &other);
    cr_expect_null(other.block);
    cr_expect(*own == 1 && *taken == 2);
    cld_arena_clear(&arena);
}

Test(arena, refuses_what_cannot_be) {
    cld_arena arena = {0};
    cr_expect_null(cld_arena_add(&arena, SIZE_MAX / 2, 8));
    cr_expect_not_null(cld_arena_add(&arena, 0, 8));
    cld_arena_clear(&arena);
}
