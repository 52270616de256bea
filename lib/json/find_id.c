#include "json/find_id.h"

#include <stdbool.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "base/error.h"
#include "base/utf8.h"
#include "json/parse.h"
#include "json/scan.h"
#include "json/string.h"

typedef struct scan {
    const char *at, *end;
    cld_text string; ///< the string read last
} scan;

static bool take(scan *s, char c) { return cld_json_pass(&s->at, s->end, c); }

static bool take_string(scan *s) {
    cld_json_string_problem problem;
    s->at = cld_json_string_read(s->at, s->end, &s->string, &problem);
    return !problem.found && !s->string.failed;
}

/// Passes over a value, which need not be well formed, up to the comma or bracket after it.
static bool skip_value(scan *s) {
    for (int depth = 0; s->at < s->end; s->at++) {
        char c = *s->at;
        if (depth == 0 && (c == ',' || c == '}' || c == ']'))
            return true;
        depth += (c == '{' || c == '[') - (c == '}' || c == ']');
        if (c != '"')
            continue;
        if (!take_string(s))
            return false;
        s->at--;
    }
    return false;
}

/// Finds the value of "id": from `begin` to where the scan stands.
static bool find_value(scan *s, const char **begin) {
    if (!take(s, '{'))
        return false;
    do {
        s->at = cld_json_pass_blanks(s->at, s->end);
        if (s->at == s->end || *s->at != '"' || !take_string(s))
            return false;
        bool is_id = strcmp(s->string.bytes, "id") == 0;
        if (!take(s, ':'))
            return false;
        s->at = cld_json_pass_blanks(s->at, s->end);
        *begin = s->at;
        if (!skip_value(s))
            return false;
        if (is_id)
            return true;
    } while (take(s, ','));
    return false;
}

cld_status cld_json_find_id(const char *line, size_t length, const char **id, size_t *id_length,
                            cld_error *err) {
    scan s = {.at = line + cld_utf8_find_mark(line, length), .end = line + length};
    const char *begin;
    cld_status status = CLD_OK;
    *id = "null";
    *id_length = 4;
    if (find_value(&s, &begin)) {
        cJSON *tree;
        while (s.at > begin && cld_json_is_blank(s.at[-1]))
            s.at--;
        const size_t size = (size_t)(s.at - begin);
        status = cld_json_parse(begin, size, &tree, NULL);
        // A mark before it, which documents may have, is no part of a value.
        if (!status && cld_utf8_find_mark(begin, size) == 0) {
            *id = begin;
            *id_length = size;
        }
        cJSON_Delete(tree);
    }
    bool has_memory = !s.string.failed && status != CLD_INTERNAL;
    cld_text_clear(&s.string);
    return has_memory ? CLD_OK : cld_fail_memory(err);
}
