/// The deepest point of a pair with a curved shape, where the parts that meet do not give it.
#ifndef CLD_NARROW_CURVED_DEEPEST_H
#define CLD_NARROW_CURVED_DEEPEST_H

#include "narrow/curved_view.h"

/// Near the axis of a disc, where Newton's method has no second derivative to go by, a normal may be off by
/// 2^-30 each way: the ends of an edge or a disc that lie on one supporting plane then seem to differ by
/// this.
double cld_curved_find_wide_slack(const cld_pair *pair);

/// Whether the points of the answer lie along its normal, within that.
bool cld_curved_has_points(const cld_pair *pair, const cld_core_answer *core);

/// The same within another slack.
bool cld_curved_has_points_within(const cld_pair *pair, const cld_core_answer *core, double slack);

/// The point of the answer if it lies along the normal; else the supporting point of the shape that has only
/// one, if both do that of the one which the normal's last digits move less. That point may lie beside the
/// other shape, where this one is so thin that its supporting plane all but holds the rest of it: then one is
/// found that does not.
cld_core_contact cld_curved_find_deepest(const cld_pair *pair, const cld_core_answer *core,
                                         const cld_plan *plan, const cld_viewed side[2],
                                         const cld_view view[2]);

#endif
