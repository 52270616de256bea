/// Whether the faces of a glTF file have vertices, those are floats, and all of them is there.
#ifndef CLI_IMPORT_GLTF_INDICES_H
#define CLI_IMPORT_GLTF_INDICES_H

#include "base/error.h"
#include "import/gltf_walk.h"

/// CLD_BAD_INDEX where a primitive has an index of a vertex that it has not: assimp drops such a face without
/// a word. CLD_UNSUPPORTED for positions that are no floats, which assimp would take the bytes of for floats.
/// CLD_BAD_VALUE for vertices that make no whole triangles, and as cli_gltf_check_accessor for what is not in
/// its view. `document` is the JSON of the file at `path`; of a GLB the rest of the file, up to `end`, is its
/// bytes.
///
/// What is wrong in another way, or not to be had, is left to assimp, which says so. Passes over accessors
/// that are compressed.
cld_status cli_gltf_check_indices(const char *path, const cli_walk *document, const char *end, bool is_binary,
                                  cld_error *err);

#endif
