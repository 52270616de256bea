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
    return cld_curved_has_points_within(pair, core, cld_curved_find_wide_slack(pair));
}

bool cld_curved_has_points_within(const cld_pair *pair, const cld_core_answer *core, double slack) {
    // Far apart, the last bits of the normal and of what leads from one shape to the other count.
    double rounding = 4 * CLD_ROUNDOFF * pair->cso.size;
    return find_gap(pair, core, core->point_a, core->point_b) <= slack + rounding;
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

/// Whether a point, relative to the centre of one of the two, is beside that one.
static bool is_beside(const cld_pair *pair, bool is_b, cld_vec3 p) {
    static const cld_vec3 v0 = {1, 0, 0};
    const cld_cso_side *side = cld_cso_get_side(&pair->cso, is_b);
    const double slack = find_widest_slack(pair);
    cld_cloud_point memory;
    cld_cso cso = {.b = {.cloud = side->cloud, .curve = side->curve, .reach = side->reach}};
    cso.a.cloud = cld_cloud_make_point(p, &memory);
    cso.a.reach = cld_length(p);
    cso.size = cso.a.reach + cso.b.reach;
    return cld_gjk_decide(&cso, v0, cld_simplex_find_nearest_exactly, slack, slack).stop == CLD_GJK_APART;
}

cld_core_contact cld_curved_find_deepest(const cld_pair *pair, const cld_core_answer *core,
                                         const cld_plan *plan, const cld_viewed side[2],
                                         const cld_view view[2]) {
    double depth = -core->signed_distance;
    cld_vec3 pa = core->point_a, pb = cld_add_scaled(pa, -depth, plan->n);
    bool fits = cld_curved_has_points(pair, core), take_b = view[0].count != 1;
    if (view[0].count == 1 && view[1].count == 1)
        take_b = find_swing(plan, &side[1]) < find_swing(plan, &side[0]);
    bool supports = !fits && view[take_b].count == 1;
    if (supports) {
        cld_vec3 at = cld_plan_lift(plan, &view[take_b].point[0]);
        pa = take_b ? cld_add_scaled(at, depth, plan->n) : at;
        pb = cld_add_scaled(pa, -depth, plan->n);
    }
    cld_core_contact found = {pa, pb, depth}, touching;
    // What touches after a move is off by the root of LITTLE along a surface, and is not as good.
    if (fits || (supports && !is_beside(pair, !take_b, take_b ? pa : cld_sub(pb, pair->cso.offset))))
        return found;
    bool moves =
        find_touching(pair, core, &touching) && cld_distance(touching.a, pa) > 4 * find_widest_slack(pair);
    return moves ? touching : found;
}
