/// Whole numbers and vectors of any length, and the way from doubles to them and back.
#ifndef TESTS_SUPPORT_EXACT_H
#define TESTS_SUPPORT_EXACT_H

#include <gmp.h>
#include <stddef.h>

#include "oracle.h"

typedef struct exact_vec {
    mpz_t c[3];
} exact_vec;

static inline void exact_vec_init(exact_vec *v) { mpz_inits(v->c[0], v->c[1], v->c[2], NULL); }

static inline void exact_vec_clear(exact_vec *v) { mpz_clears(v->c[0], v->c[1], v->c[2], NULL); }

static inline void exact_copy(exact_vec *r, const exact_vec *a) {
    for (int k = 0; k < 3; k++)
        mpz_set(r->c[k], a->c[k]);
}

static inline void exact_sub(exact_vec *r, const exact_vec *a, const exact_vec *b) {
    for (int k = 0; k < 3; k++)
        mpz_sub(r->c[k], a->c[k], b->c[k]);
}

static inline void exact_scale(exact_vec *r, const exact_vec *a, const mpz_t s) {
    for (int k = 0; k < 3; k++)
        mpz_mul(r->c[k], a->c[k], s);
}

static inline void exact_dot(mpz_t r, const exact_vec *a, const exact_vec *b) {
    mpz_mul(r, a->c[0], b->c[0]);
    mpz_addmul(r, a->c[1], b->c[1]);
    mpz_addmul(r, a->c[2], b->c[2]);
}

/// r = a x b; r must be neither of them.
static inline void exact_cross(exact_vec *r, const exact_vec *a, const exact_vec *b) {
    for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        mpz_mul(r->c[k], a->c[i], b->c[j]);
        mpz_submul(r->c[k], a->c[j], b->c[i]);
    }
}

/// The largest e for which x is a whole number times 2^e; INT_MAX for 0.
int exact_lowest_bit(double x);

/// The least of these among several numbers.
int exact_lowest_bit_of(const double *x, size_t count);

/// r = x / 2^exponent, which must be whole.
void exact_set(mpz_t r, double x, int exponent);

/// sign * sqrt(num / den) * 2^exponent, for num >= 0 and den > 0.
oracle_real exact_round_root(int sign, const mpz_t num, const mpz_t den, int exponent);

#endif
