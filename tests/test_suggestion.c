#include "base/suggestion.h"

#include <string.h>

#include <criterion/criterion.h>

#include "support/random.h"

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
        bool is_near = *words[1] && distance <= strlen(words[0]) / 3;
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

Test(suggestion, is_but_a_letter_away_where_not_all_words_are_looked_at) {
    cld_suggestion two_away = {.word = "E0_b1200"}, one_away = {.word = "e0_b10"};
    for (int i = 0; i <= CLD_MOST_SUGGESTED; i++) {
        cld_suggestion_offer(&two_away, "e0_b100");
        cld_suggestion_offer(&one_away, "e0_b100");
        cr_assert_eq(two_away.nearest != NULL, i < CLD_MOST_SUGGESTED, "%d", i);
    }
    cr_expect_str_eq(one_away.nearest, "e0_b100");
}
