#include "import/digits.h"

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/loose_number.h"

enum { FEWEST = 5, MOST_OF_A_FLOAT = 9, USUAL_DECIMALS = 6 };

/// The exponent, if there is one, of what is no farther from 1 than doubles are.
static int read_exponent(const char *text, size_t length) {
    double exponent = 0;
    cld_loose_number_read(text, length, &exponent);
    return (int)fmax(-400, fmin(exponent, 400));
}

void cli_digits_note(cli_digits *digits, const char *word, size_t length) {
    int count = 0, told = 0, decimals = 0;
    bool is_behind = false;
    size_t i = 0;
    for (; i < length && tolower((unsigned char)word[i]) != 'e'; i++) {
        bool is_digit = isdigit((unsigned char)word[i]);
        is_behind |= word[i] == '.';
        count += is_digit && (count > 0 || word[i] != '0');
        told = is_digit && word[i] != '0' ? count : told;
        decimals += is_digit && is_behind;
    }
    if (told == 0 || (i == length && !is_behind)) // whole numbers are meant as they stand
        return;
    int exponent = i + 1 < length ? read_exponent(word + i + 1, length - i - 1) : 0;
    cli_digits_add(digits, &(cli_digits){told, exponent - decimals});
}

void cli_digits_add(cli_digits *digits, const cli_digits *other) {
    if (other->most > digits->most || (other->most == digits->most && other->place > digits->place))
        *digits = *other;
}

double cli_digits_find_error(const cli_digits *digits, double largest) {
    char text[32];
    double half = 0;
    if (digits->most < FEWEST)
        return 0;
    int length = snprintf(text, sizeof text, "0.5e%d", digits->place);
    cld_loose_number_read(text, (size_t)length, &half);
    bool may_be_floats = digits->most <= MOST_OF_A_FLOAT || digits->place >= -USUAL_DECIMALS;
    return may_be_floats ? fmax(half, 0x1p-24 * largest) : half;
}
