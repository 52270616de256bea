/// The shapes of a scene's objects, built or packed.
#ifndef CLD_JSON_SCENE_SHAPE_H
#define CLD_JSON_SCENE_SHAPE_H

#include "json/scene_source.h"

/// Gives object `index` the shape of a definition, which is of one of the document's named shapes or the
/// object's own, and has been read up to `end`. Where all that the scene has so far may come to three times
/// the text, it is packed; it is built all the same, to find out whether it is good. Pointers of errors lead
/// into the shape.
cld_status cld_scene_give_shape(cld_scene_source *scene, const cld_scene_text *text, size_t index, size_t end,
                                bool is_named, cld_shape_def *def, cld_object *object, cld_error *err);

void cld_scene_drop_shape(const cld_object *object);

#endif
