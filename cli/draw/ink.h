/// Drawing with cairo.
#ifndef CLI_DRAW_INK_H
#define CLI_DRAW_INK_H

#include <cairo.h>

#include "view.h"

/// A rectangle of the page in which a layer of the picture is seen: the point `middle` of the page shows what
/// is at (x, y) = (right . p, up . p) of the view.
typedef struct cli_pane {
    cairo_t *cairo;
    cli_view view;
    double left, top, width, height; ///< of the page
    double x, y, scale; ///< what the middle shows, and how many pixels one unit of the picture takes
    bool is_flat;       ///< of a pair in the plane
} cli_pane;

/// A pane that shows all of the layers, with a margin.
cli_pane cli_pane_make(cairo_t *cairo, const cli_view *view, bool is_flat, const double box[4],
                       const cli_layer *const *layers, size_t count);

/// Draws bodies: what is seen of their faces shaded, their edges, dashed where they are hidden. False without
/// memory.
bool cli_ink_bodies(const cli_pane *pane, const cli_bodies *bodies, double opacity);

/// Draws bodies as glass before what is there: their edges, and their faces faintly.
bool cli_ink_glass(const cli_pane *pane, const cli_bodies *bodies);

/// Draws lines and arrows, then marks.
void cli_ink_lines(const cli_pane *pane, const cli_layer *layer);

/// Lines of the world's coordinates with their numbers.
void cli_ink_grid(const cli_pane *pane, const cli_frame *frame);

/// Text with its left end (0), middle (0.5) or right end (1) at x, and its foot at y.
void cli_ink_text(cairo_t *cairo, cli_paint paint, double size, double x, double y, double align,
                  const char *text);

#endif
