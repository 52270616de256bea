/// What findings are known by.
#ifndef CLD_SCENE_FINGERPRINT_H
#define CLD_SCENE_FINGERPRINT_H

#include "collide/scene.h"

/// The fingerprint of a scene's name and one of its rules: of the rule's id where it has one, else of its
/// kind, its selectors and its limit.
uint64_t cld_fingerprint_rule(const cld_scene *scene, size_t rule);

/// That of a finding: the rule's, and the names of the objects.
uint64_t cld_fingerprint_finding(const cld_scene *scene, const cld_finding *finding, uint64_t rule);

#endif
