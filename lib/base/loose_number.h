/// Numbers as other programs write them.
#ifndef CLD_BASE_LOOSE_NUMBER_H
#define CLD_BASE_LOOSE_NUMBER_H

#include <stdbool.h>
#include <stddef.h>

/// Reads all of a text as a decimal number, as C does whatever the locale: beside the numbers of JSON also
/// +1, .5, 5. and 007, of up to 400 characters. `x` is the nearest double, infinite beyond the range.
bool cld_loose_number_read(const char *text, size_t length, double *x);

#endif
