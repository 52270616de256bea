#include "import/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <assimp/cfileio.h>
#include <assimp/cimport.h>
#include <assimp/config.h>

#include "import/collada.h"
#include "import/gltf.h"
#include "import/readers.h"
#include "operand.h"

/// What assimp opens files with: `io` is its first member, so that one leads to the other.
typedef struct files {
    struct aiFileIO io;
    const char *path;      ///< of the file that is imported
    const cld_text *bytes; ///< what is in it
} files;

/// An open file, in the same way.
typedef struct stream {
    struct aiFile file;
    const cld_text *bytes;
    cld_text own; ///< the bytes, but of the file that is imported
    size_t at;
} stream;

static stream *find_stream(struct aiFile *file) { return (stream *)(void *)file; }

static size_t read_items(struct aiFile *file, char *to, size_t size, size_t count) {
    stream *s = find_stream(file);
    size_t left = size > 0 ? (s->bytes->length - s->at) / size : 0;
    count = count < left ? count : left;
    if (count > 0)
        memcpy(to, s->bytes->bytes + s->at, count * size);
    s->at += count * size;
    return count;
}

static size_t write_items(struct aiFile *file, const char *from, size_t size, size_t count) {
    (void)file;
    (void)from;
    (void)size;
    (void)count;
    return 0;
}

static size_t tell(struct aiFile *file) { return find_stream(file)->at; }

static size_t find_size(struct aiFile *file) { return find_stream(file)->bytes->length; }

/// An offset back is a great number, which wraps around.
static enum aiReturn seek(struct aiFile *file, size_t offset, enum aiOrigin origin) {
    stream *s = find_stream(file);
    size_t at = (origin == aiOrigin_CUR ? s->at : origin == aiOrigin_END ? s->bytes->length : 0) + offset;
    if (at > s->bytes->length)
        return aiReturn_FAILURE;
    s->at = at;
    return aiReturn_SUCCESS;
}

static void flush(struct aiFile *file) { (void)file; }

static void close_file(struct aiFileIO *io, struct aiFile *file) {
    (void)io;
    if (file)
        cld_text_clear(&find_stream(file)->own);
    free(file);
}

bool cli_files_is_regular(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode);
}

static struct aiFile *open_file(struct aiFileIO *io, const char *path, const char *mode) {
    const files *all = (const files *)(const void *)io;
    bool is_first = strcmp(path, all->path) == 0;
    stream *s = *mode == 'r' && (is_first || cli_files_is_regular(path)) ? calloc(1, sizeof *s) : NULL;
    if (!s)
        return NULL;
    cld_error err;
    s->file = (struct aiFile){.ReadProc = read_items,
                              .WriteProc = write_items,
                              .TellProc = tell,
                              .FileSizeProc = find_size,
                              .SeekProc = seek,
                              .FlushProc = flush};
    s->bytes = is_first ? all->bytes : &s->own;
    if (!is_first && cli_file_read(path, &s->own, &err)) {
        close_file(io, &s->file);
        return NULL;
    }
    return &s->file;
}

/// What assimp says, as one line, but for what only its authors understand.
static cld_status fail_import(cld_error *err) {
    static const struct {
        const char *begin, *meaning;
    } rows[] = {{"std::bad_alloc", "it asks for more memory than a file of its size can need"},
                {"No suitable reader found", "not of the kind its ending says"}};
    char message[300];
    const char *said = aiGetErrorString();
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        said = strncmp(said, rows[i].begin, strlen(rows[i].begin)) == 0 ? rows[i].meaning : said;
    snprintf(message, sizeof message, "%s", said);
    for (char *c = message; *c; c++)
        *c = *c == '\n' || *c == '\r' || *c == '\t' ? ' ' : *c;
    return cld_fail(err, CLD_SYNTAX, "", "cannot be read: %s",
                    *message ? message : "not of the kind its ending says");
}

static const struct aiScene *import(const char *path, const cld_text *bytes) {
    struct aiPropertyStore *properties = aiCreatePropertyStore();
    // one node of a file is one here, and its axes are left to --up
    aiSetImportPropertyInteger(properties, AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, 0);
    aiSetImportPropertyInteger(properties, AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, 1);
    aiSetImportPropertyInteger(properties, AI_CONFIG_IMPORT_COLLADA_USE_COLLADA_NAMES, 1);
    aiSetImportPropertyInteger(properties, AI_CONFIG_IMPORT_NO_SKELETON_MESHES, 1);
    files own = {.io = {.OpenProc = open_file, .CloseProc = close_file}, .path = path, .bytes = bytes};
    const struct aiScene *scene = aiImportFileExWithProperties(path, 0, &own.io, properties);
    aiReleasePropertyStore(properties);
    return scene;
}

cld_status cli_files_import(const char *path, char *up, const struct aiScene **scene, cld_error *err) {
    cld_text bytes = {0};
    cld_status status = cli_import_read_bytes(path, &bytes, err);
    if (!status)
        status = cli_gltf_prepare(path, &bytes, err);
    if (!status) {
        cli_collada_find_up(path, &bytes, up);
        *scene = import(path, &bytes);
        if (!*scene || !(*scene)->mRootNode)
            status = fail_import(err);
    }
    cld_text_clear(&bytes);
    return status;
}
