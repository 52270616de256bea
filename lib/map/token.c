#include "map/token.h"

#include <stdbool.h>

#include "base/error.h"

static bool is_blank(char c) { return (unsigned char)c <= ' '; }

static bool is_bracket(char c) {
    return c == '(' || c == ')' || c == '{' || c == '}' || c == '[' || c == ']';
}

/// Whether a line ends at the cursor, which is not at the end of the text: with LF, CR or both.
static bool is_line_end(const cld_map_cursor *c) {
    bool has_more = c->end - c->at > 1 && c->at[1] == '\n';
    return *c->at == '\n' || (*c->at == '\r' && !has_more);
}

static void skip_blanks(cld_map_cursor *c) {
    while (c->at < c->end) {
        if (is_line_end(c)) {
            c->line++;
            c->line_begin = ++c->at;
        } else if (is_blank(*c->at)) {
            c->at++;
        } else if (*c->at == '/' && c->end - c->at > 1 && c->at[1] == '/') {
            while (c->at < c->end && !is_line_end(c))
                c->at++;
        } else {
            return;
        }
    }
}

/// Whether a backslash before the quote at `at` takes its meaning: not so where the line or the text ends
/// after it, as of a path that ends in a backslash.
static bool is_escaped(const cld_map_cursor *c, const char *begin, const char *at) {
    return at > begin && at[-1] == '\\' && at + 1 < c->end && at[1] != '\n' && at[1] != '\r';
}

static cld_status take_string(cld_map_cursor *c, cld_map_token *token, cld_error *err) {
    const char *begin = ++c->at;
    for (; c->at < c->end; c->at++) {
        if (*c->at == '"' && !is_escaped(c, begin, c->at)) {
            token->kind = 's';
            token->word = (cld_map_word){begin, (size_t)(c->at++ - begin)};
            return CLD_OK;
        }
        if (is_line_end(c)) {
            c->line++;
            c->line_begin = c->at + 1;
        }
    }
    cld_status status = cld_fail(err, CLD_SYNTAX, "", "the string that begins here has no closing quote");
    err->line = token->line;
    err->column = (unsigned long)(begin - token->line_begin);
    return status;
}

static cld_status take(cld_map_cursor *c, bool is_name, cld_map_token *token, cld_error *err) {
    skip_blanks(c);
    *token = (cld_map_token){0, {c->at, 0}, c->line, c->line_begin};
    if (c->at == c->end)
        return CLD_OK;
    if (*c->at == '"')
        return take_string(c, token, err);
    bool begins_name = is_name && *c->at == '{' && c->end - c->at > 1 && !is_blank(c->at[1]);
    if (is_bracket(*c->at) && !begins_name) {
        token->kind = *c->at++;
        token->word.length = 1;
        return CLD_OK;
    }
    while (c->at < c->end && !is_blank(*c->at) && (is_name || (!is_bracket(*c->at) && *c->at != '"')))
        c->at++;
    token->kind = 'w';
    token->word.length = (size_t)(c->at - token->word.begin);
    return CLD_OK;
}

cld_status cld_map_take(cld_map_cursor *cursor, cld_map_token *token, cld_error *err) {
    return take(cursor, false, token, err);
}

cld_status cld_map_take_name(cld_map_cursor *cursor, cld_map_token *token, cld_error *err) {
    return take(cursor, true, token, err);
}

cld_status cld_map_fail_token(cld_status status, const cld_map_token *token, const char *expected,
                              cld_error *err) {
    char found[41] = "";
    size_t shown = token->word.length < sizeof found - 1 ? token->word.length : sizeof found - 1;
    for (size_t i = 0; i < shown; i++) {
        char c = token->word.begin[i];
        found[i] = c; // bytes of an unknown encoding, and control characters, are not for messages
        if (c < ' ' || c > '~')
            found[i] = '?';
    }
    if (token->kind)
        cld_fail(err, status, "", "expected %s, found \"%s\"", expected, found);
    else
        cld_fail(err, status, "", "expected %s, found the end of the file", expected);
    err->line = token->line;
    err->column = (unsigned long)(token->word.begin - token->line_begin) + 1;
    return status;
}
