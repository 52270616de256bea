/// What a primitive takes from accessors is held to what there is of it; the largest index of each accessor
/// is looked for once.
#include "import/gltf_indices.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "import/gltf_asset.h"
#include "json/string.h"

enum { FLOAT = 5126, TRIANGLES = 4, POSITION_SIZE = 3 * sizeof(float) };

/// Finds the largest index of an accessor that has been checked.
static void read_indices(cli_gltf_asset *a, cli_gltf_item *accessor) {
    const cli_gltf_part *places = &accessor->places, *values = &accessor->values;
    const cli_gltf_item *view = cli_gltf_find_item(a, CLI_GLTF_VIEWS, accessor->view);
    int64_t size = cli_gltf_find_index_size(accessor->component),
            place_size = cli_gltf_find_index_size(places->component), length, next = 0;
    int64_t count = accessor->is_sparse ? accessor->sparse_count : 0;
    const char *bytes = cli_gltf_find_bytes(a, view, &length),
               *at = cli_gltf_find_bytes(a, cli_gltf_find_item(a, CLI_GLTF_VIEWS, places->view), &length),
               *by = cli_gltf_find_bytes(a, cli_gltf_find_item(a, CLI_GLTF_VIEWS, values->view), &length);
    bool is_had = (bytes || (!view && count > 0)) && ((at && by) || count == 0);
    if (accessor->is_read || !is_had || size == 0)
        return;
    accessor->is_read = true;
    int64_t stride = view && view->stride > 0 ? view->stride : size;
    for (int64_t i = 0; i < accessor->count; i++) {
        bool is_replaced =
            next < count && cli_gltf_find_index(at + places->offset + next * place_size, place_size) == i;
        int64_t index = is_replaced ? cli_gltf_find_index(by + values->offset + next * size, size)
                        : view      ? cli_gltf_find_index(bytes + accessor->offset + i * stride, size)
                                    : 0;
        next += is_replaced;
        accessor->largest = index > accessor->largest ? index : accessor->largest;
    }
}

/// Whether a string of the document, which begins here with its quote, is this one.
static bool is_string(cli_gltf_asset *a, const char *at, const char *string) {
    cld_text text = {0};
    cld_json_string_problem problem = {NULL, NULL};
    cld_json_string_read(at, a->end, &text, &problem);
    bool is_it =
        !problem.found && text.length == strlen(string) && memcmp(text.bytes, string, text.length) == 0;
    a->failed |= text.failed;
    cld_text_clear(&text);
    return is_it;
}

/// The type of an accessor has to be this one: assimp takes others for it, too.
static cld_status check_type(cli_gltf_asset *a, int64_t index, const char *type, const char *what,
                             cld_error *err) {
    const cli_gltf_item *accessor = cli_gltf_find_item(a, CLI_GLTF_ACCESSORS, index);
    char pointer[96];
    if (accessor->type && is_string(a, accessor->type, type))
        return CLD_OK;
    snprintf(pointer, sizeof pointer, "/accessors/%lld/type", (long long)index);
    return cld_fail(
        err, CLD_BAD_VALUE, pointer, "expected %s of type \"%s\", found %s", what, type,
        accessor->type ? cld_bytes_tell(accessor->type, strcspn(accessor->type + 1, "\"") + 2).text : "none");
}

static cld_status check_positions(cli_gltf_asset *a, int64_t index, cld_error *err) {
    const cli_gltf_item *position = cli_gltf_find_item(a, CLI_GLTF_ACCESSORS, index);
    const cli_gltf_item *view = cli_gltf_find_item(a, CLI_GLTF_VIEWS, position->view);
    char pointer[96];
    if (position->component != FLOAT) {
        snprintf(pointer, sizeof pointer, "/accessors/%lld/componentType", (long long)index);
        return cld_fail(err, CLD_UNSUPPORTED, pointer, "expected positions of floats, %d, found %s", FLOAT,
                        cli_gltf_tell(position->component).text);
    }
    cld_status status = check_type(a, index, "VEC3", "positions", err);
    if (status || !view || view->stride <= 0 || view->stride >= POSITION_SIZE)
        return status;
    // vertices would lie over each other
    snprintf(pointer, sizeof pointer, "/bufferViews/%lld/byteStride", (long long)position->view);
    return cld_fail(err, CLD_BAD_VALUE, pointer, "expected positions %d bytes apart or more, found %lld",
                    POSITION_SIZE, (long long)view->stride);
}

static cld_status check_index_type(cli_gltf_asset *a, int64_t index, cld_error *err) {
    const cli_gltf_item *indices = cli_gltf_find_item(a, CLI_GLTF_ACCESSORS, index);
    char pointer[96];
    if (cli_gltf_find_index_size(indices->component) > 0)
        return check_type(a, index, "SCALAR", "indices", err);
    snprintf(pointer, sizeof pointer, "/accessors/%lld/componentType", (long long)index);
    return cld_fail(err, CLD_BAD_VALUE, pointer,
                    "expected indices of whole numbers without a sign, 5121, 5123 or 5125, found %s",
                    cli_gltf_tell(indices->component).text);
}

/// An accessor of nothing is all 0: no mesh is meant to be that.
static cld_status check_source(cli_gltf_asset *a, const cli_gltf_primitive *p, int64_t index,
                               cld_error *err) {
    const cli_gltf_item *accessor = cli_gltf_find_item(a, CLI_GLTF_ACCESSORS, index);
    char pointer[96];
    if (accessor->view != CLI_GLTF_NONE || accessor->is_sparse || p->is_compressed)
        return CLD_OK;
    snprintf(pointer, sizeof pointer, "/accessors/%lld", (long long)index);
    return cld_fail(err, CLD_UNSUPPORTED, pointer,
                    "expected a bufferView or sparse, found neither: all of it is 0");
}

/// Whether the vertices of a primitive make whole triangles: assimp leaves out what is left, or makes some
/// up.
static cld_status check_count(cli_gltf_asset *a, const cli_gltf_primitive *p, cld_error *err) {
    const bool is_list = p->mode == TRIANGLES || p->mode == CLI_GLTF_NONE;
    int64_t index = p->indices != CLI_GLTF_NONE ? p->indices : p->position;
    const cli_gltf_item *accessor = cli_gltf_find_item(a, CLI_GLTF_ACCESSORS, index);
    char pointer[96];
    if ((!is_list && p->mode < TRIANGLES) || !accessor || accessor->count < 0 ||
        (accessor->count >= 3 && (!is_list || accessor->count % 3 == 0)))
        return CLD_OK;
    snprintf(pointer, sizeof pointer, "/accessors/%lld/count", (long long)index);
    return cld_fail(err, CLD_BAD_VALUE, pointer, "expected %s, of which triangles are made, found %lld",
                    is_list ? "3 or a multiple" : "3 or more", (long long)accessor->count);
}

static cld_status check_primitive(cli_gltf_asset *a, const cli_gltf_primitive *p, cld_error *err) {
    cli_gltf_item *indices = cli_gltf_find_item(a, CLI_GLTF_ACCESSORS, p->indices);
    const cli_gltf_item *position = cli_gltf_find_item(a, CLI_GLTF_ACCESSORS, p->position);
    char pointer[96];
    cld_status status = CLD_OK;
    if (position) {
        status = check_positions(a, p->position, err);
        if (!status)
            status = check_source(a, p, p->position, err);
        if (!status)
            status = cli_gltf_check_accessor(a, p->position, POSITION_SIZE, err);
    }
    if (indices && !status) {
        status = check_index_type(a, p->indices, err);
        if (!status)
            status = check_source(a, p, p->indices, err);
        if (!status)
            status =
                cli_gltf_check_accessor(a, p->indices, cli_gltf_find_index_size(indices->component), err);
    }
    if (!status && position)
        status = check_count(a, p, err);
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
static void find_chunk(cli_gltf_asset *a, const char *document, const char *end) {
    if (end - document < 8)
        return;
    size_t length = 0, most = (size_t)(end - document) - 8;
    for (int i = 3; i >= 0; i--)
        length = length << 8 | (unsigned char)document[i];
    a->chunk = document + 8;
    a->chunk_length = length < most ? length : most;
}

cld_status cli_gltf_check_indices(const char *path, const cli_walk *document, const char *end, bool is_binary,
                                  cld_error *err) {
    cli_gltf_asset a = {.path = path, .end = document->end};
    cld_status status = CLD_OK;
    if (is_binary)
        find_chunk(&a, document->end, end);
    cli_gltf_take_down(&a, *document);
    if (*a.odd)
        status =
            cld_fail(err, CLD_BAD_VALUE, a.odd,
                     "expected a whole number up to %lld, written in digits alone, found %s",
                     (long long)a.odd_most, cld_bytes_tell(a.odd_at, strcspn(a.odd_at, ",}] \t\r\n")).text);
    for (size_t i = 0; i < a.primitive_count && !status && !a.failed; i++)
        status = check_primitive(&a, &a.primitives[i], err);
    if (!status && a.failed)
        status = cld_fail_memory(err);
    for (size_t i = 0; i < a.lists[CLI_GLTF_BUFFERS].count; i++)
        cld_text_clear(&a.lists[CLI_GLTF_BUFFERS].items[i].own);
    for (int i = 0; i < CLI_GLTF_LIST_COUNT; i++)
        free(a.lists[i].items);
    free(a.primitives);
    return status;
}
