/// The objects of a scene on its way from documents.
#ifndef CLD_JSON_SCENE_OBJECTS_H
#define CLD_JSON_SCENE_OBJECTS_H

#include "json/scene_source.h"

/// Adds an object; its shape is the scene's from here on, also where that fails.
cld_status cld_scene_add_object(cld_scene_source *scene, const cld_object *object, const cld_place *place,
                                cld_error *err);

/// CLD_DIMENSION_MISMATCH unless a shape would be in the space of the first object, as all have to be.
cld_status cld_scene_check_dimension(const cld_scene_source *scene, int dimension, cld_error *err);

/// Puts objects that had to wait where they belong. False when memory runs out.
bool cld_scene_sort_objects(cld_scene_source *scene);

#endif
