#include "base/suggestion.h"

#include <string.h>

enum { LONGEST = 48 }; // words are compared up to here

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

/// The optimal string alignment distance, row by row of the usual table.
static size_t find_distance(const char *a, size_t a_length, const char *b, size_t b_length) {
    size_t rows[3][LONGEST + 1];
    size_t *before = rows[0], *above = rows[1], *row = rows[2];
    for (size_t j = 0; j <= b_length; j++)
        before[j] = above[j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            row[j] = least(above[j - 1] + (a[i - 1] != b[j - 1]), least(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least(row[j], before[j - 2] + 1);
        }
        size_t *reused = before;
        before = above;
        above = row;
        row = reused;
    }
    return above[b_length];
}

void cld_suggestion_offer(cld_suggestion *suggestion, const char *candidate) {
    if (suggestion->offered++ >= CLD_MOST_SUGGESTED)
        return;
    size_t length = strnlen(suggestion->word, LONGEST);
    size_t distance = find_distance(suggestion->word, length, candidate, strnlen(candidate, LONGEST));
    if (distance > (length + 2) / 3 || (suggestion->nearest && distance >= suggestion->distance))
        return;
    suggestion->nearest = candidate;
    suggestion->distance = distance;
}
