/// What the ending of a file's name says about it.
#ifndef CLI_ENDING_H
#define CLI_ENDING_H

#include "base/text.h"
#include "collide/status.h"

enum { CLI_NO_ENDING = -1 };

/// Which of the endings, in lower case, without a dot and with NULL after the last, the name at the end of
/// `path` has, whatever its case; or CLI_NO_ENDING.
int cli_ending_find(const char *const *endings, const char *path);

/// Adds them all: ".obj, .stl or .ply".
void cli_endings_add(const char *const *endings, cld_text *text);

/// Finds which of the endings the file of --output has. CLD_USAGE without such a file (NULL) or ending.
cld_status cli_output_find_ending(const char *const *endings, const char *output, int *found, cld_error *err);

#endif
