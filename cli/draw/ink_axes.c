#include "ink.h"

#include <math.h>
#include <stdio.h>

#include "math/vec.h"

void cli_ink_spans(const cli_pane *pane, const cli_layer *layer, const cli_step *step) {
    cairo_t *cairo = pane->cairo;
    double x0, y0, x1, y1, from, to;
    cli_pane_project(pane, cld_vec3_make(0, 0, 0), &x0, &y0);
    cli_pane_project(pane, step->axis, &x1, &y1);
    double dx = x1 - x0, dy = y1 - y0, length = hypot(dx, dy);
    if (length < 0.05 * pane->scale) // seen from its end, an axis shows nothing
        return;
    // The way from the axis across the page, downwards, and in the picture.
    double across_x = -dy / length, across_y = dx / length, sign = across_y < 0 ? -1 : 1;
    cld_vec3 across =
        cld_sub(cld_scale(pane->view.right, sign * across_x), cld_scale(pane->view.up, sign * across_y));
    cli_layer_find_span(layer, across, &from, &to);
    cairo_save(cairo);
    cairo_rectangle(cairo, pane->left, pane->top, pane->width, pane->height);
    cairo_clip(cairo); // long shapes that are seen from an end reach farther along the axis than the pane
    for (int side = 0; side < 2; side++) {
        double away = to * pane->scale + 12 + 7 * side, shift_x = sign * across_x * away,
               shift_y = sign * across_y * away;
        const double *span = step->span[side];
        cairo_move_to(cairo, x0 + span[0] * dx + shift_x, y0 + span[0] * dy + shift_y);
        cairo_line_to(cairo, x0 + span[1] * dx + shift_x, y0 + span[1] * dy + shift_y);
        cli_pane_set_colour(cairo, side ? CLI_PAINT_B : CLI_PAINT_A, 1);
        cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT);
        cairo_set_line_width(cairo, 5);
        cairo_stroke(cairo);
        cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    }
    double away = to * pane->scale + 26, tip = fmax(step->span[0][1], step->span[1][1]), tail = tip - 0.4;
    double tip_x = x0 + tip * dx + sign * across_x * away, tip_y = y0 + tip * dy + sign * across_y * away;
    double tail_x = x0 + tail * dx + sign * across_x * away, tail_y = y0 + tail * dy + sign * across_y * away;
    cli_pane_set_colour(cairo, CLI_PAINT_INK, 1);
    cli_ink_head(cairo, dx, dy, 1, &tip_x, &tip_y);
    cairo_set_line_width(cairo, 1.2);
    cairo_move_to(cairo, tail_x, tail_y);
    cairo_line_to(cairo, tip_x, tip_y);
    cairo_stroke(cairo);
    cairo_restore(cairo);
}

/// The step of a grid of about eight lines: 1, 2 or 5 times a power of ten.
static double find_step(double length) {
    double rough = length / 8, power = pow(10, floor(log10(rough))), rest = rough / power;
    return power * (rest < 1.5 ? 1 : rest < 3.5 ? 2 : rest < 7.5 ? 5 : 10);
}

void cli_ink_grid(const cli_pane *pane, const cli_frame *frame) {
    cairo_t *cairo = pane->cairo;
    double unit = frame->unit / pane->scale, step = find_step(unit * fmax(pane->width, pane->height));
    const double origin[2] = {frame->origin.x, frame->origin.y}, middle[2] = {pane->x, pane->y};
    const double size[2] = {pane->width, pane->height}, corner[2] = {pane->left, pane->top};
    for (int k = 0; k < 2; k++) {
        double centre = origin[k] + frame->unit * middle[k], half = unit * size[k] / 2;
        double first = ceil((centre - half) / step), last = floor((centre + half) / step);
        // as many digits as tell one line from the next
        int digits = (int)fmin(17, fmax(6, 2 + log10(1 + fmax(fabs(first), fabs(last)))));
        bool are_apart = fmax(fabs(first), fabs(last)) < 0x1p53; // else no double tells one from the next
        for (double i = first; are_apart && i <= last && i - first < 100; i++) {
            double along = corner[k] + size[k] / 2 + (k ? -1 : 1) * (i * step - centre) / unit;
            char text[32];
            snprintf(text, sizeof text, "%.*g", digits, i * step + 0.0); // not -0
            double width = cli_ink_measure(cairo, CLI_SMALL, text);
            bool fits =
                k ? along - 2 - CLI_SMALL >= pane->top : along + 2 + width <= pane->left + pane->width;
            cairo_set_source_rgb(cairo, 0.85, 0.85, 0.85);
            cairo_set_line_width(cairo, i == 0 ? 1.6 : 0.6);
            cairo_move_to(cairo, k ? pane->left : along, k ? along : pane->top);
            cairo_line_to(cairo, k ? pane->left + pane->width : along, k ? along : pane->top + pane->height);
            cairo_stroke(cairo);
            if (fits)
                cli_ink_text(cairo, CLI_PAINT_FAINT, CLI_SMALL, k ? pane->left + 2 : along + 2,
                             k ? along - 2 : pane->top + pane->height - 2, 0, text);
        }
    }
}
