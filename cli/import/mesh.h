/// Meshes: polygons between points, as files describe surfaces.
#ifndef CLI_IMPORT_MESH_H
#define CLI_IMPORT_MESH_H

#include "import/digits.h"
#include "import/level.h"
#include "options.h"

/// Faces by index into points. The arrays are in an arena.
typedef struct cli_mesh {
    const char *name; ///< NULL for none
    double *points;   ///< three numbers each
    size_t point_count;
    uint32_t *face_start; ///< face_count + 1 offsets into face_vertex
    uint32_t *face_vertex;
    size_t face_count;
    /// How far a point of the file may be off for the rounding of its numbers, relative to the greatest of
    /// them: 0 for doubles.
    double rounding;
    cli_digits digits; ///< of those of a text
} cli_mesh;

/// Coordinates of meshes may be so large.
#define CLI_MESH_LARGEST 1e100

/// How far the length of a rotation's axis or quaternion may be from 1: more than the six digits of those who
/// write few.
#define CLI_MESH_UNIT 1e-5

/// Room for so many points, faces, and vertices of all faces; the counts are set, and face_start[0].
/// CLD_TOO_LARGE beyond what indices can count; CLD_INTERNAL when memory runs out.
cld_status cli_mesh_create(cld_arena *arena, size_t points, size_t faces, size_t face_vertices,
                           cli_mesh *mesh, cld_error *err);

/// Makes points at the same place one, and drops what then is no face (less than three different vertices),
/// faces between the same vertices as one before, and points that no face has, if there are faces at all.
/// Points keep their order. CLD_BAD_INDEX, CLD_BAD_VALUE for a coordinate that is not finite or beyond
/// CLI_MESH_LARGEST.
cld_status cli_mesh_weld(cli_mesh *mesh, cld_error *err);

/// What a mesh is as a set.
typedef struct cli_mesh_view {
    bool is_convex;
    bool is_open;       ///< a part of the hull's surface has no face
    bool is_inside_out; ///< the faces turn clockwise seen from outside
    char reason[160];   ///< why it is not convex, with the worst vertex; "" if it is
} cli_mesh_view;

/// Judges a welded mesh by `hull`, that of its points.
///
/// It is convex if its faces lie on the hull within 1e-6 of the diagonal D of the points' box, or within what
/// the file's numbers are good for, and leave nothing of the hull's surface uncovered but in one face: a
/// crate may lack its bottom. A flat mesh has to reach to the rim of its hull everywhere. What is open and
/// shows its inside, as a room does, is not convex. A mesh without faces is the hull of its points.
/// CLD_TOO_LARGE where finding the faces of the hull that the mesh's are on takes too many tries,
/// CLD_INTERNAL.
cld_status cli_mesh_judge(const cli_mesh *mesh, const cld_hull *hull, cli_mesh_view *view, cld_error *err);

/// The parts of a mesh that no face connects: the number of each vertex's part, counted from 0 in the order
/// of the vertices. `part` has room for all vertices. False when memory runs out.
bool cli_mesh_find_parts(const cli_mesh *mesh, uint32_t *part, uint32_t *count);

/// Adds the shape that a mesh is, in the mesh's own coordinates: a hull if it is convex, else what
/// `options->concave` says. The mesh is welded first. `done` says in words what was done.
///
/// CLD_NOT_CONVEX names the worst vertex; CLD_BAD_VALUE, CLD_BAD_INDEX, CLD_TOO_LARGE for a mesh that no
/// shape can be made of. None of these changes the level's shapes.
cld_status cli_mesh_add(cli_mesh *mesh, const cli_import_options *options, cli_level *level, uint32_t *shape,
                        cld_text *done, cld_error *err);

/// An object made of a mesh of its own.
typedef struct cli_mesh_object {
    const char *path;        ///< of the file
    const char *name;        ///< NULL or empty for the file's
    const char *const *tags; ///< copied
    size_t tag_count;
    unsigned long line; ///< where in the file it begins; 0 if it has no lines
} cli_mesh_object;

/// Adds a mesh as an object, in the place where it is. One that no shape can be made of is a fault of the
/// level, one without vertices is told of; only CLD_INTERNAL is an error.
cld_status cli_mesh_add_object(cli_mesh *mesh, const cli_mesh_object *object,
                               const cli_import_options *options, cli_level *level, cld_error *err);

#endif
