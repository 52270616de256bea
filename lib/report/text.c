/// For people: a line each, the worst first, and a summary. Problems are counted: they have been told of on
/// standard error, where the same people read them.

#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "report/format.h"
#include "scene/rule.h"

/// Blanks after the widest word included; a wider place is let stand out.
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

/// ":LINE", or nothing where that is not known; returns the length of FILE:LINE.
static size_t make_line(char line[24], const char *file, const cld_place *place) {
    int length = place->line ? snprintf(line, 24, ":%u", (unsigned)place->line) : 0;
    line[length] = '\0';
    return strlen(file) + (size_t)length;
}

/// Finds the width of the column of places, from all that may come.
static void begin(cld_report_writer *w) {
    char line[24];
    for (size_t s = 0; s < w->report->scene_count; s++) {
        const cld_checked_scene *checked = &w->report->scenes[s];
        for (size_t i = 0; i < checked->check.finding_count; i++) {
            uint32_t a = checked->check.findings[i].a;
            size_t width = make_line(line, cld_checked_file(checked, a), &checked->places[a]) + 2;
            if (width > w->place_width && width <= WIDEST_PLACE)
                w->place_width = width;
        }
    }
}

static void put_finding(cld_report_writer *w, const cld_report_item *item) {
    const char *severity = cld_severity_name(item->rule->severity);
    const char *kind = cld_finding_kind_name(item->detail->kind);
    char line[24];
    size_t length = make_line(line, item->file, item->place);
    add_in_colour(w, item->rule->severity == CLD_SEVERITY_ERROR ? red : yellow, severity);
    pad(w, strlen(severity), SEVERITY_WIDTH);
    cld_text_add_string(&w->text, kind);
    pad(w, strlen(kind), KIND_WIDTH);
    cld_utf8_add_visibly(&w->text, item->file);
    cld_text_add_string(&w->text, line);
    pad(w, length, w->place_width);
    cld_utf8_add_visibly(&w->text, item->message);
    cld_text_add_string(&w->text, " (");
    cld_utf8_add_visibly(&w->text, item->rule_name);
    cld_text_add_string(&w->text, ")\n");
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
    add_in_colour(w, bold, cld_text_string(&counts));
    cld_text_clear_part(&counts, &w->text);
    cld_text_add_string(&w->text, " in ");
    cld_put_count(&w->text, sum->objects, "object", "objects");
    cld_text_add_string(&w->text, " of ");
    cld_put_count(&w->text, sum->scenes, "scene", "scenes");
    cld_text_add_string(&w->text, "; tested ");
    cld_text_add_integer(&w->text, sum->pairs_tested);
    cld_text_add_string(&w->text, " of ");
    cld_put_count(&w->text, sum->pairs_possible, "pair\n", "pairs\n");
}

const cld_report_row cld_report_text = {
    .worst_first = true, .begin = begin, .put_finding = put_finding, .end = end};
