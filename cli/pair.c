/// collide A B
#include <string.h>
#include <time.h>

#include "base/error.h"
#include "collide/verify.h"
#include "commands.h"
#include "operand.h"
#include "output.h"
#include "readable.h"
#include "report.h"
#include "warnings.h"
#include "json/write_result.h"
#include "json/write_shape.h"

/// A question on its way to an answer; one owner for all that has to be freed.
typedef struct pair {
    const cli_options *options;
    cli_operand operand[2];
    cld_shape *shape[2];
    cli_warnings warnings;
    cld_workspace *workspace;
    cld_result result;
    cld_json_timing timing;
} pair;

static uint64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/// Applies --transform-a or --transform-b.
static int move_operand(pair *p, int side) {
    static const char *const names[] = {"--transform-a", "--transform-b"};
    const char *text = p->options->transform[side];
    cld_transform transform;
    cld_error err;
    if (!text)
        return CLI_DONE;
    cld_source *source = &p->operand[side].source;
    if (cld_source_read_transform(text, strlen(text), source->def.dimension, &transform, &err))
        return cli_report(p->options, names[side], &err);
    cld_source_move(source, &transform);
    return CLI_DONE;
}

static int read_operand(pair *p, int side) {
    cli_operand *operand = &p->operand[side];
    cld_error err;
    if (cli_operand_read(operand, &err))
        return cli_report(p->options, operand->file.bytes, &err);
    operand->source.def.convexify = p->options->convexify;
    return move_operand(p, side);
}

/// Reads both operands, so that the errors of both are told; returns the graver exit status.
static int read_operands(pair *p) {
    uint64_t start = now();
    for (int side = 0; side < 2; side++)
        cli_operand_split(p->options->operand[side], &p->operand[side]);
    if (cli_operand_is_standard_input(&p->operand[0]) && cli_operand_is_standard_input(&p->operand[1])) {
        cld_error err;
        cld_fail(&err, CLD_USAGE, "", "standard input can be read only once, found '-' twice");
        return cli_report(p->options, NULL, &err);
    }
    int a = read_operand(p, 0), b = read_operand(p, 1);
    p->timing.read = now() - start;
    return a > b ? a : b;
}

static int build_shape(pair *p, int side) {
    static const char *const names[] = {"a", "b"};
    cli_operand *operand = &p->operand[side];
    cld_error err;
    size_t before, after;
    p->warnings.shape = names[side];
    cli_warnings_all(&p->warnings, &before);
    cld_status status =
        cld_source_create_shape(&operand->source, cli_warnings_add, &p->warnings, &p->shape[side], &err);
    const cld_json_warning *all = cli_warnings_all(&p->warnings, &after);
    if (!status && after > before && p->options->strict)
        status = cli_warnings_fail(&all[before].warning, &err);
    return status ? cli_report(p->options, operand->file.bytes, &err) : CLI_DONE;
}

/// Reports an error of the query; one that leaves no answer comes with the pair as a record that can be
/// replayed.
static int fail_query(pair *p, const cld_error *err) {
    int status = cli_report(p->options, NULL, err);
    if (status == CLI_NO_ANSWER) {
        cld_text record = {0};
        cld_json_writer writer = {.text = &record, .compact = true};
        cld_json_write_pair(&writer, &p->operand[0].source, &p->operand[1].source, &p->options->query);
        cli_write_all(2, &record);
        cld_text_clear(&record);
    }
    return status;
}

static int find_answer(pair *p) {
    cld_error err;
    uint64_t start = now();
    int a = build_shape(p, 0), b = build_shape(p, 1);
    p->timing.build = now() - start;
    if (a || b)
        return a > b ? a : b;
    p->workspace = cld_workspace_create();
    if (!p->workspace) {
        cld_fail_memory(&err);
        return fail_query(p, &err);
    }
    start = now();
    cld_status status = cld_find_collision(p->shape[0], NULL, p->shape[1], NULL, &p->options->query,
                                           p->workspace, &p->result, &err);
    p->timing.query = now() - start;
    if (!status && p->options->verify)
        status = cld_verify(p->shape[0], NULL, p->shape[1], NULL, &p->result, &err);
    return status ? fail_query(p, &err) : CLI_DONE;
}

static int print_answer(pair *p) {
    const cli_options *options = p->options;
    size_t count;
    const cld_json_warning *warnings = cli_warnings_all(&p->warnings, &count);
    const cld_json_timing *timing = options->stats ? &p->timing : NULL;
    cld_text text = {.failed = p->warnings.list.failed};
    cld_json_writer writer = {.text = &text, .compact = options->compact};
    if (options->text)
        cli_write_readable(&text, &p->result, warnings, count, timing);
    else
        cld_json_write_result(&writer, &p->result, warnings, count, timing);
    cld_error err;
    cld_status status = cli_output_write(options->output, &text, &err);
    cld_text_clear(&text);
    return status ? cli_report(options, options->output ? options->output : "standard output", &err)
                  : CLI_DONE;
}

static void clear(pair *p) {
    cld_workspace_destroy(p->workspace);
    for (int side = 0; side < 2; side++) {
        cld_shape_destroy(p->shape[side]);
        cli_operand_clear(&p->operand[side]);
    }
    cld_text_clear(&p->warnings.list);
}

int cli_run_pair(const cli_options *options) {
    pair p = {.options = options};
    int status = read_operands(&p);
    if (!status)
        status = find_answer(&p);
    if (!status && !options->quiet)
        status = print_answer(&p);
    if (!status && options->exit_status && p.result.outcome == CLD_SEPARATED)
        status = CLI_NO_COLLISION;
    clear(&p);
    return status;
}
