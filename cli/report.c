#include "report.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/utf8.h"
#include "patience.h"
#include "json/write_result.h"

int cli_write_all(int descriptor, const cld_text *text) {
    for (size_t done = 0; done < text->length;) {
        ssize_t n = write(descriptor, text->bytes + done, text->length - done);
        if (n >= 0)
            done += (size_t)n;
        else if (!cli_try_again(descriptor, POLLOUT))
            return errno;
    }
    return 0;
}

/// Where to read on: each command has a help of its own.
static void add_hint(const cli_command *command, cld_text *line) {
    cld_text_add_string(line, " (try 'collide ");
    if (command && *command->name) {
        cld_text_add_string(line, command->name);
        cld_text_add_byte(line, ' ');
    }
    cld_text_add_string(line, "--help')");
}

/// A line without a column is where an object stands, of which a pointer says more.
static void add_position(const cld_error *err, cld_text *line) {
    char position[48];
    if (!err->line || (!err->column && err->pointer[0]))
        return;
    int length = snprintf(position, sizeof position, ":%lu", err->line);
    if (err->column)
        snprintf(position + length, sizeof position - (size_t)length, ":%lu", err->column);
    cld_text_add_string(line, position);
}

static void add_text_line(const cli_options *options, const char *label, const char *file,
                          const cld_error *err, cld_text *line) {
    cld_text_add_string(line, "collide: ");
    if (file) {
        cld_utf8_add_visibly(line, *file ? file : "''");
        add_position(err, line);
        cld_text_add_string(line, ": ");
    }
    if (label) {
        cld_text_add_string(line, label);
        cld_text_add_string(line, ": ");
    }
    if (err->pointer[0]) {
        cld_utf8_add_visibly(line, err->pointer);
        cld_text_add_string(line, ": ");
    }
    cld_utf8_add_visibly(line, err->message);
    if (err->status == CLD_USAGE && !file)
        add_hint(options->command, line);
    cld_text_add(line, "\n", 1);
}

/// Adds one line; `label` is NULL for an error.
static void add_line(const cli_options *options, const char *label, const char *file, const cld_error *err,
                     cld_text *line) {
    if (options->json_errors) {
        cld_json_writer writer = {.text = line, .compact = true};
        cld_json_write_error(&writer, label, file, err);
    } else {
        add_text_line(options, label, file, err, line);
    }
}

void cli_report_add(const cli_options *options, const char *file, const cld_error *err, cld_text *line) {
    add_line(options, NULL, file, err, line);
}

void cli_report_add_note(const cli_options *options, const char *file, const char *note, cld_text *line) {
    if (options->json_errors) {
        cld_error err;
        cld_fail(&err, CLD_OK, "", "%s", note);
        add_line(options, "note", file, &err, line);
        return;
    }
    cld_utf8_add_visibly(line, file);
    cld_text_add_string(line, ": ");
    cld_utf8_add_visibly(line, note);
    cld_text_add_string(line, "\n");
}

/// False if there was no memory for it, which is what is said then.
static bool print_line(const cli_options *options, const char *label, const char *file,
                       const cld_error *err) {
    static char no_memory[] = "collide: out of memory\n",
                no_memory_json[] = "{\"code\":\"internal\",\"file\":null,\"pointer\":\"\",\"line\":null,"
                                   "\"column\":null,\"message\":\"out of memory\"}\n";
    cld_text line = {0}, last = {.bytes = options->json_errors ? no_memory_json : no_memory};
    last.length = strlen(last.bytes);
    add_line(options, label, file, err, &line);
    cli_write_all(STDERR_FILENO, line.failed ? &last : &line); // nowhere is left to tell of a failure
    bool said = !line.failed;
    cld_text_clear(&line);
    return said;
}

int cli_find_exit_status(cld_status status) {
    return status == CLD_INTERNAL || status == CLD_NOT_CERTIFIED ? CLI_NO_ANSWER : CLI_BAD_INPUT;
}

int cli_report(const cli_options *options, const char *file, const cld_error *err) {
    bool said = print_line(options, NULL, file, err);
    return said ? cli_find_exit_status(err->status) : CLI_NO_ANSWER;
}

void cli_report_warning(const cli_options *options, const char *file, const cld_warning *warning) {
    cld_error err;
    cld_fail(&err, CLD_OK, warning->pointer, "%s", warning->message);
    print_line(options, "warning", file, &err);
}
