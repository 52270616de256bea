#include "report/xml.h"

#include <stdbool.h>
#include <string.h>

/// How many bytes of `at` are a character that XML cannot hold: control characters, C0 80 (a zero byte in
/// disguise), U+FFFE, U+FFFF.
static size_t find_forbidden(const unsigned char *at) {
    if (at[0] < ' ')
        return at[0] != '\t' && at[0] != '\n' && at[0] != '\r';
    if (at[0] == 0xC0 && at[1] == 0x80)
        return 2;
    return at[0] == 0xEF && at[1] == 0xBF && (at[2] & 0xFEu) == 0xBE ? 3 : 0;
}

void cld_xml_add(cld_text *text, const char *string) {
    static const char special[] = "&<>\"'\t\n\r";
    static const char *const replacements[] = {"&amp;",  "&lt;", "&gt;",  "&quot;",
                                               "&apos;", "&#9;", "&#10;", "&#13;"};
    for (const char *at = string; *at; at++) {
        size_t forbidden = find_forbidden((const unsigned char *)at);
        const char *found = strchr(special, *at);
        if (forbidden) {
            cld_text_add_string(text, "\xEF\xBF\xBD");
            at += forbidden - 1;
        } else if (found) {
            cld_text_add_string(text, replacements[found - special]);
        } else {
            cld_text_add(text, at, 1);
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
