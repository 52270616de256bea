#include "base/text.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>

#include "base/error.h"
#include "base/utf8.h"

Test(text, grows_and_ends_in_nul) {
    cld_text text = {0};
    for (int i = 0; i < 1000; i++) {
        cld_text_add_integer(&text, (unsigned long long)i % 10);
        cr_assert_eq(text.length, (size_t)i + 1);
        cr_assert_eq(text.bytes[i], '0' + i % 10);
        cr_assert_eq(text.bytes[i + 1], '\0');
    }
    cld_text_clear(&text);
    cr_expect_null(text.bytes);
    cr_expect_eq(text.length, 0);
}

Test(text, holds_what_was_added) {
    cld_text text = {0};
    cld_text_add_string(&text, "a");
    cld_text_add_blanks(&text, 2);
    cld_text_add(&text, "bcd", 2);
    cld_text_add_number(&text, -0.5);
    cld_text_add_integer(&text, UINT64_MAX);
    cld_text_add(&text, NULL, 0);
    cr_expect_str_eq(text.bytes, "a  bc-0.518446744073709551615");
    cld_text_clear(&text);
}

Test(text, keeps_what_it_had_when_memory_runs_out) {
    cld_text text = {0};
    cld_text_add_string(&text, "kept");
    cld_text_add_blanks(&text, SIZE_MAX - 1);
    cr_expect(text.failed);
    cld_text_add_string(&text, "not");
    cr_expect_str_eq(text.bytes, "kept");
    cld_text_clear(&text);
    cr_expect_not(text.failed);
}

Test(text, of_a_long_name_is_cut_at_a_character) {
    cr_assert_str_eq(cld_name_tell("caf\u00e9").text, "caf\u00e9");
    for (size_t length = 50; length < 70; length++) {
        char name[100], as[100] = "";
        memset(as, 'a', length);
        snprintf(name, sizeof name, "%s\u00e9 and more to be cut", as);
        const cld_told_name told = cld_name_tell(name);
        size_t kept = length == 59 ? 59 : 60; // where the character would be cut in half
        cr_assert_eq(memcmp(told.text, name, kept), 0);
        cr_assert_str_eq(told.text + kept, "...");
    }
}

Test(text, shows_what_a_terminal_would_obey) {
    static const char *const cases[][2] = {
        {"plain \xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80", "plain \xC3\xA9 \xE2\x82\xAC \xF0\x9F\x98\x80"},
        {"\x1B[31m\n\x7F", "\\x1b[31m\\x0a\\x7f"},
        {"\xC2\x9B"
         "31m \xC2\xA0",
         "\\xc2\\x9b31m \xC2\xA0"},                                      // U+009B is CSI to some
        {"\xE2\x80\xA7\xE2\x80\xAE\xE2\x81\xA6\xE2\x81\xA9\xE2\x80\xAC", // right to left, and back
         "\xE2\x80\xA7\\xe2\\x80\\xae\\xe2\\x81\\xa6\\xe2\\x81\\xa9\\xe2\\x80\\xac"},
        {"\xE2\x80\xA8", "\\xe2\\x80\\xa8"},                   // U+2028 ends a line
        {"\xFF\xC3", "\\xff\\xc3"},                            // no UTF-8, the end in a character
        {"\xC1\xBF\xE0\x80\x80", "\\xc1\\xbf\\xe0\\x80\\x80"}, // longer than need be
        {"\xED\xA0\x80", "\\xed\\xa0\\x80"},                   // half of a surrogate pair
        {"\xF4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"},          // beyond U+10FFFF
        {"\xEF\xB7\x8F\xEF\xB7\x90\xEF\xB7\xAF\xEF\xB7\xB0",
         "\xEF\xB7\x8F\\xef\\xb7\\x90\\xef\\xb7\\xaf\xEF\xB7\xB0"},  // U+FDD0 to U+FDEF mean nothing
        {"\xEF\xBF\xBD\xEF\xBF\xBE", "\xEF\xBF\xBD\\xef\\xbf\\xbe"}, // nor does U+FFFE
        {"\xF0\x9F\xBF\xBD\xF0\x9F\xBF\xBF\xF0\x9E\xBF\xBF",
         "\xF0\x9F\xBF\xBD\\xf0\\x9f\\xbf\\xbf\xF0\x9E\xBF\xBF"}, // or U+1FFFF
        {"a\xC0\x80"
         "b",
         "a\\x00b"}, // a zero byte, as it is kept
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cld_text text = {0};
        cld_utf8_add_visibly(&text, cases[i][0]);
        cr_expect_str_eq(text.bytes, cases[i][1]);
        cld_text_clear(&text);
    }
}
