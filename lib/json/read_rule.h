/// Rules of scenes.
#ifndef CLD_JSON_READ_RULE_H
#define CLD_JSON_READ_RULE_H

#include <cjson/cJSON.h>

#include "base/arena.h"
#include "collide/scene.h"

/// Whether a rule has no key but those that rules have, of whatever kind it is.
cld_status cld_json_check_rule_keys(const cJSON *node, cld_error *err);

/// Reads one rule, with copies of its texts in the arena.
cld_status cld_json_read_rule(const cJSON *node, cld_arena *arena, cld_rule *rule, cld_error *err);

#endif
