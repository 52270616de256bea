/// The commands of this program.
#ifndef CLI_IMPORT_COMMANDS_H
#define CLI_IMPORT_COMMANDS_H

#include "options.h"

int cli_run_import(const cli_options *options);
int cli_run_export(const cli_options *options);

/// Writes a file to standard output as imported.h says. Returns the exit status.
int cli_run_for_parent(const char *path, bool convexify);

#endif
