#include "scene/rule.h"

#include <math.h>

#include "base/error.h"
#include "base/number.h"

// What differs from a limit by no more than the tolerance keeps the rule, and touching is no overlap, but
// support.

static bool is_too_deep(double limit, double signed_distance, double tolerance) {
    return -signed_distance > limit + tolerance;
}

static bool is_too_near(double limit, double signed_distance, double tolerance) {
    return signed_distance < limit - tolerance;
}

static bool is_within(double limit, double signed_distance, double tolerance) {
    return signed_distance <= limit + tolerance;
}

const cld_rule_row cld_rule_rows[CLD_RULE_KIND_COUNT] = {
    [CLD_RULE_NO_OVERLAP] = {"no-overlap", "between", "between", "max_depth", true, is_too_deep,
                             CLD_ROLE_FORBIDS, .needs_limit = false, .needs_selectors = false},
    [CLD_RULE_CLEARANCE] = {"clearance", "between", "between", "min_distance", false, is_too_near,
                            CLD_ROLE_FORBIDS, .needs_limit = true, .needs_selectors = false},
    [CLD_RULE_SUPPORTED] = {"supported", "objects", "by", "max_gap", false, is_within, CLD_ROLE_REQUIRES,
                            .needs_limit = false, .needs_selectors = true},
    [CLD_RULE_INSIDE] = {"inside", "objects", "container", NULL, false, NULL, CLD_ROLE_CONTAINS,
                         .needs_limit = false, .needs_selectors = true},
    [CLD_RULE_NO_DUPLICATES] = {"no-duplicates", "objects", NULL, NULL, false, is_within, CLD_ROLE_COMPARES,
                                .needs_limit = false, .needs_selectors = false},
    [CLD_RULE_IGNORE] = {"ignore", "between", "between", NULL, false, NULL, CLD_ROLE_SILENCES,
                         .needs_limit = false, .needs_selectors = true},
};

cld_rule cld_rule_make(cld_rule_kind kind) {
    return (cld_rule){.kind = kind, .severity = CLD_SEVERITY_ERROR};
}

const char *cld_rule_kind_name(cld_rule_kind kind) {
    return kind < CLD_RULE_KIND_COUNT ? cld_rule_rows[kind].name : "unknown";
}

const char *cld_rule_name(const cld_rule *rule) {
    return rule->id ? rule->id : cld_rule_kind_name(rule->kind);
}

const char *cld_severity_name(cld_severity severity) {
    return severity == CLD_SEVERITY_ERROR ? "error" : "warning";
}

const char *cld_finding_kind_name(cld_finding_kind kind) {
    static const char *const names[] = {"overlap",   "enclosed", "duplicate",
                                        "clearance", "floating", "outside"};
    return kind <= CLD_FINDING_OUTSIDE ? names[kind] : "unknown";
}

size_t cld_rules_count_patterns(const cld_rule *rules, size_t count, cld_pattern_kind kind) {
    size_t patterns = 0;
    for (size_t rule = 0; rule < count; rule++) {
        const cld_selector *sides[] = {&rules[rule].first, &rules[rule].second};
        for (int side = 0; side < 2; side++)
            for (size_t k = 0; k < sides[side]->count; k++)
                patterns += cld_find_pattern_kind(sides[side]->patterns[k]) == kind;
    }
    return patterns;
}

/// A rule as a document may have it: of a kind that there is, and with a limit that can be kept or broken.
static cld_status check_rule(const cld_rule *rule, size_t index, cld_error *err) {
    cld_short_pointer place = cld_pointer_to("rules", index);
    if ((unsigned)rule->kind >= CLD_RULE_KIND_COUNT)
        return cld_fail(err, CLD_BAD_VALUE, place.text, "unknown kind of rule: %d", (int)rule->kind);
    if (!(rule->limit >= 0) || !isfinite(rule->limit))
        return cld_fail(err, CLD_BAD_VALUE, place.text, "a limit must be at least 0 and finite, got %s",
                        cld_number_tell(rule->limit).text);
    return CLD_OK;
}

cld_status cld_rules_check(const cld_rule *rules, size_t count, cld_error *err) {
    cld_status status = cld_rules_check_size(rules, count, err);
    for (size_t i = 0; i < count && status == CLD_OK; i++)
        status = check_rule(&rules[i], i, err);
    return status;
}

cld_status cld_rules_check_size(const cld_rule *rules, size_t count, cld_error *err) {
    size_t patterns = cld_rules_count_patterns(rules, count, CLD_PATTERN_GLOB) +
                      cld_rules_count_patterns(rules, count, CLD_PATTERN_TAG);
    if (count > CLD_MOST_RULES)
        return cld_fail(err, CLD_TOO_LARGE, "", "a scene may have %d rules, got %zu", CLD_MOST_RULES, count);
    if (patterns > CLD_MOST_PATTERNS)
        return cld_fail(err, CLD_TOO_LARGE, "", "rules may have %d patterns with *, ? or tag:, got %zu",
                        CLD_MOST_PATTERNS, patterns);
    return CLD_OK;
}
