#include "import/collada.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

void cli_collada_find_up(const char *path, char *up) {
    const char *dot = strrchr(path, '.');
    FILE *file = dot && strcasecmp(dot, ".dae") == 0 ? fopen(path, "rb") : NULL;
    if (!file)
        return;
    char head[16384]; // <asset>, where it stands, comes first
    size_t length = fread(head, 1, sizeof head - 1, file);
    fclose(file);
    head[length] = '\0';
    const char *found = strstr(head, "<up_axis>");
    if (!found)
        return;
    found += strlen("<up_axis>");
    found += strspn(found, " \t\r\n");
    if (*found >= 'X' && *found <= 'Z' && strncmp(found + 1, "_UP", 3) == 0)
        *up = (char)(*found - 'X' + 'x');
}
