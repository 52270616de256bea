/// Errors on standard error, one line each, and the exit status they lead to.
#ifndef CLI_REPORT_H
#define CLI_REPORT_H

#include "base/text.h"
#include "options.h"

enum { CLI_DONE = 0, CLI_NO_COLLISION = 1, CLI_BAD_INPUT = 2, CLI_NO_ANSWER = 3 };

/// Adds the line that an error about `file` (NULL for none) is printed as.
void cli_report_add(const cli_options *options, const char *file, const cld_error *err, cld_text *line);

/// The exit status that an error leads to.
int cli_find_exit_status(cld_status status);

/// Prints an error about `file` (NULL for none) and returns the exit status.
int cli_report(const cli_options *options, const char *file, const cld_error *err);

/// Prints a warning about `file`, where there is no answer to put it into.
void cli_report_warning(const cli_options *options, const char *file, const cld_warning *warning);

/// Adds the line that says of `file` what is neither an error nor a warning.
void cli_report_add_note(const cli_options *options, const char *file, const char *note, cld_text *line);

/// Writes all of the text to a file descriptor; returns 0 or errno.
int cli_write_all(int descriptor, const cld_text *text);

#endif
