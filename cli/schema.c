/// collide schema [NAME]
#include <string.h>

#include "base/error.h"
#include "base/suggestion.h"
#include "commands.h"
#include "output.h"
#include "report.h"
#include "schemas.h"

static cld_status add_schema(const char *name, cld_text *text, cld_error *err) {
    cld_suggestion suggestion = {.word = name};
    for (size_t i = 0; i < cli_schema_count; i++) {
        if (strcmp(cli_schemas[i].name, name) == 0) {
            cld_text_add(text, (const char *)cli_schemas[i].bytes, cli_schemas[i].length);
            return CLD_OK;
        }
        cld_suggestion_offer(&suggestion, cli_schemas[i].name);
    }
    if (suggestion.nearest)
        return cld_fail(err, CLD_NOT_FOUND, "", "no schema is called '%s'; did you mean '%s'?", name,
                        suggestion.nearest);
    return cld_fail(err, CLD_NOT_FOUND, "", "no schema is called '%s'; 'collide schema' lists them", name);
}

static void add_names(cld_text *text) {
    for (size_t i = 0; i < cli_schema_count; i++) {
        cld_text_add_string(text, cli_schemas[i].name);
        cld_text_add(text, "\n", 1);
    }
}

int cli_run_schema(const cli_options *options) {
    cld_text text = {0};
    cld_error err;
    cld_status status = CLD_OK;
    const char *about = NULL;
    if (options->operand_count == 1)
        status = add_schema(options->operand[0], &text, &err);
    else
        add_names(&text);
    if (!status) {
        about = cli_output_name(options->output);
        status = cli_output_write(options->output, &text, &err);
    }
    cld_text_clear(&text);
    return status ? cli_report(options, about, &err) : CLI_DONE;
}
