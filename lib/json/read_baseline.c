#include "json/read_baseline.h"

#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/grow.h"
#include "base/sort.h"
#include "scene/fingerprint.h"
#include "json/member.h"
#include "json/parse.h"
#include "json/path.h"

typedef struct id_list {
    uint64_t *ids;
    size_t count, capacity;
    cld_status status; ///< the first failure
    cld_error err;
} id_list;

static cld_status add_id(id_list *list, uint64_t id) {
    uint64_t *grown = cld_grow(list->ids, &list->capacity, list->count, sizeof *grown);
    if (!grown)
        return cld_fail_memory(&list->err);
    list->ids = grown;
    list->ids[list->count++] = id;
    return CLD_OK;
}

/// An id is 16 hexadecimal digits, in lower case as they are written.
static cld_status read_id(const cJSON *finding, id_list *list) {
    const cJSON *member;
    const char *text;
    cld_error *err = &list->err;
    if (!cJSON_IsObject(finding))
        return cld_json_fail_type(finding, "a finding, which is an object", err);
    cld_status status = cld_json_require(finding, "id", "a finding", &member, err);
    if (status)
        return status;
    if ((status = cld_json_read_string(member, &text, err)))
        return cld_json_at_key(status, "id", err);
    if (strlen(text) != 16 || strspn(text, "0123456789abcdef") != 16)
        return cld_fail(err, CLD_BAD_VALUE, "/id",
                        "expected 16 hexadecimal digits in lower case, found \"%s\"",
                        cld_name_tell(text).text);
    return add_id(list, strtoull(text, NULL, 16));
}

static bool take_finding(void *context, const cld_json_part *part) {
    id_list *list = context;
    if (strcmp(part->member, "findings") != 0 || part->key || part->fault)
        return false;
    if (!list->status && (list->status = read_id(part->node, list)))
        cld_json_at_key(cld_json_at_index(list->status, part->index, &list->err), "findings", &list->err);
    return true;
}

/// Sorts. Baselines were written that have one id several times, for findings which now have ids of their
/// own.
static void sort_ids(id_list *list) {
    if (list->count < 2)
        return;
    qsort(list->ids, list->count, sizeof *list->ids, cld_compare_words);
    for (size_t i = 1, first = 0; i < list->count; i++) {
        if (list->ids[i] != list->ids[first])
            first = i;
        list->ids[i] = cld_fingerprint_repeat(list->ids[i], i - first);
    }
    qsort(list->ids, list->count, sizeof *list->ids, cld_compare_words);
}

cld_status cld_baseline_read(const char *bytes, size_t length, uint64_t **ids, size_t *count,
                             cld_error *err) {
    id_list list = {.count = 0};
    cJSON *tree = NULL;
    const cJSON *findings;
    cld_status status = cld_json_parse_parts(bytes, length, take_finding, &list, &tree, err);
    if (!status && !cJSON_IsObject(tree))
        status = cld_json_fail_type(tree, "a baseline, which is an object", err);
    if (!status)
        status = cld_json_require(tree, "findings", "a baseline", &findings, err);
    if (!status && !cJSON_IsArray(findings))
        status = cld_json_at_key(cld_json_fail_type(findings, "an array of findings", err), "findings", err);
    if (!status && list.status) {
        status = list.status;
        *err = list.err;
    }
    cJSON_Delete(tree);
    if (status) {
        free(list.ids);
        return status;
    }
    sort_ids(&list);
    *ids = list.ids;
    *count = list.count;
    return CLD_OK;
}

bool cld_baseline_has(const uint64_t *ids, size_t count, uint64_t id) {
    return count > 0 && bsearch(&id, ids, count, sizeof *ids, cld_compare_words);
}
