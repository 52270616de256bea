/// The full answer for a pair: cores, then radii, manifold, features and containment, in an order of A and B that the shapes
/// themselves decide.
///
/// Each pair is worked on in a canonical order and turned round at the end if need be, so that (A, B) and (B, A) give the
/// same numbers to the last bit.

#include "collide/query.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "math/tangent.h"
#include "narrow/containment.h"
#include "narrow/core.h"
#include "narrow/manifold.h"

/// One shape of the pair, with what the query adds to it.
typedef struct side {
    const cld_shape *shape;
    const cld_pose *pose;
    const cld_hull *hull;
    cld_solid solid;
} side;

typedef struct query {
    side a, b; ///< in canonical order
    bool swapped;
    bool has_solids;
    cld_cso cso;
    double diagonal, tolerance; ///< in the world
    cld_workspace *workspace;
} query;

static const char *const outcome_names[] = {"separated", "touching", "penetrating"};
static const char *const algorithm_names[CLD_ALGORITHM_COUNT] = {"auto", "gjk", "gjk-epa", "sat"};
static const char *const feature_names[] = {"vertex", "edge", "face", "surface"};

const char *cld_outcome_name(cld_outcome outcome) { return outcome_names[outcome]; }
const char *cld_algorithm_name(cld_algorithm algorithm) { return algorithm_names[algorithm]; }
const char *cld_feature_name(cld_feature_kind kind) { return feature_names[kind]; }

cld_query_options cld_query_options_make(void) { return (cld_query_options){.tolerance = -1}; }

static int compare_numbers(const double *p, const double *q, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (p[i] != q[i])
            return p[i] < q[i] ? -1 : 1;
    return 0;
}

/// An order of placed shapes by what they are, not by where they came from. 0 only for pairs that no query can tell apart.
static int compare_sides(const side *p, const side *q) {
    const cld_shape *s = p->shape, *t = q->shape;
    static const cld_pose identity = {.r = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};
    if (s->core.count != t->core.count)
        return s->core.count < t->core.count ? -1 : 1;
    if (s->kind != t->kind)
        return s->kind < t->kind ? -1 : 1;
    const cld_pose *pp = p->pose ? p->pose : &identity, *qp = q->pose ? q->pose : &identity;
    int order = compare_numbers(&pp->t.x, &qp->t.x, 3);
    order = order ? order : compare_numbers(&s->centre.x, &t->centre.x, 3);
    order = order ? order : compare_numbers(&s->radius, &t->radius, 1);
    order = order ? order : compare_numbers(s->core.x, t->core.x, 3 * cld_cloud_stride(s->core.count));
    return order ? order : compare_numbers(&pp->r.row[0].x, &qp->r.row[0].x, 9);
}

static cld_status find_hull(const side *s, const cld_hull **hull, const char *prefix, cld_error *err) {
    cld_status status = cld_shape_find_hull(s->shape, hull, err);
    if (status != CLD_OK)
        cld_error_prefix(err, prefix);
    return status;
}

static cld_status make_solids(void *context, const cld_solid **a, const cld_solid **b, cld_error *err) {
    query *q = context;
    *a = &q->a.solid;
    *b = &q->b.solid;
    if (q->has_solids)
        return CLD_OK;
    cld_status status = find_hull(&q->a, &q->a.hull, q->swapped ? "/b" : "/a", err);
    if (status == CLD_OK)
        status = find_hull(&q->b, &q->b.hull, q->swapped ? "/a" : "/b", err);
    if (status != CLD_OK)
        return status;
    size_t count = (size_t)q->a.hull->face_count + q->a.hull->edge_count + q->b.hull->face_count + q->b.hull->edge_count;
    cld_vec3 *memory = cld_buffer_reserve(&q->workspace->solids, count, sizeof *memory);
    if (!memory)
        return cld_fail_memory(err);
    q->a.solid = cld_solid_make(&q->cso.a, q->a.hull, q->a.shape->mirrored, &memory);
    q->b.solid = cld_solid_make(&q->cso.b, q->b.hull, q->b.shape->mirrored, &memory);
    q->has_solids = true;
    return CLD_OK;
}

/// A point relative to the shape's centre, in the frame of the query, as a point of the shape's own frame.
static cld_vec3 make_local(const query *q, const side *s, cld_vec3 point) {
    cld_vec3 p = cld_scale(point, 1 / q->cso.scale);
    if (s->pose)
        p = cld_mat3_apply_transposed(&s->pose->r, p);
    cld_vec3 c = s->shape->centre;
    cld_affine inverse = cld_affine_make(&s->shape->inverse);
    cld_dd3 world = {cld_two_sum(c.x, p.x), cld_two_sum(c.y, p.y), cld_two_sum(c.z, p.z)};
    return cld_dd3_value(cld_affine_apply(&inverse, world));
}

/// A contact of the cores moved out to the rounded surfaces.
static cld_contact make_contact(const query *q, const cld_core_contact *core, cld_vec3 n) {
    double ra = q->a.shape->radius, rb = q->b.shape->radius;
    cld_vec3 a = cld_add_scaled(core->a, ra * q->cso.scale, n);
    cld_vec3 b = cld_add_scaled(cld_sub(core->b, q->cso.offset), -rb * q->cso.scale, n);
    cld_contact c = {.depth = core->depth / q->cso.scale + ra + rb};
    c.world_a = cld_cso_world_a(&q->cso, a);
    c.world_b = cld_cso_world_b(&q->cso, b);
    c.local_a = make_local(q, &q->a, a);
    c.local_b = make_local(q, &q->b, b);
    return c;
}

static cld_feature name_feature(const cld_shape *shape, cld_hull_feature f) {
    cld_feature named = {f.kind, f.index};
    if (f.kind == CLD_FEATURE_FACE && shape->names.face)
        named.index = shape->names.face[f.index];
    if (f.kind == CLD_FEATURE_EDGE && shape->names.edge)
        named.index = shape->names.edge[f.index];
    return named;
}

/// How far from a supporting plane a vertex still counts as on it. Vertices of one face are off its plane by what placing them
/// rounded and by what merging facets allowed, both far below; the contract's 1e-9 D is not far above.
static double find_slack(const cld_cso *cso) {
    return 0x1p-34 * (cso->reach_a + cso->reach_b) + 16 * CLD_ROUNDOFF * cso->size + 4 * cso->error;
}

/// Points nearer than this are one: a quarter of the contract's accuracy of points, and the last bits of world coordinates.
static double find_merge(const query *q) {
    double magnitude = fmax(cld_max_abs(q->cso.centre_a), cld_max_abs(q->cso.centre_b)) * q->cso.scale;
    return 0x1p-32 * fmax(q->diagonal * q->cso.scale, q->cso.reach_a + q->cso.reach_b) +
           8 * CLD_ROUNDOFF * (magnitude + q->cso.size);
}

static cld_status find_contacts(query *q, const cld_query_options *options, const cld_core_answer *core,
                                cld_result *result, cld_error *err) {
    const cld_solid *a, *b;
    cld_status status = make_solids(q, &a, &b, err);
    if (status != CLD_OK)
        return status;
    double scale = q->cso.scale;
    cld_manifold_input in = {.cso = &q->cso, .a = a, .b = b, .normal = core->normal};
    in.depth = -core->signed_distance;
    in.least = -(q->tolerance * scale + q->cso.radius);
    in.slack = find_slack(&q->cso);
    in.merge = find_merge(q);
    cld_hull_feature fa, fb;
    if (result->outcome == CLD_SEPARATED) {
        fa = cld_find_feature(a, core->normal, in.slack);
        fb = cld_find_feature(b, cld_negate(core->normal), in.slack);
    } else {
        cld_core_contact *contacts;
        size_t count;
        if (!cld_find_manifold(&in, q->workspace, &contacts, &count, &fa, &fb))
            return cld_fail_memory(err);
        count = cld_reduce_contacts(contacts, count, options->max_contacts);
        cld_contact *out = cld_buffer_reserve(&q->workspace->results, count, sizeof *out);
        if (!out)
            return cld_fail_memory(err);
        for (size_t i = 0; i < count; i++)
            out[i] = make_contact(q, &contacts[i], core->normal);
        result->contacts = out;
        result->contact_count = count;
        result->closest_a = out[0].world_a;
        result->closest_b = out[0].world_b;
    }
    result->feature_a = name_feature(q->a.shape, fa);
    result->feature_b = name_feature(q->b.shape, fb);
    return CLD_OK;
}

/// Distance, bounds and status in the world, from those of the cores.
static void take_core(const query *q, const cld_core_answer *core, cld_result *result) {
    double radius = q->a.shape->radius + q->b.shape->radius, scale = q->cso.scale;
    // Radii are products of a margin and a factor good to 4 u each; the subtraction and what leaves the frame add 2 u.
    double lost = 12 * CLD_ROUNDOFF * radius;
    result->signed_distance = core->signed_distance / scale - radius;
    lost += radius > 0 ? 2 * CLD_ROUNDOFF * fabs(result->signed_distance) : 0;
    result->lower = fmin(core->lower / scale - radius - lost, result->signed_distance);
    result->upper = fmax(core->upper / scale - radius + lost, result->signed_distance);
    result->tolerance = q->tolerance;
    result->normal = core->normal;
    result->algorithm = core->algorithm;
    result->stats = core->stats;
    bool touching = fabs(result->signed_distance) <= q->tolerance;
    result->outcome = touching ? CLD_TOUCHING : result->signed_distance > 0 ? CLD_SEPARATED : CLD_PENETRATING;
    result->mtv = cld_scale(core->normal, fmax(0, -result->signed_distance));
    if (result->outcome != CLD_SEPARATED)
        return;
    result->has_axis = true;
    result->axis = core->axis;
    result->gap = fmin(core->gap / scale - radius - lost, result->signed_distance);
    cld_vec3 a = cld_simplex_point_a(&core->nearest), b = cld_simplex_point_b(&core->nearest);
    a = cld_add_scaled(a, q->a.shape->radius * scale, core->normal);
    b = cld_add_scaled(b, -q->b.shape->radius * scale, core->normal);
    result->closest_a = cld_cso_world_a(&q->cso, a);
    result->closest_b = cld_cso_world_b(&q->cso, b);
}

static cld_containment find_containment(const query *q) {
    double scale = q->cso.scale, ra = q->a.shape->radius * scale, rb = q->b.shape->radius * scale;
    bool a_in_b = cld_is_contained(&q->cso, true, ra, rb, q->tolerance * scale, q->workspace);
    bool b_in_a = cld_is_contained(&q->cso, false, ra, rb, q->tolerance * scale, q->workspace);
    return a_in_b && b_in_a ? CLD_EQUAL : a_in_b ? CLD_A_IN_B : b_in_a ? CLD_B_IN_A : CLD_CONTAINS_NONE;
}

static void exchange(cld_vec3 *a, cld_vec3 *b) {
    cld_vec3 t = *a;
    *a = *b;
    *b = t;
}

/// Turns the answer for (B, A) into that for (A, B).
static void turn_round(cld_result *r) {
    r->normal = cld_negate(r->normal);
    r->mtv = cld_negate(r->mtv);
    r->axis = cld_negate(r->axis);
    exchange(&r->closest_a, &r->closest_b);
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

/// Adding 0 turns -0 into 0, which no reader wants to see.
static cld_vec3 without_negative_zero(cld_vec3 v) { return cld_vec3_make(v.x + 0.0, v.y + 0.0, v.z + 0.0); }

static void find_tangents(cld_tangents method, cld_result *r) {
    r->normal = without_negative_zero(r->normal);
    r->mtv = without_negative_zero(r->mtv);
    r->axis = without_negative_zero(r->axis);
    if (method == CLD_TANGENTS_CATTO)
        cld_find_tangents_catto(r->normal, &r->tangent[0], &r->tangent[1]);
    else
        cld_find_tangents_least_axis(r->normal, &r->tangent[0], &r->tangent[1]);
    for (int i = 0; i < 2; i++)
        r->tangent[i] = without_negative_zero(r->tangent[i]);
}

static cld_status begin(query *q, const cld_query_options *options, cld_error *err) {
    if (compare_sides(&q->b, &q->a) < 0) {
        side t = q->a;
        q->a = q->b;
        q->b = t;
        q->swapped = true;
    }
    const cld_shape *a = q->a.shape, *b = q->b.shape;
    double *scratch = cld_buffer_reserve(&q->workspace->scratch, cld_cso_scratch(a, b), sizeof *scratch);
    if (!scratch)
        return cld_fail_memory(err);
    q->cso = cld_cso_make(a, q->a.pose, b, q->b.pose, scratch);
    q->diagonal = fmax(cld_shape_find_diagonal(a), cld_shape_find_diagonal(b));
    q->tolerance = options->tolerance >= 0 ? options->tolerance : 1e-9 * q->diagonal;
    return CLD_OK;
}

cld_status cld_find_collision(const cld_shape *a, const cld_pose *pose_a, const cld_shape *b, const cld_pose *pose_b,
                              const cld_query_options *options, cld_workspace *workspace, cld_result *result,
                              cld_error *err) {
    query q = {.a = {.shape = a, .pose = pose_a}, .b = {.shape = b, .pose = pose_b}, .workspace = workspace};
    cld_status status = begin(&q, options, err);
    if (status != CLD_OK)
        return status;
    cld_core_input in = {.cso = &q.cso, .workspace = workspace, .make_solids = make_solids, .context = &q};
    in.algorithm = options->algorithm == CLD_SAT ? CLD_SAT : CLD_GJK_EPA;
    cld_core_answer core;
    status = cld_find_core_answer(&in, &core, err);
    if (status != CLD_OK)
        return status;
    memset(result, 0, sizeof *result);
    take_core(&q, &core, result);
    status = find_contacts(&q, options, &core, result, err);
    if (status != CLD_OK)
        return status;
    if (result->outcome != CLD_SEPARATED)
        result->containment = find_containment(&q);
    if (q.swapped)
        turn_round(result);
    find_tangents(options->tangents, result);
    return CLD_OK;
}
