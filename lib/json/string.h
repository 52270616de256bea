/// The strings of JSON: quoted, with escapes, in UTF-8.
#ifndef CLD_JSON_STRING_H
#define CLD_JSON_STRING_H

#include "base/text.h"

/// Why a string cannot be read; `found` is NULL if it can.
typedef struct cld_json_string_problem {
    const char *found, *expected;
} cld_json_string_problem;

/// Reads the string whose opening quote is at `at`, replacing `string`. Returns the end of it, after the
/// closing quote, or the position of the problem.
const char *cld_json_string_read(const char *at, const char *end, cld_text *string,
                                 cld_json_string_problem *problem);

/// Adds the string in quotes, what does something to a terminal as an escape. Bytes C0 80 stand for U+0000;
/// U+FFFD takes the place of others that are no UTF-8.
void cld_json_string_write(cld_text *text, const char *string);

/// Adds a JSON text as it is, but for what does something to a terminal: in strings, where alone there can be
/// characters beyond ASCII, its escape means the same, and elsewhere a blank does. What is no UTF-8 is
/// replaced as above.
void cld_json_string_copy(cld_text *text, const char *json, size_t length);

#endif
