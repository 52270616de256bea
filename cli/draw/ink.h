/// Drawing with cairo.
#ifndef CLI_DRAW_INK_H
#define CLI_DRAW_INK_H

#include "pane.h"

/// Debian installs this font with fontconfig, which cairo needs; elsewhere fontconfig finds one that is like
/// it.
#define CLI_FONT "DejaVu Sans"

/// Sizes of text. Each letter of each size is a shape in a vector file, so there are few.
#define CLI_LARGE 13
#define CLI_SMALL 10

/// Fills the outline of a body.
bool cli_ink_glass(const cli_pane *pane, const cli_body *body);

/// Draws bodies: what is seen of their faces shaded, their edges, dashed where they are hidden. With no
/// opacity only the edges. False without memory.
bool cli_ink_bodies(const cli_pane *pane, const cli_bodies *bodies, double opacity);

/// Draws the head of an arrow that comes along (dx, dy) and ends at (x, y), and moves that to where its line
/// ends.
void cli_ink_head(cairo_t *cairo, double dx, double dy, double width, double *x, double *y);

/// Draws how far A and B reach along the axis of a step: bars beside the bodies, which overlap where the
/// shapes do not come apart.
void cli_ink_spans(const cli_pane *pane, const cli_layer *layer, const cli_step *step);

/// Draws lines and arrows, then marks.
void cli_ink_lines(const cli_pane *pane, const cli_layer *layer);

/// Lines of the world's coordinates with their numbers.
void cli_ink_grid(const cli_pane *pane, const cli_frame *frame);

/// How wide a text is.
double cli_ink_measure(cairo_t *cairo, double size, const char *text);

/// Text with its left end (0), middle (0.5) or right end (1) at x, and its foot at y.
void cli_ink_text(cairo_t *cairo, cli_paint paint, double size, double x, double y, double align,
                  const char *text);

#endif
