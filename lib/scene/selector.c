#include <string.h>

#include "scene/selector.h"

/// Where in a name a glob may match that follows a *, NULL if nowhere.
static const char *skip(const char *glob, const char *name) {
    return *glob == '*' || *glob == '?' || *glob == '\0' || *glob == *name ? name : strchr(name, *glob);
}

/// Matches with one step back: after a mismatch the last * takes more, up to where what follows it may begin.
/// A character is a byte that is no continuation of UTF-8, with those after it.
bool cld_glob_matches(const char *glob, const char *name, uint64_t *steps) {
    const char *star = NULL, *resume = NULL;
    while (*name && *steps) {
        --*steps;
        if (*glob == '*') {
            star = ++glob;
            name = resume = skip(glob, name);
        } else if (*glob == '?') {
            glob++;
            do
                name++;
            while (((unsigned char)*name & 0xC0u) == 0x80u);
        } else if (*glob == *name) {
            glob++;
            name++;
        } else if (star) {
            glob = star;
            name = resume = skip(glob, resume + 1);
        } else {
            return false;
        }
        if (!name)
            return false;
    }
    while (*glob == '*')
        glob++;
    return *steps && *glob == '\0';
}

const char *cld_pattern_tag(const char *pattern) {
    return strncmp(pattern, "tag:", 4) == 0 ? pattern + 4 : NULL;
}

cld_pattern_kind cld_find_pattern_kind(const char *pattern) {
    return cld_pattern_tag(pattern) ? CLD_PATTERN_TAG
           : strpbrk(pattern, "*?") ? CLD_PATTERN_GLOB
                                    : CLD_PATTERN_NAME;
}
