#include "json/read_rule.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/number.h"
#include "scene/rule.h"
#include "json/member.h"
#include "json/path.h"

static const char what[] = "a rule";

/// The keys that rules of all kinds have.
static const char *const shared[] = {"rule", "id", "severity", "message", NULL};

/// What a pattern may not be: it would match nothing, whatever the scene.
static cld_status check_pattern(const char *pattern, cld_error *err) {
    if (*pattern && strcmp(pattern, "tag:") != 0)
        return CLD_OK;
    return cld_fail(err, CLD_BAD_VALUE, "", "expected a name with * and ?, or tag:NAME, found \"%s\"",
                    pattern);
}

static cld_status read_pattern(const cJSON *node, cld_arena *arena, const char **pattern, cld_error *err) {
    const char *text;
    if (!cJSON_IsString(node))
        return cld_json_fail_type(node, "a name with * and ?, or tag:NAME", err);
    cld_status status = cld_json_read_string(node, &text, err);
    if (status || (status = check_pattern(text, err)))
        return status;
    *pattern = cld_arena_copy_string(arena, text);
    return *pattern ? CLD_OK : cld_fail_memory(err);
}

static cld_status read_selector(const cJSON *node, cld_arena *arena, cld_selector *selector, cld_error *err) {
    size_t count = 1, i = 0;
    bool is_list = cJSON_IsArray(node);
    cld_status status = is_list ? cld_json_count(node, "", &count, err) : CLD_OK;
    if (status || count == 0)
        return cld_fail(err, CLD_BAD_VALUE, "", "expected a name or tag:NAME, found an empty array");
    const char **patterns = cld_arena_add(arena, count, sizeof *patterns);
    if (!patterns)
        return cld_fail_memory(err);
    *selector = (cld_selector){patterns, count};
    for (const cJSON *part = is_list ? node->child : node; i < count; part = part->next, i++)
        if ((status = read_pattern(part, arena, &patterns[i], err)))
            return is_list ? cld_json_at_index(status, i, err) : status;
    return CLD_OK;
}

static cld_status read_between(const cJSON *node, cld_arena *arena, cld_rule *rule, cld_error *err) {
    size_t count;
    cld_status status = cld_json_count(node, "an array of two selectors", &count, err);
    if (status)
        return status;
    if (count != 2)
        return cld_fail(err, CLD_BAD_VALUE, "", "expected two selectors, found %zu", count);
    status = cld_json_at_index(read_selector(node->child, arena, &rule->first, err), 0, err);
    if (!status)
        status = cld_json_at_index(read_selector(node->child->next, arena, &rule->second, err), 1, err);
    return status;
}

/// Tells that a rule lacks a key that those of its kind need.
static cld_status fail_missing(const cld_rule_row *row, const char *key, cld_error *err) {
    return cld_fail(err, CLD_MISSING_KEY, "", "the rule %s needs the key \"%s\"", row->name, key);
}

static cld_status read_selectors(const cJSON *node, const cld_rule_row *row, cld_arena *arena, cld_rule *rule,
                                 cld_error *err) {
    const char *keys[] = {row->first_key, row->second_key};
    cld_selector *selectors[] = {&rule->first, &rule->second};
    for (int side = 0; side < 2 && keys[side]; side++) {
        const cJSON *member = cld_json_find(node, keys[side]);
        cld_status status = CLD_OK;
        if (!member && row->needs_selectors)
            return fail_missing(row, keys[side], err);
        if (member && cld_rule_is_between(row))
            return cld_json_at_key(read_between(member, arena, rule, err), keys[side], err);
        if (member)
            status = read_selector(member, arena, selectors[side], err);
        if (status)
            return cld_json_at_key(status, keys[side], err);
    }
    return CLD_OK;
}

static cld_status read_limit(const cJSON *node, const cld_rule_row *row, cld_rule *rule, cld_error *err) {
    const cJSON *member = row->limit_key ? cld_json_find(node, row->limit_key) : NULL;
    if (!member)
        return row->needs_limit ? fail_missing(row, row->limit_key, err) : CLD_OK;
    cld_status status = cld_json_read_number(member, &rule->limit, err);
    if (!status && rule->limit < 0)
        status = cld_fail(err, CLD_BAD_VALUE, "", "expected a distance of at least 0, found %s",
                          cld_number_tell(rule->limit).text);
    return cld_json_at_key(status, row->limit_key, err);
}

static cld_status read_severity(const cJSON *node, cld_rule *rule, cld_error *err) {
    const cJSON *member = cld_json_find(node, "severity");
    const char *name = NULL;
    if (!member)
        return CLD_OK;
    cld_status status = cld_json_read_string(member, &name, err);
    if (!status && strcmp(name, "warning") == 0)
        rule->severity = CLD_SEVERITY_WARNING;
    else if (!status && strcmp(name, "error") != 0)
        status = cld_fail(err, CLD_BAD_VALUE, "", "expected \"error\" or \"warning\", found \"%s\"",
                          cld_name_tell(name).text);
    return cld_json_at_key(status, "severity", err);
}

static cld_status read_text(const cJSON *node, const char *key, cld_arena *arena, const char **text,
                            cld_error *err) {
    const cJSON *member = cld_json_find(node, key);
    if (!member)
        return CLD_OK;
    const char *string;
    cld_status status = cld_json_read_string(member, &string, err);
    if (!status && !*string)
        status = cld_fail(err, CLD_BAD_VALUE, "", "expected some text, found \"\"");
    if (!status && !(*text = cld_arena_copy_string(arena, string)))
        status = cld_fail_memory(err);
    return cld_json_at_key(status, key, err);
}

static cld_status find_kind(const cJSON *node, cld_rule_kind *kind, cld_error *err) {
    const cJSON *member;
    const char *name;
    cld_status status = cld_json_require(node, "rule", what, &member, err);
    if (status || (status = cld_json_read_string(member, &name, err)))
        return member ? cld_json_at_key(status, "rule", err) : status;
    const char *names[CLD_RULE_KIND_COUNT + 1] = {NULL};
    for (int i = 0; i < CLD_RULE_KIND_COUNT; i++) {
        *kind = (cld_rule_kind)i;
        names[i] = cld_rule_rows[i].name;
        if (strcmp(names[i], name) == 0)
            return CLD_OK;
    }
    return cld_json_at_key(cld_json_fail_name("no rule is called", name, names, err), "rule", err);
}

cld_status cld_json_check_rule_keys(const cJSON *node, cld_error *err) {
    const char *keys[3 * CLD_RULE_KIND_COUNT + 1];
    size_t count = 0;
    for (int i = 0; i < CLD_RULE_KIND_COUNT; i++) {
        const cld_rule_row *row = &cld_rule_rows[i];
        const char *const own[] = {row->first_key, row->second_key, row->limit_key};
        for (int k = 0; k < 3; k++)
            if (own[k])
                keys[count++] = own[k];
    }
    keys[count] = NULL;
    return cld_json_check_keys(node, keys, shared, what, err);
}

cld_status cld_json_read_rule(const cJSON *node, cld_arena *arena, cld_rule *rule, cld_error *err) {
    cld_rule_kind kind = CLD_RULE_NO_OVERLAP;
    if (!cJSON_IsObject(node))
        return cld_json_fail_type(node, "a rule, which is an object", err);
    cld_status status = find_kind(node, &kind, err);
    if (status)
        return status;
    const cld_rule_row *row = &cld_rule_rows[kind];
    const char *own[4] = {row->first_key};
    size_t count = 1;
    if (row->second_key && !cld_rule_is_between(row))
        own[count++] = row->second_key;
    own[count] = row->limit_key;
    char name[32];
    snprintf(name, sizeof name, "the rule %s", row->name);
    *rule = cld_rule_make(kind);
    if ((status = cld_json_check_keys(node, own, shared, name, err)) ||
        (status = read_selectors(node, row, arena, rule, err)) ||
        (status = read_limit(node, row, rule, err)) || (status = read_severity(node, rule, err)) ||
        (status = read_text(node, "id", arena, &rule->id, err)))
        return status;
    return read_text(node, "message", arena, &rule->message, err);
}
