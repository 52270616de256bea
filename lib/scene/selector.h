/// The parts of selectors.
#ifndef CLD_SCENE_SELECTOR_H
#define CLD_SCENE_SELECTOR_H

#include "collide/scene.h"

typedef enum cld_pattern_kind {
    CLD_PATTERN_NAME, ///< of one object
    CLD_PATTERN_GLOB, ///< of names, with * or ?
    CLD_PATTERN_TAG
} cld_pattern_kind;

cld_pattern_kind cld_find_pattern_kind(const char *pattern);

/// The tag that a pattern names, NULL if it is about names.
const char *cld_pattern_tag(const char *pattern);

/// Whether a name has the form of a glob. Takes what it needs from `steps`, as many as the glob has
/// characters times those of the name at worst, and ends with false when none is left.
bool cld_glob_matches(const char *glob, const char *name, uint64_t *steps);

#endif
