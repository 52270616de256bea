/// A part of the page in which a layer of the picture is seen.
#ifndef CLI_DRAW_PANE_H
#define CLI_DRAW_PANE_H

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

/// Where on the page a point is seen.
void cli_pane_project(const cli_pane *pane, cld_vec3 p, double *x, double *y);

void cli_pane_set_colour(cairo_t *cairo, cli_paint paint, double opacity);

#endif
