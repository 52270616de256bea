/// The sign of a signed distance where its bounds leave it open.

#include <math.h>

#include "narrow/pair.h"
#include "proof/sign.h"

/// Whether a shape is the hull of its vertices.
static bool is_unrounded(const cld_shape *shape) {
    return shape->kind != CLD_HALFSPACE && shape->core.count > 0 && shape->radius == 0;
}

/// Brings distance and bounds to the side of 0 that they are proven to be on. A gap that doubles do not see
/// has its distance and normal from exact arithmetic, too.
static void take_outcome(cld_outcome outcome, const cld_exact_cso *exact, double scale,
                         cld_core_answer *core) {
    double gap;
    core->rest = 0;
    switch (outcome) {
    case CLD_SEPARATED:
        gap = cld_find_exact_distance(exact, &core->normal) * scale;
        core->signed_distance = gap > 0 ? gap : core->upper / 2; // a part of the least double is 0
        core->lower = fmax(core->lower, 0);
        core->upper = fmax(core->upper, core->signed_distance);
        core->apart = true;
        core->axis = core->normal;
        core->gap = core->signed_distance;
        break;
    case CLD_TOUCHING: core->signed_distance = 0; break;
    case CLD_PENETRATING:
        core->upper = fmin(core->upper, 0);
        core->signed_distance = core->signed_distance < 0 ? core->signed_distance : core->lower / 2;
        break;
    }
}

void cld_pair_settle_sign(cld_pair *pair, cld_core_answer *core) {
    const cld_side *a = &pair->a, *b = &pair->b;
    bool open = core->lower <= 0 && core->upper >= 0 && core->algorithm != CLD_SAMPLING;
    cld_exact_cso exact;
    if (pair->tolerance != 0 || !open || !is_unrounded(a->shape) || !is_unrounded(b->shape))
        return;
    cld_cso_turn(&pair->cso, pair->workspace->scratch.data);
    if (cld_exact_cso_make(&exact, &pair->cso, a->shape, a->pose, b->shape, b->pose))
        take_outcome(cld_find_exact_outcome(&exact), &exact, pair->cso.scale, core);
}
