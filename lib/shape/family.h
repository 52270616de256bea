/// Shapes that are made of one definition.
#ifndef CLD_SHAPE_FAMILY_H
#define CLD_SHAPE_FAMILY_H

#include "shape/shape.h"

/// Founds families for a definition and its children, as far as they have points, and adds them to the list:
/// what is made of them shares those, their hull, and what was found of the lists, which are held to the hull
/// once. They stay in the arena, and what else the definition points to has to outlive them.
cld_status cld_family_found(cld_family **families, cld_arena *arena, cld_shape_def *def, cld_error *err);

/// Frees what a list of families has beside the arena, when their shapes are no longer used.
void cld_families_clear(cld_family *families);

#endif
