/// Runs a fuzz target on files: replay FILE...
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bytes.h"

static int fail(const char *path) {
    fprintf(stderr, "%s: %s\n", path, strerror(errno));
    return 2;
}

/// The bytes lie in memory of exactly their size, so that a sanitizer sees what is read beyond them.
static int replay(const char *path) {
    FILE *file = fopen(path, "rb");
    long size = file && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    if (size < 0 || fseek(file, 0, SEEK_SET) != 0)
        return fail(path);
    uint8_t *bytes = malloc((size_t)size + !size);
    if (!bytes || fread(bytes, 1, (size_t)size, file) != (size_t)size)
        return fail(path);
    fclose(file);
    LLVMFuzzerTestOneInput(bytes, (size_t)size);
    free(bytes);
    return 0;
}

int main(int count, char **arguments) {
    int status = count > 1 ? 0 : 2;
    for (int i = 1; i < count && !status; i++) {
        fprintf(stderr, "%s\n", arguments[i]); // the last one named is the one that broke it
        status = replay(arguments[i]);
    }
    return status;
}
