/// The inside of a packed shape.
#ifndef CLD_SHAPE_PACK_H
#define CLD_SHAPE_PACK_H

#include "collide/shape.h"

cld_kind cld_packed_kind(const cld_packed_shape *packed);

int cld_packed_dimension(const cld_packed_shape *packed);

#endif
