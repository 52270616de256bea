/// The discs of a plan: whom they hold, and where their rims cross lines and each other.
#ifndef CLD_NARROW_CURVED_RIM_H
#define CLD_NARROW_CURVED_RIM_H

#include "narrow/curved_view.h"

/// A point in a disc's own coordinates, where its rim is the unit circle.
typedef struct cld_rim_point {
    double x, y;
} cld_rim_point;

/// The point of the rim on the way to u, v from the centre, which u, v is not, of a disc that is not seen
/// from its edge. What is within the slack of a disc that is seen as a needle may be far out in its own
/// coordinates.
cld_rim_point cld_rim_find_towards(const cld_view *disc, double u, double v);

/// Whether u, v is in the disc, or no farther from it than the slack.
bool cld_rim_holds(const cld_plan *plan, const cld_view *disc, double u, double v);

/// Where the segment p q crosses the rim, or comes as near to it as the slack: how many parameters from 0 to
/// 1.
int cld_rim_cross_line(const cld_plan *plan, const cld_view *disc, const cld_plan_point *p,
                       const cld_plan_point *q, double t[2]);

/// The crossings of two circles as points of the first one's rim: how many. None where either is seen aslant.
int cld_rim_cross_circle(const cld_plan *plan, const cld_view *disc, const cld_view *other,
                         cld_rim_point crossing[2]);

/// Sorts points of a rim counter-clockwise.
void cld_rim_sort(cld_rim_point *points, int count);

#endif
