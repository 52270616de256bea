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
    [CLD_RULE_NO_OVERLAP] = {"no-overlap", CLD_ROLE_FORBIDS, "between", "between", false, "max_depth", false,
                             is_too_deep},
    [CLD_RULE_CLEARANCE] = {"clearance", CLD_ROLE_FORBIDS, "between", "between", false, "min_distance", true,
                            is_too_near},
    [CLD_RULE_SUPPORTED] = {"supported", CLD_ROLE_REQUIRES, "objects", "by", true, "max_gap", false,
                            is_within},
    [CLD_RULE_INSIDE] = {"inside", CLD_ROLE_CONTAINS, "objects", "container", true, NULL, false, NULL},
    [CLD_RULE_NO_DUPLICATES] = {"no-duplicates", CLD_ROLE_COMPARES, "objects", NULL, false, NULL, false,
                                is_within},
    [CLD_RULE_IGNORE] = {"ignore", CLD_ROLE_SILENCES, "between", "between", true, NULL, false, NULL},
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
