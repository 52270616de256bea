#include "page.h"

#include <math.h>
#include <stdio.h>

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
enum { LINE = 19, MARGIN = 12, TITLE = 20, STEP_TEXT = 36 };

static size_t count_shown(const cli_picture *p) {
    return p->step_count < MOST_STEPS ? p->step_count : MOST_STEPS;
}

cli_page cli_page_make(const cli_picture *p, const cli_options *options) {
    cli_page page = {.columns = p->has_difference ? 2 : 1, .rows = 1, .caption = 3 * LINE + 2 * MARGIN};
    page.width = page.columns * (page.columns > 1 ? 560 : PAIR_WIDTH);
    page.height = PAIR_HEIGHT;
    if (p->step_count) {
        int shown = (int)count_shown(p);
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
    box[0] = at % page->columns * width;
    box[1] = at / page->columns * height;
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
    cli_ink_text(cairo, CLI_PAINT_FAINT, 13, box[0] + MARGIN, box[1] + TITLE, 0, "A - B");
    return good;
}

static void draw_caption(const cli_page *page, cairo_t *cairo, const cli_picture *p) {
    double y = page->height - page->caption + MARGIN + 12;
    static const cli_paint paints[] = {CLI_PAINT_A, CLI_PAINT_B};
    double x = MARGIN;
    for (int side = 0; side < 2; side++) {
        char text[128];
        cairo_text_extents_t extents;
        cairo_rectangle(cairo, x, y - 10, 11, 11);
        unsigned rgb = cli_colours[paints[side]].rgb;
        cairo_set_source_rgb(cairo, (rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0);
        cairo_fill(cairo);
        snprintf(text, sizeof text, "%s: %.100s", side ? "B" : "A", p->name[side]);
        cli_ink_text(cairo, CLI_PAINT_INK, 14, x + 17, y, 0, text);
        cairo_text_extents(cairo, text, &extents);
        x += 17 + extents.x_advance + 24;
    }
    cli_ink_text(cairo, CLI_PAINT_INK, 14, MARGIN, y + LINE, 0, p->caption[1]);
    cli_ink_text(cairo, CLI_PAINT_FAINT, 13, MARGIN, y + 2 * LINE, 0, p->caption[2]);
}

bool cli_page_draw(const cli_page *page, cairo_t *cairo, const cli_picture *p, const cli_view *view) {
    double box[4];
    cairo_set_source_rgb(cairo, 1, 1, 1);
    cairo_paint(cairo);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    find_box(page, 0, box);
    bool good = draw_shapes(cairo, p, view, box);
    if (p->has_difference) {
        find_box(page, 1, box);
        good = draw_difference(cairo, p, view, box) && good;
    }
    draw_caption(page, cairo, p);
    return good;
}
