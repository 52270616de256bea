#include <math.h>
#include <string.h>

#include <criterion/criterion.h>

#include "json/parse.h"
#include "json/path.h"
#include "json/writer.h"

static cld_status parse(const char *text, size_t length, cld_error *err) {
    cJSON *tree;
    cld_status status = cld_json_parse(text, length, &tree, err);
    cr_assert_eq(status == CLD_OK, tree != NULL);
    cJSON_Delete(tree);
    return status;
}

/// The text written again on one line.
static const char *again(const char *text) {
    static char bytes[1000];
    cld_text out = {0};
    cld_error err;
    cJSON *tree;
    cr_assert_eq(cld_json_parse(text, strlen(text), &tree, &err), CLD_OK, "%s: %s", text, err.message);
    cld_json_writer writer = {.text = &out, .compact = true};
    cld_json_put_node(&writer, NULL, tree);
    strncpy(bytes, out.bytes, sizeof bytes - 1);
    cld_text_clear(&out);
    cJSON_Delete(tree);
    return bytes;
}

Test(json, takes_every_kind_of_value) {
    static const char *const documents[] = {
        "null",
        "true",
        "false",
        "0",
        "-1.5e-7",
        "\"\"",
        "[]",
        "{}",
        "[[],{}]",
        "{\"\":0}",
        "[1,2,[3,[4]],{\"a\":{\"b\":null}}]",
    };
    for (size_t i = 0; i < sizeof documents / sizeof *documents; i++)
        cr_expect_str_eq(again(documents[i]), documents[i]);
    cr_expect_str_eq(again(" \t\r\n[ 1 , 2 ]\n "), "[1,2]");
    cr_expect_str_eq(again("[-0, 1e2, 1E400, -1e-400]"), "[0,100,1E400,0]");
}

Test(json, keeps_strings_whole) {
    cr_expect_str_eq(again("\"\\u0041\\u00e9\\u20ac\\ud83d\\ude00\\uFFFF\""),
                     "\"A\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\xEF\xBF\xBF\"");
    cr_expect_str_eq(again("\"a\\u0000b\""), "\"a\\u0000b\"");
    cr_expect_str_eq(again("{\"a\\u0000b\":1,\"a\":2}"), "{\"a\\u0000b\":1,\"a\":2}");
    cr_expect_str_eq(again("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u001f\x7F\""),
                     "\"\\\"\\\\/\\b\\f\\n\\r\\t\\u001f\\u007f\"");
}

Test(json, refuses_what_is_not_json) {
    static const struct {
        const char *text;
        unsigned long line, column;
    } cases[] = {
        {"", 1, 1},
        {" ", 1, 2},
        {"\n\n", 3, 1},
        {"[", 1, 2},
        {"]", 1, 1},
        {"[1,]", 1, 4},
        {"[,1]", 1, 2},
        {"[1 2]", 1, 4},
        {"{\"a\"}", 1, 5},
        {"{\"a\":}", 1, 6},
        {"{a:1}", 1, 2},
        {"{\"a\":1,}", 1, 8},
        {"{1:1}", 1, 2},
        {"[1]]", 1, 4},
        {"1 1", 1, 3},
        {"'a'", 1, 1},
        {"\"a", 1, 3},
        {"\"\\", 1, 2},
        {"\"\\x\"", 1, 2},
        {"\"\\u12\"", 1, 2},
        {"\"\\u12G4\"", 1, 2},
        {"\"\\ud800\"", 1, 2},
        {"\"\\udc00\"", 1, 2},
        {"\"\\ud800\\u0041\"", 1, 2},
        {"tru", 1, 1},
        {"True", 1, 1},
        {"nul", 1, 1},
        {"nulll", 1, 1},
        {"01", 1, 1},
        {"1.", 1, 1},
        {"-", 1, 1},
        {"+1", 1, 1},
        {".5", 1, 1},
        {"1e", 1, 1},
        {"0x1", 1, 1},
        {"1a", 1, 1},
        {"-01", 1, 1},
        {"NaN", 1, 1},
        {"-Infinity", 1, 1},
        {"/**/1", 1, 1},
        {"\xEF\xBB\xBF"
         "x",
         1, 1},
        {" \xEF\xBB\xBF"
         "1",
         1, 2},
        {"\xEF\xBB\xBF\xEF\xBB\xBF"
         "1",
         1, 1},
        {"\"\xFF\"", 1, 2},
        {"\"\xC0\x80\"", 1, 2},
        {"\"\xED\xA0\x80\"", 1, 2},
        {"\"\xF4\x90\x80\x80\"", 1, 2},
        {"\"\xE2\x82\"", 1, 2},
        {"\"\xE2\x82", 1, 2},
        {"\"a\nb\"", 1, 3},
        {"[\n1,\n x]", 3, 2},
        {"\f1", 1, 1},
        {"\xC2\xA0"
         "1",
         1, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cld_error err = {.line = 99};
        cr_expect_eq(parse(cases[i].text, strlen(cases[i].text), &err), CLD_SYNTAX, "%s", cases[i].text);
        cr_expect_eq(err.line, cases[i].line, "line %lu of %s", err.line, cases[i].text);
        cr_expect_eq(err.column, cases[i].column, "column %lu of %s", err.column, cases[i].text);
        cr_expect_str_eq(err.pointer, "", "%s", cases[i].text);
    }
}

Test(json, refuses_every_beginning_of_a_document) {
    static const char document[] =
        "{\"a\\u00e9\xC3\xA9\": [1.5e-3, true, null, \"\\ud83d\\ude00\"], \"b\": {\"c\": -2}}";
    cld_error err;
    cr_expect_eq(parse(document, strlen(document), &err), CLD_OK);
    for (size_t length = 0; length < strlen(document); length++) {
        char *copy = malloc(length + 1); // so that a sanitizer sees a read beyond the end
        memcpy(copy, document, length);
        char *exact = realloc(copy, length ? length : 1);
        cr_expect_eq(parse(exact, length, &err), CLD_SYNTAX, "%zu bytes", length);
        free(exact);
    }
}

Test(json, refuses_a_raw_nul) {
    cld_error err;
    cr_expect_eq(parse("1\0", 2, &err), CLD_SYNTAX);
    cr_expect_eq(parse("\"\0\"", 3, &err), CLD_SYNTAX);
    cr_expect_eq(parse("\0", 1, &err), CLD_SYNTAX);
}

Test(json, finds_keys_that_stand_twice) {
    cld_error err;
    static const char twice[] = "{\"a\": [0, {\"x~/y\": 1, \"b\": 2, \"x~/y\": 3}]}";
    cr_expect_eq(parse(twice, strlen(twice), &err), CLD_DUPLICATE_KEY);
    cr_expect_str_eq(err.pointer, "/a/1/x~0~1y");
    cr_expect_eq(err.line, 0);
    // Of many keys, too; and keys that differ in case, or after a U+0000, are different.
    cld_text many = {0};
    cld_text_add_string(&many, "{");
    for (unsigned i = 0; i < 1000; i++) {
        cld_text_add_string(&many, i ? ",\"k" : "\"k");
        cld_text_add_integer(&many, i);
        cld_text_add_string(&many, "\":0");
    }
    cld_text_add_string(&many, "}");
    cr_expect_eq(parse(many.bytes, many.length, &err), CLD_OK);
    many.length--;
    cld_text_add_string(&many, ",\"k500\":0}");
    cr_expect_eq(parse(many.bytes, many.length, &err), CLD_DUPLICATE_KEY);
    cr_expect_str_eq(err.pointer, "/k500");
    cld_text_clear(&many);
    static const char different[] = "{\"a\": 1, \"A\": 2, \"a\\u0000\": 3}";
    cr_expect_eq(parse(different, strlen(different), &err), CLD_OK);
}

Test(json, points_to_what_a_key_that_is_too_long_is_in) {
    for (size_t length = 1; length < 3 * CLD_POINTER_SIZE; length++) {
        cld_text text = {0}, pointer = {0};
        cld_text_add_string(&text, "{\"a\": [{\"");
        cld_text_add_string(&pointer, "/a/0/");
        for (size_t i = 0; i < length; i++) {
            cld_text_add_byte(&text, i % 3 ? 'x' : '/');
            cld_text_add_string(&pointer, i % 3 ? "x" : "~1");
        }
        cld_text_add_string(&text, "\": {\"b\": 1, \"b\": 2}}]}");
        size_t key_end = pointer.length;
        cld_text_add_string(&pointer, "/b");
        size_t end = pointer.length < CLD_POINTER_SIZE ? pointer.length
                     : key_end < CLD_POINTER_SIZE      ? key_end
                                                       : strlen("/a/0");
        cld_error err;
        cr_expect_eq(parse(text.bytes, text.length, &err), CLD_DUPLICATE_KEY);
        cr_expect(strlen(err.pointer) == end && memcmp(err.pointer, pointer.bytes, end) == 0, "%zu: %s",
                  length, err.pointer);
        cld_text_clear(&text);
        cld_text_clear(&pointer);
    }
}

Test(json, nests_as_deep_as_it_says) {
    for (int depth = CLD_JSON_DEPTH; depth <= CLD_JSON_DEPTH + 1; depth++) {
        cld_text text = {0};
        for (int i = 0; i < depth; i++)
            cld_text_add_string(&text, i % 2 ? "{\"a\":" : "[");
        cld_text_add_string(&text, "1");
        for (int i = depth - 1; i >= 0; i--)
            cld_text_add_string(&text, i % 2 ? "}" : "]");
        cld_error err;
        cr_expect_eq(parse(text.bytes, text.length, &err), depth > CLD_JSON_DEPTH ? CLD_TOO_LARGE : CLD_OK,
                     "%d levels", depth);
        cld_text_clear(&text);
    }
}

Test(json, gives_numbers_beyond_the_range_their_text) {
    static const char text[] = "[1e999]";
    cJSON *tree;
    cr_assert_eq(cld_json_parse(text, strlen(text), &tree, NULL), CLD_OK);
    cr_expect(isinf(tree->child->valuedouble));
    cr_expect_str_eq(tree->child->valuestring, "1e999");
    cJSON_Delete(tree);
}

Test(json, survives_random_bytes) {
    static const char alphabet[] = "{}[]\",:0123456789.-+eEtrufalsn\\ \n\xC3\xA9\xFFu";
    unsigned long long state = 7;
    int accepted = 0;
    for (int round = 0; round < 20000; round++) {
        char text[24];
        size_t length = 0;
        for (; length < sizeof text; length++) {
            state = state * 6364136223846793005ull + 1442695040888963407ull;
            if ((state >> 33) % 16 == 0)
                break;
            text[length] = alphabet[(state >> 40) % (sizeof alphabet - 1)];
        }
        cld_error err;
        accepted += parse(text, length, &err) == CLD_OK;
    }
    cr_expect_gt(accepted, 0);
}
