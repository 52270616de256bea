#include "report/xml.h"

#include <stdio.h>
#include <string.h>

#include "base/utf8.h"

/// Adds the character at `at`, as its number if it would do something to a terminal; returns its length.
static size_t add_character(cld_text *text, const char *at) {
    const unsigned char *c = (const unsigned char *)at;
    size_t length = (size_t)cld_utf8_length_in_string(at);
    char number[16];
    unsigned code = length == 1 ? c[0] : length == 2 ? (c[0] & 0x1Fu) << 6 | (c[1] & 0x3Fu) : 0;
    if (length == 3)
        code = (c[0] & 0x0Fu) << 12 | (c[1] & 0x3Fu) << 6 | (c[2] & 0x3Fu);
    if (cld_utf8_is_control(at)) {
        snprintf(number, sizeof number, "&#x%X;", code);
        cld_text_add_string(text, number);
    } else {
        cld_text_add(text, at, length);
    }
    return length;
}

/// How many bytes at `at` are not to be taken as they are: control characters, what is no UTF-8 (C0 80 is a
/// zero byte in disguise), U+FFFE, U+FFFF.
static size_t find_forbidden(const char *at) {
    if (cld_utf8_length_in_string(at) == 0)
        return strncmp(at, "\xC0\x80", 2) == 0 ? 2 : 1;
    if (strncmp(at, "\xEF\xBF\xBE", 3) == 0 || strncmp(at, "\xEF\xBF\xBF", 3) == 0)
        return 3;
    return (unsigned char)*at < ' ' && !strchr("\t\n\r", *at);
}

void cld_xml_add(cld_text *text, const char *string) {
    static const char special[] = "&<>\"'\t\n\r";
    static const char *const replacements[] = {"&amp;",  "&lt;", "&gt;",  "&quot;",
                                               "&apos;", "&#9;", "&#10;", "&#13;"};
    for (const char *at = string; *at; at++) {
        size_t forbidden = find_forbidden(at);
        const char *found = strchr(special, *at);
        if (forbidden) {
            cld_text_add_string(text, CLD_UTF8_REPLACEMENT);
            at += forbidden - 1;
        } else if (found) {
            cld_text_add_string(text, replacements[found - special]);
        } else {
            at += add_character(text, at) - 1;
        }
    }
}

void cld_xml_add_attribute(cld_text *text, const char *name, const char *value) {
    cld_text_add(text, " ", 1);
    cld_text_add_string(text, name);
    cld_text_add_string(text, "=\"");
    cld_xml_add(text, value);
    cld_text_add(text, "\"", 1);
}

void cld_xml_add_count(cld_text *text, const char *name, unsigned long long value) {
    cld_text_add(text, " ", 1);
    cld_text_add_string(text, name);
    cld_text_add_string(text, "=\"");
    cld_text_add_integer(text, value);
    cld_text_add(text, "\"", 1);
}
