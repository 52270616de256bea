#include "collide/verify.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/number.h"
#include "math/affine.h"
#include "proof/trial.h"
#include "shape/compound.h"
#include "shape/leaf_tree.h"

static cld_status make_body(cld_body *body, const cld_trial *t, bool is_b, const cld_shape *shape,
                            cld_error *err) {
    const cld_cso *cso = &t->cso;
    const cld_cso_side *side = cld_cso_get_side(cso, is_b);
    *body = (cld_body){.shape = shape, .cloud = side->cloud, .curve = side->curve};
    body->radius = shape->radius * cso->scale;
    body->reach = side->reach;
    if (is_b)
        body->origin = cso->offset_exact;
    cld_dd offset = cld_dd_scale(shape->rare->plane.offset, cso->scale);
    body->plane_offset = cld_dd_add(offset, cld_dd3_dot(shape->rare->plane.normal, body->origin));
    bool is_hull = shape->kind != CLD_HALFSPACE && !body->curve;
    return is_hull ? cld_shape_find_hull(shape, &body->hull, err) : CLD_OK;
}

/// What is more than this takes a minute or more: axes, in space those of all pairs of edges, times vertices,
/// and contacts, each of which is held against all faces, times vertices.
#define MOST_WIDTHS 1e10
#define MOST_PLACES 2.5e7

static uint32_t count_edges(const cld_body *body) { return body->hull ? body->hull->edge_count : 0; }

static cld_status check_size(const cld_trial *t, cld_error *err) {
    uint32_t a = count_edges(&t->a), b = count_edges(&t->b), vertices = t->a.cloud.count + t->b.cloud.count;
    size_t contacts = t->result->contact_count;
    bool overlaps = t->core_distance < -t->accuracy, planar = t->result->dimension == 2;
    uint64_t axes = planar ? (uint64_t)a + b : (uint64_t)a * b;
    if (overlaps && (double)axes * vertices > MOST_WIDTHS)
        return cld_fail(err, CLD_TOO_LARGE, "",
                        "a verification takes up to %s %s times vertices, got %llu times %u",
                        cld_number_tell(MOST_WIDTHS).text, planar ? "edges" : "pairs of edges",
                        (unsigned long long)axes, vertices);
    if ((double)contacts * vertices > MOST_PLACES)
        return cld_fail(err, CLD_TOO_LARGE, "",
                        "a verification takes up to %s contacts times vertices, got %zu times %u",
                        cld_number_tell(MOST_PLACES).text, contacts, vertices);
    return CLD_OK;
}

/// The most that what a shape is made of may be off by for a transform that is only nearly a similarity.
static double find_most_skew(const cld_shape *shape) {
    return shape->kind == CLD_COMPOUND ? shape->rare->leaf_nodes->skew : cld_shape_find_skew(shape);
}

static void set_limits(cld_trial *t) {
    const cld_cso *cso = &t->cso;
    double d = fmax(cld_shape_find_diagonal(t->shape[0]), cld_shape_find_diagonal(t->shape[1])) * cso->scale;
    double m = fmax(cld_max_abs(cso->a.centre) * cso->scale + cso->a.reach + t->a.radius,
                    cld_max_abs(cso->b.centre) * cso->scale + cso->b.reach + t->b.radius);
    bool curved = t->a.curve || t->b.curve;
    // What is not proven to be apart touches, though it be apart by so much.
    double skew = cso->scale * (cld_shape_find_skew(t->a.shape) + cld_shape_find_skew(t->b.shape));
    // The bounds of compounds are the least of all their children.
    double most_skew = cso->scale * (find_most_skew(t->shape[0]) + find_most_skew(t->shape[1]));
    t->skew = skew;
    // The last bits of a unit normal and of what is multiplied by it, which count where tiny shapes are far
    // apart.
    double along = 8 * CLD_ROUNDOFF * fabs(t->core_distance);
    const cld_plane *p = &t->a.shape->rare->plane, *q = &t->b.shape->rare->plane; // 0 of what is none
    double plane = (p->error + q->error) * cso->scale + (p->tilt + q->tilt) * cso->size;
    // Points at the world's origin have neither D nor M, and yet were moved there in double-double. All that
    // leaves the frame is a multiple of the least double, 2^-1074: bounds are four of these too wide each way
    // and rounded by one more, differences of points by three in space and four roundings by as many.
    double least = 0x1p-1070 * cso->scale, moved = 4 * (cso->error + 0x1p-90 * cso->size + plane) + least;
    t->accuracy = (curved ? 1e-9 : 1e-12) * d + 4e-16 * m + along + skew + moved;
    t->width = (curved ? 1e-6 : 1e-9) * d + 1e-14 * m + moved + 2 * most_skew;
    // To tilt by e changes a distance by e^2 / 2 only: where a surface is curved, points are known to
    // sqrt(u).
    t->vector = (curved ? 0x1p-25 : 1e-12) * d + 1e-15 * m + along + skew + moved;
    // A contact on a half-space is a vertex that was moved there along the normal, and those whose depths are
    // the answer's but for 64 u of the size (narrow/pair.h) are given that.
    double levelled = 64 * CLD_ROUNDOFF * cso->size;
    t->place = (curved ? 0x1p-25 : 0x1p-31) * d + 1e-15 * m + along + levelled + moved;
}

/// Judges one trial; `by` gets what was looked at.
typedef cld_status judge(cld_trial *t, const char **by, cld_error *err);

static cld_status fail_law(const cld_trial *t, const char *broken, cld_error *err) {
    return cld_fail(err, CLD_NOT_CERTIFIED, "",
                    "the answer could not be verified: \"%s\" does not hold, got %s, at most %s", broken,
                    cld_number_tell(t->got).text, cld_number_tell(t->limit).text);
}

static cld_status judge_answer(cld_trial *t, const char **by, cld_error *err) {
    for (size_t i = 0; i < cld_trial_law_count; i++)
        if (!cld_trial_laws[i].holds(t))
            return fail_law(t, cld_trial_laws[i].name, err);
    return cld_trial_find_nothing_nearer(t, by) ? CLD_OK : fail_law(t, "no direction separates more", err);
}

static cld_status judge_other(cld_trial *t, const char **by, cld_error *err) {
    (void)by;
    return cld_trial_find_no_deeper(t) ? CLD_OK : fail_law(t, "no other children are deeper", err);
}

/// An answer, and the shapes that it is about.
typedef struct question {
    const cld_shape *shape[2];
    const cld_pose *pose[2];
    const cld_result *result;
    bool of_children;
} question;

/// A half-space is moved to where the other shape is, as it has no place of its own.
static const cld_shape *place(const cld_shape *shape, const cld_pose **pose, const cld_shape *other,
                              const cld_pose *other_pose, cld_ground *moved) {
    if (shape->kind != CLD_HALFSPACE)
        return shape;
    cld_halfspace_move(shape, *pose, cld_shape_find_centre(other, other_pose), moved);
    *pose = NULL;
    return &moved->shape;
}

/// Judges the answer as one about a and b: the shapes of the question or children of theirs.
static cld_status try_pair(const question *q, const cld_shape *a, const cld_shape *b, judge *decide,
                           const char **by, cld_error *err) {
    cld_trial t = {.result = q->result,
                   .shape = {q->shape[0], q->shape[1]},
                   .pose = {q->pose[0], q->pose[1]},
                   .of_children = q->of_children};
    const cld_pose *pose_a = q->pose[0], *pose_b = q->pose[1];
    cld_ground moved_a, moved_b;
    const cld_shape *at_a = place(a, &pose_a, b, pose_b, &moved_a),
                    *at_b = place(b, &pose_b, a, pose_a, &moved_b);
    size_t bytes = (cld_cso_scratch(at_a, at_b) * sizeof(double) + 31) / 32 * 32;
    double *scratch = aligned_alloc(32, bytes);
    if (!scratch)
        return cld_fail_memory(err);
    t.ground = at_a != a ? &moved_a : at_b != b ? &moved_b : NULL;
    cld_cso_make(at_a, pose_a, at_b, pose_b, scratch, &t.cso);
    t.centre = cld_shape_find_centre(at_a, pose_a);
    cld_status status = make_body(&t.a, &t, false, at_a, err);
    if (status == CLD_OK)
        status = make_body(&t.b, &t, true, at_b, err);
    t.distance = q->result->signed_distance * t.cso.scale;
    t.core_distance = t.distance + t.a.radius + t.b.radius;
    t.placed_pose[0] = pose_a;
    t.placed_pose[1] = pose_b;
    if (status == CLD_OK) {
        set_limits(&t);
        status = check_size(&t, err);
    }
    if (status == CLD_OK)
        status = decide(&t, by, err);
    free(scratch);
    return status;
}

/// The middle of a leaf's ball as a pose leaves it, and how far that may be off.
static cld_vec3 find_middle(const cld_shape *shape, const cld_pose *pose, double *error) {
    cld_vec3 c = pose ? cld_add(cld_mat3_apply(&pose->r, shape->centre), pose->t) : shape->centre;
    *error +=
        16 * CLD_ROUNDOFF * (cld_max_abs(shape->centre) + (pose ? cld_max_abs(pose->t) : 0)) + shape->error;
    return c;
}

/// Whether the balls around two leaves are farther apart than the answer says of the deepest.
static bool are_balls_farther(const question *q, const cld_shape *a, const cld_shape *b) {
    double reach =
               a->reach + a->radius + cld_shape_find_skew(a) + b->reach + b->radius + cld_shape_find_skew(b),
           error = 16 * CLD_ROUNDOFF * reach;
    cld_vec3 way = cld_sub(find_middle(b, q->pose[1], &error), find_middle(a, q->pose[0], &error));
    return a->kind != CLD_HALFSPACE && b->kind != CLD_HALFSPACE &&
           cld_length(way) * (1 - 8 * CLD_ROUNDOFF) - reach - error > q->result->signed_distance;
}

/// Some leaves of the children that the answer names must have it, and no others be deeper.
static cld_status try_leaves(const question *q, const char **by, cld_error *err) {
    const cld_result *r = q->result;
    bool found = false;
    cld_status named = cld_fail(err, CLD_NOT_CERTIFIED, "", "the answer names no children of the compounds");
    for (uint32_t i = 0; i < cld_shape_count_leaves(q->shape[0]); i++)
        for (uint32_t j = 0; j < cld_shape_count_leaves(q->shape[1]); j++) {
            uint32_t child_a, child_b;
            const cld_shape *a = cld_shape_leaf(q->shape[0], i, &child_a),
                            *b = cld_shape_leaf(q->shape[1], j, &child_b);
            if (!found && child_a == r->feature_a.child && child_b == r->feature_b.child) {
                named = try_pair(q, a, b, judge_answer, by, err);
                found = named == CLD_OK;
                if (!found && named != CLD_NOT_CERTIFIED)
                    return named;
            }
            if (are_balls_farther(q, a, b))
                continue;
            cld_error other;
            cld_status status = try_pair(q, a, b, judge_other, by, &other);
            if (status != CLD_OK) {
                if (err)
                    *err = other;
                return status;
            }
        }
    return named;
}

cld_status cld_verify(const cld_shape *a, const cld_pose *pose_a, const cld_shape *b, const cld_pose *pose_b,
                      cld_result *result, cld_error *err) {
    result->verified_by = NULL;
    if (result->algorithm == CLD_SAMPLING)
        return cld_fail(err, CLD_UNSUPPORTED, "", "an estimate by sampling cannot be verified");
    if (a->kind == CLD_HALFSPACE && b->kind == CLD_HALFSPACE)
        return cld_fail(err, CLD_UNSUPPORTED, "", "two half-spaces have no signed distance");
    if (a->dimension != b->dimension)
        return cld_shapes_fail_dimension(a, b, err);
    cld_status status = cld_poses_check(pose_a, pose_b, a->dimension, err);
    if (status != CLD_OK)
        return status;
    question q = {.shape = {a, b}, .pose = {pose_a, pose_b}, .result = result};
    q.of_children = a->kind == CLD_COMPOUND || b->kind == CLD_COMPOUND;
    const char *by = NULL;
    status = q.of_children ? try_leaves(&q, &by, err) : try_pair(&q, a, b, judge_answer, &by, err);
    if (status == CLD_OK)
        result->verified_by = by;
    return status;
}
