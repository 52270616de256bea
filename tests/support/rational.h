/// Doubles and sums of two doubles as fractions, in which nothing is rounded.
#ifndef TESTS_SUPPORT_RATIONAL_H
#define TESTS_SUPPORT_RATIONAL_H

#include <gmp.h>
#include <stdbool.h>

#include "math/dd.h"

/// r = hi + lo; both finite.
static inline void rational_set(mpq_t r, cld_dd a) {
    mpq_t lo;
    mpq_init(lo);
    mpq_set_d(r, a.hi);
    mpq_set_d(lo, a.lo);
    mpq_add(r, r, lo);
    mpq_clear(lo);
}

/// Whether |a - b| <= limit.
static inline bool rational_is_near(const mpq_t a, const mpq_t b, const mpq_t limit) {
    mpq_t difference;
    mpq_init(difference);
    mpq_sub(difference, a, b);
    mpq_abs(difference, difference);
    bool is_near = mpq_cmp(difference, limit) <= 0;
    mpq_clear(difference);
    return is_near;
}

/// Whether |a - b| <= relative * |b|.
static inline bool rational_is_close(const mpq_t a, const mpq_t b, double relative) {
    mpq_t limit;
    mpq_init(limit);
    mpq_set_d(limit, relative);
    mpq_mul(limit, limit, b);
    mpq_abs(limit, limit);
    bool is_close = rational_is_near(a, b, limit);
    mpq_clear(limit);
    return is_close;
}

#endif
