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

/// Notes what was got and what it should have been at most.
static inline bool at_most(inquiry *q, double got, double limit) {
    q->got = got;
    q->limit = limit;
    return got <= limit;
}

/// Of the signed distance, as promised to users.
static inline double accuracy(const inquiry *q) { return 1e-12 * q->diagonal + 4e-16 * q->largest; }

void inquiry_end(inquiry *q);

/// How far the set `inner` reaches out of the hull of `outer`.
double inquiry_protrusion(inquiry *q, const point_set *inner, const point_set *outer);

/// Laws between an answer and others to the same question: with A and B exchanged, and with both moved.
bool has_same_numbers_swapped(inquiry *q);
bool has_opposite_normal_swapped(inquiry *q);
bool has_same_findings_swapped(inquiry *q);
bool keeps_its_distance_in_motion(inquiry *q);

#endif
