/// The page: which panes there are, and what stands in them.
#ifndef CLI_DRAW_PAGE_H
#define CLI_DRAW_PAGE_H

#include <cairo.h>

#include "view.h"

typedef struct cli_page {
    double width, height;
    int columns, rows; ///< of panes
    double caption;    ///< the height below them
} cli_page;

/// The page that suits a picture, or has the size that the options ask for.
cli_page cli_page_make(const cli_picture *picture, const cli_options *options);

/// Draws everything. False without memory.
bool cli_page_draw(const cli_page *page, cairo_t *cairo, const cli_picture *picture, const cli_view *view);

#endif
