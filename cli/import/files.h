/// The files that assimp gets to see: the one that is imported, and regular ones that it names.
#ifndef CLI_IMPORT_FILES_H
#define CLI_IMPORT_FILES_H

#include <assimp/cfileio.h>

#include "base/text.h"

/// What assimp opens files with, for as long as this is kept.
typedef struct cli_files {
    struct aiFileIO io;
    const char *path;      ///< of the file that is imported
    const cld_text *bytes; ///< what is in it
} cli_files;

/// `path` is what assimp is given. Both are borrowed.
void cli_files_make(const char *path, const cld_text *bytes, cli_files *files);

#endif
