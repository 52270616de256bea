#include "import/gltf_asset.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"

cli_gltf_item *cli_gltf_find_item(cli_gltf_asset *a, int which, int64_t index) {
    cli_gltf_list *l = &a->lists[which];
    return l->items && index >= 0 && (uint64_t)index < l->count ? &l->items[index] : NULL;
}

cld_told_number cli_gltf_tell(int64_t number) {
    cld_told_number none = {"none"};
    return number < 0 ? none : cld_number_tell((double)number);
}

/// The item at `index`, which is added if there is none yet; NULL without memory.
static cli_gltf_item *make_item(cli_gltf_asset *a, int which, size_t index) {
    cli_gltf_list *l = &a->lists[which];
    while (l->count <= index) {
        cli_gltf_item *items = cld_grow(l->items, &l->capacity, l->count, sizeof *items);
        a->failed |= !items;
        if (!items)
            return NULL;
        l->items = items;
        const cli_gltf_part none = {CLI_GLTF_NONE, CLI_GLTF_NONE, CLI_GLTF_NONE};
        items[l->count++] = (cli_gltf_item){.view = CLI_GLTF_NONE,
                                            .buffer = CLI_GLTF_NONE,
                                            .offset = CLI_GLTF_NONE,
                                            .byte_length = CLI_GLTF_NONE,
                                            .count = CLI_GLTF_NONE,
                                            .component = CLI_GLTF_NONE,
                                            .stride = CLI_GLTF_NONE,
                                            .sparse_count = CLI_GLTF_NONE,
                                            .places = none,
                                            .values = none,
                                            .largest = CLI_GLTF_NONE};
    }
    return cli_gltf_find_item(a, which, (int64_t)index);
}

/// A whole number that begins here.
static int64_t read_whole(const cli_walk *w) {
    double number;
    if (!cld_number_read(w->at, w->end, &number) || !(number >= 0 && number <= 0x1p52))
        return CLI_GLTF_BAD;
    int64_t whole = (int64_t)number;
    return (double)whole == number ? whole : CLI_GLTF_BAD;
}

/// Whether a whole number up to `most` begins here that assimp takes for one: it has digits alone.
static bool is_plain(const cli_walk *w, int64_t most) {
    const char *at = w->at;
    while (at < w->end && *at >= '0' && *at <= '9')
        at++;
    bool has_more = at < w->end && (*at == '.' || *at == 'e' || *at == 'E');
    return at > w->at && !has_more && read_whole(w) >= 0 && read_whole(w) <= most;
}

/// Notes a number that is none for assimp, which would take another in its place without a word: that of
/// `key` in an element of the list `of`.
static void check_plain(cli_gltf_asset *a, const cli_walk *w, int64_t most, const char *of, size_t index,
                        const char *key) {
    if (*a->odd || is_plain(w, most))
        return;
    snprintf(a->odd, sizeof a->odd, "/%s/%zu/%s", of, index, key);
    a->odd_at = w->at;
    a->odd_most = most;
}

/// A member whose value is a whole number.
typedef struct member {
    const char *key;
    int64_t *number;
    int64_t most; ///< 0 where assimp refuses others
} member;

/// Takes the number that begins here if its key is one of these. `told` is the key to tell of, NULL for its
/// own.
static void take_number(cli_gltf_asset *a, const cli_walk *w, const member *members, size_t count,
                        const char *of, size_t index, const char *told) {
    for (size_t i = 0; i < count; i++) {
        const member *m = &members[i];
        if (!cli_walk_is_at(w, m->key))
            continue;
        if (*m->number == CLI_GLTF_NONE)
            *m->number = read_whole(w);
        if (m->most > 0)
            check_plain(a, w, m->most, of, index, told ? told : m->key);
    }
}

static void take_member(cli_gltf_asset *a, const cli_walk *w, const char *of, size_t index,
                        cli_gltf_item *to) {
    const member members[] = {{"bufferView", &to->view, 0},
                              {"buffer", &to->buffer, 0},
                              {"byteOffset", &to->offset, INT64_MAX},
                              {"byteLength", &to->byte_length, INT64_MAX},
                              {"count", &to->count, 0},
                              {"componentType", &to->component, INT32_MAX},
                              {"byteStride", &to->stride, INT32_MAX}};
    take_number(a, w, members, sizeof members / sizeof *members, of, index, NULL);
    to->is_sparse |= w->at < w->end && *w->at == '{' && cli_walk_is_at(w, "sparse");
    bool is_string = w->at < w->end && *w->at == '"';
    if (is_string && !to->uri && cli_walk_is_at(w, "uri"))
        to->uri = w->at;
    if (is_string && !to->type && cli_walk_is_at(w, "type"))
        to->type = w->at;
}

/// Takes a member of what is sparse in an accessor, at depth 4, or of a part of that, at depth 5.
static void take_sparse(cli_gltf_asset *a, const cli_walk *w, cli_gltf_item *to, cli_gltf_part **part) {
    static const char list[] = "accessors", told[] = "sparse";
    size_t index = w->opened[2] - 1;
    if (w->depth == 4) {
        const member members[] = {{"count", &to->sparse_count, INT64_MAX}};
        take_number(a, w, members, 1, list, index, told);
        *part = cli_walk_is_at(w, "indices") ? &to->places : cli_walk_is_at(w, "values") ? &to->values : NULL;
    } else if (w->depth == 5 && *part) {
        const member members[] = {{"bufferView", &(*part)->view, 0},
                                  {"byteOffset", &(*part)->offset, INT64_MAX},
                                  {"componentType", &(*part)->component, INT64_MAX}};
        take_number(a, w, members, sizeof members / sizeof *members, list, index, told);
    }
}

/// The primitive where the walk is; NULL without memory.
static cli_gltf_primitive *find_primitive(cli_gltf_asset *a, const cli_walk *w) {
    size_t mesh = w->opened[2] - 1, index = w->opened[4] - 1, count = a->primitive_count;
    if (count > 0 && a->primitives[count - 1].mesh == mesh && a->primitives[count - 1].index == index)
        return &a->primitives[count - 1];
    cli_gltf_primitive *all = cld_grow(a->primitives, &a->primitive_capacity, count, sizeof *all);
    a->failed |= !all;
    if (!all)
        return NULL;
    a->primitives = all;
    all[a->primitive_count++] =
        (cli_gltf_primitive){mesh, index, CLI_GLTF_NONE, CLI_GLTF_NONE, CLI_GLTF_NONE, false};
    return &all[count];
}

/// The members of a primitive stand at depth 5, those of its attributes and extensions at depth 6.
static void take_primitive(cli_gltf_asset *a, const cli_walk *w, bool is_in_attributes,
                           bool is_in_extensions) {
    cli_gltf_primitive *to = w->depth == 5 || w->depth == 6 ? find_primitive(a, w) : NULL;
    if (!to)
        return;
    char mode[64];
    snprintf(mode, sizeof mode, "primitives/%zu/mode", to->index);
    const member members[] = {{"indices", &to->indices, 0}}, modes[] = {{"mode", &to->mode, 6}},
                 attributes[] = {{"POSITION", &to->position, 0}};
    if (w->depth == 6)
        to->is_compressed |= is_in_extensions && cli_walk_is_at(w, "KHR_draco_mesh_compression");
    take_number(a, w, w->depth == 5 ? members : attributes, w->depth == 5 || is_in_attributes, "meshes",
                to->mesh, NULL);
    take_number(a, w, modes, w->depth == 5, "meshes", to->mesh, mode);
}

/// An offset that is not there is 0.
static void set_offset(int64_t *offset) { *offset = *offset == CLI_GLTF_NONE ? 0 : *offset; }

static void set_offsets(cli_gltf_asset *a, int which) {
    cli_gltf_item *it;
    for (int64_t i = 0; (it = cli_gltf_find_item(a, which, i)); i++) {
        set_offset(&it->offset);
        set_offset(&it->places.offset);
        set_offset(&it->values.offset);
    }
}

void cli_gltf_take_down(cli_gltf_asset *a, cli_walk w) {
    static const char *const names[CLI_GLTF_LIST_COUNT] = {"accessors", "bufferViews", "buffers"};
    int which = CLI_GLTF_NONE;
    bool is_in_meshes = false, is_in_primitives = false, is_in_sparse = false;
    bool is_in_attributes = false, is_in_extensions = false;
    cli_gltf_part *part = NULL;
    while (!a->failed && cli_walk_next(&w)) {
        if (w.depth == 1) {
            is_in_meshes = cli_walk_is_at(&w, "meshes");
            is_in_primitives = is_in_sparse = false;
            which = CLI_GLTF_NONE;
            for (int i = 0; i < CLI_GLTF_LIST_COUNT; i++)
                which = cli_walk_is_at(&w, names[i]) ? i : which;
        } else if (is_in_meshes && w.depth == 3) {
            is_in_primitives = cli_walk_is_at(&w, "primitives");
        } else if (is_in_meshes && is_in_primitives) {
            if (w.depth == 5) {
                is_in_attributes = cli_walk_is_at(&w, "attributes");
                is_in_extensions = cli_walk_is_at(&w, "extensions");
            }
            take_primitive(a, &w, is_in_attributes, is_in_extensions);
        } else if (which != CLI_GLTF_NONE && w.depth == 3) {
            cli_gltf_item *to = make_item(a, which, w.opened[2] - 1);
            is_in_sparse = which == CLI_GLTF_ACCESSORS && cli_walk_is_at(&w, "sparse");
            part = NULL;
            if (to)
                take_member(a, &w, names[which], w.opened[2] - 1, to);
        } else if (is_in_sparse && w.depth > 3) {
            cli_gltf_item *to = make_item(a, which, w.opened[2] - 1);
            if (to)
                take_sparse(a, &w, to, &part);
        }
    }
    for (int i = 0; i < CLI_GLTF_LIST_COUNT; i++)
        set_offsets(a, i);
}
