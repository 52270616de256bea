/// Whole numbers, against GMP.
#include <criterion/criterion.h>
#include <limits.h>
#include <math.h>

#include "math/whole.h"
#include "support/exact.h"
#include "support/random.h"

enum { ROUNDS = 20000 };

static void set_exact(mpz_t r, const cld_whole *a) {
    mpz_import(r, a->count, -1, sizeof *a->limb, 0, 0, a->limb);
    if (a->sign < 0)
        mpz_neg(r, r);
}

static bool is_equal(const cld_whole *a, const mpz_t b) {
    mpz_t x;
    mpz_init(x);
    set_exact(x, a);
    bool equal = mpz_cmp(x, b) == 0 && a->sign == mpz_sgn(b) &&
                 cld_whole_bits(a) == (b->_mp_size ? (int)mpz_sizeinbase(b, 2) : 0);
    mpz_clear(x);
    return equal;
}

/// A whole number of up to 1100 bits, often with long runs of ones and zeros.
static void make_number(random_state *r, cld_whole *a, mpz_t exact) {
    mpz_set_ui(exact, 0);
    cld_whole_set(a, 0, 0);
    for (int i = random_int(r, 0, 3); i > 0; i--) {
        double x = random_one_in(r, 2) ? ldexp(1, random_int(r, 0, 1000))
                                       : ldexp(random_real(r, -1, 1), random_int(r, 60, 1000));
        cld_whole part;
        mpz_t exact_part;
        mpz_init(exact_part);
        cld_whole_set(&part, x, -20);
        exact_set(exact_part, x, -20);
        cld_whole_add(a, a, &part);
        mpz_add(exact, exact, exact_part);
        mpz_clear(exact_part);
    }
}

Test(whole, agrees_with_exact_arithmetic) {
    random_state r = random_make(1);
    mpz_t x, y, z;
    mpz_inits(x, y, z, NULL);
    for (int i = 0; i < ROUNDS; i++) {
        cld_whole a, b, c;
        make_number(&r, &a, x);
        make_number(&r, &b, y);
        cr_assert(is_equal(&a, x) && is_equal(&b, y), "round %d: numbers", i);
        cld_whole_add(&c, &a, &b);
        mpz_add(z, x, y);
        cr_assert(is_equal(&c, z), "round %d: sum", i);
        cld_whole_sub(&c, &a, &b);
        mpz_sub(z, x, y);
        cr_assert(is_equal(&c, z), "round %d: difference", i);
        cld_whole_mul(&c, &a, &b);
        mpz_mul(z, x, y);
        cr_assert(is_equal(&c, z), "round %d: product", i);
        cld_whole_sub(&a, &a, &a);
        cr_assert(a.sign == 0 && a.count == 0, "round %d: a number less itself", i);
    }
    mpz_clears(x, y, z, NULL);
}

Test(whole, comes_back_as_the_double_it_was_made_from) {
    random_state r = random_make(2);
    for (int i = 0; i < ROUNDS; i++) {
        double x = ldexp(random_real(&r, -1, 1), random_int(&r, -1074, 1000));
        cld_whole a;
        int lowest = cld_lowest_bit(x);
        if (x == 0)
            continue;
        cld_whole_set(&a, x, lowest);
        cr_assert(a.limb[0] & 1, "%a: its lowest bit is not set", x);
        cr_assert_eq(cld_whole_value(&a, -lowest), x, "%a", x);
        cld_whole_set(&a, x, lowest - random_int(&r, 0, 2000));
        cr_assert(cld_whole_bits(&a) > 0 && (a.sign < 0) == (x < 0), "%a", x);
    }
    cr_expect_eq(cld_lowest_bit(0), INT_MAX);
    cr_expect_eq(cld_lowest_bit(0x1p-1074), -1074);
}

/// Of two factors of 272 and 273 limbs, each of which has one bit in its highest.
Test(whole, has_room_for_products_of_all_bits) {
    struct {
        cld_whole product;
        uint32_t next;
    } r = {.next = 1};
    cld_whole a, b;
    cld_whole_set(&a, 1, -8672);
    cld_whole_set(&b, 1, -8704);
    cld_whole_mul(&r.product, &a, &b);
    cr_expect_eq(r.next, 1);
    cr_expect_eq(cld_whole_bits(&r.product), 8672 + 8704 + 1);
    cr_expect_leq(cld_whole_bits(&r.product), CLD_WHOLE_BITS);
}
