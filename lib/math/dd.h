/// Double-double arithmetic: a number as the unevaluated sum hi + lo with |lo| <= ulp(hi) / 2, about 106
/// bits.
///
/// Source: T. J. Dekker, A floating-point technique for extending the available precision, 1971 (split,
/// product); J. R. Shewchuk, Adaptive precision floating-point arithmetic, 1997 (two-sum, two-product); M.
/// Joldes, J.-M. Muller, V. Popescu, Tight and rigorous error bounds for basic building blocks of double-word
/// arithmetic, 2017, whose AccurateDWPlusDW and DWTimesDW1 sum and product are, with relative errors of at
/// most 3u^2 and 7u^2, u = 2^-53, but for terms in u^3; Y. Hida, X. S. Li, D. H. Bailey, Library for
/// double-double and quad-double arithmetic, 2007 (the quotient, in three parts). CLD_DD_ERROR, 16u^2, covers
/// each. Bounds hold in round-to-nearest while no product leaves the range 2^-900 .. 2^990 and nothing is
/// contracted to a fused multiply-add.
#ifndef CLD_MATH_DD_H
#define CLD_MATH_DD_H

#include <math.h>
#include <stdbool.h>

#include "math/vec.h"

typedef struct cld_dd {
    double hi, lo;
} cld_dd;

typedef struct cld_dd3 {
    cld_dd x, y, z;
} cld_dd3;

/// Unit roundoff of double, and a bound on the relative error of every operation below.
#define CLD_ROUNDOFF 0x1p-53
#define CLD_DD_ERROR 0x1p-102

/// The square of the least sine of an angle between two vectors that is told from 0: a component of their
/// cross product is off by up to 2^-99 of their lengths, so that one of 2^-90 has nine bits.
#define CLD_DD_LEAST_SINE_SQUARED 0x1p-180

static inline cld_dd cld_dd_make(double a) { return (cld_dd){a, 0}; }

/// a + b exactly, for |a| >= |b| or a = 0.
static inline cld_dd cld_quick_two_sum(double a, double b) {
    double s = a + b;
    return (cld_dd){s, b - (s - a)};
}

/// a + b exactly.
static inline cld_dd cld_two_sum(double a, double b) {
    double s = a + b, t = s - a;
    return (cld_dd){s, (a - (s - t)) + (b - t)};
}

/// a - b exactly.
static inline cld_dd cld_two_diff(double a, double b) { return cld_two_sum(a, -b); }

/// a * b exactly, if neither the product nor its last bit leaves the range.
static inline cld_dd cld_two_product(double a, double b) {
    const double splitter = 0x1p27 + 1;
    double p = a * b;
    double ca = splitter * a, ah = ca - (ca - a), al = a - ah;
    double cb = splitter * b, bh = cb - (cb - b), bl = b - bh;
    return (cld_dd){p, al * bl - (((p - ah * bh) - al * bh) - ah * bl)};
}

static inline cld_dd cld_dd_negate(cld_dd a) { return (cld_dd){-a.hi, -a.lo}; }

static inline cld_dd cld_dd_add(cld_dd a, cld_dd b) {
    cld_dd s = cld_two_sum(a.hi, b.hi), t = cld_two_sum(a.lo, b.lo);
    s = cld_quick_two_sum(s.hi, s.lo + t.hi);
    return cld_quick_two_sum(s.hi, s.lo + t.lo);
}

static inline cld_dd cld_dd_sub(cld_dd a, cld_dd b) { return cld_dd_add(a, cld_dd_negate(b)); }

static inline cld_dd cld_dd_mul(cld_dd a, cld_dd b) {
    cld_dd p = cld_two_product(a.hi, b.hi);
    return cld_quick_two_sum(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}

/// Off by at most 3u^2: a.lo * s is rounded by u of what is u of the product, and its sum with what that has
/// lost by u of twice as much.
static inline cld_dd cld_dd_scale(cld_dd a, double s) {
    cld_dd p = cld_two_product(a.hi, s);
    return cld_quick_two_sum(p.hi, p.lo + a.lo * s);
}

/// Off by at most 6u^2: what remains of `a` is, as its first part is multiplied back, by 3u^2, and the sum of
/// the parts by 3u^2; the third is good to a few u of what is a few u^2.
static inline cld_dd cld_dd_div(cld_dd a, cld_dd b) {
    double q = a.hi / b.hi;
    cld_dd r = cld_dd_sub(a, cld_dd_scale(b, q));
    double s = r.hi / b.hi;
    r = cld_dd_sub(r, cld_dd_scale(b, s));
    return cld_dd_add(cld_quick_two_sum(q, s), cld_dd_make(r.hi / b.hi));
}

/// Square root of a >= 0, by one Newton step from the double root. Off by at most 5u^2: the root by u, and so
/// the rest by 3u of `a`, is halved; its last bits and the division each lose u of that, and the step half
/// of its square.
static inline cld_dd cld_dd_sqrt(cld_dd a) {
    if (!(a.hi > 0))
        return cld_dd_make(0);
    double r = sqrt(a.hi);
    cld_dd rest = cld_dd_sub(a, cld_two_product(r, r));
    return cld_quick_two_sum(r, rest.hi / (2 * r));
}

static inline double cld_dd_value(cld_dd a) { return a.hi + a.lo; }

static inline int cld_dd_sign(cld_dd a) { return (a.hi > 0) - (a.hi < 0); }

static inline bool cld_dd_less(cld_dd a, cld_dd b) { return cld_dd_sub(a, b).hi < 0; }

static inline cld_dd3 cld_dd3_make(cld_vec3 a) {
    return (cld_dd3){cld_dd_make(a.x), cld_dd_make(a.y), cld_dd_make(a.z)};
}

/// a - b exactly.
static inline cld_dd3 cld_dd3_diff(cld_vec3 a, cld_vec3 b) {
    return (cld_dd3){cld_two_diff(a.x, b.x), cld_two_diff(a.y, b.y), cld_two_diff(a.z, b.z)};
}

static inline cld_dd3 cld_dd3_add(cld_dd3 a, cld_dd3 b) {
    return (cld_dd3){cld_dd_add(a.x, b.x), cld_dd_add(a.y, b.y), cld_dd_add(a.z, b.z)};
}

static inline cld_dd3 cld_dd3_sub(cld_dd3 a, cld_dd3 b) {
    return (cld_dd3){cld_dd_sub(a.x, b.x), cld_dd_sub(a.y, b.y), cld_dd_sub(a.z, b.z)};
}

static inline cld_dd3 cld_dd3_scale(cld_dd3 a, cld_dd s) {
    return (cld_dd3){cld_dd_mul(a.x, s), cld_dd_mul(a.y, s), cld_dd_mul(a.z, s)};
}

static inline cld_dd3 cld_dd3_div(cld_dd3 a, cld_dd s) {
    return (cld_dd3){cld_dd_div(a.x, s), cld_dd_div(a.y, s), cld_dd_div(a.z, s)};
}

static inline cld_dd cld_dd3_dot(cld_dd3 a, cld_dd3 b) {
    return cld_dd_add(cld_dd_add(cld_dd_mul(a.x, b.x), cld_dd_mul(a.y, b.y)), cld_dd_mul(a.z, b.z));
}

static inline cld_dd3 cld_dd3_cross(cld_dd3 a, cld_dd3 b) {
    return (cld_dd3){cld_dd_sub(cld_dd_mul(a.y, b.z), cld_dd_mul(a.z, b.y)),
                     cld_dd_sub(cld_dd_mul(a.z, b.x), cld_dd_mul(a.x, b.z)),
                     cld_dd_sub(cld_dd_mul(a.x, b.y), cld_dd_mul(a.y, b.x))};
}

/// a / |a|, for an a whose square stays in range.
static inline cld_dd3 cld_dd3_unit(cld_dd3 a) { return cld_dd3_div(a, cld_dd_sqrt(cld_dd3_dot(a, a))); }

static inline cld_vec3 cld_dd3_value(cld_dd3 a) {
    return (cld_vec3){cld_dd_value(a.x), cld_dd_value(a.y), cld_dd_value(a.z)};
}

#endif
