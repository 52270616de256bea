/// What a glTF file says of its accessors, and of the primitives that take vertices and indices from them.
#ifndef CLI_IMPORT_GLTF_ASSET_H
#define CLI_IMPORT_GLTF_ASSET_H

#include <stdint.h>

#include "base/error.h"
#include "base/number.h"
#include "base/text.h"
#include "import/gltf_walk.h"

/// For numbers: there is none; what stands there is no whole number, of which assimp tells.
enum { CLI_GLTF_NONE = -1, CLI_GLTF_BAD = -2 };

/// Where a part of a sparse accessor is: the indices that it replaces, or the values.
typedef struct cli_gltf_part {
    int64_t view, offset, component;
} cli_gltf_part;

/// An accessor, a view or a buffer; each has some of these. Where a key stands twice, the first one counts,
/// as it does for assimp.
typedef struct cli_gltf_item {
    int64_t view, buffer;
    int64_t offset; ///< 0 if there is none
    int64_t byte_length, count, component, stride;
    const char *uri, *type; ///< with their quotes; NULL without
    bool is_sparse;
    int64_t sparse_count;
    cli_gltf_part places, values; ///< if it is sparse
    bool is_read;                 ///< a buffer; an accessor whose largest index is known
    int64_t largest;              ///< CLI_GLTF_NONE if there is none
    cld_text own;                 ///< the bytes of a buffer that does not stand in the file
    const char *bytes;
    size_t length;
} cli_gltf_item;

typedef struct cli_gltf_list {
    cli_gltf_item *items;
    size_t count, capacity;
} cli_gltf_list;

typedef struct cli_gltf_primitive {
    size_t mesh, index;
    int64_t indices, position; ///< accessors
    int64_t mode;              ///< CLI_GLTF_NONE is 4, triangles
    bool is_compressed;        ///< its accessors need no views
} cli_gltf_primitive;

enum { CLI_GLTF_ACCESSORS, CLI_GLTF_VIEWS, CLI_GLTF_BUFFERS, CLI_GLTF_LIST_COUNT };

typedef struct cli_gltf_asset {
    const char *path;
    const char *end;   ///< of the document
    const char *chunk; ///< the bytes of a GLB; NULL without
    size_t chunk_length;
    cli_gltf_list lists[CLI_GLTF_LIST_COUNT];
    cli_gltf_primitive *primitives;
    size_t primitive_count, primitive_capacity;
    char odd[96];       ///< a pointer to the first whole number that is none, "" without
    const char *odd_at; ///< what stands there
    int64_t odd_most;   ///< what may stand there at most
    bool failed;        ///< memory ran out
} cli_gltf_asset;

/// Takes all that down in one walk through the document.
void cli_gltf_take_down(cli_gltf_asset *a, cli_walk w);

/// NULL if there is none.
cli_gltf_item *cli_gltf_find_item(cli_gltf_asset *a, int which, int64_t index);

/// A number as a message has it, "none" where there is none.
cld_told_number cli_gltf_tell(int64_t number);

/// Reads the bytes of a buffer, once. None are left where they are not to be had.
void cli_gltf_read_buffer(cli_gltf_asset *a, cli_gltf_item *buffer);

/// How many bytes an index has, 0 for a type of components that is none of indices.
int64_t cli_gltf_find_index_size(int64_t component);

/// An index of so many bytes, the lowest first.
int64_t cli_gltf_find_index(const char *bytes, int64_t size);

/// The bytes of a view, and how many there are: no more than its buffer has, once that can be read. NULL and
/// 0 if there are none.
const char *cli_gltf_find_bytes(cli_gltf_asset *a, const cli_gltf_item *view, int64_t *length);

/// Holds the number of elements of an accessor, of `size` bytes each, and what it replaces to what there is
/// of them: assimp reads on behind the end. CLD_BAD_VALUE, CLD_BAD_INDEX; CLD_UNSUPPORTED for what it takes
/// for something else.
cld_status cli_gltf_check_accessor(cli_gltf_asset *a, int64_t index, int64_t size, cld_error *err);

#endif
