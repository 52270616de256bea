/// How pictures become files.
#ifndef CLI_DRAW_BACKEND_H
#define CLI_DRAW_BACKEND_H

#include "view.h"

/// Adds the bytes of the file that shows a picture. CLD_INTERNAL when memory runs out.
typedef cld_status cli_write_picture(const cli_picture *picture, const cli_view *view,
                                     const cli_options *options, cld_text *file, cld_error *err);

cli_write_picture cli_write_svg, cli_write_png, cli_write_pdf, cli_write_html;

#endif
