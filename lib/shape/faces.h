/// Faces of a polytope where it stands.
#ifndef CLD_SHAPE_FACES_H
#define CLD_SHAPE_FACES_H

#include "shape/shape.h"

/// The unit outward normal of a face, to a few u, from its loop in the given cloud (Newell's sum in double-double).
/// `mirrored` says that the cloud is a mirror image of the points that the hull was made from. The normal of a face that has
/// no area in the cloud is zero.
cld_vec3 cld_find_face_normal(const cld_cloud *cloud, const cld_hull *hull, uint32_t face, bool mirrored);

#endif
