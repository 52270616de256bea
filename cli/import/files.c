#include "import/files.h"

#include <ctype.h>
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

static bool is_regular(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode);
}

void cli_files_decode(char *path) {
    char *to = path;
    for (const char *from = path; *from; to++) {
        unsigned byte;
        bool is_escaped = *from == '%' && isxdigit((unsigned char)from[1]) &&
                          isxdigit((unsigned char)from[2]) && sscanf(from + 1, "%2x", &byte) == 1 &&
                          byte != 0;
        *to = is_escaped ? (char)byte : *from;
        from += is_escaped ? 3 : 1;
    }
    *to = '\0';
}

size_t cli_files_find_folder(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash + 1 - path) : 0;
}

bool cli_files_find(cld_text *path, size_t folder) {
    if (path->failed || !path->bytes || is_regular(path->bytes))
        return !path->failed && path->bytes;
    cli_files_decode(path->bytes + (folder < path->length ? folder : path->length));
    path->length = strlen(path->bytes);
    return is_regular(path->bytes);
}

static struct aiFile *open_file(struct aiFileIO *io, const char *path, const char *mode) {
    const files *all = (const files *)(const void *)io;
    bool is_first = strcmp(path, all->path) == 0;
    cld_text found = {0};
    cld_text_add_string(&found, path);
    stream *s = *mode == 'r' && (is_first || cli_files_find(&found, cli_files_find_folder(all->path)))
                    ? calloc(1, sizeof *s)
                    : NULL;
    if (s) {
        cld_error err;
        s->file = (struct aiFile){.ReadProc = read_items,
                                  .WriteProc = write_items,
                                  .TellProc = tell,
                                  .FileSizeProc = find_size,
                                  .SeekProc = seek,
                                  .FlushProc = flush};
        s->bytes = is_first ? all->bytes : &s->own;
        if (!is_first && cli_file_read(found.bytes, &s->own, &err)) {
            close_file(io, &s->file);
            s = NULL;
        }
    }
    cld_text_clear(&found);
    return s ? &s->file : NULL;
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

/// What assimp says, line by line, while it reads.
static void take_line(const char *line, char *lines) { cld_text_add_string((cld_text *)(void *)lines, line); }

/// Tells what assimp has left out, of which it only says so in passing.
static void tell_losses(const char *path, cld_text *lines, cli_level *level) {
    static const struct {
        const char *level, *part;
        bool is_fault; ///< else it may be a thing without a shape: an empty mesh, a light
    } losses[] = {{"Error", ": FBX-DOM (", true},
                  {"Error", ": FBX-Parser (", true},
                  {"Error", ": FBX: Unsupported RotationMode", true},
                  {"Warn", ": Collada: Unable to find geometry", true},
                  {"Error", ": Collada: Unable to resolve reference to instanced node", true},
                  {"Error", ": Collada: Unresolved reference format of node", true},
                  {"Warn", ": FBX: ignoring empty geometry", false},
                  {"Warn", ") failed to read source object for incoming Model link", false},
                  {"Warn", ") encountered duplicate object id", false},
                  {"Warn", ") destination object for connection does not exist", false}};
    for (char *line = lines->bytes, *end; line && (end = strchr(line, '\n')); line = end + 1) {
        *end = '\0';
        for (size_t i = 0; i < sizeof losses / sizeof *losses; i++) {
            cld_error fault;
            if (strncmp(line, losses[i].level, strlen(losses[i].level)) != 0 || !strstr(line, losses[i].part))
                continue;
            const char *said = strstr(line, ": ") + strlen(": ");
            if (!losses[i].is_fault) {
                cli_level_tell_loss(level, path, "left out: %s", said);
                continue;
            }
            cld_fail(&fault, CLD_SYNTAX, "", "%s", said);
            cli_level_add_fault(level, "a part cannot be read", NULL, 0, 0, &fault);
        }
    }
}

static const struct aiScene *import(const char *path, const cld_text *bytes, cld_text *lines) {
    const struct aiLogStream log = {take_line, (char *)lines};
    struct aiPropertyStore *properties = aiCreatePropertyStore();
    aiSetImportPropertyInteger(properties, AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, 1); // left to --up
    aiSetImportPropertyInteger(properties, AI_CONFIG_IMPORT_COLLADA_USE_COLLADA_NAMES, 1);
    aiSetImportPropertyInteger(properties, AI_CONFIG_IMPORT_NO_SKELETON_MESHES, 1);
    files own = {.io = {.OpenProc = open_file, .CloseProc = close_file}, .path = path, .bytes = bytes};
    aiAttachLogStream(&log);
    const struct aiScene *scene = aiImportFileExWithProperties(path, 0, &own.io, properties);
    aiDetachLogStream(&log);
    aiReleasePropertyStore(properties);
    return scene;
}

cld_status cli_files_import(const char *path, cli_level *level, double *metres, cli_gltf_nodes *nodes,
                            const struct aiScene **scene, cld_error *err) {
    cld_text bytes = {0}, lines = {0};
    cld_status status = cli_import_read_bytes(path, &bytes, err);
    if (!status)
        status = cli_gltf_prepare(path, &bytes, nodes, &level->arena, err);
    if (!status)
        status = cli_collada_prepare(path, &bytes, level, metres, err);
    if (!status) {
        *scene = import(path, &bytes, &lines);
        if (!*scene || !(*scene)->mRootNode)
            status = fail_import(err);
        else
            tell_losses(path, &lines, level);
    }
    if (!status && lines.failed) {
        aiReleaseImport(*scene);
        status = cld_fail_memory(err);
    }
    cld_text_clear(&bytes);
    cld_text_clear(&lines);
    return status;
}
