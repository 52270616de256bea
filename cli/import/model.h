/// What is exported: solids in their places.
#ifndef CLI_IMPORT_MODEL_H
#define CLI_IMPORT_MODEL_H

#include "base/text.h"
#include "import/solid.h"

/// A part of an object, in its place. Parts of one object follow each other.
typedef struct cli_part {
    const char *name; ///< of the object
    cli_solid solid;
    cld_transform transform; ///< from the solid's frame to the world
} cli_part;

typedef struct cli_model {
    cli_part *parts;
    size_t count, capacity;
} cli_model;

/// Writes a model as text or bytes. CLD_TOO_LARGE for what the format cannot hold, CLD_INTERNAL.
typedef cld_status cli_write_model(const cli_model *model, cld_text *text, cld_error *err);

cli_write_model cli_model_write_obj; ///< in the world, with every digit
cli_write_model
    cli_model_write_glb; ///< as floats, in frames of their own; parts that are the same share a mesh

/// Whether the transform turns right hands into left ones.
bool cli_part_is_mirrored(const cli_part *part);

#endif
