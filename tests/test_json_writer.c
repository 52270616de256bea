#include "json/writer.h"

#include <math.h>
#include <string.h>

#include <criterion/criterion.h>

#include "json/write_result.h"

static void write_sample(cld_json_writer *w) {
    cld_json_open_object(w, NULL, CLD_JSON_LINES);
    cld_json_put_vector(w, "v", (cld_vec3){1, -0.5, 1e-7}, 3);
    cld_json_open_array(w, "rows", CLD_JSON_LINES);
    cld_json_put_integers(w, NULL, (const uint32_t[]){1, 2}, 2);
    cld_json_put_integers(w, NULL, NULL, 0);
    cld_json_close(w, ']');
    cld_json_open_object(w, "line", CLD_JSON_ON_A_LINE);
    cld_json_put_string(w, "s", "a\"\n");
    cld_json_put_bool(w, "b", true);
    cld_json_put_vector(w, "v", (cld_vec3){0, 0, -0.0}, 3);
    cld_json_close(w, '}');
    cld_json_put_null(w, "n");
    cld_json_open_array(w, "empty", CLD_JSON_LINES);
    cld_json_close(w, ']');
    cld_json_close(w, '}');
}

Test(json_writer, indents_and_keeps_short_things_on_a_line) {
    cld_text text = {0};
    write_sample(&(cld_json_writer){.text = &text});
    cr_expect_str_eq(text.bytes, "{\n"
                                 "  \"v\": [1, -0.5, 1e-7],\n"
                                 "  \"rows\": [\n"
                                 "    [1, 2],\n"
                                 "    []\n"
                                 "  ],\n"
                                 "  \"line\": {\"s\": \"a\\\"\\n\", \"b\": true, \"v\": [0, 0, 0]},\n"
                                 "  \"n\": null,\n"
                                 "  \"empty\": []\n"
                                 "}");
    cld_text_clear(&text);
}

Test(json_writer, writes_one_line_without_blanks) {
    cld_text text = {0};
    write_sample(&(cld_json_writer){.text = &text, .compact = true});
    cr_expect_str_eq(
        text.bytes,
        "{\"v\":[1,-0.5,1e-7],\"rows\":[[1,2],[]],\"line\":{\"s\":\"a\\\"\\n\",\"b\":true,\"v\":[0,0,0]},"
        "\"n\":null,\"empty\":[]}");
    cld_text_clear(&text);
}

Test(json_writer, writes_null_for_what_there_is_not) {
    cld_text text = {0};
    cld_json_writer w = {.text = &text, .compact = true};
    cld_json_open_object(&w, NULL, CLD_JSON_LINES);
    cld_json_put_string(&w, "s", NULL);
    cld_json_put_numbers(&w, "x", (const double[]){-INFINITY, 1, INFINITY, NAN}, 4);
    cld_json_put_position(&w, "p", 0);
    cld_json_close(&w, '}');
    cr_expect_str_eq(text.bytes, "{\"s\":null,\"x\":[null,1,null,null],\"p\":null}");
    cld_text_clear(&text);
}

Test(json_writer, writes_as_many_components_as_there_are_dimensions) {
    cld_text text = {0};
    cld_json_writer w = {.text = &text, .compact = true};
    cld_json_put_vector(&w, NULL, (cld_vec3){1, 2, 3}, 2);
    cr_expect_str_eq(text.bytes, "[1,2]");
    cld_text_clear(&text);
}

Test(json_writer, names_every_containment) {
    static const char *const expected[] = {"\"containment\":null", "\"containment\":\"a_in_b\"",
                                           "\"containment\":\"b_in_a\"", "\"containment\":\"equal\""};
    for (int i = 0; i < 4; i++) {
        cld_result result = {.containment = (cld_containment)i, .algorithm = CLD_SAT};
        cld_text text = {0};
        cld_json_write_result(&(cld_json_writer){.text = &text, .compact = true}, &result,
                              (cld_json_notes){0});
        cr_expect_not_null(strstr(text.bytes, expected[i]), "%s", text.bytes);
        cld_text_clear(&text);
    }
}

Test(json_writer, leaves_out_the_index_of_a_surface) {
    cld_result result = {.feature_a = {CLD_FEATURE_SURFACE, CLD_NO_INDEX, CLD_NO_INDEX},
                         .feature_b = {CLD_FEATURE_VERTEX, 7, CLD_NO_INDEX}};
    cld_text text = {0};
    cld_json_write_result(&(cld_json_writer){.text = &text, .compact = true}, &result, (cld_json_notes){0});
    cr_expect_not_null(strstr(
        text.bytes, "\"features\":{\"a\":{\"type\":\"surface\"},\"b\":{\"type\":\"vertex\",\"index\":7}}"));
    cld_text_clear(&text);
}
