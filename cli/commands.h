/// The commands. Each does its work, reports what goes wrong, and returns the exit status.
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "options.h"

/// All commands, the pair query first, which has no name.
extern const cli_command cli_commands[];
extern const int cli_command_count;

int cli_run_pair(const cli_options *options);
int cli_run_batch(const cli_options *options);
int cli_run_check(const cli_options *options);
int cli_run_hull(const cli_options *options);
int cli_run_schema(const cli_options *options);

#endif
