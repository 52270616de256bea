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
/// 1. One where it is only rounding that the rim reaches beyond the segment.
int cld_rim_cross_line(const cld_plan *plan, const cld_view *disc, const cld_plan_point *p,
                       const cld_plan_point *q, double t[2]);

/// Room for the crossings of two rims: one for each piece of a rim that is looked at. No more than four are
/// there, but where rims run along each other rounding may find more.
enum { CLD_MOST_RIM_CROSSINGS = 8 };

/// Where two rims cross, or come as near to each other as the slack, as points of the first one's: how many.
/// None where the rims are the same within the slack.
int cld_rim_cross_rim(const cld_plan *plan, const cld_view *disc, const cld_view *other,
                      cld_rim_point crossing[CLD_MOST_RIM_CROSSINGS]);

/// Sorts points of a rim counter-clockwise.
void cld_rim_sort(cld_rim_point *points, int count);

#endif
