/// The manual and the completions, written from the tables of commands and options.
#ifndef CLI_MANUAL_MANUAL_H
#define CLI_MANUAL_MANUAL_H

#include <stdio.h>

#include "commands.h"
#include "option_table.h"

/// The option of a command that follows `option`, the first after NULL; NULL if there is none.
const cli_option *manual_next_option(const cli_command *command, const cli_option *option);

/// Whether the value of an option is the name of a file.
bool manual_takes_file(const cli_option *option);

/// Prints what the option does, with a backslash before each of the `special` characters.
void manual_print_help(const cli_option *option, const char *special);

/// Prints a string in the same way.
void manual_print(const char *string, const char *special);

/// Prints the page of a command in mdoc(7) from what was written for it by hand, in which the line @NAME
/// stands for the beginning of the page up to the synopsis, @COMMANDS and @OPTIONS for lists of them, and
/// @SEE for references to the other pages, and lines of a .Bd -literal for themselves. Returns false if
/// another line begins with @.
bool manual_print_page(const cli_command *command, FILE *text);

void manual_print_bash(void);
void manual_print_zsh(void);
void manual_print_fish(void);

#endif
