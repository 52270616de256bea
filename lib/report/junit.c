/// JUnit XML as Jenkins defines it: a suite for each scene, in which a finding is a case that failed, and a
/// rule without findings one that passed. Findings that do not make the check fail pass too, and say what
/// they are. No times: the same scene gives the same bytes.

#include "report/format.h"
#include "report/xml.h"

/// How the cases of a scene, or of one of its rules, end.
typedef struct tally {
    uint64_t cases, failures;
} tally;

static bool fails(const cld_report_writer *w, const cld_rule *rule) {
    return rule->severity >= w->report->fail_on;
}

/// Whether a rule that nothing breaks is a case: not if nothing can break it.
static bool has_case(const cld_rule *rule) { return rule->kind != CLD_RULE_IGNORE; }

/// Counts the findings of a rule that are not in the baseline; caps leave some out of the cases, not out of
/// the counts. They stand in the order of the rules, its own from `at` on, which then is where the next one's
/// begin.
static tally count_rule(const cld_report_writer *w, const cld_checked_scene *checked, size_t rule,
                        size_t *at) {
    tally t = {0, 0};
    for (; *at < checked->check.finding_count && checked->check.findings[*at].rule == rule; ++*at)
        t.cases += !checked->known[*at];
    t.failures = fails(w, &checked->scene.rules[rule]) ? t.cases : 0;
    t.cases += t.cases == 0 && has_case(&checked->scene.rules[rule]);
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
    w->text.failed |= name.failed || class.failed;
    if (!w->text.failed) {
        cld_xml_add_attribute(&w->text, "classname", class.bytes);
        cld_xml_add_attribute(&w->text, "name", name.bytes);
    }
    cld_text_clear(&name);
    cld_text_clear(&class);
}

static void begin_scene(cld_report_writer *w, const cld_checked_scene *checked) {
    const cld_scene *scene = &checked->scene;
    tally sum = {0, 0};
    size_t at = 0;
    for (size_t rule = 0; rule < scene->rule_count; rule++) {
        tally t = count_rule(w, checked, rule, &at);
        sum.cases += t.cases;
        sum.failures += t.failures;
    }
    cld_text_add_string(&w->text, "  <testsuite");
    cld_xml_add_attribute(&w->text, "name", scene->name);
    cld_xml_add_count(&w->text, "tests", sum.cases);
    cld_xml_add_count(&w->text, "failures", sum.failures);
    cld_xml_add_count(&w->text, "errors", 0);
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
    cld_xml_add(&w->text, item->place->file);
    if (item->place->line) {
        cld_text_add(&w->text, ":", 1);
        cld_text_add_integer(&w->text, item->place->line);
    }
    cld_text_add_string(&w->text, ", id ");
    cld_text_add_string(&w->text, item->id);
    cld_text_add_string(&w->text, failed ? "</failure>\n" : "</system-out>\n");
    cld_text_add_string(&w->text, "    </testcase>\n");
}

/// A rule that nothing broke, as a case that passed.
static void end_scene(cld_report_writer *w, const cld_checked_scene *checked) {
    size_t at = 0;
    for (size_t rule = 0; rule < checked->scene.rule_count; rule++) {
        bool is_broken = false;
        for (; at < checked->check.finding_count && checked->check.findings[at].rule == rule; at++)
            is_broken |= !checked->known[at];
        if (is_broken || !has_case(&checked->scene.rules[rule]))
            continue;
        const char *name = cld_rule_name(&checked->scene.rules[rule]);
        begin_case(w, checked->scene.name, name, name, NULL);
        cld_text_add_string(&w->text, "/>\n");
    }
    cld_text_add_string(&w->text, "  </testsuite>\n");
}

static void begin_problems(cld_report_writer *w) {
    size_t count = w->report->problems->count;
    if (count == 0 && w->summary.omitted == 0)
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
    if (w->summary.omitted) {
        cld_text_add_string(&w->text, "    <system-out>");
        cld_put_count(&w->text, w->summary.omitted, "finding not shown", "findings not shown");
        cld_text_add_string(&w->text, "</system-out>\n");
    }
    if (w->report->problems->count || w->summary.omitted)
        cld_text_add_string(&w->text, "  </testsuite>\n");
    cld_text_add_string(&w->text, "</testsuites>\n");
}

const cld_report_row cld_report_junit = {
    .name = "junit",
    .begin = begin,
    .begin_scene = begin_scene,
    .put_finding = put_finding,
    .end_scene = end_scene,
    .begin_problems = begin_problems,
    .put_problem = put_problem,
    .end = end,
};
