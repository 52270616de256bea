/// What findings are known by.
#ifndef CLD_SCENE_FINGERPRINT_H
#define CLD_SCENE_FINGERPRINT_H

#include "collide/scene.h"

/// The fingerprint of a scene's name and one of its rules: of the rule's id where it has one, else of its
/// kind, its selectors and its limit.
uint64_t cld_fingerprint_rule(const cld_scene *scene, size_t rule);

/// That of a finding: the rule's, and the names of the objects, whichever stands first in the scene.
uint64_t cld_fingerprint_finding(const cld_scene *scene, const cld_finding *finding, uint64_t rule);

/// That of a finding which is the `repeat`-th, from 0, with the same one, as those of two rules of one id
/// are.
uint64_t cld_fingerprint_repeat(uint64_t fingerprint, size_t repeat);

/// Tells findings with the same fingerprint apart, by what the rules say, else in the order in which they
/// stand. Only those of different rules can have the same. CLD_INTERNAL.
cld_status cld_fingerprints_tell_apart(const cld_scene *scene, cld_check *check, cld_error *err);

#endif
