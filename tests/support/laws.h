/// What every answer about a pair of hulls must satisfy, held against the oracle.
#ifndef TESTS_SUPPORT_LAWS_H
#define TESTS_SUPPORT_LAWS_H

#include "collide/collide.h"
#include "generate.h"

/// The law that was broken, by which algorithm, and by how much: `got` should have been at most `limit`.
typedef struct law_failure {
    const char *law;
    cld_algorithm algorithm;
    double got, limit;
} law_failure;

/// How good the answers for a pair were; the worst over the algorithms asked.
typedef struct law_measure {
    double diagonal; ///< of the larger world box
    double error;    ///< of the signed distance
    double width;    ///< of its bounds
    bool wrong_outcome;
} law_measure;

/// How thoroughly to look: bits to be combined.
enum {
    LAWS_GJK_EPA = 1,  ///< ask this algorithm too, and not just for the library's own choice
    LAWS_SAT = 2,      ///< the same
    LAWS_THOROUGH = 4, ///< also the laws that need many calls of the oracle
    LAWS_ALL = 7
};

/// An oracle, and a workspace for queries.
typedef struct law_checker law_checker;

law_checker *law_checker_create(void);
void law_checker_destroy(law_checker *checker);

/// Asks the library about a pair and checks each law; `failure` is the first that was broken.
bool laws_hold(law_checker *checker, const test_pair *pair, int scope, law_measure *measure,
               law_failure *failure);

/// Makes a failing pair smaller for as long as it breaks the same law, and writes what is left: family, seed,
/// algorithm, law, got, limit, then the record of the pair as generated and the one of the smaller pair.
void law_failure_print(FILE *file, law_checker *checker, const char *family, unsigned long long seed,
                       const test_pair *pair, int scope, const law_failure *failure);

#endif
