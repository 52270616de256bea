/// A function for zsh's completion system, whose _arguments knows the syntax of options.
#include "manual.h"
#include "schemas.h"

// The texts stand in single quotes, which they have none of, and in brackets; a colon ends a name.
static const char special[] = "[]:";

static void print_value(const cli_option *option) {
    printf(":%s:", option->argument);
    if (option->words) {
        printf("(");
        for (int i = 0; option->words[i]; i++)
            printf("%s%s", i ? " " : "", option->words[i]);
        printf(")");
    } else {
        printf(manual_takes_file(option) ? "_files" : " ");
    }
}

static void print_options(const cli_command *command) {
    for (const cli_option *option = NULL; (option = manual_next_option(command, option));) {
        const char *sign = option->argument ? "=" : "";
        printf("        ");
        if (option->letter)
            printf("'(-%c --%s)'{-%c%s,--%s%s}'", option->letter, option->name, option->letter,
                   option->argument ? "+" : "", option->name, sign);
        else
            printf("'--%s%s", option->name, sign);
        printf("[");
        manual_print_help(option, special);
        printf("]");
        if (option->argument)
            print_value(option);
        printf("' \\\n");
    }
}

static void print_operands(const cli_command *command) {
    if (command->bit == CLI_SCHEMA) {
        printf("        ':NAME:(");
        for (size_t i = 0; i < cli_schema_count; i++)
            printf("%s%s", i ? " " : "", cli_schemas[i].name);
        printf(")'\n");
    } else if (*command->name) {
        printf("        '*:FILE:_files'\n");
    } else {
        printf("        '1:FILE:_collide_first' '*:FILE:_files'\n");
    }
}

static void print_first(void) {
    printf("_collide_first() {\n"
           "    local -a commands=(\n");
    for (int i = 1; i < cli_command_count; i++) {
        printf("        '%s:", cli_commands[i].name);
        manual_print(cli_commands[i].description, special);
        printf("'\n");
    }
    printf("    )\n"
           "    _alternative 'commands:command:{_describe command commands}' 'files:file:_files'\n"
           "}\n\n");
}

void manual_print_zsh(void) {
    printf("#compdef collide\n"
           "# Completions of collide for zsh, made from its tables of commands and options.\n\n");
    print_first();
    printf("_collide() {\n"
           "    local command=''\n"
           "    if ((CURRENT > 2)) && [[ $words[2] == (");
    for (int i = 1; i < cli_command_count; i++)
        printf("%s%s", i > 1 ? "|" : "", cli_commands[i].name);
    printf(") ]]; then\n"
           "        command=$words[2]\n"
           "        shift words\n"
           "        ((CURRENT--))\n"
           "    fi\n"
           "    case $command in\n");
    for (int i = 0; i < cli_command_count; i++) {
        printf("    '%s')\n        _arguments -s -S : \\\n", cli_commands[i].name);
        print_options(&cli_commands[i]);
        print_operands(&cli_commands[i]);
        printf("        ;;\n");
    }
    printf("    esac\n"
           "}\n\n"
           "_collide \"$@\"\n");
}
