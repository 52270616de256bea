#include <string.h>

#include "scene/selector.h"

/// Matches with one step back: after a mismatch the last * takes one character more, so that no text takes
/// longer than its length times the pattern's. A character is a byte that is no continuation of UTF-8, with
/// those after it.
static bool matches_name(const char *pattern, const char *name) {
    const char *star = NULL, *resume = NULL;
    while (*name) {
        if (*pattern == '*') {
            star = ++pattern;
            resume = name;
        } else if (*pattern == '?') {
            pattern++;
            do
                name++;
            while (((unsigned char)*name & 0xC0u) == 0x80u);
        } else if (*pattern == *name) {
            pattern++;
            name++;
        } else if (star) {
            pattern = star;
            name = ++resume;
        } else {
            return false;
        }
    }
    while (*pattern == '*')
        pattern++;
    return *pattern == '\0';
}

const char *cld_pattern_tag(const char *pattern) {
    return strncmp(pattern, "tag:", 4) == 0 ? pattern + 4 : NULL;
}

bool cld_pattern_is_plain(const char *pattern) {
    return !cld_pattern_tag(pattern) && !strpbrk(pattern, "*?");
}

bool cld_pattern_matches(const char *pattern, const cld_object *object) {
    const char *tag = cld_pattern_tag(pattern);
    if (!tag)
        return matches_name(pattern, object->name);
    for (size_t i = 0; i < object->tag_count; i++)
        if (strcmp(object->tags[i], tag) == 0)
            return true;
    return false;
}

bool cld_selector_matches(const cld_selector *selector, const cld_object *object) {
    for (size_t i = 0; i < selector->count; i++)
        if (cld_pattern_matches(selector->patterns[i], object))
            return true;
    return selector->count == 0;
}
