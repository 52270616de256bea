/// The bytes that buffers of a glTF file stand for: in the file, in base64, or in files of their own.
#include <string.h>

#include "import/files.h"
#include "import/gltf_asset.h"
#include "operand.h"
#include "json/string.h"

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
static bool find_file(const cli_gltf_asset *a, const char *uri, cld_text *path) {
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
static void read_uri(cli_gltf_asset *a, const char *uri, size_t length, cld_text *bytes) {
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

void cli_gltf_read_buffer(cli_gltf_asset *a, cli_gltf_item *buffer) {
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
