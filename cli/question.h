/// A question about two operands, from the command line to the answer.
#ifndef CLI_QUESTION_H
#define CLI_QUESTION_H

#include "operand.h"
#include "options.h"
#include "warnings.h"
#include "json/write_result.h"

/// One owner for all that has to be freed. {.options = ...} is one that nothing is known of.
typedef struct cli_question {
    const cli_options *options;
    cli_operand operand[2];
    cld_transform own[2]; ///< of the operands, without those of the options
    cld_shape *shape[2];
    cli_warnings warnings;
    cld_workspace *workspace;
    cld_result result;
    cld_json_timing timing;
} cli_question;

/// Reads both operands, builds the shapes and finds the answer. What goes wrong is reported, the errors of
/// both operands too; returns the exit status. `trace` is told the steps, NULL for nobody.
int cli_question_answer(cli_question *question, const cld_trace *trace);

void cli_question_clear(cli_question *question);

#endif
