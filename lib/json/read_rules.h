/// Lists of rules, and documents of nothing else.
#ifndef CLD_JSON_READ_RULES_H
#define CLD_JSON_READ_RULES_H

#include <stddef.h>

#include "base/arena.h"
#include "collide/scene.h"

struct cJSON;

/// Where a rule stands in its document.
typedef struct cld_rule_place {
    size_t index;       ///< among all rules, good or bad
    unsigned long line; ///< on which it begins, from 1; 0 if nobody knows
} cld_rule_place;

/// The rules of a document that are good, and where they stand in it.
typedef struct cld_rule_list {
    cld_rule *items;
    cld_rule_place *places; ///< beside items
    size_t count;
    const char *pointer; ///< to the array of rules in the document: "/rules", or "" where it is the document
} cld_rule_list;

/// An empty list with room for `count` rules. CLD_INTERNAL when memory runs out.
cld_status cld_rule_list_make(size_t count, const char *pointer, cld_arena *arena, cld_rule_list *list,
                              cld_error *err);

/// Reads the rule that is element `index` of its array and begins on `line`, and adds it to a list that has
/// room for it; if it is bad, the list stays as it is.
cld_status cld_rule_list_read(const struct cJSON *node, size_t index, unsigned long line, cld_arena *arena,
                              cld_rule_list *list, cld_error *err);

/// CLD_BAD_VALUE unless some rule looks at something.
cld_status cld_rule_list_check(const cld_rule_list *list, cld_error *err);

/// Reads a document of rules, an array or an object with the key "rules", into an arena. A bad rule is an
/// error, as is a list that would check nothing, and one that no scene may have.
cld_status cld_rules_read(const char *bytes, size_t length, cld_arena *arena, cld_rule_list *list,
                          cld_error *err);

#endif
