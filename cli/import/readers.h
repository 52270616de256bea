/// The kinds of files that a level can be read from.
#ifndef CLI_IMPORT_READERS_H
#define CLI_IMPORT_READERS_H

#include "import/level.h"
#include "options.h"

/// Adds what the file at `path` holds to a level, in the file's own coordinates and units. `level->up` is set
/// to what is up in such files; a reader changes it where the file itself says so.
///
/// CLD_IO, CLD_SYNTAX and so on if the file as a whole is of no use. An object or mesh of it that cannot be a
/// part of a scene is a fault of the level, and the rest goes on.
typedef cld_status cli_read_level(const char *path, const cli_import_options *options, cli_level *level,
                                  cld_error *err);

cli_read_level cli_read_obj;
cli_read_level cli_read_stl;
cli_read_level cli_read_ply;
cli_read_level cli_read_off;
cli_read_level cli_read_meshes; ///< with assimp
cli_read_level cli_read_map;
cli_read_level cli_read_urdf; ///< with expat

typedef struct cli_reader {
    cli_read_level *read;
    char up; ///< the axis that points up in such files, as a rule
} cli_reader;

/// The reader for a file by its name's ending, whatever its case. CLD_UNSUPPORTED names the endings there
/// are.
cld_status cli_reader_find(const char *path, const cli_reader **reader, cld_error *err);

/// Adds what the file at `path` holds, turned and scaled as the options say. Fails as its reader does, and if
/// it holds nothing; what is left of the faults is up to the caller.
cld_status cli_level_read(const cli_options *options, const char *path, cli_level *level, cld_error *err);

/// Reads the bytes of a file, of which there may be none. The caller clears them, also when this fails.
cld_status cli_import_read_bytes(const char *path, cld_text *bytes, cld_error *err);

#endif
