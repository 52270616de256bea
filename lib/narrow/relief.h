/// How high the surface of a face is that is not level, or of a panel, as seen in the plan of a contact.
#ifndef CLD_NARROW_RELIEF_H
#define CLD_NARROW_RELIEF_H

#include "narrow/plan.h"
#include "narrow/sat.h"

typedef struct cld_relief {
    const cld_plan *plan;
    const cld_solid *solid;
    const cld_panel *panel; ///< NULL: the face alone
    uint32_t face;
    bool is_b; ///< the solid is B
} cld_relief;

/// Faces turned farther from the normal than 60 degrees are seen alone: how high what is bent is at a point
/// of the plan would be left to their noise.
cld_relief cld_relief_make(const cld_plan *plan, const cld_solid *solid, uint32_t face, bool is_b);

/// How high the surface is: a convex one is the lowest of its planes, B's, which is seen from below, the
/// highest. Of faces beside the largest that are much steeper, as those of slivers may be, nothing is asked.
double cld_relief_find_height(const cld_relief *relief, const cld_plan_point *at);

#endif
