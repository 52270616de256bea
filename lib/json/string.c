#include "json/string.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

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
        int length = (signed char)*at > 0 ? 1 : cld_utf8_length(at, end);
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

/// Whether a byte of a string is a character that stands for itself in quotes.
static bool is_plain(char byte) {
    return (signed char)byte >= ' ' && byte != '"' && byte != '\\' && byte != 0x7F;
}

/// Adds a character: as an escape if it does something to a terminal, which none of four bytes does.
static void add_visibly(cld_text *text, const char *at, int length) {
    static const unsigned char mask[] = {0, 0x7F, 0x1F, 0x0F};
    if (!cld_utf8_is_control(at)) {
        cld_text_add(text, at, (size_t)length);
        return;
    }
    char escape[8];
    unsigned code = (unsigned char)at[0] & mask[length];
    for (int i = 1; i < length; i++)
        code = code << 6 | ((unsigned char)at[i] & 0x3F);
    snprintf(escape, sizeof escape, "\\u%04x", code);
    cld_text_add_string(text, escape);
}

/// Adds the character of several bytes at `at`, or what stands for bytes that are none; returns its end.
static const char *add_several(cld_text *text, const char *at) {
    int length = cld_utf8_length_in_string(at);
    if (length > 0) {
        add_visibly(text, at, length);
        return at + length;
    }
    bool is_zero = strncmp(at, "\xC0\x80", 2) == 0;
    cld_text_add_string(text, is_zero ? "\\u0000" : CLD_UTF8_REPLACEMENT);
    return at + (is_zero ? 2 : 1);
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
        if ((signed char)*at < 0) {
            at = add_several(text, at);
        } else if (*at) {
            add_escape(text, *at++);
        }
    }
    cld_text_add_byte(text, '"');
}

void cld_json_string_copy(cld_text *text, const char *json, size_t length) {
    for (const char *at = json, *end = json + length; at < end;) {
        const char *plain = at;
        while (at < end && (signed char)*at >= ' ' && *at != 0x7F)
            at++;
        cld_text_add(text, plain, (size_t)(at - plain));
        if (at == end)
            break;
        int bytes = cld_utf8_length(at, end);
        if (bytes == 0)
            cld_text_add_string(text, CLD_UTF8_REPLACEMENT);
        else if (bytes == 1 && *at < ' ')
            cld_text_add_byte(text, ' ');
        else
            add_visibly(text, at, bytes);
        at += bytes > 0 ? bytes : 1;
    }
}
