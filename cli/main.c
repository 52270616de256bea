#include <limits.h>
#include <string.h>

#include "base/error.h"
#include "collide/collide.h"
#include "commands.h"
#include "output.h"
#include "report.h"

static const cli_command commands[] = {
    {"", CLI_PAIR, 2, 2, "A B", "How two shapes collide.", cli_run_pair},
    {"batch", CLI_BATCH, 0, 1, "[FILE]", "How each pair of a stream collides, line by line.", cli_run_batch},
    {"check", CLI_CHECK, 1, INT_MAX, "SCENE...", "Every pair of every scene against rules.", cli_run_check},
    {"hull", CLI_HULL, 1, 1, "FILE", "The convex hull of a shape, as a shape.", cli_run_hull},
    {"schema", CLI_SCHEMA, 0, 1, "[NAME]", "The JSON Schema of a document, or the names of all.",
     cli_run_schema},
};

enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static void add_usage(cld_text *text, const cli_command *command) {
    const char *parts[] = {"collide ", command->name, *command->name ? " " : "", "[OPTIONS] ",
                           command->operands};
    size_t begin = text->length;
    cld_text_add_blanks(text, 2);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        cld_text_add_string(text, parts[i]);
    size_t width = text->length - begin;
    cld_text_add_blanks(text, width < 36 ? 36 - width : 1);
    cld_text_add_string(text, command->description);
    cld_text_add(text, "\n", 1);
}

static void add_help(cld_text *text, const cli_command *command) {
    cld_text_add_string(text, "Usage:\n");
    add_usage(text, command);
    for (int i = 1; command == commands && i < COMMAND_COUNT; i++)
        add_usage(text, &commands[i]);
    cld_text_add_string(text, "\nOptions:\n");
    cli_options_describe(command, text);
    if (command->bit == CLI_BATCH)
        cld_text_add_string(text, "\nA line of FILE, or of standard input, is a record {\"id\", \"a\", "
                                  "\"b\", \"options\"}, in which a and b are\n"
                                  "shapes or {\"ref\", \"transform\"}. Its result is a line too.\n"
                                  "Exit status: 0 done, 2 bad usage or a bad record, 3 internal error.\n");
    else if (command->bit == CLI_CHECK)
        cld_text_add_string(text,
                            "\nA file holds a scene, or a shape, which then is an object of one further "
                            "scene; - is standard input.\n"
                            "Exit status: 0 all rules are kept, 1 one is not, 2 bad usage or a problem "
                            "with the input, 3 internal error.\n");
    else if (command->bit != CLI_SCHEMA)
        cld_text_add_string(
            text,
            "\nA file holds a shape, or a scene of which FILE#NAME picks an object; - is standard input.\n");
    if (command->bit == CLI_PAIR)
        cld_text_add_string(
            text, "Exit status: 0 done, 1 no collision (with -e), 2 bad usage or input, 3 internal error.\n");
}

/// --help and --version.
static int print_about(const cli_command *command, const cli_options *options) {
    cld_text text = {0};
    cld_error err;
    if (options->help)
        add_help(&text, command);
    else
        cld_text_add_string(&text, "collide " CLD_VERSION "\n");
    int status = cli_output_write(NULL, &text, &err) ? cli_report(options, NULL, &err) : CLI_DONE;
    cld_text_clear(&text);
    return status;
}

int main(int count, char **arguments) {
    const cli_command *command = commands;
    for (int i = 1; i < COMMAND_COUNT && count > 1; i++) {
        if (strcmp(arguments[1], commands[i].name) == 0)
            command = &commands[i];
    }
    int skipped = command != commands;
    cli_options options;
    cld_error err;
    if (cli_options_read(command, count - skipped, arguments + skipped, &options, &err))
        return cli_report(&options, NULL, &err);
    if (options.help || options.version)
        return print_about(command, &options);
    return command->run(&options);
}
