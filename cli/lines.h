/// The lines of a stream, as they come.
#ifndef CLI_LINES_H
#define CLI_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "collide/status.h"

/// A line may be longer than a million vertices take.
enum { CLI_MOST_LINES = 1024, CLI_LONGEST_LINE = 1 << 28 };

/// A line without its newline.
typedef struct cli_line {
    const char *bytes;
    size_t length;
    bool is_cut; ///< the line is longer: its rest is passed over
} cli_line;

/// Lines of a file descriptor, some at a time; memory up to the longest line. Start from {.descriptor = ...}.
typedef struct cli_lines {
    int descriptor;
    bool at_end, is_skipping; ///< the rest of a line that was cut
    int problem;              ///< errno of a read that failed behind the lines handed out, else 0
    char *bytes;
    size_t room, used; ///< of `bytes`
    size_t taken;      ///< the lines that were handed out end here
    cli_line line[CLI_MOST_LINES];
    size_t count;
} cli_lines;

/// Takes the next lines, whose bytes stay until the next call: waits until there is one, and then for no
/// more. None are left when `count` is 0. The last line need not end in a newline. CLD_IO, once the lines
/// before it are taken, CLD_INTERNAL.
cld_status cli_lines_take(cli_lines *lines, cld_error *err);

void cli_lines_clear(cli_lines *lines);

#endif
