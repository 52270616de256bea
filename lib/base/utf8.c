#include "base/utf8.h"

#include <stdio.h>
#include <string.h>

size_t cld_utf8_find_mark(const char *bytes, size_t length) {
    return length >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

// The well-formed sequences of Unicode 15, table 3-7.
int cld_utf8_length(const char *at, const char *end) {
    static const struct {
        unsigned char first, last, second_first, second_last;
        int length;
    } forms[] = {
        {0x00, 0x7F, 0, 0, 1},       {0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3},
        {0xE1, 0xEC, 0x80, 0xBF, 3}, {0xED, 0xED, 0x80, 0x9F, 3}, {0xEE, 0xEF, 0x80, 0xBF, 3},
        {0xF0, 0xF0, 0x90, 0xBF, 4}, {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4},
    };
    unsigned char c = (unsigned char)*at;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (c < forms[i].first || c > forms[i].last)
            continue;
        if (forms[i].length > end - at)
            return 0;
        for (int k = 1; k < forms[i].length; k++) {
            unsigned char least = k == 1 ? forms[i].second_first : 0x80,
                          most = k == 1 ? forms[i].second_last : 0xBF;
            if ((unsigned char)at[k] < least || (unsigned char)at[k] > most)
                return 0;
        }
        return forms[i].length;
    }
    return 0;
}

int cld_utf8_length_in_string(const char *at) { return cld_utf8_length(at, at + strnlen(at, 4)); }

bool cld_utf8_is_control(const char *at) {
    const unsigned char *c = (const unsigned char *)at;
    if (c[0] == 0xE2) // U+2028 to U+202E, U+2066 to U+2069
        return (c[1] == 0x80 && c[2] >= 0xA8 && c[2] <= 0xAE) ||
               (c[1] == 0x81 && c[2] >= 0xA6 && c[2] <= 0xA9);
    return c[0] < ' ' || c[0] == 0x7F || (c[0] == 0xC2 && c[1] < 0xA0);
}

/// Whether the character of so many bytes is one of those that Unicode never gives a meaning: U+FDD0 to
/// U+FDEF, and the last two of each plane.
static bool is_noncharacter(const char *at, int length) {
    const unsigned char *c = (const unsigned char *)at;
    if (length == 3 && c[0] == 0xEF && c[1] == 0xB7)
        return c[2] >= 0x90 && c[2] <= 0xAF;
    bool ends_plane =
        length == 4 ? (c[1] & 0x0F) == 0x0F && c[2] == 0xBF : length == 3 && c[0] == 0xEF && c[1] == 0xBF;
    return ends_plane && c[length - 1] >= 0xBE;
}

void cld_utf8_add_visibly(cld_text *text, const char *string) {
    for (const char *at = string; *at;) {
        int length = cld_utf8_length_in_string(at);
        if (length > 0 && !cld_utf8_is_control(at) && !is_noncharacter(at, length)) {
            cld_text_add(text, at, (size_t)length);
            at += length;
            continue;
        }
        bool is_zero = strncmp(at, "\xC0\x80", 2) == 0;
        char escape[8];
        snprintf(escape, sizeof escape, "\\x%02x", is_zero ? 0u : (unsigned)(unsigned char)*at);
        cld_text_add_string(text, escape);
        at += is_zero ? 2 : 1;
    }
}
