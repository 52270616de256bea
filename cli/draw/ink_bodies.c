#include "ink.h"

#include <math.h>
#include <stdlib.h>

#include "math/vec.h"
#include "shadow.h"

/// What lies this little behind a surface is on it: far below a pixel, far above rounding.
#define ROOM 1e-5

static void go(const cli_pane *pane, cld_vec3 p, bool draw) {
    double x, y;
    cli_pane_project(pane, p, &x, &y);
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
    bool is_plain = pane->is_flat || paint == CLI_PAINT_FEATURE; // a sheet, which may be seen from behind
    double lit = is_plain ? 0.4 : fmax(0, cld_dot(n, light)), white = 0.25 + 0.45 * lit,
           dark = 0.75 + 0.25 * lit;
    unsigned rgb = cli_colours[paint].rgb;
    double tint[3];
    for (int k = 0; k < 3; k++) {
        double c = (rgb >> (16 - 8 * k) & 255) / 255.0;
        tint[k] = dark * (c + white * (1 - c));
    }
    cairo_set_source_rgba(pane->cairo, tint[0], tint[1], tint[2], opacity);
}

/// What a body is filled with.
typedef struct brush {
    const cli_pane *pane;
    double opacity;
} brush;

static void fill_piece(void *context, const cli_polygon *piece) {
    const brush *with = context;
    cairo_t *cairo = with->pane->cairo;
    trace_polygon(with->pane, piece->at, piece->count);
    if (with->opacity < 1) { // a seam that is covered twice would be worse than one that is not covered
        cairo_fill(cairo);
        return;
    }
    cairo_fill_preserve(cairo); // neighbours would leave a bright seam
    cairo_set_line_width(cairo, 0.8);
    cairo_stroke(cairo);
}

/// The faces that are seen, less what the shadows of others hide. A body's own shadow hides nothing of them.
static bool ink_faces(const cli_pane *pane, const cli_body *b, const cli_shadow *others, size_t count,
                      double opacity) {
    bool good = true;
    brush with = {pane, opacity};
    for (uint32_t f = 0; f < b->face_count && good; f++) {
        if (!(cld_dot(b->face_normal[f], pane->view.eye) > 0))
            continue;
        uint32_t from = b->face_start[f], corners = b->face_start[f + 1] - from;
        cli_polygon face = {malloc(corners * sizeof *face.at), corners};
        good = face.at;
        for (uint32_t i = 0; i < corners && good; i++)
            face.at[i] = b->vertex[b->face_vertex[from + i]];
        set_shade(pane, b->paint, b->face_normal[f], opacity);
        good = good && cli_shadows_cut_polygon(others, count, &face, fill_piece, &with);
        cli_polygon_clear(&face);
    }
    return good;
}

/// The faces of one of the bodies as a pane of glass, if the opacity is not 1: what overlaps within it, as
/// seams do, is not seen.
static bool ink_body(const cli_pane *pane, const cli_bodies *bodies, size_t at, const cli_shadow *shadows,
                     double opacity) {
    cli_shadow *others = malloc(bodies->count * sizeof *others);
    size_t count = 0;
    if (!others)
        return false;
    for (size_t i = 0; i < bodies->count; i++)
        if (i != at)
            others[count++] = shadows[i];
    bool as_a_whole = opacity < 1 && bodies->at[at].is_curved && !pane->is_flat;
    if (as_a_whole)
        cairo_push_group(pane->cairo);
    bool good = ink_faces(pane, &bodies->at[at], others, count, as_a_whole ? 1 : opacity);
    if (as_a_whole) {
        cairo_pop_group_to_source(pane->cairo);
        cairo_paint_with_alpha(pane->cairo, opacity);
    }
    free(others);
    return good;
}

/// A part of an edge, from and to in parts of it.
static void trace_part(const cli_pane *pane, cld_vec3 p, cld_vec3 q, double from, double to) {
    cld_vec3 e = cld_sub(q, p);
    if (!(to - from > 1e-9))
        return;
    go(pane, cld_add_scaled(p, from, e), false);
    go(pane, cld_add_scaled(p, to, e), true);
}

typedef struct part {
    double from, to;
} part;

static int compare_parts(const void *a, const void *b) {
    const part *p = a, *q = b;
    return p->from < q->from ? -1 : p->from > q->from;
}

/// Adds an edge to the path: what is hidden of it, or what is seen.
static void trace_edge(const cli_pane *pane, cld_vec3 p, cld_vec3 q, const cli_shadow *shadows, size_t count,
                       part *parts, bool hidden) {
    size_t cuts = 0;
    for (size_t i = 0; i < count; i++)
        cuts += cli_shadow_cut_line(&shadows[i], p, q, &parts[cuts].from, &parts[cuts].to);
    qsort(parts, cuts, sizeof *parts, compare_parts);
    double at = 0;
    for (size_t i = 0; i < cuts; i++) {
        if (!hidden)
            trace_part(pane, p, q, at, parts[i].from);
        else
            trace_part(pane, p, q, fmax(at, parts[i].from), parts[i].to);
        at = fmax(at, parts[i].to);
    }
    if (!hidden)
        trace_part(pane, p, q, at, 1);
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

static void ink_dot(const cli_pane *pane, cld_vec3 p) {
    double x, y;
    cli_pane_project(pane, p, &x, &y);
    cairo_new_path(pane->cairo);
    cairo_arc(pane->cairo, x, y, 3, 0, 2 * M_PI);
    cairo_fill(pane->cairo);
}

static void ink_edges(const cli_pane *pane, const cli_bodies *bodies, const cli_shadow *shadows, part *parts,
                      bool hidden) {
    static const double dashes[] = {3, 3};
    for (size_t i = 0; i < bodies->count; i++) {
        const cli_body *b = &bodies->at[i];
        cairo_new_path(pane->cairo);
        for (uint32_t e = 0; e < b->edge_count; e++)
            if (is_drawn(b, e, pane->view.eye))
                trace_edge(pane, b->vertex[b->edge_vertex[e][0]], b->vertex[b->edge_vertex[e][1]], shadows,
                           bodies->count, parts, hidden);
        set_edge_colour(pane, b->paint);
        cairo_set_dash(pane->cairo, dashes, hidden ? 2 : 0, 0);
        cairo_set_line_width(pane->cairo, hidden ? 0.8 : 1.3);
        cairo_stroke(pane->cairo);
        if (b->vertex_count == 1 && !hidden)
            ink_dot(pane, b->vertex[0]);
    }
    cairo_set_dash(pane->cairo, NULL, 0, 0);
}

/// A point of the page.
typedef struct spot {
    double x, y;
} spot;

static int compare_spots(const void *a, const void *b) {
    const spot *p = a, *q = b;
    return p->x != q->x ? (p->x < q->x ? -1 : 1) : p->y != q->y ? (p->y < q->y ? -1 : 1) : 0;
}

static bool turns_left(const spot *p, const spot *q, const spot *r) {
    return (q->x - p->x) * (r->y - q->y) - (q->y - p->y) * (r->x - q->x) > 0;
}

/// The outline of a convex body is the hull of its vertices on the page (A. Andrew, 1979).
bool cli_ink_glass(const cli_pane *pane, const cli_body *b) {
    size_t n = b->vertex_count, count = 0;
    spot *spots = malloc((3 * n + 1) * sizeof *spots);
    if (!spots)
        return false;
    spot *loop = spots + n;
    for (size_t i = 0; i < n; i++)
        cli_pane_project(pane, b->vertex[i], &spots[i].x, &spots[i].y);
    qsort(spots, n, sizeof *spots, compare_spots);
    for (size_t pass = 0; pass < 2; pass++) {
        size_t least = count + 1; // the lower chain, then back along the upper one
        for (size_t i = 0; i < n; i++) {
            const spot *next = &spots[pass ? n - 1 - i : i];
            while (count > least && !turns_left(&loop[count - 2], &loop[count - 1], next))
                count--;
            loop[count++] = *next;
        }
        count--;
    }
    cli_pane_set_colour(pane->cairo, b->paint, 0.08);
    cairo_new_path(pane->cairo);
    for (size_t i = 0; i < count; i++)
        cairo_line_to(pane->cairo, loop[i].x, loop[i].y);
    cairo_fill(pane->cairo);
    free(spots);
    return true;
}

bool cli_ink_bodies(const cli_pane *pane, const cli_bodies *bodies, double opacity) {
    cli_shadow *shadows = calloc(bodies->count + 1, sizeof *shadows);
    part *parts = malloc((bodies->count + 1) * sizeof *parts);
    bool good = shadows && parts;
    for (size_t i = 0; i < bodies->count && good && !pane->is_flat; i++)
        good = cli_shadow_make(&bodies->at[i], pane->view.eye, ROOM, &shadows[i]);
    for (size_t i = 0; i < bodies->count && good && opacity > 0; i++)
        good = ink_body(pane, bodies, i, shadows,
                        bodies->at[i].paint == CLI_PAINT_FEATURE ? fmax(opacity, 0.9) : opacity);
    if (good) {
        ink_edges(pane, bodies, shadows, parts, true);
        ink_edges(pane, bodies, shadows, parts, false);
    }
    for (size_t i = 0; i < bodies->count && shadows; i++)
        cli_shadow_clear(&shadows[i]);
    free(shadows);
    free(parts);
    return good;
}
