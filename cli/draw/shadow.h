/// What a convex body hides from an eye far away.
///
/// A point is hidden if, on its way to the eye, it meets the body: if it lies behind all faces that the eye
/// sees, and inside of the outline. Both are planes, so the hidden part of a line is one piece of it, and
/// that of a convex polygon is convex; what is seen of either is found exactly, with no raster.
#ifndef CLI_DRAW_SHADOW_H
#define CLI_DRAW_SHADOW_H

#include "body.h"

/// The space behind a body: where normal . x <= offset for all planes.
typedef struct cli_plane {
    cld_vec3 normal;
    double offset;
} cli_plane;

typedef struct cli_shadow {
    cli_plane *planes;
    size_t count;           ///< 0: the body hides nothing
    cld_vec3 axis[2];       ///< across the eye's direction
    double low[2], high[2]; ///< from where to where the body reaches along them
} cli_shadow;

/// The shadow of a body, less `room` on all sides, so that what lies on its surface is seen. False without
/// memory.
bool cli_shadow_make(const cli_body *body, cld_vec3 eye, double room, cli_shadow *shadow);
void cli_shadow_clear(cli_shadow *shadow);

/// The part of the line from p to q that is hidden: from and to, in parts of it. False if none is.
bool cli_shadow_cut_line(const cli_shadow *shadow, cld_vec3 p, cld_vec3 q, double *from, double *to);

/// A convex polygon; {NULL, 0} is empty.
typedef struct cli_polygon {
    cld_vec3 *at;
    size_t count;
} cli_polygon;

bool cli_polygon_copy(const cld_vec3 *points, size_t count, cli_polygon *polygon);
void cli_polygon_clear(cli_polygon *polygon);

/// Receives the pieces that are seen.
typedef void cli_take_piece(void *context, const cli_polygon *piece);

/// Hands over what all the shadows leave of a convex polygon, in convex pieces. False without memory.
bool cli_shadows_cut_polygon(const cli_shadow *shadows, size_t count, const cli_polygon *polygon,
                             cli_take_piece *take, void *context);

#endif
