#include "map/map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>

static cld_map map;
static cld_error err;

static void tear_down(void) { cld_map_clear(&map); }

TestSuite(map, .fini = tear_down);

static cld_status read(const char *text) {
    cld_map_clear(&map);
    return cld_map_read(text, strlen(text), &map, &err);
}

static void expect_map(const char *text) {
    cr_assert_eq(read(text), CLD_OK, "%s: %lu:%lu: %s", text, err.line, err.column, err.message);
}

static void expect_word(cld_map_word word, const char *expected) {
    cr_assert_eq(word.length, strlen(expected), "\"%.*s\" is \"%s\"", (int)word.length, word.begin, expected);
    cr_assert_eq(memcmp(word.begin, expected, word.length), 0, "\"%.*s\" is \"%s\"", (int)word.length,
                 word.begin, expected);
}

static void expect_point(cld_vec3 p, double x, double y, double z) {
    cr_assert(p.x == x && p.y == y && p.z == z, "%g %g %g is %g %g %g", p.x, p.y, p.z, x, y, z);
}

#define POINTS "( 0 0 0 ) ( 0 1 0 ) ( 1 0 0 ) "

Test(map, has_entities_with_brushes_with_sides) {
    expect_map("// Game: Quake\n{\n\"classname\" \"worldspawn\"\n// brush 0\n{\n" POINTS "wall 0 0 0 1 1\n"
               "( 1 2 3 ) ( 4 5 6 ) ( 7 8 9 ) floor 0 0 0 1 1\n}\n{\n" POINTS "sky 0 0 0 1 1\n}\n}\n"
               "{\n\"origin\" \"1 2 3\"\n\"classname\" \"light\"\n}\n"
               "{\n{\n" POINTS "door 0 0 0 1 1\n}\n\"classname\" \"func_door\"\n}\n");
    cr_assert_eq(map.entity_count, 3);
    cr_assert_eq(map.brush_count, 3);
    cr_assert_eq(map.side_count, 4);
    expect_word(map.entities[0].class_name, "worldspawn");
    expect_word(map.entities[1].class_name, "light");
    expect_word(map.entities[2].class_name, "func_door");
    cr_assert_eq(map.entities[1].line, 13);
    cr_assert(map.brushes[1].entity == 0 && map.brushes[1].index == 1 && map.brushes[1].line == 9);
    cr_assert(map.brushes[2].entity == 2 && map.brushes[2].index == 0 && map.brushes[2].side_count == 1);
    cr_assert(map.brushes[0].first_side == 0 && map.brushes[0].side_count == 2);
    expect_word(map.sides[0].texture, "wall");
    expect_word(map.sides[1].texture, "floor");
    cr_assert_eq(map.sides[1].line, 7);
    expect_point(map.sides[1].points[0], 1, 2, 3);
    expect_point(map.sides[1].points[1], 4, 5, 6);
    expect_point(map.sides[1].points[2], 7, 8, 9);
}

Test(map, is_read_whatever_the_game_adds_to_a_side) {
    static const char *const sides[] = {
        POINTS "wall 0 0 0 1 1",
        POINTS "wall 0 0 0 1 1 0 512 0",
        POINTS "wall [ 1 0 0 16 ] [ 0 -1 0 -8.5 ] 0 1 1",
        POINTS "wall [ 1 0 0 16 ] [ 0 -1 0 -8.5 ] 0 1 1 0 0 0",
        POINTS "wall 0 nan 0 -1.#IND 1 // how it lies does not matter",
        POINTS "\"wall\" 0 0 0 1 1",
        "(0 0 0)(0 1 0)(1 0 0)wall 0 0 0 1 1",
        "( 0. 0 -0 ) ( +.0 1e0 00 ) ( 1.000000 -.0e-3 0 ) wall",
    };
    char text[300];
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        snprintf(text, sizeof text, "{{%s\r\n( 1 2 3 ) ( 4 5 6 ) ( 7 8 9 ) {fence 0\r\n}}", sides[i]);
        expect_map(text);
        cr_assert_eq(map.side_count, 2, "%s", text);
        expect_point(map.sides[0].points[0], 0, 0, 0);
        expect_point(map.sides[0].points[1], 0, 1, 0);
        expect_point(map.sides[0].points[2], 1, 0, 0);
        expect_word(map.sides[0].texture, "wall");
        expect_word(map.sides[1].texture, "{fence");
    }
}

Test(map, takes_the_sides_of_a_brush_primitive_and_keeps_the_kind_of_what_is_none) {
    expect_map("{ { brushDef { " POINTS "( ( 0.1 0 0 ) ( 0 0.1 0 ) ) wall 0 0 0 } }\n"
               "{ patchDef2 { wall ( 3 3 0 0 0 ) ( ( ( 0 0 0 0 0 ) ) ) } }\n{ " POINTS " sky 0 0 0 1 1 } }");
    cr_assert_eq(map.brush_count, 3);
    cr_assert(map.brushes[0].kind.begin == NULL && map.brushes[0].side_count == 1);
    expect_word(map.sides[0].texture, "wall");
    expect_word(map.brushes[1].kind, "patchDef2");
    cr_assert_eq(map.brushes[1].side_count, 0);
    cr_assert(map.brushes[2].index == 2 && map.brushes[2].side_count == 1);
}

Test(map, has_strings_with_escaped_quotes_and_paths_that_end_in_a_backslash) {
    expect_map(
        "\xEF\xBB\xBF{ \"message\" \"say \\\"{\\\" // twice\"\n\"path\" \"maps\\\"\n\"classname\" \"x\" }");
    expect_word(map.entities[0].class_name, "x");
}

Test(map, that_is_broken_is_refused_with_the_place) {
    static const struct {
        const char *text;
        cld_status status;
        unsigned long line, column;
        const char *message;
    } cases[] = {
        {"", CLD_SYNTAX, 1, 1, "expected the { of an entity, found the end of the file"},
        {"// nothing\n", CLD_SYNTAX, 2, 1, "expected the { of an entity, found the end of the file"},
        {"Version 2\n{\n}", CLD_SYNTAX, 1, 1, "expected the { of an entity, found \"Version\""},
        {"// a\r{\r\n// b\r\r\n\"a\" \"b\rc\" }\r}\n", CLD_SYNTAX, 7, 1,
         "expected the { of an entity, found \"}\""},
        {"{\n}\n}", CLD_SYNTAX, 3, 1, "expected the { of an entity, found \"}\""},
        {"\n{\n\"a\" \"b\"\n", CLD_SYNTAX, 4, 1,
         "expected a key, a brush or the } of the entity that begins on line 2, found the end of the file"},
        {"{ \"a\" }", CLD_SYNTAX, 1, 7, "expected the value of a key, in quotes, found \"}\""},
        {"{\n  \"a", CLD_SYNTAX, 2, 3, "the string that begins here has no closing quote"},
        {"{{ " POINTS, CLD_SYNTAX, 1, 34, "expected the name of a texture, found the end of the file"},
        {"{{ " POINTS "}}", CLD_SYNTAX, 1, 34, "expected the name of a texture, found \"}\""},
        {"{{ " POINTS "} }", CLD_SYNTAX, 1, 34, "expected the name of a texture, found \"}\""},
        {"{{ " POINTS "x 0 }", CLD_SYNTAX, 1, 39,
         "expected a key, a brush or the } of the entity that begins on line 1, found the end of the file"},
        {"{{ " POINTS "x [ 0 0", CLD_SYNTAX, 1, 41,
         "expected the end of what \"[\" on line 1 begins, found the end of the file"},
        {"{{ " POINTS "x 0 { }", CLD_SYNTAX, 1, 38,
         "expected the ( of a side or the } of a brush, found \"{\""},
        {"{{ ( 0 0 0 ) ( 0 0 0 ) x", CLD_SYNTAX, 1, 24,
         "expected the ( of a side's next point, of three, found \"x\""},
        {"{{ ( 0 0 )", CLD_SYNTAX, 1, 10, "expected a number, found \")\""},
        {"{{ ( 0 0 0 0 )", CLD_SYNTAX, 1, 12, "expected a ) after the three numbers of a point, found \"0\""},
        {"{{ ( 0 0 1x )", CLD_SYNTAX, 1, 10, "expected a number, found \"1x\""},
        {"{{ ( 0 0 - )", CLD_SYNTAX, 1, 10, "expected a number, found \"-\""},
        {"{{ ( 0 0 . )", CLD_SYNTAX, 1, 10, "expected a number, found \".\""},
        {"{{ ( 0 0 nan )", CLD_SYNTAX, 1, 10, "expected a number, found \"nan\""},
        {"{{ ( 0 0 1e999 )", CLD_BAD_VALUE, 1, 10,
         "expected a number between -1e100 and 1e100, found \"1e999\""},
        {"{{ ( 0 0 \x80\x01 )", CLD_SYNTAX, 1, 10, "expected a number, found \"?\""},
        {"{{ brushDef {", CLD_SYNTAX, 1, 14,
         "expected the ( of a side or the } of a brush, found the end of the file"},
        {"{{ patchDef2 { { } }", CLD_SYNTAX, 1, 21, "expected the } of a brush, found the end of the file"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *text = cases[i].text;
        cr_expect_eq(read(text), cases[i].status, "%s", text);
        cr_expect_str_eq(err.message, cases[i].message, "%s", text);
        cr_expect(err.line == cases[i].line && err.column == cases[i].column, "%s: %lu:%lu", text, err.line,
                  err.column);
    }
}

Test(map, that_nests_a_million_deep_is_refused_as_any) {
    size_t length = 1000000;
    char *text = malloc(length + 1);
    memset(text, '{', length);
    text[length] = '\0';
    cr_expect_eq(read(text), CLD_SYNTAX);
    memcpy(text, "{{ x ", 5);
    cr_expect_eq(read(text), CLD_SYNTAX);
    cr_expect_str_eq(err.message,
                     "expected the end of what \"{\" on line 1 begins, found the end of the file");
    free(text);
}

Test(map, that_ends_anywhere_is_refused_or_read) {
    static const char text[] = "{ \"classname\" \"worldspawn\" { " POINTS
                               "wall [ 1 0 0 16 ] [ 0 -1 0 -8.5 ] 0 1 1 } { patchDef2 { ( x ) } } }";
    for (size_t length = 0; length < sizeof text; length++) {
        char *part = malloc(length + 1); // of its own, so that reading beyond it is seen
        memcpy(part, text, length);
        cld_map_clear(&map);
        cr_expect_eq(cld_map_read(part, length, &map, &err) == CLD_OK,
                     length == sizeof text - 1 || length == sizeof text, "%.*s", (int)length, text);
        free(part);
    }
}
