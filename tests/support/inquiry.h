/// A pair of hulls, the truth about it, and an answer of the library's.
#ifndef TESTS_SUPPORT_INQUIRY_H
#define TESTS_SUPPORT_INQUIRY_H

#include "laws.h"

struct law_checker {
    oracle *judge;
    cld_workspace *workspace;
    cld_contact *contacts; ///< of the answer being checked: the workspace's are gone after the swapped query
    size_t contact_room;
};

/// A pair and an answer to it.
typedef struct inquiry {
    law_checker *checker;
    const test_pair *pair;
    cld_shape *a, *b;
    double diagonal, largest, span;
    oracle_real truth;
    cld_algorithm asked;
    cld_result result, swapped;
    double swapped_depth_excess; ///< the largest difference of depths between the contacts of both results
    double got, limit;
} inquiry;

static inline const double *points_of(const point_set *s) { return &s->at[0][0]; }

/// Makes the shapes (NULL where that fails), measures the pair and finds the truth.
inquiry inquiry_make(law_checker *checker, const test_pair *pair);

/// Asks the library both ways round; false if it does not answer.
bool inquiry_ask(inquiry *q, cld_algorithm algorithm);

void inquiry_end(inquiry *q);

#endif
