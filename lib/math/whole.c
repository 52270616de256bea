#include "math/whole.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <string.h>

int cld_lowest_bit(double x) {
    if (x == 0)
        return INT_MAX;
    int exponent;
    uint64_t m = (uint64_t)ldexp(frexp(fabs(x), &exponent), 53);
    exponent -= 53;
    for (int step = 32; step > 0; step /= 2) {
        if (m & (((uint64_t)1 << step) - 1))
            continue;
        m >>= step;
        exponent += step;
    }
    return exponent;
}

/// Drops leading zeros; no limbs, no sign.
static void trim(cld_whole *r) {
    while (r->count > 0 && r->limb[r->count - 1] == 0)
        r->count--;
    if (r->count == 0)
        r->sign = 0;
}

void cld_whole_set(cld_whole *r, double x, int exponent) {
    r->sign = (x > 0) - (x < 0);
    r->count = 0;
    if (x == 0)
        return;
    int high;
    uint64_t m = (uint64_t)ldexp(frexp(fabs(x), &high), 53); // |x| = m * 2^(high - 53)
    int shift = high - 53 - exponent;
    if (shift < 0) { // the bits that go are zeros
        assert(shift > -64 && (m & (((uint64_t)1 << -shift) - 1)) == 0);
        m >>= -shift;
        shift = 0;
    }
    uint32_t whole = (uint32_t)shift / 32, part = (uint32_t)shift % 32;
    assert(whole + 3 <= CLD_WHOLE_LIMBS);
    memset(r->limb, 0, whole * sizeof *r->limb);
    r->limb[whole] = (uint32_t)(m << part);
    r->limb[whole + 1] = (uint32_t)(m >> (32 - part));
    r->limb[whole + 2] = (uint32_t)(m >> 32 >> (32 - part));
    r->count = whole + 3;
    trim(r);
}

void cld_whole_copy(cld_whole *r, const cld_whole *a) {
    r->sign = a->sign;
    r->count = a->count;
    memmove(r->limb, a->limb, a->count * sizeof *a->limb);
}

static int compare_magnitudes(const cld_whole *a, const cld_whole *b) {
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    for (uint32_t i = a->count; i-- > 0;)
        if (a->limb[i] != b->limb[i])
            return a->limb[i] < b->limb[i] ? -1 : 1;
    return 0;
}

static void add_magnitudes(cld_whole *r, const cld_whole *a, const cld_whole *b) {
    if (a->count < b->count) {
        const cld_whole *t = a;
        a = b;
        b = t;
    }
    uint32_t count = a->count, shorter = b->count;
    uint64_t carry = 0;
    for (uint32_t i = 0; i < count; i++) {
        carry += (uint64_t)a->limb[i] + (i < shorter ? b->limb[i] : 0);
        r->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry) {
        assert(count < CLD_WHOLE_LIMBS);
        r->limb[count++] = (uint32_t)carry;
    }
    r->count = count;
}

/// |a| >= |b|.
static void subtract_magnitudes(cld_whole *r, const cld_whole *a, const cld_whole *b) {
    uint32_t count = a->count, shorter = b->count;
    uint64_t borrow = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t difference = (uint64_t)a->limb[i] - (i < shorter ? b->limb[i] : 0) - borrow;
        r->limb[i] = (uint32_t)difference;
        borrow = difference >> 63;
    }
    r->count = count;
}

static void add_signed(cld_whole *r, const cld_whole *a, const cld_whole *b, int sign_b) {
    int sign = a->sign;
    if (sign * sign_b >= 0) {
        sign = sign ? sign : sign_b;
        add_magnitudes(r, a, b);
    } else if (compare_magnitudes(a, b) >= 0) {
        subtract_magnitudes(r, a, b);
    } else {
        sign = sign_b;
        subtract_magnitudes(r, b, a);
    }
    r->sign = sign;
    trim(r);
}

void cld_whole_add(cld_whole *r, const cld_whole *a, const cld_whole *b) { add_signed(r, a, b, b->sign); }

void cld_whole_sub(cld_whole *r, const cld_whole *a, const cld_whole *b) { add_signed(r, a, b, -b->sign); }

void cld_whole_mul(cld_whole *r, const cld_whole *a, const cld_whole *b) {
    r->sign = a->sign * b->sign;
    r->count = r->sign ? a->count + b->count : 0;
    if (!r->sign)
        return;
    assert(r->count <= CLD_WHOLE_LIMBS);
    memset(r->limb, 0, r->count * sizeof *r->limb);
    for (uint32_t i = 0; i < a->count; i++) {
        uint64_t carry = 0, x = a->limb[i];
        for (uint32_t j = 0; j < b->count; j++) {
            carry += x * b->limb[j] + r->limb[i + j];
            r->limb[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
        r->limb[i + b->count] = (uint32_t)carry;
    }
    trim(r);
}

void cld_whole_add_product(cld_whole *r, const cld_whole *a, const cld_whole *b) {
    cld_whole product;
    cld_whole_mul(&product, a, b);
    cld_whole_add(r, r, &product);
}

int cld_whole_bits(const cld_whole *a) {
    int bits = 32 * (int)a->count;
    for (uint32_t top = a->count ? a->limb[a->count - 1] : 0; top && !(top >> 31); top <<= 1)
        bits--;
    return bits;
}

double cld_whole_value(const cld_whole *a, int exponent) {
    double x = 0;
    // Three limbs hold at least 65 leading bits; each addition rounds by half of 2^-53.
    for (uint32_t i = 0; i < 3 && i < a->count; i++)
        x += ldexp(a->limb[a->count - 1 - i], 32 * (int)(a->count - 1 - i) - exponent);
    return a->sign * x;
}

void cld_whole3_set(cld_whole3 *r, cld_vec3 v, int exponent) {
    cld_whole_set(&r->c[0], v.x, exponent);
    cld_whole_set(&r->c[1], v.y, exponent);
    cld_whole_set(&r->c[2], v.z, exponent);
}

void cld_whole3_copy(cld_whole3 *r, const cld_whole3 *a) {
    for (int k = 0; k < 3; k++)
        cld_whole_copy(&r->c[k], &a->c[k]);
}

void cld_whole3_sub(cld_whole3 *r, const cld_whole3 *a, const cld_whole3 *b) {
    for (int k = 0; k < 3; k++)
        cld_whole_sub(&r->c[k], &a->c[k], &b->c[k]);
}

void cld_whole3_cross(cld_whole3 *r, const cld_whole3 *a, const cld_whole3 *b) {
    cld_whole t;
    for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        cld_whole_mul(&r->c[k], &a->c[i], &b->c[j]);
        cld_whole_mul(&t, &a->c[j], &b->c[i]);
        cld_whole_sub(&r->c[k], &r->c[k], &t);
    }
}

void cld_whole3_dot(cld_whole *r, const cld_whole3 *a, const cld_whole3 *b) {
    cld_whole_mul(r, &a->c[0], &b->c[0]);
    cld_whole_add_product(r, &a->c[1], &b->c[1]);
    cld_whole_add_product(r, &a->c[2], &b->c[2]);
}

int cld_whole3_sign_dot(const cld_whole3 *a, const cld_whole3 *b) {
    cld_whole r;
    cld_whole3_dot(&r, a, b);
    return r.sign;
}

int cld_whole3_bits(const cld_whole3 *a) {
    int most = 0;
    for (int k = 0; k < 3; k++) {
        int bits = cld_whole_bits(&a->c[k]);
        most = bits > most ? bits : most;
    }
    return most;
}

cld_vec3 cld_whole3_round(const cld_whole3 *a, int *exponent) {
    int bits = cld_whole3_bits(a);
    *exponent = bits;
    return (cld_vec3){cld_whole_value(&a->c[0], bits), cld_whole_value(&a->c[1], bits),
                      cld_whole_value(&a->c[2], bits)};
}
