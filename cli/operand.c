#include "operand.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "imported.h"
#include "patience.h"

/// Adds a path without what leads nowhere: slashes after others, and the folder ".".
static void add_plainly(const char *path, cld_text *name) {
    if (*path == '/')
        cld_text_add_byte(name, '/');
    for (size_t length; *(path += strspn(path, "/")); path += length) {
        length = strcspn(path, "/");
        if (length == 1 && *path == '.' && path[1] == '/')
            continue;
        if (name->length > 0 && name->bytes[name->length - 1] != '/')
            cld_text_add_byte(name, '/');
        cld_text_add(name, path, length);
    }
}

/// What of a path is below a folder; NULL if it is elsewhere.
static const char *find_below(const char *path, const char *folder) {
    size_t length = strlen(folder);
    length -= length > 0 && folder[length - 1] == '/'; // the root ends with one
    bool is_below = strncmp(path, folder, length) == 0 && path[length] == '/' && path[length + 1];
    return is_below ? path + length + 1 : NULL;
}

/// What of a path is below the working directory, which shells may know by another name.
static const char *find_below_here(const char *path) {
    char folder[4096];
    const char *name = getenv("PWD"), *below = name ? find_below(path, name) : NULL;
    struct stat here, there;
    bool is_here = below && stat(".", &here) == 0 && stat(name, &there) == 0 && here.st_dev == there.st_dev &&
                   here.st_ino == there.st_ino;
    return is_here ? below : getcwd(folder, sizeof folder) ? find_below(path, folder) : NULL;
}

/// Whether a path goes back up, out of a folder that may be a link to another.
static bool goes_up(const char *path) {
    for (const char *at = path; (at = strstr(at, "..")); at += 2)
        if ((at == path || at[-1] == '/') && (at[2] == '/' || at[2] == '\0'))
            return true;
    return false;
}

/// The path of a file whose folder is somewhere, without going up, for the caller to free; NULL of others.
static char *find_straight(char *path) {
    char *end = strrchr(path, '/');
    if (!end || !goes_up(path))
        return NULL;
    *end = '\0';
    char *folder = realpath(path, NULL);
    *end = '/';
    size_t length = folder ? strlen(folder) : 0;
    length -= length == 1; // of the root
    char *straight = folder ? realloc(folder, length + strlen(end) + 1) : NULL;
    if (straight)
        memcpy(straight + length, end, strlen(end) + 1);
    else
        free(folder);
    return straight;
}

void cli_file_shorten(const char *path, cld_text *name) {
    cld_text whole = {0};
    add_plainly(path, &whole);
    bool is_plain = whole.bytes && !whole.failed; // which the empty path is not
    char *straight = is_plain ? find_straight(whole.bytes) : NULL;
    const char *from = is_plain ? whole.bytes : path, *below = find_below_here(straight ? straight : from);
    from = below ? below : from;
    // "-" alone is standard input.
    cld_text_add_string(name, strcmp(from, "-") == 0 && strcmp(path, "-") != 0 ? "./-" : from);
    free(straight);
    cld_text_clear(&whole);
}

void cli_operand_split(const char *text, cli_operand *operand) {
    *operand = (cli_operand){.name = NULL};
    const char *end = strchr(text, '#');
    if (end && access(text, F_OK) != 0) {
        // With several #, the first that leaves the name of a file; if none does, the first.
        const char *split = end;
        for (; end; end = strchr(end + 1, '#')) {
            operand->file.length = 0;
            cld_text_add(&operand->file, text, (size_t)(end - text));
            if (operand->file.failed || cli_operand_is_standard_input(operand) ||
                access(operand->file.bytes, F_OK) == 0) {
                split = end;
                break;
            }
        }
        operand->file.length = 0;
        cld_text_add(&operand->file, text, (size_t)(split - text));
        operand->name = split + 1;
        return;
    }
    cld_text_add_string(&operand->file, text);
}

bool cli_operand_is_standard_input(const cli_operand *operand) {
    return operand->file.bytes && strcmp(operand->file.bytes, "-") == 0;
}

cld_status cli_fail_second_input(cld_error *err) {
    return cld_fail(err, CLD_USAGE, "", "standard input can be read only once, found '-' twice");
}

static cld_status fail_io(cld_error *err) { return cld_fail(err, CLD_IO, "", "%s", strerror(errno)); }

/// Reads to the end. A buffer one byte longer than the file shows the end without a second, larger one; one
/// that is full doubles, so that a file which comes byte by byte costs no more than its length.
static cld_status read_all(int descriptor, cld_text *bytes, cld_error *err) {
    struct stat about;
    if (fstat(descriptor, &about) != 0)
        return fail_io(err);
    if (S_ISDIR(about.st_mode))
        return cld_fail(err, CLD_IO, "", "expected a file, found a directory");
    size_t size = S_ISREG(about.st_mode) && about.st_size > 0 ? (size_t)about.st_size : 65535;
    for (;;) {
        if (bytes->length + 1 >= bytes->capacity && !cld_text_reserve(bytes, size + 1))
            return cld_fail_memory(err);
        ssize_t n;
        do
            n = read(descriptor, bytes->bytes + bytes->length, bytes->capacity - bytes->length - 1);
        while (n < 0 && cli_try_again(descriptor, POLLIN));
        if (n < 0)
            return fail_io(err);
        bytes->length += (size_t)n;
        if (n == 0)
            return CLD_OK;
    }
}

cld_status cli_file_open(const char *path, int *descriptor, cld_error *err) {
    *descriptor = strcmp(path, "-") == 0 ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC);
    return *descriptor < 0 ? fail_io(err) : CLD_OK;
}

cld_status cli_file_finish(int descriptor, cld_text *bytes, cld_error *err) {
    cld_status status = read_all(descriptor, bytes, err);
    if (descriptor != STDIN_FILENO)
        close(descriptor);
    if (!status && bytes->length == 0) {
        status = cld_fail(err, CLD_SYNTAX, "", "expected a JSON document, found an empty file");
        err->line = err->column = 1;
    }
    return status;
}

cld_status cli_file_read(const char *path, cld_text *bytes, cld_error *err) {
    int descriptor;
    cld_status status = cli_file_open(path, &descriptor, err);
    return status ? status : cli_file_finish(descriptor, bytes, err);
}

/// Reads an object of a file of another program, or the only one.
static cld_status read_imported(cli_operand *operand, cld_error *err) {
    cli_imported imported;
    const char *name = operand->name;
    cld_status status = cli_imported_read(operand->file.bytes, operand->convexify, &imported, err);
    if (!status && !name)
        status = cli_imported_pick(&imported, &name, err);
    if (!status)
        status = cld_source_read(imported.document, imported.length, name, &operand->source, err);
    if (!status)
        operand->note = cli_imported_find_warning(&imported, name);
    if (!status && !operand->name && !*operand->note.message) // all of the file is meant
        operand->note = cli_imported_find_loss(&imported);
    if (status == CLD_NOT_FOUND) {
        cli_imported_explain(&imported, name, err);
        status = err->status;
    }
    operand->source.place[0] = operand->source.mover[0] = '\0'; // nobody sees the document
    cli_imported_clear(&imported);
    return status;
}

static cld_status read_document(cli_operand *operand, cld_error *err) {
    cld_text bytes = {0};
    cld_status status = cli_file_read(operand->file.bytes, &bytes, err);
    if (!status)
        status = cld_source_read(bytes.bytes, bytes.length, operand->name, &operand->source, err);
    cld_text_clear(&bytes);
    return status;
}

cld_status cli_operand_read(cli_operand *operand, cld_error *err) {
    if (operand->file.failed)
        return cld_fail_memory(err);
    cld_status status =
        cli_is_importable(operand->file.bytes) ? read_imported(operand, err) : read_document(operand, err);
    operand->source.def.convexify = operand->convexify;
    return status;
}

cld_status cli_operand_create_shape(const cli_operand *operand, cli_warnings *warnings, cld_shape **shape,
                                    cld_error *err) {
    if (*operand->note.message)
        cli_warnings_add(warnings, &operand->note);
    return cld_source_create_shape(&operand->source, cli_warnings_add, warnings, shape, err);
}

void cli_operand_clear(cli_operand *operand) {
    cld_source_clear(&operand->source);
    cld_text_clear(&operand->file);
}
