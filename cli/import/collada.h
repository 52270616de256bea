/// What assimp does not tell of a COLLADA file.
#ifndef CLI_IMPORT_COLLADA_H
#define CLI_IMPORT_COLLADA_H

#include "base/text.h"

/// Sets `up` to the axis, 'x', 'y' or 'z', that points up in a COLLADA file, if it says so. Does nothing if
/// `path` does not end in .dae.
void cli_collada_find_up(const char *path, const cld_text *bytes, char *up);

#endif
