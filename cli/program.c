#include "program.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "base/error.h"
#include "base/suggestion.h"
#include "collide/collide.h"
#include "commands.h"
#include "output.h"
#include "report.h"
#include "target.h"

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
    for (int i = 1; command == cli_commands && i < cli_command_count; i++)
        add_usage(text, &cli_commands[i]);
    cld_text_add_string(text, "\nOptions:\n");
    cli_options_describe(command, text);
    if (*command->notes)
        cld_text_add(text, "\n", 1);
    cld_text_add_string(text, command->notes);
}

/// --help and --version.
static int print_about(const cli_command *command, const cli_options *options) {
    cld_text text = {0};
    cld_error err;
    if (options->help)
        add_help(&text, command);
    else
        cld_text_add_string(&text, "collide " CLD_VERSION "\n");
    int status =
        cli_output_write(NULL, &text, &err) ? cli_report(options, "standard output", &err) : CLI_DONE;
    cld_text_clear(&text);
    return status;
}

void cli_program_find(const char *name, cld_text *path) {
    // This needs no /proc. NOLINTNEXTLINE(performance-no-int-to-ptr): it is how the kernel tells
    char *own = realpath((const char *)getauxval(AT_EXECFN), NULL);
    if (own) {
        cld_text_add(path, own, (size_t)(strrchr(own, '/') + 1 - own));
        free(own);
    }
    cld_text_add_string(path, name);
    if (path->failed || access(path->bytes, X_OK) == 0)
        return;
    path->length = 0;
    cld_text_add_string(path, name);
}

int cli_program_become(const char *name, const char *what, const cli_options *options) {
    cld_text path = {0};
    cld_error err;
    cli_program_find(name, &path);
    if (path.failed) {
        cld_fail_memory(&err);
    } else {
        execvp(path.bytes, options->arguments);
        cld_fail(&err, CLD_IO, "", "cannot run '%s', which '%s' needs: %s", name, what, strerror(errno));
    }
    cld_text_clear(&path);
    return cli_report(options, NULL, &err);
}

/// The command that the first operand names, which is then brought before the options.
static const cli_command *find_command(int count, char **arguments) {
    int place = cli_options_find_operand(count, arguments);
    for (int i = 1; i < cli_command_count && place; i++) {
        if (strcmp(arguments[place], cli_commands[i].name) != 0)
            continue;
        char *name = arguments[place];
        memmove(&arguments[2], &arguments[1], (size_t)(place - 1) * sizeof *arguments);
        arguments[1] = name;
        return &cli_commands[i];
    }
    return cli_commands;
}

/// A word that looks like the name of a command, but is neither that nor a file, was hardly meant to be a
/// shape.
static cld_status check_name(const char *name, cld_error *err) {
    cld_suggestion suggestion = {.word = name};
    bool is_word = !strpbrk(name, "/#.");
    for (int i = 1; i < cli_command_count && is_word; i++)
        cld_suggestion_offer(&suggestion, cli_commands[i].name);
    return suggestion.nearest && access(name, F_OK) != 0
               ? cld_fail(err, CLD_USAGE, "", "no file or command is called '%s'; did you mean '%s'?", name,
                          suggestion.nearest)
               : CLD_OK;
}

/// No file that is opened takes the place of a standard stream that is closed: where that is read or written,
/// it fails as before. A write beyond the largest size that files may have fails, too, instead of ending the
/// program.
static void hold_streams(void) {
    static const int wrong_way[] = {O_WRONLY, O_RDONLY, O_RDONLY};
    for (int i = 0; i < 3; i++)
        if (fcntl(i, F_GETFD) < 0 && open("/dev/null", wrong_way[i]) != i)
            break; // without /dev/null nothing can be done about it
    signal(SIGXFSZ, SIG_IGN);
}

int cli_program_start(const cli_run *runs, int count, char **arguments) {
    hold_streams();
    const cli_command *command = find_command(count, arguments);
    while (runs->name && strcmp(runs->name, command->name) != 0)
        runs++;
    cli_options options = {.arguments = arguments,
                           .json_errors = cli_options_want_json_errors(count, arguments)};
    if (!runs->name)
        return cli_program_become(command->program ? command->program : "collide", command->name, &options);
    bool is_named = command != cli_commands;
    int place = is_named ? 0 : cli_options_find_operand(count, arguments);
    cld_error err;
    if (place && check_name(arguments[place], &err))
        return cli_report(&options, NULL, &err);
    if (cli_options_read(command, count - is_named, arguments + is_named, &options, &err))
        return cli_report(&options, NULL, &err);
    if (options.help || options.version)
        return print_about(command, &options);
    if (cli_targets_check(&options, &err))
        return cli_report(&options, NULL, &err);
    options.arguments = arguments;
    return runs->run(&options);
}
