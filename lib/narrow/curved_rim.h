/// The discs of a plan: whom they hold, and where their rims cross lines and each other.
#ifndef CLD_NARROW_CURVED_RIM_H
#define CLD_NARROW_CURVED_RIM_H

#include "narrow/curved_view.h"

/// A point in a disc's own coordinates, where its rim is the unit circle.
typedef struct cld_rim_point {
    double x, y;
} cld_rim_point;

/// Where u, v is in a disc that is not seen from its edge; of one that is, the coordinates are not finite.
cld_rim_point cld_rim_locate(const cld_view *disc, double u, double v);

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
