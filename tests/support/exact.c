#include "exact.h"

#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

int exact_lowest_bit(double x) {
    if (x == 0)
        return INT_MAX;
    int e, shift = 0;
    int64_t m = (int64_t)ldexp(frexp(x, &e), 53);
    while (m % 2 == 0) {
        m /= 2;
        shift++;
    }
    return e - 53 + shift;
}

int exact_lowest_bit_of(const double *x, size_t count) {
    int lowest = INT_MAX;
    for (size_t i = 0; i < count; i++) {
        int e = exact_lowest_bit(x[i]);
        lowest = e < lowest ? e : lowest;
    }
    return lowest;
}

void exact_set(mpz_t r, double x, int exponent) {
    if (x == 0) {
        mpz_set_ui(r, 0);
        return;
    }
    int e = exact_lowest_bit(x);
    mpz_set_d(r, ldexp(x, -e));
    mpz_mul_2exp(r, r, (mp_bitcnt_t)(e - exponent));
}

/// q = the nearest double and rest = what is missing to it, both times 2^exponent. q has at least 64 bits,
/// and `inexact` says that it is a little less than the number meant.
static oracle_real round_once(mpz_t q, mpz_t rest, bool inexact, int exponent) {
    // The leading 64 bits, the last of them set if anything is lost: the conversion then rounds as if it saw
    // them all.
    size_t shift = mpz_sizeinbase(q, 2) - 64;
    bool lost = inexact || mpz_scan1(q, 0) < shift;
    mpz_tdiv_q_2exp(rest, q, shift);
    uint64_t lead;
    mpz_export(&lead, NULL, -1, sizeof lead, 0, 0, rest);
    double m = (double)(lead | lost);
    mpz_set_d(rest, m);
    mpz_mul_2exp(rest, rest, shift);
    mpz_sub(rest, q, rest);
    long rest_exponent;
    double rest_m = mpz_get_d_2exp(&rest_exponent, rest);
    return (oracle_real){ldexp(m, (int)shift + exponent), ldexp(rest_m, (int)rest_exponent + exponent)};
}

oracle_real exact_round_root(int sign, const mpz_t num, const mpz_t den, int exponent) {
    if (sign == 0 || mpz_sgn(num) == 0)
        return (oracle_real){0, 0};
    mpz_t q, rest;
    mpz_inits(q, rest, NULL);
    size_t num_bits = mpz_sizeinbase(num, 2), den_bits = mpz_sizeinbase(den, 2);
    size_t half = 256 + (den_bits > num_bits ? (den_bits - num_bits) / 2 : 0); // a root of at least 255 bits
    mpz_mul_2exp(q, num, 2 * half);
    mpz_tdiv_qr(q, rest, q, den);
    bool inexact = mpz_sgn(rest) != 0;
    mpz_sqrtrem(q, rest, q);
    inexact = inexact || mpz_sgn(rest) != 0;
    oracle_real root = round_once(q, rest, inexact, exponent - (int)half);
    mpz_clears(q, rest, NULL);
    return (oracle_real){sign * root.value, sign * root.rest};
}
