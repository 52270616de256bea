#include <stddef.h>

#include "import/commands.h"
#include "program.h"

int main(int count, char **arguments) {
    static const cli_run runs[] = {{"import", cli_run_import}, {NULL, NULL}};
    return cli_program_start(runs, count, arguments);
}
