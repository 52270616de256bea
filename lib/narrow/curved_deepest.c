#include "narrow/curved_deepest.h"

#include <math.h>

/// How far the supporting point of one side moves when the normal is tilted, for a tilt of 1.
static double find_swing(const cld_plan *plan, const cld_viewed *side) {
    const double tilt = 0x1p-12; // small beside an angle, large beside what a normal may be off by
    if (!side->curve)
        return 0;
    uint32_t part;
    cld_vec3 at = cld_curve_find_extreme(side->curve, side->outward, &part);
    cld_vec3 d1 = cld_add_scaled(side->outward, tilt, plan->t1),
             d2 = cld_add_scaled(side->outward, tilt, plan->t2);
    double swing1 = cld_length(cld_sub(cld_curve_find_extreme_of(side->curve, part, d1), at));
    double swing2 = cld_length(cld_sub(cld_curve_find_extreme_of(side->curve, part, d2), at));
    return fmax(swing1, swing2) / tilt;
}

double cld_curved_find_wide_slack(const cld_pair *pair) {
    return 0x1p-28 * (pair->cso.reach_a + pair->cso.reach_b);
}

bool cld_curved_has_points(const cld_pair *pair, const cld_core_answer *core) {
    cld_vec3 between = cld_sub(core->point_a, cld_add(core->point_b, pair->cso.offset));
    cld_vec3 gap = cld_add_scaled(between, core->signed_distance, core->normal);
    return cld_length(gap) <= cld_curved_find_wide_slack(pair);
}

cld_core_contact cld_curved_find_deepest(const cld_pair *pair, const cld_core_answer *core,
                                         const cld_plan *plan, const cld_viewed side[2],
                                         const cld_view view[2]) {
    double depth = -core->signed_distance;
    cld_vec3 pa = core->point_a;
    bool fits = cld_curved_has_points(pair, core), take_b = view[0].count != 1;
    if (view[0].count == 1 && view[1].count == 1)
        take_b = find_swing(plan, &side[1]) < find_swing(plan, &side[0]);
    if (!fits && take_b && view[1].count == 1)
        pa = cld_add_scaled(cld_plan_lift(plan, &view[1].point[0]), depth, plan->n);
    else if (!fits && view[0].count == 1)
        pa = cld_plan_lift(plan, &view[0].point[0]);
    return (cld_core_contact){pa, cld_add_scaled(pa, -depth, plan->n), depth};
}
