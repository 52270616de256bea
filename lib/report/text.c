/// For people: a line each, the worst first, and a summary.

#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "report/format.h"

/// Blanks after the widest word included; the widest kinds of findings are known, and a wider place is let
/// stand out.
enum { SEVERITY_WIDTH = 9, KIND_WIDTH = 11, WIDEST_PLACE = 42 };

static const char red[] = "\033[31m", yellow[] = "\033[33m", bold[] = "\033[1m", plain[] = "\033[0m";

static void add_in_colour(cld_report_writer *w, const char *colour, const char *string) {
    if (w->report->has_colour)
        cld_text_add_string(&w->text, colour);
    cld_utf8_add_visibly(&w->text, string);
    if (w->report->has_colour)
        cld_text_add_string(&w->text, plain);
}

static void pad(cld_report_writer *w, size_t written, size_t width) {
    cld_text_add_blanks(&w->text, written < width ? width - written : 1);
}

enum { PLACE_SIZE = 512 };

/// FILE, FILE:LINE or FILE:LINE:COLUMN, as far as they are known; returns its length.
static size_t make_place(char place[PLACE_SIZE], const char *file, unsigned long line, unsigned long column) {
    int length = snprintf(place, PLACE_SIZE, "%s", file);
    if (line && length < PLACE_SIZE)
        length += snprintf(place + length, (size_t)(PLACE_SIZE - length), ":%lu", line);
    if (line && column && length < PLACE_SIZE)
        snprintf(place + length, (size_t)(PLACE_SIZE - length), ":%lu", column);
    return strlen(place);
}

static void put_line(cld_report_writer *w, const char *severity, const char *colour, const char *kind,
                     const char *place) {
    add_in_colour(w, colour, severity);
    pad(w, strlen(severity), SEVERITY_WIDTH);
    cld_text_add_string(&w->text, kind);
    pad(w, strlen(kind), w->kind_width);
    cld_utf8_add_visibly(&w->text, place);
    pad(w, strlen(place), w->place_width);
}

static void widen(size_t *width, size_t length, size_t most) {
    if (length + 2 > *width && length + 2 <= most)
        *width = length + 2;
}

/// Finds the widths of the columns, from all that may come.
static void begin(cld_report_writer *w) {
    char text[PLACE_SIZE];
    w->kind_width = KIND_WIDTH;
    for (size_t s = 0; s < w->report->scene_count; s++) {
        const cld_checked_scene *checked = &w->report->scenes[s];
        for (size_t i = 0; i < checked->check.finding_count; i++) {
            const cld_place *place = &checked->places[checked->check.findings[i].a];
            widen(&w->place_width, make_place(text, place->file, place->line, 0), WIDEST_PLACE);
        }
    }
    for (size_t i = 0; i < w->report->problems->count; i++) {
        const cld_problem *problem = &w->report->problems->items[i];
        size_t length = make_place(text, problem->file, problem->error.line, problem->error.column);
        widen(&w->place_width, length, WIDEST_PLACE);
        widen(&w->kind_width, strlen(cld_status_name(problem->error.status)), SIZE_MAX);
    }
}

static void put_finding(cld_report_writer *w, const cld_report_item *item) {
    bool is_error = item->rule->severity == CLD_SEVERITY_ERROR;
    char place[PLACE_SIZE];
    make_place(place, item->place->file, item->place->line, 0);
    put_line(w, cld_severity_name(item->rule->severity), is_error ? red : yellow,
             cld_finding_kind_name(item->detail->kind), place);
    cld_utf8_add_visibly(&w->text, item->message);
    cld_text_add_string(&w->text, " (");
    cld_utf8_add_visibly(&w->text, item->rule_name);
    cld_text_add_string(&w->text, ")\n");
}

static void put_problem(cld_report_writer *w, const cld_problem *problem) {
    char place[PLACE_SIZE];
    make_place(place, problem->file, problem->error.line, problem->error.column);
    put_line(w, "problem", red, cld_status_name(problem->error.status), place);
    if (problem->error.pointer[0]) {
        cld_utf8_add_visibly(&w->text, problem->error.pointer);
        cld_text_add_string(&w->text, ": ");
    }
    cld_utf8_add_visibly(&w->text, problem->error.message);
    cld_text_add(&w->text, "\n", 1);
}

static void end(cld_report_writer *w) {
    const cld_summary *sum = &w->summary;
    const struct {
        uint64_t count;
        const char *one, *more;
    } rest[] = {{w->report->problems->count, "problem", "problems"},
                {sum->suppressed, "known finding", "known findings"},
                {sum->omitted, "finding not shown", "findings not shown"}};
    cld_text counts = {0};
    cld_put_count(&counts, sum->errors, "error", "errors");
    cld_text_add_string(&counts, ", ");
    cld_put_count(&counts, sum->warnings, "warning", "warnings");
    for (size_t i = 0; i < sizeof rest / sizeof *rest; i++) {
        if (!rest[i].count)
            continue;
        cld_text_add_string(&counts, ", ");
        cld_put_count(&counts, rest[i].count, rest[i].one, rest[i].more);
    }
    w->text.failed |= counts.failed;
    add_in_colour(w, bold, counts.failed ? "" : counts.bytes);
    cld_text_clear(&counts);
    cld_text_add_string(&w->text, " in ");
    cld_put_count(&w->text, sum->objects, "object", "objects");
    cld_text_add_string(&w->text, " of ");
    cld_put_count(&w->text, sum->scenes, "scene", "scenes");
    cld_text_add_string(&w->text, "; tested ");
    cld_text_add_integer(&w->text, sum->pairs_tested);
    cld_text_add_string(&w->text, " of ");
    cld_put_count(&w->text, sum->pairs_possible, "pair\n", "pairs\n");
}

const cld_report_row cld_report_text = {.name = "text",
                                        .worst_first = true,
                                        .begin = begin,
                                        .put_finding = put_finding,
                                        .put_problem = put_problem,
                                        .end = end};
