/// The nodes of a glTF file: assimp makes floats of where they are.
#ifndef CLI_IMPORT_GLTF_NODES_H
#define CLI_IMPORT_GLTF_NODES_H

#include "import/gltf_walk.h"
#include "import/level.h"

typedef struct cli_gltf_node {
    const char *name; ///< NULL if it has none
    double translation[3], rotation[4], scale[3];
    double matrix[16]; ///< by columns, in place of the former
    bool has_matrix;
    bool has_skin; ///< its bones are left out
    bool has_mesh;
    bool has_collider; ///< a shape of an extension for physics, which is left out
    bool is_placed;    ///< it is in the scene that is read
    unsigned seen;     ///< which members it has, a bit each
} cli_gltf_node;

/// By their numbers. Nodes of which the file says nothing may be missing at the end.
typedef struct cli_gltf_nodes {
    cli_gltf_node *at;
    size_t count, capacity;
    bool is_in_body; ///< the walk is in such an extension
    bool is_odd;     ///< a key stands twice: what that means is assimp's to tell
} cli_gltf_nodes;

/// Reads the member of a node where the walk is, as far as it is of use. The name is kept in the arena.
/// CLD_BAD_VALUE for a part of a transform that is not what it has to be; CLD_INTERNAL when memory runs out.
cld_status cli_gltf_nodes_read(cli_gltf_nodes *nodes, const cli_walk *w, cld_arena *arena, cld_error *err);

/// Notes a collider where the walk is in a node, if there is one.
void cli_gltf_nodes_note_collider(cli_gltf_nodes *nodes, const cli_walk *w);

/// Tells of the nodes with meshes that are not placed, and of those with a collider alone, once all that are
/// placed have been marked.
void cli_gltf_nodes_tell_losses(const cli_gltf_nodes *nodes, const char *path, cli_level *level);

void cli_gltf_nodes_clear(cli_gltf_nodes *nodes);

/// From the node's frame to that of the node above it.
cli_matrix cli_gltf_node_find_matrix(const cli_gltf_node *node);

#endif
