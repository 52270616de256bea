/// Files as assimp reads them. Of what they name it gets to see regular files only.
#ifndef CLI_IMPORT_FILES_H
#define CLI_IMPORT_FILES_H

#include <stdbool.h>

#include <assimp/scene.h>

#include "import/gltf_nodes.h"

/// Has assimp read the file at `path`. Sets `level->up` and `metres`, the unit of its lengths, if the file
/// says so in a place where assimp does not look, and `nodes`, as cli_gltf_prepare, whose names are in the
/// level's arena; adds what assimp leaves out of it to the faults. The
/// caller releases the scene, which has a root. CLD_IO, CLD_UNSUPPORTED, CLD_SYNTAX, and what
/// cli_collada_prepare and cli_gltf_prepare fail with.
cld_status cli_files_import(const char *path, cli_level *level, double *metres, cli_gltf_nodes *nodes,
                            const struct aiScene **scene, cld_error *err);

/// Whether there is a file that ends: a pipe or device that a document names could be waited for in vain. If
/// not, bytes written as % and two digits are made bytes in what follows the first `folder` bytes of the
/// path, which glTF wants of all that URIs reserve.
bool cli_files_find(cld_text *path, size_t folder);

/// Makes %20 a blank, and so on; in place, for that is shorter.
void cli_files_decode(char *path);

/// How many bytes of a path are its folder, with the slash.
size_t cli_files_find_folder(const char *path);

#endif
