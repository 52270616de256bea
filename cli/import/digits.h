/// How well numbers of a text are known by the digits that they were written with.
#ifndef CLI_IMPORT_DIGITS_H
#define CLI_IMPORT_DIGITS_H

#include <stddef.h>

/// Of the numbers with the most digits from the first to the last that is not 0, the coarsest last place.
/// That is the one of all numbers where they have so many decimals, and the one of the largest where they
/// have so many digits. {0} before the first number.
typedef struct cli_digits {
    int most;
    int place; ///< a power of ten
} cli_digits;

/// Takes note of a decimal number, unless it is 0 or written as a whole one.
void cli_digits_note(cli_digits *digits, const char *word, size_t length);

/// Takes note of all numbers that another one has seen.
void cli_digits_add(cli_digits *digits, const cli_digits *other);

/// How far the numbers, up to `largest`, may be from what the writer had: half of the last place, and what a
/// float is off by where it may have been floats, of up to nine digits or of the six decimals that programs
/// write unless they are told otherwise. Numbers of less than five digits are meant as they stand, and
/// whole ones: 0.
double cli_digits_find_error(const cli_digits *digits, double largest);

#endif
