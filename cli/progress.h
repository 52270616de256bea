/// How far long work has come, on standard error.
#ifndef CLI_PROGRESS_H
#define CLI_PROGRESS_H

#include "options.h"

/// Start from cli_progress_make.
typedef struct cli_progress {
    const char *what; ///< is counted
    bool is_shown, is_terminal;
    bool has_line;       ///< a line stands on the terminal
    double start, shown; ///< in seconds: when the work began, and when it was told of last
} cli_progress;

/// `what` is the plural of a noun.
cli_progress cli_progress_make(cli_progress_mode mode, const char *what);

/// A cld_progress; `context` is a cli_progress. Says nothing during the first second.
void cli_progress_tell(void *context, size_t done, size_t total);

/// Takes the line away.
void cli_progress_end(cli_progress *progress);

#endif
