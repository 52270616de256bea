/// JSON text to a tree, strictly.
#ifndef CLD_JSON_PARSE_H
#define CLD_JSON_PARSE_H

#include <stdbool.h>
#include <stddef.h>

#include <cjson/cJSON.h>

#include "collide/status.h"

/// Containers may lie this deep in one another: a scene's object with CLD_MOST_COMPOUNDS compounds around a
/// transform's matrix takes 55.
enum { CLD_JSON_DEPTH = 64 };

/// Parses one JSON document as RFC 8259 has it: nothing more is accepted, and of what that leaves open, keys
/// that stand twice in an object, half surrogate pairs and more than CLD_JSON_DEPTH levels are errors; a byte
/// order mark before all else is passed over.
///
/// Numbers are the nearest doubles; one beyond their range is infinite and keeps its text as `valuestring`.
/// U+0000 in a string is kept as the two bytes C0 80, which valid UTF-8 never has. The caller frees the tree
/// with cJSON_Delete. CLD_SYNTAX and CLD_TOO_LARGE with line and column, CLD_DUPLICATE_KEY with a pointer,
/// CLD_INTERNAL.
cld_status cld_json_parse(const char *bytes, size_t length, cJSON **tree, cld_error *err);

/// An element of an array, or a member of an object, that is a member of the document.
typedef struct cld_json_part {
    const char *member; ///< the array's or object's key in the document
    const char *key;    ///< of a member
    size_t index;       ///< of an element or member
    size_t begin, end;  ///< where its text stands in the document's
    const cJSON *node;
    const cld_error *fault; ///< NULL, or where in the node a key stands twice
} cld_json_part;

/// Looks at a part as soon as it has been read. True if it need not be kept: it is then freed, and will not
/// be in the tree.
typedef bool cld_json_take(void *context, const cld_json_part *part);

/// As cld_json_parse, but offers every part to `take_part`, so that a large document never stands in memory
/// as a whole. What was taken is not looked through for keys that stand twice in the object it was part of,
/// and its fault is the taker's to tell of; the fault of what was not is an error.
cld_status cld_json_parse_parts(const char *bytes, size_t length, cld_json_take *take_part, void *context,
                                cJSON **tree, cld_error *err);

#endif
