/// Telling of a broken law, with the smallest pair found that breaks it too.
#include <string.h>

#include "laws.h"

/// What a smaller pair must still break.
typedef struct same_failure {
    law_checker *checker;
    int scope;
    const law_failure *failure;
} same_failure;

static bool breaks_the_same_law(const test_pair *pair, void *context) {
    const same_failure *same = context;
    law_measure measure;
    law_failure failure;
    return !laws_hold(same->checker, pair, same->scope, &measure, &failure) &&
           strcmp(failure.law, same->failure->law) == 0 && failure.algorithm == same->failure->algorithm;
}

void law_failure_print(FILE *file, law_checker *checker, const char *family, unsigned long long seed,
                       const test_pair *pair, int scope, const law_failure *failure) {
    fprintf(file, "%s, seed %llu, %s: broken: %s (%.17g, limit %.17g)\n", family, seed,
            cld_algorithm_name(failure->algorithm), failure->law, failure->got, failure->limit);
    pair_print(file, pair);
    test_pair less = *pair;
    pair_shrink(&less, breaks_the_same_law, &(same_failure){checker, scope, failure});
    pair_print(file, &less);
}
