#include "import/readers.h"

#include "ending.h"
#include "imported.h"
#include "operand.h"

static const cli_reader readers[] = {
    [CLI_FORMAT_OBJ] = {cli_read_obj, 'y'},     [CLI_FORMAT_STL] = {cli_read_stl, 'z'},
    [CLI_FORMAT_PLY] = {cli_read_ply, 'z'},     [CLI_FORMAT_OFF] = {cli_read_off, 'z'},
    [CLI_FORMAT_GLTF] = {cli_read_meshes, 'y'}, [CLI_FORMAT_GLB] = {cli_read_meshes, 'y'},
    [CLI_FORMAT_DAE] = {cli_read_meshes, 'y'},  [CLI_FORMAT_FBX] = {cli_read_meshes, 'y'},
    [CLI_FORMAT_MAP] = {cli_read_map, 'z'},     [CLI_FORMAT_URDF] = {cli_read_urdf, 'z'},
};

cld_status cli_reader_find(const char *path, const cli_reader **reader, cld_error *err) {
    int format = cli_ending_find(cli_import_endings, path);
    if (format != CLI_NO_ENDING) {
        *reader = &readers[format];
        return CLD_OK;
    }
    cld_text list = {0};
    cli_endings_add(cli_import_endings, &list);
    cld_status status = list.failed ? cld_fail_memory(err)
                                    : cld_fail(err, CLD_UNSUPPORTED, "",
                                               "expected a file's name that ends in %s", list.bytes);
    cld_text_clear(&list);
    return status;
}

cld_status cli_import_read_bytes(const char *path, cld_text *bytes, cld_error *err) {
    cld_status status = cli_file_read(path, bytes, err);
    // what is expected of an empty file there is a document
    return status == CLD_SYNTAX && bytes->length == 0 ? CLD_OK : status;
}
