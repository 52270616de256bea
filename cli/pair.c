/// collide A B
#include "base/error.h"
#include "commands.h"
#include "output.h"
#include "question.h"
#include "readable.h"
#include "report.h"
#include "json/write_trace.h"

/// Adds the answer, as the format asks, to what `text` holds: the steps before it.
static void write_answer(const cli_question *q, cld_text *text) {
    const cli_options *options = q->options;
    cld_json_notes notes = {.timing = options->stats ? &q->timing : NULL};
    notes.warnings = cli_warnings_all(&q->warnings, &notes.warning_count);
    cld_json_writer writer = {.text = text, .compact = options->compact};
    if (options->trace)
        cld_json_write_last_step(text, &q->result, notes);
    else if (options->text)
        cli_write_readable(text, &q->result, notes);
    else
        cld_json_write_result(&writer, &q->result, notes);
}

static int print_answer(const cli_question *q, cld_text *text) {
    const cli_options *options = q->options;
    cld_error err;
    write_answer(q, text);
    return cli_output_write(options->output, text, &err)
               ? cli_report(options, cli_output_name(options->output), &err)
               : CLI_DONE;
}

int cli_run_pair(const cli_options *options) {
    cld_error err;
    if (options->trace && options->text) {
        cld_fail(&err, CLD_USAGE, "", "option '--trace' writes JSON, found '--format text' too");
        return cli_report(options, NULL, &err);
    }
    cli_question q = {.options = options};
    cld_text text = {0};
    cld_trace trace = cld_json_trace_into(&text);
    int status = cli_question_answer(&q, options->trace && !options->quiet ? &trace : NULL);
    if (!status && !options->quiet)
        status = print_answer(&q, &text);
    if (!status && options->exit_status && q.result.outcome == CLD_SEPARATED)
        status = CLI_NO_COLLISION;
    cld_text_clear(&text);
    cli_question_clear(&q);
    return status;
}
