#include "import/gltf_walk.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "json/scan.h"

char *cli_walk_skip_string(char *at, const char *end) {
    while (at < end && *at != '"')
        at += *at == '\\' && at + 1 < end ? 2 : 1;
    return at;
}

char *cli_walk_skip_blanks(char *at, const char *end) {
    while (at < end && cld_json_is_blank(*at))
        at++;
    return at;
}

/// Keeps count of what begins and ends.
static void count(cli_walk *w, char c) {
    if (c == '{' || c == '[') {
        if (w->depth >= 0 && w->depth < CLI_WALK_DEPTH)
            w->opened[w->depth]++;
        w->depth++;
        if (w->depth >= 0 && w->depth < CLI_WALK_DEPTH)
            w->opened[w->depth] = 0;
    } else if (c == '}' || c == ']') {
        w->depth--;
    }
}

bool cli_walk_next(cli_walk *w) {
    while (w->at < w->end) {
        char c = *w->at++;
        count(w, c);
        if (c != '"')
            continue;
        w->key = w->at;
        w->at = cli_walk_skip_string(w->at, w->end);
        w->length = (size_t)(w->at - w->key);
        w->at = cli_walk_skip_blanks(w->at + (w->at < w->end), w->end);
        if (w->at < w->end && *w->at == ':') {
            w->at = cli_walk_skip_blanks(w->at + 1, w->end);
            return true;
        }
    }
    return false;
}

/// Whether \\u and four digits stand here, for this letter.
static bool is_escaped(const char *at, const char *end, char letter) {
    char digits[5] = {0}, *stop;
    if (end - at < 6 || at[1] != 'u' || !isxdigit((unsigned char)at[2]))
        return false;
    memcpy(digits, at + 2, 4); // sscanf would measure all that is left of the document first
    return strtoul(digits, &stop, 16) == (unsigned char)letter && stop == digits + 4;
}

bool cli_walk_is_at(const cli_walk *w, const char *key) {
    const char *at = w->key, *end = at + w->length;
    for (; *key && at < end; key++) {
        if (*at != *key && !(*at == '\\' && is_escaped(at, end, *key)))
            return false;
        at += *at == '\\' ? 6 : 1;
    }
    return !*key && at == end;
}
