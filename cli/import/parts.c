/// The connected parts of a mesh.
#include "import/mesh.h"

#include <stdlib.h>

/// The root of a vertex's tree. Halves the path on the way.
static uint32_t find_root(uint32_t *parent, uint32_t v) {
    while (parent[v] != v)
        v = parent[v] = parent[parent[v]];
    return v;
}

bool cli_mesh_find_parts(const cli_mesh *mesh, uint32_t *part, uint32_t *count) {
    uint32_t *parent = malloc((mesh->point_count + 1) * sizeof *parent);
    if (!parent)
        return false;
    for (uint32_t v = 0; v < mesh->point_count; v++)
        parent[v] = v;
    for (size_t f = 0; f < mesh->face_count; f++) {
        uint32_t begin = mesh->face_start[f];
        uint32_t root = find_root(parent, mesh->face_vertex[begin]);
        for (uint32_t h = begin + 1; h < mesh->face_start[f + 1]; h++) {
            uint32_t other = find_root(parent, mesh->face_vertex[h]);
            // the lower one stays, so that a root comes before all others of its tree
            parent[other < root ? root : other] = other < root ? other : root;
            root = other < root ? other : root;
        }
    }
    *count = 0;
    for (uint32_t v = 0; v < mesh->point_count; v++)
        part[v] = parent[v] == v ? (*count)++ : part[find_root(parent, v)];
    free(parent);
    return true;
}
