#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "collide/scene.h"
#include "scene/selector.h"
#include "support/scenes.h"

static bool matches(const char *pattern, const char *name) {
    const cld_object object = {.name = name};
    const cld_selector selector = {&pattern, 1};
    return is_selected(&selector, &object);
}

Test(selector, takes_plain_names_as_they_are) {
    cr_assert(matches("crate", "crate"));
    cr_assert_not(matches("crate", "crate_1"));
    cr_assert_not(matches("crate", "Crate"));
    cr_assert_not(matches("", "crate"));
    cr_assert(matches("[a-z]\\", "[a-z]\\"));
}

Test(selector, takes_a_star_for_any_characters_and_none) {
    cr_assert(matches("*", ""));
    cr_assert(matches("*", "crate"));
    cr_assert(matches("c*e", "ce"));
    cr_assert(matches("*a*a*", "banana"));
    cr_assert(matches("*ana", "banana"));
    cr_assert_not(matches("*anan", "banana"));
    cr_assert(matches("a**b", "ab"));
}

Test(selector, takes_a_question_mark_for_one_character_however_many_bytes_it_has) {
    cr_assert(matches("crate_?", "crate_1"));
    cr_assert_not(matches("crate_?", "crate_"));
    cr_assert_not(matches("crate_?", "crate_10"));
    cr_assert(matches("?", "\u00e9"));
    cr_assert(matches("a?c", "a\U0001f4a9c"));
    cr_assert_not(matches("??", "\u00e9"));
}

/// The definition, letter by letter.
static bool matches_slowly(const char *pattern, const char *name) {
    if (*pattern == '*')
        return matches_slowly(pattern + 1, name) || (*name && matches_slowly(pattern, name + 1));
    if (*pattern == '\0' || *name == '\0')
        return *pattern == *name;
    return (*pattern == '?' || *pattern == *name) && matches_slowly(pattern + 1, name + 1);
}

Test(selector, agrees_with_its_definition) {
    int found = 0;
    for (uint64_t seed = 0; seed < 20000; seed++) {
        random_state r = random_make(seed);
        char pattern[8] = "", name[8] = "";
        for (int i = random_int(&r, 0, 6); i-- > 0;)
            pattern[i] = "*?ab"[random_int(&r, 0, 3)];
        for (int i = random_int(&r, 0, 6); i-- > 0;)
            name[i] = random_one_in(&r, 2) ? 'a' : 'b';
        cr_assert_eq(matches(pattern, name), matches_slowly(pattern, name), "\"%s\" on \"%s\"", pattern,
                     name);
        found += matches(pattern, name);
    }
    cr_assert_gt(found, 1000);
}

/// How many steps a name of n times `a` takes to be told from a glob.
static uint64_t count_steps(const char *glob, size_t n, uint64_t most) {
    static char name[5001];
    uint64_t left = most;
    memset(name, 'a', n);
    name[n] = '\0';
    cr_assert_not(cld_glob_matches(glob, name, &left));
    return most - left;
}

Test(selector, takes_few_steps_where_a_pattern_could_be_tried_in_many_ways) {
    char glob[101];
    for (int i = 0; i < 100; i++)
        glob[i] = i % 2 ? 'a' : '*';
    glob[99] = 'b';
    glob[100] = '\0';
    cr_assert_leq(count_steps(glob, 5000, UINT64_MAX), 5000 + 100);
    cr_assert_leq(count_steps("*a*a*a*a*a*a*b*c", 5000, UINT64_MAX), 16);
    cr_assert_leq(count_steps("*aaaab", 5000, UINT64_MAX), 6 * 5000);
}

Test(selector, ends_where_no_step_is_left) {
    cr_assert_eq(count_steps("*aaaaaaaaab", 5000, 1000), 1000);
    uint64_t enough = 5, few = 4;
    cr_assert(cld_glob_matches("c*te", "crate", &enough));
    cr_assert_not(cld_glob_matches("c*te", "crate", &few));
}

Test(selector, finds_tags_by_their_whole_name) {
    static const char *const tags[] = {"prop", "big prop"};
    const cld_object object = {.name = "tag:x", .tags = tags, .tag_count = 2};
    static const struct {
        const char *pattern;
        bool matches;
    } cases[] = {{"tag:prop", true}, {"tag:big prop", true}, {"tag:pro", false},
                 {"tag:*", false},   {"tag:x", false},       {"prop", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const cld_selector selector = {&cases[i].pattern, 1};
        cr_assert_eq(is_selected(&selector, &object), cases[i].matches, "%s", cases[i].pattern);
    }
}

Test(selector, means_everything_without_patterns_and_anything_of_a_list) {
    static const char *const patterns[] = {"a", "b*"};
    const cld_selector all = {NULL, 0}, list = {patterns, 2};
    const cld_object a = {.name = "a"}, b = {.name = "bc"}, c = {.name = "c"};
    cr_assert(is_selected(&all, &c));
    cr_assert(is_selected(&list, &a));
    cr_assert(is_selected(&list, &b));
    cr_assert_not(is_selected(&list, &c));
}

/// Names, tags and patterns of few letters, so that many meet. Names are told apart by how long they are.
enum { OBJECTS = 8, PATTERNS = 3, ROOM = 16 };

typedef struct crowd {
    char names[OBJECTS][ROOM], tags[OBJECTS][ROOM], patterns[2][PATTERNS][ROOM];
    const char *tag[OBJECTS], *pattern[2][PATTERNS];
    cld_object objects[OBJECTS];
    cld_rule rule;
} crowd;

static void write_letters(random_state *r, const char *letters, int count, char *text) {
    for (int i = 0; i < count; i++)
        text[i] = letters[random_int(r, 0, (int)strlen(letters) - 1)];
    text[count] = '\0';
}

static void write_pattern(random_state *r, char *text) {
    bool is_tag = random_one_in(r, 3);
    int length = snprintf(text, ROOM, "%s", is_tag ? "tag:" : "");
    write_letters(r, is_tag ? "ab" : "ab*?", random_int(r, 1, is_tag ? 2 : 5), text + length);
}

/// Objects that are one point, each nearer to each other than a rule about two selectors allows.
static void gather(crowd *c, const cld_shape *point, random_state *r) {
    cld_selector *const sides[] = {&c->rule.first, &c->rule.second};
    c->rule = cld_rule_make(CLD_RULE_CLEARANCE);
    c->rule.limit = 1;
    for (int i = 0; i < OBJECTS; i++) {
        write_letters(r, "ab", i, c->names[i]);
        write_letters(r, "ab", random_int(r, 1, 2), c->tags[i]);
        c->tag[i] = c->tags[i];
        c->objects[i] = (cld_object){.name = c->names[i], .shape = point, .tags = &c->tag[i], .tag_count = 1};
    }
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < PATTERNS; i++) {
            write_pattern(r, c->patterns[k][i]);
            c->pattern[k][i] = c->patterns[k][i];
        }
        *sides[k] = (cld_selector){c->pattern[k], (size_t)random_int(r, 1, PATTERNS)};
    }
}

static bool are_meant(const crowd *c, int i, int j) {
    return is_selected(&c->rule.first, &c->objects[i]) && is_selected(&c->rule.second, &c->objects[j]);
}

Test(selector, means_the_same_objects_to_a_check) {
    static const double origin[3] = {0};
    cld_shape_def def = cld_shape_def_make(CLD_POINT);
    cld_shape *point;
    def.points = origin, def.point_count = 1;
    cr_assert_eq(cld_shape_create(&def, NULL, NULL, &point, NULL), CLD_OK);
    size_t total = 0;
    for (uint64_t seed = 0; seed < 2000; seed++) {
        random_state r = random_make(seed);
        crowd c;
        gather(&c, point, &r);
        cld_scene scene = {"scene", c.objects, OBJECTS, &c.rule, 1, false};
        cld_check_options options = {.threads = 1};
        cld_check check;
        cr_assert_eq(cld_check_scene(&scene, &options, &check, NULL), CLD_OK);
        bool is_found[OBJECTS][OBJECTS] = {{false}};
        for (size_t f = 0; f < check.finding_count; f++) {
            uint32_t a = check.findings[f].a, b = check.findings[f].b;
            is_found[a][b] = is_found[b][a] = true;
        }
        for (int i = 0; i < OBJECTS; i++)
            for (int j = i + 1; j < OBJECTS; j++)
                cr_assert_eq(is_found[i][j], are_meant(&c, i, j) || are_meant(&c, j, i),
                             "seed %llu: \"%s\" and \"%s\"", (unsigned long long)seed, c.names[i],
                             c.names[j]);
        total += check.finding_count;
        cld_check_clear(&check);
    }
    cr_assert_gt(total, 1000);
    cld_shape_destroy(point);
}
