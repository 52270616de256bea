/// A walk through JSON from key to key, for files of any size.
#ifndef CLI_IMPORT_GLTF_WALK_H
#define CLI_IMPORT_GLTF_WALK_H

#include <stdbool.h>
#include <stddef.h>

enum { CLI_WALK_DEPTH = 8 };

/// What is not JSON is walked through all the same. Begins with `at` and `end`, and the rest 0.
typedef struct cli_walk {
    char *at, *end;
    ptrdiff_t depth;
    size_t opened[CLI_WALK_DEPTH]; ///< at each depth down to `depth`, how many objects and arrays began
    char *key;                     ///< without its quotes
    size_t length;
} cli_walk;

/// Goes on to the value that follows the next key and its colon; false at the end.
bool cli_walk_next(cli_walk *w);

/// Whether that is the key where the walk is, whatever of it has escapes; of letters alone.
bool cli_walk_is_at(const cli_walk *w, const char *key);

/// Goes to the end of the string that begins before `at`.
char *cli_walk_skip_string(char *at, const char *end);

char *cli_walk_skip_blanks(char *at, const char *end);

#endif
