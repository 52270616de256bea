/// Transforms of documents.
#ifndef CLD_JSON_READ_TRANSFORM_H
#define CLD_JSON_READ_TRANSFORM_H

#include <cjson/cJSON.h>

#include "collide/transform.h"

/// Reads {"translation", "rotation", "scale"}, each optional, applied scale first, then rotation, then
/// translation; or
/// {"matrix"} alone. `dimension` is 2 or 3; a map of the plane leaves z alone. CLD_BAD_TRANSFORM where the
/// map is not invertible, and the codes of a badly formed document.
cld_status cld_json_read_transform(const cJSON *node, int dimension, cld_transform *transform,
                                   cld_error *err);

#endif
