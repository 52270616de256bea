/// One answer from several methods, each certified by bounds that do not depend on it.
///
/// GJK in doubles says how far apart the cores are, or that they meet, or after its first step that EPA may
/// as well find that out. What it says is taken if the bounds agree to rounding; else GJK runs again in
/// double-double. Cores that meet go to EPA or SAT. EPA's final hull proves the depth, whichever of the two
/// found it; where EPA cannot bring the bounds together, the segment in a splinter may, and SAT decides. Two
/// bricks are asked for all of this first, and shapes far apart for their size whether the line of centres
/// tells enough.

#include "narrow/core.h"

#include <float.h>
#include <math.h>

#include "base/error.h"
#include "narrow/bricks.h"
#include "narrow/epa.h"
#include "narrow/expand.h"
#include "narrow/gjk.h"
#include "narrow/touching.h"
#include "narrow/walk.h"
#include "proof/bounds.h"
#include "proof/plain.h"

double cld_core_find_close_enough(const cld_cso *cso) {
    // Each of two bounds is off by some 20 u of the shapes' reach, by 12 u of the distance between them, for
    // which the size stands here, and by the error of the clouds; both together by 40 u, 24 u, which are
    // rounded up to 32 u, and twice that error. Of the reach eight times as much may stay open: 320 u are
    // 4e-14, of the 1e-12 that an answer may be off by.
    return 320 * CLD_ROUNDOFF * (cso->a.reach + cso->b.reach) + 32 * CLD_ROUNDOFF * cso->size +
           2 * cso->error;
}

double cld_pair_find_clearance(const cld_cso *cso, double tolerance) {
    // A separation that a walk comes upon is good to 8 u of the size and the error of the clouds, the
    // tolerance to its last bits, and bounds that count as proven may leave as much as is close enough
    // unproven. In the world the distance is a multiple of the least double, for which the least with all
    // digits stands in: products of the other, which is subnormal, are slow. Pairs so small that this counts
    // are measured.
    return (cso->radius + tolerance * cso->scale) * (1 + 0x1p-40) + 2 * cld_core_find_close_enough(cso) +
           DBL_MIN * cso->scale;
}

double cld_pair_find_near(const cld_cso *cso, const cld_shape *a, const cld_shape *b, double tolerance) {
    double near = tolerance - cld_shape_find_skew(a) - cld_shape_find_skew(b);
    return (cso->radius + near * cso->scale) * (1 - 0x1p-40) - 2 * cld_core_find_close_enough(cso) -
           DBL_MIN * cso->scale;
}

/// How far the simplex's nearest point is from the origin: far apart, rounding is all the error that small
/// shapes leave.
static cld_dd find_length(const cld_cso *cso, const cld_simplex *s) {
    cld_dd3 v = {{0, 0}, {0, 0}, {0, 0}};
    cld_dd total = {0, 0}; // 1 but for what weights are rounded by
    for (int i = 0; i < s->count; i++) {
        cld_dd weight = cld_dd_make(s->weight[i]);
        v = cld_dd3_add(v, cld_dd3_scale(cld_cso_exact(cso, &s->vertex[i]), weight));
        total = cld_dd_add(total, weight);
    }
    return cld_dd_div(cld_dd_sqrt(cld_dd3_dot(v, v)), total);
}

bool cld_core_answer_apart(const cld_cso *cso, cld_simplex simplex, cld_core_answer *answer) {
    cld_vec3 v;
    cld_simplex_find_nearest_exactly(cso, &simplex, &v);
    cld_dd distance = find_length(cso, &simplex);
    double length = cld_length(v);
    if (!(length > 0))
        return false;
    cld_simplex_find_points(&simplex, &answer->point_a, &answer->point_b);
    answer->normal = cld_unit(cld_scale(v, -1 / length));
    answer->lower = cld_bound_from_direction(cso, answer->normal);
    answer->upper = cld_bound_from_points(cso, simplex.vertex, simplex.weight, simplex.count);
    answer->signed_distance = cld_max(answer->lower, cld_min(answer->upper, distance.hi));
    answer->rest = answer->signed_distance == distance.hi ? distance.lo : 0;
    cld_core_take_axis(answer);
    return answer->apart;
}

bool cld_core_is_tight(const cld_cso *cso, const cld_core_answer *answer) {
    return answer->upper - answer->lower <= cld_core_find_close_enough(cso);
}

/// GJK in double-double from the point v. True if the cores are apart, and then `answer` says by how much.
static bool find_apart_exactly(const cld_cso *cso, cld_vec3 v, cld_core_answer *answer,
                               cld_simplex *meeting) {
    cld_gjk_result r = cld_gjk(cso, v, cld_simplex_find_nearest_exactly);
    cld_core_answer apart = *answer;
    apart.algorithm = CLD_GJK;
    cld_core_count_steps(r.iterations, &apart);
    *meeting = r.simplex;
    if (r.stop == CLD_GJK_MEETS || !cld_core_answer_apart(cso, r.simplex, &apart))
        return false;
    *answer = apart;
    return true;
}

/// Answers from where the walk ended. False if it does not prove the cores apart to rounding.
static bool answer_nearest(const cld_cso *cso, const cld_nearest *nearest, cld_core_answer *answer) {
    answer->normal = nearest->normal;
    answer->signed_distance = nearest->distance;
    answer->lower = nearest->lower;
    answer->upper = nearest->upper;
    if (!(answer->lower > 0) || !cld_core_is_tight(cso, answer) || cld_core_is_far(cso))
        return false;
    answer->point_a = nearest->a;
    answer->point_b = nearest->b;
    cld_core_take_axis(answer);
    return true;
}

/// How far apart is far enough for what is asked.
static double find_enough(const cld_pair *pair) {
    bool depth_only =
        pair->reach <= CLD_REACH_DEPTH && pair->options->algorithm == CLD_AUTO && !pair->cso.tracer;
    if (!depth_only)
        return INFINITY;
    double skew = cld_shape_find_skew(pair->a.shape) + cld_shape_find_skew(pair->b.shape);
    return cld_pair_find_clearance(&pair->cso, pair->tolerance + skew);
}

/// Nothing is found yet, or no more. The rest, which is much, is set with what is found.
static void clear_answer(cld_core_answer *answer) {
    answer->algorithm = CLD_GJK;
    answer->rest = 0;
    answer->has_farthest = answer->clear = answer->apart = false;
    answer->stats.epa_iterations = answer->stats.sat_axes = 0;
}

/// What the walk says, or GJK once more if need be. True if the cores are apart, and then `answer` says by
/// how much, or that it is enough; else they meet with the tetrahedron that the walk ended with, or if it did
/// not with a simplex.
static bool find_apart(const cld_cso *cso, const cld_walk_result *walk, cld_core_answer *answer,
                       cld_simplex *meeting) {
    answer->clear = walk->stop == CLD_WALK_APART;
    if (answer->clear)
        return true;
    if (walk->stop == CLD_WALK_NEAREST && answer_nearest(cso, &walk->nearest, answer))
        return true;
    if (walk->stop == CLD_WALK_MEETS)
        return false;
    cld_vec3 v0 = cld_cso_start(cso);
    cld_gjk_result r = cld_gjk(cso, v0, cld_simplex_find_nearest);
    cld_core_count_steps(r.iterations, answer);
    if (r.stop != CLD_GJK_MEETS && cld_core_answer_apart(cso, r.simplex, answer) &&
        cld_core_is_tight(cso, answer))
        return true;
    *meeting = r.simplex;
    return !(r.stop == CLD_GJK_MEETS && r.simplex.count == 4) &&
           find_apart_exactly(cso, r.v, answer, meeting);
}

/// More pairs of edges than SAT looks at: each may take two supports, and ten million some ten seconds. Hulls
/// of a thousand vertices each stay below.
#define MOST_EDGE_PAIRS 10000000

/// Measures along all axes, or along none where they are too many; that is an error only if SAT was `asked`
/// for.
static cld_status measure_axes(cld_pair *pair, bool asked, cld_core_answer *answer, cld_sat_result *sat,
                               cld_error *err) {
    *sat = (cld_sat_result){.axes = 0};
    cld_solid solid_a, solid_b;
    cld_status status = cld_pair_make_solids(pair, &solid_a, &solid_b, err);
    if (status != CLD_OK)
        return status;
    uint32_t a = solid_a.hull->edge_count, b = solid_b.hull->edge_count;
    if ((uint64_t)a * b > MOST_EDGE_PAIRS)
        return asked ? cld_fail(err, CLD_TOO_LARGE, "",
                                "\"sat\" compares up to %d pairs of edges, got %u times %u", MOST_EDGE_PAIRS,
                                a, b)
                     : CLD_OK;
    cld_cso cso = pair->cso;
    bool prepared = cld_cso_prepare(&cso);
    if (prepared)
        *sat = cld_sat(&cso, &solid_a, &solid_b);
    cld_cso_forget(&cso);
    if (!prepared)
        return cld_fail_memory(err);
    answer->stats.sat_axes += sat->axes;
    answer->stats.support_calls += sat->axes;
    return CLD_OK;
}

double cld_pair_bound_from_polytope(const cld_pair *pair, const cld_cso *cso, const cld_caps *caps) {
    cld_polytope *polytope = &pair->workspace->polytope;
    uint32_t *corner =
        cld_buffer_reserve(&pair->workspace->surface, 3 * polytope->face_count, sizeof *corner);
    size_t count = corner ? cld_polytope_list(polytope, corner) : 0;
    return count ? cld_bound_from_surface(cso, polytope->vertex, corner, count, caps) : INFINITY;
}

/// The nearest that the meeting simplex comes to the origin, or what EPA's final hull encloses.
static double find_upper(const cld_pair *pair, const cld_simplex *meeting, const cld_epa_result *epa) {
    double upper = cld_bound_from_points(&pair->cso, meeting->vertex, meeting->weight, meeting->count);
    return epa->stop == CLD_EPA_FLAT ? upper
                                     : cld_min(upper, cld_pair_bound_from_polytope(pair, &pair->cso, NULL));
}

static void take_bounded(cld_vec3 n, double lower, double signed_distance, cld_core_answer *answer) {
    answer->normal = n;
    answer->lower = lower;
    answer->signed_distance = signed_distance;
    answer->rest = 0;
    cld_core_settle(answer);
}

static void take_direction(const cld_cso *cso, cld_vec3 n, double signed_distance, cld_core_answer *answer) {
    take_bounded(n, cld_bound_from_direction(cso, n), signed_distance, answer);
}

/// What SAT finds instead of EPA, where it was asked for or finds more. An axis that falls short of EPA's,
/// because the hull's faces are merged from facets that differ by more than the answer may, is not taken.
static cld_status answer_by_axes(cld_pair *pair, bool asked, cld_core_answer *answer, cld_error *err) {
    const cld_cso *cso = &pair->cso;
    cld_sat_result sat;
    cld_status status = measure_axes(pair, asked, answer, &sat, err);
    if (status != CLD_OK || !sat.axes)
        return status;
    double gain = sat.separation - answer->signed_distance, rounding = cld_core_find_close_enough(cso);
    bool better = gain > rounding, as_good = gain >= -rounding;
    answer->algorithm = better || (asked && as_good) ? CLD_SAT : CLD_GJK_EPA;
    if (answer->algorithm == CLD_SAT)
        take_direction(cso, sat.normal, sat.separation, answer);
    return CLD_OK;
}

/// Depth of cores that overlap clearly, around the tetrahedron that the walk ended with, or without one; or
/// that they are farther apart than is enough. False if neither is proven to rounding.
static bool answer_overlap(cld_pair *pair, const cld_corner *tetrahedron, double enough,
                           cld_core_answer *answer) {
    const cld_cso *cso = &pair->cso;
    cld_expand_result r;
    cld_expand_stop stop = cld_expand(cso, tetrahedron, enough, &r);
    answer->clear = stop == CLD_EXPAND_APART;
    // A step that ends it is not counted as one; an octahedron takes six before the first.
    answer->stats.support_calls += r.iterations + (tetrahedron ? 1 : 7);
    if (stop != CLD_EXPAND_DEPTH)
        return answer->clear;
    if (pair->reach == CLD_REACH_ALL) {
        cld_shape_prefetch_around(pair->a.shape, r.support.ia);
        cld_shape_prefetch_around(pair->b.shape, r.support.ib);
    }
    answer->algorithm = CLD_GJK_EPA;
    answer->stats.epa_iterations = r.iterations;
    answer->upper = r.upper;
    take_bounded(r.normal, cld_plain_from_support(cso, r.normal, r.support.w), -r.depth, answer);
    pair->hints.has_ends = !tetrahedron;
    if (pair->hints.has_ends)
        pair->hints.ends = r.ends;
    answer->has_farthest = true;
    answer->farthest_a = r.support.ia, answer->farthest_b = r.support.ib;
    bool proven = cld_core_is_tight(cso, answer) && answer->upper < 0;
    if (!proven)
        clear_answer(answer);
    return proven;
}

/// Two bricks that overlap clearly, or are apart clearly; or that they are farther apart than is enough.
/// False if neither is proven: all others are left to the walk.
static bool answer_bricks(cld_pair *pair, double enough, cld_core_answer *answer) {
    const cld_cso *cso = &pair->cso;
    cld_posed_brick a = {pair->a.shape, pair->a.pose}, b = {pair->b.shape, pair->b.pose};
    cld_bricks_result r;
    if (cld_core_is_far(cso))
        return false;
    if (!cld_bricks_find_distance(cso, a, b, enough, &r)) {
        answer->clear = r.lower > enough;
        return answer->clear;
    }
    answer->algorithm = CLD_SAT;
    answer->signed_distance = r.separation;
    answer->lower = r.lower;
    answer->upper = r.upper;
    answer->normal = r.normal;
    cld_core_take_axis(answer);
    answer->point_a = r.a, answer->point_b = r.b;
    answer->stats.sat_axes = CLD_BRICK_AXES;
    bool tight = cld_core_is_tight(cso, answer);
    if (!tight)
        clear_answer(answer);
    pair->hints.has_beyond = tight && !answer->apart;
    if (pair->hints.has_beyond)
        pair->hints.beyond_a = r.beyond_a, pair->hints.beyond_b = r.beyond_b;
    return tight;
}

/// What can be said of a pair whose clouds are asleep; false if nothing.
static bool answer_asleep(cld_pair *pair, double enough, cld_core_answer *answer) {
    if (pair->a.shape->is_brick && pair->b.shape->is_brick)
        return answer_bricks(pair, enough, answer);
    answer->clear = enough < INFINITY && cld_walk_ends_at_once(&pair->cso, enough);
    return answer->clear;
}

static void take_corners(const cld_simplex *simplex, cld_walk_result *walk) {
    walk->count = simplex->count;
    for (int i = 0; i < simplex->count; i++) {
        const cld_cso_vertex *v = &simplex->vertex[i];
        walk->corner[i] = (cld_corner){v->w, v->ia, v->ib};
    }
}

/// Depth of cores that meet in what find_apart says.
static cld_status answer_meeting(cld_pair *pair, cld_walk_result *walk, cld_simplex *meeting,
                                 cld_core_answer *answer, cld_error *err) {
    const cld_cso *cso = &pair->cso;
    bool by_axes = pair->options->algorithm == CLD_SAT, walked = walk->stop == CLD_WALK_MEETS;
    if (!walked)
        take_corners(meeting, walk);
    if (!by_axes && walk->count == 4 && answer_overlap(pair, walk->corner, INFINITY, answer))
        return CLD_OK;
    if (walked)
        cld_walk_get_simplex(cso, walk, meeting);
    cld_epa_result epa = cld_epa(cso, meeting, &pair->workspace->polytope);
    if (epa.stop == CLD_EPA_NO_MEMORY)
        return cld_fail_memory(err);
    answer->stats.epa_iterations = epa.iterations;
    answer->stats.support_calls += epa.support_calls;
    answer->algorithm = CLD_GJK_EPA;
    answer->upper = find_upper(pair, meeting, &epa);
    take_direction(cso, epa.normal, -epa.depth, answer);
    if (!cld_core_is_tight(cso, answer)) { // the simplex that GJK met with may have been a sliver
        if (find_apart_exactly(cso, epa.normal, answer, meeting))
            return CLD_OK;
        answer->upper = cld_min(answer->upper, find_upper(pair, meeting, &epa));
        take_direction(cso, epa.normal, -epa.depth, answer);
    }
    for (int is_b = 0; is_b < 2 && epa.stop != CLD_EPA_FLAT && !cld_core_is_tight(cso, answer); is_b++)
        answer->upper = cld_min(answer->upper, cld_pair_bound_from_splinter(pair, is_b));
    cld_simplex_find_points(meeting, &answer->point_a, &answer->point_b);
    bool solid = epa.stop != CLD_EPA_FLAT;
    return solid && (by_axes || !cld_core_is_tight(cso, answer)) ? answer_by_axes(pair, by_axes, answer, err)
                                                                 : CLD_OK;
}

cld_status cld_find_core_answer(cld_pair *pair, cld_core_answer *answer, cld_error *err) {
    answer->stats = (cld_query_stats){0};
    clear_answer(answer);
    double enough = find_enough(pair);
    if (pair->cso.asleep) {
        if (pair->options->algorithm == CLD_AUTO && answer_asleep(pair, enough, answer))
            return CLD_OK;
        cld_cso_wake(&pair->cso, pair->workspace->scratch.data);
    }
    cld_walk_result walk;
    cld_simplex meeting;
    cld_walk(&pair->cso, enough, pair->options->algorithm != CLD_SAT, &walk);
    cld_core_count_steps(walk.iterations, answer);
    if (walk.stop == CLD_WALK_DEEP) {
        if (answer_overlap(pair, NULL, enough, answer))
            return CLD_OK;
        cld_walk(&pair->cso, enough, false, &walk);
        cld_core_count_steps(walk.iterations, answer);
    }
    if (walk.stop == CLD_WALK_UNSURE && pair->options->algorithm != CLD_SAT && !cld_core_is_far(&pair->cso) &&
        cld_answer_touching(&pair->cso, &walk, cld_core_find_close_enough(&pair->cso), answer))
        return CLD_OK;
    if (!find_apart(&pair->cso, &walk, answer, &meeting))
        return answer_meeting(pair, &walk, &meeting, answer, err);
    if (answer->clear || pair->options->algorithm != CLD_SAT)
        return CLD_OK;
    cld_sat_result sat;
    cld_status status = measure_axes(pair, true, answer, &sat, err);
    if (status == CLD_OK && sat.separation > 0 && cld_bound_from_direction(&pair->cso, sat.normal) > 0) {
        answer->axis = sat.normal;
        answer->gap = cld_bound_from_direction(&pair->cso, sat.normal);
    }
    return status;
}
