/// What a shape shows of itself along the normal of a contact: a point, a line, a polygon or a disc.
#ifndef CLD_NARROW_CURVED_VIEW_H
#define CLD_NARROW_CURVED_VIEW_H

#include "narrow/feature.h"
#include "narrow/pair.h"
#include "narrow/plan.h"
#include "narrow/relief.h"

/// One side of the pair, seen from the other. `outward` is the normal, for B its opposite.
typedef struct cld_viewed {
    const cld_shape *shape;
    const cld_curve *curve; ///< or NULL:
    const cld_solid *solid;
    bool is_b;
    cld_vec3 outward;
    double most; ///< how far from the supporting plane panels are seen; anywhere, unless told otherwise
    cld_buffer *memory; ///< for the outlines of what is seen of them
} cld_viewed;

/// A part of a shape's surface in the plan. A chain of 1 point, of 2 (a line) or of the corners of a convex
/// polygon, counter-clockwise; or, with no points, the disc centre + x axis[0] + y axis[1] over x^2 + y^2
/// <= 1.
typedef struct cld_view {
    cld_plan_point *point;
    uint32_t count;
    cld_plan_point centre, axis[2];
    double first_x,
        first_y; ///< of a disc: its point on the rim that reaches farthest towards the other shape
    double slope_u, slope_v; ///< of a polygon and a disc: dh / du and dh / dv
    cld_relief relief;       ///< of a panel, else without one
    cld_feature feature;
} cld_view;

/// B as A sees it along the normal, or A as B does. A polytope's faces are in `solid`, which is kept, in
/// memory of the workspace that is for one polytope.
cld_status cld_viewed_make(cld_pair *pair, bool is_b, cld_vec3 normal, cld_solid *solid, cld_viewed *viewed,
                           cld_error *err);

/// How many points a view of this side may take.
size_t cld_view_room(const cld_viewed *side);

/// The part that lies on the supporting plane, with its name. `points` has room for cld_view_room.
cld_view cld_view_supporting(const cld_plan *plan, const cld_viewed *side, cld_plan_point *points);

/// A flat part all of which lies within `nearly` of the supporting plane, and which is broad beside that; one
/// point if there is none. Not named.
cld_view cld_view_near(const cld_plan *plan, const cld_viewed *side, double nearly, cld_plan_point *points);

/// The flat or straight part that is turned most towards the other shape, on the supporting plane or not; for
/// what has none there, the supporting point. Not named.
cld_view cld_view_facing(const cld_plan *plan, const cld_viewed *side, cld_plan_point *points);

/// The point centre + x axis[0] + y axis[1] of a disc.
cld_plan_point cld_view_on_disc(const cld_view *disc, double x, double y);

/// Whether a polygon or disc is seen so nearly from its edge that its plane tells no heights.
bool cld_view_is_edge_on(const cld_view *view);

/// The height of a polygon, be it bent, or of a disc at u, v, unless it is seen from its edge.
double cld_view_height(const cld_view *view, double u, double v);

#endif
