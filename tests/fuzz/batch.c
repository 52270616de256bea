/// Fuzz target: `collide batch` on any stream. The first byte chooses the options.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../../cli/commands.h"
#include "bytes.h"
#include "use.h"

/// A file of our own, and its name.
typedef struct own_file {
    int descriptor;
    char path[32];
} own_file;

static own_file input, library;

static void remove_files(void) {
    unlink(input.path);
    unlink(library.path);
}

static own_file make_file(void) {
    own_file made = {.path = "/tmp/collide-fuzz-XXXXXX"};
    made.descriptor = mkstemp(made.path);
    FUZZ_REQUIRE(made.descriptor >= 0);
    return made;
}

static void replace(const own_file *file, const void *bytes, size_t size) {
    FUZZ_REQUIRE(ftruncate(file->descriptor, 0) == 0);
    FUZZ_REQUIRE(pwrite(file->descriptor, bytes, size, 0) == (ssize_t)size);
}

/// Standard output becomes a file, once and for all; the fuzzer itself prints to standard error.
static int take_standard_output(void) {
    FILE *output = tmpfile();
    fflush(stdout);
    FUZZ_REQUIRE(output && dup2(fileno(output), STDOUT_FILENO) == STDOUT_FILENO);
    return STDOUT_FILENO;
}

static size_t count_records(const uint8_t *data, size_t size) {
    size_t count = 0;
    for (size_t at = 0; at < size;) {
        const uint8_t *newline = memchr(data + at, '\n', size - at);
        size_t end = newline ? (size_t)(newline - data) : size;
        bool is_blank = true;
        for (size_t i = at; i < end; i++)
            is_blank = is_blank && data[i] && strchr(" \t\r", data[i]);
        count += !is_blank;
        at = end + 1;
    }
    return count;
}

/// The output is one document a line, one line a record.
static void check_output(int descriptor, size_t records) {
    off_t size = lseek(descriptor, 0, SEEK_END);
    char *bytes = malloc((size_t)size + 1);
    FUZZ_REQUIRE(bytes && pread(descriptor, bytes, (size_t)size, 0) == size);
    for (char *at = bytes, *end = bytes + size; at < end; records--) {
        char *newline = memchr(at, '\n', (size_t)(end - at));
        FUZZ_REQUIRE(newline && records > 0);
        fuzz_require_json(at, (size_t)(newline - at));
        at = newline + 1;
    }
    FUZZ_REQUIRE(records == 0);
    free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char scene[] =
        "{\"shapes\": {\"crate\": {\"type\": \"box\", \"size\": [1, 1, 1]}, \"disc\": {\"type\": \"circle\", "
        "\"radius\": 1}}, \"objects\": [{\"name\": \"ball\", \"shape\": {\"type\": \"sphere\", \"radius\": "
        "2}}]}";
    static int output;
    if (!output) {
        input = make_file();
        library = make_file();
        atexit(remove_files);
        replace(&library, scene, sizeof scene - 1);
        output = take_standard_output();
    }
    uint8_t flags = size > 0 ? *data : 0;
    replace(&input, data + (size > 0), size - (size > 0));
    FUZZ_REQUIRE(ftruncate(output, 0) == 0 && lseek(output, 0, SEEK_SET) == 0);
    char *operands[] = {input.path};
    cli_options options = {.operand = operands, .operand_count = 1, .query = cld_query_options_make()};
    options.shapes = flags & 1 ? library.path : NULL;
    options.threads = flags & 2 ? 2 : 1;
    options.strict = flags & 4;
    options.convexify = flags & 8;
    int status = cli_run_batch(&options);
    FUZZ_REQUIRE(status == 0 || status == 2);
    check_output(output, count_records(data + (size > 0), size - (size > 0)));
    return 0;
}
