/// Collision elements of descriptions of robots.
#ifndef CLI_IMPORT_COLLISION_H
#define CLI_IMPORT_COLLISION_H

#include "import/level.h"
#include "import/xml.h"
#include "options.h"

/// A shape in the frame of what it is a part of.
typedef struct cli_collision_part {
    uint32_t shape;
    cli_matrix matrix;
    const char *loss; ///< as that of an object of a level
} cli_collision_part;

/// A file of meshes that has been read.
typedef struct cli_collision_file {
    const char *path;
    size_t first_part, part_count;
    cld_error error; ///< its status is CLD_OK if it could be read
} cli_collision_file;

/// What collision elements of one description share.
typedef struct cli_collisions {
    const char *path; ///< of the description
    const cli_import_options *options;
    cli_level *level;
    cld_arena *arena;
    cli_collision_file *files;
    size_t file_count, file_capacity;
    cli_collision_part *parts;
    size_t part_count, part_capacity;
    cld_name_table file_names;
} cli_collisions;

/// The pose that the child <origin xyz="" rpy=""> gives, the identity without one: a turn by r about x, then
/// by p about y, then by y about z, in radians, and then a move. CLD_BAD_VALUE.
cld_status cli_read_origin(const cli_element *element, cli_matrix *pose, cld_error *err);

/// Adds what a <collision> holds as objects called `name`, with that as their tag; `pose` is that of the
/// link. CLD_MISSING_KEY, CLD_BAD_VALUE, CLD_NOT_FOUND, CLD_UNSUPPORTED, and what reading a mesh can fail
/// with.
cld_status cli_collision_add(cli_collisions *all, const cli_element *collision, const char *name,
                             const cli_matrix *pose, cld_error *err);

void cli_collisions_clear(cli_collisions *all);

#endif
