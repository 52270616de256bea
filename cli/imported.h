/// Scenes in the formats of other programs: collide-import reads them, as a child of this process, and hands
/// them over through a pipe.
#ifndef CLI_IMPORTED_H
#define CLI_IMPORTED_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "collide/status.h"
#include "json/library.h"

/// The first argument that makes collide-import write the file that the second names to its standard output:
/// a cli_import_header, then what that counts.
#define CLI_IMPORT_FOR_PARENT "--for-parent"

/// The same, with the hulls of meshes that are not convex.
#define CLI_IMPORT_HULLS_FOR_PARENT "--hulls-for-parent"

/// The two programs are installed together; should they not be, the version tells.
typedef struct cli_import_header {
    char version[16];
    uint64_t object_count;    ///< of lines, each an unsigned long, after the faults
    uint64_t fault_count;     ///< of cld_error, after this
    uint64_t names_length;    ///< of the names of the objects, each with a NUL, after the lines
    uint64_t notes_length;    ///< of what was done to their meshes, or nothing, each with a NUL, after those
    uint64_t losses_length;   ///< of the names of files and what of each is left out, with NULs, after those
    uint64_t document_length; ///< of the document, which follows and is the last
    cld_error error; ///< why nothing could be read; its status is CLD_OK, and the rest is unset, without one
} cli_import_header;

/// A scene as it was handed over. {0} is none.
typedef struct cli_imported {
    cld_text stream;
    const char *document; ///< JSON
    size_t length;
    const cld_error *faults; ///< what of the file could not become a part of the scene
    size_t fault_count;
    const unsigned long *lines; ///< of the file, for each object; 0 where it has none
    size_t object_count;
    const char *names;  ///< of the objects, one after the other
    const char *notes;  ///< what was done to the mesh of each where that changed it, else ""
    const char *losses; ///< a file's name and what of it is left out, again and again
    size_t losses_length;
} cli_imported;

/// The formats of other programs.
enum {
    CLI_FORMAT_OBJ,
    CLI_FORMAT_STL,
    CLI_FORMAT_PLY,
    CLI_FORMAT_OFF,
    CLI_FORMAT_GLTF,
    CLI_FORMAT_GLB,
    CLI_FORMAT_DAE,
    CLI_FORMAT_FBX,
    CLI_FORMAT_MAP,
    CLI_FORMAT_URDF
};

/// The endings of their files, for cli_ending_find.
extern const char *const cli_import_endings[];

/// Whether a file is of another program, by the ending of its name.
bool cli_is_importable(const char *path);

/// Reads a file; `convexify` takes the hulls of meshes that are not convex. Fails as the import does, and
/// with CLD_IO where the program cannot be run or is of another version. The caller clears it, also then.
cld_status cli_imported_read(const char *path, bool convexify, cli_imported *imported, cld_error *err);

/// Reads a file all of whose objects there have to be, as a library. A fault of it is an error. The caller
/// clears the library, also then.
cld_status cli_imported_read_library(const char *path, bool convexify, cld_library *library, cld_error *err);

/// The name of the one object to take where the user gives none. CLD_USAGE names some of several; where a
/// fault leaves one or none, it is to blame: what it is about may be what was meant.
cld_status cli_imported_pick(const cli_imported *imported, const char **name, cld_error *err);

/// The warning that the mesh of the object of that name was changed; its message is empty where it was not.
cld_warning cli_imported_find_warning(const cli_imported *imported, const char *name);

/// The warning that something of the file is left out; its message is empty where nothing is.
cld_warning cli_imported_find_loss(const cli_imported *imported);

/// Makes the error that there is no object of that name the fault that names it, if there is one, else says
/// what else of the file is not in the scene.
void cli_imported_explain(const cli_imported *imported, const char *name, cld_error *err);

void cli_imported_clear(cli_imported *imported);

#endif
