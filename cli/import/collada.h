/// What assimp does not tell of a COLLADA file, or takes for something else without a word.
#ifndef CLI_IMPORT_COLLADA_H
#define CLI_IMPORT_COLLADA_H

#include "base/error.h"
#include "base/text.h"
#include "import/level.h"

/// Sets `level->up` to the axis that points up in a COLLADA file, and `metres` to its unit, if it says so;
/// tells of geometry that assimp leaves out; refuses what assimp would read beyond its end, or otherwise than
/// it is meant. Does nothing if `path` does not end in .dae. CLD_SYNTAX, CLD_BAD_INDEX, CLD_BAD_VALUE,
/// CLD_UNSUPPORTED, CLD_INTERNAL.
cld_status cli_collada_prepare(const char *path, const cld_text *bytes, cli_level *level, double *metres,
                               cld_error *err);

#endif
