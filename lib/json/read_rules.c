#include "json/read_rules.h"

#include "base/error.h"
#include "scene/rule.h"
#include "json/member.h"
#include "json/parse.h"
#include "json/path.h"
#include "json/read_rule.h"

cld_status cld_rule_list_make(size_t count, const char *pointer, cld_arena *arena, cld_rule_list *list,
                              cld_error *err) {
    *list = (cld_rule_list){.pointer = pointer};
    list->items = cld_arena_add(arena, count, sizeof *list->items);
    list->places = cld_arena_add(arena, count, sizeof *list->places);
    return list->items && list->places ? CLD_OK : cld_fail_memory(err);
}

cld_status cld_rule_list_read(const cJSON *node, size_t index, unsigned long line, cld_arena *arena,
                              cld_rule_list *list, cld_error *err) {
    cld_status status = cld_json_read_rule(node, arena, &list->items[list->count], err);
    list->places[list->count] = (cld_rule_place){index, line};
    list->count += !status;
    return cld_json_at_index(status, index, err);
}

cld_status cld_rule_list_check(const cld_rule_list *list, cld_error *err) {
    for (size_t i = 0; i < list->count; i++)
        if (cld_rule_find_role(&list->items[i]) != CLD_ROLE_SILENCES)
            return CLD_OK;
    return cld_fail(err, CLD_BAD_VALUE, "", "expected a rule that checks something, found none");
}

static cld_status read_list(const cJSON *node, const char *pointer, cld_arena *arena, cld_rule_list *list,
                            cld_error *err) {
    size_t count, i = 0;
    cld_status status = cld_json_count(node, "an array of rules", &count, err);
    if (!status)
        status = cld_rule_list_make(count, pointer, arena, list, err);
    for (const cJSON *rule = status ? NULL : node->child; rule && !status; rule = rule->next, i++)
        status = cld_rule_list_read(rule, i, 0, arena, list, err);
    if (!status)
        status = cld_rules_check_size(list->items, list->count, err);
    return status ? status : cld_rule_list_check(list, err);
}

static cld_status read_object(const cJSON *tree, cld_arena *arena, cld_rule_list *list, cld_error *err) {
    static const char *const keys[] = {"$schema", "rules", "extras", NULL};
    static const char what[] = "a document of rules";
    const cJSON *node;
    cld_status status = cld_json_check_keys(tree, keys, NULL, what, err);
    if (status || (status = cld_json_check_schema(tree, err)) ||
        (status = cld_json_require(tree, "rules", what, &node, err)))
        return status;
    return cld_json_at_key(read_list(node, "/rules", arena, list, err), "rules", err);
}

cld_status cld_rules_read(const char *bytes, size_t length, cld_arena *arena, cld_rule_list *list,
                          cld_error *err) {
    cJSON *tree;
    cld_status status = cld_json_parse(bytes, length, &tree, err);
    if (status)
        return status;
    status =
        cJSON_IsObject(tree) ? read_object(tree, arena, list, err) : read_list(tree, "", arena, list, err);
    cJSON_Delete(tree);
    return status;
}
