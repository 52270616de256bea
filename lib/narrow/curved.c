/// Pairs of which one shape at least is a cylinder, a cone or an ellipsoid.
///
/// GJK, EPA and the bounds need no more of a shape than its farthest points, so they are those of polytopes.
/// What curved shapes need beside them is a normal to the last digits: the separation along a normal is off
/// only by the square of its error, but points on the surfaces, and features, are off by the error itself.
/// Newton's method gives it from where a short walk or EPA ends, GJK only where that leads nowhere, and the
/// axes of flat parts are tried by name. What stands upright beside the other is answered by that.

#include "narrow/curved.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "narrow/core.h"
#include "narrow/curved_deepest.h"
#include "narrow/curved_refine.h"
#include "narrow/curved_walk.h"
#include "narrow/gjk.h"
#include "proof/bounds.h"

/// Direction, lower bound and points from a peak; the upper bound is set before.
static void take_peak(const cld_cso *cso, const cld_peak *peak, cld_core_answer *answer) {
    answer->normal = peak->normal;
    answer->lower = cld_bound_from_direction(cso, peak->normal);
    if (peak->count) {
        cld_sum_witnesses(peak->vertex, peak->weight, peak->count, &answer->point_a, &answer->point_b);
        answer->upper =
            fmin(answer->upper, cld_bound_from_points(cso, peak->vertex, peak->weight, peak->count));
    }
    // far apart, it counts what the normal's length and the separation are rounded by
    cld_dd3 n = cld_dd3_make(peak->normal);
    cld_dd separation = cld_dd_div(cld_cso_separate(cso, peak->normal), cld_dd_sqrt(cld_dd3_dot(n, n)));
    answer->signed_distance = fmax(answer->lower, fmin(answer->upper, separation.hi));
    answer->rest = answer->signed_distance == separation.hi ? separation.lo : 0;
    cld_core_take_axis(answer);
}

/// Takes the stationary direction that a peak leads to. False if there is none, or if it is that of something
/// else than the answer: of points on the far side, say, which are stationary too.
static bool take_refined(const cld_pair *pair, const cld_peak *from, cld_core_answer *answer) {
    cld_peak refined;
    if (!cld_refine(&pair->cso, from, &refined) ||
        refined.separation < answer->signed_distance - CLD_CURVED_OFF * cld_pair_find_diagonal(pair))
        return false;
    take_peak(&pair->cso, &refined, answer);
    return true;
}

/// The direction that a GJK ended with which did not find the cores to meet, polished if that leads to a
/// better one, and the parts that it ended at. False if it has none.
static bool find_start(const cld_cso *cso, const cld_gjk_result *r, cld_peak *start) {
    const cld_simplex *simplex = &r->simplex;
    double length = cld_length(r->v);
    if (!(length > 0))
        return false;
    *start = (cld_peak){.normal = cld_unit(cld_scale(r->v, -1 / length)), .count = simplex->count};
    start->separation = cld_cso_find_separation(cso, start->normal);
    memcpy(start->vertex, simplex->vertex, sizeof start->vertex);
    memcpy(start->weight, simplex->weight, sizeof start->weight);
    cld_peak polished;
    if (cld_polish(cso, start->normal, simplex->vertex, simplex->weight, simplex->count, &polished) &&
        polished.separation >= start->separation - CLD_CURVED_ROUNDING * cso->size)
        *start = polished;
    return true;
}

/// Answers from the simplex of such a GJK. False if the bounds are not near each other.
static bool answer_apart(const cld_pair *pair, const cld_gjk_result *r, cld_peak *start,
                         cld_core_answer *answer) {
    const cld_cso *cso = &pair->cso;
    const cld_simplex *simplex = &r->simplex;
    if (!find_start(cso, r, start))
        return false;
    cld_peak peak = *start;
    cld_peak_try_axes(cso, &peak);
    cld_simplex_find_points(simplex, &answer->point_a, &answer->point_b);
    answer->upper = cld_bound_from_points(cso, simplex->vertex, simplex->weight, simplex->count);
    take_peak(cso, &peak, answer);
    return answer->upper - answer->lower <= CLD_CURVED_OFF * cld_pair_find_diagonal(pair);
}

/// Whether a simplex that is said to hold the origin does: of a sliver, doubles may not tell.
static bool shows_meeting(const cld_pair *pair, const cld_simplex *s) {
    return cld_bound_from_points(&pair->cso, s->vertex, s->weight, s->count) <=
           CLD_CURVED_OFF * cld_pair_find_diagonal(pair);
}

/// From so near on Newton's method leads to the nearest points, as a part of the distance. No derivation:
/// what it does not lead to, or does not prove, is walked on to. A tenth takes as long, and so does a
/// hundredth.
#define NEAR_ENOUGH 0x1p-5

/// GJK until Newton's method may take over, else in doubles as far as those lead, then in double-double. True
/// if that answers the pair; else `meeting` is where it ended. Where each has ended, before axes were tried,
/// is a start.
static bool find_apart(const cld_pair *pair, cld_core_answer *answer, cld_peak start[2],
                       cld_simplex *meeting) {
    const cld_cso *cso = &pair->cso;
    cld_vec3 v0 = cld_cso_start(cso);
    const cld_curved_aim aim = {.beyond = INFINITY, .part = NEAR_ENOUGH};
    cld_gjk_result r = cld_curved_walk(cso, &aim);
    cld_core_count_steps(r.iterations, answer);
    *meeting = r.simplex;
    if (r.stop == CLD_GJK_MEETS && shows_meeting(pair, &r.simplex))
        return false;
    if (r.stop == CLD_GJK_CONVERGED && answer_apart(pair, &r, &start[0], answer))
        return true;
    r = cld_gjk(cso, v0, cld_simplex_find_nearest);
    cld_core_count_steps(r.iterations, answer);
    *meeting = r.simplex;
    if (r.stop == CLD_GJK_MEETS && shows_meeting(pair, &r.simplex))
        return false;
    if (answer_apart(pair, &r, &start[0], answer))
        return true;
    r = cld_gjk(cso, r.stop == CLD_GJK_MEETS ? v0 : r.v, cld_simplex_find_nearest_exactly);
    cld_core_count_steps(r.iterations, answer);
    *meeting = r.simplex;
    return r.stop != CLD_GJK_MEETS && (answer_apart(pair, &r, &start[1], answer) || answer->apart);
}

/// The same from where GJK in double-double ends, for a point just beyond a rim: a short walk may end on the
/// other side of the disc's axis, whence Newton's method does not lead to it. On needles it may lead nowhere:
/// then that end itself will do, if its points lie along its normal.
static bool take_refined_further(const cld_pair *pair, cld_core_answer *answer) {
    cld_gjk_result r = cld_gjk(&pair->cso, cld_cso_start(&pair->cso), cld_simplex_find_nearest_exactly);
    cld_peak start;
    cld_core_count_steps(r.iterations, answer);
    if (find_start(&pair->cso, &r, &start) && take_refined(pair, &start, answer))
        return true;
    cld_core_answer end = *answer;
    if (!cld_core_answer_apart(&pair->cso, r.simplex, &end) || !cld_curved_has_points(pair, &end) ||
        end.lower < answer->lower - CLD_CURVED_OFF * cld_pair_find_diagonal(pair))
        return false;
    *answer = end;
    return true;
}

/// Points that lie along the normal but for this part of the shapes are as good as double arithmetic makes
/// those of shapes that are not thin. No derivation: what is off by more takes Newton's method in
/// double-double, which is slow.
#define WELL_ALIGNED 0x1p-40

static bool is_well_aligned(const cld_pair *pair, const cld_core_answer *answer) {
    const cld_cso *cso = &pair->cso;
    return cld_curved_has_points_within(pair, answer, WELL_ALIGNED * (cso->a.reach + cso->b.reach));
}

/// Gives shapes that are apart points that lie along the normal. Where that is the axis of a disc, tried by
/// name, they are those that parts have nearest to each other, if any face each other along it; if none do,
/// the axis was as good by rounding only, and what GJK ended with leads to the normal.
static cld_status align_points(cld_pair *pair, const cld_peak start[2], cld_core_answer *answer,
                               cld_error *err) {
    cld_contact_set set = {.count = 0};
    if (!answer->apart || is_well_aligned(pair, answer))
        return CLD_OK;
    if (cld_curved_has_points(pair, answer)) {
        cld_core_answer refined = *answer;
        if (take_refined(pair, &start[0], &refined) && is_well_aligned(pair, &refined) &&
            refined.lower >= answer->lower - CLD_CURVED_ROUNDING * pair->cso.size)
            *answer = refined;
        return CLD_OK;
    }
    cld_status status = cld_curved_find_contacts(pair, answer, true, -INFINITY, &set, err);
    if (status != CLD_OK)
        return status;
    if (!set.has_met && (take_refined(pair, &start[0], answer) || take_refined(pair, &start[1], answer) ||
                         take_refined_further(pair, answer)))
        return CLD_OK;
    if (set.count > 0) {
        answer->point_a = set.contacts[0].a;
        answer->point_b = cld_sub(set.contacts[0].b, pair->cso.offset);
    }
    return CLD_OK;
}

/// Of shapes that are so many times as far apart as they are large, plain doubles, which lose some 4 u of the
/// distance, tell heights to 2^-31 of the shapes at best. No derivation of how far: from 1.4 * 2^20 on some
/// needles and slivers were seen to need it, and those that are nearer have better points without.
#define FARTHEST_PLAIN 0x1p20

/// Answers shapes that are farther apart than that. An axis that is off by 2^-31 then seems to separate as
/// much as the normal does, Newton's method ends anywhere on a needle, and faces of slivers are so steep that
/// what doubles lose leads far off, while GJK in double-double takes two or three steps. Where that ends,
/// points of a curve may be off by 2^-25 of the shapes: their heights are good to some 8 u, and a tilt by t
/// moves a point by t and its height by t^2 / 2.
static bool answer_far(const cld_pair *pair, cld_core_answer *answer) {
    const cld_cso *cso = &pair->cso;
    if (cso->size <= FARTHEST_PLAIN * (cso->a.reach + cso->b.reach))
        return false;
    cld_gjk_result r = cld_gjk(cso, cld_cso_start(cso), cld_simplex_find_nearest_exactly);
    cld_core_count_steps(r.iterations, answer);
    return r.stop != CLD_GJK_MEETS && cld_core_answer_apart(cso, r.simplex, answer);
}

/// The signed distance: by GJK where the cores are apart, by EPA where they meet.
static cld_status find_core(cld_pair *pair, cld_core_answer *answer, cld_error *err) {
    const cld_cso *cso = &pair->cso;
    *answer = (cld_core_answer){.algorithm = CLD_GJK};
    if (answer_far(pair, answer))
        return CLD_OK;
    cld_simplex meeting;
    cld_peak peak = {.separation = -INFINITY}, start[2] = {{.count = 0}, {.count = 0}};
    if (find_apart(pair, answer, start, &meeting))
        return align_points(pair, start, answer, err);
    answer->algorithm = CLD_GJK_EPA;
    answer->upper = cld_bound_from_points(cso, meeting.vertex, meeting.weight, meeting.count);
    cld_peak_try_axes(cso, &peak);
    double diagonal = cld_pair_find_diagonal(pair), upper = cld_peak_try_upright(cso, &peak);
    answer->upper = fmin(answer->upper, upper);
    if (!(upper - peak.separation <= CLD_CURVED_OFF * diagonal)) {
        double proven;
        if (!cld_curved_expand(pair, &meeting, upper, &peak, &proven, &answer->stats))
            return cld_fail_memory(err);
        answer->upper = fmin(answer->upper, proven);
    }
    cld_simplex_find_points(&meeting, &answer->point_a, &answer->point_b);
    take_peak(cso, &peak, answer);
    if (peak.count > 0 && !cld_curved_has_points(pair, answer))
        take_refined(pair, &peak, answer);
    // GJK may have met in what a direction then tells apart; what no direction tells apart has no gap.
    if (!answer->apart)
        answer->signed_distance = fmin(answer->signed_distance, 0);
    return CLD_OK;
}

const cld_method cld_method_curved = {find_core, cld_curved_find_contacts, cld_curved_is_contained};
