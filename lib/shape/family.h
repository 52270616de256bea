/// Shapes that are made of one definition.
#ifndef CLD_SHAPE_FAMILY_H
#define CLD_SHAPE_FAMILY_H

#include "shape/shape.h"

/// Puts the points of a definition and of its children into families, which are added to the list. They stay
/// in the arena.
cld_status cld_family_found(cld_family **families, cld_arena *arena, cld_shape_def *def, cld_error *err);

/// Frees what a list of families has beside the arena, when their shapes are no longer used.
void cld_families_clear(cld_family *families);

/// Has a shape that nobody is using yet share the points, and the hull of them, with all others that are made
/// of this definition, for which a family was founded.
void cld_shape_join_family(cld_shape *shape, const cld_shape_def *def);

#endif
