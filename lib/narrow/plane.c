/// Pairs in the plane: GJK tells them apart or meets them, SAT or EPA says how deep, and the bounds of proof/
/// hold whatever they did. SAT is taken where nothing else is asked for: it goes once around both outlines.
/// Where what was asked for does not bring the bounds together, the other one is tried as well.
///
/// Of several shortest ways out SAT takes the one whose normal, in the pair's own order of A and B, comes
/// first counter-clockwise from (0, -1); EPA takes one of them. Flat pairs, points and segments on one line,
/// that meet have a signed distance of 0, with the normal that cld_find_triangle2 says.

#include <math.h>

#include "base/error.h"
#include "narrow/clip2.h"
#include "narrow/containment2.h"
#include "narrow/epa2.h"
#include "narrow/sat2.h"
#include "narrow/simplex.h"
#include "narrow/walk2.h"
#include "proof/bounds.h"
#include "proof/bounds2.h"

/// Bounds nearer to each other than this are as good as double arithmetic makes them: each is off by some 20
/// u of the shapes' reach, and by 12 u of the distance between them.
static bool is_tight(const cld_cso *cso, const cld_core_answer *answer) {
    double reach = cso->a.reach + cso->b.reach;
    return answer->upper - answer->lower <=
           64 * CLD_ROUNDOFF * reach + 32 * CLD_ROUNDOFF * cso->size + 2 * cso->error;
}

/// A direction as the answer, if it proves more than what the answer has.
static void take_direction(const cld_cso *cso, cld_vec3 n, double signed_distance, cld_core_answer *answer) {
    double lower = cld_bound_from_direction(cso, n);
    if (lower > answer->lower) {
        answer->lower = lower;
        answer->normal = n;
        answer->signed_distance = signed_distance;
    }
    cld_core_settle(answer);
}

/// Takes GJK's nearest point. False if that does not prove the cores to be apart.
static bool answer_apart(const cld_cso *cso, const cld_gjk2_result *gjk, cld_core_answer *answer) {
    if (gjk->meets)
        return false;
    cld_dd length = cld_dd2_length(gjk->v);
    cld_dd2 n = {cld_dd_div(gjk->v.x, length), cld_dd_div(gjk->v.y, length)};
    answer->upper = cld_bound_from_points(cso, gjk->simplex.vertex, gjk->simplex.weight, gjk->simplex.count);
    take_direction(cso, cld_negate(cld_dd2_value(n)), cld_dd_value(length), answer);
    answer->rest = answer->apart && answer->signed_distance == length.hi ? length.lo : 0;
    return answer->apart;
}

/// Memory for the boundary of A - B, or for a polygon inside it.
typedef struct room {
    cld_polygon2 polygon;
    uint32_t *loop;
} room;

static bool make_room(cld_pair *pair, room *r) {
    size_t count = 2 * cld_sat2_room(pair->a.shape, pair->b.shape) + 8;
    cld_workspace *workspace = pair->workspace;
    r->polygon.vertex = cld_buffer_reserve(&workspace->polygons, count, sizeof *r->polygon.vertex);
    r->loop = cld_buffer_reserve(
        &workspace->surface, cld_walk2_room(pair->a.shape) + cld_walk2_room(pair->b.shape), sizeof *r->loop);
    r->polygon.room = (uint32_t)count;
    return r->polygon.vertex && r->loop;
}

static cld_sat2_result measure_axes(const cld_pair *pair, room *r, cld_core_answer *answer) {
    cld_polygon2 *p = &r->polygon;
    cld_sat2_result sat = cld_sat2(&pair->cso, pair->a.shape, pair->b.shape, r->loop, p->vertex, &p->count);
    answer->stats.sat_axes += sat.axes;
    return sat;
}

/// False when memory runs out.
static bool grow_polygon(cld_pair *pair, const cld_cso_vertex corner[3], room *r, cld_core_answer *answer,
                         cld_edge2 *edge) {
    cld_polygon2 *p = &r->polygon;
    p->edge = cld_buffer_reserve(&pair->workspace->solids, p->room, sizeof *p->edge);
    if (!p->edge)
        return false;
    cld_epa2_result epa = cld_epa2(&pair->cso, corner, p);
    answer->stats.epa_iterations += epa.iterations;
    answer->stats.support_calls += epa.iterations;
    *edge = epa.edge;
    return true;
}

/// Depth of cores that meet.
static cld_status answer_meeting(cld_pair *pair, const cld_simplex *meeting, cld_core_answer *answer,
                                 cld_error *err) {
    const cld_cso *cso = &pair->cso;
    cld_cso_vertex corner[3];
    cld_edge2 edge = {.offset = 0};
    room r;
    bool by_axes = pair->options->algorithm != CLD_GJK_EPA;
    answer->algorithm = by_axes ? CLD_SAT : CLD_GJK_EPA;
    answer->lower = -INFINITY;
    answer->upper = cld_bound_from_points(cso, meeting->vertex, meeting->weight, meeting->count);
    if (!cld_find_triangle2(cso, meeting, corner, &edge.normal, &answer->stats.support_calls)) {
        take_direction(cso, edge.normal, 0, answer);
        return CLD_OK;
    }
    if (!make_room(pair, &r))
        return cld_fail_memory(err);
    for (int attempt = 0; attempt < 2 && !is_tight(cso, answer); attempt++) {
        if (by_axes == (attempt == 0))
            edge = measure_axes(pair, &r, answer).edge;
        else if (!grow_polygon(pair, corner, &r, answer, &edge))
            return cld_fail_memory(err);
        answer->upper = fmin(answer->upper, cld_bound_from_ring(cso, r.polygon.vertex, r.polygon.count));
        take_direction(cso, edge.normal, -edge.offset, answer);
    }
    return CLD_OK;
}

static cld_status find_core(cld_pair *pair, cld_core_answer *answer, cld_error *err) {
    const cld_cso *cso = &pair->cso;
    cld_vec3 v0 = cld_cso_start(cso);
    cld_gjk2_result gjk = cld_gjk2(cso, v0);
    *answer = (cld_core_answer){.algorithm = CLD_GJK, .lower = -INFINITY};
    answer->stats.gjk_iterations = answer->stats.support_calls = gjk.iterations;
    cld_simplex_find_points(&gjk.simplex, &answer->point_a, &answer->point_b);
    if (!answer_apart(cso, &gjk, answer))
        return answer_meeting(pair, &gjk.simplex, answer, err);
    if (pair->options->algorithm != CLD_SAT)
        return CLD_OK;
    room r;
    if (!make_room(pair, &r))
        return cld_fail_memory(err);
    cld_sat2_result sat = measure_axes(pair, &r, answer);
    double gap = sat.axes ? cld_bound_from_direction(cso, sat.edge.normal) : 0;
    if (gap > 0) {
        answer->axis = sat.edge.normal;
        answer->gap = gap;
    }
    return CLD_OK;
}

static cld_status find_contacts(cld_pair *pair, const cld_core_answer *answer, bool colliding, double least,
                                cld_contact_set *set, cld_error *err) {
    const cld_shape *shape[2] = {pair->a.shape, pair->b.shape};
    cld_touch2 touch[2];
    for (int i = 0; i < 2; i++) {
        const cld_cloud *cloud = &cld_cso_get_side(&pair->cso, i == 1)->cloud;
        cld_vec3 n = i == 1 ? cld_negate(answer->normal) : answer->normal;
        touch[i] = cld_find_touch2(shape[i], cloud, n, cld_pair_find_slack(pair));
        // Beside a large shape much of a small one is within that, but not what realises the answer.
        cld_touch2 own = cld_find_touch2(shape[i], cloud, n, cld_pair_find_slack_of(pair, i == 1));
        *(i == 1 ? &set->feature_b : &set->feature_a) = (cld_feature){own.kind, own.index, CLD_NO_INDEX};
    }
    if (!colliding)
        return CLD_OK;
    set->contacts = cld_buffer_reserve(&pair->workspace->contacts, CLD_MOST_CONTACTS2, sizeof *set->contacts);
    if (!set->contacts)
        return cld_fail_memory(err);
    set->count = cld_clip2(pair, answer, touch[0], touch[1], least, cld_pair_find_merge(pair), set->contacts);
    return CLD_OK;
}

const cld_method cld_method_plane = {find_core, find_contacts, cld_is_contained2};
