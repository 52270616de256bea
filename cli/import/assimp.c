/// Reads meshes and the nodes that place them with assimp.
///
/// assimp keeps coordinates as floats, and matrices too, in the form that distributions give it; here they
/// are doubles from there on, so that chains of nodes add no more rounding, and in glTF from the file on.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <assimp/cimport.h>
#include <assimp/material.h>
#include <assimp/scene.h>

#include "base/grow.h"
#include "ending.h"
#include "import/fbx.h"
#include "import/files.h"
#include "import/mesh.h"
#include "import/readers.h"
#include "imported.h"
#include "math/vec.h"

/// A node in the world.
typedef struct placed {
    const struct aiNode *node;
    cli_matrix matrix;
} placed;

/// The meshes of a node as one shape. Nodes with the same list of meshes share it.
typedef struct use {
    const struct aiNode *node; ///< the first one
    uint32_t shape;            ///< CLD_NO_INDEX if none could be made
    uint32_t next;             ///< another use whose first mesh is the same, or CLD_NO_INDEX
    size_t objects;
    cld_text done; ///< what was done to it
} use;

/// What one file is read with.
typedef struct reading {
    const char *path;
    const cli_import_options *options;
    cli_level *level;
    const struct aiScene *scene;
    bool is_gltf;
    cli_gltf_nodes own; ///< of glTF, by what assimp calls them
    placed *nodes;      ///< those with meshes, in the file's order
    size_t node_count, node_capacity;
    use *uses; ///< room for as many as nodes
    uint32_t use_count;
    uint32_t *first_use; ///< by the first mesh
    cld_arena arena;
} reading;

/// A name of the file's own. assimp calls what has none nodes[7] and meshes[7] in glTF, $ColladaAutoName$_7
/// in COLLADA and elsewhere <something>; in FBX it makes nodes of a pivot's parts, A_$AssimpFbx$_Rotation.
static const char *find_name(const reading *r, const struct aiString *name) {
    bool is_made_up = name->length == 0 || (!r->is_gltf && name->data[0] == '<') ||
                      strncmp(name->data, "nodes[", 6) == 0 || strncmp(name->data, "meshes[", 7) == 0 ||
                      strncmp(name->data, "$ColladaAutoName$_", 18) == 0 ||
                      strstr(name->data, "_$AssimpFbx$_");
    return is_made_up ? NULL : name->data;
}

/// What the file says of a node of glTF; NULL of one that assimp has added, and in other formats.
static cli_gltf_node *find_own(const reading *r, const struct aiNode *node) {
    static const char begin[] = "nodes[";
    const char *name = node->mName.data;
    if (strncmp(name, begin, strlen(begin)) != 0)
        return NULL;
    unsigned long i = strtoul(name + strlen(begin), NULL, 10);
    return i < r->own.count ? &r->own.at[i] : NULL;
}

static const char *find_node_name(const reading *r, const struct aiNode *node) {
    const cli_gltf_node *own = find_own(r, node);
    return own ? own->name : find_name(r, &node->mName);
}

static const struct aiMesh *find_mesh(const reading *r, const struct aiNode *node, unsigned i) {
    return r->scene->mMeshes[node->mMeshes[i]];
}

/// The name of a node's meshes, NULL if they have none. What assimp cuts up by materials it calls name-0,
/// name-1.
static const char *find_mesh_name(reading *r, const struct aiNode *node) {
    const struct aiString *first = &find_mesh(r, node, 0)->mName;
    const char *name = find_name(r, first);
    size_t length = first->length;
    if (!name || node->mNumMeshes == 1 || length < 3 || strcmp(name + length - 2, "-0") != 0)
        return name;
    const char *whole = cld_arena_copy(&r->arena, name, length - 2);
    return whole ? whole : name;
}

/// Names a shape after its mesh, else its node, else the file.
static const char *name_shape(reading *r, const struct aiNode *node) {
    const char *mesh = find_mesh_name(r, node), *own = find_node_name(r, node);
    return mesh ? mesh : own ? own : cli_level_find_stem(r->level, r->path);
}

static const char *name_object(reading *r, const struct aiNode *node) {
    const char *mesh = find_mesh_name(r, node), *own = find_node_name(r, node);
    return own ? own : mesh ? mesh : cli_level_find_stem(r->level, r->path);
}

/// Adds the vertices and faces of one of assimp's meshes. Points and lines are no faces.
static void add_mesh(const struct aiMesh *from, cli_mesh *to) {
    uint32_t first = (uint32_t)to->point_count, end = to->face_start[to->face_count];
    for (unsigned i = 0; i < from->mNumVertices; i++) {
        const struct aiVector3D *p = &from->mVertices[i];
        memcpy(to->points + 3 * to->point_count++, (const double[]){p->x, p->y, p->z}, 3 * sizeof(double));
    }
    for (unsigned f = 0; f < from->mNumFaces; f++) {
        const struct aiFace *face = &from->mFaces[f];
        if (face->mNumIndices < 3)
            continue;
        for (unsigned i = 0; i < face->mNumIndices; i++) // one that is too great stays so, and is told of
            to->face_vertex[end++] =
                face->mIndices[i] < from->mNumVertices ? first + face->mIndices[i] : CLD_NO_INDEX;
        to->face_start[++to->face_count] = end;
    }
}

/// Without what the meshes of a node are taken, as they stand then; NULL if they have nothing of the kind. Of
/// morph targets assimp does not tell how much of each there is but in glTF, where it has to be nothing.
static const char *find_loss(const reading *r, const struct aiNode *node) {
    static const char *const losses[] = {NULL,
                                         "taken without bones",
                                         "taken without morph targets",
                                         "taken without bones and morph targets",
                                         "taken without its collider",
                                         "taken without bones and its collider"};
    const cli_gltf_node *own = find_own(r, node);
    unsigned found = own ? (own->has_skin ? 1 : 0) | (own->has_collider ? 4 : 0) : 0;
    for (unsigned i = 0; i < node->mNumMeshes; i++) {
        const struct aiMesh *mesh = find_mesh(r, node, i);
        found |= mesh->mNumBones > 0 ? 1 : 0;
        found |= mesh->mNumAnimMeshes > 0 && !r->is_gltf ? 2 : 0;
    }
    return losses[found];
}

/// The meshes of a node as one: a crate whose lid is of another material is one thing.
static cld_status join_meshes(reading *r, const struct aiNode *node, cli_mesh *mesh, cld_error *err) {
    size_t points = 0, faces = 0, vertices = 0;
    for (unsigned i = 0; i < node->mNumMeshes; i++) {
        const struct aiMesh *from = find_mesh(r, node, i);
        points += from->mVertices ? from->mNumVertices : 0;
        for (unsigned f = 0; f < from->mNumFaces; f++) {
            unsigned count = from->mFaces[f].mNumIndices;
            faces += count >= 3;
            vertices += count >= 3 ? count : 0;
        }
    }
    cld_status status = cli_mesh_create(&r->arena, points, faces, vertices, mesh, err);
    if (status)
        return status;
    mesh->point_count = mesh->face_count = 0; // counted again as they come
    mesh->rounding = sizeof(ai_real) == sizeof(float) ? 0x1p-24 : 0;
    for (unsigned i = 0; i < node->mNumMeshes; i++) {
        if (find_mesh(r, node, i)->mVertices)
            add_mesh(find_mesh(r, node, i), mesh);
    }
    return CLD_OK;
}

static bool has_same_meshes(const struct aiNode *a, const struct aiNode *b) {
    return a->mNumMeshes == b->mNumMeshes &&
           memcmp(a->mMeshes, b->mMeshes, a->mNumMeshes * sizeof *a->mMeshes) == 0;
}

/// A fault that does not keep the rest of the file from being read. Only memory does.
static cld_status tell_fault(reading *r, const char *what, const char *name, cld_error *err) {
    if (err->status == CLD_INTERNAL)
        return CLD_INTERNAL;
    cli_level_add_fault(r->level, what, name, 0, 0, err);
    return CLD_OK;
}

/// Makes the shape of a node's meshes. Without a vertex they are none, and nobody misses it.
static cld_status make_shape(reading *r, use *u, cld_error *err) {
    cli_mesh mesh;
    const char *name = name_shape(r, u->node);
    if (!name)
        return cld_fail_memory(err);
    u->shape = CLD_NO_INDEX;
    cld_status status = join_meshes(r, u->node, &mesh, err);
    mesh.name = name;
    if (!status && mesh.point_count == 0) {
        cli_level_tell_loss(r->level, r->path, "mesh \"%s\": left out, without vertices",
                            cld_name_tell(name).text);
        return CLD_OK;
    }
    if (!status)
        status = cli_mesh_add(&mesh, r->options, r->level, &u->shape, &u->done, err);
    return status ? tell_fault(r, "mesh", name, err) : CLD_OK;
}

/// The shape for a node, made when it is first used.
static cld_status find_use(reading *r, const struct aiNode *node, use **found, cld_error *err) {
    uint32_t *link = &r->first_use[node->mMeshes[0]];
    while (*link != CLD_NO_INDEX && !has_same_meshes(r->uses[*link].node, node))
        link = &r->uses[*link].next;
    *found = &r->uses[*link != CLD_NO_INDEX ? *link : r->use_count];
    if (*link != CLD_NO_INDEX)
        return CLD_OK;
    *link = r->use_count++;
    **found = (use){.node = node, .next = CLD_NO_INDEX};
    return make_shape(r, *found, err);
}

/// From a node's frame to that of the node above it.
static cli_matrix find_matrix(const reading *r, const struct aiNode *node) {
    const struct aiMatrix4x4 *m = &node->mTransformation;
    const cli_gltf_node *own = find_own(r, node);
    return own ? cli_gltf_node_find_matrix(own)
               : (cli_matrix){{{m->a1, m->a2, m->a3, m->a4},
                               {m->b1, m->b2, m->b3, m->b4},
                               {m->c1, m->c2, m->c3, m->c4}}};
}

static bool add_node(reading *r, placed node) {
    placed *nodes = cld_grow(r->nodes, &r->node_capacity, r->node_count, sizeof *nodes);
    if (!nodes)
        return false;
    r->nodes = nodes;
    r->nodes[r->node_count++] = node;
    return true;
}

/// Places all nodes, each before its children: what is still to do stands behind what is done, so that no
/// depth of nodes needs a deep stack.
static cld_status place_nodes(reading *r, const cli_matrix *root, cld_error *err) {
    placed *waiting = malloc(sizeof *waiting);
    size_t count = 1, capacity = 1;
    bool has_room = waiting != NULL;
    if (has_room)
        waiting[0] = (placed){r->scene->mRootNode, *root};
    while (count > 0 && has_room) {
        placed next = waiting[--count];
        cli_gltf_node *node = find_own(r, next.node);
        if (node)
            node->is_placed = true;
        if (next.node->mNumMeshes > 0)
            has_room = add_node(r, next);
        if (capacity - count < next.node->mNumChildren) {
            capacity = 2 * (count + next.node->mNumChildren);
            placed *more = has_room ? realloc(waiting, capacity * sizeof *more) : NULL;
            has_room = more != NULL;
            waiting = more ? more : waiting;
        }
        for (unsigned i = next.node->mNumChildren; i > 0 && has_room; i--) {
            const struct aiNode *child = next.node->mChildren[i - 1];
            cli_matrix own = find_matrix(r, child);
            waiting[count++] = (placed){child, cli_matrix_multiply(&next.matrix, &own)};
        }
    }
    free(waiting);
    return has_room ? CLD_OK : cld_fail_memory(err);
}

/// The names of the node and of those above it, and of the materials, as far as they are asked for.
static cld_status collect_tags(reading *r, const struct aiNode *node, const char ***tags, size_t *count,
                               cld_error *err) {
    size_t depth = 0;
    for (const struct aiNode *n = node; n; n = n->mParent)
        depth++;
    *count = 0;
    *tags = cld_arena_add(&r->arena, depth + node->mNumMeshes, sizeof **tags);
    if (!*tags)
        return cld_fail_memory(err);
    for (const struct aiNode *n = node; n && r->options->tag_nodes; n = n->mParent) {
        // the root stands for the file, unless it is a node: one that assimp adds in glTF is called ROOT
        bool is_node = n->mParent || n->mNumMeshes > 0 || (r->is_gltf && strcmp(n->mName.data, "ROOT") != 0);
        const char *name = is_node ? find_node_name(r, n) : NULL;
        if (name)
            (*tags)[(*count)++] = name;
    }
    for (unsigned i = 0; i < node->mNumMeshes && r->options->tag_materials; i++) {
        unsigned material = find_mesh(r, node, i)->mMaterialIndex;
        struct aiString *name = cld_arena_add(&r->arena, 1, sizeof *name);
        if (!name)
            return cld_fail_memory(err);
        if (material < r->scene->mNumMaterials &&
            aiGetMaterialString(r->scene->mMaterials[material], AI_MATKEY_NAME, name) == aiReturn_SUCCESS &&
            strcmp(name->data, AI_DEFAULT_MATERIAL_NAME) != 0)
            (*tags)[(*count)++] = name->data;
    }
    return CLD_OK;
}

/// Whether a matrix takes space to space.
static cld_status check_matrix(const cli_matrix *matrix, cld_error *err) {
    cld_transform inverse, transform = cli_matrix_find_transform(matrix);
    for (int i = 0; i < 12; i++)
        if (!(fabs(matrix->at[i / 4][i % 4]) <= 1e100))
            return cld_fail(err, CLD_BAD_TRANSFORM, "", "its transform is not finite");
    if (cld_transform_invert(&transform, &inverse, NULL))
        return cld_fail(err, CLD_BAD_TRANSFORM, "", "its transform makes it flat: a scale of it is 0");
    return CLD_OK;
}

/// Whether all scales are 0, which is how what a scene has is hidden in it (glTF 2.0, section 3.5.3).
static bool is_nothing(const cli_matrix *matrix) {
    for (int i = 0; i < 9; i++)
        if (matrix->at[i / 3][i % 3] != 0)
            return false;
    return true;
}

static cld_status add_object(reading *r, const placed *node, cld_error *err) {
    use *u;
    const char **tags;
    size_t count;
    for (unsigned i = 0; i < node->node->mNumMeshes; i++)
        if (node->node->mMeshes[i] >= r->scene->mNumMeshes)
            return cld_fail(err, CLD_BAD_INDEX, "", "expected a mesh below %u, found %u in the node \"%s\"",
                            r->scene->mNumMeshes, node->node->mMeshes[i],
                            cld_name_tell(node->node->mName.data).text);
    const char *name = name_object(r, node->node);
    if (!name)
        return cld_fail_memory(err);
    cld_status status = find_use(r, node->node, &u, err);
    if (status || u->shape == CLD_NO_INDEX)
        return status;
    if (is_nothing(&node->matrix)) {
        cli_level_tell_loss(r->level, r->path, "node \"%s\": left out, scaled to nothing",
                            cld_name_tell(name).text);
        return CLD_OK;
    }
    if (check_matrix(&node->matrix, err) || (!r->is_gltf && cli_fbx_check_node(node->node, err)))
        return tell_fault(r, "node", name, err);
    if ((status = collect_tags(r, node->node, &tags, &count, err)))
        return status;
    const char *loss = find_loss(r, node->node);
    if (loss)
        cli_level_tell_loss(r->level, r->path, "node \"%s\": %s", cld_name_tell(name).text, loss);
    u->objects++;
    status = cli_level_add_object(r->level, name, u->shape, &node->matrix, tags, count, err);
    if (!status)
        r->level->objects[r->level->object_count - 1].loss = loss;
    return status;
}

static cld_status add_objects(reading *r, cld_error *err) {
    cld_status status = CLD_OK;
    r->uses = calloc(r->node_count + 1, sizeof *r->uses);
    r->first_use = cld_arena_add(&r->arena, r->scene->mNumMeshes, sizeof *r->first_use);
    if (!r->uses || !r->first_use)
        return cld_fail_memory(err);
    memset(r->first_use, 0xFF, r->scene->mNumMeshes * sizeof *r->first_use); // CLD_NO_INDEX
    for (size_t i = 0; i < r->node_count && !status; i++)
        status = add_object(r, &r->nodes[i], err);
    for (uint32_t i = 0; i < r->use_count && !status; i++) {
        const use *u = &r->uses[i];
        if (u->shape != CLD_NO_INDEX)
            cli_level_tell(r->level, r->path, "mesh \"%s\": %s, %zu object%s",
                           cld_name_tell(r->level->shapes[u->shape].name).text, u->done.bytes, u->objects,
                           u->objects == 1 ? "" : "s");
    }
    return status;
}

/// The matrix of the root. In FBX and COLLADA it makes lengths metres, and leaves axes as they are.
static cli_matrix find_root(const reading *r, int format, double metres) {
    if (format != CLI_FORMAT_FBX && format != CLI_FORMAT_DAE)
        return find_matrix(r, r->scene->mRootNode);
    return (cli_matrix){{{metres, 0, 0, 0}, {0, metres, 0, 0}, {0, 0, metres, 0}}};
}

cld_status cli_read_meshes(const char *path, const cli_import_options *options, cli_level *level,
                           cld_error *err) {
    int format = cli_ending_find(cli_import_endings, path);
    reading r = {.path = path,
                 .options = options,
                 .level = level,
                 .is_gltf = format == CLI_FORMAT_GLTF || format == CLI_FORMAT_GLB};
    double metres = 1;
    cld_status status = cli_files_import(path, level, &metres, &r.own, &r.scene, err);
    if (!status && format == CLI_FORMAT_FBX)
        status = cli_fbx_read_settings(r.scene, level, &metres, err);
    if (!status) {
        cli_matrix root = find_root(&r, format, metres);
        status = place_nodes(&r, &root, err);
    }
    if (!status)
        status = add_objects(&r, err);
    if (!status)
        cli_gltf_nodes_tell_losses(&r.own, path, level);
    for (uint32_t i = 0; i < r.use_count; i++)
        cld_text_clear(&r.uses[i].done);
    free(r.uses);
    free(r.nodes);
    cli_gltf_nodes_clear(&r.own);
    cld_arena_clear(&r.arena);
    aiReleaseImport(r.scene);
    return status;
}
