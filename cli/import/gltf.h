/// What of a glTF file does not matter to a solid.
#ifndef CLI_IMPORT_GLTF_H
#define CLI_IMPORT_GLTF_H

#include "base/text.h"

/// Makes the file forget its textures and animations, and the materials that it refers to and does not have,
/// over which assimp would refuse it. The length stays. Does nothing if `path` ends in neither .gltf nor
/// .glb.
void cli_gltf_forget(const char *path, cld_text *bytes);

#endif
