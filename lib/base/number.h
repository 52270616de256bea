/// Doubles as decimal text and back, exactly, whatever the locale.
#ifndef CLD_BASE_NUMBER_H
#define CLD_BASE_NUMBER_H

#include <stddef.h>

/// Room for any number written here, its NUL included: sign, 17 digits, point and 4 zeros or "e-324".
#define CLD_NUMBER_SIZE 32

/// Writes the shortest decimal number that reads back as the finite `value`, the nearest to it among several,
/// and a NUL; returns its length. Plain digits for 1e-5 <= |value| < 1e17, else an exponent as in 1.5e-7.
/// Both zeros are "0".
size_t cld_number_write(double value, char text[CLD_NUMBER_SIZE]);

/// A number in words of a message.
typedef struct cld_told_number {
    char text[CLD_NUMBER_SIZE];
} cld_told_number;

/// The same of any value: "nan", "inf" and "-inf" are those of no finite one.
cld_told_number cld_number_tell(double value);

/// The double nearest to the value rounded to so many significant decimal digits, 17 at most.
double cld_number_round(double value, int digits);

/// Reads the JSON number at `begin`: -? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?
/// Returns the end of the longest such number, or NULL if there is none. `value` is the nearest double,
/// infinite beyond the range. Reads nothing at or after `end`.
const char *cld_number_read(const char *begin, const char *end, double *value);

#endif
