/// The arguments, read by the table of options.
#include "options.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/suggestion.h"
#include "option_table.h"

enum { FIRST_CODE = 256 }; // of an option's long name; below are letters

/// What getopt_long is given: the rows of one command.
typedef struct grammar {
    struct option names[CLI_MOST_OPTIONS + 1];
    char letters[2 * CLI_MOST_OPTIONS + 3];
} grammar;

static bool has_name(const struct option *names, size_t count, const char *name) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i].name, name) == 0)
            return true;
    return false;
}

/// Takes the options of all commands among `commands`, and begins anew.
static void make_grammar(unsigned commands, bool stops_at_operands, grammar *g) {
    size_t names = 0, letters = 0;
    if (stops_at_operands)
        g->letters[letters++] = '+';
    g->letters[letters++] = ':'; // tells a missing argument from an unknown option
    for (int i = 0; i < cli_option_count; i++) {
        if (!(cli_option_table[i].commands & commands))
            continue;
        int argument = cli_option_table[i].argument ? required_argument : no_argument;
        // a name that several commands have is one, or it could not be shortened
        if (!has_name(g->names, names, cli_option_table[i].name))
            g->names[names++] = (struct option){cli_option_table[i].name, argument, NULL, FIRST_CODE + i};
        if (cli_option_table[i].letter) {
            g->letters[letters++] = cli_option_table[i].letter;
            if (cli_option_table[i].argument)
                g->letters[letters++] = ':';
        }
    }
    g->names[names] = (struct option){NULL, 0, NULL, 0};
    g->letters[letters] = '\0';
    opterr = 0;
    optind = 0;
}

int cli_options_find_operand(int count, char **arguments) {
    grammar g;
    if (count < 2 || arguments[1][0] != '-')
        return count < 2 ? 0 : 1;
    make_grammar(~0U, true, &g);
    for (;;) {
        int before = optind, code = getopt_long(count, arguments, g.letters, g.names, NULL);
        if (code == '?' || code == ':')
            return 0;
        if (code == -1) // at a --, which it passes over, or at an operand
            return optind == (before ? before : 1) && optind < count ? optind : 0;
    }
}

static const cli_option *find_option(const cli_command *command, int code) {
    if (code >= FIRST_CODE)
        return &cli_option_table[code - FIRST_CODE];
    for (int i = 0; i < cli_option_count; i++) {
        if (cli_option_table[i].letter == code && (cli_option_table[i].commands & command->bit))
            return &cli_option_table[i];
    }
    return NULL;
}

/// Adds the options that a name is short for.
static void add_meant(const cli_command *command, const char *name, cld_text *list) {
    const size_t length = strcspn(name, "=");
    for (int i = 0; i < cli_option_count; i++) {
        const cli_option *option = &cli_option_table[i];
        if (!(option->commands & command->bit) || strncmp(option->name, name, length) != 0)
            continue;
        cld_text_add_string(list, list->length ? ", --" : "--");
        cld_text_add_string(list, option->name);
    }
}

/// What is no option's name; one that is short for an option is so for several.
static cld_status fail_name(const cli_command *command, const char *argument, cld_error *err) {
    cld_suggestion suggestion = {.word = argument + 2};
    for (int i = 0; i < cli_option_count; i++) {
        if (cli_option_table[i].commands & command->bit)
            cld_suggestion_offer(&suggestion, cli_option_table[i].name);
    }
    cld_text meant = {0};
    add_meant(command, argument + 2, &meant);
    cld_status status =
        meant.failed ? cld_fail_memory(err)
        : meant.length
            ? cld_fail(err, CLD_USAGE, "", "option '%s' is short for each of %s", argument, meant.bytes)
        : suggestion.nearest ? cld_fail(err, CLD_USAGE, "", "unknown option '%s'; did you mean '--%s'?",
                                        argument, suggestion.nearest)
                             : cld_fail(err, CLD_USAGE, "", "unknown option '%s'", argument);
    cld_text_clear(&meant);
    return status;
}

static cld_status fail_option(const cli_command *command, int code, const char *argument, cld_error *err) {
    const cli_option *option = find_option(command, optopt);
    if (code == ':')
        return cld_fail(err, CLD_USAGE, "", "option '%s' expects a value, %s", argument, option->argument);
    if (option && optopt >= FIRST_CODE)
        return cld_fail(err, CLD_USAGE, "", "option '--%s' takes no value", option->name);
    if (strncmp(argument, "-#", 2) == 0)
        return cld_fail(err, CLD_USAGE, "",
                        "unknown option '-#'; an object of standard input comes after '--'");
    if (strncmp(argument, "--", 2) != 0)
        return cld_fail(err, CLD_USAGE, "", "unknown option '-%c'", optopt);
    return fail_name(command, argument, err);
}

/// Holds the value of an option that takes one of some words to them.
static cld_status check_word(const cli_option *option, const char *value, cld_error *err) {
    for (int i = 0; !option->words || option->words[i]; i++) {
        if (!option->words || strcmp(option->words[i], value) == 0)
            return CLD_OK;
    }
    cld_text list = {0};
    cli_option_add_words(option, "", &list);
    cld_status status = list.failed ? cld_fail_memory(err)
                                    : cld_fail(err, CLD_USAGE, "", "option '--%s' expects %s, found '%s'",
                                               option->name, list.bytes, value);
    cld_text_clear(&list);
    return status;
}

bool cli_options_want_json_errors(int count, char **arguments) {
    for (int i = 0; i < count && strcmp(arguments[i], "--") != 0; i++) {
        if (strcmp(arguments[i], "--error-format=json") == 0)
            return true;
        if (strcmp(arguments[i], "--error-format") == 0 && i + 1 < count &&
            strcmp(arguments[i + 1], "json") == 0)
            return true;
    }
    return false;
}

static cld_status take_operands(const cli_command *command, int count, char **arguments, cli_options *options,
                                cld_error *err) {
    if (count < command->least_operands)
        return cld_fail(err, CLD_USAGE, "", "expected the operands %s, found %s", command->operands,
                        count == 0 ? "nothing" : "one operand");
    if (count > command->most_operands)
        return cld_fail(err, CLD_USAGE, "", "expected the operands %s, found '%s' too", command->operands,
                        arguments[command->most_operands]);
    options->operand = arguments;
    options->operand_count = count;
    return CLD_OK;
}

cld_status cli_options_read(const cli_command *command, int count, char **arguments, cli_options *options,
                            cld_error *err) {
    *options = (cli_options){.command = command,
                             .query = cld_query_options_make(),
                             .check = {.fail_on = CLD_SEVERITY_ERROR},
                             .import = {.tag_materials = true, .tag_nodes = true, .scale = 1},
                             .json_errors = cli_options_want_json_errors(count, arguments)};
    grammar g;
    make_grammar(command->bit, false, &g);
    for (;;) {
        int before = optind ? optind : 1, code = getopt_long(count, arguments, g.letters, g.names, NULL);
        if (code == -1)
            break;
        if (code == '?' || code == ':')
            return fail_option(command, code, arguments[optind > before ? optind - 1 : optind], err);
        const cli_option *option = find_option(command, code);
        cld_status status = check_word(option, optarg, err);
        if (!status)
            status = option->set(options, option, optarg, err);
        if (status)
            return status;
        if (options->help || options->version)
            return CLD_OK;
    }
    return take_operands(command, count - optind, arguments + optind, options, err);
}

void cli_options_describe(const cli_command *command, cld_text *text) {
    enum { COLUMN = 28 };
    for (int i = 0; i < cli_option_count; i++) {
        const cli_option *option = &cli_option_table[i];
        if (!(option->commands & command->bit))
            continue;
        char left[48];
        const char letter[] = {'-', option->letter, ',', ' ', '\0'};
        snprintf(left, sizeof left, "  %s--%s%s%s", option->letter ? letter : "    ", option->name,
                 option->argument ? " " : "", option->argument ? option->argument : "");
        cld_text_add_string(text, left);
        cld_text_add_blanks(text, strlen(left) < COLUMN ? COLUMN - strlen(left) : 1);
        cli_option_add_help(option, text);
        cld_text_add(text, "\n", 1);
    }
}
