/// The user's lists of faces, edges and normals, held against the hull of the points.
#ifndef CLD_HULL_AUDIT_H
#define CLD_HULL_AUDIT_H

#include "hull/parts.h"

/// Checks the lists of `def` against `hull`, the hull of `points`, within 1e-6 of the diagonal D of their
/// box, and finds the numbers that answers give to the hull's faces and edges.
///
/// - A listed face is known by its set of vertices: it lies on the hull if nothing between them is deeper
///   below the surface than 1e-6 D. It may be a part of one of the hull's faces, consist of several, or lie
///   across them, as the parts of a flat cap do whose vertices are rounded. Its winding is free.
/// - A listed edge lies on an edge of the hull, is part of one, consists of several, or at least lies on one
///   of its faces (a warning).
/// - What lies on neither is CLD_NOT_CONVEX, or with `def->convexify` a warning.
/// - Warned of is, further: vertices listed out of cyclic order; a normal more than 1e-6 from the face's,
///   or, where that is several, lies across them or is narrower than 1e-6 D, from any that it may have within
///   1e-6 D; when there are faces, a vertex that coincides with an earlier one, or that no face uses and that
///   is no corner of the hull; a face or edge of the hull that is not listed, but for faces narrower than
///   that. After 20 warnings only their number is told.
/// - CLD_BAD_INDEX, CLD_BAD_VALUE: an index without a point, offsets of faces that fall or do not begin with
///   0; a face of less than three different vertices, an edge of less than two, a normal that is zero or not
///   finite, not as many normals as faces.
/// - CLD_TOO_LARGE: finding out where lists lie takes more tries than match.h allows.
///
/// `names` gets, for each face and edge of the hull, the numbers of the listed ones that lie there, or NULL,
/// the hull's own numbers, if there is no list or the listed faces are not convex; cld_names_forget frees it.
/// Each side of a flat hull has the listed face that is turned there, if that is all of it; else both have
/// what is listed. On a solid no thicker than 1e-6 D, a listed face is on the side that its normal tells, or
/// without one on that of the faces of the hull that it is, or else on the one that its winding tells; what
/// nothing is listed for then has what is listed for the other side. An edge that the hull has within a
/// listed face takes the lowest number of an edge around it. `warn` may be NULL. CLD_INTERNAL when memory
/// runs out. Near-linear in points, hull and lists.
cld_status cld_hull_audit(const double *points, const cld_hull *hull, const cld_shape_def *def,
                          cld_warn *warn, void *warn_context, cld_names *names, cld_error *err);

#endif
