/// The sign of a signed distance where its bounds leave it open.

#include <math.h>

#include "narrow/pair.h"
#include "narrow/simplex.h"
#include "narrow/workspace.h"
#include "proof/exact_plane.h"
#include "proof/sign.h"

/// Whether a shape is the hull of its vertices, or a half-space.
static bool is_unrounded(const cld_shape *shape) { return shape->core.count > 0 && shape->radius == 0; }

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

static void take_axis(double gap, cld_core_answer *core) {
    core->apart = gap > 0;
    core->axis = core->normal;
    core->gap = gap;
}

/// Brings distance and bounds to the side of 0 that they are proven to be on. A gap that doubles do not see
/// has its distance, normal and nearest points from exact arithmetic, too.
static void take_outcome(cld_outcome outcome, const cld_exact_cso *exact, const cld_cso *cso,
                         cld_core_answer *core) {
    cld_exact_nearest nearest = {.count = 0};
    double gap;
    core->rest = 0;
    switch (outcome) {
    case CLD_SEPARATED:
        gap = cld_find_exact_distance(exact, &core->normal, &nearest) * cso->scale;
        core->signed_distance = gap > 0 ? gap : core->upper / 2; // a part of the least double is 0
        core->lower = fmax(core->lower, 0);
        core->upper = fmax(core->upper, core->signed_distance);
        take_axis(core->signed_distance, core);
        take_points(cso, &nearest, core);
        break;
    case CLD_TOUCHING: core->signed_distance = 0; break;
    case CLD_PENETRATING:
        core->upper = fmin(core->upper, 0);
        core->signed_distance = core->signed_distance < 0 ? core->signed_distance : core->lower / 2;
        break;
    }
}

/// The same of a half-space, A, and how far a polytope is above it.
static void take_height(double height, cld_core_answer *core) {
    core->rest = 0;
    core->signed_distance = height;
    core->lower = height < 0 ? fmin(core->lower, height) : fmax(core->lower, 0);
    core->upper = height > 0 ? fmax(core->upper, height) : fmin(core->upper, 0);
    take_axis(height, core);
}

void cld_pair_settle_sign(cld_pair *pair, cld_core_answer *core) {
    const cld_side *a = &pair->a, *b = &pair->b;
    bool open = core->lower <= 0 && core->upper >= 0 && core->algorithm != CLD_SAMPLING;
    cld_exact_cso exact;
    if (pair->tolerance != 0 || !open || !is_unrounded(a->shape) || !is_unrounded(b->shape))
        return;
    cld_cso_turn(&pair->cso, pair->workspace->scratch.data);
    if (!cld_exact_cso_make(&exact, &pair->cso, a->shape, a->pose, b->shape, b->pose))
        return;
    double height;
    if (a->shape->kind != CLD_HALFSPACE)
        take_outcome(cld_find_exact_outcome(&exact), &exact, &pair->cso, core);
    else if (cld_find_exact_height(&exact, &pair->workspace->ground, &height))
        take_height(height * pair->cso.scale, core);
}
