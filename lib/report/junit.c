/// JUnit XML as Jenkins defines it: a suite for each scene, in which a finding is a case that failed, and a
/// rule without findings one that passed, or was skipped where problems kept something from being looked at.
/// Findings that do not make the check fail pass too, and say what they are. No times: the same scene gives
/// the same bytes.

#include "report/format.h"
#include "report/xml.h"
#include "scene/rule.h"

/// The cases of a scene.
typedef struct tally {
    uint64_t shown;           ///< findings that are cases; caps leave out all after them
    uint64_t cases, failures; ///< all there are
    uint64_t kept;            ///< rules without findings that are cases
    uint64_t left_out;        ///< findings that are one case together
    bool fails_left_out;      ///< some of those make the check fail
} tally;

static bool fails(const cld_report_writer *w, const cld_rule *rule) {
    return rule->severity >= w->report->fail_on;
}

/// Whether a rule that nothing breaks is a case: not if nothing can break it.
static bool has_case(const cld_rule *rule) { return cld_rule_find_role(rule) != CLD_ROLE_SILENCES; }

/// Counts the findings of a rule that are not in the baseline. They stand in the order of the rules, its own
/// from `at` on, which then is where the next one's begin.
static uint64_t count_rule(const cld_checked_scene *checked, size_t rule, size_t *at) {
    uint64_t count = 0;
    for (; *at < checked->check.finding_count && checked->check.findings[*at].rule == rule; ++*at)
        count += !checked->known[*at];
    return count;
}

static tally count_scene(const cld_report_writer *w, const cld_checked_scene *checked) {
    tally t = {.cases = 0};
    size_t at = 0;
    for (size_t rule = 0; rule < checked->scene.rule_count; rule++) {
        const cld_rule *r = &checked->scene.rules[rule];
        uint64_t count = count_rule(checked, rule, &at), room = w->shown - w->passed - t.shown;
        uint64_t shown = count < room ? count : room;
        t.shown += shown;
        t.kept += count == 0 && has_case(r);
        t.failures += fails(w, r) ? shown : 0;
        t.left_out += count - shown;
        t.fails_left_out |= count > shown && fails(w, r);
    }
    t.cases = t.shown + t.kept + (t.left_out > 0);
    t.failures += t.fails_left_out;
    return t;
}

static void begin(cld_report_writer *w) {
    cld_text_add_string(&w->text,
                        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"collide\">\n");
}

static void begin_case(cld_report_writer *w, const char *scene, const char *rule, const char *a,
                       const char *b) {
    cld_text name = {0};
    cld_text_add_string(&name, a);
    cld_text_add_string(&name, b ? " / " : "");
    cld_text_add_string(&name, b ? b : "");
    cld_text class = {0};
    cld_text_add_string(&class, scene);
    cld_text_add_string(&class, ".");
    cld_text_add_string(&class, rule);
    cld_text_add_string(&w->text, "    <testcase");
    cld_xml_add_attribute(&w->text, "classname", cld_text_string(&class));
    cld_xml_add_attribute(&w->text, "name", cld_text_string(&name));
    cld_text_clear_part(&name, &w->text);
    cld_text_clear_part(&class, &w->text);
}

static void begin_scene(cld_report_writer *w, const cld_checked_scene *checked) {
    tally t = count_scene(w, checked);
    cld_text_add_string(&w->text, "  <testsuite");
    cld_xml_add_attribute(&w->text, "name", checked->scene.name);
    cld_xml_add_count(&w->text, "tests", t.cases);
    cld_xml_add_count(&w->text, "failures", t.failures);
    cld_xml_add_count(&w->text, "errors", 0);
    cld_xml_add_count(&w->text, "skipped", checked->has_problems ? t.kept : 0);
    cld_text_add_string(&w->text, ">\n");
}

static void put_finding(cld_report_writer *w, const cld_report_item *item) {
    bool failed = fails(w, item->rule);
    begin_case(w, item->checked->scene.name, item->rule_name, item->a->name, item->b ? item->b->name : NULL);
    if (failed) {
        cld_text_add_string(&w->text, ">\n      <failure");
        cld_xml_add_attribute(&w->text, "message", item->message);
        cld_xml_add_attribute(&w->text, "type", cld_finding_kind_name(item->detail->kind));
        cld_text_add_string(&w->text, ">");
    } else {
        cld_text_add_string(&w->text, ">\n      <system-out>");
        cld_text_add_string(&w->text, cld_severity_name(item->rule->severity));
        cld_text_add_string(&w->text, ": ");
        cld_xml_add(&w->text, item->message);
        cld_text_add_string(&w->text, "\n");
    }
    cld_xml_add(&w->text, item->file);
    if (item->place->line) {
        cld_text_add(&w->text, ":", 1);
        cld_text_add_integer(&w->text, item->place->line);
    }
    cld_text_add_string(&w->text, ", id ");
    cld_text_add_string(&w->text, item->id);
    cld_text_add_string(&w->text, failed ? "</failure>\n" : "</system-out>\n");
    cld_text_add_string(&w->text, "    </testcase>\n");
}

/// The rules that nothing broke.
static void put_kept_rules(cld_report_writer *w, const cld_checked_scene *checked) {
    const char *end =
        checked->has_problems ? "><skipped message=\"the scene has problems\"/></testcase>\n" : "/>\n";
    size_t at = 0;
    for (size_t rule = 0; rule < checked->scene.rule_count; rule++) {
        if (count_rule(checked, rule, &at) > 0 || !has_case(&checked->scene.rules[rule]))
            continue;
        const char *name = cld_rule_name(&checked->scene.rules[rule]);
        begin_case(w, checked->scene.name, name, name, NULL);
        cld_text_add_string(&w->text, end);
    }
}

/// What a cap leaves out, as a case, so that a scene does not pass by it.
static void put_left_out(cld_report_writer *w, const cld_checked_scene *checked, const tally *t) {
    begin_case(w, checked->scene.name, "left-out", "findings not shown", NULL);
    cld_text_add_string(&w->text, t->fails_left_out ? ">\n      <failure type=\"left-out\" message=\""
                                                    : ">\n      <system-out>");
    cld_put_count(&w->text, t->left_out, "finding not shown", "findings not shown");
    cld_text_add_string(&w->text, t->fails_left_out ? "\"/>\n" : "</system-out>\n");
    cld_text_add_string(&w->text, "    </testcase>\n");
}

static void end_scene(cld_report_writer *w, const cld_checked_scene *checked) {
    tally t = count_scene(w, checked);
    put_kept_rules(w, checked);
    if (t.left_out > 0)
        put_left_out(w, checked, &t);
    w->passed += t.shown;
    cld_text_add_string(&w->text, "  </testsuite>\n");
}

static void begin_problems(cld_report_writer *w) {
    size_t count = w->report->problems->count;
    if (count == 0)
        return;
    cld_text_add_string(&w->text, "  <testsuite name=\"problems\"");
    cld_xml_add_count(&w->text, "tests", count);
    cld_xml_add_count(&w->text, "failures", 0);
    cld_xml_add_count(&w->text, "errors", count);
    cld_text_add_string(&w->text, ">\n");
}

static void put_problem(cld_report_writer *w, const cld_problem *problem) {
    begin_case(w, problem->file, cld_status_name(problem->error.status),
               problem->error.pointer[0] ? problem->error.pointer : problem->file, NULL);
    cld_text_add_string(&w->text, ">\n      <error");
    cld_xml_add_attribute(&w->text, "message", problem->error.message);
    cld_xml_add_attribute(&w->text, "type", cld_status_name(problem->error.status));
    cld_text_add_string(&w->text, "/>\n    </testcase>\n");
}

static void end(cld_report_writer *w) {
    if (w->report->problems->count)
        cld_text_add_string(&w->text, "  </testsuite>\n");
    cld_text_add_string(&w->text, "</testsuites>\n");
}

const cld_report_row cld_report_junit = {
    .begin = begin,
    .begin_scene = begin_scene,
    .put_finding = put_finding,
    .end_scene = end_scene,
    .begin_problems = begin_problems,
    .put_problem = put_problem,
    .end = end,
};
