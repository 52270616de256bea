/// A function for bash's `complete`. Bash splits words at = too, and leaves all the rest to us.
#include "manual.h"
#include "schemas.h"

static void print_words(const char *const *words) {
    printf("_collide_words '");
    for (int i = 0; words[i]; i++)
        printf("%s%s", i ? " " : "", words[i]);
    printf("'");
}

/// What follows an option, for the command that stands before the colon.
static void print_values(const cli_command *command) {
    for (const cli_option *option = NULL; (option = manual_next_option(command, option));) {
        if (!option->argument)
            continue;
        printf("    ");
        if (option->letter)
            printf("%s:-%c | ", command->name, option->letter);
        printf("%s:--%s) ", command->name, option->name);
        if (option->words)
            print_words(option->words);
        else
            printf(manual_takes_file(option) ? "_collide_files" : ":");
        printf("; return ;;\n");
    }
}

static void print_options(const cli_command *command) {
    printf("    %s:-*) _collide_words '", command->name);
    for (const cli_option *option = NULL; (option = manual_next_option(command, option));) {
        if (option->letter)
            printf("-%c ", option->letter);
        printf("--%s ", option->name);
    }
    printf("' ;;\n");
}

static void print_commands(const char *separator) {
    for (int i = 1; i < cli_command_count; i++)
        printf("%s%s", i > 1 ? separator : "", cli_commands[i].name);
}

static void print_function(void) {
    printf("_collide() {\n"
           "    local command='' dashes='' i current=${COMP_WORDS[COMP_CWORD]} "
           "before=${COMP_WORDS[COMP_CWORD - 1]}\n"
           "    COMPREPLY=()\n"
           "    if [[ $current == = ]]; then\n"
           "        current=''\n"
           "    elif [[ $before == = ]]; then\n"
           "        before=${COMP_WORDS[COMP_CWORD - 2]}\n"
           "    fi\n"
           "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
           "        [[ ${COMP_WORDS[i]} != -- ]] || dashes=1\n"
           "    done\n"
           "    if ((COMP_CWORD > 1)); then\n"
           "        case ${COMP_WORDS[1]} in ");
    print_commands(" | ");
    printf(") command=${COMP_WORDS[1]} ;; esac\n"
           "    fi\n"
           "    if [[ $dashes ]]; then\n"
           "        _collide_files\n"
           "        return\n"
           "    fi\n"
           "    case $command:$before in\n");
    for (int i = 0; i < cli_command_count; i++)
        print_values(&cli_commands[i]);
    printf("    esac\n"
           "    case $command:$current in\n");
    for (int i = 0; i < cli_command_count; i++)
        print_options(&cli_commands[i]);
    printf("    schema:*) _collide_words '");
    for (size_t i = 0; i < cli_schema_count; i++)
        printf("%s%s", i ? " " : "", cli_schemas[i].name);
    printf("' ;;\n"
           "    *)\n"
           "        _collide_files\n"
           "        if ((COMP_CWORD == 1)); then\n"
           "            local files=(\"${COMPREPLY[@]}\")\n"
           "            _collide_words '");
    print_commands(" ");
    printf("'\n"
           "            COMPREPLY+=(\"${files[@]}\")\n"
           "        fi\n"
           "        ;;\n"
           "    esac\n"
           "}\n\n");
}

void manual_print_bash(void) {
    printf("# Completions of collide for bash, made from its tables of commands and options.\n\n"
           "_collide_take() {\n"
           "    COMPREPLY=()\n"
           "    [[ -z $1 ]] || mapfile -t COMPREPLY <<<\"$1\"\n"
           "}\n\n"
           "_collide_words() { _collide_take \"$(compgen -W \"$1\" -- \"$current\")\"; }\n\n"
           "_collide_files() {\n"
           "    compopt -o filenames 2>/dev/null\n"
           "    _collide_take \"$(compgen -f -- \"$current\")\"\n"
           "}\n\n");
    print_function();
    printf("complete -F _collide collide\n");
}
