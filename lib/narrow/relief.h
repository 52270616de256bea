/// How high the surface of a face is that is not level, or of a panel, as seen in the plan of a contact.
#ifndef CLD_NARROW_RELIEF_H
#define CLD_NARROW_RELIEF_H

#include "narrow/plan.h"
#include "narrow/sat.h"
#include "narrow/workspace.h"

typedef struct cld_relief {
    const cld_plan *plan;
    const cld_solid *solid;
    const cld_panel *panel; ///< NULL: the face alone
    uint32_t face;          ///< where the last point was found
    bool is_b;              ///< the solid is B
    const uint32_t *corner; ///< the outline, wound as the hull's loops are
    uint32_t corner_count;
} cld_relief;

/// A face alone.
cld_relief cld_relief_make_alone(const cld_plan *plan, const cld_solid *solid, uint32_t face, bool is_b);

/// A face with the panel that it is in; the outline is of those corners of the panel's faces that are within
/// `most` of the solid's supporting plane, in `memory`, or the panel's own where `most` is INFINITY.
///
/// Faces turned farther from the normal than 60 degrees are seen alone: how high what is bent is at a point
/// of the plan would be left to their noise; and so are those of which no such outline is left, or one of
/// more than CLD_MOST_PANEL_CORNERS. Where memory runs out, that is a failure of `memory`.
cld_relief cld_relief_make(const cld_plan *plan, const cld_solid *solid, uint32_t face, bool is_b,
                           double most, cld_buffer *memory);

/// How many corners such an outline may have.
size_t cld_relief_find_room(const cld_solid *solid, const cld_panel *panel);

/// How high the face is, or over a panel the solid: its outline may leave out less of its surroundings than
/// it holds.
///
/// A convex surface is the lowest of its planes, B's, which is seen from below, the highest. Which one that
/// is at a point is found by going from face to neighbouring face as long as that is lower: by duality faces
/// are the vertices of a convex polyhedron, over which a height is linear, so that there is no other low but
/// for rounding: therefore the panel's faces are looked at once more.
double cld_relief_find_height(cld_relief *relief, const cld_plan_point *at);

#endif
