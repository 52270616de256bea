/// Lists of rules, and documents of nothing else.
#ifndef CLD_JSON_READ_RULES_H
#define CLD_JSON_READ_RULES_H

#include <stddef.h>

#include "base/arena.h"
#include "collide/scene.h"

/// Reads a document of rules, an array or an object with the key "rules", into an arena. A bad rule is an
/// error, as is a list that would check nothing.
cld_status cld_rules_read(const char *bytes, size_t length, cld_arena *arena, cld_rule **rules, size_t *count,
                          cld_error *err);

/// CLD_BAD_VALUE unless some rule looks at something.
cld_status cld_rules_check(const cld_rule *rules, size_t count, cld_error *err);

#endif
