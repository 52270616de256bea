/// Accessors, views and buffers are taken down in one walk through the document, then the indices of each
/// primitive are held to the number of its vertices, each accessor of indices being read once.
#include "import/gltf_indices.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/number.h"
#include "base/text.h"
#include "import/files.h"
#include "operand.h"
#include "json/string.h"

enum { NONE = -1, FLOAT = 5126 };

/// An accessor, a view or a buffer; each has some of these.
typedef struct item {
    int64_t view, buffer; ///< NONE without
    int64_t offset, count, component, stride;
    const char *uri, *type; ///< with their quotes; NULL without
    bool is_sparse;
    bool is_read;    ///< a buffer; an accessor whose largest index is known
    int64_t largest; ///< NONE if there is none
    cld_text own;    ///< the bytes of a buffer that does not stand in the file
    const char *bytes;
    size_t length;
} item;

typedef struct list {
    item *items;
    size_t count, capacity;
} list;

typedef struct primitive {
    size_t mesh, index;
    int64_t indices, position; ///< accessors; NONE without
} primitive;

enum { ACCESSORS, VIEWS, BUFFERS, LIST_COUNT };

typedef struct asset {
    const char *path;
    const char *end;   ///< of the document
    const char *chunk; ///< the bytes of a GLB; NULL without
    size_t chunk_length;
    list lists[LIST_COUNT];
    primitive *primitives;
    size_t primitive_count, primitive_capacity;
    char odd[96];       ///< a pointer to the first whole number that is none, "" without
    const char *odd_at; ///< what stands there
    int64_t odd_most;   ///< what may stand there at most
    bool failed;        ///< memory ran out
} asset;

/// NULL if there is none.
static item *find_item(asset *a, int which, int64_t index) {
    list *l = &a->lists[which];
    return l->items && index >= 0 && (uint64_t)index < l->count ? &l->items[index] : NULL;
}

/// The item at `index`, which is added if there is none yet; NULL without memory.
static item *make_item(asset *a, int which, size_t index) {
    list *l = &a->lists[which];
    while (l->count <= index) {
        item *items = cld_grow(l->items, &l->capacity, l->count, sizeof *items);
        a->failed |= !items;
        if (!items)
            return NULL;
        l->items = items;
        items[l->count++] = (item){.view = NONE, .buffer = NONE, .largest = NONE};
    }
    return find_item(a, which, (int64_t)index);
}

/// A whole number that begins here, NONE for anything else.
static int64_t read_whole(const cli_walk *w) {
    double number;
    if (!cld_number_read(w->at, w->end, &number) || !(number >= 0 && number <= 0x1p52))
        return NONE;
    int64_t whole = (int64_t)number;
    return (double)whole == number ? whole : NONE;
}

/// Whether a whole number up to `most` begins here that assimp takes for one: it has digits alone.
static bool is_plain(const cli_walk *w, int64_t most) {
    const char *at = w->at;
    while (at < w->end && *at >= '0' && *at <= '9')
        at++;
    bool has_more = at < w->end && (*at == '.' || *at == 'e' || *at == 'E');
    return at > w->at && !has_more && read_whole(w) != NONE && read_whole(w) <= most;
}

/// Notes a number that is none for assimp, which would take another in its place without a word: that of
/// `key` in an element of the list `of`.
static void check_plain(asset *a, const cli_walk *w, int64_t most, const char *of, size_t index,
                        const char *key) {
    if (*a->odd || is_plain(w, most))
        return;
    snprintf(a->odd, sizeof a->odd, "/%s/%zu/%s", of, index, key);
    a->odd_at = w->at;
    a->odd_most = most;
}

static void take_member(asset *a, const cli_walk *w, const char *of, size_t index, item *to) {
    int64_t length;
    const struct {
        const char *key;
        int64_t *number;
        int64_t most; ///< 0 where assimp refuses others
    } members[] = {{"bufferView", &to->view, 0},
                   {"buffer", &to->buffer, 0},
                   {"byteOffset", &to->offset, INT64_MAX},
                   {"byteLength", &length, INT64_MAX},
                   {"count", &to->count, 0},
                   {"componentType", &to->component, INT32_MAX},
                   {"byteStride", &to->stride, INT32_MAX}};
    for (size_t i = 0; i < sizeof members / sizeof *members; i++) {
        if (!cli_walk_is_at(w, members[i].key))
            continue;
        *members[i].number = read_whole(w);
        if (members[i].most > 0)
            check_plain(a, w, members[i].most, of, index, members[i].key);
    }
    to->is_sparse |= cli_walk_is_at(w, "sparse");
    bool is_string = w->at < w->end && *w->at == '"';
    if (is_string && cli_walk_is_at(w, "uri"))
        to->uri = w->at;
    if (is_string && cli_walk_is_at(w, "type"))
        to->type = w->at;
}

/// The members of a primitive stand at depth 5, those of its attributes at depth 6.
static void take_primitive(asset *a, const cli_walk *w, bool is_in_attributes) {
    size_t mesh = w->opened[2] - 1, index = w->opened[4] - 1, count = a->primitive_count;
    bool is_indices = w->depth == 5 && cli_walk_is_at(w, "indices");
    if (w->depth == 5 && cli_walk_is_at(w, "mode")) {
        char key[64];
        snprintf(key, sizeof key, "primitives/%zu/mode", index);
        check_plain(a, w, 6, "meshes", mesh, key);
    }
    if (!is_indices && !(w->depth == 6 && is_in_attributes && cli_walk_is_at(w, "POSITION")))
        return;
    if (count == 0 || a->primitives[count - 1].mesh != mesh || a->primitives[count - 1].index != index) {
        primitive *all = cld_grow(a->primitives, &a->primitive_capacity, count, sizeof *all);
        if (!all) {
            a->failed = true;
            return;
        }
        a->primitives = all;
        all[a->primitive_count++] = (primitive){mesh, index, NONE, NONE};
    }
    primitive *last = &a->primitives[a->primitive_count - 1];
    *(is_indices ? &last->indices : &last->position) = read_whole(w);
}

static void take_down(asset *a, cli_walk w) {
    static const char *const names[LIST_COUNT] = {"accessors", "bufferViews", "buffers"};
    int which = NONE;
    bool is_in_meshes = false, is_in_primitives = false, is_in_attributes = false, is_in_sparse = false;
    while (!a->failed && cli_walk_next(&w)) {
        if (w.depth == 1) {
            is_in_meshes = cli_walk_is_at(&w, "meshes");
            which = NONE;
            for (int i = 0; i < LIST_COUNT; i++)
                which = cli_walk_is_at(&w, names[i]) ? i : which;
        } else if (is_in_meshes && w.depth == 3) {
            is_in_primitives = cli_walk_is_at(&w, "primitives");
        } else if (is_in_meshes && is_in_primitives) {
            if (w.depth == 5)
                is_in_attributes = cli_walk_is_at(&w, "attributes");
            take_primitive(a, &w, is_in_attributes);
        } else if (which != NONE && w.depth == 3) {
            item *to = make_item(a, which, w.opened[2] - 1);
            is_in_sparse = which == ACCESSORS && cli_walk_is_at(&w, "sparse");
            if (to)
                take_member(a, &w, names[which], w.opened[2] - 1, to);
        } else if (which != NONE && is_in_sparse &&
                   (w.depth == 4 ? cli_walk_is_at(&w, "count")
                                 : w.depth == 5 && (cli_walk_is_at(&w, "byteOffset") ||
                                                    cli_walk_is_at(&w, "componentType")))) {
            check_plain(a, &w, INT64_MAX, names[which], w.opened[2] - 1, "sparse");
        }
    }
}

/// Adds what base64 stands for, up to what is none of it.
static void add_base64(const char *at, const char *end, cld_text *bytes) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned char value[256] = {0};
    for (int i = 0; i < 64; i++)
        value[(unsigned char)digits[i]] = (unsigned char)(i + 1);
    unsigned bits = 0, held = 0;
    for (; at < end && value[(unsigned char)*at]; at++) {
        bits = (bits << 6 | (value[(unsigned char)*at] - 1U)) & 0xFFFF;
        held += 6;
        if (held < 8)
            continue;
        held -= 8;
        cld_text_add_byte(bytes, (char)(bits >> held & 0xFF));
    }
}

/// Finds the file that a URI names where assimp does: beside the document, or where it says itself, with
/// slashes for backslashes and without file://.
static bool find_file(const asset *a, const char *uri, cld_text *path) {
    static const char file[] = "file://";
    size_t folder = cli_files_find_folder(a->path);
    if (strncmp(uri, file, strlen(file)) == 0)
        uri += strlen(file);
    for (int i = 0; i < 4 && !path->failed; i++) {
        size_t above = i % 2 == 0 ? folder : 0;
        cld_text_clear(path);
        cld_text_add(path, a->path, above);
        cld_text_add_string(path, uri);
        for (size_t k = above; i >= 2 && k < path->length; k++)
            if (path->bytes[k] == '\\')
                path->bytes[k] = '/';
        if (cli_files_find(path, above))
            return true;
    }
    return false;
}

/// Reads what a URI names, of which nothing is left where it is not to be had.
static void read_uri(asset *a, const char *uri, size_t length, cld_text *bytes) {
    static const char data[] = "data:", base64[] = ";base64,";
    if (strncmp(uri, data, strlen(data)) == 0) {
        const char *mark = strstr(uri, base64);
        if (mark && mark + strlen(base64) == strchr(uri, ',') + 1)
            add_base64(mark + strlen(base64), uri + length, bytes);
        return;
    }
    cld_text path = {0};
    cld_error none;
    if (find_file(a, uri, &path) && cli_file_read(path.bytes, bytes, &none))
        bytes->length = 0;
    a->failed |= path.failed;
    cld_text_clear(&path);
}

static void read_buffer(asset *a, item *buffer) {
    if (buffer->is_read)
        return;
    buffer->is_read = true;
    if (!buffer->uri) {
        buffer->bytes = a->chunk;
        buffer->length = a->chunk_length;
        return;
    }
    cld_text uri = {0};
    cld_json_string_problem problem = {NULL, NULL};
    cld_json_string_read(buffer->uri, a->end, &uri, &problem);
    if (!problem.found && uri.length > 0)
        read_uri(a, uri.bytes, uri.length, &buffer->own);
    a->failed |= uri.failed || buffer->own.failed;
    cld_text_clear(&uri);
    buffer->bytes = buffer->own.bytes;
    buffer->length = buffer->own.length;
}

/// How many bytes an index has, 0 for a type of components that is none of indices.
static int64_t find_index_size(int64_t component) {
    return component == 5121 ? 1 : component == 5123 ? 2 : component == 5125 ? 4 : 0;
}

/// Finds the largest index of an accessor.
static void read_indices(asset *a, item *accessor) {
    const item *view = find_item(a, VIEWS, accessor->view);
    item *buffer = view ? find_item(a, BUFFERS, view->buffer) : NULL;
    int64_t size = find_index_size(accessor->component);
    if (accessor->is_read || accessor->is_sparse || size == 0 || !buffer || accessor->count < 1 ||
        accessor->offset < 0 || view->offset < 0)
        return;
    accessor->is_read = true;
    read_buffer(a, buffer);
    int64_t stride = view->stride > 0 ? view->stride : size, begin = view->offset + accessor->offset;
    int64_t length = (int64_t)buffer->length;
    if (begin + size > length || (length - size - begin) / stride < accessor->count - 1)
        return;
    for (int64_t i = 0; i < accessor->count; i++) {
        const unsigned char *bytes = (const unsigned char *)buffer->bytes + begin + i * stride;
        int64_t index = 0;
        for (int64_t j = size - 1; j >= 0; j--)
            index = index << 8 | bytes[j];
        accessor->largest = index > accessor->largest ? index : accessor->largest;
    }
}

/// Whether a string of the document, which begins here with its quote, is this one.
static bool is_string(asset *a, const char *at, const char *string) {
    cld_text text = {0};
    cld_json_string_problem problem = {NULL, NULL};
    cld_json_string_read(at, a->end, &text, &problem);
    bool is_it =
        !problem.found && text.length == strlen(string) && memcmp(text.bytes, string, text.length) == 0;
    a->failed |= text.failed;
    cld_text_clear(&text);
    return is_it;
}

/// Refuses a type of an accessor that assimp takes for another.
static cld_status check_types(asset *a, const primitive *p, const item *position, const item *indices,
                              cld_error *err) {
    char pointer[96];
    if (position && position->component > 0 && position->component != FLOAT) {
        snprintf(pointer, sizeof pointer, "/accessors/%lld/componentType", (long long)p->position);
        return cld_fail(err, CLD_UNSUPPORTED, pointer, "expected positions of floats, %d, found %lld", FLOAT,
                        (long long)position->component);
    }
    if (position && position->type && !is_string(a, position->type, "VEC3")) {
        snprintf(pointer, sizeof pointer, "/accessors/%lld/type", (long long)p->position);
        return cld_fail(err, CLD_BAD_VALUE, pointer, "expected positions of type \"VEC3\", found %s",
                        cld_bytes_tell(position->type, strcspn(position->type + 1, "\"") + 2).text);
    }
    const item *view = position ? find_item(a, VIEWS, position->view) : NULL;
    const int size = 3 * (int)sizeof(float);
    if (view && view->stride > 0 && view->stride < size) { // vertices would lie over each other
        snprintf(pointer, sizeof pointer, "/bufferViews/%lld/byteStride", (long long)position->view);
        return cld_fail(err, CLD_BAD_VALUE, pointer, "expected positions %d bytes apart or more, found %lld",
                        size, (long long)view->stride);
    }
    if (!indices || indices->component <= 0 || find_index_size(indices->component) > 0)
        return CLD_OK;
    snprintf(pointer, sizeof pointer, "/accessors/%lld/componentType", (long long)p->indices);
    return cld_fail(err, CLD_BAD_VALUE, pointer,
                    "expected indices of whole numbers without a sign, 5121, 5123 or 5125, found %lld",
                    (long long)indices->component);
}

static cld_status check_primitive(asset *a, const primitive *p, cld_error *err) {
    item *indices = find_item(a, ACCESSORS, p->indices);
    const item *position = find_item(a, ACCESSORS, p->position);
    char pointer[96];
    cld_status status = check_types(a, p, position, indices, err);
    if (status || !indices || !position || position->count < 0)
        return status;
    read_indices(a, indices);
    if (indices->largest < position->count)
        return CLD_OK;
    snprintf(pointer, sizeof pointer, "/meshes/%zu/primitives/%zu/indices", p->mesh, p->index);
    return cld_fail(err, CLD_BAD_INDEX, pointer, "expected indices of its %lld vertices, found %lld",
                    (long long)position->count, (long long)indices->largest);
}

/// The chunk after the document; its length and kind come first.
static void find_chunk(asset *a, const char *document, const char *end) {
    if (end - document < 8)
        return;
    a->chunk = document + 8;
    a->chunk_length = (size_t)(end - a->chunk);
}

cld_status cli_gltf_check_indices(const char *path, const cli_walk *document, const char *end, bool is_binary,
                                  cld_error *err) {
    asset a = {.path = path, .end = document->end};
    cld_status status = CLD_OK;
    if (is_binary)
        find_chunk(&a, document->end, end);
    take_down(&a, *document);
    if (*a.odd)
        status =
            cld_fail(err, CLD_BAD_VALUE, a.odd,
                     "expected a whole number up to %lld, written in digits alone, found %s",
                     (long long)a.odd_most, cld_bytes_tell(a.odd_at, strcspn(a.odd_at, ",}] \t\r\n")).text);
    for (size_t i = 0; i < a.primitive_count && !status && !a.failed; i++)
        status = check_primitive(&a, &a.primitives[i], err);
    if (!status && a.failed)
        status = cld_fail_memory(err);
    for (size_t i = 0; i < a.lists[BUFFERS].count; i++)
        cld_text_clear(&a.lists[BUFFERS].items[i].own);
    for (int i = 0; i < LIST_COUNT; i++)
        free(a.lists[i].items);
    free(a.primitives);
    return status;
}
