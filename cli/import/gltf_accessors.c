/// Each run of elements is held to its view and to the bytes that there are, then the places of a sparse
/// accessor to its elements.
#include <stdio.h>
#include <string.h>

#include "import/gltf_asset.h"

int64_t cli_gltf_find_index_size(int64_t component) {
    return component == 5121 ? 1 : component == 5123 ? 2 : component == 5125 ? 4 : 0;
}

int64_t cli_gltf_find_index(const char *bytes, int64_t size) {
    int64_t index = 0;
    for (int64_t i = size - 1; i >= 0; i--)
        index = index << 8 | (unsigned char)bytes[i];
    return index;
}

const char *cli_gltf_find_bytes(cli_gltf_asset *a, const cli_gltf_item *view, int64_t *length) {
    cli_gltf_item *buffer = view ? cli_gltf_find_item(a, CLI_GLTF_BUFFERS, view->buffer) : NULL;
    *length = view && view->byte_length > 0 ? view->byte_length : 0;
    if (!buffer || view->offset < 0)
        return NULL;
    cli_gltf_read_buffer(a, buffer);
    if (!buffer->bytes || buffer->length == 0) // assimp tells that it is not to be had
        return NULL;
    int64_t behind = (int64_t)buffer->length - view->offset;
    *length = behind < 0 ? 0 : behind < *length ? behind : *length;
    return behind < 0 ? NULL : buffer->bytes + view->offset;
}

/// A run of elements in a view.
typedef struct run {
    const char *view_key, *count_key; ///< behind the accessor's pointer
    int64_t view, offset, count, size;
    bool is_packed; ///< whatever the view's stride
} run;

static cld_status check_run(cli_gltf_asset *a, int64_t accessor, const run *r, cld_error *err) {
    const cli_gltf_item *view = cli_gltf_find_item(a, CLI_GLTF_VIEWS, r->view);
    char pointer[96];
    int64_t length;
    if (r->view == CLI_GLTF_BAD || r->offset < 0)
        return CLD_OK;
    if (!view) {
        snprintf(pointer, sizeof pointer, "/accessors/%lld/%s", (long long)accessor, r->view_key);
        return cld_fail(err, CLD_BAD_INDEX, pointer, "expected a view below %zu, found %s",
                        a->lists[CLI_GLTF_VIEWS].count, cli_gltf_tell(r->view).text);
    }
    int64_t stride = view->stride > 0 && !r->is_packed ? view->stride : r->size, most = 0;
    cli_gltf_find_bytes(a, view, &length);
    if (length >= r->size && r->offset <= length - r->size)
        most = (length - r->size - r->offset) / stride + 1;
    if (r->count <= most)
        return CLD_OK;
    snprintf(pointer, sizeof pointer, "/accessors/%lld/%s", (long long)accessor, r->count_key);
    return cld_fail(err, CLD_BAD_VALUE, pointer,
                    "expected up to %lld, for which the view %lld has room, found %lld", (long long)most,
                    (long long)r->view, (long long)r->count);
}

/// Holds the places of a sparse accessor to its elements, once they can be read.
static cld_status check_places(cli_gltf_asset *a, int64_t index, const cli_gltf_item *accessor,
                               cld_error *err) {
    const cli_gltf_part *places = &accessor->places;
    int64_t length, size = cli_gltf_find_index_size(places->component), before = -1;
    const char *bytes = cli_gltf_find_bytes(a, cli_gltf_find_item(a, CLI_GLTF_VIEWS, places->view), &length);
    char pointer[96];
    snprintf(pointer, sizeof pointer, "/accessors/%lld/sparse/indices", (long long)index);
    for (int64_t i = 0; i < accessor->sparse_count && bytes && places->offset >= 0; i++) {
        int64_t place = cli_gltf_find_index(bytes + places->offset + i * size, size);
        if (place >= accessor->count)
            return cld_fail(err, CLD_BAD_INDEX, pointer, "expected places below %lld, found %lld",
                            (long long)accessor->count, (long long)place);
        if (place <= before)
            return cld_fail(err, CLD_BAD_VALUE, pointer, "expected places that grow, found %lld behind %lld",
                            (long long)place, (long long)before);
        before = place;
    }
    return CLD_OK;
}

static cld_status check_sparse(cli_gltf_asset *a, int64_t index, const cli_gltf_item *accessor, int64_t size,
                               cld_error *err) {
    const cli_gltf_part *places = &accessor->places, *values = &accessor->values;
    const cli_gltf_item *base = cli_gltf_find_item(a, CLI_GLTF_VIEWS, accessor->view);
    int64_t count = accessor->sparse_count, place_size = cli_gltf_find_index_size(places->component);
    char pointer[96];
    if (base && base->stride > 0 && base->stride != size) {
        snprintf(pointer, sizeof pointer, "/bufferViews/%lld/byteStride", (long long)accessor->view);
        return cld_fail(err, CLD_UNSUPPORTED, pointer,
                        "expected elements of a sparse accessor %lld bytes apart, found %lld",
                        (long long)size, (long long)base->stride);
    }
    if (place_size == 0) {
        snprintf(pointer, sizeof pointer, "/accessors/%lld/sparse/indices/componentType", (long long)index);
        return cld_fail(err, CLD_BAD_VALUE, pointer,
                        "expected whole numbers without a sign, 5121, 5123 or 5125, found %s",
                        cli_gltf_tell(places->component).text);
    }
    if (count < 0 || count > accessor->count) {
        snprintf(pointer, sizeof pointer, "/accessors/%lld/sparse/count", (long long)index);
        return cld_fail(err, CLD_BAD_VALUE, pointer, "expected up to %lld, as many as there are, found %s",
                        (long long)accessor->count, cli_gltf_tell(count).text);
    }
    const run runs[] = {
        {"sparse/indices/bufferView", "sparse/count", places->view, places->offset, count, place_size, true},
        {"sparse/values/bufferView", "sparse/count", values->view, values->offset, count, size, true}};
    cld_status status = CLD_OK;
    for (size_t i = 0; i < sizeof runs / sizeof *runs && !status; i++)
        status = check_run(a, index, &runs[i], err);
    return status ? status : check_places(a, index, accessor, err);
}

cld_status cli_gltf_check_accessor(cli_gltf_asset *a, int64_t index, int64_t size, cld_error *err) {
    const cli_gltf_item *accessor = cli_gltf_find_item(a, CLI_GLTF_ACCESSORS, index);
    if (!accessor || accessor->count < 0)
        return CLD_OK;
    const run own = {"bufferView", "count", accessor->view, accessor->offset, accessor->count, size, false};
    cld_status status = accessor->view == CLI_GLTF_NONE ? CLD_OK : check_run(a, index, &own, err);
    return status || !accessor->is_sparse ? status : check_sparse(a, index, accessor, size, err);
}
