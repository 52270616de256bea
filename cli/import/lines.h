/// The lines of a text as OBJ has them.
#ifndef CLI_IMPORT_LINES_H
#define CLI_IMPORT_LINES_H

#include <stdio.h>

#include "base/error.h"

/// Takes one line without its end, which it may change, and the number of it in the file.
typedef cld_status cli_take_line(void *context, char *line, unsigned long number, cld_error *err);

/// Hands on line after line, past a mark of UTF-8. A line ends with LF, CR or both, and goes on in the next,
/// whose number it then has, where it ends in a backslash. CLD_SYNTAX, with a place, where text stands behind
/// a byte of 0, CLD_IO, CLD_INTERNAL when memory runs out, or what `take` returns.
cld_status cli_lines_read(FILE *file, cli_take_line *take, void *context, cld_error *err);

#endif
