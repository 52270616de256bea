/// Convex bodies as faces, edges and vertices, ready to be drawn.
///
/// A polytope has the vertices, faces and edges of its hull, under the numbers that answers use. What is
/// curved, rounded or has more than a thousand vertices is tessellated: points of its surface for many
/// directions, evenly spread about its own axes, and the hull of those. A half-space is a slab of its plane,
/// as large as what is drawn with it.
#ifndef CLI_DRAW_BODY_H
#define CLI_DRAW_BODY_H

#include <stdbool.h>

#include "collide/collide.h"
#include "paint.h"

/// How coordinates of a picture stand for the world's: p for origin + unit * p. The unit, a power of two,
/// brings the picture's size near 1, so that single precision is enough to draw it.
typedef struct cli_frame {
    cld_vec3 origin;
    double unit;
    int turns; ///< how finely what is curved is cut up: CLI_TURNS, CLI_FEW_TURNS
} cli_frame;

cld_vec3 cli_frame_from_world(const cli_frame *frame, cld_vec3 world);

/// The unit for what has a size: the power of two next above that, but none so small that 1 cannot be divided
/// by it; 1 for no size, or one without an end.
double cli_frame_find_unit(double size);

/// The box around what is bounded of a shape; of a compound, that may be some of its parts. False if nothing
/// is.
bool cli_find_shown_box(const cld_shape *shape, cld_vec3 *lower, cld_vec3 *upper);

/// A convex body in the coordinates of a picture. Owns all that it points to.
///
/// Faces are loops, counter-clockwise seen from outside: face f has the vertices face_vertex[face_start[f] ..
/// face_start[f + 1] - 1]. A flat body has two, the same loop wound both ways; a straight one has an edge and
/// no face, a point neither. The numbers are those of answers, CLD_NO_INDEX where there is none.
typedef struct cli_body {
    cli_paint paint;
    char *name;     ///< UTF-8, as the user gave it: escape it
    uint32_t child; ///< of a compound, else CLD_NO_INDEX
    bool is_curved; ///< tessellated
    bool is_cut;    ///< a slab that stands for a half-space; its face 0 is the plane
    uint32_t vertex_count, face_count, edge_count;
    cld_vec3 *vertex;
    uint32_t *vertex_number;
    uint32_t *face_start, *face_vertex, *face_number;
    cld_vec3 *face_normal;
    uint32_t (*edge_vertex)[2];
    uint32_t (*edge_face)[2]; ///< CLD_NO_INDEX for an edge without faces
    uint32_t *edge_number;
    bool *edge_is_sharp; ///< false between two pieces of a curved surface: drawn only as an outline
} cli_body;

/// Bodies, each of which owns what it points to. {NULL, 0} is none.
typedef struct cli_bodies {
    cli_body *at;
    size_t count;
} cli_bodies;

/// Adds the bodies of a placed shape: one, or one for each part of a compound. A half-space is drawn as far
/// as `reach` around `middle`, both in the picture. CLD_INTERNAL when memory runs out.
cld_status cli_bodies_add_shape(cli_bodies *bodies, const cld_shape *shape, const char *name, cli_paint paint,
                                const cli_frame *frame, cld_vec3 middle, double reach, cld_error *err);

/// Adds the hull of any points of the picture, with all its edges sharp.
cld_status cli_bodies_add_hull(cli_bodies *bodies, const cld_vec3 *points, size_t count, const char *name,
                               cli_paint paint, cld_error *err);

void cli_bodies_clear(cli_bodies *bodies);

/// The mean of the vertices.
cld_vec3 cli_body_find_middle(const cli_body *body);

#endif
