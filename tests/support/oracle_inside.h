/// What the parts of the oracle share.
#ifndef TESTS_SUPPORT_ORACLE_INSIDE_H
#define TESTS_SUPPORT_ORACLE_INSIDE_H

#include "exact.h"
#include "oracle.h"

enum {
    MAX_EDGES = ORACLE_MAX_POINTS * (ORACLE_MAX_POINTS - 1) / 2,
    MAX_TRIPLES = MAX_EDGES * (ORACLE_MAX_POINTS - 2) / 3,
    MAX_CANDIDATES = MAX_EDGES * MAX_EDGES + 2 * MAX_TRIPLES
};

/// The point v / den, and |v|^2; den > 0.
typedef struct fraction_point {
    exact_vec v;
    mpz_t den, square;
} fraction_point;

typedef struct edge {
    int side, from, to;
} edge;

/// The direction edge[first] x edge[second], and a bound below its support width over its length.
typedef struct candidate {
    int first, second;
    double lower;
} candidate;

/// All whole numbers of an oracle, nothing else: they are made and cleared as one array.
typedef struct oracle_numbers {
    exact_vec point[2][ORACLE_MAX_POINTS]; ///< times 2^exponent, relative to the first point of A
    exact_vec simplex[4];
    fraction_point nearest, trial;
    mpz_t best_width, best_square; ///< the least width so far is best_width / sqrt(best_square)
    mpz_t high[2], low[2];
    exact_vec u, v, w, n;
    mpz_t t[4];
} oracle_numbers;

struct oracle {
    size_t count[2];
    int exponent;
    oracle_numbers x;
    int simplex_count;

    const double *given[2];
    /// The points rounded, times a power of two that makes the largest coordinate about 1.
    double near[2][ORACLE_MAX_POINTS][3];
    double near_scale;

    edge edges[2 * MAX_EDGES];
    int edge_count;
    candidate *candidates;
    size_t candidate_count;
};

/// Rounds the points that were loaded, for the filter.
void oracle_load_near(oracle *o);

/// Drops the candidates that rounded arithmetic proves to be no facet's normal of least width.
void oracle_drop_candidates(oracle *o);

#endif
