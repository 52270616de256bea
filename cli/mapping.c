#undef _XOPEN_SOURCE
#define _DEFAULT_SOURCE // for madvise; NOLINT(bugprone-reserved-identifier)
#include "mapping.h"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "operand.h"

/// Bytes that are given back at a time, a multiple of any size of a page.
enum { STEP = 1 << 20 };

/// Maps a file if it is one that can be.
static void map(int descriptor, cli_mapping *mapping) {
    struct stat about;
    if (fstat(descriptor, &about) != 0 || !S_ISREG(about.st_mode) || about.st_size <= 0)
        return;
    size_t length = (size_t)about.st_size;
    void *bytes = mmap(NULL, length, PROT_READ, MAP_PRIVATE, descriptor, 0);
    if (bytes != MAP_FAILED)
        *mapping = (cli_mapping){.bytes = bytes, .length = length, .is_mapped = true};
}

cld_status cli_mapping_open(const char *path, cli_mapping *mapping, cld_error *err) {
    *mapping = (cli_mapping){.length = 0};
    int descriptor;
    cld_status status = cli_file_open(path, &descriptor, err);
    if (status)
        return status;
    if (descriptor != STDIN_FILENO)
        map(descriptor, mapping);
    if (mapping->is_mapped) {
        close(descriptor);
        return CLD_OK;
    }
    status = cli_file_finish(descriptor, &mapping->text, err);
    mapping->bytes = mapping->text.bytes;
    mapping->length = mapping->text.length;
    return status;
}

void cli_mapping_forget(cli_mapping *mapping, size_t offset) {
    size_t end = offset / STEP * STEP;
    if (!mapping->is_mapped || end <= mapping->forgotten)
        return;
    madvise((char *)mapping->bytes + mapping->forgotten, end - mapping->forgotten, MADV_DONTNEED);
    mapping->forgotten = end;
}

void cli_mapping_close(cli_mapping *mapping) {
    if (mapping->is_mapped)
        munmap((char *)mapping->bytes, mapping->length);
    cld_text_clear(&mapping->text);
    *mapping = (cli_mapping){.length = 0};
}
