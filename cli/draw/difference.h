/// The Minkowski difference of the two shapes, as a picture.
#ifndef CLI_DRAW_DIFFERENCE_H
#define CLI_DRAW_DIFFERENCE_H

#include "picture.h"

/// Adds to picture->difference the body A - B of two convex bodies of the picture, the origin, and the
/// feature of A - B that decides. CLD_INTERNAL when memory runs out.
cld_status cli_difference_make(const cli_body *a, const cli_body *b, cli_picture *picture, cld_error *err);

/// The two bodies that the answer is about: of compounds, those of the two children that decide.
void cli_difference_choose(const cli_picture *picture, const cli_body **a, const cli_body **b);

#endif
