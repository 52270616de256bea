/// A second opinion on an answer, from code that takes from what found it only the placed shapes, their faces
/// and the scan for a farthest vertex.
#ifndef COLLIDE_VERIFY_H
#define COLLIDE_VERIFY_H

#include "collide/export.h"
#include "collide/query.h"

CLD_API_BEGIN

/// Checks that `result` is the answer for this pair. It has to be one of cld_find_collision for these shapes
/// and poses, and the workspace has to have its contacts still. Looked at is whether
///   - normal, tangents, mtv, status and tolerance fit each other;
///   - closest points and contacts belong to the shapes and are as far apart along the normal as they say;
///   - the axis separates;
///   - a shape that is said to be inside the other is so in many directions and with all its vertices;
///   - one is said to be so whose vertices are inside, where nothing else of it could be outside;
/// and that nothing is nearer than the answer:
///   - shapes whose cores are apart or touch: no distance is larger than that of two of their points, nor
///     smaller than the separation along the normal; of polytopes whose radii have not been rounded, held to
///     a tolerance of 0, the status is that of exact arithmetic, as it is of one and a half-space;
///   - overlapping polytopes: the separations along all face normals and all products of two edges, one of
///     each hull;
///   - overlapping curved shapes: those along some thousand directions, and along those that lead up from the
///     answer's, which is a test and no proof.
/// Of compounds the children that the answer names are held to all that but containment, and all others to
/// being no deeper, curved ones that overlap to being so by no more than a sixteenth of the size of their A -
/// B. If so, sets result->verified_by to what was looked at, in words. CLD_NOT_CERTIFIED names what does not
/// hold; CLD_UNSUPPORTED for CLD_SAMPLING and two half-spaces. CLD_DIMENSION_MISMATCH, CLD_BAD_TRANSFORM for
/// a pose, as of queries; CLD_INTERNAL when memory runs out.
///
/// Polytopes that overlap cost their numbers of edges times each other times the number of vertices: a
/// fraction of a millisecond for boxes, a second for hulls of 200 vertices. Contacts cost their number times
/// that of vertices. CLD_TOO_LARGE where the former is above 1e10 or the latter above 2.5e7, a minute or so,
/// and for a pose that moves too far, as of queries.
cld_status cld_verify(const cld_shape *a, const cld_pose *pose_a, const cld_shape *b, const cld_pose *pose_b,
                      cld_result *result, cld_error *err);

CLD_API_END

#endif
