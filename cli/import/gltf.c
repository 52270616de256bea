/// A key of which a letter is changed is one that nobody looks for: that keeps all lengths, those of a GLB
/// too.
#include "import/gltf.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/number.h"
#include "ending.h"
#include "import/gltf_indices.h"
#include "imported.h"

/// How many objects the array has that begins here.
static unsigned long count_objects(cli_walk w) {
    unsigned long count = 0;
    ptrdiff_t depth = 0;
    for (; w.at < w.end; w.at++) {
        if (*w.at == '"')
            w.at = cli_walk_skip_string(w.at + 1, w.end);
        if (w.at == w.end)
            break;
        count += *w.at == '{' && depth == 1;
        depth += (*w.at == '{' || *w.at == '[') - (*w.at == '}' || *w.at == ']');
        if (depth <= 0)
            break;
    }
    return count;
}

/// Lists of the document that hold nothing of use, and the members of a material that refer to them. Without
/// the matrices that a skin need not have, assimp crashes.
static bool is_look(const cli_walk *w) {
    static const char *const lists[] = {"textures", "images", "samplers", "animations", "skins"};
    static const char ending[] = "Texture";
    size_t length = strlen(ending);
    for (size_t i = 0; i < sizeof lists / sizeof *lists && w->depth == 1; i++)
        if (cli_walk_is_at(w, lists[i]))
            return true;
    return w->length > length && memcmp(w->key + w->length - length, ending, length) == 0;
}

/// Where a walk is in the meshes of the document.
typedef struct in_meshes {
    bool is_in, is_in_primitives, is_in_attributes;
} in_meshes;

/// Whether a member of a primitive says nothing of its vertices and faces: attributes but POSITION, also of
/// what is compressed, and targets of a morph, whose weights are 0. assimp refuses a file over such that are
/// odd, and takes POSITION_1 for POSITION.
static bool is_beside(in_meshes *in, const cli_walk *w) {
    if (w->depth == 1)
        *in = (in_meshes){.is_in = cli_walk_is_at(w, "meshes")};
    if (w->depth == 3)
        in->is_in_primitives = in->is_in && cli_walk_is_at(w, "primitives");
    if (in->is_in_primitives && (w->depth == 5 || w->depth == 7))
        in->is_in_attributes = cli_walk_is_at(w, "attributes");
    return in->is_in_primitives &&
           ((w->depth == 5 && cli_walk_is_at(w, "targets")) ||
            ((w->depth == 6 || w->depth == 8) && in->is_in_attributes && !cli_walk_is_at(w, "POSITION")));
}

/// Changes the first letter of a key. Where that is escaped, what it escapes goes, too.
static void forget(const cli_walk *w) {
    if (w->length == 0)
        return;
    if (*w->key == '\\' && w->length > 1)
        w->key[1] = '-';
    *w->key = '-';
}

static cld_status fail(const char *found, size_t length, cld_error *err) {
    return cld_fail(err, CLD_UNSUPPORTED, "",
                    "expected meshes and nodes that need no extension, found \"%s\"",
                    cld_bytes_tell(found, length).text);
}

/// Which meshes nodes have without weights of their own, which take the place of the mesh's: found when
/// first asked for, by one walk, as a document may have many.
typedef struct meshes {
    unsigned long count;
    bool *has_as_it_is; ///< NULL until then
} meshes;

static bool find_meshes(cli_walk w, cld_arena *arena, meshes *all) {
    bool is_in_nodes = false, has_mesh = false, has_weights = false, goes_on = true;
    unsigned long mesh = 0;
    all->has_as_it_is = cld_arena_add(arena, all->count + 1, sizeof *all->has_as_it_is);
    if (!all->has_as_it_is)
        return false;
    memset(all->has_as_it_is, 0, (all->count + 1) * sizeof *all->has_as_it_is);
    for (size_t node = 0; goes_on;) {
        goes_on = cli_walk_next(&w);
        if (!goes_on || w.depth == 1 || (w.depth == 3 && w.opened[2] != node)) {
            if (has_mesh && !has_weights && mesh < all->count)
                all->has_as_it_is[mesh] = true;
            has_mesh = has_weights = false;
            node = w.depth == 1 ? 0 : w.opened[2];
        }
        if (goes_on && w.depth == 1)
            is_in_nodes = cli_walk_is_at(&w, "nodes");
        if (!goes_on || w.depth != 3 || !is_in_nodes)
            continue;
        if (cli_walk_is_at(&w, "mesh") && *w.at >= '0' && *w.at <= '9') {
            mesh = strtoul(w.at, NULL, 10);
            has_mesh = true;
        }
        has_weights |= cli_walk_is_at(&w, "weights");
    }
    return true;
}

/// Refuses a list of weights, which begins here, with one that is not 0: targets of a morph move vertices
/// then, which assimp leaves where they are without. Those of a mesh that is nowhere, or only where nodes
/// have others, do nothing.
static cld_status check_weights(const cli_walk *document, const cli_walk *w, meshes *all, cld_arena *arena,
                                cld_error *err) {
    size_t number = w->opened[w->depth - 1] - 1;
    char pointer[64];
    double weight = 0;
    const char *at = w->at;
    for (char before = '['; at < w->end && *at == before && weight == 0; before = ',') {
        const char *end = cld_number_read(cli_walk_skip_blanks((char *)at + 1, w->end), w->end, &weight);
        if (!end)
            return CLD_OK; // an empty list, or what assimp tells of
        at = cli_walk_skip_blanks((char *)end, w->end);
    }
    if (weight == 0)
        return CLD_OK;
    if (all && !all->has_as_it_is && !find_meshes(*document, arena, all))
        return cld_fail_memory(err);
    if (all && !(number < all->count && all->has_as_it_is[number]))
        return CLD_OK;
    snprintf(pointer, sizeof pointer, "/%s/%zu/weights", all ? "meshes" : "nodes", number);
    return cld_fail(err, CLD_UNSUPPORTED, pointer,
                    "expected weights of 0, with which nothing is morphed, found %s",
                    cld_number_tell(weight).text);
}

/// Refuses a list of extensions, which begins here, for one that is needed to read where vertices and nodes
/// are. assimp has Draco's, and passes over the others without a word.
static cld_status check_required(cli_walk w, cld_error *err) {
    static const char *const harmless[] = {"KHR_draco_mesh_compression",
                                           "KHR_materials_",
                                           "KHR_texture_",
                                           "KHR_lights_",
                                           "KHR_xmp",
                                           "EXT_texture_",
                                           "EXT_lights_",
                                           "MSFT_texture_"};
    for (; w.at < w.end && *w.at != ']'; w.at++) {
        bool is_harmless = false;
        if (*w.at != '"')
            continue;
        const char *name = w.at + 1;
        w.at = cli_walk_skip_string(w.at + 1, w.end);
        for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
            is_harmless |= strncmp(name, harmless[i], strlen(harmless[i])) == 0;
        if (!is_harmless)
            return fail(name, (size_t)(w.at - name), err);
    }
    return CLD_OK;
}

static cld_status prepare(const cli_walk *document, cli_gltf_nodes *nodes, cld_arena *arena, cld_error *err) {
    unsigned long materials = 0;
    meshes all = {0};
    bool is_in_nodes = false, is_in_meshes = false;
    bool is_first_version = false; // in which things are not in lists, but under names
    cld_status status = CLD_OK;
    cli_walk w = *document;
    while (!status && cli_walk_next(&w)) {
        if (w.depth == 1 && cli_walk_is_at(&w, "materials"))
            materials = count_objects(w);
        is_first_version |= w.depth == 1 && cli_walk_is_at(&w, "meshes") && *w.at == '{';
        if (w.depth == 1) {
            is_in_nodes = cli_walk_is_at(&w, "nodes");
            is_in_meshes = cli_walk_is_at(&w, "meshes");
            if (is_in_meshes)
                all = (meshes){.count = count_objects(w)};
        }
        if (w.depth == 1 && cli_walk_is_at(&w, "extensionsRequired"))
            status = check_required(w, err);
        else if (w.depth == 3 && (is_in_nodes || is_in_meshes) && cli_walk_is_at(&w, "weights"))
            status = check_weights(document, &w, is_in_meshes ? &all : NULL, arena, err);
        else if (w.depth == 3 && is_in_nodes)
            status = cli_gltf_nodes_read(nodes, &w, arena, err);
        else if (w.depth > 3 && is_in_nodes)
            cli_gltf_nodes_note_collider(nodes, &w);
        if (!status && cli_walk_is_at(&w, "EXT_mesh_gpu_instancing"))
            status = fail(w.key, w.length, err);
    }
    if (is_first_version || nodes->is_odd)
        cli_gltf_nodes_clear(nodes);
    if (status || is_first_version)
        return status;
    in_meshes in = {0};
    w = *document;
    while (cli_walk_next(&w)) {
        if (w.depth == 1)
            is_in_nodes = cli_walk_is_at(&w, "nodes");
        bool is_node_name = nodes->count > 0 && w.depth == 3 && is_in_nodes && cli_walk_is_at(&w, "name");
        // the text ends with a NUL, so that no number goes on behind it
        bool is_skin = w.depth == 3 && is_in_nodes && cli_walk_is_at(&w, "skin");
        bool is_missing = cli_walk_is_at(&w, "material") && *w.at >= '0' && *w.at <= '9' &&
                          strtoul(w.at, NULL, 10) >= materials;
        if (is_beside(&in, &w) || is_missing || is_node_name || is_skin || is_look(&w))
            forget(&w);
    }
    return CLD_OK;
}

static size_t find_word(const char *bytes) {
    const unsigned char *b = (const unsigned char *)bytes;
    return (size_t)b[0] | (size_t)b[1] << 8 | (size_t)b[2] << 16 | (size_t)b[3] << 24;
}

enum { HEAD = 20 }; // of a GLB, then of its first chunk, which is the document

/// Finds the document in a GLB of version 2; `length` is 0 in others, which are left to assimp.
static cld_status find_document(const cld_text *bytes, size_t *length, cld_error *err) {
    *length = 0;
    if (bytes->length < HEAD || memcmp(bytes->bytes, "glTF", 4) != 0)
        return cld_fail(err, CLD_SYNTAX, "",
                        "expected a GLB, which begins with glTF and has %d bytes or more", HEAD);
    size_t all = find_word(bytes->bytes + 8), document = find_word(bytes->bytes + 12);
    if (all > bytes->length)
        return cld_fail(err, CLD_SYNTAX, "", "expected %zu bytes, found %zu: the file is cut short", all,
                        bytes->length);
    if (find_word(bytes->bytes + 4) != 2)
        return CLD_OK;
    *length = document;
    return document <= bytes->length - HEAD
               ? CLD_OK
               : cld_fail(err, CLD_SYNTAX, "", "expected a document of %zu bytes, found %zu", document,
                          bytes->length - HEAD);
}

cld_status cli_gltf_prepare(const char *path, cld_text *bytes, cli_gltf_nodes *nodes, cld_arena *arena,
                            cld_error *err) {
    int format = cli_ending_find(cli_import_endings, path);
    bool is_binary = format == CLI_FORMAT_GLB;
    size_t length = bytes->length;
    if (!is_binary && format != CLI_FORMAT_GLTF)
        return CLD_OK;
    cld_status status = is_binary ? find_document(bytes, &length, err) : CLD_OK;
    if (status || length == 0)
        return status;
    char *begin = bytes->bytes + (is_binary ? HEAD : 0);
    const cli_walk document = {.at = begin, .end = begin + length};
    status = prepare(&document, nodes, arena, err);
    return status ? status
                  : cli_gltf_check_indices(path, &document, bytes->bytes + bytes->length, is_binary, err);
}
