#include "narrow/decide_general.h"

#include "narrow/curved.h"
#include "narrow/curved_walk.h"
#include "narrow/gjk.h"
#include "narrow/pair.h"
#include "proof/bounds.h"

/// What plain doubles do not show to be nearer than the distance so far by more than this part of it, they
/// will not. No derivation: who decides changes no answer.
#define SETTLED 0x1p-36

cld_verdict cld_decide_general(const cld_shape *a, const cld_pose *pose_a, const cld_shape *b,
                               const cld_pose *pose_b, double tolerance, double *scratch) {
    cld_cso cso;
    cld_cso_make(a, pose_a, b, pose_b, scratch, &cso);
    double open = CLD_CURVED_OFF * cld_max(a->diagonal, b->diagonal) * cso.scale,
           beyond = cld_pair_find_clearance(&cso, tolerance) + open,
           within = cld_pair_find_near(&cso, a, b, tolerance) - open;
    bool is_curved = cld_cso_is_curved(&cso);
    const cld_curved_aim aim = {beyond, within, SETTLED};
    cld_gjk_result r =
        is_curved ? cld_curved_walk(&cso, &aim)
                  : cld_gjk_decide(&cso, cld_cso_start(&cso), cld_simplex_find_nearest, beyond, within);
    const cld_simplex *s = &r.simplex;
    if (r.stop == CLD_GJK_APART) {
        cld_vec3 n = cld_unit(cld_scale(r.v, -1 / cld_length(r.v)));
        return cld_bound_from_direction(&cso, n) > beyond ? CLD_APART : CLD_UNSURE;
    }
    bool meets = cld_bound_from_points(&cso, s->vertex, s->weight, s->count) <= within;
    return meets ? CLD_MEETS : CLD_UNSURE;
}
