#include <criterion/criterion.h>
#include <float.h>

#include "support/random.h"
#include "support/rational.h"

enum { TRIALS = 20000 };

static mpq_t p, q, r;

static void set_up(void) { mpq_inits(p, q, r, NULL); }

static void tear_down(void) { mpq_clears(p, q, r, NULL); }

TestSuite(dd, .init = set_up, .fini = tear_down);

/// A double of either sign with an exponent from `low` to `high`: full, short, or a power of two and its
/// neighbours, where halves of an ulp are settled.
static double make_number(random_state *random, int low, int high) {
    double m = random_real(random, 1, 2);
    if (random_one_in(random, 3))
        m = 1 + (double)random_int(random, 0, 255) / 256;
    if (random_one_in(random, 5))
        m = random_one_in(random, 2) ? nextafter(2, 1) : nextafter(1, 2);
    return ldexp(random_one_in(random, 2) ? -m : m, random_int(random, low, high));
}

/// A normalised double-double; its low part may be 0, or as large as it can be.
static cld_dd make_dd(random_state *random, int low, int high) {
    double hi = make_number(random, low, high);
    double ulp = nextafter(fabs(hi), INFINITY) - fabs(hi);
    double part = random_one_in(random, 4)   ? 0
                  : random_one_in(random, 4) ? 0.4999999999
                                             : random_real(random, -0.5, 0.5);
    return cld_quick_two_sum(hi, part * ulp);
}

/// Whether hi is the nearest double to hi + lo.
static bool is_normalised(cld_dd a) { return a.hi + a.lo == a.hi; }

static void expect_exactly(cld_dd got, const mpq_t expected, const char *what, double a, double b) {
    rational_set(q, got);
    cr_expect(mpq_equal(q, expected), "%s of %a and %a is not exact: %a + %a", what, a, b, got.hi, got.lo);
    cr_expect(is_normalised(got), "%s of %a and %a is not normalised: %a + %a", what, a, b, got.hi, got.lo);
}

Test(dd, two_sum_and_two_diff_lose_nothing) {
    random_state random = random_make(1);
    for (int i = 0; i < TRIALS; i++) {
        double a = make_number(&random, -400, 400), b = make_number(&random, -60, 60) * a;
        mpq_set_d(p, a);
        mpq_set_d(r, b);
        mpq_add(p, p, r);
        expect_exactly(cld_two_sum(a, b), p, "the sum", a, b);
        expect_exactly(cld_two_sum(b, a), p, "the sum", b, a);
        expect_exactly(fabs(a) >= fabs(b) ? cld_quick_two_sum(a, b) : cld_quick_two_sum(b, a), p,
                       "the quick sum", a, b);
        mpq_sub(p, p, r);
        mpq_sub(p, p, r);
        expect_exactly(cld_two_diff(a, b), p, "the difference", a, b);
    }
}

Test(dd, two_sum_is_exact_where_everything_cancels_or_underflows) {
    const double tiny = DBL_TRUE_MIN;
    cld_dd s = cld_two_sum(1, -1);
    cr_expect(s.hi == 0 && s.lo == 0);
    s = cld_two_sum(DBL_MIN, -nextafter(DBL_MIN, 0));
    cr_expect(s.hi == tiny && s.lo == 0);
    s = cld_two_sum(1, tiny);
    cr_expect(s.hi == 1 && s.lo == tiny);
    s = cld_two_sum(0, -0.0);
    cr_expect(s.hi == 0 && s.lo == 0);
}

Test(dd, two_product_loses_nothing_from_one_end_of_the_range_to_the_other) {
    random_state random = random_make(2);
    for (int i = 0; i < TRIALS; i++) {
        // Products from 2^-900 to 2^990, of factors that may differ by as much.
        double a = make_number(&random, -494, 960);
        int e = ilogb(a), low = -900 - e > -960 ? -900 - e : -960, high = 988 - e < 960 ? 988 - e : 960;
        double b = make_number(&random, low, high);
        mpq_set_d(p, a);
        mpq_set_d(r, b);
        mpq_mul(p, p, r);
        expect_exactly(cld_two_product(a, b), p, "the product", a, b);
    }
}

typedef struct operation {
    const char *name;
    cld_dd (*apply)(cld_dd a, cld_dd b);
    void (*exact)(mpq_ptr result, mpq_srcptr a, mpq_srcptr b);
} operation;

static cld_dd scale_by_high_part(cld_dd a, cld_dd b) { return cld_dd_scale(a, b.hi); }

static const operation operations[] = {{"a sum", cld_dd_add, mpq_add},
                                       {"a difference", cld_dd_sub, mpq_sub},
                                       {"a product", cld_dd_mul, mpq_mul},
                                       {"a quotient", cld_dd_div, mpq_div},
                                       {"a product with a double", scale_by_high_part, mpq_mul}};

static void expect_small_error(const operation *o, cld_dd a, cld_dd b) {
    cld_dd got = o->apply(a, b);
    rational_set(p, a);
    rational_set(r, o->apply == scale_by_high_part ? cld_dd_make(b.hi) : b);
    o->exact(p, p, r);
    rational_set(q, got);
    cr_expect(rational_is_close(q, p, CLD_DD_ERROR), "%s of (%a, %a) and (%a, %a): %a + %a", o->name, a.hi,
              a.lo, b.hi, b.lo, got.hi, got.lo);
    cr_expect(is_normalised(got), "%s of (%a, %a) and (%a, %a) is not normalised", o->name, a.hi, a.lo, b.hi,
              b.lo);
}

Test(dd, each_operation_keeps_its_relative_error) {
    random_state random = random_make(3);
    for (int i = 0; i < TRIALS; i++) {
        cld_dd a = make_dd(&random, -400, 400), b = make_dd(&random, -430, 430);
        for (size_t k = 0; k < sizeof operations / sizeof *operations; k++)
            expect_small_error(&operations[k], a, b);
    }
}

Test(dd, a_sum_keeps_its_relative_error_where_it_cancels) {
    random_state random = random_make(4);
    for (int i = 0; i < TRIALS; i++) {
        cld_dd a = make_dd(&random, -3, 3), b = cld_dd_negate(a);
        b.lo += ldexp(random_short(&random), random_int(&random, -120, -50));
        b = cld_quick_two_sum(b.hi, b.lo);
        if (random_one_in(&random, 4))
            b = cld_quick_two_sum(nextafter(b.hi, 0), b.lo);
        expect_small_error(&operations[0], a, b);
        expect_small_error(&operations[1], a, cld_dd_negate(b));
    }
}

Test(dd, a_square_root_squares_to_what_it_is_the_root_of) {
    random_state random = random_make(5);
    for (int i = 0; i < TRIALS; i++) {
        cld_dd a = make_dd(&random, -800, 900);
        if (a.hi < 0)
            a = cld_dd_negate(a);
        cld_dd root = cld_dd_sqrt(a);
        rational_set(p, a);
        rational_set(q, root);
        mpq_mul(q, q, q);
        // (1 + e)^2 = 1 + 2 e + e^2
        cr_expect(rational_is_close(q, p, 2.0000001 * CLD_DD_ERROR), "the root of (%a, %a)", a.hi, a.lo);
        cr_expect(is_normalised(root));
    }
    for (int i = 1; i <= 100; i++) {
        cld_dd root = cld_dd_sqrt(cld_dd_make((double)i * i));
        cr_expect(root.hi == i && root.lo == 0, "the root of %d squared", i);
    }
    cr_expect_eq(cld_dd_sqrt(cld_dd_make(0)).hi, 0);
    cr_expect_eq(cld_dd_sqrt(cld_dd_make(-1)).hi, 0);
}

Test(dd, sign_and_order_see_the_last_bit) {
    cld_dd one = cld_dd_make(1), more = {1, 0x1p-106}, less = {1, -0x1p-106};
    cr_expect(cld_dd_less(one, more) && !cld_dd_less(more, one));
    cr_expect(cld_dd_less(less, one) && !cld_dd_less(one, less));
    cr_expect(!cld_dd_less(more, more));
    cr_expect_eq(cld_dd_sign(cld_dd_sub(more, one)), 1);
    cr_expect_eq(cld_dd_sign(cld_dd_sub(less, one)), -1);
    cr_expect_eq(cld_dd_sign(cld_dd_sub(one, one)), 0);
}

Test(dd, dot_and_cross_products_are_as_good_as_their_largest_term) {
    random_state random = random_make(6);
    for (int i = 0; i < TRIALS / 4; i++) {
        double m[6];
        for (int k = 0; k < 6; k++)
            m[k] = make_number(&random, -20, 20);
        cld_vec3 a = {m[0], m[1], m[2]}, b = {m[3], m[4], m[5]};
        cld_dd dot = cld_dd3_dot(cld_dd3_make(a), cld_dd3_make(b));
        mpq_set_ui(p, 0, 1);
        for (int k = 0; k < 3; k++) {
            mpq_set_d(q, m[k]);
            mpq_set_d(r, m[k + 3]);
            mpq_mul(q, q, r);
            mpq_add(p, p, q);
        }
        rational_set(q, dot);
        mpq_set_d(r, 4 * CLD_DD_ERROR * (fabs(a.x * b.x) + fabs(a.y * b.y) + fabs(a.z * b.z)));
        cr_expect(rational_is_near(q, p, r), "a dot product, trial %d", i);
        cld_dd3 cross = cld_dd3_cross(cld_dd3_make(a), cld_dd3_make(b));
        // The products are exact, so a component is off by one rounding of a difference.
        mpq_set_d(p, a.x);
        mpq_set_d(q, b.y);
        mpq_mul(p, p, q);
        mpq_set_d(q, a.y);
        mpq_set_d(r, b.x);
        mpq_mul(q, q, r);
        mpq_sub(p, p, q);
        rational_set(q, cross.z);
        cr_expect(rational_is_close(q, p, CLD_DD_ERROR), "a cross product, trial %d", i);
    }
}
