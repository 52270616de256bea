#include "question.h"

#include <string.h>
#include <time.h>

#include "base/error.h"
#include "collide/verify.h"
#include "report.h"
#include "json/write_shape.h"

static uint64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/// The options that move an operand.
static const char *const moves[] = {"--transform-a", "--transform-b"};

/// Applies --transform-a or --transform-b.
static int move_operand(cli_question *q, int side) {
    const char *text = q->options->transform[side];
    cld_transform transform;
    cld_error err;
    if (!text)
        return CLI_DONE;
    cld_source *source = &q->operand[side].source;
    if (cld_source_read_transform(text, strlen(text), source->def.dimension, &transform, &err))
        return cli_report(q->options, moves[side], &err);
    q->own[side] = source->def.transform;
    cld_source_move(source, &transform);
    return CLI_DONE;
}

static int read_operand(cli_question *q, int side) {
    cli_operand *operand = &q->operand[side];
    cld_error err;
    operand->convexify = q->options->convexify;
    if (cli_operand_read(operand, &err))
        return cli_report(q->options, operand->file.bytes, &err);
    return move_operand(q, side);
}

/// Whether it is for --transform-a or --transform-b that a shape cannot be made: without, it can. If not,
/// `err` becomes what is wrong without.
static bool is_moved_wrong(cli_question *q, int side, cld_error *err) {
    if (!q->options->transform[side])
        return false;
    cld_source source = q->operand[side].source;
    cld_shape *shape = NULL;
    cld_error found;
    source.def.transform = q->own[side];
    cld_status status = cld_source_create_shape(&source, NULL, NULL, &shape, &found);
    cld_shape_destroy(shape);
    if (status)
        *err = found;
    return status == CLD_OK;
}

static int build_shape(cli_question *q, int side) {
    static const char *const names[] = {"a", "b"};
    cli_operand *operand = &q->operand[side];
    cld_error err;
    size_t before;
    q->warnings.shape = names[side];
    cli_warnings_all(&q->warnings, &before);
    cld_status status = cli_operand_create_shape(operand, &q->warnings, &q->shape[side], &err);
    if (status && status != CLD_INTERNAL && is_moved_wrong(q, side, &err)) {
        cld_error_lead(&err, ""); // nothing in the option's text is what the pointer leads to
        return cli_report(q->options, moves[side], &err);
    }
    if (!status)
        status = cli_warnings_check(&q->warnings, before, q->options->strict, &err);
    return status ? cli_report(q->options, operand->file.bytes, &err) : CLI_DONE;
}

static int make_shape(cli_question *q, int side) {
    uint64_t start = now();
    int status = read_operand(q, side);
    uint64_t end = now();
    q->timing.read += end - start;
    if (!status) {
        status = build_shape(q, side);
        q->timing.build += now() - end;
    }
    return status;
}

/// Makes both shapes, so that the errors of both are told; returns the graver exit status.
static int make_shapes(cli_question *q) {
    for (int side = 0; side < 2; side++)
        cli_operand_split(q->options->operand[side], &q->operand[side]);
    if (cli_operand_is_standard_input(&q->operand[0]) && cli_operand_is_standard_input(&q->operand[1])) {
        cld_error err;
        cli_fail_second_input(&err);
        return cli_report(q->options, NULL, &err);
    }
    int a = make_shape(q, 0), b = a == CLI_NO_ANSWER ? a : make_shape(q, 1);
    return a > b ? a : b;
}

/// Reports an error of the query, which is about both operands; one that leaves no answer comes with the pair
/// as a record that can be replayed.
static int fail_query(cli_question *q, const cld_error *err) {
    cld_error told = *err;
    cld_print(told.message, sizeof told.message, "no answer for \"%s\" and \"%s\": %s",
              cld_name_tell(q->options->operand[0]).text, cld_name_tell(q->options->operand[1]).text,
              err->message);
    int status = cli_report(q->options, NULL, &told);
    if (status == CLI_NO_ANSWER) {
        cld_text record = {0};
        cld_json_writer writer = {.text = &record, .compact = true};
        cld_json_write_pair(&writer, &q->operand[0].source, &q->operand[1].source, &q->options->query);
        cli_write_all(2, &record);
        cld_text_clear(&record);
    }
    return status;
}

static int find_answer(cli_question *q, const cld_trace *trace) {
    cld_error err;
    cld_query_options query = q->options->query;
    query.trace = trace;
    q->workspace = cld_workspace_create();
    if (!q->workspace) {
        cld_fail_memory(&err);
        return fail_query(q, &err);
    }
    uint64_t start = now();
    cld_status status =
        cld_find_collision(q->shape[0], NULL, q->shape[1], NULL, &query, q->workspace, &q->result, &err);
    q->timing.query = now() - start;
    if (!status && q->options->verify)
        status = cld_verify(q->shape[0], NULL, q->shape[1], NULL, &q->result, &err);
    return status ? fail_query(q, &err) : CLI_DONE;
}

int cli_question_answer(cli_question *q, const cld_trace *trace) {
    int status = make_shapes(q);
    return status ? status : find_answer(q, trace);
}

void cli_question_clear(cli_question *q) {
    cld_workspace_destroy(q->workspace);
    for (int side = 0; side < 2; side++) {
        cld_shape_destroy(q->shape[side]);
        cli_operand_clear(&q->operand[side]);
    }
    cld_text_clear(&q->warnings.list);
}
