/// The word that was probably meant.
#ifndef CLD_BASE_SUGGESTION_H
#define CLD_BASE_SUGGESTION_H

#include <stddef.h>
#include <stdint.h>

/// Words that are looked at: a table of a million must not cost each word that is missing from it a second.
/// Where more are offered, only one that is but a letter away counts.
enum { CLD_MOST_SUGGESTED = 1000 };

/// Of so many words that are missing, each is compared with those that are there.
enum { CLD_MOST_SUGGESTIONS = 1000 };

/// Looks for the nearest to `word` among the words it is offered, all of which are borrowed. Start from
/// {.word = ...}.
typedef struct cld_suggestion {
    const char *word;
    const char *nearest; ///< NULL while nothing was near
    size_t offered;
    size_t distance; ///< of the nearest: letters added, left out, replaced, or exchanged with their neighbour
    size_t length;   ///< of the word, as far as it is compared; set with `places` at the first offer
    uint64_t places[256]; ///< of each letter in the word, as bits
} cld_suggestion;

/// Takes `candidate` if it is nearer than what was offered before, and no more than a third of the word is
/// different. What is empty says nothing.
void cld_suggestion_offer(cld_suggestion *suggestion, const char *candidate);

#endif
