#include "import/collada.h"

#include <string.h>

#include "ending.h"
#include "imported.h"

static const char *find_outside_comments(const char *at, const char *tag) {
    const char *found = strstr(at, tag);
    for (const char *comment; found && (comment = strstr(at, "<!--")) && comment < found;) {
        if (!(at = strstr(comment, "-->")))
            return NULL;
        found = found < at ? strstr(at, tag) : found;
    }
    return found;
}

void cli_collada_find_up(const char *path, const cld_text *bytes, char *up) {
    bool is_collada = bytes->length > 0 && cli_ending_find(cli_import_endings, path) == CLI_FORMAT_DAE;
    const char *found = is_collada ? find_outside_comments(bytes->bytes, "<up_axis>") : NULL;
    if (!found)
        return;
    found += strlen("<up_axis>");
    found += strspn(found, " \t\r\n");
    if (*found >= 'X' && *found <= 'Z' && strncmp(found + 1, "_UP", 3) == 0)
        *up = (char)(*found - 'X' + 'x');
}
