#include <stddef.h>

#include "commands.h"
#include "program.h"

int main(int count, char **arguments) {
    static const cli_run runs[] = {
        {"", cli_run_pair},     {"batch", cli_run_batch},   {"check", cli_run_check},
        {"hull", cli_run_hull}, {"schema", cli_run_schema}, {NULL, NULL},
    };
    return cli_program_start(runs, count, arguments);
}
