#include "warnings.h"

#include "base/error.h"

void cli_warnings_add(void *context, const cld_warning *warning) {
    cli_warnings *warnings = context;
    cld_json_warning one = {warnings->shape, *warning};
    cld_text_add(&warnings->list, (const char *)&one, sizeof one);
}

const cld_json_warning *cli_warnings_all(const cli_warnings *warnings, size_t *count) {
    *count = warnings->list.length / sizeof(cld_json_warning);
    return (const void *)warnings->list.bytes;
}

cld_status cli_warnings_fail(const cld_warning *warning, cld_error *err) {
    return cld_fail(err, CLD_BAD_VALUE, warning->pointer, "%s (a warning, but for --strict)",
                    warning->message);
}
