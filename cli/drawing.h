/// What `draw` alone takes.
#ifndef CLI_DRAWING_H
#define CLI_DRAWING_H

#include <stdbool.h>
#include <stdint.h>

#include "collide/status.h"

typedef struct cli_draw_options {
    bool cso;               ///< the Minkowski difference too
    bool has_view;          ///< else the view is chosen
    double view[3];         ///< towards the eye, not 0
    uint32_t width, height; ///< in pixels, or points of 1/72 inch; 0 for what suits
} cli_draw_options;

/// Reads "front", "back", "left", "right", "top", "bottom" or "X,Y,Z". CLD_USAGE.
cld_status cli_drawing_read_view(const char *text, cli_draw_options *options, cld_error *err);

/// Reads "WIDTHxHEIGHT". CLD_USAGE.
cld_status cli_drawing_read_size(const char *text, cli_draw_options *options, cld_error *err);

#endif
