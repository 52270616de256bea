/// Whole numbers of any sign and up to 17,408 bits: what decides where a filter in doubles cannot.
///
/// Every double is a whole number times a power of two, so a polynomial of doubles has an exact sign in whole
/// numbers, whatever their magnitudes: nothing over- or underflows, and no rounding mode matters. Predicates
/// are adaptive in the manner of J. R. Shewchuk (Adaptive precision floating-point arithmetic and fast robust
/// geometric predicates, 1997, sections 3 and 4): a sign is first sought in doubles with a bound on their
/// error. The exact stage differs: the parts of an expansion of doubles leave their range in a product of
/// four lengths of 1e100, or of 1e-100.
#ifndef CLD_MATH_WHOLE_H
#define CLD_MATH_WHOLE_H

#include <stdbool.h>
#include <stdint.h>

#include "collide/vec.h"

/// A product that has no more bits may begin one limb more, before its leading zeros are dropped.
enum { CLD_WHOLE_BITS = 17408, CLD_WHOLE_LIMBS = CLD_WHOLE_BITS / 32 + 1 };

/// sign * sum of limb[i] * 2^(32 i). `limb` is set up to `count`, the highest of them is not zero.
typedef struct cld_whole {
    int sign; ///< -1, 0, 1
    uint32_t count;
    uint32_t limb[CLD_WHOLE_LIMBS];
} cld_whole;

typedef struct cld_whole3 {
    cld_whole c[3];
} cld_whole3;

/// The largest e for which x is a whole number times 2^e; INT_MAX for 0.
int cld_lowest_bit(double x);

/// r = x * 2^-exponent, which must be whole. In this and all below, a result of more than CLD_WHOLE_BITS is a
/// mistake of the caller's.
void cld_whole_set(cld_whole *r, double x, int exponent);

void cld_whole_copy(cld_whole *r, const cld_whole *a);

/// r may be a or b.
void cld_whole_add(cld_whole *r, const cld_whole *a, const cld_whole *b);
void cld_whole_sub(cld_whole *r, const cld_whole *a, const cld_whole *b);

/// r must be neither a nor b.
void cld_whole_mul(cld_whole *r, const cld_whole *a, const cld_whole *b);

/// r += a * b; r must be neither.
void cld_whole_add_product(cld_whole *r, const cld_whole *a, const cld_whole *b);

/// The number of bits of |a|.
int cld_whole_bits(const cld_whole *a);

/// a * 2^-exponent within a relative 2^-52, for results within the range of doubles.
double cld_whole_value(const cld_whole *a, int exponent);

static inline bool cld_whole3_is_zero(const cld_whole3 *a) {
    return !a->c[0].sign && !a->c[1].sign && !a->c[2].sign;
}

/// As cld_whole_set, component by component.
void cld_whole3_set(cld_whole3 *r, cld_vec3 v, int exponent);

void cld_whole3_copy(cld_whole3 *r, const cld_whole3 *a);
void cld_whole3_sub(cld_whole3 *r, const cld_whole3 *a, const cld_whole3 *b);

/// r must be neither a nor b.
void cld_whole3_cross(cld_whole3 *r, const cld_whole3 *a, const cld_whole3 *b);
void cld_whole3_dot(cld_whole *r, const cld_whole3 *a, const cld_whole3 *b);

/// The most bits of a component.
int cld_whole3_bits(const cld_whole3 *a);

/// a * 2^-*exponent, with an exponent that brings the largest component between 1/2 and 1, to within 2^-52.
cld_vec3 cld_whole3_round(const cld_whole3 *a, int *exponent);

/// The sign of a . b.
int cld_whole3_sign_dot(const cld_whole3 *a, const cld_whole3 *b);

#endif
