/// cJSON holds the tree, but its parser is not used: it takes 01, 1. and broken UTF-8, cuts numbers after 63
/// characters, leaves the decimal point to the locale, and writes a global variable.
#include "json/parse.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/number.h"
#include "base/text.h"
#include "base/utf8.h"
#include "json/path.h"
#include "json/scan.h"
#include "json/string.h"

typedef struct parser {
    const char *begin, *at, *end;
    const char *first; ///< where the text begins, behind a byte order mark
    int depth;
    cld_text string; ///< the string read last
    cld_error *err;
    cld_json_take *take_part; ///< NULL: all is kept
    void *take_context;
    const char *member;    ///< the document's key whose value is being read
    bool has_repeated_key; ///< what is being read of that member has a key that stands twice
} parser;

static cld_status fail_at(parser *p, cld_status status, const char *at, const char *found,
                          const char *expected) {
    cld_fail(p->err, status, "", "expected %s, found %s", expected, found);
    if (p->err) {
        p->err->line = p->err->column = 1;
        for (const char *c = p->first; c < at; c++) {
            p->err->column++;
            if (*c == '\n') {
                p->err->line++;
                p->err->column = 1;
            }
        }
    }
    return status;
}

static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c != '\0' && strchr("+-._", c));
}

static ptrdiff_t word_length(const parser *p) {
    ptrdiff_t length = 0;
    while (length < p->end - p->at && is_word(p->at[length]))
        length++;
    return length;
}

/// Fails at the current position, with what stands there.
static cld_status fail_here(parser *p, const char *expected) {
    char found[48];
    unsigned char c = p->at < p->end ? (unsigned char)*p->at : 0;
    ptrdiff_t word = word_length(p);
    if (p->at == p->end)
        snprintf(found, sizeof found, "the end of the text");
    else if (cld_utf8_find_mark(p->at, (size_t)(p->end - p->at)) > 0)
        snprintf(found, sizeof found, "a byte order mark");
    else if (word > 0)
        snprintf(found, sizeof found, "\"%.*s\"%s", word < 32 ? (int)word : 32, p->at,
                 word > 32 ? "..." : "");
    else if (c <= ' ' || c >= 0x7F)
        snprintf(found, sizeof found, "the byte 0x%02X", c);
    else
        snprintf(found, sizeof found, "'%c'", c);
    return fail_at(p, CLD_SYNTAX, p->at, found, expected);
}

static void skip_blanks(parser *p) { p->at = cld_json_pass_blanks(p->at, p->end); }

static bool take(parser *p, char c) { return cld_json_pass(&p->at, p->end, c); }

static cld_status parse_value(parser *p, cJSON **node);

static cld_status parse_number(parser *p, cJSON **node) {
    double value;
    const char *end = cld_number_read(p->at, p->end, &value);
    if (!end || end != p->at + word_length(p))
        return fail_here(p, "a number such as 0.5, -2 or 1e-3");
    *node = cJSON_CreateNumber(value);
    if (*node && isinf(value)) {
        size_t length = (size_t)(end - p->at);
        char *text = cJSON_malloc(length + 1);
        if (!text)
            return cld_fail_memory(p->err);
        memcpy(text, p->at, length);
        text[length] = '\0';
        (*node)->valuestring = text;
    }
    p->at = end;
    return CLD_OK;
}

static cld_status parse_characters(parser *p) {
    cld_json_string_problem problem;
    const char *at = cld_json_string_read(p->at, p->end, &p->string, &problem);
    if (p->string.failed)
        return cld_fail_memory(p->err);
    if (problem.found)
        return fail_at(p, CLD_SYNTAX, at, problem.found, problem.expected);
    p->at = at;
    return CLD_OK;
}

static cld_status parse_string(parser *p, cJSON **node) {
    cld_status status = parse_characters(p);
    if (!status)
        *node = cJSON_CreateString(p->string.bytes);
    return status;
}

static int compare_keys(const void *a, const void *b) {
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/// Fails if a key stands twice.
static cld_status check_keys(const cJSON *object, cld_error *err) {
    size_t count = 0;
    for (const cJSON *member = object->child; member; member = member->next)
        count++;
    if (count < 2)
        return CLD_OK;
    const char *few[32];
    const char **key = count <= 32 ? few : malloc(count * sizeof *key);
    if (!key)
        return cld_fail_memory(err);
    size_t i = 0;
    for (const cJSON *member = object->child; member; member = member->next)
        key[i++] = member->string;
    qsort(key, count, sizeof *key, compare_keys);
    cld_status status = CLD_OK;
    for (i = 1; i < count && !status; i++) {
        if (strcmp(key[i - 1], key[i]) == 0)
            status =
                cld_json_at_key(cld_fail(err, CLD_DUPLICATE_KEY, "", "the key stands twice"), key[i], err);
    }
    if (key != few)
        free(key);
    return status;
}

/// Fails if a key stands twice in an object anywhere in a tree.
static cld_status check_all_keys(const cJSON *node, cld_error *err) {
    size_t index = 0;
    for (const cJSON *child = node->child; child; child = child->next, index++) {
        cld_status status = check_all_keys(child, err);
        if (status)
            return child->string ? cld_json_at_key(status, child->string, err)
                                 : cld_json_at_index(status, index, err);
    }
    return cJSON_IsObject(node) ? check_keys(node, err) : CLD_OK;
}

/// Offers what stands in a member of the document, and frees it if it was taken. A key that stands twice in
/// it is an error of the document only if it was not.
static cld_status offer(parser *p, const char *key, size_t index, const char *begin, cJSON **node) {
    if (p->depth != 2 || !p->take_part || !p->member)
        return CLD_OK;
    cld_error fault;
    cld_status status = p->has_repeated_key ? check_all_keys(*node, &fault) : CLD_OK;
    cld_json_part part = {p->member,
                          key,
                          index,
                          (size_t)(begin - p->begin),
                          (size_t)(p->at - p->begin),
                          *node,
                          status ? &fault : NULL};
    p->has_repeated_key = false;
    if (p->take_part(p->take_context, &part)) {
        cJSON_Delete(*node);
        *node = NULL;
        return CLD_OK;
    }
    if (status && p->err)
        *p->err = fault;
    return status;
}

static cld_status parse_array(parser *p, cJSON **node) {
    *node = cJSON_CreateArray();
    p->at++;
    if (take(p, ']'))
        return CLD_OK;
    for (size_t i = 0; *node; i++) {
        cJSON *element = NULL;
        skip_blanks(p);
        const char *begin = p->at;
        cld_status status = parse_value(p, &element);
        if (!status)
            status = offer(p, NULL, i, begin, &element);
        if (element)
            cJSON_AddItemToArray(*node, element);
        if (status)
            return cld_json_at_index(status, i, p->err);
        if (take(p, ']'))
            return CLD_OK;
        if (!take(p, ','))
            return fail_here(p, "',' or ']'");
    }
    return CLD_OK;
}

/// A key, its colon and its value.
static cld_status parse_member(parser *p, cJSON *object, size_t index) {
    skip_blanks(p);
    if (p->at == p->end || *p->at != '"')
        return fail_here(p, "a key in double quotes");
    cld_status status = parse_characters(p);
    if (status)
        return status;
    char *key = cJSON_malloc(p->string.length + 1);
    if (!key)
        return cld_fail_memory(p->err);
    memcpy(key, p->string.bytes, p->string.length + 1);
    cJSON *value = NULL;
    bool has_colon = take(p, ':');
    skip_blanks(p);
    const char *begin = p->at;
    if (p->depth == 1)
        p->member = key;
    status = has_colon ? parse_value(p, &value) : fail_here(p, "':'");
    if (!status)
        status = offer(p, key, index, begin, &value);
    if (p->depth == 1)
        p->member = NULL;
    status = cld_json_at_key(status, key, p->err);
    if (!value) {
        cJSON_free(key);
        return status;
    }
    value->string = key;
    cJSON_AddItemToArray(object, value); // links it; the function for objects would copy the key again
    return status;
}

/// A key that stands twice in what may be taken waits for that.
static cld_status end_object(parser *p, const cJSON *object) {
    bool is_in_part = p->take_part && p->member && p->depth > 2;
    cld_status status = check_keys(object, is_in_part ? NULL : p->err);
    if (!is_in_part || status != CLD_DUPLICATE_KEY)
        return status == CLD_INTERNAL ? cld_fail_memory(p->err) : status;
    p->has_repeated_key = true;
    return CLD_OK;
}

static cld_status parse_object(parser *p, cJSON **node) {
    *node = cJSON_CreateObject();
    p->at++;
    if (take(p, '}'))
        return CLD_OK;
    for (size_t count = 1; *node; count++) {
        cld_status status = parse_member(p, *node, count - 1);
        if (status)
            return status;
        if (take(p, '}'))
            return end_object(p, *node);
        if (!take(p, ','))
            return fail_here(p, "',' or '}'");
    }
    return CLD_OK;
}

static cld_status parse_container(parser *p, cJSON **node) {
    if (p->depth == CLD_JSON_DEPTH)
        return fail_at(p, CLD_TOO_LARGE, p->at, "one more", "at most 64 levels of nesting");
    p->depth++;
    cld_status status = *p->at == '[' ? parse_array(p, node) : parse_object(p, node);
    p->depth--;
    return status;
}

static cld_status parse_word(parser *p, cJSON **node) {
    ptrdiff_t length = word_length(p);
    if (length == 4 && memcmp(p->at, "null", 4) == 0)
        *node = cJSON_CreateNull();
    else if (length == 4 && memcmp(p->at, "true", 4) == 0)
        *node = cJSON_CreateTrue();
    else if (length == 5 && memcmp(p->at, "false", 5) == 0)
        *node = cJSON_CreateFalse();
    else
        return fail_here(p, "a value: an object, an array, a string, a finite number, true, false or null");
    p->at += length;
    return CLD_OK;
}

/// Parses one value. The node may be there, in part, even when this fails: it is the caller's.
static cld_status parse_value(parser *p, cJSON **node) {
    skip_blanks(p);
    char c = p->at < p->end ? *p->at : '\0';
    cld_status status;
    if (c == '{' || c == '[')
        status = parse_container(p, node);
    else if (c == '"')
        status = parse_string(p, node);
    else if ((c >= '0' && c <= '9') || (c == '-' && (p->end - p->at < 2 || p->at[1] != 'I'))) // not -Infinity
        status = parse_number(p, node);
    else
        status = parse_word(p, node);
    return !status && !*node ? cld_fail_memory(p->err) : status;
}

cld_status cld_json_parse_parts(const char *bytes, size_t length, cld_json_take *take_part, void *context,
                                cJSON **tree, cld_error *err) {
    parser p = {.begin = bytes, .end = bytes + length, .err = err};
    p.at = p.first = bytes + cld_utf8_find_mark(bytes, length);
    p.take_part = take_part;
    p.take_context = context;
    *tree = NULL;
    cld_status status = parse_value(&p, tree);
    skip_blanks(&p);
    if (!status && p.at < p.end)
        status = fail_here(&p, "nothing more after the document");
    cld_text_clear(&p.string);
    if (status) {
        cJSON_Delete(*tree);
        *tree = NULL;
    }
    return status;
}

cld_status cld_json_parse(const char *bytes, size_t length, cJSON **tree, cld_error *err) {
    return cld_json_parse_parts(bytes, length, NULL, NULL, tree, err);
}
