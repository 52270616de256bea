/// The words and brackets of map sources.
#ifndef CLD_MAP_TOKEN_H
#define CLD_MAP_TOKEN_H

#include "map/map.h"

typedef struct cld_map_token {
    char kind; ///< one of ( ) [ ] { }, or 's' for a string in quotes, 'w' for a word, 0 for the end
    cld_map_word word;
    unsigned long line;
    const char *line_begin;
} cld_map_token;

/// A place in the text. Start from {bytes, bytes + length, bytes, 1}.
typedef struct cld_map_cursor {
    const char *at, *end;
    const char *line_begin;
    unsigned long line;
} cld_map_cursor;

/// Takes the next token. Blanks and all other control characters part tokens, // begins a comment that lasts
/// to the end of its line (CR, LF or both); brackets need no blanks around them. A string ends at the next
/// quote that no backslash precedes; one without an end is CLD_SYNTAX.
cld_status cld_map_take(cld_map_cursor *cursor, cld_map_token *token, cld_error *err);

/// The same where a name is expected: it ends at a blank, and may hold brackets and begin
/// with one, as in {fence.
cld_status cld_map_take_name(cld_map_cursor *cursor, cld_map_token *token, cld_error *err);

/// Fails with "expected ..., found ...", and the token's place.
cld_status cld_map_fail_token(cld_status status, const cld_map_token *token, const char *expected,
                              cld_error *err);

#endif
