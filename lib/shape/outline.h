/// The outline of a planar shape: the convex hull of its vertices as a loop, and what its edges are called.
#ifndef CLD_SHAPE_OUTLINE_H
#define CLD_SHAPE_OUTLINE_H

#include "shape/shape.h"

/// Checks that the points of a polygon, in order, go once around their hull, in either direction, and that
/// none is inside it: within 1e-6 of the diagonal of the points' box, as the faces of a hull are. Where none
/// of them is farther than that from one straight line, every order will do. CLD_NOT_CONVEX names the first
/// vertex that is out of order.
cld_status cld_outline_check(const cld_shape_def *def, cld_error *err);

/// Finds the loop of a planar shape whose points are set, and its edges' numbers: edge i leads from the
/// shape's vertex i to the next. An edge of the loop that several of those make up has the number of the
/// first. Of a polygon whose order is not convex, which is a warning, those that lead from one corner of the
/// loop to the next have theirs, and others CLD_NO_INDEX. A half-space has none. CLD_INTERNAL when memory
/// runs out.
cld_status cld_outline_build(const cld_shape_def *def, cld_warn *warn, void *warn_context, cld_shape *shape,
                             cld_error *err);

#endif
