/// SARIF 2.1.0 (OASIS, Static Analysis Results Interchange Format, 2020): one run, in which rules are
/// reporting descriptors, findings are results, and problems are notifications of the one invocation.

#include <stdio.h>
#include <string.h>

#include "report/format.h"
#include "scene/rule.h"

/// GitHub refuses runs with more results.
enum { MOST_RESULTS = 25000 };

/// An object with one string.
static void put_single(cld_json_writer *j, const char *key, const char *member, const char *string) {
    cld_json_open_object(j, key, CLD_JSON_ON_A_LINE);
    cld_json_put_string(j, member, string);
    cld_json_close(j, '}');
}

/// A file's name as a URI reference: percent-encoded UTF-8, and absolute for an absolute path.
static void put_uri(cld_json_writer *j, const char *file) {
    cld_text uri = {0};
    cld_text_add_string(&uri, file[0] == '/' ? "file://" : "");
    for (const char *at = file; *at; at++) {
        bool is_plain = (*at >= 'a' && *at <= 'z') || (*at >= 'A' && *at <= 'Z') ||
                        (*at >= '0' && *at <= '9') || strchr("-._~/", *at);
        char escape[4];
        if (is_plain) {
            cld_text_add(&uri, at, 1);
            continue;
        }
        snprintf(escape, sizeof escape, "%%%02X", (unsigned)(unsigned char)*at);
        cld_text_add_string(&uri, escape);
    }
    put_single(j, "artifactLocation", "uri", cld_text_string(&uri));
    cld_text_clear_part(&uri, j->text);
}

/// A text for people, in which a brace would begin a placeholder and "](" stand in a link
/// (SARIF 2.1.0, 3.11.5 and 3.11.6).
static void put_text(cld_json_writer *j, const char *key, const char *words) {
    cld_text escaped = {0};
    for (const char *c = words; *c; c++) {
        cld_text_add_byte(&escaped, *c);
        if (*c == '{' || *c == '}')
            cld_text_add_byte(&escaped, *c);
        else if (c[0] == ']' && c[1] == '(')
            cld_text_add_byte(&escaped, '\\');
    }
    put_single(j, key, "text", cld_text_string(&escaped));
    cld_text_clear_part(&escaped, j->text);
}

static void put_message(cld_json_writer *j, const char *message) { put_text(j, "message", message); }

/// A list of one place, which has a name if it is that of an object.
static void put_locations(cld_json_writer *j, const char *key, const char *file, unsigned long line,
                          const char *name, const char *message) {
    cld_json_open_array(j, key, CLD_JSON_LINES);
    cld_json_open_object(j, NULL, CLD_JSON_LINES);
    cld_json_open_object(j, "physicalLocation", CLD_JSON_LINES);
    put_uri(j, file);
    if (line) {
        cld_json_open_object(j, "region", CLD_JSON_ON_A_LINE);
        cld_json_put_integer(j, "startLine", line);
        cld_json_close(j, '}');
    }
    cld_json_close(j, '}');
    if (name) {
        cld_json_open_array(j, "logicalLocations", CLD_JSON_ON_A_LINE);
        put_single(j, NULL, "name", name);
        cld_json_close(j, ']');
    }
    if (message)
        put_message(j, message);
    cld_json_close(j, '}');
    cld_json_close(j, ']');
}

static void put_rule(cld_report_writer *w, const cld_rule *rule) {
    cld_json_writer *j = &w->json;
    const char *name = cld_rule_name(rule);
    if (cld_rule_find_role(rule) == CLD_ROLE_SILENCES || cld_names_find(&w->rules, name) != UINT32_MAX)
        return;
    w->text.failed |= !cld_names_add(&w->rules, name, (uint32_t)w->rules.count);
    cld_json_open_object(j, NULL, CLD_JSON_LINES);
    cld_json_put_string(j, "id", name);
    cld_json_put_string(j, "name", cld_rule_kind_name(rule->kind));
    put_text(j, "shortDescription", rule->message ? rule->message : cld_rule_kind_name(rule->kind));
    put_single(j, "defaultConfiguration", "level", cld_severity_name(rule->severity));
    cld_json_close(j, '}');
}

static void put_tool(cld_report_writer *w) {
    cld_json_writer *j = &w->json;
    cld_json_open_object(j, "tool", CLD_JSON_LINES);
    cld_json_open_object(j, "driver", CLD_JSON_LINES);
    cld_json_put_string(j, "name", "collide");
    cld_json_put_string(j, "semanticVersion", w->report->version);
    cld_json_open_array(j, "rules", CLD_JSON_LINES);
    for (size_t s = 0; s < w->report->scene_count; s++)
        for (size_t r = 0; r < w->report->scenes[s].scene.rule_count; r++)
            put_rule(w, &w->report->scenes[s].scene.rules[r]);
    cld_json_close(j, ']');
    cld_json_close(j, '}');
    cld_json_close(j, '}');
}

static void begin(cld_report_writer *w) {
    cld_json_writer *j = &w->json;
    cld_json_open_object(j, NULL, CLD_JSON_LINES);
    cld_json_put_string(j, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    cld_json_put_string(j, "version", "2.1.0");
    cld_json_open_array(j, "runs", CLD_JSON_LINES);
    cld_json_open_object(j, NULL, CLD_JSON_LINES);
    put_tool(w);
    cld_json_put_string(j, "columnKind", "utf16CodeUnits");
    cld_json_open_array(j, "results", CLD_JSON_LINES);
}

static void put_finding(cld_report_writer *w, const cld_report_item *item) {
    cld_json_writer *j = &w->json;
    cld_json_open_object(j, NULL, CLD_JSON_LINES);
    cld_json_put_string(j, "ruleId", item->rule_name);
    cld_json_put_integer(j, "ruleIndex", cld_names_find(&w->rules, item->rule_name));
    cld_json_put_string(j, "level", cld_severity_name(item->rule->severity));
    put_message(j, item->message);
    put_locations(j, "locations", item->file, item->place->line, item->a->name, NULL);
    if (item->b) {
        uint32_t b = item->finding->b;
        put_locations(j, "relatedLocations", cld_checked_file(item->checked, b),
                      item->checked->places[b].line, item->b->name, item->b->name);
    }
    put_single(j, "partialFingerprints", "collide/v1", item->id);
    cld_json_open_object(j, "properties", CLD_JSON_ON_A_LINE);
    cld_json_put_string(j, "kind", cld_finding_kind_name(item->detail->kind));
    if (item->b)
        cld_json_put_number(j, "signedDistance", item->finding->signed_distance);
    cld_json_close(j, '}');
    cld_json_close(j, '}');
}

static void begin_problems(cld_report_writer *w) {
    cld_json_writer *j = &w->json;
    cld_json_close(j, ']');
    cld_json_open_array(j, "invocations", CLD_JSON_LINES);
    cld_json_open_object(j, NULL, CLD_JSON_LINES);
    cld_json_put_bool(j, "executionSuccessful", w->report->problems->count == 0);
    cld_json_open_array(j, "toolExecutionNotifications", CLD_JSON_LINES);
}

static void put_problem(cld_report_writer *w, const cld_problem *problem) {
    cld_json_writer *j = &w->json;
    const cld_error *err = &problem->error;
    cld_text message = {0};
    cld_text_add_string(&message, err->pointer);
    cld_text_add_string(&message, err->pointer[0] ? ": " : "");
    cld_text_add_string(&message, err->message);
    cld_json_open_object(j, NULL, CLD_JSON_LINES);
    cld_json_put_string(j, "level", "error");
    put_single(j, "descriptor", "id", cld_status_name(err->status));
    put_message(j, cld_text_string(&message));
    put_locations(j, "locations", problem->file, err->line, problem->name, NULL);
    cld_json_close(j, '}');
    cld_text_clear_part(&message, &w->text);
}

static void end(cld_report_writer *w) {
    cld_json_writer *j = &w->json;
    if (w->summary.omitted) {
        cld_text message = {0};
        cld_put_count(&message, w->summary.omitted, "finding not shown", "findings not shown");
        cld_json_open_object(j, NULL, CLD_JSON_LINES);
        cld_json_put_string(j, "level", "note");
        put_message(j, cld_text_string(&message));
        cld_json_close(j, '}');
        cld_text_clear_part(&message, &w->text);
    }
    static const char brackets[] = "]}]}]}"; // notifications, invocation, invocations, run, runs, document
    for (const char *bracket = brackets; *bracket; bracket++)
        cld_json_close(j, *bracket);
    cld_text_add(&w->text, "\n", 1);
}

const cld_report_row cld_report_sarif = {
    .most = MOST_RESULTS,
    .begin = begin,
    .put_finding = put_finding,
    .begin_problems = begin_problems,
    .put_problem = put_problem,
    .end = end,
};
