#include "ink.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "math/vec.h"
#include "shadow.h"

/// What lies this little behind a surface is on it: far below a pixel, far above rounding.
#define ROOM 1e-5

/// The share of a pane that its content takes.
#define FILL 0.86

enum { LABEL_SIZE = 11 };

static void set_colour(cairo_t *cairo, cli_paint paint, double opacity) {
    unsigned rgb = cli_colours[paint].rgb;
    cairo_set_source_rgba(cairo, (rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0,
                          opacity);
}

cli_pane cli_pane_make(cairo_t *cairo, const cli_view *view, bool is_flat, const double box[4],
                       const cli_layer *const *layers, size_t count) {
    cli_pane pane = {cairo, *view, box[0], box[1], box[2], box[3], .is_flat = is_flat};
    double from[2] = {INFINITY, INFINITY}, to[2] = {-INFINITY, -INFINITY};
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < 2; k++) {
            double low, high;
            cli_layer_find_span(layers[i], k ? view->up : view->right, &low, &high);
            from[k] = fmin(from[k], low);
            to[k] = fmax(to[k], high);
        }
    pane.x = (from[0] + to[0]) / 2;
    pane.y = (from[1] + to[1]) / 2;
    double across = fmax(to[0] - from[0], 1e-6), along = fmax(to[1] - from[1], 1e-6);
    pane.scale = FILL * fmin(pane.width / across, pane.height / along);
    return pane;
}

static void project(const cli_pane *pane, cld_vec3 p, double *x, double *y) {
    *x = pane->left + pane->width / 2 + pane->scale * (cld_dot(pane->view.right, p) - pane->x);
    *y = pane->top + pane->height / 2 - pane->scale * (cld_dot(pane->view.up, p) - pane->y);
}

static void go(const cli_pane *pane, cld_vec3 p, bool draw) {
    double x, y;
    project(pane, p, &x, &y);
    (draw ? cairo_line_to : cairo_move_to)(pane->cairo, x, y);
}

static void trace_polygon(const cli_pane *pane, const cld_vec3 *at, size_t count) {
    for (size_t i = 0; i < count; i++)
        go(pane, at[i], i > 0);
    cairo_close_path(pane->cairo);
}

/// The colour of a face in the light that falls over the eye's left shoulder.
static void set_shade(const cli_pane *pane, cli_paint paint, cld_vec3 n, double opacity) {
    const cli_view *v = &pane->view;
    cld_vec3 light =
        cld_unit(cld_add_scaled(cld_add_scaled(cld_scale(v->eye, 1.2), 0.9, v->up), -0.5, v->right));
    double lit = pane->is_flat ? 1 : fmax(0, cld_dot(n, light)), white = 0.25 + 0.45 * lit,
           dark = 0.75 + 0.25 * lit;
    unsigned rgb = cli_colours[paint].rgb;
    double part[3];
    for (int k = 0; k < 3; k++) {
        double c = (rgb >> (16 - 8 * k) & 255) / 255.0;
        part[k] = dark * (c + white * (1 - c));
    }
    cairo_set_source_rgba(pane->cairo, part[0], part[1], part[2], opacity);
}

/// A face whose pieces are filled as they are found.
static void fill_piece(void *context, const cli_polygon *piece) {
    const cli_pane *pane = context;
    trace_polygon(pane, piece->at, piece->count);
    if (pane->is_flat) {
        cairo_fill(pane->cairo);
        return;
    }
    cairo_fill_preserve(pane->cairo); // neighbours would leave a bright seam
    cairo_set_line_width(pane->cairo, 0.4);
    cairo_stroke(pane->cairo);
}

static bool ink_faces(const cli_pane *pane, const cli_bodies *bodies, size_t at, const cli_shadow *shadows,
                      double opacity) {
    const cli_body *b = &bodies->at[at];
    bool good = true;
    for (uint32_t f = 0; f < b->face_count && good; f++) {
        if (!(cld_dot(b->face_normal[f], pane->view.eye) > 0))
            continue;
        uint32_t from = b->face_start[f], count = b->face_start[f + 1] - from;
        cli_polygon face = {malloc(count * sizeof *face.at), count, count};
        good = face.at;
        for (uint32_t i = 0; i < count && good; i++)
            face.at[i] = b->vertex[b->face_vertex[from + i]];
        set_shade(pane, b->paint, b->face_normal[f], opacity);
        // Its own shadow hides nothing of a face that is seen, and is left out.
        cli_shadow *others = malloc((bodies->count + 1) * sizeof *others);
        good = good && others;
        size_t other_count = 0;
        for (size_t i = 0; i < bodies->count && good; i++)
            if (i != at && shadows)
                others[other_count++] = shadows[i];
        good = good && cli_shadows_cut_polygon(others, other_count, &face, fill_piece, (void *)pane);
        free(others);
        cli_polygon_clear(&face);
    }
    return good;
}

/// A part of an edge, from and to in parts of it.
static void ink_part(const cli_pane *pane, cld_vec3 p, cld_vec3 q, double from, double to, bool hidden) {
    static const double dashes[] = {3, 3};
    cld_vec3 e = cld_sub(q, p);
    if (!(to - from > 1e-9))
        return;
    cairo_set_dash(pane->cairo, dashes, hidden ? 2 : 0, 0);
    cairo_set_line_width(pane->cairo, hidden ? 0.8 : 1.3);
    go(pane, cld_add_scaled(p, from, e), false);
    go(pane, cld_add_scaled(p, to, e), true);
    cairo_stroke(pane->cairo);
}

typedef struct span {
    double from, to;
} span;

static int compare_spans(const void *a, const void *b) {
    const span *p = a, *q = b;
    return p->from < q->from ? -1 : p->from > q->from;
}

/// Draws an edge: first what is hidden, then (another time) what is seen.
static void ink_edge(const cli_pane *pane, cld_vec3 p, cld_vec3 q, const cli_shadow *shadows, size_t count,
                     span *spans, bool hidden) {
    size_t cuts = 0;
    for (size_t i = 0; i < count; i++)
        cuts += cli_shadow_cut_line(&shadows[i], p, q, &spans[cuts].from, &spans[cuts].to);
    qsort(spans, cuts, sizeof *spans, compare_spans);
    double at = 0;
    for (size_t i = 0; i < cuts; i++) {
        if (!hidden)
            ink_part(pane, p, q, at, spans[i].from, false);
        else
            ink_part(pane, p, q, fmax(at, spans[i].from), spans[i].to, true);
        at = fmax(at, spans[i].to);
    }
    if (!hidden)
        ink_part(pane, p, q, at, 1, false);
}

/// Sharp edges, and of smooth surfaces the outline.
static bool is_drawn(const cli_body *b, uint32_t e, cld_vec3 eye) {
    const uint32_t *f = b->edge_face[e];
    return b->edge_is_sharp[e] || f[0] == CLD_NO_INDEX ||
           (cld_dot(b->face_normal[f[0]], eye) > 0) != (cld_dot(b->face_normal[f[1]], eye) > 0);
}

static void set_edge_colour(const cli_pane *pane, cli_paint paint) {
    unsigned rgb = cli_colours[paint].rgb;
    cairo_set_source_rgb(pane->cairo, 0.55 * (rgb >> 16 & 255) / 255.0, 0.55 * (rgb >> 8 & 255) / 255.0,
                         0.55 * (rgb & 255) / 255.0);
}

static void ink_edges(const cli_pane *pane, const cli_bodies *bodies, const cli_shadow *shadows, span *spans,
                      bool hidden) {
    for (size_t i = 0; i < bodies->count; i++) {
        const cli_body *b = &bodies->at[i];
        set_edge_colour(pane, b->paint);
        for (uint32_t e = 0; e < b->edge_count; e++)
            if (is_drawn(b, e, pane->view.eye))
                ink_edge(pane, b->vertex[b->edge_vertex[e][0]], b->vertex[b->edge_vertex[e][1]], shadows,
                         shadows ? bodies->count : 0, spans, hidden);
        if (b->vertex_count == 1 && !hidden) {
            double x, y;
            project(pane, b->vertex[0], &x, &y);
            cairo_arc(pane->cairo, x, y, 3, 0, 2 * 3.14159265358979);
            cairo_fill(pane->cairo);
        }
    }
    cairo_set_dash(pane->cairo, NULL, 0, 0);
}

bool cli_ink_bodies(const cli_pane *pane, const cli_bodies *bodies, double opacity) {
    cli_shadow *shadows = calloc(bodies->count + 1, sizeof *shadows);
    span *spans = malloc((bodies->count + 1) * sizeof *spans);
    bool good = shadows && spans;
    for (size_t i = 0; i < bodies->count && good && !pane->is_flat; i++)
        good = cli_shadow_make(&bodies->at[i], pane->view.eye, ROOM, &shadows[i]);
    for (size_t i = 0; i < bodies->count && good; i++)
        good = ink_faces(pane, bodies, i, pane->is_flat ? NULL : shadows, opacity);
    if (good) {
        ink_edges(pane, bodies, shadows, spans, true);
        ink_edges(pane, bodies, shadows, spans, false);
    }
    for (size_t i = 0; i < bodies->count && shadows; i++)
        cli_shadow_clear(&shadows[i]);
    free(shadows);
    free(spans);
    return good;
}

static const struct line_style {
    double width, dash;
} line_styles[] = {
    [CLI_LINE_NORMAL] = {1.4, 0},   [CLI_LINE_TANGENT] = {1.2, 0}, [CLI_LINE_MTV] = {2.6, 0},
    [CLI_LINE_GAP] = {1.6, 4},      [CLI_LINE_CONTACT] = {1, 0},   [CLI_LINE_SIMPLEX] = {1.8, 0},
    [CLI_LINE_DIRECTION] = {1.4, 0}};

/// A head of an arrow that ends at (x, y), and where its line ends for it.
static void ink_head(cairo_t *cairo, double dx, double dy, double width, double *x, double *y) {
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

void cli_ink_text(cairo_t *cairo, cli_paint paint, double size, double x, double y, double align,
                  const char *text) {
    cairo_text_extents_t extents;
    cairo_select_font_face(cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cairo, size);
    cairo_text_extents(cairo, text, &extents);
    cairo_move_to(cairo, x - align * extents.x_advance, y);
    set_colour(cairo, paint, 1);
    cairo_show_text(cairo, text);
}

/// Text beside a point, on the side that (dx, dy) leads to, on a ground that lets it be read.
static void ink_label(const cli_pane *pane, cli_paint paint, double x, double y, double dx, double dy,
                      const char *text) {
    cairo_text_extents_t extents;
    cairo_t *cairo = pane->cairo;
    double length = hypot(dx, dy);
    if (!*text)
        return;
    cairo_select_font_face(cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cairo, LABEL_SIZE);
    cairo_text_extents(cairo, text, &extents);
    dx = length > 0 ? dx / length : 0, dy = length > 0 ? dy / length : -1;
    double left = x + 7 * dx - (0.5 - 0.5 * dx) * extents.x_advance, foot = y + 7 * dy + (0.5 + 0.5 * dy) * 8;
    left = fmax(pane->left + 2, fmin(left, pane->left + pane->width - extents.x_advance - 2));
    cairo_rectangle(cairo, left - 2, foot - 10, extents.x_advance + 4, 13);
    cairo_set_source_rgba(cairo, 1, 1, 1, 0.75);
    cairo_fill(cairo);
    cli_ink_text(cairo, paint, LABEL_SIZE, left, foot, 0, text);
}

static void ink_line(const cli_pane *pane, const cli_line *line) {
    const struct line_style *style = &line_styles[line->kind];
    double x, y, to_x, to_y;
    project(pane, line->from, &x, &y);
    project(pane, line->to, &to_x, &to_y);
    double tip_x = to_x, tip_y = to_y;
    set_colour(pane->cairo, line->paint, 1);
    if (line->has_head)
        ink_head(pane->cairo, to_x - x, to_y - y, style->width, &to_x, &to_y);
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
    project(pane, mark->at, &x, &y);
    cairo_arc(pane->cairo, x, y, radius, 0, 2 * 3.14159265358979);
    set_colour(pane->cairo, mark->paint, 1);
    cairo_fill_preserve(pane->cairo);
    set_colour(pane->cairo, CLI_PAINT_INK, 1);
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

/// The step of a grid of about eight lines: 1, 2 or 5 times a power of ten.
static double find_step(double length) {
    double rough = length / 8, power = pow(10, floor(log10(rough))), part = rough / power;
    return power * (part < 1.5 ? 1 : part < 3.5 ? 2 : part < 7.5 ? 5 : 10);
}

void cli_ink_grid(const cli_pane *pane, const cli_frame *frame) {
    cairo_t *cairo = pane->cairo;
    double unit = frame->unit / pane->scale, step = find_step(unit * fmax(pane->width, pane->height));
    const double origin[2] = {frame->origin.x, frame->origin.y}, middle[2] = {pane->x, pane->y};
    const double size[2] = {pane->width, pane->height}, corner[2] = {pane->left, pane->top};
    for (int k = 0; k < 2; k++) {
        double centre = origin[k] + frame->unit * middle[k], half = unit * size[k] / 2;
        double first = ceil((centre - half) / step), last = floor((centre + half) / step);
        for (double i = first; i <= last && i - first < 100; i++) {
            double along = corner[k] + size[k] / 2 + (k ? -1 : 1) * (i * step - centre) / unit;
            char text[32];
            snprintf(text, sizeof text, "%.6g", i * step);
            cairo_set_source_rgb(cairo, 0.85, 0.85, 0.85);
            cairo_set_line_width(cairo, i == 0 ? 1.6 : 0.6);
            cairo_move_to(cairo, k ? pane->left : along, k ? along : pane->top);
            cairo_line_to(cairo, k ? pane->left + pane->width : along, k ? along : pane->top + pane->height);
            cairo_stroke(cairo);
            cli_ink_text(cairo, CLI_PAINT_FAINT, 9, k ? pane->left + 2 : along + 2,
                         k ? along - 2 : pane->top + pane->height - 2, 0, text);
        }
    }
}
