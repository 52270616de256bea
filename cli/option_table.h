/// The options of all commands.
#ifndef CLI_OPTION_TABLE_H
#define CLI_OPTION_TABLE_H

#include "options.h"

/// An option, or one of several of the same name that are those of different commands.
typedef struct cli_option cli_option;

struct cli_option {
    const char *name;
    const char *argument; ///< NULL without; FILE and SCENE are names of files
    const char *help;     ///< what it does; with `words`, what follows the list of them
    cld_status (*set)(cli_options *o, const cli_option *option, const char *value, cld_error *err);
    size_t field;             ///< where in the options what it sets is
    unsigned commands;        ///< the bits of those that take it
    char letter;              ///< 0 without
    const char *const *words; ///< what the argument can be, the default first, NULL last; NULL for anything
};

enum { CLI_MOST_OPTIONS = 64 };

extern const cli_option cli_option_table[];
extern const int cli_option_count; ///< up to CLI_MOST_OPTIONS

/// Adds the words of an option that has some: "a, b or c". The mark follows the first, which is the default.
void cli_option_add_words(const cli_option *option, const char *mark, cld_text *text);

/// Adds what the option does.
void cli_option_add_help(const cli_option *option, cld_text *text);

#endif
