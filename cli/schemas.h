/// The files of schemas/, built into the command.
#ifndef CLI_SCHEMAS_H
#define CLI_SCHEMAS_H

#include <stddef.h>

typedef struct cli_schema {
    const char *name; ///< "shape" for schemas/shape.schema.json
    const unsigned char *bytes;
    size_t length;
} cli_schema;

extern const cli_schema cli_schemas[];
extern const size_t cli_schema_count;

#endif
