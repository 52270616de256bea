#include <ctype.h>
#include <string.h>

#include "collide/collide.h"
#include "manual.h"

static const char special[] = "-\\"; // a plain - is a hyphen, which nobody can paste into a shell

/// The operands of a usage line, such as "[FILE]" or "SCENE...".
static void print_operands(const char *operands) {
    for (const char *at = operands; *at;) {
        at += strspn(at, " ");
        size_t length = strcspn(at, " ");
        bool is_optional = *at == '[';
        const char *word = at + is_optional;
        size_t word_length = strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
        printf(" %sAr %.*s", is_optional ? "Op " : "", (int)word_length, word);
        if (memchr(at, '.', length))
            printf(" ...");
        at += length;
    }
}

/// "Every pair of a scene." as "every pair of a scene".
static void print_description(const cli_command *command) {
    const char *text = command->description;
    printf("%c%.*s\n", tolower((unsigned char)*text), (int)strlen(text) - 2, text + 1);
}

static void print_name(const cli_command *command) {
    const char *dash = *command->name ? "-" : "";
    printf(".Dt COLLIDE%s", dash);
    for (const char *c = command->name; *c; c++)
        putchar(toupper((unsigned char)*c));
    printf(" 1\n.Os collide " CLD_VERSION "\n.Sh NAME\n.Nm collide%s%s\n.Nd ", dash, command->name);
    print_description(command);
    printf(".Sh SYNOPSIS\n.Nm collide%s%s\n.Op Ar OPTIONS\n.", *command->name ? " " : "", command->name);
    print_operands(command->operands);
    printf("\n");
}

static void print_commands(const cli_command *command) {
    printf(".Bl -tag -width Ds\n");
    for (int i = 0; i < cli_command_count; i++) {
        if (&cli_commands[i] == command)
            continue;
        printf(".It Nm collide %s\n", cli_commands[i].name);
        printf("%s\n", cli_commands[i].description);
    }
    printf(".El\n");
}

static void print_sentence(const cli_option *option) {
    cld_text help = {0};
    cli_option_add_help(option, &help);
    if (help.length > 0 && !help.failed) {
        printf("%s%c", option->words ? "One of " : "",
               option->words ? *help.bytes : toupper((unsigned char)*help.bytes));
        manual_print(help.bytes + 1, special);
        printf(".\n");
    }
    cld_text_clear(&help);
}

static void print_options(const cli_command *command) {
    printf(".Bl -tag -width Ds\n");
    for (const cli_option *option = NULL; (option = manual_next_option(command, option));) {
        printf(".It ");
        if (option->letter)
            printf("Fl %c , ", option->letter);
        printf("Fl -");
        manual_print(option->name, special);
        if (option->argument)
            printf(" Ar %s", option->argument);
        printf("\n");
        print_sentence(option);
    }
    printf(".El\n");
}

/// The command whose name comes after that of `command` in the alphabet; the first, which has none, for NULL.
static const cli_command *find_next(const cli_command *command) {
    const cli_command *next = NULL;
    for (int i = 0; i < cli_command_count; i++) {
        const cli_command *c = &cli_commands[i];
        if ((!command || strcmp(c->name, command->name) > 0) && (!next || strcmp(c->name, next->name) < 0))
            next = c;
    }
    return next;
}

static void print_others(const cli_command *command) {
    const char *separator = ".Sh SEE ALSO\n";
    for (const cli_command *c = NULL; (c = find_next(c));) {
        if (c == command)
            continue;
        printf("%s.Xr collide%s%s 1", separator, *c->name ? "-" : "", c->name);
        separator = " ,\n";
    }
    printf("\n");
}

/// Prints a line of an example so that it can be pasted into a shell.
static void print_literally(const char *line) {
    for (; *line; line++) {
        if (*line == '\'')
            printf("\\(aq");
        else if (*line == '\\')
            printf("\\e");
        else
            printf("%s%c", *line == '-' ? "\\" : "", *line);
    }
}

bool manual_print_page(const cli_command *command, FILE *text) {
    static const struct {
        const char *mark;
        void (*print)(const cli_command *command);
    } parts[] = {{"@NAME\n", print_name},
                 {"@COMMANDS\n", print_commands},
                 {"@OPTIONS\n", print_options},
                 {"@SEE\n", print_others}};
    enum { PART_COUNT = sizeof parts / sizeof *parts };
    char line[1024];
    bool is_literal = false;
    while (fgets(line, sizeof line, text)) {
        int i = 0;
        while (i < PART_COUNT && strcmp(line, parts[i].mark) != 0)
            i++;
        is_literal &= strcmp(line, ".Ed\n") != 0;
        if (i < PART_COUNT)
            parts[i].print(command);
        else if (*line == '@')
            return false;
        else if (is_literal)
            print_literally(line);
        else
            fputs(line, stdout);
        is_literal |= strncmp(line, ".Bd -literal", 12) == 0;
    }
    return !ferror(text);
}
