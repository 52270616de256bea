/// Coplanar facets made into faces.
#ifndef CLD_HULL_MERGE_H
#define CLD_HULL_MERGE_H

#include "collide/status.h"
#include "collide/vec.h"
#include "hull/loops.h"

/// Merges the facets of a convex surface that lie within `tolerance` of a common plane, and drops the
/// vertices that come to lie inside faces or within `tolerance` of a straight edge.
///
/// `points` are `count` vertices, of which the facets need not use all; `faces` is owned by the caller
/// afterwards. Every face is one simple loop. CLD_NOT_CONVEX if the facets are no closed surface, or nothing
/// solid is left of them; CLD_INTERNAL when memory runs out.
cld_status cld_merge_coplanar(const cld_vec3 *points, uint32_t count, double tolerance,
                              const cld_loops *facets, cld_loops *faces);

#endif
