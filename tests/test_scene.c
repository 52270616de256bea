#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "scene/message.h"
#include "support/scenes.h"

enum { MOST = 20000 };

static bool is_same(const cld_finding *f, const cld_finding *g) {
    return f->rule == g->rule && f->a == g->a && f->b == g->b && f->signed_distance == g->signed_distance;
}

Test(scene, finds_what_asking_about_every_pair_finds_for_any_number_of_threads) {
    static random_scene s;
    static cld_finding expected[MOST];
    size_t total[CLD_RULE_KIND_COUNT] = {0};
    for (uint64_t seed = 0; seed < 100; seed++) {
        random_state r = random_make(seed);
        random_scene_make(&r, &s);
        size_t count = find_violations(&s.scene, expected, MOST);
        for (unsigned threads = 1; threads <= 3; threads += 2) {
            cld_check_options options = {.threads = threads};
            cld_check check;
            cr_assert_eq(cld_check_scene(&s.scene, &options, &check, NULL), CLD_OK);
            for (size_t i = 0; i < count && i < check.finding_count; i++) {
                const cld_finding *f = &check.findings[i], *g = &expected[i];
                cr_assert(is_same(f, g),
                          "seed %llu, finding %zu: rule %u (%s): %u %u %g, expected rule %u: %u %u %g",
                          (unsigned long long)seed, i, f->rule, cld_rule_kind_name(s.rules[f->rule].kind),
                          f->a, f->b, f->signed_distance, g->rule, g->a, g->b, g->signed_distance);
                total[s.rules[f->rule].kind]++;
            }
            cr_assert_eq(check.finding_count, count, "seed %llu: %zu findings, expected %zu",
                         (unsigned long long)seed, check.finding_count, count);
            cld_check_clear(&check);
        }
        random_scene_clear(&s);
    }
    for (int kind = 0; kind < CLD_RULE_IGNORE; kind++)
        cr_assert_gt(total[kind], 50, "%s was hardly ever broken", cld_rule_kind_name((cld_rule_kind)kind));
}

Test(scene, finds_and_describes_packed_objects_as_their_shapes) {
    static random_scene s;
    size_t total = 0;
    for (uint64_t seed = 0; seed < 40; seed++) {
        random_state r = random_make(seed);
        random_scene_make(&r, &s);
        cld_scene other = s.scene;
        other.objects = s.packed;
        cld_check_options options = {.threads = 1 + seed % 2};
        cld_check check, packed;
        cr_assert_eq(cld_check_scene(&s.scene, &options, &check, NULL), CLD_OK);
        cr_assert_eq(cld_check_scene(&other, &options, &packed, NULL), CLD_OK);
        size_t count = check.finding_count;
        cr_assert_eq(packed.finding_count, count, "seed %llu", (unsigned long long)seed);
        cr_assert_eq(packed.pairs_tested, check.pairs_tested);
        cld_detail *details = malloc((2 * count + 1) * sizeof *details);
        cld_describe_findings(&s.scene, check.findings, count, 1, details, NULL);
        cr_assert_eq(cld_describe_findings(&other, check.findings, count, 2, details + count, NULL), CLD_OK);
        for (size_t i = 0; i < count; i++) {
            cr_assert(is_same(&packed.findings[i], &check.findings[i]));
            const cld_result *p = &details[i].result, *q = &details[count + i].result;
            cr_assert_eq(details[i].kind, details[count + i].kind);
            cr_assert_eq(p->contact_count, q->contact_count);
            cr_assert(p->contact_count == 0 ||
                      memcmp(p->contacts, q->contacts, p->contact_count * sizeof *p->contacts) == 0);
            total += p->contact_count;
        }
        cld_details_clear(details, 2 * count);
        free(details);
        cld_check_clear(&check);
        cld_check_clear(&packed);
        random_scene_clear(&s);
    }
    cr_assert_gt(total, 1000);
}

Test(scene, holds_to_every_one_of_more_rules_than_a_word_has_bits) {
    enum { RULES = 150 };
    static random_scene s;
    static cld_finding expected[MOST];
    static cld_rule rules[RULES];
    size_t beyond = 0;
    for (uint64_t seed = 0; seed < 5; seed++) {
        random_state r = random_make(seed);
        random_scene_make(&r, &s);
        for (size_t i = 0; i < RULES; i++)
            rules[i] = s.rules[i % s.scene.rule_count];
        s.scene.rules = rules;
        s.scene.rule_count = RULES;
        size_t count = find_violations(&s.scene, expected, MOST);
        cld_check_options options = {.threads = 2};
        cld_check check;
        cr_assert_eq(cld_check_scene(&s.scene, &options, &check, NULL), CLD_OK);
        cr_assert_eq(check.finding_count, count);
        for (size_t i = 0; i < count; i++) {
            cr_assert(is_same(&check.findings[i], &expected[i]), "seed %llu, finding %zu",
                      (unsigned long long)seed, i);
            beyond += expected[i].rule > 128;
        }
        cld_check_clear(&check);
        random_scene_clear(&s);
    }
    cr_assert_gt(beyond, 50);
}

Test(scene, gives_ids_that_depend_on_names_and_rules_alone) {
    static random_scene s;
    random_state r = random_make(2);
    random_scene_make(&r, &s);
    s.rules[0] = cld_rule_make(CLD_RULE_NO_OVERLAP);
    s.rules[0].id = "apart";
    s.scene.rule_count = 1;
    cld_check_options options = {.threads = 1};
    cld_check all, rest;
    cr_assert_eq(cld_check_scene(&s.scene, &options, &all, NULL), CLD_OK);
    // Without the first object, and under a rule that is written otherwise but has the same id.
    cld_scene less = s.scene;
    const char *const any[] = {"*"};
    cld_rule written_out = s.rules[0];
    written_out.first = written_out.second = (cld_selector){any, 1};
    less.rules = &written_out;
    less.objects++;
    less.object_count--;
    cr_assert_eq(cld_check_scene(&less, &options, &rest, NULL), CLD_OK);
    size_t next = 0;
    for (size_t i = 0; i < all.finding_count; i++) {
        for (size_t k = 0; k < i; k++)
            cr_assert_neq(all.findings[i].id, all.findings[k].id);
        if (all.findings[i].a == 0)
            continue;
        cr_assert_lt(next, rest.finding_count);
        cr_assert_eq(rest.findings[next++].id, all.findings[i].id);
    }
    cr_assert_eq(next, rest.finding_count);
    cr_assert_gt(next, 5);
    cld_check_clear(&rest);
    less.name = "other";
    cr_assert_eq(cld_check_scene(&less, &options, &rest, NULL), CLD_OK);
    for (size_t i = 0; i < rest.finding_count; i++)
        for (size_t k = 0; k < all.finding_count; k++)
            cr_assert_neq(rest.findings[i].id, all.findings[k].id);
    cld_check_clear(&rest);
    cld_check_clear(&all);
    random_scene_clear(&s);
}

Test(scene, gives_ids_that_do_not_depend_on_the_order_of_the_objects) {
    static random_scene s;
    size_t total[CLD_RULE_KIND_COUNT] = {0};
    for (uint64_t seed = 0; seed < 100; seed++) {
        random_state r = random_make(seed);
        random_scene_make(&r, &s);
        // Two rules of one id, whose findings are told apart by counting.
        s.rules[0] = s.rules[1] = cld_rule_make(CLD_RULE_NO_OVERLAP);
        s.rules[0].id = s.rules[1].id = "same";
        s.scene.rule_count = s.scene.rule_count < 2 ? 2 : s.scene.rule_count;
        size_t count = s.scene.object_count;
        cld_object *turned = malloc((count + 1) * sizeof *turned);
        for (size_t i = 0; i < count; i++)
            turned[i] = s.objects[count - 1 - i];
        cld_scene other = s.scene;
        other.objects = turned;
        cld_check_options options = {.threads = 1};
        cld_check check, again;
        cr_assert_eq(cld_check_scene(&s.scene, &options, &check, NULL), CLD_OK);
        cr_assert_eq(cld_check_scene(&other, &options, &again, NULL), CLD_OK);
        cr_assert_eq(check.finding_count, again.finding_count);
        for (size_t i = 0; i < check.finding_count; i++) {
            size_t k = 0;
            while (k < again.finding_count && again.findings[k].id != check.findings[i].id)
                k++;
            cr_assert_lt(k, again.finding_count, "seed %llu, finding %zu", (unsigned long long)seed, i);
            cr_assert_eq(again.findings[k].rule, check.findings[i].rule);
            total[s.rules[check.findings[i].rule].kind]++;
        }
        cld_check_clear(&check);
        cld_check_clear(&again);
        free(turned);
        random_scene_clear(&s);
    }
    for (int kind = 0; kind < CLD_RULE_IGNORE; kind++)
        cr_assert_gt(total[kind], 0, "%s was hardly ever broken", cld_rule_kind_name((cld_rule_kind)kind));
}

Test(scene, describes_findings_as_the_pair_itself_is_answered) {
    static random_scene s;
    for (uint64_t seed = 0; seed < 20; seed++) {
        random_state r = random_make(seed);
        random_scene_make(&r, &s);
        cld_check_options options = {.threads = 1};
        cld_check check;
        cr_assert_eq(cld_check_scene(&s.scene, &options, &check, NULL), CLD_OK);
        cld_detail *details = malloc((check.finding_count + 1) * sizeof *details);
        cr_assert_eq(cld_describe_findings(&s.scene, check.findings, check.finding_count, 2, details, NULL),
                     CLD_OK);
        cld_workspace *workspace = cld_workspace_create();
        for (size_t i = 0; i < check.finding_count; i++) {
            const cld_finding *f = &check.findings[i];
            cr_assert_eq(details[i].has_result, f->b != CLD_NO_INDEX);
            if (f->b == CLD_NO_INDEX)
                continue;
            cld_query_options query = cld_query_options_make();
            cld_result result;
            cld_find_collision(s.objects[f->a].shape, NULL, s.objects[f->b].shape, NULL, &query, workspace,
                               &result, NULL);
            cr_assert_eq(details[i].result.signed_distance, result.signed_distance);
            cr_assert_eq(f->signed_distance, result.signed_distance);
            cr_assert_eq(details[i].result.contact_count, result.contact_count);
            cr_assert(result.contact_count == 0 ||
                      memcmp(details[i].result.contacts, result.contacts,
                             result.contact_count * sizeof *result.contacts) == 0);
        }
        cld_workspace_destroy(workspace);
        cld_details_clear(details, check.finding_count);
        free(details);
        cld_check_clear(&check);
        random_scene_clear(&s);
    }
}

static cld_shape *make_box(double size, double x) {
    cld_shape_def def = cld_shape_def_make(CLD_BOX);
    def.size[0] = def.size[1] = def.size[2] = size;
    def.transform = cld_transform_make_translation((cld_vec3){x, 0, 0});
    cld_shape *shape = NULL;
    cr_assert_eq(cld_shape_create(&def, NULL, NULL, &shape, NULL), CLD_OK);
    return shape;
}

static cld_shape *make_halfspace(double x, double offset) {
    cld_shape_def def = cld_shape_def_make(CLD_HALFSPACE);
    def.normal[0] = x;
    def.offset = offset;
    cld_shape *shape = NULL;
    cr_assert_eq(cld_shape_create(&def, NULL, NULL, &shape, NULL), CLD_OK);
    return shape;
}

Test(scene, lets_half_spaces_overlap_each_other_but_nothing_else) {
    // Walls at x <= 0 and x >= 10, which meet nowhere, and one at x <= 1 that overlaps the first.
    cld_object objects[] = {{.name = "left", .shape = make_halfspace(1, 0)},
                            {.name = "right", .shape = make_halfspace(-1, -10)},
                            {.name = "in", .shape = make_box(1, 5)},
                            {.name = "out", .shape = make_box(1, 9.75)},
                            {.name = "left_too", .shape = make_halfspace(1, 1)}};
    cld_rule rule = cld_rule_make(CLD_RULE_NO_OVERLAP);
    cld_scene scene = {"walls", objects, 5, &rule, 1, false};
    cld_check_options options = {.threads = 1};
    cld_check check;
    cr_assert_eq(cld_check_scene(&scene, &options, &check, NULL), CLD_OK);
    cr_assert_eq(check.problem_count, 0);
    cr_assert_eq(check.finding_count, 1);
    cr_assert_eq(check.findings[0].a, 1);
    cr_assert_eq(check.findings[0].b, 3);
    cr_assert_eq(check.findings[0].signed_distance, -0.25);
    cld_check_clear(&check);
    for (int i = 0; i < 5; i++)
        cld_shape_destroy((cld_shape *)objects[i].shape);
}

Test(scene, tells_of_a_pair_without_an_answer_once_and_the_same_whatever_asked) {
    cld_shape_def flat = cld_shape_def_make(CLD_RECTANGLE);
    flat.size[0] = flat.size[1] = 1;
    cld_shape *rectangle = NULL;
    cr_assert_eq(cld_shape_create(&flat, NULL, NULL, &rectangle, NULL), CLD_OK);
    cld_object objects[] = {{.name = "a", .shape = make_box(1, 0)}, {.name = "b", .shape = rectangle}};
    static const char *const names[] = {"a", "b"};
    cld_check first;
    for (int kind = 0; kind < CLD_RULE_NO_DUPLICATES; kind++)
        for (int k = 0; k < 3; k++) { // a by b, b by a, each by each
            if (kind == CLD_RULE_INSIDE && k == 2)
                continue; // each holds itself
            cld_rule rule = cld_rule_make((cld_rule_kind)kind);
            if (k < 2) {
                rule.first = (cld_selector){&names[k], 1};
                rule.second = (cld_selector){&names[1 - k], 1};
            }
            cld_scene scene = {"mixed", objects, 2, &rule, 1, false};
            cld_check_options options = {.threads = 2};
            cld_check check;
            cr_assert_eq(cld_check_scene(&scene, &options, &check, NULL), CLD_OK);
            cr_assert_eq(check.problem_count, 1, "%s, %d: %zu problems", cld_rule_kind_name(rule.kind), k,
                         check.problem_count);
            if (kind + k == 0) {
                first = check;
                continue;
            }
            cr_assert_str_eq(check.problems[0].message, first.problems[0].message);
            cld_check_clear(&check);
        }
    cld_check_clear(&first);
    for (int i = 0; i < 2; i++)
        cld_shape_destroy((cld_shape *)objects[i].shape);
}

Test(scene, refuses_limits_that_are_negative_or_not_finite_and_kinds_that_there_are_not) {
    const double bad[] = {NAN, INFINITY, -INFINITY, -1};
    cld_object objects[] = {{.name = "a", .shape = make_box(1, 0)}, {.name = "b", .shape = make_box(1, 0.5)}};
    cld_rule rules[2] = {cld_rule_make(CLD_RULE_NO_OVERLAP)};
    cld_scene scene = {"scene", objects, 2, rules, 2, false};
    cld_check_options options = {.threads = 1};
    cld_check check;
    cld_error err;
    for (int kind = 0; kind <= CLD_RULE_KIND_COUNT; kind++)
        for (int i = 0; i < 4; i++) {
            rules[1] = cld_rule_make((cld_rule_kind)kind);
            rules[1].limit = kind < CLD_RULE_KIND_COUNT ? bad[i] : 0;
            cr_expect_eq(cld_check_scene(&scene, &options, &check, &err), CLD_BAD_VALUE, "%d, %g", kind,
                         bad[i]);
            cr_expect_str_eq(err.pointer, "/rules/1");
        }
    cr_expect_eq(check.finding_count + check.problem_count, 0);
    for (int i = 0; i < 2; i++)
        cld_shape_destroy((cld_shape *)objects[i].shape);
}

Test(scene, looks_at_nothing_in_an_empty_scene) {
    cld_rule rule = cld_rule_make(CLD_RULE_NO_OVERLAP);
    cld_scene scene = {"empty", NULL, 0, &rule, 1, false};
    cld_check_options options = {.threads = 1};
    cld_check check;
    cr_assert_eq(cld_check_scene(&scene, &options, &check, NULL), CLD_OK);
    cr_assert_eq(check.finding_count + check.problem_count, 0);
    cr_assert_eq(check.pairs_possible, 0);
    cld_check_clear(&check);
}

Test(scene, takes_no_name_for_an_empty_one) {
    cld_object objects[] = {{.name = "a", .shape = make_box(1, 0)}, {.name = "b", .shape = make_box(1, 0.5)}};
    cld_rule rule = cld_rule_make(CLD_RULE_NO_OVERLAP);
    cld_scene scenes[] = {{"", objects, 2, &rule, 1, false}, {NULL, objects, 2, &rule, 1, false}};
    cld_check checks[2];
    for (int i = 0; i < 2; i++) {
        cr_assert_eq(cld_check_scene(&scenes[i], &(cld_check_options){.threads = 1}, &checks[i], NULL),
                     CLD_OK);
        cr_assert_eq(checks[i].finding_count, 1);
    }
    cr_expect_eq(checks[0].findings[0].id, checks[1].findings[0].id);
    for (int i = 0; i < 2; i++) {
        cld_check_clear(&checks[i]);
        cld_shape_destroy((cld_shape *)objects[i].shape);
    }
}

static void count_progress(void *context, size_t done, size_t total) {
    size_t *seen = context;
    cr_assert_leq(done, total);
    cr_assert_geq(done, seen[0]);
    seen[0] = done;
    seen[1] = total;
}

Test(scene, tells_how_far_it_is_until_it_is_done) {
    enum { COUNT = 60 };
    cld_object objects[COUNT];
    for (int i = 0; i < COUNT; i++)
        objects[i] = (cld_object){.name = "x", .shape = make_box(1, i * 1e-3)};
    cld_rule rule = cld_rule_make(CLD_RULE_NO_OVERLAP);
    cld_scene scene = {"pile", objects, COUNT, &rule, 1, false};
    size_t seen[2] = {0, 0};
    cld_check_options options = {.threads = 1, .progress = count_progress, .progress_context = seen};
    cld_check check;
    cr_assert_eq(cld_check_scene(&scene, &options, &check, NULL), CLD_OK);
    cr_assert_eq(seen[0], COUNT * (COUNT - 1) / 2);
    cr_assert_eq(seen[1], COUNT * (COUNT - 1) / 2);
    cr_assert_eq(check.pairs_tested, COUNT * (COUNT - 1) / 2);
    cld_check_clear(&check);
    for (int i = 0; i < COUNT; i++)
        cld_shape_destroy((cld_shape *)objects[i].shape);
}

Test(scene, writes_lengths_with_six_digits_at_most) {
    static const struct {
        double value;
        const char *text;
    } cases[] = {{0, "0"},
                 {1, "1"},
                 {-0.1, "-0.1"},
                 {2.0 / 3, "0.666667"},
                 {123456789, "123457000"},
                 {0.000123456789, "0.000123457"},
                 {999999.7, "1000000"},
                 {1e-12 / 3, "3.33333e-13"},
                 {0.1 + 0.2, "0.3"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cld_text text = {0};
        cld_write_length(&text, cases[i].value);
        cr_assert_str_eq(text.bytes, cases[i].text);
        cld_text_clear(&text);
    }
}
