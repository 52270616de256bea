/// Where answers go.
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include <sys/types.h>

#include "base/text.h"
#include "collide/status.h"

/// An output that is written bit by bit: opened, added to, finished and kept, or dropped at any time between.
typedef struct cli_output {
    int descriptor;
    char *target;       ///< the regular file that is replaced at the end; NULL if there is none to replace
    cld_text temporary; ///< what it is replaced by
    mode_t mode;        ///< the access it gets
} cli_output;

/// An output that is not open.
static const cli_output cli_output_none = {.descriptor = -1};

/// What an output is called in messages: `path`, or standard output if that is NULL.
const char *cli_output_name(const char *path);

/// Opens `path` for writing, or standard output if that is NULL. /dev/stdout, /dev/stderr and /dev/fd/N are
/// the streams that are open there. At most two regular files may be open at once. CLD_IO, CLD_INTERNAL.
cld_status cli_output_open(const char *path, cli_output *output, cld_error *err);

/// Adds to what was written. A closed pipe ends the program as SIGPIPE does, also where that is ignored.
/// CLD_IO, CLD_INTERNAL.
cld_status cli_output_add(const cli_output *output, const cld_text *text, cld_error *err);

/// Closes, and sees that all is on the disk. A regular file is as it was until this is kept. CLD_IO.
cld_status cli_output_finish(cli_output *output, cld_error *err);

/// Replaces a regular file as a whole by what is finished. CLD_IO.
cld_status cli_output_keep(cli_output *output, cld_error *err);

/// Closes, and leaves a regular file as it was. Of what is kept, or failed to open, there is nothing to drop.
void cli_output_drop(cli_output *output);

/// Writes the text to `path`, or to standard output if that is NULL. A regular file is replaced as a whole
/// or, if anything fails or a signal ends the program, left as it was. CLD_IO, and CLD_INTERNAL if the text
/// itself ran out of memory.
cld_status cli_output_write(const char *path, const cld_text *text, cld_error *err);

#endif
