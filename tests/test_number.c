#include "base/number.h"

#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>

#include "base/text.h"

static const char *written(double value) {
    static char text[CLD_NUMBER_SIZE];
    size_t length = cld_number_write(value, text);
    cr_assert_eq(length, strlen(text), "the length of %s", text);
    return text;
}

/// The value of all of `text`; fails if something of it is left.
static double value_of(const char *text) {
    double value = NAN;
    const char *end = cld_number_read(text, text + strlen(text), &value);
    cr_assert_not_null(end, "%s is a number", text);
    cr_assert_eq(*end, '\0', "%s was read up to %s", text, end);
    return value;
}

static double from_bits(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/// xorshift64* (S. Vigna, 2016)
static uint64_t next_random(uint64_t *state) {
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C(0x2545F4914F6CDD1D);
}

Test(number, is_written_as_people_write_it) {
    static const struct {
        double value;
        const char *text;
    } cases[] = {
        {0, "0"},
        {-0.0, "0"},
        {3, "3"},
        {-3, "-3"},
        {0.1, "0.1"},
        {-0.25, "-0.25"},
        {123.456, "123.456"},
        {1e15, "1000000000000000"},
        {9007199254740993e0, "9007199254740992"},
        {1e16, "10000000000000000"},
        {12345678901234568e0, "12345678901234568"},
        {1e17, "1e17"},
        {1.5e300, "1.5e300"},
        {1e-5, "0.00001"},
        {1.25e-5, "0.0000125"},
        {9.5e-6, "9.5e-6"},
        {1e-100, "1e-100"},
        {1.0 / 3, "0.3333333333333333"},
        {-2.0 / 3, "-0.6666666666666666"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        cr_expect_str_eq(written(cases[i].value), cases[i].text);
}

Test(number, has_no_more_digits_than_it_needs) {
    static const struct {
        double value;
        const char *text;
    } cases[] = {
        {0x0.0000000000001p-1022, "5e-324"},    // where %.15g would show 4.94065645841247e-324
        {0x0.0000000000002p-1022, "1e-323"},    // and the nearest number of one digit is enough
        {0x1p-1022, "2.2250738585072014e-308"}, // the smallest normal number
        {0x1.fffffffffffffp1023, "1.7976931348623157e308"},
        {0x1p-44,
         "5.684341886080802e-14"}, // a power of two: the nearest of 16 digits, ...801e-14, is another double
        {0x1.0000000000001p0, "1.0000000000000002"},
        {5e-324 * 3, "1.5e-323"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        cr_expect_str_eq(written(cases[i].value), cases[i].text);
}

Test(number, reads_back_as_itself) {
    uint64_t state = 1;
    for (int i = 0; i < 200000; i++) {
        double value = from_bits(next_random(&state));
        if (isfinite(value))
            cr_assert_eq(value_of(written(value)), value, "%a was written as %s", value, written(value));
    }
}

Test(number, reads_back_from_powers_of_two_and_their_neighbours) {
    for (int exponent = -1074; exponent < 1024; exponent++) {
        double power = ldexp(1, exponent);
        const double values[] = {nextafter(power, 0), power, nextafter(power, 2 * power)};
        for (int i = 0; i < 3; i++)
            cr_assert_eq(value_of(written(values[i])), values[i], "%a was written as %s", values[i],
                         written(values[i]));
    }
}

Test(number, is_rounded_once_when_read) {
    static const struct {
        const char *text;
        double value;
    } cases[] = {
        {"9007199254740993", 0x1p53}, // 2^53 + 1 is a tie: to even
        {"9007199254740993.00000000000000000000000000000001", 0x1.0000000000001p53},
        {"2.4703282292062327e-324", 0},         // just under half the smallest double
        {"2.4703282292062328e-324", 0x1p-1074}, // just over it
        {"1.7976931348623158e308", 0x1.fffffffffffffp1023},
        {"0.1", 0x1.999999999999ap-4},
        {"123456789012345678e-18", 0.123456789012345678},
        {"1e23", 1e23}, // neither factor of 1 * 10^23 is exact
        {"8.5e22", 8.5e22},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        cr_expect_eq(value_of(cases[i].text), cases[i].value, "%s was read as %a", cases[i].text,
                     value_of(cases[i].text));
}

/// The value of `head`, `count` zeros and `tail`.
static double value_with_zeros(const char *head, size_t count, const char *tail) {
    cld_text text = {0};
    cld_text_add_string(&text, head);
    for (size_t i = 0; i < count; i++)
        cld_text_add_string(&text, "0");
    cld_text_add_string(&text, tail);
    double value = value_of(text.bytes);
    cld_text_clear(&text);
    return value;
}

Test(number, may_have_thousands_of_digits) {
    // Halfway between 1 and its successor: to even. Any digit after it, however late, decides for the
    // successor.
    static const char half[] = "1.00000000000000011102230246251565404236316680908203125";
    cr_expect_eq(value_with_zeros(half, 2000, ""), 1);
    cr_expect_eq(value_with_zeros(half, 2000, "1"), 0x1.0000000000001p0);
    cr_expect_eq(value_with_zeros("0.", 2000, "25e2001"), 2.5);
    cr_expect_eq(value_with_zeros("1", 2000, "e-2000"), 1);
}

Test(number, leaves_the_range_to_zero_or_infinity) {
    cr_expect_eq(value_of("1e999"), INFINITY);
    cr_expect_eq(value_of("-1e999"), -INFINITY);
    cr_expect_eq(value_of("1.7976931348623159e308"), INFINITY);
    cr_expect_eq(value_of("1e99999999999999999999"), INFINITY);
    cr_expect_eq(value_of("1e-99999999999999999999"), 0);
    cr_expect_eq(value_of("0e99999999999999999999"), 0);
    cr_expect(signbit(value_of("-0.0")));
}

Test(number, ends_where_its_grammar_ends) {
    static const struct {
        const char *text;
        long length; // -1: no number
    } cases[] = {
        {"", -1},   {"-", -1},   {"+1", -1},  {".5", -1},  {"x", -1},    {"-x", -1},   {"01", 1},
        {"1.", 1},  {"1.x", 1},  {"1e", 1},   {"1e+", 1},  {"1.5e-", 3}, {"-0.50", 5}, {"1E+05", 5},
        {"1,5", 1}, {"0x10", 1}, {"NaN", -1}, {"inf", -1}, {"12 3", 2},  {"1.2.3", 3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *text = cases[i].text;
        double value;
        const char *end = cld_number_read(text, text + strlen(text), &value);
        cr_expect_eq(end ? end - text : -1, cases[i].length, "\"%s\"", text);
    }
}

Test(number, reads_nothing_beyond_its_end) {
    double value;
    const char *text = "12345";
    cr_expect_eq(cld_number_read(text, text + 2, &value), text + 2);
    cr_expect_eq(value, 12);
}

Test(number, does_not_know_the_locale) {
    static const char *const commas[] = {"de_DE.UTF-8", "de_DE.utf8", "de_DE", "fr_FR.UTF-8", "fr_FR"};
    for (size_t i = 0; i < sizeof commas / sizeof *commas; i++) {
        if (setlocale(LC_ALL, commas[i]))
            break;
    }
    // Where none of them is installed this says what the other tests say.
    cr_expect_str_eq(written(1.0 / 3), "0.3333333333333333");
    cr_expect_str_eq(cld_number_tell(-1.0 / 3).text, "-0.3333333333333333");
    cr_expect_eq(value_of("1234.5678901234567890"), 0x1.34a4584fd0fep10, "%a",
                 value_of("1234.5678901234567890"));
    setlocale(LC_ALL, "C");
}

Test(number, tells_of_what_is_no_number) {
    cr_expect_str_eq(cld_number_tell((double)NAN).text, "nan");
    cr_expect_str_eq(cld_number_tell((double)INFINITY).text, "inf");
    cr_expect_str_eq(cld_number_tell((double)-INFINITY).text, "-inf");
    cr_expect_str_eq(cld_number_tell(-0.1234567890123).text, "-0.1234567890123");
}

Test(number, reads_numbers_of_up_to_19_digits_like_the_c_library) {
    uint64_t state = 11;
    char text[40];
    for (int i = 0; i < 300000; i++) {
        // Of the halfway points between doubles, those from 2^53 to 2^60 are short numbers too; tenths move
        // off them.
        uint64_t near = (next_random(&state) >> 11 | UINT64_C(1) << 52) << 1 | 1,
                 digits = near << next_random(&state) % 7;
        if (i % 2)
            digits = next_random(&state) >> next_random(&state) % 60;
        int places = (int)(next_random(&state) % 20);
        snprintf(text, sizeof text, "%020" PRIu64, digits);
        memmove(text + 21 - places, text + 20 - places, (size_t)places + 1);
        text[20 - places] = places ? '.' : '\0';
        size_t zeros = strspn(text, "0");
        const char *number = text + zeros - (text[zeros] == '.' || text[zeros] == '\0');
        cr_assert_eq(value_of(number), strtod(number, NULL), "%s", number);
    }
}
