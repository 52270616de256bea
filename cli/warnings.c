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

cld_status cli_warnings_check(const cli_warnings *warnings, size_t before, bool strict, cld_error *err) {
    size_t count;
    const cld_json_warning *all = cli_warnings_all(warnings, &count);
    if (warnings->list.failed)
        return cld_fail_memory(err);
    return strict && count > before
               ? cld_fail(err, CLD_BAD_VALUE, all[before].warning.pointer, "%s (a warning, but for --strict)",
                          all[before].warning.message)
               : CLD_OK;
}
