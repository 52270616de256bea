#include <stddef.h>
#include <string.h>

#include "import/commands.h"
#include "imported.h"
#include "program.h"

int main(int count, char **arguments) {
    static const cli_run runs[] = {{"import", cli_run_import}, {"export", cli_run_export}, {NULL, NULL}};
    bool convexify = count == 3 && strcmp(arguments[1], CLI_IMPORT_HULLS_FOR_PARENT) == 0;
    if (convexify || (count == 3 && strcmp(arguments[1], CLI_IMPORT_FOR_PARENT) == 0))
        return cli_run_for_parent(arguments[2], convexify);
    return cli_program_start(runs, count, arguments);
}
