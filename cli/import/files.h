/// Files as assimp reads them. Of what they name it gets to see regular files only.
#ifndef CLI_IMPORT_FILES_H
#define CLI_IMPORT_FILES_H

#include <stdbool.h>

#include <assimp/scene.h>

#include "base/error.h"

/// Has assimp read the file at `path`, and sets `up` to the axis that is up there if the file says so in a
/// place where assimp does not look. The caller releases the scene, which has a root. CLD_IO,
/// CLD_UNSUPPORTED, CLD_SYNTAX.
cld_status cli_files_import(const char *path, char *up, const struct aiScene **scene, cld_error *err);

/// Whether a file ends: a pipe or device that a document names could be waited for in vain.
bool cli_files_is_regular(const char *path);

#endif
