#include "json/read_rules.h"

#include "base/error.h"
#include "json/member.h"
#include "json/parse.h"
#include "json/path.h"
#include "json/read_rule.h"

cld_status cld_rules_check(const cld_rule *rules, size_t count, cld_error *err) {
    for (size_t i = 0; i < count; i++)
        if (rules[i].kind != CLD_RULE_IGNORE)
            return CLD_OK;
    return cld_fail(err, CLD_BAD_VALUE, "", "expected a rule that checks something, found none");
}

cld_status cld_rules_read(const char *bytes, size_t length, cld_arena *arena, cld_rule **rules, size_t *count,
                          cld_error *err) {
    static const char *const keys[] = {"$schema", "rules", "extras", NULL};
    cJSON *tree;
    size_t i = 0;
    cld_status status = cld_json_parse(bytes, length, &tree, err);
    if (status)
        return status;
    const cJSON *list = tree;
    bool is_object = cJSON_IsObject(tree);
    if (is_object && !(status = cld_json_check_keys(tree, keys, NULL, "a document of rules", err)))
        status = cld_json_require(tree, "rules", "a document of rules", &list, err);
    if (!status)
        status = cld_json_count(list, "an array of rules", count, err);
    if (!status && !(*rules = cld_arena_add(arena, *count, sizeof **rules)))
        status = cld_fail_memory(err);
    for (const cJSON *node = status ? NULL : list->child; node && !status; node = node->next, i++)
        status = cld_json_at_index(cld_json_read_rule(node, arena, &(*rules)[i], err), i, err);
    if (!status)
        status = cld_rules_check(*rules, *count, err);
    if (is_object && list != tree)
        cld_json_at_key(status, "rules", err);
    cJSON_Delete(tree);
    return status;
}
