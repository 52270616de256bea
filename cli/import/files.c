#include "import/files.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "operand.h"

/// An open file: `file` is its first member, so that one leads to the other.
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

/// Whether a file ends: a pipe or device that a document names could be waited for in vain.
static bool is_regular(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode);
}

static struct aiFile *open_file(struct aiFileIO *io, const char *path, const char *mode) {
    const cli_files *files = (const cli_files *)(const void *)io;
    bool is_first = strcmp(path, files->path) == 0;
    stream *s = *mode == 'r' && (is_first || is_regular(path)) ? calloc(1, sizeof *s) : NULL;
    if (!s)
        return NULL;
    cld_error err;
    s->file = (struct aiFile){.ReadProc = read_items,
                              .WriteProc = write_items,
                              .TellProc = tell,
                              .FileSizeProc = find_size,
                              .SeekProc = seek,
                              .FlushProc = flush};
    s->bytes = is_first ? files->bytes : &s->own;
    if (!is_first && cli_file_read(path, &s->own, &err)) {
        close_file(io, &s->file);
        return NULL;
    }
    return &s->file;
}

void cli_files_make(const char *path, const cld_text *bytes, cli_files *files) {
    *files =
        (cli_files){.io = {.OpenProc = open_file, .CloseProc = close_file}, .path = path, .bytes = bytes};
}
