/// Neither direction lets the C library see or write a decimal point, the one thing about numbers that a
/// locale changes: strtod gets all digits as an integer with an exponent, and of what printf writes only the
/// digits are taken.
#include "base/number.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A decimal number: 0.d1 d2 d3 ... times ten to the `point`.
typedef struct decimal {
    char digit[20];
    int count;
    int point;
} decimal;

/// Rounds a positive value to `count` significant digits.
static decimal round_to_digits(double value, int count) {
    char text[48]; // "d?ddde+ddd", with whatever the locale's decimal point is for the ?
    snprintf(text, sizeof text, "%.*e", count - 1, value);
    decimal d = {.count = 0};
    const char *at = text;
    for (; *at && *at != 'e'; at++) {
        if (*at >= '0' && *at <= '9')
            d.digit[d.count++] = *at;
    }
    d.point = atoi(at + 1) + 1;
    return d;
}

static double value_of(const decimal *d) {
    char text[40];
    snprintf(text, sizeof text, "%.*se%d", d->count, d->digit, d->point - d->count);
    return strtod(text, NULL);
}

double cld_number_round(double value, int digits) {
    if (value == 0 || !isfinite(value))
        return value;
    decimal d = round_to_digits(fabs(value), digits);
    return copysign(value_of(&d), value);
}

/// The next decimal number with as many digits. A carry out of the first digit does not occur in numbers that
/// matter here.
static void step_up(decimal *d) {
    int i = d->count - 1;
    while (i > 0 && d->digit[i] == '9')
        d->digit[i--] = '0';
    d->digit[i]++;
}

/// The shortest digits that read back as the positive `value`, by trying.
///
/// Every decimal number of 15 digits survives the way to a normal double and back, so fewer than 15 show as
/// trailing zeros among 15; subnormals hold less and start from one digit. The nearest number of n digits is
/// the one that reads back, if any does, but above a power of two: doubles are twice as far apart above it as
/// below, so there the second nearest may.
static decimal try_digits(double value) {
    int exponent;
    bool is_power = frexp(value, &exponent) == 0.5;
    for (int count = value < 0x1p-1022 ? 1 : 15; count < 17; count++) {
        decimal d = round_to_digits(value, count);
        if (value_of(&d) == value)
            return d;
        if (is_power && d.digit[0] != '9') {
            step_up(&d);
            if (value_of(&d) == value)
                return d;
        }
    }
    return round_to_digits(value, 17);
}

__extension__ typedef unsigned __int128 wide;

static wide power_of_ten(int exponent) {
    static const uint64_t power[] = {1u,         10u,         100u,         1000u,
                                     10000u,     100000u,     1000000u,     10000000u,
                                     100000000u, 1000000000u, 10000000000u, 100000000000u};
    return (wide)power[exponent / 2] * power[exponent - exponent / 2];
}

static void put_digits(uint64_t number, decimal *d) {
    char digit[20];
    int begin = 20;
    for (; number > 0; number /= 10)
        digit[--begin] = (char)('0' + number % 10);
    d->count = 20 - begin;
    memcpy(d->digit, digit + begin, (size_t)d->count);
}

/// The same in whole numbers, twenty times as fast, for 1e-5 <= value < 1e15.
///
/// With value = m / 2^s and a k for which value 10^k has 17 digits before its point, v = m 10^k is below 2^53
/// 10^22 < 2^127, and s is at most 69. In units of 1 / (2^s 10^k) the double is v, and what is less than 10^k
/// / 2 away reads back as it. Nothing is just as far: an odd number, 2 m +- 1, times 10^k would be an even
/// one times 2^(s + 1), and k is less than s + 2. Below a power of two only what is half as far reads back,
/// but those of this range have 15 digits at most.
static void find_digits(double value, decimal *d) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    uint64_t m = (bits & ((UINT64_C(1) << 52) - 1)) | UINT64_C(1) << 52;
    int exponent = (int)(bits >> 52) - 1022, s = 53 - exponent,
        k = 16 - (int)floor((exponent - 1) * 0.30102999566398); // log10(2): right, or one too large
    wide ten = power_of_ten(k), v = m * ten;
    if (v >> s >= power_of_ten(17)) {
        ten = power_of_ten(--k);
        v = m * ten;
    }
    uint64_t whole = (uint64_t)(v >> s);
    wide fraction = v - ((wide)whole << s), unit = (wide)100 << s;
    for (uint64_t step = 100; step > 0; step /= 10, unit /= 10) {
        uint64_t q = whole / step;
        wide below = ((wide)(whole % step) << s) + fraction;
        bool up = 2 * below > unit || (2 * below == unit && q % 2 == 1);
        wide away = 2 * (up ? unit - below : below);
        if (step > 1 && away > ten)
            continue;
        put_digits(q + up, d);
        d->point = 17 - k +
                   (d->count > (step == 100  ? 15
                                : step == 10 ? 16
                                             : 17)); // 99...9 rounds up to 100...0
        break;
    }
}

/// The shortest digits that read back as the positive `value`.
static decimal find_shortest(double value) {
    if (!(value >= 1e-5 && value < 1e15))
        return try_digits(value);
    decimal d;
    find_digits(value, &d);
    return d;
}

static char *put(char *to, const char *bytes, int count) {
    memcpy(to, bytes, (size_t)count);
    return to + count;
}

static char *put_zeros(char *to, int count) {
    memset(to, '0', (size_t)count);
    return to + count;
}

/// Lays the digits out, plainly or with an exponent.
static char *lay_out(const decimal *d, char *to) {
    int point = d->point;
    if (point > 17 || point < -4) {
        *to++ = d->digit[0];
        if (d->count > 1) {
            *to++ = '.';
            to = put(to, d->digit + 1, d->count - 1);
        }
        return to + snprintf(to, 8, "e%d", point - 1);
    }
    if (point <= 0) {
        to = put(to, "0.", 2);
        to = put_zeros(to, -point);
        return put(to, d->digit, d->count);
    }
    if (d->count <= point)
        return put_zeros(put(to, d->digit, d->count), point - d->count);
    to = put(to, d->digit, point);
    *to++ = '.';
    return put(to, d->digit + point, d->count - point);
}

size_t cld_number_write(double value, char text[CLD_NUMBER_SIZE]) {
    char *to = text;
    if (value < 0) {
        *to++ = '-';
        value = -value;
    }
    if (value < 1e15 && value == (double)(uint64_t)value) {
        decimal whole = {.digit = "0", .count = 1};
        if (value > 0)
            put_digits((uint64_t)value, &whole);
        to = put(to, whole.digit, whole.count);
        *to = '\0';
        return (size_t)(to - text);
    }
    decimal d = find_shortest(value);
    while (d.count > 1 && d.digit[d.count - 1] == '0')
        d.count--;
    to = lay_out(&d, to);
    *to = '\0';
    return (size_t)(to - text);
}

cld_told_number cld_number_tell(double value) {
    cld_told_number told = {""};
    if (isfinite(value))
        cld_number_write(value, told.text);
    else
        snprintf(told.text, sizeof told.text, "%s", isnan(value) ? "nan" : value > 0 ? "inf" : "-inf");
    return told;
}

/// The digits of a number as it is read, leading zeros left out. A point halfway between two doubles has at
/// most 767 significant digits, so of what follows only whether it is zero can matter: a last digit 1 stands
/// for it.
enum { DIGITS_KEPT = 768 };

typedef struct reading {
    char digit[DIGITS_KEPT + 1 + 16]; // and room for the exponent
    int count;
    bool has_rest;
    long long exponent; // of the last digit kept
} reading;

static void take_digit(reading *r, char digit, bool is_fraction) {
    if (r->count == 0 && digit == '0') {
        r->exponent -= is_fraction;
    } else if (r->count < DIGITS_KEPT) {
        r->digit[r->count++] = digit;
        r->exponent -= is_fraction;
    } else {
        r->has_rest |= digit != '0';
        r->exponent += !is_fraction;
    }
}

static bool is_digit(const char *at, const char *end) { return at < end && *at >= '0' && *at <= '9'; }

static const char *take_digits(reading *r, const char *at, const char *end, bool is_fraction) {
    for (; is_digit(at, end); at++)
        take_digit(r, *at, is_fraction);
    return at;
}

/// The exponent after the mantissa, if there is a whole one.
static const char *take_exponent(reading *r, const char *at, const char *end) {
    if (at == end || (*at != 'e' && *at != 'E'))
        return at;
    const char *digits = at + 1;
    bool is_negative = digits < end && *digits == '-';
    if (digits < end && (*digits == '-' || *digits == '+'))
        digits++;
    if (!is_digit(digits, end))
        return at;
    long long exponent = 0;
    for (at = digits; is_digit(at, end); at++) {
        if (exponent < 1000000000000000) // beyond what any number of digits in memory can make up for
            exponent = 10 * exponent + (*at - '0');
    }
    r->exponent += is_negative ? -exponent : exponent;
    return at;
}

/// The nearest double. Up to 2^53 and 10^22 both factors are exact, so that one operation rounds once (W. D.
/// Clinger, How to read floating point numbers accurately, 1990).
static double find_nearest(reading *r) {
    static const double power[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                   1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    if (r->count == 0)
        return 0;
    if (r->count <= 18 && r->exponent >= -22 && r->exponent <= 22) {
        int64_t mantissa = 0;
        for (int i = 0; i < r->count; i++)
            mantissa = 10 * mantissa + (r->digit[i] - '0');
        if (mantissa <= INT64_C(1) << 53)
            return r->exponent < 0 ? (double)mantissa / power[-r->exponent]
                                   : (double)mantissa * power[r->exponent];
    }
    if (r->has_rest) {
        r->digit[r->count++] = '1';
        r->exponent--;
    }
    long long exponent = r->exponent < -9999 ? -9999 : r->exponent > 9999 ? 9999 : r->exponent;
    snprintf(r->digit + r->count, 16, "e%d", (int)exponent);
    return strtod(r->digit, NULL);
}

/// The nearest double to mantissa / 10^places, both factors being exact; `places` is at most 19.
///
/// Both are shifted up to 64 bits, so that the quotient has 63 or 64 bits; its lowest bit stands for what is
/// left over, and conversion to a double rounds once.
static double divide(uint64_t mantissa, int places) {
    static const uint64_t power[] = {UINT64_C(1),
                                     UINT64_C(10),
                                     UINT64_C(100),
                                     UINT64_C(1000),
                                     UINT64_C(10000),
                                     UINT64_C(100000),
                                     UINT64_C(1000000),
                                     UINT64_C(10000000),
                                     UINT64_C(100000000),
                                     UINT64_C(1000000000),
                                     UINT64_C(10000000000),
                                     UINT64_C(100000000000),
                                     UINT64_C(1000000000000),
                                     UINT64_C(10000000000000),
                                     UINT64_C(100000000000000),
                                     UINT64_C(1000000000000000),
                                     UINT64_C(10000000000000000),
                                     UINT64_C(100000000000000000),
                                     UINT64_C(1000000000000000000),
                                     UINT64_C(10000000000000000000)};
    if (mantissa == 0)
        return 0;
    if (places == 0)
        return (double)mantissa;
    int up = __builtin_clzll(mantissa), down = __builtin_clzll(power[places]);
    wide numerator = (wide)(mantissa << up) << 63;
    uint64_t divisor = power[places] << down, quotient = (uint64_t)(numerator / divisor);
    bool has_rest = (wide)quotient * divisor != numerator;
    uint64_t bits = (uint64_t)(1023 + down - up - 63) << 52; // of a power of two
    double power_of_two;
    memcpy(&power_of_two, &bits, sizeof power_of_two);
    return (double)(quotient | has_rest) * power_of_two;
}

/// A number as most are, of up to 19 digits without an exponent; NULL for others, and where there is none.
static const char *read_short(const char *at, const char *end, double *value) {
    bool is_negative = at < end && *at == '-';
    at += is_negative;
    const char *begin = at;
    uint64_t mantissa = 0;
    for (; is_digit(at, end); at++)
        mantissa = 10 * mantissa + (uint64_t)(*at - '0');
    ptrdiff_t whole = at - begin, places = 0;
    if (at < end && *at == '.') {
        const char *point = at++;
        for (; is_digit(at, end); at++)
            mantissa = 10 * mantissa + (uint64_t)(*at - '0');
        places = at - point - 1;
        if (places == 0)
            return NULL;
    }
    bool is_plain = whole > 0 && (*begin != '0' || whole == 1) && whole - (*begin == '0') + places <= 19;
    if (!is_plain || (at < end && (*at == 'e' || *at == 'E')))
        return NULL;
    double magnitude = divide(mantissa, (int)places);
    *value = is_negative ? -magnitude : magnitude;
    return at;
}

const char *cld_number_read(const char *begin, const char *end, double *value) {
    const char *short_end = read_short(begin, end, value);
    if (short_end)
        return short_end;
    reading r;
    r.count = 0;
    r.has_rest = false;
    r.exponent = 0;
    bool is_negative = begin < end && *begin == '-';
    const char *at = begin + is_negative;
    if (!is_digit(at, end))
        return NULL;
    at = *at == '0' ? at + 1 : take_digits(&r, at, end, false);
    if (at < end && *at == '.' && is_digit(at + 1, end))
        at = take_digits(&r, at + 1, end, true);
    at = take_exponent(&r, at, end);
    double magnitude = find_nearest(&r);
    *value = is_negative ? -magnitude : magnitude;
    return at;
}
