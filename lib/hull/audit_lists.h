/// What can be wrong with lists of faces, edges and normals by themselves.
#ifndef CLD_HULL_AUDIT_LISTS_H
#define CLD_HULL_AUDIT_LISTS_H

#include "collide/shape.h"

/// CLD_BAD_INDEX for an index that is no point's or offsets that fall or do not begin with 0, CLD_BAD_VALUE
/// for a face with less than three different vertices, an edge with less than two, a normal without
/// direction, or not as many normals as faces, if any.
cld_status cld_audit_lists(const cld_shape_def *def, cld_error *err);

/// The normal listed for a face, of unit length.
cld_vec3 cld_audit_normal(const cld_shape_def *def, size_t index);

#endif
