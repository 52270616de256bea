/// Random scenes, and what breaks their rules by definition.
#ifndef TESTS_SUPPORT_SCENES_H
#define TESTS_SUPPORT_SCENES_H

#include "collide/scene.h"
#include "support/random.h"

enum { SCENE_MOST_OBJECTS = 64, SCENE_MOST_RULES = 6 };

typedef struct random_scene {
    cld_scene scene;
    cld_object objects[SCENE_MOST_OBJECTS];
    cld_object packed[SCENE_MOST_OBJECTS]; ///< the same ones
    cld_arena arena;                       ///< of those
    char names[SCENE_MOST_OBJECTS][24];
    const char *tags[SCENE_MOST_OBJECTS][2];
    cld_rule rules[SCENE_MOST_RULES];
} random_scene;

/// Boxes, hulls and balls that touch, coincide, contain each other or are apart, and rules about them. Not to
/// be copied: it points into itself.
void random_scene_make(random_state *r, random_scene *s);

void random_scene_clear(random_scene *s);

/// Whether an object is among those that a selector means, pattern by pattern.
bool is_selected(const cld_selector *selector, const cld_object *object);

/// The findings, by asking about every pair in full, in order; returns how many there are. Ids are not set.
size_t find_violations(const cld_scene *scene, cld_finding *findings, size_t most);

#endif
