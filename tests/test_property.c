#include <criterion/criterion.h>
#include <string.h>

#include "support/families.h"
#include "support/laws.h"
#include "support/random.h"

/// Pairs of each family; with all families more than 100,000.
enum { PAIRS = 4200, FAILURES_SHOWN = 3 };

/// Every pair goes to the library's own choice, and a share of them further: to one of the other algorithms,
/// or under the laws that are slow to check.
static int choose_scope(uint64_t seed) {
    int scope = seed % 8 == 0 ? LAWS_THOROUGH : 0;
    return scope | (seed % 4 == 1 ? LAWS_GJK_EPA : 0) | (seed % 4 == 3 ? LAWS_SAT : 0);
}

ParameterizedTestParameters(property, holds_for_every_pair) { return families_list(); }

ParameterizedTest(const size_t *index, property, holds_for_every_pair) {
    const pair_family *family = &pair_families[*index];
    law_checker *checker = law_checker_create();
    size_t failures = 0;
    const uint64_t trials = random_trials(PAIRS);
    for (uint64_t seed = 0; seed < trials; seed++) {
        test_pair pair;
        law_measure measure;
        law_failure failure;
        pair_make(family, seed, &pair);
        if (laws_hold(checker, &pair, choose_scope(seed), &measure, &failure))
            continue;
        if (failures++ < FAILURES_SHOWN)
            law_failure_print(stderr, checker, family->name, seed, &pair, choose_scope(seed), &failure);
    }
    law_checker_destroy(checker);
    cr_expect_eq(failures, 0, "%s: %zu of %d pairs break a law", family->name, failures, (int)trials);
}

/// Pairs that broke a law once.
static const struct {
    const char *family;
    uint64_t seed;
} mended[] = {
    {"unequal", 5000591},      // an edge of a near face that passes the contact by
    {"unequal", 5000736},      // a contact between features smaller than the slack
    {"scaled", 5001411},       // needles that cross beyond an edge
    {"thin", 5001977},         // a first direction between points nearer than rounding can tell
    {"rotated-copy", 5005664}, // two points, whose distance may be rounded only once
    {"offset", 5008160},       {"rotated-copy", 6020680}, // a sliver whose wrong side plain doubles took
};

Test(property, holds_for_pairs_that_broke_one) {
    law_checker *checker = law_checker_create();
    for (size_t i = 0; i < sizeof mended / sizeof *mended; i++)
        for (size_t f = 0; f < pair_family_count; f++) {
            test_pair pair;
            law_measure measure;
            law_failure failure;
            if (strcmp(pair_families[f].name, mended[i].family) != 0)
                continue;
            pair_make(&pair_families[f], mended[i].seed, &pair);
            cr_expect(laws_hold(checker, &pair, LAWS_ALL, &measure, &failure), "%s, seed %llu: %s",
                      mended[i].family, (unsigned long long)mended[i].seed, failure.law);
        }
    law_checker_destroy(checker);
}
