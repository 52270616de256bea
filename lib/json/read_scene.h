/// Scene documents, as far as picking one shape needs them.
#ifndef CLD_JSON_READ_SCENE_H
#define CLD_JSON_READ_SCENE_H

#include <stdbool.h>

#include <cjson/cJSON.h>

#include "base/suggestion.h"
#include "json/source.h"

/// Whether an object is meant as a scene rather than a shape.
bool cld_json_is_scene(const cJSON *tree);

/// Reads the object called `name` or, failing that, the entry of `shapes` by that name into `source`.
/// CLD_NOT_FOUND suggests the nearest name; CLD_DUPLICATE_NAME if two objects have it.
cld_status cld_json_read_scene_shape(const cJSON *tree, const char *name, cld_source *source, cld_error *err);

/// Checks what can be said of an object of a scene without its shape, and finds its name, which is set where
/// it has one, whatever else is wrong.
cld_status cld_json_check_object(const cJSON *object, const char **name, cld_error *err);

/// CLD_NOT_FOUND of the word of a suggestion, after those that are there have been offered to it. `what` is
/// missing: "object" or "shape".
cld_status cld_json_fail_missing(const char *what, const cld_suggestion *suggestion, cld_error *err);

/// CLD_DUPLICATE_NAME of an object whose name another has.
cld_status cld_json_fail_taken(const char *name, cld_error *err);

/// Applies the member "transform" of an object, if there is one, after that of its shape.
cld_status cld_json_move_def(const cJSON *object, cld_shape_def *def, cld_error *err);

/// Fails unless the document has the keys of a scene, of the right types.
cld_status cld_json_check_scene(const cJSON *tree, cld_error *err);

#endif
