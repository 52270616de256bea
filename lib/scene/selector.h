/// The parts of selectors.
#ifndef CLD_SCENE_SELECTOR_H
#define CLD_SCENE_SELECTOR_H

#include "collide/scene.h"

/// The tag that a pattern names, NULL if it is about names.
const char *cld_pattern_tag(const char *pattern);

/// Whether a pattern is the name of one object.
bool cld_pattern_is_plain(const char *pattern);

bool cld_pattern_matches(const char *pattern, const cld_object *object);

#endif
