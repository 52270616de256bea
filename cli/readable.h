/// Answers for people.
#ifndef CLI_READABLE_H
#define CLI_READABLE_H

#include "json/write_result.h"

/// Adds an answer as a few lines of text.
void cli_write_readable(cld_text *text, const cld_result *result, cld_json_notes notes);

#endif
