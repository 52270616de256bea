/// The sign of a signed distance where its bounds leave it open.

#include <math.h>

#include "narrow/pair.h"
#include "narrow/simplex.h"
#include "narrow/workspace.h"
#include "proof/exact_answer.h"

/// The nearest points between vertices that exact arithmetic has found: those of the shapes as doubles have
/// them are as near to each other, but for rounding.
static void take_points(const cld_cso *cso, const cld_exact_nearest *nearest, cld_core_answer *core) {
    cld_simplex s = {.count = nearest->count};
    cld_vec3 v;
    for (int i = 0; i < s.count; i++)
        s.vertex[i] = cld_cso_vertex_at(cso, nearest->ia[i], nearest->ib[i]);
    cld_simplex_find_nearest_exactly(cso, &s, &v);
    cld_simplex_find_points(&s, &core->point_a, &core->point_b);
}

/// Whether the bounds leave the sign open, with what may be lost of the radii (query.c) twice over.
static bool is_open(const cld_core_answer *core, double radius) {
    double lost = 32 * CLD_ROUNDOFF * radius;
    return core->lower <= radius + lost && core->upper >= radius - lost;
}

/// A negative distance, as cores that overlap by less than doubles tell have it.
static double find_depth(const cld_core_answer *core, double radius) {
    double distance = core->signed_distance - radius;
    return distance < 0 ? distance : (core->lower - radius) / 2;
}

void cld_pair_settle_sign(cld_pair *pair, cld_core_answer *core) {
    const cld_side *a = &pair->a, *b = &pair->b;
    const cld_ground *ground = a->shape->kind == CLD_HALFSPACE ? &pair->workspace->ground : NULL;
    double scale = pair->cso.scale, radius = pair->cso.radius;
    cld_exact_cso exact;
    cld_exact_answer answer;
    core->is_settled = false;
    if (pair->tolerance != 0 || core->algorithm == CLD_SAMPLING || !is_open(core, radius) ||
        !cld_is_exact(a->shape) || !cld_is_exact(b->shape))
        return;
    cld_cso_turn(&pair->cso, pair->workspace->scratch.data);
    if (!cld_exact_cso_make(&exact, &pair->cso, a->shape, a->pose, b->shape, b->pose) ||
        !cld_find_exact_answer(&exact, ground, &answer))
        return;
    core->is_settled = true;
    core->settled = answer.is_measured ? answer.signed_distance : find_depth(core, radius) * pair->cso.unit;
    bool is_apart = answer.nearest.distance > 0;
    if (!is_apart && radius > 0)
        return;
    // A gap that doubles do not see has its normal and nearest points from there, too.
    core->signed_distance = (is_apart ? answer.nearest.distance : core->settled) * scale;
    core->rest = 0;
    if (is_apart) {
        core->normal = answer.nearest.normal;
        take_points(&pair->cso, &answer.nearest, core);
    }
}
