/// The inside of a packed shape.
#ifndef CLD_SHAPE_PACK_H
#define CLD_SHAPE_PACK_H

#include "collide/shape.h"

/// Whether a definition has nothing that cannot be packed: faces, edges or normals without a family.
bool cld_can_pack(const cld_shape_def *def);

/// As cld_shape_pack; with `in_family`, the definition has a family, or children that are kept as they stand.
cld_status cld_pack(const cld_shape_def *def, bool in_family, cld_arena *arena,
                    const cld_packed_shape **packed, cld_error *err);

cld_kind cld_packed_kind(const cld_packed_shape *packed);

int cld_packed_dimension(const cld_packed_shape *packed);

#endif
