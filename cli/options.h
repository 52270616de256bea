/// The command line: what was asked for.
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>

#include "base/text.h"
#include "collide/query.h"
#include "drawing.h"
#include "report/report.h"

typedef struct cli_options cli_options;

/// A command and what it takes. The pair query has no name.
typedef struct cli_command {
    const char *name;
    unsigned bit; ///< which column of the table of options is its own
    int least_operands, most_operands;
    const char *operands;    ///< as in the usage line
    const char *description; ///< of one line
    const char *notes;       ///< what --help says after the options
    const char *program;     ///< which program runs it; NULL for collide itself
} cli_command;

enum {
    CLI_PAIR = 1,
    CLI_HULL = 2,
    CLI_SCHEMA = 4,
    CLI_CHECK = 8,
    CLI_BATCH = 16,
    CLI_DRAW = 32,
    CLI_IMPORT = 64,
    CLI_EXPORT = 128
};

/// When progress is shown: if standard error is a terminal, or anyway, or not.
typedef enum cli_progress_mode {
    CLI_PROGRESS_AUTO,
    CLI_PROGRESS_ALWAYS,
    CLI_PROGRESS_NEVER
} cli_progress_mode;

/// What `check` alone takes.
typedef struct cli_check_options {
    const char *rules, *baseline, *write_baseline; ///< files; NULL without
    cld_report_format format;
    cld_severity fail_on;
    uint32_t max_findings; ///< 0 for all
    cli_progress_mode progress;
} cli_check_options;

/// What becomes of a mesh that is not convex.
typedef enum cli_concave { CLI_CONCAVE_ERROR, CLI_CONCAVE_HULL, CLI_CONCAVE_PARTS } cli_concave;

/// What `import` alone takes.
typedef struct cli_import_options {
    cli_concave concave;
    bool tag_materials, tag_nodes;
    char up;      ///< the axis that is to point up: 'x', 'y' or 'z'; 0 for the one that does in the file
    double scale; ///< of all lengths
} cli_import_options;

struct cli_options {
    const cli_command *command; ///< whose options these are; NULL before one is known
    char **arguments;           ///< all of the program's; NULL while they are being read
    char *const *operand;
    int operand_count;
    cld_query_options query;
    const char *transform[2]; ///< the text of --transform-a, -b; NULL without
    const char *shapes;       ///< the scene that records refer to; NULL without
    uint32_t threads;         ///< 0 for as many as can run at once
    cli_check_options check;
    cli_draw_options draw;
    cli_import_options import;
    const char *output; ///< NULL for standard output, which - is too
    bool strict, convexify, verify, stats, trace, text, compact, exit_status, quiet, json_errors, help,
        version;
};

/// Whether errors are to be JSON, looked up ahead so that it holds for those in the options before it too.
bool cli_options_want_json_errors(int count, char **arguments);

/// The place of the first operand, whatever the command; 0 if there is none, or it is one that may be called
/// like an option.
int cli_options_find_operand(int count, char **arguments);

/// Reads the arguments after the command's name into `options`, or fails with CLD_USAGE or CLD_INTERNAL.
/// What is wrong with them is reported as --error-format asks, wherever that stands.
cld_status cli_options_read(const cli_command *command, int count, char **arguments, cli_options *options,
                            cld_error *err);

/// Adds the list of the options of a command.
void cli_options_describe(const cli_command *command, cld_text *text);

#endif
