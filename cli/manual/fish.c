/// Declarations for fish's `complete`, one for each option and operand, each with the condition it stands
/// under.
#include "manual.h"
#include "schemas.h"

static const char special[] = "'\\";

static void print_start(const cli_command *command) {
    printf("complete -c collide -n '__collide_is %s'", *command->name ? command->name : "pair");
}

static void print_option(const cli_command *command, const cli_option *option) {
    print_start(command);
    if (option->letter)
        printf(" -s %c", option->letter);
    printf(" -l %s", option->name);
    if (option->words) {
        printf(" -x -a '");
        for (int i = 0; option->words[i]; i++)
            printf("%s%s", i ? " " : "", option->words[i]);
        printf("'");
    } else if (option->argument) {
        printf(manual_takes_file(option) ? " -r -F" : " -x");
    }
    printf(" -d '");
    manual_print_help(option, special);
    printf("'\n");
}

void manual_print_fish(void) {
    printf("# Completions of collide for fish, made from its tables of commands and options.\n\n"
           "# The command before the cursor; the pair query has none.\n"
           "function __collide_is\n"
           "    set -l words (commandline -opc)\n"
           "    set -l command pair\n"
           "    if set -q words[2]; and contains -- $words[2]");
    for (int i = 1; i < cli_command_count; i++)
        printf(" %s", cli_commands[i].name);
    printf("\n"
           "        set command $words[2]\n"
           "    end\n"
           "    test $command = $argv[1]\n"
           "end\n\n");
    for (int i = 1; i < cli_command_count; i++) {
        printf("complete -c collide -n __fish_is_first_token -a %s -d '", cli_commands[i].name);
        manual_print(cli_commands[i].description, special);
        printf("'\n");
    }
    printf("complete -c collide -n '__collide_is schema' -f -a '");
    for (size_t i = 0; i < cli_schema_count; i++)
        printf("%s%s", i ? " " : "", cli_schemas[i].name);
    printf("'\n");
    for (int i = 0; i < cli_command_count; i++) {
        for (const cli_option *option = NULL; (option = manual_next_option(&cli_commands[i], option));)
            print_option(&cli_commands[i], option);
    }
}
