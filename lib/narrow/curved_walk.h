/// GJK in plain doubles between shapes of which one at least is curved: the steps that need no care.
#ifndef CLD_NARROW_CURVED_WALK_H
#define CLD_NARROW_CURVED_WALK_H

#include "narrow/gjk.h"

/// How a walk is to end.
typedef struct cld_curved_aim {
    double beyond; ///< as soon as a direction shows the cores to be farther apart than this, to rounding
    double within; ///< or the simplex comes as near to the origin as this
    double part;   ///< or the distance is known to this part of itself
} cld_curved_aim;

/// Walks from the line of centres, and ends as cld_gjk_decide does, or as CLD_GJK_STALLED where plain
/// doubles, or a few dozen steps, do not lead there.
cld_gjk_result cld_curved_walk(const cld_cso *cso, const cld_curved_aim *aim);

#endif
