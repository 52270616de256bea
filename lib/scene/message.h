/// Findings in words.
#ifndef CLD_SCENE_MESSAGE_H
#define CLD_SCENE_MESSAGE_H

#include "base/text.h"
#include "collide/scene.h"

/// A length to six digits, for people.
void cld_write_length(cld_text *text, double value);

/// A plain sentence, without a full stop, with both names, the depth or distance and the place; after the
/// rule's own message where it has one.
void cld_write_message(cld_text *text, const cld_scene *scene, const cld_finding *finding,
                       const cld_detail *detail);

#endif
