/// The id of a record, as text.
#ifndef CLD_JSON_FIND_ID_H
#define CLD_JSON_FIND_ID_H

#include <stddef.h>

/// The value of the member "id" of the object in `line`, byte for byte, or the word null if there is none
/// that can be told from the rest: what follows it may be bad.
const char *cld_json_find_id(const char *line, size_t length, size_t *id_length);

#endif
