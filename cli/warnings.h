/// Warnings about shapes, kept until there is a result to put them into.
#ifndef CLI_WARNINGS_H
#define CLI_WARNINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"
#include "json/write_result.h"

typedef struct cli_warnings {
    cld_text list;     ///< of cld_json_warning
    const char *shape; ///< what those that come next are about
} cli_warnings;

/// A cld_warn; `context` is a cli_warnings.
void cli_warnings_add(void *context, const cld_warning *warning);

const cld_json_warning *cli_warnings_all(const cli_warnings *warnings, size_t *count);

/// CLD_INTERNAL if memory ran out for one; CLD_BAD_VALUE, which is `strict`, for the first behind the
/// `before` that there were.
cld_status cli_warnings_check(const cli_warnings *warnings, size_t before, bool strict, cld_error *err);

#endif
