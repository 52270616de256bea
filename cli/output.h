/// Where answers go.
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/text.h"
#include "collide/status.h"

/// An output that is written bit by bit.
typedef struct cli_output {
    int descriptor;
    char *target;       ///< the regular file that is replaced at the end; NULL if there is none to replace
    cld_text temporary; ///< what it is replaced by
    mode_t mode;        ///< the access it gets
} cli_output;

/// Opens `path` for writing, or standard output if that is NULL. CLD_IO, CLD_INTERNAL.
cld_status cli_output_open(const char *path, cli_output *output, cld_error *err);

/// Adds to what was written. A closed pipe ends the program as SIGPIPE does, also where that is ignored.
/// CLD_IO, CLD_INTERNAL.
cld_status cli_output_add(const cli_output *output, const cld_text *text, cld_error *err);

/// Closes. A regular file is replaced as a whole if `keep`, else or if anything fails it is left as it was.
cld_status cli_output_close(cli_output *output, bool keep, cld_error *err);

/// Writes the text to `path`, or to standard output if that is NULL. A regular file is replaced as a whole
/// or, if anything fails or a signal ends the program, left as it was. CLD_IO, and CLD_INTERNAL if the text
/// itself ran out of memory.
cld_status cli_output_write(const char *path, const cld_text *text, cld_error *err);

#endif
