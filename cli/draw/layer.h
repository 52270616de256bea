/// What is drawn together: bodies, marked points, lines and arrows.
#ifndef CLI_DRAW_LAYER_H
#define CLI_DRAW_LAYER_H

#include "body.h"

typedef enum cli_mark_kind {
    CLI_MARK_CLOSEST, ///< of A or B, the closest point
    CLI_MARK_CONTACT, ///< of A or B, a contact's point
    CLI_MARK_ORIGIN,  ///< of A - B
    CLI_MARK_VERTEX,  ///< of the simplex, or of the face that EPA is at
    CLI_MARK_SUPPORT  ///< what the support mapping found
} cli_mark_kind;

/// A point that is marked.
typedef struct cli_mark {
    cli_mark_kind kind;
    cli_paint paint;
    cld_vec3 at;
    char label[64]; ///< may be empty
} cli_mark;

typedef enum cli_line_kind {
    CLI_LINE_NORMAL,
    CLI_LINE_TANGENT,
    CLI_LINE_MTV,
    CLI_LINE_GAP,      ///< between the closest points of shapes that are apart
    CLI_LINE_CONTACT,  ///< between the two points of a contact
    CLI_LINE_SIMPLEX,  ///< an edge of the simplex
    CLI_LINE_DIRECTION ///< the search direction or axis of a step
} cli_line_kind;

/// A straight line, an arrow if it has a head.
typedef struct cli_line {
    cli_line_kind kind;
    cli_paint paint;
    bool has_head;
    cld_vec3 from, to;
    char label[64]; ///< may be empty
} cli_line;

/// {.failed = false} is an empty one.
typedef struct cli_layer {
    cli_bodies bodies;
    cli_mark *marks;
    size_t mark_count, mark_room;
    cli_line *lines;
    size_t line_count, line_room;
    bool failed; ///< memory ran out: something is missing
} cli_layer;

void cli_layer_add_mark(cli_layer *layer, cli_mark_kind kind, cli_paint paint, cld_vec3 at,
                        const char *label);
void cli_layer_add_line(cli_layer *layer, cli_line_kind kind, cli_paint paint, cld_vec3 from, cld_vec3 to,
                        const char *label);

/// The same with a head at `to`.
void cli_layer_add_arrow(cli_layer *layer, cli_line_kind kind, cli_paint paint, cld_vec3 from, cld_vec3 to,
                         const char *label);

/// Where the bodies, marks and lines lie along `axis`.
void cli_layer_find_span(const cli_layer *layer, cld_vec3 axis, double *from, double *to);

void cli_layer_clear(cli_layer *layer);

#endif
