/// Where a picture is looked at from.
#ifndef CLI_DRAW_VIEW_H
#define CLI_DRAW_VIEW_H

#include "picture.h"

/// An orthographic view: unit vectors to the right, up, and towards the eye.
typedef struct cli_view {
    cld_vec3 right, up, eye;
} cli_view;

/// The view that options ask for: --view, from above for a pair in the plane, else the one that
/// cli_view_choose finds.
cli_view cli_view_make(const cli_options *options, const cli_picture *picture);

/// Of many directions the one from which the contact is seen best: from the side of the normal, so that both
/// shapes and the arrows between them are apart on the page; with little of the bodies in front of the
/// contact; from a little above; and with no faces edge-on. The same for every drawing of a picture.
cli_view cli_view_choose(const cli_picture *picture);

#endif
