#include "import/readers.h"

#include <string.h>
#include <strings.h>

#include "operand.h"

static const cli_reader readers[] = {
    {"obj", cli_read_obj, 'y'},    {"stl", cli_read_stl, 'z'},     {"ply", cli_read_ply, 'z'},
    {"off", cli_read_off, 'z'},    {"gltf", cli_read_meshes, 'y'}, {"glb", cli_read_meshes, 'y'},
    {"dae", cli_read_meshes, 'y'}, {"fbx", cli_read_meshes, 'y'},  {"map", cli_read_map, 'z'},
    {"urdf", cli_read_urdf, 'z'},
};

enum { READER_COUNT = sizeof readers / sizeof *readers };

bool cli_import_has_ending(const char *path, const char *ending) {
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    return dot && strcasecmp(dot + 1, ending) == 0;
}

cld_status cli_reader_find(const char *path, const cli_reader **reader, cld_error *err) {
    cld_text endings = {0};
    for (int i = 0; i < READER_COUNT; i++) {
        if (cli_import_has_ending(path, readers[i].ending)) {
            *reader = &readers[i];
            cld_text_clear(&endings);
            return CLD_OK;
        }
        cld_text_add_string(&endings, i == 0 ? "." : i + 1 < READER_COUNT ? ", ." : " or .");
        cld_text_add_string(&endings, readers[i].ending);
    }
    cld_status status = endings.failed ? cld_fail_memory(err)
                                       : cld_fail(err, CLD_UNSUPPORTED, "",
                                                  "expected a file's name that ends in %s", endings.bytes);
    cld_text_clear(&endings);
    return status;
}

cld_status cli_import_read_bytes(const char *path, cld_text *bytes, cld_error *err) {
    cld_status status = cli_file_read(path, bytes, err);
    // what is expected of an empty file there is a document
    return status == CLD_SYNTAX && bytes->length == 0 ? CLD_OK : status;
}
