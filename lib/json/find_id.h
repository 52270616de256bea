/// The id of a record, as text.
#ifndef CLD_JSON_FIND_ID_H
#define CLD_JSON_FIND_ID_H

#include <stddef.h>

#include "collide/status.h"

/// Sets `id` to the value of the member "id" of the object in `line`, byte for byte, or to the word null if
/// there is none that can be told from the rest: what follows it may be bad. Fails only without memory.
cld_status cld_json_find_id(const char *line, size_t length, const char **id, size_t *id_length,
                            cld_error *err);

#endif
