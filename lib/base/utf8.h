/// Characters in UTF-8, in text that comes from outside and may hold anything.
///
/// Inside the library the bytes C0 80, which UTF-8 never has, stand for U+0000 where a NUL would end a
/// string.
#ifndef CLD_BASE_UTF8_H
#define CLD_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

/// What stands for bytes that are no character: U+FFFD.
#define CLD_UTF8_REPLACEMENT "\xEF\xBF\xBD"

/// The length of a byte order mark at the beginning of a text, which means nothing there; 0 without one.
size_t cld_utf8_find_mark(const char *bytes, size_t length);

/// The length of the character at `at`, before `end`; 0 if there is none.
int cld_utf8_length(const char *at, const char *end);

/// As above, where a NUL ends the string.
int cld_utf8_length_in_string(const char *at);

/// Whether the character at `at` does something to a terminal: the control characters of ASCII, U+0080 to
/// U+009F, which some terminals obey too, and those that end a line or turn the direction of what comes after
/// them. Of a character nothing is read beyond it.
bool cld_utf8_is_control(const char *at);

/// Adds a string so that it stays on its line, does nothing to a terminal and can be drawn: the bytes of
/// control characters, of those that Unicode gives no meaning, and those that are no character become \xNN.
void cld_utf8_add_visibly(cld_text *text, const char *string);

#endif
