/// JSON pointers of errors, put together on the way out.
#ifndef CLD_JSON_PATH_H
#define CLD_JSON_PATH_H

#include <stddef.h>

#include "collide/status.h"

/// Says that what failed lies in the member `key`, so that `return cld_json_at_key(read_radius(node, err),
/// "radius", err)` reads as one step. Passes CLD_OK on, and syntax errors, which have a line instead of a
/// pointer.
cld_status cld_json_at_key(cld_status status, const char *key, cld_error *err);

/// Says that what failed is element `index`.
cld_status cld_json_at_index(cld_status status, size_t index, cld_error *err);

/// Room for where a shape stands in its document. What is cut there is too long for a pointer of an error or
/// a warning, which then ends before it.
enum { CLD_JSON_PLACE_SIZE = CLD_POINTER_SIZE + 16 };

/// Writes where the shape called `name` stands in a scene.
void cld_json_place_shape(const char *name, char place[CLD_JSON_PLACE_SIZE]);

#endif
