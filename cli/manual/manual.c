/// manual page TEXT... | bash | zsh | fish
///
/// Runs while collide is built. TEXT is collide.mdoc or collide-COMMAND.mdoc; what is made goes to standard
/// output.
#include "manual.h"

#include <string.h>

const cli_option *manual_next_option(const cli_command *command, const cli_option *option) {
    const cli_option *end = cli_option_table + cli_option_count;
    for (option = option ? option + 1 : cli_option_table; option < end; option++) {
        if (option->commands & command->bit)
            return option;
    }
    return NULL;
}

bool manual_takes_file(const cli_option *option) {
    return option->argument &&
           (strcmp(option->argument, "FILE") == 0 || strcmp(option->argument, "SCENE") == 0);
}

void manual_print(const char *string, const char *special) {
    for (; *string; string++)
        printf("%s%c", strchr(special, *string) ? "\\" : "", *string);
}

void manual_print_help(const cli_option *option, const char *special) {
    cld_text help = {0};
    cli_option_add_help(option, &help);
    if (!help.failed)
        manual_print(help.bytes, special);
    cld_text_clear(&help);
}

/// The command whose page is written in a file of that name.
static const cli_command *find_command(const char *path) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    for (int i = 0; i < cli_command_count; i++) {
        char expected[64];
        const char *command = cli_commands[i].name;
        snprintf(expected, sizeof expected, "collide%s%s.mdoc", *command ? "-" : "", command);
        if (strcmp(name, expected) == 0)
            return &cli_commands[i];
    }
    return NULL;
}

static bool print_page(const char *path) {
    const cli_command *command = find_command(path);
    if (!command) {
        fprintf(stderr, "%s: there is no such command\n", path);
        return false;
    }
    FILE *text = fopen(path, "r");
    if (!text) {
        perror(path);
        return false;
    }
    bool is_good = manual_print_page(command, text);
    if (!is_good)
        fprintf(stderr, "%s: of the lines that begin with @ there are @NAME, @COMMANDS, @OPTIONS and @SEE\n",
                path);
    fclose(text);
    return is_good;
}

int main(int count, char **arguments) {
    static const struct {
        const char *name;
        void (*print)(void);
    } shells[] = {{"bash", manual_print_bash}, {"zsh", manual_print_zsh}, {"fish", manual_print_fish}};
    bool is_good = false;
    for (size_t i = 0; i < sizeof shells / sizeof *shells && count == 2; i++) {
        if (strcmp(arguments[1], shells[i].name) == 0) {
            shells[i].print();
            is_good = true;
        }
    }
    if (count == 3 && strcmp(arguments[1], "page") == 0)
        is_good = print_page(arguments[2]);
    if (fflush(stdout) != 0)
        perror("standard output");
    return is_good && !ferror(stdout) ? 0 : 1;
}
