#include "narrow/curved_deepest.h"

#include <math.h>

#include "narrow/gjk.h"

/// Of the pair's size: a sixteenth of the slack that is wide.
#define LITTLE 0x1p-32

/// How far the supporting point of one side moves when the normal is tilted, for a tilt of 1.
static double find_swing(const cld_plan *plan, const cld_viewed *side) {
    const double tilt = 0x1p-12; // small beside an angle, large beside what a normal may be off by
    if (!side->curve)
        return 0;
    uint32_t part;
    cld_vec3 at = cld_curve_find_extreme(side->curve, side->outward, &part);
    cld_vec3 d1 = cld_add_scaled(side->outward, tilt, plan->t1),
             d2 = cld_add_scaled(side->outward, tilt, plan->t2);
    double swing1 = cld_distance(cld_curve_find_extreme_of(side->curve, part, d1), at);
    double swing2 = cld_distance(cld_curve_find_extreme_of(side->curve, part, d2), at);
    return fmax(swing1, swing2) / tilt;
}

double cld_curved_find_wide_slack(const cld_pair *pair) {
    return 0x1p-28 * (pair->cso.a.reach + pair->cso.b.reach);
}

/// How far points are from lying along the answer's normal.
static double find_gap(const cld_pair *pair, const cld_core_answer *core, cld_vec3 a, cld_vec3 b) {
    cld_vec3 between = cld_sub(a, cld_add(b, pair->cso.offset));
    return cld_length(cld_add_scaled(between, core->signed_distance, core->normal));
}

bool cld_curved_has_points(const cld_pair *pair, const cld_core_answer *core) {
    // Far apart, the last bits of the normal and of what leads from one shape to the other count.
    double rounding = 4 * CLD_ROUNDOFF * pair->cso.size;
    return find_gap(pair, core, core->point_a, core->point_b) <= cld_curved_find_wide_slack(pair) + rounding;
}

/// The same where nothing better is at hand, radii included: an eighth of what a verification lets points of
/// curved shapes be off by.
static double find_widest_slack(const cld_pair *pair) { return 0x1p-28 * cld_pair_find_diagonal(pair); }

/// Points that touch once B has been moved by the answer: GJK's witnesses then, which are in the shapes
/// however thin those are. B is moved by a little less, so that GJK ends at a simplex around the origin
/// instead of coming ever nearer to it on a smooth surface. False where its points are not near enough.
static bool find_touching(const cld_pair *pair, const cld_core_answer *core, cld_core_contact *c) {
    cld_cso moved = pair->cso;
    double depth = -core->signed_distance;
    cld_vec3 move = cld_scale(core->normal, depth - LITTLE * moved.size);
    moved.offset_exact = cld_dd3_add(moved.offset_exact, cld_dd3_make(move));
    moved.offset = cld_dd3_value(moved.offset_exact);
    cld_gjk_result r = cld_gjk(&moved, cld_negate(core->normal), cld_simplex_find_nearest_exactly);
    cld_vec3 a, b;
    cld_simplex_find_points(&r.simplex, &a, &b);
    *c = (cld_core_contact){a, cld_add_scaled(a, -depth, core->normal), depth};
    return find_gap(pair, core, a, b) <= find_widest_slack(pair);
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
    cld_core_contact found = {pa, cld_add_scaled(pa, -depth, plan->n), depth}, touching;
    bool moves = !fits && find_touching(pair, core, &touching) &&
                 cld_distance(touching.a, pa) > 4 * find_widest_slack(pair);
    return moves ? touching : found;
}
