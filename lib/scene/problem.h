/// What keeps a part of a check from being made.
#ifndef CLD_SCENE_PROBLEM_H
#define CLD_SCENE_PROBLEM_H

#include "collide/scene.h"

/// The problem that pattern `k` of one side of a rule matches nothing, and if `suggests` what it may have
/// been meant to be.
cld_scene_problem cld_make_unmatched(const cld_scene *scene, size_t rule, bool is_first, size_t k,
                                     bool suggests);

/// The problem that a rule is about pairs of half-spaces alone.
cld_scene_problem cld_make_idle(size_t rule);

/// The problem that a pair has no answer.
cld_scene_problem cld_make_unanswered(const cld_scene *scene, uint32_t a, uint32_t b, const cld_error *cause);

/// The problem that so many pairs have none, the first of them given.
cld_scene_problem cld_make_left_out(const cld_scene *scene, uint32_t a, uint32_t b, size_t count);

#endif
