/// Large files, of which no more needs to be in memory than what is being read.
#ifndef CLI_MAPPING_H
#define CLI_MAPPING_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"
#include "collide/status.h"
#include "options.h"

/// The bytes of a document. {0} is none.
typedef struct cli_mapping {
    const char *bytes;
    size_t length;
    bool is_mapped; ///< else the bytes are those of `text`
    cld_text text;
    size_t forgotten; ///< as many bytes from the first have been given back
} cli_mapping;

/// Maps the regular file at `path`; anything else is read, - being standard input. One that
/// others cut short meanwhile ends the program, with an error about it as `options` have errors printed; one
/// file at a time is watched so. Fails as cli_file_read does. The caller closes it, also then.
cld_status cli_mapping_open(const cli_options *options, const char *path, cli_mapping *mapping,
                            cld_error *err);

/// Gives memory back that the bytes before `offset` take. They stay readable, from the file.
void cli_mapping_forget(cli_mapping *mapping, size_t offset);

void cli_mapping_close(cli_mapping *mapping);

#endif
