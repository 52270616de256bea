/// The programs: collide itself, and those that it becomes for commands which need further libraries.
#ifndef CLI_PROGRAM_H
#define CLI_PROGRAM_H

#include "base/text.h"
#include "options.h"

/// How a program runs one of its commands.
typedef struct cli_run {
    const char *name; ///< of the command
    int (*run)(const cli_options *options);
} cli_run;

/// Finds the command in the arguments, the first operand, which options may stand before, reads its options
/// and runs it, or becomes the program that does. `runs` are those that this program runs itself, at the end
/// one without a name and function. Returns the exit status.
int cli_program_start(const cli_run *runs, int count, char **arguments);

/// Becomes the program of that name, with the same arguments, for what stands in `what`. Returns only, and
/// then the exit status, if there is no such program.
int cli_program_become(const char *name, const char *what, const cli_options *options);

/// Adds where the program of that name is to be looked for: beside the running one, if it is known where that
/// lies, else the name alone, for execvp to look up in PATH.
void cli_program_find(const char *name, cld_text *path);

#endif
