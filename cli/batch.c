/// collide batch [FILE]
///
/// The lines that have come are answered in rounds, which end where answers come to too much, shared among
/// the workers. Each worker writes its answers to a text of its own; then all are printed in the order of the
/// lines, and only after all of them more is read: what has been asked is answered before anything is waited
/// for, and memory is that of one round.
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/error.h"
#include "base/workers.h"
#include "collide/verify.h"
#include "commands.h"
#include "imported.h"
#include "lines.h"
#include "operand.h"
#include "output.h"
#include "report.h"
#include "warnings.h"
#include "json/find_id.h"
#include "json/read_record.h"
#include "json/string.h"
#include "json/write_record.h"
#include "json/write_result.h"

/// Lines that a worker takes at a time: enough to outweigh the taking, few enough that all end at about the
/// same time.
enum { CHUNK = 8 };

/// Bytes of answers from which on a round answers no more lines, and what is printed at a time.
enum { MANY_BYTES = 1 << 23, PRINTED_BYTES = 1 << 16 };

typedef struct worker {
    cld_workspace *workspace;
    cld_record record;
    cli_warnings warnings;
    cld_text answers; ///< of this round
} worker;

/// Where an answer stands.
typedef struct answer {
    unsigned worker;
    size_t begin, length;
    int exit_status; ///< what it is by itself
    bool is_missing; ///< left to the next round
} answer;

typedef struct batch {
    const cli_options *options;
    const char *file; ///< the name of the input
    cld_library library;
    cli_lines lines;
    unsigned long lines_before; ///< those in `lines`
    size_t first;               ///< the line that this round begins with
    _Atomic size_t bytes;       ///< of this round's answers
    answer answers[CLI_MOST_LINES];
    worker *workers;
    unsigned worker_count;
    cli_output output;
    cld_text text; ///< to be printed
    int exit_status;
} batch;

/// A record's shapes, those that are its own, and the answer.
typedef struct question {
    cld_shape *own[2];
    const cld_shape *shape[2];
    cld_result result;
} question;

/// Leads an error about the shape that a reference names, whose pointer is in that, to the reference.
static void lead_to_reference(cld_error *err) {
    cld_error told = *err;
    cld_print(err->message, sizeof err->message, "%s, at %s of the shape", told.message, told.pointer);
    cld_error_lead(err, "/ref");
}

static cld_status find_shape(const batch *b, worker *w, question *q, int side, cld_error *err) {
    static const char *const names[] = {"a", "b"};
    cld_record_operand *operand = &w->record.operand[side];
    size_t before;
    cld_status status = CLD_OK;
    w->warnings.shape = names[side];
    cli_warnings_all(&w->warnings, &before);
    if (operand->made) {
        const cld_text *kept = &operand->made->warnings;
        for (size_t at = 0; at < kept->length; at += sizeof(cld_warning))
            cli_warnings_add(&w->warnings, (const void *)(kept->bytes + at));
        q->shape[side] = operand->made->shape;
    } else {
        operand->def.convexify = b->options->convexify;
        status = cld_shape_create(&operand->def, cli_warnings_add, &w->warnings, &q->own[side], err);
        q->shape[side] = q->own[side];
        if (status && status != CLD_INTERNAL && operand->is_reference)
            cld_error_lead(err, "/transform");
    }
    if (!status) {
        status = cli_warnings_check(&w->warnings, before, b->options->strict, err);
        if (status == CLD_BAD_VALUE && operand->is_reference)
            lead_to_reference(err);
    }
    if (status)
        cld_error_prefix(err, side == 0 ? "/a" : "/b");
    return status;
}

static cld_status find_answer(const batch *b, worker *w, const cli_line *line, question *q, cld_error *err) {
    const cld_library *library = b->options->shapes ? &b->library : NULL;
    if (line->is_cut) {
        cld_record_clear(&w->record);
        cld_status found =
            cld_json_find_id(line->bytes, line->length, &w->record.id, &w->record.id_length, err);
        return found ? found
                     : cld_fail(err, CLD_TOO_LARGE, "",
                                "a record may be up to %d bytes long, found a longer one", CLI_LONGEST_LINE);
    }
    cld_status status =
        cld_record_read(line->bytes, line->length, library, &b->options->query, &w->record, err);
    for (int side = 0; side < 2 && !status; side++)
        status = find_shape(b, w, q, side, err);
    if (!status)
        status = cld_find_collision(q->shape[0], NULL, q->shape[1], NULL, &w->record.options, w->workspace,
                                    &q->result, err);
    if (!status && b->options->verify)
        status = cld_verify(q->shape[0], NULL, q->shape[1], NULL, &q->result, err);
    return status;
}

static void write_error(cld_json_writer *writer, const cld_error *err) {
    cld_json_open_object(writer, "error", CLD_JSON_LINES);
    cld_json_put_string(writer, "code", cld_status_name(err->status));
    cld_json_put_string(writer, "pointer", err->pointer);
    if (err->line) {
        cld_json_put_integer(writer, "line", err->line);
        cld_json_put_integer(writer, "column", err->column);
    }
    cld_json_put_string(writer, "message", err->message);
    cld_json_close(writer, '}');
}

/// Writes the answer and returns the exit status that it leads to.
static int answer_line(const batch *b, worker *w, size_t index) {
    const cli_line *line = &b->lines.line[index];
    cld_json_writer writer = {.text = &w->answers, .compact = true};
    question q = {.shape = {NULL, NULL}};
    cld_error err;
    cld_json_notes notes = {0};
    w->warnings.list.length = 0;
    w->warnings.list.failed = false;
    cld_status status = find_answer(b, w, line, &q, &err);
    notes.warnings = cli_warnings_all(&w->warnings, &notes.warning_count);
    cld_json_open_object(&writer, NULL, CLD_JSON_LINES);
    cld_json_put_text(&writer, "id", w->record.id, w->record.id_length);
    if (status) {
        err.line += err.line ? b->lines_before + index : 0;
        write_error(&writer, &err);
    } else {
        cld_json_put_result(&writer, &q.result, notes);
    }
    cld_json_end(&writer);
    cld_shape_destroy(q.own[0]);
    cld_shape_destroy(q.own[1]);
    return status ? cli_find_exit_status(status) : CLI_DONE;
}

static bool is_blank(const cli_line *line) {
    for (size_t i = 0; i < line->length; i++)
        if (!strchr(" \t\r", line->bytes[i]) || !line->bytes[i])
            return false;
    return true;
}

/// A chunk is left to the next round as a whole, so that hardly anything is answered behind what is missing.
static void answer_lines(void *context, unsigned number, size_t begin, size_t end) {
    batch *b = context;
    worker *w = &b->workers[number];
    bool is_missing = begin > 0 && atomic_load(&b->bytes) >= MANY_BYTES;
    for (size_t i = b->first + begin; i < b->first + end; i++) {
        size_t before = w->answers.length;
        answer *a = &b->answers[i];
        *a = (answer){number, before, 0, CLI_DONE, is_missing};
        if (!is_missing && !is_blank(&b->lines.line[i]))
            a->exit_status = answer_line(b, w, i);
        a->length = w->answers.length - before;
        atomic_fetch_add(&b->bytes, a->length);
    }
}

/// Prints a record that got no answer to standard error, so that it can be tried again alone; as it came, if
/// it was not even read.
static void print_record(const batch *b, const cli_line *line) {
    const cld_library *library = b->options->shapes ? &b->library : NULL;
    cld_text text = {0};
    if (cld_json_write_record(line->bytes, line->length, library, &b->options->query, &text, NULL)) {
        cld_json_string_copy(&text, line->bytes, line->length);
        cld_text_add_byte(&text, '\n');
    }
    cli_write_all(STDERR_FILENO, &text); // nowhere is left to tell of a failure
    cld_text_clear(&text);
}

static cld_status print_text(batch *b, cld_error *err) {
    cld_status status = cli_output_add(&b->output, &b->text, err);
    b->text.length = 0;
    return status;
}

/// Prints the answers up to the first that is missing, where the next round begins. Those behind it are
/// answered again.
static cld_status print_answers(batch *b, cld_error *err) {
    cld_status status = CLD_OK;
    for (; b->first < b->lines.count && !b->answers[b->first].is_missing && !status; b->first++) {
        const answer *a = &b->answers[b->first];
        const cld_text *from = &b->workers[a->worker].answers;
        if (from->failed)
            return cld_fail_memory(err);
        if (a->length > 0)
            cld_text_add(&b->text, from->bytes + a->begin, a->length);
        if (a->exit_status == CLI_NO_ANSWER)
            print_record(b, &b->lines.line[b->first]);
        b->exit_status = a->exit_status > b->exit_status ? a->exit_status : b->exit_status;
        if (b->text.length >= PRINTED_BYTES)
            status = print_text(b, err);
    }
    return status ? status : print_text(b, err);
}

/// Answers lines from the first one on, as many as come to no more than a round may.
static cld_status answer_round(batch *b, cld_error *err) {
    for (unsigned i = 0; i < b->worker_count; i++)
        b->workers[i].answers.length = 0;
    atomic_store(&b->bytes, 0);
    cld_workers_run(b->worker_count, b->lines.count - b->first, CHUNK, answer_lines, b);
    return print_answers(b, err);
}

/// Answers all lines; `about` is set to what an error is about.
static cld_status answer_all(batch *b, const char **about, cld_error *err) {
    for (;;) {
        *about = b->file;
        cld_status status = cli_lines_take(&b->lines, err);
        if (status || b->lines.count == 0)
            return status;
        *about = cli_output_name(b->options->output);
        for (b->first = 0; b->first < b->lines.count && !status;)
            status = answer_round(b, err);
        b->lines_before += b->lines.count;
        if (status)
            return status;
    }
}

static cld_status hire_workers(batch *b, cld_error *err) {
    b->worker_count = cld_workers_count(b->options->threads);
    b->workers = calloc(b->worker_count, sizeof *b->workers);
    if (!b->workers)
        return cld_fail_memory(err);
    for (unsigned i = 0; i < b->worker_count; i++)
        if (!(b->workers[i].workspace = cld_workspace_create()))
            return cld_fail_memory(err);
    return CLD_OK;
}

static cld_status read_library(batch *b, cld_error *err) {
    cld_text bytes = {0};
    if (!b->options->shapes)
        return CLD_OK;
    if (cli_is_importable(b->options->shapes))
        return cli_imported_read_library(b->options->shapes, b->options->convexify, &b->library, err);
    cld_status status = cli_file_read(b->options->shapes, &bytes, err);
    if (!status)
        status = cld_library_read(bytes.bytes, bytes.length, b->options->convexify, &b->library, err);
    cld_text_clear(&bytes);
    return status;
}

static cld_status open_input(batch *b, const char **about, cld_error *err) {
    bool is_standard_input = strcmp(b->file, "-") == 0;
    if (is_standard_input && b->options->shapes && strcmp(b->options->shapes, "-") == 0) {
        *about = NULL;
        return cli_fail_second_input(err);
    }
    return cli_file_open(b->file, &b->lines.descriptor, err);
}

static cld_status run(batch *b, const char **about, cld_error *err) {
    cld_status status = open_input(b, about, err);
    if (status)
        return status;
    *about = b->options->shapes;
    if ((status = read_library(b, err)))
        return status;
    *about = NULL;
    if ((status = hire_workers(b, err)))
        return status;
    *about = b->options->output;
    if ((status = cli_output_open(b->options->output, &b->output, err)))
        return status;
    status = answer_all(b, about, err);
    if (!status) {
        *about = b->options->output;
        status = cli_output_finish(&b->output, err);
    }
    if (!status)
        status = cli_output_keep(&b->output, err);
    cli_output_drop(&b->output);
    return status;
}

static void clear(batch *b) {
    for (unsigned i = 0; i < b->worker_count && b->workers; i++) {
        cld_workspace_destroy(b->workers[i].workspace);
        cld_record_clear(&b->workers[i].record);
        cld_text_clear(&b->workers[i].warnings.list);
        cld_text_clear(&b->workers[i].answers);
    }
    free(b->workers);
    cld_text_clear(&b->text);
    if (b->lines.descriptor > STDIN_FILENO)
        close(b->lines.descriptor);
    cli_lines_clear(&b->lines);
    cld_library_clear(&b->library);
}

int cli_run_batch(const cli_options *options) {
    batch b = {.options = options, .file = options->operand_count ? options->operand[0] : "-"};
    cld_error err;
    const char *about = b.file;
    int exit_status = run(&b, &about, &err) ? cli_report(options, about, &err) : b.exit_status;
    clear(&b);
    return exit_status;
}
