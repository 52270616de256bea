#include "import/package.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "import/files.h"

/// The parts one after the other.
static char *join(cld_arena *arena, const char *a, size_t a_length, const char *b, size_t b_length,
                  const char *c) {
    size_t c_length = strlen(c);
    char *joined = cld_arena_add(arena, a_length + b_length + c_length + 1, 1);
    if (!joined)
        return NULL;
    memcpy(joined, a, a_length);
    memcpy(joined + a_length, b, b_length);
    memcpy(joined + a_length + b_length, c, c_length + 1);
    return joined;
}

/// The length of the path of the folder that a file or folder is in, its last slash included; 0 for none.
static size_t find_folder(const char *path, size_t length) {
    while (length > 0 && path[length - 1] != '/')
        length--;
    return length;
}

/// Whether the folder path[0 .. length), which ends in a slash, is called `name`.
static bool is_called(const char *path, size_t length, const char *name, size_t name_length) {
    return length >= name_length + 2 && path[length - name_length - 2] == '/' &&
           memcmp(path + length - name_length - 1, name, name_length) == 0;
}

/// Looks for /REST of a package in the folders above the file, whose path is absolute.
static const char *find_in_package(const char *path, const char *name, size_t name_length, const char *rest,
                                   cld_arena *arena) {
    for (size_t length = find_folder(path, strlen(path)); length > 0;
         length = find_folder(path, length - 1)) {
        const char *found = is_called(path, length, name, name_length)
                                ? join(arena, path, length - 1, "", 0, rest)
                                : join(arena, path, length, name, name_length, rest);
        if (!found || access(found, F_OK) == 0)
            return found;
    }
    return join(arena, path, find_folder(path, strlen(path)), rest + (*rest == '/'), 0,
                rest + (*rest == '/'));
}

static const char *find(const char *path, const char *uri, cld_arena *arena) {
    static const char package[] = "package://", file[] = "file://";
    if (strncmp(uri, package, strlen(package)) == 0) {
        const char *name = uri + strlen(package), *rest = name + strcspn(name, "/");
        char *whole = realpath(path, NULL);
        const char *found = find_in_package(whole ? whole : path, name, (size_t)(rest - name), rest, arena);
        free(whole);
        return found;
    }
    if (strncmp(uri, file, strlen(file)) == 0)
        uri += strlen(file);
    return join(arena, path, *uri == '/' ? 0 : find_folder(path, strlen(path)), "", 0, uri);
}

const char *cli_package_find(const char *path, const char *uri, cld_arena *arena) {
    const char *found = find(path, uri, arena);
    if (!found || !strstr(uri, "://") || access(found, F_OK) == 0)
        return found;
    char *plain = cld_arena_copy_string(arena, uri);
    if (!plain)
        return NULL;
    cli_files_decode(plain);
    const char *other = find(path, plain, arena);
    return !other || access(other, F_OK) == 0 ? other : found;
}
