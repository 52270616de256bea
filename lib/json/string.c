#include "json/string.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/// The length of the well-formed UTF-8 character at `at` (Unicode 15, table 3-7), 0 if there is none.
static int character_length(const char *at, const char *end) {
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

static void add_character(cld_text *string, uint32_t c) {
    char bytes[4];
    size_t length = 0;
    if (c == 0) {
        bytes[length++] = (char)0xC0;
        bytes[length++] = (char)0x80;
    } else if (c < 0x80) {
        bytes[length++] = (char)c;
    } else {
        static const unsigned char lead[] = {0, 0, 0xC0, 0xE0, 0xF0};
        int count = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
        bytes[length++] = (char)(lead[count] | (c >> (6 * (count - 1))));
        for (int k = count - 2; k >= 0; k--)
            bytes[length++] = (char)(0x80 | ((c >> (6 * k)) & 0x3F));
    }
    cld_text_add(string, bytes, length);
}

/// The four hexadecimal digits at `at`, or -1.
static int32_t read_code(const char *at, const char *end) {
    static const char digits[] = "0123456789abcdefABCDEF";
    if (end - at < 4)
        return -1;
    int32_t code = 0;
    for (int i = 0; i < 4; i++) {
        const char *digit = at[i] ? strchr(digits, at[i]) : NULL;
        if (!digit)
            return -1;
        int32_t value = (int32_t)(digit - digits);
        code = 16 * code + (value < 16 ? value : value - 6);
    }
    return code;
}

static bool is_high_half(int32_t code) { return code >= 0xD800 && code <= 0xDBFF; }
static bool is_low_half(int32_t code) { return code >= 0xDC00 && code <= 0xDFFF; }

/// Reads what follows \u; returns NULL and the problem if that is no character.
static const char *read_unicode_escape(const char *at, const char *end, cld_text *string,
                                       cld_json_string_problem *problem) {
    int32_t code = read_code(at, end);
    if (code < 0) {
        *problem = (cld_json_string_problem){"\\u", "four hexadecimal digits after it"};
        return NULL;
    }
    at += 4;
    if (is_high_half(code) && end - at >= 6 && at[0] == '\\' && at[1] == 'u') {
        int32_t low = read_code(at + 2, end);
        if (is_low_half(low)) {
            add_character(string, 0x10000u + ((uint32_t)(code - 0xD800) << 10) + (uint32_t)(low - 0xDC00));
            return at + 6;
        }
    }
    if (is_high_half(code) || is_low_half(code)) {
        *problem = (cld_json_string_problem){"half of a surrogate pair", "\\u escapes of whole characters"};
        return NULL;
    }
    add_character(string, (uint32_t)code);
    return at;
}

/// Reads the escape at `at`; returns its end, or NULL and the problem.
static const char *read_escape(const char *at, const char *end, cld_text *string,
                               cld_json_string_problem *problem) {
    static const char letters[] = "\"\\/bfnrtu", meanings[] = "\"\\/\b\f\n\r\t";
    const char *letter = end - at >= 2 && at[1] ? strchr(letters, at[1]) : NULL;
    if (!letter) {
        *problem =
            (cld_json_string_problem){"an unknown escape", "one of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\u"};
        return NULL;
    }
    if (*letter == 'u')
        return read_unicode_escape(at + 2, end, string, problem);
    cld_text_add(string, &meanings[letter - letters], 1);
    return at + 2;
}

const char *cld_json_string_read(const char *at, const char *end, cld_text *string,
                                 cld_json_string_problem *problem) {
    *problem = (cld_json_string_problem){NULL, NULL};
    string->length = 0;
    cld_text_add(string, "", 0);
    const char *plain = ++at; // what stands here up to `at` means itself
    while (at < end && *at != '"') {
        int length = (signed char)*at > 0 ? 1 : character_length(at, end);
        if (length == 0) {
            *problem = (cld_json_string_problem){"a byte that is not UTF-8", "a character in UTF-8"};
            return at;
        }
        if ((unsigned char)*at < ' ') {
            *problem =
                (cld_json_string_problem){"a control character in a string", "its escape, or a closing '\"'"};
            return at;
        }
        if (*at != '\\') {
            at += length;
            continue;
        }
        cld_text_add(string, plain, (size_t)(at - plain));
        plain = read_escape(at, end, string, problem);
        if (!plain)
            return at;
        at = plain;
    }
    if (at == end) {
        *problem = (cld_json_string_problem){"the end of the text in a string", "a closing '\"'"};
        return at;
    }
    cld_text_add(string, plain, (size_t)(at - plain));
    return at + 1;
}

/// Whether a byte of a string stands for itself in quotes. C0 begins what stands for U+0000.
static bool is_plain(char byte) {
    unsigned char c = (unsigned char)byte;
    return c >= ' ' && c != '"' && c != '\\' && c != 0x7F && c != 0xC0;
}

static void add_escape(cld_text *text, char c) {
    static const char special[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
    const char *found = strchr(special, c);
    char escape[8];
    if (found)
        snprintf(escape, sizeof escape, "\\%c", letters[found - special]);
    else
        snprintf(escape, sizeof escape, "\\u%04x", (unsigned char)c);
    cld_text_add_string(text, escape);
}

void cld_json_string_write(cld_text *text, const char *string) {
    const char *at = string;
    cld_text_add_byte(text, '"');
    while (*at) {
        const char *plain = at;
        while (*at && is_plain(*at))
            at++;
        cld_text_add(text, plain, (size_t)(at - plain));
        if ((unsigned char)*at == 0xC0 && (unsigned char)at[1] == 0x80) {
            cld_text_add_string(text, "\\u0000");
            at += 2;
        } else if ((unsigned char)*at == 0xC0) {
            cld_text_add(text, at++, 1);
        } else if (*at) {
            add_escape(text, *at++);
        }
    }
    cld_text_add_byte(text, '"');
}
