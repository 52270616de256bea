/// Convex shapes.
#ifndef COLLIDE_SHAPE_H
#define COLLIDE_SHAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collide/arena.h"
#include "collide/export.h"
#include "collide/hull.h"
#include "collide/transform.h"

CLD_API_BEGIN

/// The kinds of shapes, named as in shape documents.
typedef enum cld_kind {
    CLD_HULL,      ///< convex hull of `points`
    CLD_BOX,       ///< centred at the origin, full edge lengths `size`
    CLD_POINT,     ///< points[0]; 2D or 3D
    CLD_SEGMENT,   ///< points[0], points[1]; 2D or 3D
    CLD_TRIANGLE,  ///< points[0 .. 2]
    CLD_SPHERE,    ///< `radius` around the origin
    CLD_CAPSULE,   ///< within `radius` of the segment points[0], points[1]; 2D or 3D
    CLD_CYLINDER,  ///< flat ends around points[0] and points[1], `radius`
    CLD_CONE,      ///< base around points[0], apex points[1], `radius` of the base
    CLD_ELLIPSOID, ///< centred at the origin, semi-axes `radii`
    CLD_HALFSPACE, ///< normal . x <= offset; 2D or 3D
    CLD_COMPOUND,  ///< the union of `children`; 2D or 3D
    CLD_POLYGON,   ///< 2D: convex polygon `points` in order, either winding
    CLD_RECTANGLE, ///< 2D: centred at the origin, full edge lengths `size`
    CLD_CIRCLE,    ///< 2D: disc of `radius` around the origin
    CLD_KIND_COUNT
} cld_kind;

/// What a shape is, in its own frame; everything in it is borrowed for the call that reads it.
typedef struct cld_shape_def {
    cld_kind kind;
    int dimension;        ///< 3 or 2; in two dimensions every z is 0
    const double *points; ///< three numbers each
    size_t point_count;
    double size[3];   ///< of a box or a rectangle: full edge lengths along x, y and z
    double radii[3];  ///< of an ellipsoid: semi-axes along x, y and z
    double radius;    ///< of a sphere, circle, capsule, cylinder, or a cone's base
    double normal[3]; ///< of a half-space: any length but 0
    double offset;    ///< of a half-space: normal . x <= offset, the normal as it is given
    double margin;    ///< the shape is all points within this of the set above, in the shape's own frame
    cld_transform transform; ///< with a radius, radii or a margin, a similarity; a radius and a margin are
                             ///< multiplied by the factor that cld_transform_find_similarity tells; in two
                             ///< dimensions what is in the plane z = 0 stays in it

    const struct cld_shape_def *children; ///< of a compound, each with its own transform; in its arena, and
                                          ///< convexified where it is. Up to 10000 shapes that are no
                                          ///< compounds, and 24 compounds in one another
    size_t child_count;

    /// Optional lists, as far as the user has given them (hulls only), checked against the hull of the
    /// points.
    const uint32_t *face_start; ///< face_count + 1 offsets into face_vertex, from 0 upwards
    const uint32_t *face_vertex;
    size_t face_count;
    const uint32_t (*edge_vertex)[2];
    size_t edge_count;
    const double *normals; ///< three numbers each, one a face
    size_t normal_count;
    bool convexify; ///< take the hull of what is not convex by its faces, or a polygon's order, instead of
                    ///< failing

    struct cld_family *family; ///< NULL but for what the library has read itself

    cld_arena *arena; ///< where the shape is kept, to be cleared after the shape is destroyed; NULL: by
                      ///< itself
} cld_shape_def;

/// Something remarkable about a shape's description that does not keep it from being used.
typedef struct cld_warning {
    char pointer[CLD_POINTER_SIZE];
    char message[192];
} cld_warning;

/// Receives warnings as they are found. The warning is valid during the call only.
typedef void cld_warn(void *context, const cld_warning *warning);

/// A shape in the world, ready for queries. Immutable but for its hull and its tables, which are built when
/// first asked for; any number of threads may use it at once.
typedef struct cld_shape cld_shape;

/// A definition of `kind` with identity transform, no margin, and nothing else set.
cld_shape_def cld_shape_def_make(cld_kind kind);

/// Builds a shape from its definition, which may be forgotten afterwards, in time linear in its size but for
/// a hull whose faces, edges or normals are given: those are held to the hull of its points. The caller
/// destroys it. `warn` may be NULL. Fails with CLD_BAD_VALUE, CLD_BAD_INDEX, CLD_NOT_CONVEX,
/// CLD_BAD_TRANSFORM, CLD_TOO_LARGE (also where a length or a coordinate, one of the middle of the shape in
/// the world, or how far the shape may reach from there, is beyond 1e101), CLD_DIMENSION_MISMATCH for a child
/// of another dimension than its compound, CLD_INTERNAL; the error's pointer names the member by its key in a
/// shape document, such as /faces/3/1. Where a compound's transform follows those of its children, it names
/// the innermost with which the child cannot be made.
cld_status cld_shape_create(const cld_shape_def *def, cld_warn *warn, void *warn_context, cld_shape **out,
                            cld_error *err);

/// Frees a shape, but for what is in an arena; NULL is allowed.
void cld_shape_destroy(cld_shape *shape);

/// The name of a kind in documents: "hull"; "unknown" for what is none.
const char *cld_kind_name(cld_kind kind);

/// The shape's axis-aligned bounding box in the world, margin included, each side good to an ulp or two of
/// the box's largest coordinate, of a curved shape to four: it may leave out as much. Where parts of its
/// transform nearly cancel, it is wider by what that may have lost. A half-space's is infinite.
void cld_shape_find_box(const cld_shape *shape, cld_vec3 *lower, cld_vec3 *upper);

/// The hull of a polytope's vertices in the shape's own frame, built on the first call and then kept. Of what
/// a radius rounds, it is that of the points, ends or centre that are rounded. It lives as long as the shape.
/// CLD_UNSUPPORTED for a half-space, a compound and what else is not made of points, CLD_INTERNAL when memory
/// runs out.
cld_status cld_shape_find_hull(const cld_shape *shape, const cld_hull **hull, cld_error *err);

/// Builds what makes many queries of a shape fast and one query slow: its hull, the planes of its largest
/// faces, and for large polytopes a table of supports, of 80 to 240 bytes a vertex for round ones and never
/// more than 512: where that is too little the table is coarser, or left out, as where nearly all vertices
/// crowd in a billionth of the shape's size. Nothing for a compound, whose children are asked as they are.
/// Answers stay the same to the last bit. CLD_INTERNAL when memory runs out.
cld_status cld_shape_build_tables(const cld_shape *shape, cld_error *err);

/// What a shape is made of, in 16 to 60 bytes for a box or a ball that is only moved, 200 for one that is
/// turned: for scenes with more of them than memory has room for as shapes. Immutable.
typedef struct cld_packed_shape cld_packed_shape;

/// Packs a definition, which may be forgotten afterwards; the arena holds it. Makes the shape once, to fail
/// as cld_shape_create does where none can be made; CLD_UNSUPPORTED where it has faces, edges or normals,
/// CLD_INTERNAL when memory runs out.
cld_status cld_shape_pack(const cld_shape_def *def, cld_arena *arena, const cld_packed_shape **packed,
                          cld_error *err);

/// Builds the shape of the definition, bit by bit as cld_shape_create does, after which `packed` may go. The
/// caller destroys the shape. CLD_INTERNAL when memory runs out.
cld_status cld_shape_unpack(const cld_packed_shape *packed, cld_shape **shape, cld_error *err);

/// How many vertices a polytope has, as many as the hull's point_count; 0 for others. Writes them, in its own
/// frame, three doubles each, if `points`, which has room for them, is not NULL.
size_t cld_shape_points(const cld_shape *shape, double *points);

CLD_API_END

#endif
