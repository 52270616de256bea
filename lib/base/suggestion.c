/// The nearest of many words, by the bit-parallel algorithm of Hyyro, "A bit-vector algorithm for computing
/// Levenshtein and Damerau edit distances" (2003): a column of the usual table is differences of -1, 0 or 1
/// from row to row, which fit in two machine words and take a few operations for each letter of a candidate.
/// So many records as there are may each name something missing.
#include "base/suggestion.h"

#include <string.h>

enum { LONGEST = 48 }; // words are compared up to here, and bit sets have room for

static void prepare(cld_suggestion *suggestion) {
    suggestion->length = strnlen(suggestion->word, LONGEST);
    for (size_t i = 0; i < suggestion->length; i++)
        suggestion->places[(unsigned char)suggestion->word[i]] |= (uint64_t)1 << i;
}

/// The optimal string alignment distance of the word, which is not empty.
static size_t find_distance(const cld_suggestion *s, const char *candidate, size_t length) {
    uint64_t greater = UINT64_MAX, less = 0; // than the row above
    uint64_t diagonal = 0, before = 0, last = (uint64_t)1 << (s->length - 1);
    size_t distance = s->length;
    for (size_t i = 0; i < length; i++) {
        uint64_t equal = s->places[(unsigned char)candidate[i]];
        uint64_t exchanged = ((~diagonal & equal) << 1) & before;
        diagonal = (((equal & greater) + greater) ^ greater) | equal | less | exchanged;
        uint64_t up = less | ~(diagonal | greater), down = diagonal & greater; // than the column before
        distance += (up & last) != 0;
        distance -= (down & last) != 0;
        up = up << 1 | 1;
        greater = down << 1 | ~(diagonal | up);
        less = up & diagonal;
        before = equal;
    }
    return distance;
}

void cld_suggestion_offer(cld_suggestion *suggestion, const char *candidate) {
    if (suggestion->offered++ >= CLD_MOST_SUGGESTED) {
        if (suggestion->nearest && suggestion->distance > 1)
            suggestion->nearest = NULL; // among those that are not looked at, one may be nearer
        return;
    }
    if (suggestion->offered == 1)
        prepare(suggestion);
    size_t length = suggestion->length, other = strnlen(candidate, LONGEST);
    if (other == 0)
        return;                                                                 // says nothing
    size_t limit = suggestion->nearest ? suggestion->distance : length / 3 + 1; // the first too far
    if ((other > length ? other - length : length - other) >= limit)
        return; // so many letters were added or left out at least
    size_t distance = length ? find_distance(suggestion, candidate, other) : other;
    if (distance >= limit)
        return;
    suggestion->nearest = candidate;
    suggestion->distance = distance;
}
