/// Walking through the text of a document.
#ifndef CLD_JSON_SCAN_H
#define CLD_JSON_SCAN_H

#include <stdbool.h>

static inline bool cld_json_is_blank(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

/// The first place from `at` on that is not blank, or `end`.
static inline const char *cld_json_pass_blanks(const char *at, const char *end) {
    while (at < end && cld_json_is_blank(*at))
        at++;
    return at;
}

/// Whether `c` comes next, blanks passed over; `at` moves to it, or behind it if so.
static inline bool cld_json_pass(const char **at, const char *end, char c) {
    const char *next = *at = cld_json_pass_blanks(*at, end);
    if (next == end || *next != c)
        return false;
    *at = next + 1;
    return true;
}

#endif
