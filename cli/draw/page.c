#include "page.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ink.h"

/// Sizes in pixels. A strip shows no more steps than can be taken in at a glance.
enum {
    PAIR_WIDTH = 800,
    PAIR_HEIGHT = 600,
    STEP_WIDTH = 300,
    STEP_HEIGHT = 280,
    MOST_STEPS = 12,
    COLUMNS = 4
};
#define LINE 19
#define MARGIN 12
#define TITLE 20
#define STEP_TEXT 36

/// Whether a step taught anything: it moved a bound, its axis is better than all before, which `best` keeps,
/// or it is the first of its kind or the last of all.
static bool is_telling(const cli_picture *p, size_t i, double *best) {
    const cli_step *step = &p->steps[i], *before = &p->steps[i > 0 ? i - 1 : 0];
    double separation = step->has_axis ? step->span[1][0] - step->span[0][1] : -INFINITY;
    bool better = separation > *best;
    *best = fmax(*best, separation);
    return i == 0 || i + 1 == p->step_count || better || step->has_axis != before->has_axis ||
           (!step->has_axis && (step->lower != before->lower || step->upper != before->upper));
}

/// The steps to show: all, or if those are too many the telling ones, or if those are, spread evenly among
/// them with the first and last; returns how many.
static size_t choose_steps(const cli_picture *p, size_t chosen[MOST_STEPS]) {
    size_t telling = 0, count = 0, seen = 0;
    bool all = p->step_count <= MOST_STEPS;
    double best = -INFINITY;
    for (size_t i = 0; i < p->step_count; i++)
        telling += is_telling(p, i, &best) || all;
    size_t room = telling < MOST_STEPS ? telling : MOST_STEPS;
    best = -INFINITY;
    for (size_t i = 0; i < p->step_count; i++) {
        if (!is_telling(p, i, &best) && !all)
            continue;
        if (room == 1 || seen * (room - 1) >= count * (telling - 1))
            chosen[count++] = i;
        seen++;
    }
    return count;
}

cli_page cli_page_make(const cli_picture *p, const cli_options *options) {
    cli_page page = {.columns = p->has_difference ? 2 : 1, .rows = 1, .caption = 3 * LINE + 2 * MARGIN};
    page.width = page.columns * (page.columns > 1 ? 560 : PAIR_WIDTH);
    page.height = PAIR_HEIGHT;
    if (p->step_count) {
        size_t chosen[MOST_STEPS];
        int shown = (int)choose_steps(p, chosen);
        page.columns = shown < COLUMNS ? shown : COLUMNS;
        page.rows = (shown + page.columns - 1) / page.columns;
        page.width = page.columns * STEP_WIDTH;
        page.height = page.rows * STEP_HEIGHT + page.caption;
    }
    if (options->draw.width) {
        page.width = options->draw.width;
        page.height = options->draw.height;
    }
    return page;
}

static void find_box(const cli_page *page, int at, double box[4]) {
    double width = page->width / page->columns, height = (page->height - page->caption) / page->rows;
    int column = at % page->columns, row = at / page->columns;
    box[0] = column * width;
    box[1] = row * height;
    box[2] = width;
    box[3] = height;
}

static bool draw_shapes(cairo_t *cairo, const cli_picture *p, const cli_view *view, const double box[4]) {
    const cli_layer *layer = &p->shapes;
    bool flat = p->dimension == 2;
    cli_pane pane = cli_pane_make(cairo, view, flat, box, &layer, 1);
    if (flat)
        cli_ink_grid(&pane, &p->frame);
    bool good = cli_ink_bodies(&pane, &layer->bodies, flat ? 0.6 : 1);
    cli_ink_lines(&pane, layer);
    return good;
}

static bool draw_difference(cairo_t *cairo, const cli_picture *p, const cli_view *view, const double box[4]) {
    const cli_layer *layer = &p->difference;
    bool flat = p->dimension == 2;
    cli_pane pane = cli_pane_make(cairo, view, flat, box, &layer, 1);
    if (flat)
        cli_ink_grid(&pane, &(cli_frame){.unit = p->frame.unit});
    bool good = cli_ink_bodies(&pane, &layer->bodies, 0.45);
    cli_ink_lines(&pane, layer);
    cli_ink_text(cairo, CLI_PAINT_FAINT, CLI_LARGE, box[0] + MARGIN, box[1] + TITLE, 0, "A - B");
    return good;
}

static void write_bound(char *text, size_t room, double bound) {
    if (isfinite(bound))
        snprintf(text, room, "%.4g", bound);
    else
        snprintf(text, room, "?");
}

static void draw_step_text(cairo_t *cairo, const cli_step *step, const double box[4]) {
    char lower[24], upper[24], bounds[96];
    double x = box[0] + MARGIN, foot = box[1] + box[3] - 8;
    write_bound(lower, sizeof lower, step->lower);
    write_bound(upper, sizeof upper, step->upper);
    snprintf(bounds, sizeof bounds, "signed distance from %s to %s", lower, upper);
    cli_ink_text(cairo, CLI_PAINT_INK, CLI_LARGE, x, box[1] + TITLE, 0, step->title);
    cli_ink_text(cairo, CLI_PAINT_FAINT, CLI_SMALL, x, foot - 13, 0, step->text);
    cli_ink_text(cairo, CLI_PAINT_FAINT, CLI_SMALL, x, foot, 0, bounds);
    cairo_set_source_rgb(cairo, 0.85, 0.85, 0.85);
    cairo_set_line_width(cairo, 0.8);
    cairo_rectangle(cairo, box[0] + 3, box[1] + 3, box[2] - 6, box[3] - 6);
    cairo_stroke(cairo);
}

/// A step about an axis: the shapes, and beside them how far they reach along it.
static bool draw_axis(cairo_t *cairo, const cli_picture *p, const cli_view *view, const cli_step *step,
                      const double box[4]) {
    bool flat = p->dimension == 2;
    cli_layer bodies = {.bodies = p->shapes.bodies};
    const cli_layer *layer = &bodies;
    const double inner[4] = {box[0] + 20, box[1] + 20, box[2] - 40, box[3] - 40};
    cli_pane pane = cli_pane_make(cairo, view, flat, inner, &layer, 1);
    bool good = cli_ink_bodies(&pane, &bodies.bodies, flat ? 0.6 : 1);
    cli_ink_spans(&pane, &bodies, step);
    return good;
}

/// A step in the space of A - B, seen through it.
static bool draw_inside(cairo_t *cairo, const cli_picture *p, const cli_view *view, const cli_step *step,
                        const double box[4]) {
    cli_bodies body = {p->difference.bodies.at, 1}; // without the feature that decides
    cli_layer fixed = {.bodies = body, .marks = p->difference.marks, .mark_count = 1};
    const cli_layer *layers[1 + MOST_STEPS] = {&fixed};
    size_t chosen[MOST_STEPS], count = choose_steps(p, chosen);
    for (size_t i = 0; i < count; i++) // so that all are of one scale
        layers[1 + i] = p->steps[chosen[i]].has_axis ? &fixed : &p->steps[chosen[i]].layer;
    cli_pane pane = cli_pane_make(cairo, view, p->dimension == 2, box, layers, 1 + count);
    bool good = cli_ink_glass(&pane, &body.at[0]) && cli_ink_bodies(&pane, &body, 0) &&
                cli_ink_bodies(&pane, &step->layer.bodies, 0.55);
    cli_ink_lines(&pane, &step->layer);
    cli_ink_lines(&pane, &(cli_layer){.marks = fixed.marks, .mark_count = 1}); // the origin
    return good;
}

static bool draw_step(cairo_t *cairo, const cli_picture *p, const cli_view *view, const cli_step *step,
                      const double box[4]) {
    const double inner[4] = {box[0], box[1] + TITLE, box[2], box[3] - TITLE - STEP_TEXT};
    draw_step_text(cairo, step, box);
    return (step->has_axis ? draw_axis : draw_inside)(cairo, p, view, step, inner);
}

static bool draw_steps(const cli_page *page, cairo_t *cairo, const cli_picture *p, const cli_view *view) {
    size_t chosen[MOST_STEPS], count = choose_steps(p, chosen);
    bool good = true;
    for (size_t i = 0; i < count && good; i++) {
        double box[4];
        find_box(page, (int)i, box);
        good = draw_step(cairo, p, view, &p->steps[chosen[i]], box);
    }
    return good;
}

/// How many of the steps are shown, where not all are.
static void draw_count(const cli_page *page, cairo_t *cairo, const cli_picture *p) {
    size_t chosen[MOST_STEPS], shown = choose_steps(p, chosen);
    char text[64];
    if (shown == p->step_total)
        return;
    snprintf(text, sizeof text, "%zu of %zu steps", shown, p->step_total);
    cli_ink_text(cairo, CLI_PAINT_FAINT, CLI_LARGE, page->width - MARGIN, page->height - MARGIN, 1, text);
}

/// Cuts a text, which has room for it, to a width: what would leave the page ends in dots.
static void cut_text(cairo_t *cairo, char *text, double width) {
    for (size_t length = strlen(text); length > 0 && cli_ink_measure(cairo, CLI_LARGE, text) > width;) {
        do // a letter has one byte that is no continuation
            length--;
        while (length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80);
        memcpy(text + length, "...", sizeof "...");
    }
}

static void draw_caption(const cli_page *page, cairo_t *cairo, const cli_picture *p) {
    double y = page->height - page->caption + MARGIN + 12;
    static const cli_paint paints[] = {CLI_PAINT_A, CLI_PAINT_B, CLI_PAINT_INK, CLI_PAINT_FAINT};
    const double square = 17, gap = 24, room = page->width - 2 * MARGIN, both = room - 2 * square - gap;
    double x = MARGIN, width[2];
    char name[2][sizeof p->label[0] + sizeof "A: ..."], line[sizeof p->caption[0] + sizeof "..."];
    for (int side = 0; side < 2; side++) {
        snprintf(name[side], sizeof name[side], "%s: %s", side ? "B" : "A", p->label[side]);
        width[side] = cli_ink_measure(cairo, CLI_LARGE, name[side]);
    }
    for (int side = 0; side < 2; side++) {
        cut_text(cairo, name[side], fmax(both / 2, both - width[1 - side]));
        cairo_rectangle(cairo, x, y - 10, 11, 11);
        cli_pane_set_colour(cairo, paints[side], 1);
        cairo_fill(cairo);
        cli_ink_text(cairo, CLI_PAINT_INK, CLI_LARGE, x + square, y, 0, name[side]);
        x += square + cli_ink_measure(cairo, CLI_LARGE, name[side]) + gap;
    }
    for (int i = 1; i < 3; i++) {
        snprintf(line, sizeof line, "%s", p->caption[i]);
        cut_text(cairo, line, room);
        cli_ink_text(cairo, paints[i + 1], CLI_LARGE, MARGIN, y + i * LINE, 0, line);
    }
}

bool cli_page_draw(const cli_page *page, cairo_t *cairo, const cli_picture *p, const cli_view *view) {
    double box[4];
    cairo_set_source_rgb(cairo, 1, 1, 1);
    cairo_paint(cairo);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    draw_caption(page, cairo, p);
    draw_count(page, cairo, p);
    if (p->step_count)
        return draw_steps(page, cairo, p, view);
    find_box(page, 0, box);
    bool good = draw_shapes(cairo, p, view, box);
    if (p->has_difference) {
        find_box(page, 1, box);
        good = draw_difference(cairo, p, view, box) && good;
    }
    return good;
}
