/// Yes or no by GJK, for pairs that nothing faster is made for: those in the plane, and those of which one is
/// curved.
#ifndef CLD_NARROW_DECIDE_GENERAL_H
#define CLD_NARROW_DECIDE_GENERAL_H

#include "narrow/verdict.h"
#include "shape/cso.h"

/// Whether two bounded shapes collide. Either answer is proven, with as much to spare as measuring leaves
/// open, so that it would say the same. `tolerance` is that of touching, with what transforms that are nearly
/// similarities leave unproven; `scratch` is room for a frame.
cld_verdict cld_decide_general(const cld_shape *a, const cld_pose *pose_a, const cld_shape *b,
                               const cld_pose *pose_b, double tolerance, double *scratch);

#endif
