/// Where answers go.
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include "base/text.h"
#include "collide/status.h"

/// Writes the text to `path`, or to standard output if that is NULL. A regular file is replaced as a whole
/// or, if anything fails or a signal ends the program, left as it was. CLD_IO, and CLD_INTERNAL if the text
/// itself ran out of memory.
cld_status cli_output_write(const char *path, const cld_text *text, cld_error *err);

#endif
