#include "import/collada.h"

#include <string.h>

#include "import/readers.h"

void cli_collada_find_up(const char *path, const cld_text *bytes, char *up) {
    bool is_collada = bytes->length > 0 && cli_import_has_ending(path, "dae");
    const char *found = is_collada ? strstr(bytes->bytes, "<up_axis>") : NULL;
    if (!found)
        return;
    found += strlen("<up_axis>");
    found += strspn(found, " \t\r\n");
    if (*found >= 'X' && *found <= 'Z' && strncmp(found + 1, "_UP", 3) == 0)
        *up = (char)(*found - 'X' + 'x');
}
