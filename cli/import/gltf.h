/// What assimp would make too much or too little of in a glTF file.
#ifndef CLI_IMPORT_GLTF_H
#define CLI_IMPORT_GLTF_H

#include "base/error.h"
#include "base/text.h"
#include "import/gltf_nodes.h"

/// Makes the file forget its textures and animations, attributes of vertices but their positions, targets of
/// morphs, and the materials that it refers to and does not have, over which assimp would refuse it; and, but
/// for version 1 and odd keys, the names of its nodes, which then are in `nodes`: assimp calls the seventh
/// nodes[6]. The length stays. Does nothing if `path` ends in neither .gltf nor .glb.
///
/// CLD_UNSUPPORTED where vertices or nodes depend on an extension that assimp passes over: it would read
/// quantised vertices as garbage, and one instance of many. CLD_SYNTAX for a GLB that is cut short.
/// CLD_BAD_INDEX and the like as cli_gltf_check_indices.
cld_status cli_gltf_prepare(const char *path, cld_text *bytes, cli_gltf_nodes *nodes, cld_arena *arena,
                            cld_error *err);

#endif
