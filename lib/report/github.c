/// Workflow commands of GitHub Actions, which become annotations. A step shows ten of each severity; the rest
/// are counted. What could not be checked comes first.

#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "report/format.h"
#include "scene/rule.h"

/// The log shows what it is given as a terminal does.
static void add_character(cld_text *text, const char *at, size_t length) {
    char character[5] = {0};
    memcpy(character, at, length);
    if (cld_utf8_is_control(at))
        cld_utf8_add_visibly(text, character);
    else
        cld_text_add(text, at, length);
}

/// The escapes that the runner undoes. Properties end at a comma or a colon, messages do not.
static void add_escaped(cld_text *text, const char *string, bool is_property) {
    for (const char *at = string; *at; at++) {
        int length = cld_utf8_length_in_string(at);
        if (length == 0) {
            cld_text_add_string(text, CLD_UTF8_REPLACEMENT);
            at += strncmp(at, "\xC0\x80", 2) == 0; // a zero byte, as it was read
            continue;
        }
        bool is_undone = strchr(is_property ? "%\r\n:," : "%\r\n", *at);
        if (!is_undone) {
            add_character(text, at, (size_t)length);
            at += length - 1;
            continue;
        }
        char escape[4];
        snprintf(escape, sizeof escape, "%%%02X", (unsigned)(unsigned char)*at);
        cld_text_add_string(text, escape);
    }
}

static void put_command(cld_report_writer *w, const char *command, const char *file, unsigned long line,
                        const char *title, const char *pointer, const char *message) {
    cld_text_add_string(&w->text, "::");
    cld_text_add_string(&w->text, command);
    cld_text_add_string(&w->text, " file=");
    add_escaped(&w->text, file, true);
    if (line) {
        cld_text_add_string(&w->text, ",line=");
        cld_text_add_integer(&w->text, line);
    }
    cld_text_add_string(&w->text, ",title=");
    add_escaped(&w->text, title, true);
    cld_text_add_string(&w->text, "::");
    add_escaped(&w->text, pointer, false);
    cld_text_add_string(&w->text, *pointer ? ": " : "");
    add_escaped(&w->text, message, false);
    cld_text_add_string(&w->text, "\n");
}

static void put_finding(cld_report_writer *w, const cld_report_item *item) {
    put_command(w, cld_severity_name(item->rule->severity), item->file, item->place->line, item->rule_name,
                "", item->message);
}

static void put_problem(cld_report_writer *w, const cld_problem *problem) {
    put_command(w, "error", problem->file, problem->error.line, cld_status_name(problem->error.status),
                problem->error.pointer, problem->error.message);
}

static void end(cld_report_writer *w) {
    if (!w->summary.omitted)
        return;
    cld_text_add_string(&w->text, "::notice title=collide::");
    cld_put_count(&w->text, w->summary.omitted, "finding not shown\n", "findings not shown\n");
}

const cld_report_row cld_report_github = {
    .worst_first = true, .most_each = 10, .put_finding = put_finding, .put_problem = put_problem, .end = end};
