/// Shape documents.
#ifndef CLD_JSON_READ_SHAPE_H
#define CLD_JSON_READ_SHAPE_H

#include <stdbool.h>

#include <cjson/cJSON.h>

#include "json/source.h"

/// Reads the shape that `node` describes; what its definition points to is in the arena. `$schema` is allowed
/// if it is the whole document.
cld_status cld_json_read_def(const cJSON *node, bool is_document, cld_arena *arena, cld_shape_def *def,
                             cld_error *err);

/// The same into `source`, whose tree it is part of: definition, name and
/// `shape`.
cld_status cld_json_read_shape(const cJSON *node, bool is_document, cld_source *source, cld_error *err);

#endif
