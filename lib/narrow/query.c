/// The full answer for a pair: cores, then radii, manifold, features and containment, in an order of A and B
/// that the shapes themselves decide.
///
/// Each pair is worked on in a canonical order and turned round at the end if need be, so that (A, B) and (B,
/// A) give the same numbers to the last bit.

#include "collide/query.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "math/affine.h"
#include "math/tangent.h"
#include "narrow/compound.h"
#include "narrow/pair.h"
#include "shape/compound.h"
#include "shape/given.h"
#include "shape/halfspace.h"
#include "shape/kind.h"

static const char *const outcome_names[] = {"separated", "touching", "penetrating"};
static const char *const algorithm_names[CLD_ALGORITHM_COUNT] = {"auto",     "gjk-epa", "sat",
                                                                 "sampling", "gjk",     "analytic"};
static const char *const feature_names[] = {"vertex", "edge", "face", "surface"};

const char *cld_outcome_name(cld_outcome outcome) {
    return outcome <= CLD_PENETRATING ? outcome_names[outcome] : "unknown";
}

const char *cld_algorithm_name(cld_algorithm algorithm) {
    return algorithm < CLD_ALGORITHM_COUNT ? algorithm_names[algorithm] : "unknown";
}

const char *cld_feature_name(cld_feature_kind kind) {
    return kind <= CLD_FEATURE_SURFACE ? feature_names[kind] : "unknown";
}

cld_query_options cld_query_options_make(void) {
    return (cld_query_options){.tolerance = -1, .samples = 1000};
}

static int compare_numbers(const double *p, const double *q, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (p[i] != q[i])
            return p[i] < q[i] ? -1 : 1;
    return 0;
}

static int compare_placed(const cld_shape *s, const cld_pose *pp, const cld_shape *t, const cld_pose *qp) {
    bool half_p = s->kind == CLD_HALFSPACE, half_q = t->kind == CLD_HALFSPACE;
    if (half_p != half_q)
        return half_p ? -1 : 1;
    if (s->core.count != t->core.count)
        return s->core.count < t->core.count ? -1 : 1;
    if (s->kind != t->kind)
        return s->kind < t->kind ? -1 : 1;
    _Static_assert(sizeof(cld_oval) == 12 * sizeof(double) && sizeof(cld_dd3) == 6 * sizeof(double),
                   "numbers that stand side by side");
    pp = pp ? pp : &cld_pose_identity, qp = qp ? qp : &cld_pose_identity;
    int order = compare_numbers(&pp->t.x, &qp->t.x, 3);
    order = order ? order : compare_numbers(&s->centre.x, &t->centre.x, 3);
    order = order ? order : compare_numbers(&s->radius, &t->radius, 1);
    order = order ? order : compare_numbers(&s->rare->plane.normal.x.hi, &t->rare->plane.normal.x.hi, 6);
    order = order ? order : compare_numbers(&s->rare->plane.offset.hi, &t->rare->plane.offset.hi, 2);
    order = order ? order : compare_numbers(&s->curve->part[0].centre.x, &t->curve->part[0].centre.x, 24);
    order = order ? order : compare_numbers(s->core.x, t->core.x, 3 * cld_cloud_stride(s->core.count));
    order = order ? order : compare_numbers(&pp->r.row[0].x, &qp->r.row[0].x, 9);
    return order ? order : cld_given_compare(s, t);
}

int cld_side_compare(const cld_side *p, const cld_side *q) {
    return compare_placed(p->shape, p->pose, q->shape, q->pose);
}

/// Takes the axis along which the shapes are proven to be apart; false if they are along neither of two.
/// `radius` is that of both, with what rounding lost of it and what the transforms' similarities are off;
/// `sign` turns normals to the caller's order.
static bool take_axis(const cld_core_answer *core, double unit, double radius, double sign,
                      cld_result *result) {
    // SAT's axis separates the cores, but not always the rounded shapes.
    bool separates = core->gap * unit - radius > 0;
    double gap = (separates ? core->gap : core->lower) * unit - radius;
    if (!(gap > 0))
        return false;
    result->axis = cld_scale(separates ? core->axis : core->normal, sign);
    result->gap = cld_min(gap, result->signed_distance);
    return true;
}

/// A distance whose sign exact arithmetic has told, which is what bounds leave open.
static void take_settled(const cld_core_answer *core, double sign, cld_result *result) {
    double distance = core->settled + 0.0;
    result->signed_distance = distance;
    result->has_axis = distance > 0;
    result->axis = cld_scale(core->normal, sign);
    result->gap = distance;
    result->lower = distance < 0 ? cld_min(result->lower, distance) : cld_max(result->lower, 0);
    result->upper = distance > 0 ? cld_max(result->upper, distance) : cld_min(result->upper, 0);
}

/// Distance, bounds and status in the world, in the caller's order, from those of the cores. What no
/// direction proves to be apart is not told to be: it touches, and is as far apart as that allows.
static void take_core(const cld_pair *q, const cld_core_answer *core, cld_result *result) {
    cld_dd radii = cld_two_sum(q->a.shape->radius, q->b.shape->radius);
    double radius = radii.hi, scale = q->cso.scale, unit = q->cso.unit, sign = q->swapped ? -1 : 1;
    // Radii are products of a margin and a factor good to 4 u each; the subtraction and what leaves the frame
    // add 2 u.
    double lost = 12 * CLD_ROUNDOFF * radius;
    // Beside a large distance a small radius must not be rounded twice.
    cld_dd left = cld_two_diff(core->signed_distance * unit, radius);
    // Here and below adding 0 leaves no -0: which of 0 and -0 is the lesser would be left to the machine.
    result->signed_distance = left.hi + (left.lo + (core->rest * unit - radii.lo)) + 0.0;
    bool is_beyond = result->signed_distance > q->tolerance;
    double skew = cld_shape_find_skew(q->a.shape) + cld_shape_find_skew(q->b.shape);
    result->has_axis = is_beyond && take_axis(core, unit, radius + lost + skew, sign, result);
    if (is_beyond && !result->has_axis)
        result->signed_distance = q->tolerance;
    lost += radius > 0 ? 2 * CLD_ROUNDOFF * fabs(result->signed_distance) : 0;
    // The distance is that of similarities; the axis and the bounds hold for the transforms as they were
    // given. Those of tiny pairs are rounded to multiples of the least double.
    double wide = lost + skew + (q->cso.scale > 1 ? 0x1p-1072 : 0);
    result->lower = cld_min(core->lower * unit - radius - wide, result->signed_distance) + 0.0;
    result->upper = cld_max(core->upper * unit - radius + wide, result->signed_distance) + 0.0;
    if (core->is_settled)
        take_settled(core, sign, result);
    result->tolerance = q->tolerance;
    result->normal = cld_scale(core->normal, sign);
    result->algorithm = core->algorithm;
    result->stats = core->stats;
    bool touching = fabs(result->signed_distance) <= q->tolerance;
    result->outcome = touching ? CLD_TOUCHING : result->has_axis ? CLD_SEPARATED : CLD_PENETRATING;
    result->mtv = cld_scale(result->normal, cld_max(0, -result->signed_distance));
    if (result->outcome != CLD_SEPARATED)
        return;
    cld_vec3 a = cld_add_scaled(core->point_a, q->a.shape->radius * scale, core->normal);
    cld_vec3 b = cld_add_scaled(core->point_b, -q->b.shape->radius * scale, core->normal);
    *(q->swapped ? &result->closest_b : &result->closest_a) = cld_cso_world_a(&q->cso, a);
    *(q->swapped ? &result->closest_a : &result->closest_b) = cld_cso_world_b(&q->cso, b);
}

/// A + ball(ra) lies in B + ball(rb) within the tolerance t iff no point of A is farther from B than rb - ra
/// + t.
cld_containment cld_pair_find_containment(cld_pair *pair, const cld_method *method) {
    double scale = pair->cso.scale, ra = pair->a.shape->radius * scale, rb = pair->b.shape->radius * scale;
    double tolerance = pair->tolerance * scale;
    bool a_in_b = method->is_contained(pair, true, rb - ra + tolerance);
    bool b_in_a = method->is_contained(pair, false, ra - rb + tolerance);
    return cld_containment_make(a_in_b, b_in_a);
}

static void exchange(cld_vec3 *a, cld_vec3 *b) {
    cld_vec3 t = *a;
    *a = *b;
    *b = t;
}

/// Turns contacts, features and containment of (B, A) into those of (A, B).
static void turn_round(cld_result *r) {
    cld_feature f = r->feature_a;
    r->feature_a = r->feature_b;
    r->feature_b = f;
    if (r->containment == CLD_A_IN_B || r->containment == CLD_B_IN_A)
        r->containment = r->containment == CLD_A_IN_B ? CLD_B_IN_A : CLD_A_IN_B;
    cld_contact *contacts = (cld_contact *)r->contacts;
    for (size_t i = 0; i < r->contact_count; i++) {
        exchange(&contacts[i].world_a, &contacts[i].world_b);
        exchange(&contacts[i].local_a, &contacts[i].local_b);
    }
}

/// The tangents, and no -0 in any direction.
static void complete_directions(cld_tangents method, cld_result *r) {
    r->normal = cld_without_negative_zero(r->normal);
    r->mtv = cld_without_negative_zero(r->mtv);
    r->axis = cld_without_negative_zero(r->axis);
    if (r->dimension == 2)
        r->tangent[0] = cld_vec3_make(-r->normal.y, r->normal.x, 0);
    else if (method == CLD_TANGENTS_CATTO)
        cld_find_tangents_catto(r->normal, &r->tangent[0], &r->tangent[1]);
    else
        cld_find_tangents_least_axis(r->normal, &r->tangent[0], &r->tangent[1]);
    for (int i = 0; i < 2; i++)
        r->tangent[i] = cld_without_negative_zero(r->tangent[i]);
}

static cld_status fail_sat(const cld_shape *shape, cld_error *err) {
    return cld_fail(err, CLD_UNSUPPORTED, "",
                    "\"sat\" is unsupported for a shape of type \"%s\": it answers polytopes only",
                    cld_kind_name(shape->kind));
}

/// Whether all that a shape is made of are polytopes: where in it another is decides nothing.
static cld_status check_sat(const cld_shape *shape, cld_error *err) {
    if (shape->kind != CLD_COMPOUND)
        return cld_kind_is_polytope(shape->kind) ? CLD_OK : fail_sat(shape, err);
    cld_status status = CLD_OK;
    for (uint32_t i = 0; i < shape->rare->leaf_count && status == CLD_OK; i++)
        status = check_sat(shape->rare->leaves[i].shape, err); // a leaf is no compound
    return status;
}

/// Whether the options say something, and nothing that is said of answers only.
static cld_status check_options(const cld_query_options *options, cld_error *err) {
    if (isnan(options->tolerance))
        return cld_fail(err, CLD_BAD_VALUE, "", "the tolerance must be a number, got nan");
    if (options->tangents > CLD_TANGENTS_LEAST_AXIS)
        return cld_fail(err, CLD_BAD_VALUE, "", "unknown kind of tangents: %d", (int)options->tangents);
    if (options->algorithm > CLD_SAMPLING)
        return cld_fail(err, CLD_BAD_VALUE, "", "no algorithm that can be asked for: %d",
                        (int)options->algorithm);
    return CLD_OK;
}

static bool is_capsule(cld_kind kind) {
    return kind == CLD_SPHERE || kind == CLD_CAPSULE || kind == CLD_CIRCLE;
}

const cld_method *cld_pair_find_general(const cld_pair *pair) {
    const cld_shape *a = pair->a.shape, *b = pair->b.shape;
    if (a->core.count == 0 || b->core.count == 0)
        return &cld_method_curved;
    return a->dimension == 2 ? &cld_method_plane : &cld_method_solids;
}

cld_status cld_find_general_contacts(cld_pair *pair, const cld_core_answer *answer, bool colliding,
                                     double least, cld_contact_set *set, cld_error *err) {
    return cld_pair_find_general(pair)->find_contacts(pair, answer, colliding, least, set, err);
}

bool cld_is_contained_generally(cld_pair *pair, bool b_is_container, double room) {
    return cld_pair_find_general(pair)->is_contained(pair, b_is_container, room);
}

static cld_status find_method(const cld_pair *pair, const cld_method **method, cld_error *err) {
    const cld_shape *a = pair->a.shape, *b = pair->b.shape;
    cld_algorithm algorithm = pair->options->algorithm;
    if (a->kind == CLD_HALFSPACE && b->kind == CLD_HALFSPACE)
        return cld_fail(err, CLD_UNSUPPORTED, "",
                        "two half-spaces are unsupported: one shape at least must be bounded");
    if (a->kind == CLD_HALFSPACE)
        *method = &cld_method_halfspace;
    else if (algorithm == CLD_SAMPLING)
        *method = &cld_method_sampling;
    else if (algorithm == CLD_AUTO && is_capsule(a->kind) && is_capsule(b->kind))
        *method = &cld_method_analytic;
    else
        *method = cld_pair_find_general(pair);
    return CLD_OK;
}

/// Begins a pair whose sides are in order.
static cld_status begin(cld_pair *pair, const cld_method **method, cld_error *err) {
    const cld_side *side_a = &pair->a, *side_b = &pair->b;
    const cld_shape *a = side_a->shape, *b = side_b->shape;
    cld_status status = find_method(pair, method, err);
    if (status != CLD_OK)
        return status;
    if (a->kind == CLD_HALFSPACE) {
        cld_ground *ground = &pair->workspace->ground;
        cld_halfspace_move(a, pair->a.pose, cld_shape_find_centre(b, pair->b.pose), ground);
        pair->a.shape = a = &ground->shape;
        pair->a.pose = NULL;
    }
    double *scratch = cld_buffer_reserve(&pair->workspace->scratch, cld_cso_scratch(a, b), sizeof *scratch);
    if (!scratch)
        return cld_fail_memory(err);
    bool lazily = *method == &cld_method_solids;
    (lazily ? cld_cso_make_lazily : cld_cso_make)(a, pair->a.pose, b, pair->b.pose, scratch, &pair->cso);
    pair->diagonal = cld_max(cld_shape_find_diagonal(a), cld_shape_find_diagonal(b));
    pair->tolerance = cld_find_tolerance(pair->tolerance, pair->diagonal);
    return CLD_OK;
}

cld_status cld_pair_begin(cld_pair *pair, const cld_method **method, cld_error *err) {
    int order = cld_side_compare(&pair->a, &pair->b);
    if (order > 0 || (order == 0 && pair->b_leads)) {
        cld_side t = pair->a;
        pair->a = pair->b;
        pair->b = t;
        pair->swapped = true;
    }
    return begin(pair, method, err);
}

/// All that the distance leaves open.
static cld_status find_rest(cld_pair *pair, const cld_method *method, const cld_core_answer *core,
                            cld_result *result, cld_error *err) {
    cld_status status = cld_pair_find_contacts(pair, method, core, result, err);
    if (status != CLD_OK)
        return status;
    pair->hints.normal = core->normal;
    pair->hints.depth = -core->lower;
    if (result->outcome != CLD_SEPARATED)
        result->containment = cld_pair_find_containment(pair, method);
    if (pair->swapped)
        turn_round(result);
    if (result->contact_count > 0) {
        result->closest_a = result->contacts[0].world_a;
        result->closest_b = result->contacts[0].world_b;
    }
    return CLD_OK;
}

cld_status cld_pair_answer(cld_pair *pair, const cld_method *method, cld_result *result, cld_error *err) {
    bool in_full = pair->reach == CLD_REACH_ALL;
    cld_core_answer core;
    if (in_full) {
        cld_shape_prefetch_faces(pair->a.shape);
        cld_shape_prefetch_faces(pair->b.shape);
    }
    if (pair->options->trace)
        cld_trace_begin(pair);
    cld_status status = method->find_core(pair, &core, err);
    pair->cso.tracer = NULL; // the steps are those to the distance
    if (status != CLD_OK)
        return status;
    if (core.clear) {
        result->outcome = CLD_SEPARATED;
        return CLD_OK;
    }
    cld_pair_settle_sign(pair, &core);
    memset(result, 0, sizeof *result);
    result->dimension = pair->a.shape->dimension;
    take_core(pair, &core, result);
    // Far beyond what is promised, sums of squares have been lost.
    if (!(result->upper - result->lower < INFINITY) || !(cld_dot(result->normal, result->normal) > 0))
        return cld_fail(err, CLD_INTERNAL, "", "the answer is beyond the range of doubles");
    if (in_full)
        status = find_rest(pair, method, &core, result, err);
    if (status != CLD_OK)
        return status;
    complete_directions(pair->options->tangents, result);
    if (pair->options->trace)
        cld_trace_end(pair->options->trace, result);
    return CLD_OK;
}

static cld_status answer_any(const cld_request *request, cld_result *result, cld_error *err) {
    const cld_shape *a = request->a, *b = request->b;
    const cld_pose *pose_a = request->pose_a, *pose_b = request->pose_b;
    const cld_query_options *options = request->options;
    cld_shape_prefetch(a, b, 3);
    cld_shape_prefetch_vertices(a, b);
    if (a->dimension != b->dimension)
        return cld_shapes_fail_dimension(a, b, err);
    cld_status status = check_options(options, err);
    if (status == CLD_OK)
        status = cld_poses_check(pose_a, pose_b, a->dimension, err);
    if (status != CLD_OK)
        return status;
    if (options->algorithm == CLD_SAT &&
        ((status = check_sat(a, err)) != CLD_OK || (status = check_sat(b, err)) != CLD_OK))
        return status;
    if (a->kind == CLD_COMPOUND || b->kind == CLD_COMPOUND)
        return cld_answer_compounds(request, result, err);
    if (request->reach <= CLD_REACH_DEPTH && !options->trace &&
        cld_is_clear_of_plane(a, pose_a, b, pose_b, options->tolerance)) {
        result->outcome = CLD_SEPARATED;
        return CLD_OK;
    }
    // Sides that were stored only just would be slow to exchange.
    bool swapped = compare_placed(a, pose_a, b, pose_b) > 0;
    cld_pair pair; // the frame, the largest part, is filled when it begins
    pair.a = cld_side_make(swapped ? b : a, swapped ? pose_b : pose_a);
    pair.b = cld_side_make(swapped ? a : b, swapped ? pose_a : pose_b);
    pair.swapped = swapped;
    pair.b_leads = pair.hints.has_ends = pair.hints.has_beyond = false;
    pair.tolerance = options->tolerance;
    pair.reach = request->reach;
    pair.options = options;
    pair.workspace = request->workspace;
    const cld_method *method = &cld_method_solids;
    status = begin(&pair, &method, err);
    return status == CLD_OK ? cld_pair_answer(&pair, method, result, err) : status;
}

cld_status cld_answer(const cld_request *request, cld_result *result, cld_error *err) {
    cld_status status = answer_any(request, result, err);
    bool has_memory = !cld_workspace_take_failure(request->workspace);
    return status || has_memory ? status : cld_fail_memory(err);
}

cld_status cld_find_distance(const cld_shape *a, const cld_pose *pose_a, const cld_shape *b,
                             const cld_pose *pose_b, const cld_query_options *options,
                             cld_workspace *workspace, cld_result *result, cld_error *err) {
    const cld_request request = {a, b, pose_a, pose_b, options, workspace, CLD_REACH_DISTANCE};
    return cld_answer(&request, result, err);
}

cld_status cld_find_collision(const cld_shape *a, const cld_pose *pose_a, const cld_shape *b,
                              const cld_pose *pose_b, const cld_query_options *options,
                              cld_workspace *workspace, cld_result *result, cld_error *err) {
    const cld_request request = {a, b, pose_a, pose_b, options, workspace, CLD_REACH_ALL};
    return cld_answer(&request, result, err);
}
