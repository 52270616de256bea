/// Which files are written, whatever they are called.
#ifndef CLI_TARGET_H
#define CLI_TARGET_H

#include "options.h"

/// The file that writing to `path` makes or replaces, by the one name that has no links in it; also where a
/// link leads to a file that is not there yet. The caller frees it; NULL, and errno says why, if there is no
/// folder for it, or no memory.
char *cli_target_find(const char *path);

/// Sees that nothing is written over what is read, or over what is written too. CLD_USAGE, CLD_INTERNAL.
cld_status cli_targets_check(const cli_options *options, cld_error *err);

#endif
