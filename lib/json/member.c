#include "json/member.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/number.h"
#include "base/suggestion.h"
#include "json/path.h"

const cJSON *cld_json_find(const cJSON *object, const char *key) {
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

cld_status cld_json_require(const cJSON *object, const char *key, const char *what, const cJSON **member,
                            cld_error *err) {
    *member = cld_json_find(object, key);
    return *member ? CLD_OK : cld_fail(err, CLD_MISSING_KEY, "", "%s needs the key \"%s\"", what, key);
}

enum { DESCRIPTION_SIZE = 80 };

static const char *describe(const cJSON *node, char description[DESCRIPTION_SIZE]) {
    char number[CLD_NUMBER_SIZE];
    const size_t size = DESCRIPTION_SIZE;
    if (cJSON_IsString(node)) {
        snprintf(description, size, "\"%s\"", cld_name_tell(node->valuestring).text);
    } else if (cJSON_IsNumber(node) && node->valuestring) {
        snprintf(description, size, "%s", cld_name_tell(node->valuestring).text);
    } else if (cJSON_IsNumber(node)) {
        cld_number_write(node->valuedouble, number);
        snprintf(description, size, "the number %s", number);
    } else if (cJSON_IsArray(node)) {
        snprintf(description, size, node->child ? "an array" : "an empty array");
    } else {
        snprintf(description, size, "%s",
                 cJSON_IsObject(node) ? "an object"
                 : cJSON_IsNull(node) ? "null"
                 : cJSON_IsTrue(node) ? "true"
                                      : "false");
    }
    return description;
}

cld_status cld_json_fail_value(cld_status status, const cJSON *node, const char *expected, cld_error *err) {
    char found[DESCRIPTION_SIZE];
    return cld_fail(err, status, "", "expected %s, found %s", expected, describe(node, found));
}

cld_status cld_json_fail_type(const cJSON *node, const char *expected, cld_error *err) {
    return cld_json_fail_value(CLD_WRONG_TYPE, node, expected, err);
}

static bool has_word(const char *const *words, const char *word) {
    for (; words && *words; words++) {
        if (strcmp(*words, word) == 0)
            return true;
    }
    return false;
}

static void list_words(const char *const *words, char *list, size_t size) {
    for (; words && *words; words++) {
        size_t used = strlen(list);
        snprintf(list + used, size - used, "%s%s", used ? ", " : "", *words);
    }
}

/// Fails if a key was probably meant to be one of those.
static cld_status check_meant(const char *key, const char *const *keys, const char *const *more,
                              const char *what, cld_error *err) {
    cld_suggestion suggestion = {.word = key};
    for (const char *const *word = keys; *word; word++)
        cld_suggestion_offer(&suggestion, *word);
    for (const char *const *word = more; word && *word; word++)
        cld_suggestion_offer(&suggestion, *word);
    return suggestion.nearest ? cld_fail(err, CLD_UNKNOWN_KEY, "", "%s has no such key; did you mean \"%s\"?",
                                         what, suggestion.nearest)
                              : CLD_OK;
}

static cld_status fail_key(const char *key, const char *const *keys, const char *const *more,
                           const char *what, cld_error *err) {
    cld_status status = check_meant(key, keys, more, what, err);
    if (status)
        return status;
    char list[200] = "";
    list_words(keys, list, sizeof list);
    list_words(more, list, sizeof list);
    return cld_fail(err, CLD_UNKNOWN_KEY, "", "%s has no such key; its keys are %s", what, list);
}

cld_status cld_json_fail_name(const char *what, const char *name, const char *const *names, cld_error *err) {
    cld_suggestion suggestion = {.word = name};
    for (const char *const *word = names; *word; word++)
        cld_suggestion_offer(&suggestion, *word);
    cld_told_name told = cld_name_tell(name);
    if (suggestion.nearest)
        return cld_fail(err, CLD_BAD_VALUE, "", "%s \"%s\"; did you mean \"%s\"?", what, told.text,
                        suggestion.nearest);
    char list[200] = "";
    list_words(names, list, sizeof list);
    return cld_fail(err, CLD_BAD_VALUE, "", "%s \"%s\"; there are %s", what, told.text, list);
}

cld_status cld_json_check_keys(const cJSON *object, const char *const *keys, const char *const *more,
                               const char *what, cld_error *err) {
    if (!cJSON_IsObject(object))
        return cld_json_fail_type(object, "an object", err);
    for (const cJSON *member = object->child; member; member = member->next) {
        if (!has_word(keys, member->string) && !has_word(more, member->string))
            return cld_json_at_key(fail_key(member->string, keys, more, what, err), member->string, err);
    }
    return CLD_OK;
}

cld_status cld_json_check_meant(const cJSON *object, const char *const *keys, const char *what,
                                cld_error *err) {
    for (const cJSON *member = object->child; member; member = member->next) {
        cld_status status = check_meant(member->string, keys, NULL, what, err);
        if (status)
            return cld_json_at_key(status, member->string, err);
    }
    return CLD_OK;
}

cld_status cld_json_read_string(const cJSON *node, const char **string, cld_error *err) {
    if (!cJSON_IsString(node))
        return cld_json_fail_type(node, "a string", err);
    *string = node->valuestring;
    return CLD_OK;
}

cld_status cld_json_read_number(const cJSON *node, double *value, cld_error *err) {
    if (!cJSON_IsNumber(node))
        return cld_json_fail_type(node, "a number", err);
    if (isinf(node->valuedouble))
        return cld_json_fail_value(
            CLD_BAD_VALUE, node, node->valuedouble < 0 ? "a number above -1.8e308" : "a number below 1.8e308",
            err);
    *value = node->valuedouble;
    return CLD_OK;
}

cld_status cld_json_check_schema(const cJSON *document, cld_error *err) {
    const cJSON *schema = cld_json_find(document, "$schema");
    const char *address;
    return schema ? cld_json_at_key(cld_json_read_string(schema, &address, err), "$schema", err) : CLD_OK;
}

cld_status cld_json_read_numbers(const cJSON *node, size_t count, double *values, cld_error *err) {
    char expected[32];
    size_t i = 0;
    if (!cJSON_IsArray(node)) {
        snprintf(expected, sizeof expected, "%zu numbers", count);
        return cld_json_fail_type(node, expected, err);
    }
    for (const cJSON *element = node->child; element; element = element->next, i++) {
        cld_status status = i < count ? cld_json_read_number(element, &values[i], err) : CLD_OK;
        if (status)
            return cld_json_at_index(status, i, err);
    }
    return i == count ? CLD_OK
                      : cld_fail(err, CLD_BAD_VALUE, "", "expected %zu numbers, found %zu", count, i);
}

cld_status cld_json_count(const cJSON *node, const char *expected, size_t *count, cld_error *err) {
    if (!cJSON_IsArray(node))
        return cld_json_fail_type(node, expected, err);
    *count = 0;
    for (const cJSON *element = node->child; element; element = element->next)
        ++*count;
    return CLD_OK;
}

cld_status cld_json_read_vector(const cJSON *node, int *dimension, double *values, cld_error *err) {
    if (*dimension)
        return cld_json_read_numbers(node, (size_t)*dimension, values, err);
    size_t count = 0;
    cld_status status = cld_json_count(node, "2 or 3 numbers", &count, err);
    if (status)
        return status;
    if (count != 2 && count != 3)
        return cld_fail(err, CLD_BAD_VALUE, "", "expected 2 or 3 numbers, found %zu", count);
    *dimension = (int)count;
    return cld_json_read_numbers(node, count, values, err);
}
