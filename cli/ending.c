#include "ending.h"

#include <string.h>
#include <strings.h>

#include "base/error.h"

int cli_ending_find(const char *const *endings, const char *path) {
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    for (int i = 0; endings[i] && dot; i++)
        if (strcasecmp(dot + 1, endings[i]) == 0)
            return i;
    return CLI_NO_ENDING;
}

void cli_endings_add(const char *const *endings, cld_text *text) {
    for (int i = 0; endings[i]; i++) {
        cld_text_add_string(text, i == 0 ? "." : endings[i + 1] ? ", ." : " or .");
        cld_text_add_string(text, endings[i]);
    }
}

cld_status cli_output_find_ending(const char *const *endings, const char *output, int *found,
                                  cld_error *err) {
    cld_text list = {0};
    *found = output ? cli_ending_find(endings, output) : CLI_NO_ENDING;
    if (*found != CLI_NO_ENDING)
        return CLD_OK;
    cli_endings_add(endings, &list);
    cld_status status =
        list.failed ? cld_fail_memory(err)
        : output    ? cld_fail(err, CLD_USAGE, "",
                               "option '--output' expects a file's name that ends in %s, found '%s'", list.bytes,
                               output)
                    : cld_fail(err, CLD_USAGE, "",
                               "expected -o FILE, a name that ends in %s, found standard output", list.bytes);
    cld_text_clear(&list);
    return status;
}
