/// The kinds of rules, one row each.
#ifndef CLD_SCENE_RULE_H
#define CLD_SCENE_RULE_H

#include <string.h>

#include "collide/scene.h"
#include "scene/selector.h"

/// What a pair means to a rule about it.
typedef enum cld_rule_role {
    CLD_ROLE_FORBIDS,  ///< a pair that is near enough is a finding
    CLD_ROLE_REQUIRES, ///< each of `first` needs one of `second` that is near enough
    CLD_ROLE_CONTAINS, ///< each of `first` needs one of `second` that holds it
    CLD_ROLE_COMPARES, ///< a pair that is near enough and the same set is a finding
    CLD_ROLE_SILENCES  ///< a pair is not looked at
} cld_rule_role;

typedef struct cld_rule_row {
    const char *name;
    /// Of the selectors in a document; "between" is the key of a pair of them. The second is NULL if there is
    /// none.
    const char *first_key, *second_key;
    const char *limit_key; ///< NULL if there is none
    bool limits_depth;     ///< the limit is not a distance, but a depth
    /// Whether a pair at this signed distance is near enough for the rule. True for less if it is for more.
    bool (*is_near)(double limit, double signed_distance, double tolerance);
    cld_rule_role role;
    bool needs_selectors; ///< they have no default
    bool needs_limit;
} cld_rule_row;

extern const cld_rule_row cld_rule_rows[CLD_RULE_KIND_COUNT];

static inline cld_rule_role cld_rule_find_role(const cld_rule *rule) {
    return cld_rule_rows[rule->kind].role;
}

/// Whether both selectors stand in one array, under one key.
static inline bool cld_rule_is_between(const cld_rule_row *row) {
    return row->second_key && strcmp(row->first_key, row->second_key) == 0;
}

/// How far a rule about near pairs looks.
static inline double cld_rule_find_reach(const cld_rule *rule) {
    return cld_rule_rows[rule->kind].limits_depth ? 0 : rule->limit;
}

/// What a rule is called in reports: its id, or its kind.
const char *cld_rule_name(const cld_rule *rule);

const char *cld_severity_name(cld_severity severity); ///< "error"

/// How many patterns of rules are of a kind.
size_t cld_rules_count_patterns(const cld_rule *rules, size_t count, cld_pattern_kind kind);

/// CLD_TOO_LARGE above CLD_MOST_RULES and CLD_MOST_PATTERNS.
cld_status cld_rules_check_size(const cld_rule *rules, size_t count, cld_error *err);

/// The same, and CLD_BAD_VALUE for a kind that there is not or a limit that is negative or not finite.
cld_status cld_rules_check(const cld_rule *rules, size_t count, cld_error *err);

#endif
