/// JSON and NDJSON, and what a page holds.

#include "report/format.h"
#include "scene/rule.h"
#include "json/write_result.h"

static void put_summary(cld_json_writer *j, const char *key, const cld_summary *sum) {
    const struct {
        const char *key;
        uint64_t value;
    } counts[] = {{"scenes", sum->scenes},
                  {"objects", sum->objects},
                  {"pairs_possible", sum->pairs_possible},
                  {"pairs_tested", sum->pairs_tested},
                  {"errors", sum->errors},
                  {"warnings", sum->warnings},
                  {"suppressed", sum->suppressed},
                  {"omitted", sum->omitted}};
    if (key)
        cld_json_open_object(j, key, CLD_JSON_LINES);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        cld_json_put_integer(j, counts[i].key, counts[i].value);
    if (key)
        cld_json_close(j, '}');
}

static void put_finding_members(cld_json_writer *j, const cld_report_item *item) {
    cld_json_put_string(j, "id", item->id);
    cld_json_put_string(j, "scene", item->checked->scene.name);
    cld_json_put_string(j, "rule", item->rule_name);
    cld_json_put_string(j, "severity", cld_severity_name(item->rule->severity));
    cld_json_put_string(j, "kind", cld_finding_kind_name(item->detail->kind));
    cld_json_put_string(j, "a", item->a->name);
    cld_json_put_string(j, "b", item->b ? item->b->name : NULL);
    cld_json_put_string(j, "message", item->message);
    if (item->detail->has_result) {
        cld_json_open_object(j, "result", CLD_JSON_LINES);
        cld_json_put_result(j, &item->detail->result, (cld_json_notes){0});
        cld_json_close(j, '}');
    } else {
        cld_json_put_null(j, "result");
    }
}

static void put_problem_members(cld_json_writer *j, const cld_problem *problem) {
    cld_json_put_string(j, "code", cld_status_name(problem->error.status));
    cld_json_put_string(j, "file", problem->file);
    cld_json_put_string(j, "pointer", problem->error.pointer);
    cld_json_put_position(j, "line", problem->error.line);
    cld_json_put_position(j, "column", problem->error.column);
    cld_json_put_string(j, "name", problem->name);
    cld_json_put_string(j, "message", problem->error.message);
}

static void begin(cld_report_writer *w) {
    cld_json_open_object(&w->json, NULL, CLD_JSON_LINES);
    put_summary(&w->json, "summary", &w->summary);
    cld_json_open_array(&w->json, "findings", CLD_JSON_LINES);
}

static void put_finding(cld_report_writer *w, const cld_report_item *item) {
    cld_json_open_object(&w->json, NULL, CLD_JSON_LINES);
    put_finding_members(&w->json, item);
    cld_json_close(&w->json, '}');
}

static void begin_problems(cld_report_writer *w) {
    cld_json_close(&w->json, ']');
    cld_json_open_array(&w->json, "problems", CLD_JSON_LINES);
}

static void put_problem(cld_report_writer *w, const cld_problem *problem) {
    cld_json_open_object(&w->json, NULL, CLD_JSON_LINES);
    put_problem_members(&w->json, problem);
    cld_json_close(&w->json, '}');
}

static void end(cld_report_writer *w) {
    cld_json_close(&w->json, ']');
    cld_json_end(&w->json);
}

const cld_report_row cld_report_json = {
    .begin = begin,
    .put_finding = put_finding,
    .begin_problems = begin_problems,
    .put_problem = put_problem,
    .end = end,
};

static void begin_compact(cld_report_writer *w) {
    w->json.compact = true;
    begin(w);
}

/// A browser is slow to read more than some ten megabytes of findings.
const cld_report_row cld_report_page = {
    .worst_first = true,
    .most = 10000,
    .begin = begin_compact,
    .put_finding = put_finding,
    .begin_problems = begin_problems,
    .put_problem = put_problem,
    .end = end,
};

/// One document a line, which says what it is.
static cld_json_writer begin_line(cld_report_writer *w, const char *type) {
    cld_json_writer line = {.text = &w->text, .compact = true};
    cld_json_open_object(&line, NULL, CLD_JSON_ON_A_LINE);
    cld_json_put_string(&line, "type", type);
    return line;
}

static void put_finding_line(cld_report_writer *w, const cld_report_item *item) {
    cld_json_writer line = begin_line(w, "finding");
    put_finding_members(&line, item);
    cld_json_end(&line);
}

static void put_problem_line(cld_report_writer *w, const cld_problem *problem) {
    cld_json_writer line = begin_line(w, "problem");
    put_problem_members(&line, problem);
    cld_json_end(&line);
}

static void put_summary_line(cld_report_writer *w) {
    cld_json_writer line = begin_line(w, "summary");
    put_summary(&line, NULL, &w->summary);
    cld_json_end(&line);
}

const cld_report_row cld_report_ndjson = {
    .put_finding = put_finding_line, .put_problem = put_problem_line, .end = put_summary_line};
