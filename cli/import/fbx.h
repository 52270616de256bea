/// FBX: what has to be known beside the nodes and meshes that assimp makes of such a file.
#ifndef CLI_IMPORT_FBX_H
#define CLI_IMPORT_FBX_H

#include <assimp/scene.h>

#include "import/level.h"

/// Reads which axis is up, and how many metres the unit is. CLD_BAD_VALUE for one that is negative, which
/// would mirror all there is.
cld_status cli_fbx_read_settings(const struct aiScene *scene, cli_level *level, double *metres,
                                 cld_error *err);

/// Refuses a node that, or one above it, takes another part in the scales above than assimp lets all take.
/// CLD_UNSUPPORTED.
cld_status cli_fbx_check_node(const struct aiNode *node, cld_error *err);

#endif
