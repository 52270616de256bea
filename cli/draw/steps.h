/// The steps of a query as frames of a picture.
#ifndef CLI_DRAW_STEPS_H
#define CLI_DRAW_STEPS_H

#include "picture.h"

/// Adds the final simplex to the picture's difference and, if `all`, all steps, those of the pair of children
/// that decides where there are several. `size` is that of the picture. CLD_INTERNAL when memory runs out.
cld_status cli_steps_make(const cli_recording *recording, bool all, double size, cli_picture *picture,
                          cld_error *err);

#endif
