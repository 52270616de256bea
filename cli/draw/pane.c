#include "pane.h"

#include <math.h>

#include "math/vec.h"

/// The share of a pane that its content takes.
#define FILL 0.86

void cli_pane_set_colour(cairo_t *cairo, cli_paint paint, double opacity) {
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
void cli_pane_project(const cli_pane *pane, cld_vec3 p, double *x, double *y) {
    *x = pane->left + pane->width / 2 + pane->scale * (cld_dot(pane->view.right, p) - pane->x);
    *y = pane->top + pane->height / 2 - pane->scale * (cld_dot(pane->view.up, p) - pane->y);
}
