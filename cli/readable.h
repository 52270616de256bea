/// Answers for people.
#ifndef CLI_READABLE_H
#define CLI_READABLE_H

#include "json/write_result.h"

/// Adds an answer as a few lines of text.
void cli_write_readable(cld_text *text, const cld_result *result, const cld_json_warning *warnings,
                        size_t warning_count, const cld_json_timing *timing);

#endif
