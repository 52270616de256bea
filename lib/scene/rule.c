#include "scene/rule.h"

#include <math.h>

/// Touching is no overlap, however small the limit.
static bool is_too_deep(double limit, double signed_distance, double tolerance) {
    return -signed_distance > fmax(limit, tolerance);
}

static bool is_too_near(double limit, double signed_distance, double tolerance) {
    return signed_distance < limit - tolerance;
}

/// Touching is support, however small the limit.
static bool is_within(double limit, double signed_distance, double tolerance) {
    return signed_distance <= fmax(limit, tolerance);
}

const cld_rule_row cld_rule_rows[CLD_RULE_KIND_COUNT] = {
    [CLD_RULE_NO_OVERLAP] = {"no-overlap", "between", "between", "max_depth", is_too_deep, CLD_ROLE_FORBIDS,
                             .needs_limit = false, .needs_selectors = false},
    [CLD_RULE_CLEARANCE] = {"clearance", "between", "between", "min_distance", is_too_near, CLD_ROLE_FORBIDS,
                            .needs_limit = true, .needs_selectors = false},
    [CLD_RULE_SUPPORTED] = {"supported", "objects", "by", "max_gap", is_within, CLD_ROLE_REQUIRES,
                            .needs_limit = false, .needs_selectors = true},
    [CLD_RULE_INSIDE] = {"inside", "objects", "container", NULL, NULL, CLD_ROLE_CONTAINS,
                         .needs_limit = false, .needs_selectors = true},
    [CLD_RULE_NO_DUPLICATES] = {"no-duplicates", "objects", NULL, NULL, is_within, CLD_ROLE_COMPARES,
                                .needs_limit = false, .needs_selectors = false},
    [CLD_RULE_IGNORE] = {"ignore", "between", "between", NULL, NULL, CLD_ROLE_SILENCES, .needs_limit = false,
                         .needs_selectors = true},
};

cld_rule cld_rule_make(cld_rule_kind kind) {
    return (cld_rule){.kind = kind, .severity = CLD_SEVERITY_ERROR};
}

const char *cld_rule_kind_name(cld_rule_kind kind) { return cld_rule_rows[kind].name; }

const char *cld_finding_kind_name(cld_finding_kind kind) {
    static const char *const names[] = {"overlap",   "enclosed", "duplicate",
                                        "clearance", "floating", "outside"};
    return names[kind];
}
