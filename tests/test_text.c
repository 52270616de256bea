#include "base/text.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/suggestion.h"
#include "base/utf8.h"
#include "support/random.h"

Test(text, grows_and_ends_in_nul) {
    cld_text text = {0};
    for (int i = 0; i < 1000; i++) {
        cld_text_add_integer(&text, (unsigned long long)i % 10);
        cr_assert_eq(text.length, (size_t)i + 1);
        cr_assert_eq(text.bytes[i], '0' + i % 10);
        cr_assert_eq(text.bytes[i + 1], '\0');
    }
    cld_text_clear(&text);
    cr_expect_null(text.bytes);
    cr_expect_eq(text.length, 0);
}

Test(text, holds_what_was_added) {
    cld_text text = {0};
    cld_text_add_string(&text, "a");
    cld_text_add_blanks(&text, 2);
    cld_text_add(&text, "bcd", 2);
    cld_text_add_number(&text, -0.5);
    cld_text_add_integer(&text, UINT64_MAX);
    cld_text_add(&text, NULL, 0);
    cr_expect_str_eq(text.bytes, "a  bc-0.518446744073709551615");
    cld_text_clear(&text);
}

Test(text, keeps_what_it_had_when_memory_runs_out) {
    cld_text text = {0};
    cld_text_add_string(&text, "kept");
    cld_text_add_blanks(&text, SIZE_MAX - 1);
    cr_expect(text.failed);
    cld_text_add_string(&text, "not");
    cr_expect_str_eq(text.bytes, "kept");
    cld_text_clear(&text);
    cr_expect_not(text.failed);
}

Test(text, of_a_long_name_is_cut_at_a_character) {
    cr_assert_str_eq(cld_name_tell("caf\u00e9").text, "caf\u00e9");
    for (size_t length = 50; length < 70; length++) {
        char name[100], as[100] = "";
        memset(as, 'a', length);
        snprintf(name, sizeof name, "%s\u00e9 and more to be cut", as);
        const cld_told_name told = cld_name_tell(name);
        size_t kept = length == 59 ? 59 : 60; // where the character would be cut in half
        cr_assert_eq(memcmp(told.text, name, kept), 0);
        cr_assert_str_eq(told.text + kept, "...");
    }
}

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

static const char *nearest(const char *word) {
    static const char *const words[] = {"vertices", "faces", "edges", "normals", "size", NULL};
    cld_suggestion suggestion = {.word = word};
    for (int i = 0; words[i]; i++)
        cld_suggestion_offer(&suggestion, words[i]);
    return suggestion.nearest ? suggestion.nearest : "";
}

Test(suggestion, is_the_nearest_word) {
    cr_expect_str_eq(nearest("vertexes"), "vertices");
    cr_expect_str_eq(nearest("faecs"), "faces");
    cr_expect_str_eq(nearest("edge"), "edges");
    cr_expect_str_eq(nearest("Normals"), "normals");
    cr_expect_str_eq(nearest("size"), "size");
}

/// The optimal string alignment distance by its definition, cell by cell of the usual table.
static size_t align(const char *a, const char *b) {
    size_t table[16][16], m = strlen(a), n = strlen(b);
    for (size_t i = 0; i <= m; i++)
        for (size_t j = 0; j <= n; j++) {
            size_t least = i == 0 ? j : i;
            if (i > 0 && j > 0) {
                least = table[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
                least = table[i - 1][j] + 1 < least ? table[i - 1][j] + 1 : least;
                least = table[i][j - 1] + 1 < least ? table[i][j - 1] + 1 : least;
                if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                    least = table[i - 2][j - 2] + 1 < least ? table[i - 2][j - 2] + 1 : least;
            }
            table[i][j] = least;
        }
    return table[m][n];
}

Test(suggestion, is_as_far_as_the_table_of_alignments_says) {
    random_state r = random_make(1);
    for (int trial = 0; trial < 20000; trial++) {
        char words[2][16] = {{0}};
        for (int side = 0; side < 2; side++)
            for (int i = 0, length = random_int(&r, 0, 15); i < length; i++)
                words[side][i] = (char)('a' + random_int(&r, 0, 2));
        cld_suggestion suggestion = {.word = words[0]};
        cld_suggestion_offer(&suggestion, words[1]);
        size_t distance = align(words[0], words[1]);
        bool is_near = distance <= (strlen(words[0]) + 2) / 3;
        cr_assert_eq(suggestion.nearest != NULL, is_near, "%s and %s", words[0], words[1]);
        cr_assert(!is_near || suggestion.distance == distance, "%s and %s", words[0], words[1]);
    }
}

Test(suggestion, is_none_where_nothing_is_near) {
    cr_expect_str_eq(nearest("colour"), "");
    cr_expect_str_eq(nearest(""), "");
    cr_expect_str_eq(nearest("a word that is far longer than all that could be meant by it, much longer"),
                     "");
}

Test(text, shows_what_a_terminal_would_obey) {
    static const char *const cases[][2] = {
        {"plain \xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80", "plain \xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80"},
        {"\x1B[31m\n\x7F", "\\x1b[31m\\x0a\\x7f"},
        {"\xC2\x9B"
         "31m \xC2\xA0",
         "\\xc2\\x9b31m \xC2\xA0"},                                      // U+009B is CSI to some
        {"\xE2\x80\xA7\xE2\x80\xAE\xE2\x81\xA6\xE2\x81\xA9\xE2\x80\xAC", // right to left, and back
         "\xE2\x80\xA7\\xe2\\x80\\xae\\xe2\\x81\\xa6\\xe2\\x81\\xa9\\xe2\\x80\\xac"},
        {"\xE2\x80\xA8", "\\xe2\\x80\\xa8"},                   // U+2028 ends a line
        {"\xFF\xC3", "\\xff\\xc3"},                            // no UTF-8, the end in a character
        {"\xC1\xBF\xE0\x80\x80", "\\xc1\\xbf\\xe0\\x80\\x80"}, // longer than need be
        {"\xED\xA0\x80", "\\xed\\xa0\\x80"},                   // half of a surrogate pair
        {"\xF4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"},          // beyond U+10FFFF
        {"a\xC0\x80"
         "b",
         "a\\x00b"}, // a zero byte, as it is kept
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cld_text text = {0};
        cld_utf8_add_visibly(&text, cases[i][0]);
        cr_expect_str_eq(text.bytes, cases[i][1]);
        cld_text_clear(&text);
    }
}
