#include "ink.h"

#include <math.h>

#include "math/vec.h"

static const struct line_style {
    double width, dash;
} line_styles[] = {
    [CLI_LINE_NORMAL] = {1.4, 0},   [CLI_LINE_TANGENT] = {1.2, 0}, [CLI_LINE_MTV] = {2.6, 0},
    [CLI_LINE_GAP] = {1.6, 4},      [CLI_LINE_CONTACT] = {1, 0},   [CLI_LINE_SIMPLEX] = {1.8, 0},
    [CLI_LINE_DIRECTION] = {1.4, 0}};

void cli_ink_head(cairo_t *cairo, double dx, double dy, double width, double *x, double *y) {
    double length = hypot(dx, dy), size = fmin(5 + 2 * width, 0.6 * length);
    if (!(length > 0))
        return;
    dx *= size / length, dy *= size / length;
    cairo_move_to(cairo, *x, *y);
    cairo_line_to(cairo, *x - dx - 0.4 * dy, *y - dy + 0.4 * dx);
    cairo_line_to(cairo, *x - dx + 0.4 * dy, *y - dy - 0.4 * dx);
    cairo_close_path(cairo);
    cairo_fill(cairo);
    *x -= 0.8 * dx, *y -= 0.8 * dy;
}

double cli_ink_measure(cairo_t *cairo, double size, const char *text) {
    cairo_text_extents_t extents;
    cairo_select_font_face(cairo, CLI_FONT, CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cairo, size);
    cairo_text_extents(cairo, text, &extents);
    return extents.x_advance;
}

void cli_ink_text(cairo_t *cairo, cli_paint paint, double size, double x, double y, double align,
                  const char *text) {
    double width = cli_ink_measure(cairo, size, text);
    cairo_move_to(cairo, x - align * width, y);
    cli_pane_set_colour(cairo, paint, 1);
    cairo_show_text(cairo, text);
}

/// Text beside a point, on the side that (dx, dy) leads to, on a ground that lets it be read.
static void ink_label(const cli_pane *pane, cli_paint paint, double x, double y, double dx, double dy,
                      const char *text) {
    cairo_t *cairo = pane->cairo;
    double length = hypot(dx, dy), width = cli_ink_measure(cairo, CLI_SMALL, text);
    if (!*text)
        return;
    dx = length > 0 ? dx / length : 0, dy = length > 0 ? dy / length : -1;
    double left = x + 7 * dx - (0.5 - 0.5 * dx) * width, foot = y + 7 * dy + (0.5 + 0.5 * dy) * 8;
    left = fmax(pane->left + 2, fmin(left, pane->left + pane->width - width - 2));
    cairo_rectangle(cairo, left - 2, foot - 10, width + 4, 13);
    cairo_set_source_rgba(cairo, 1, 1, 1, 0.75);
    cairo_fill(cairo);
    cli_ink_text(cairo, paint, CLI_SMALL, left, foot, 0, text);
}

static void ink_line(const cli_pane *pane, const cli_line *line) {
    const struct line_style *style = &line_styles[line->kind];
    double x, y, to_x, to_y;
    cli_pane_project(pane, line->from, &x, &y);
    cli_pane_project(pane, line->to, &to_x, &to_y);
    double tip_x = to_x, tip_y = to_y;
    cli_pane_set_colour(pane->cairo, line->paint, 1);
    if (line->has_head)
        cli_ink_head(pane->cairo, to_x - x, to_y - y, style->width, &to_x, &to_y);
    cairo_set_dash(pane->cairo, &style->dash, style->dash > 0, 0);
    cairo_set_line_width(pane->cairo, style->width);
    cairo_move_to(pane->cairo, x, y);
    cairo_line_to(pane->cairo, to_x, to_y);
    cairo_stroke(pane->cairo);
    cairo_set_dash(pane->cairo, NULL, 0, 0);
    if (line->kind == CLI_LINE_GAP || line->kind == CLI_LINE_MTV) // beside its middle
        ink_label(pane, line->paint, (x + tip_x) / 2, (y + tip_y) / 2, tip_y - y, x - tip_x, line->label);
    else
        ink_label(pane, line->paint, tip_x, tip_y, tip_x - x, tip_y - y, line->label);
}

static const struct {
    double radius;
    bool is_labelled;
} mark_styles[] = {[CLI_MARK_CLOSEST] = {3.5, false},
                   [CLI_MARK_CONTACT] = {2.6, false},
                   [CLI_MARK_ORIGIN] = {3.5, true},
                   [CLI_MARK_VERTEX] = {3, true},
                   [CLI_MARK_SUPPORT] = {4, false}};

static void ink_mark(const cli_pane *pane, const cli_mark *mark) {
    double x, y, radius = mark_styles[mark->kind].radius;
    cli_pane_project(pane, mark->at, &x, &y);
    cairo_new_path(pane->cairo);
    cairo_arc(pane->cairo, x, y, radius, 0, 2 * M_PI);
    cli_pane_set_colour(pane->cairo, mark->paint, 1);
    cairo_fill_preserve(pane->cairo);
    cli_pane_set_colour(pane->cairo, CLI_PAINT_INK, 1);
    cairo_set_line_width(pane->cairo, 0.8);
    cairo_stroke(pane->cairo);
    if (mark_styles[mark->kind].is_labelled)
        ink_label(pane, CLI_PAINT_INK, x, y, 1, 1, mark->label);
}

void cli_ink_lines(const cli_pane *pane, const cli_layer *layer) {
    for (size_t i = 0; i < layer->line_count; i++)
        ink_line(pane, &layer->lines[i]);
    for (size_t i = 0; i < layer->mark_count; i++)
        ink_mark(pane, &layer->marks[i]);
}
