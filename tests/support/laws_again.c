/// Laws between an answer and others to the same question: with A and B exchanged, and with both moved.
#include <math.h>

#include "inquiry.h"

static bool is_same_feature(cld_feature x, cld_feature y) { return x.kind == y.kind && x.index == y.index; }

static bool is_opposite(cld_vec3 x, cld_vec3 y) { return x.x == -y.x && x.y == -y.y && x.z == -y.z; }

static cld_containment swapped_containment(cld_containment c) {
    return c == CLD_A_IN_B ? CLD_B_IN_A : c == CLD_B_IN_A ? CLD_A_IN_B : c;
}

bool has_same_numbers_swapped(inquiry *q) {
    const cld_result *r = &q->result, *s = &q->swapped;
    double worst = fmax(fabs(r->signed_distance - s->signed_distance), fabs(r->gap - s->gap) * r->has_axis);
    worst = fmax(worst, fmax(fabs(r->lower - s->lower), fabs(r->upper - s->upper)));
    worst = fmax(worst, fmax(fabs(r->tolerance - s->tolerance), q->swapped_depth_excess));
    return at_most(q, worst, 0);
}

/// Equal sets cannot be told apart: their normal need not change sign, nor their features change sides.
static bool is_same_set(inquiry *q) {
    return inquiry_protrusion(q, &q->pair->a, &q->pair->b) == 0 &&
           inquiry_protrusion(q, &q->pair->b, &q->pair->a) == 0;
}

bool has_opposite_normal_swapped(inquiry *q) {
    const cld_result *r = &q->result, *s = &q->swapped;
    bool opposite = is_opposite(r->normal, s->normal) && is_opposite(r->mtv, s->mtv);
    opposite = opposite && (!r->has_axis || is_opposite(r->axis, s->axis));
    return at_most(q, !opposite && !is_same_set(q), 0);
}

bool has_same_findings_swapped(inquiry *q) {
    const cld_result *r = &q->result, *s = &q->swapped;
    bool same = r->outcome == s->outcome && r->contact_count == s->contact_count &&
                r->algorithm == s->algorithm && r->has_axis == s->has_axis &&
                s->containment == swapped_containment(r->containment);
    bool features =
        is_same_feature(r->feature_a, s->feature_b) && is_same_feature(r->feature_b, s->feature_a);
    return at_most(q, !same || (!features && !is_same_set(q)), 0);
}

/// The same motion of both shapes changes nothing. Their coordinates are then up to 2 M + 2 D, and rounded
/// once more.
bool keeps_its_distance_in_motion(inquiry *q) {
    double d = q->diagonal, limit = accuracy(q) + 8e-16 * (2 * q->largest + 2 * d);
    cld_pose pose = cld_pose_make((cld_quat){0.1, -0.5, 0.7, 0.5}, (cld_vec3){d, -d / 2, d / 3});
    cld_query_options options = cld_query_options_make();
    cld_result moved;
    options.algorithm = q->asked;
    if (cld_find_collision(q->a, &pose, q->b, &pose, &options, q->checker->workspace, &moved, NULL) != CLD_OK)
        return at_most(q, HUGE_VAL, limit);
    return at_most(q, fabs(oracle_excess(moved.signed_distance, q->truth)), limit) &&
           at_most(q, oracle_excess(moved.lower, q->truth), limit) &&
           at_most(q, -oracle_excess(moved.upper, q->truth), limit);
}
