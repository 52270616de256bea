#include "collide/verify.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "proof/trial.h"
#include "shape/halfspace.h"

static cld_status make_body(cld_body *body, const cld_trial *t, bool is_b, const cld_shape *shape,
                            cld_error *err) {
    const cld_cso *cso = &t->cso;
    *body = (cld_body){
        .shape = shape, .cloud = is_b ? cso->b : cso->a, .curve = is_b ? cso->curve_b : cso->curve_a};
    body->radius = shape->radius * cso->scale;
    body->reach = is_b ? cso->reach_b : cso->reach_a;
    if (is_b)
        body->origin = cso->offset_exact;
    cld_dd offset = cld_dd_scale(shape->plane_offset, cso->scale);
    body->plane_offset = cld_dd_add(offset, cld_dd3_dot(shape->plane_normal, body->origin));
    bool is_hull = shape->kind != CLD_HALFSPACE && !body->curve;
    return is_hull ? cld_shape_find_hull(shape, &body->hull, err) : CLD_OK;
}

static void set_limits(cld_trial *t) {
    const cld_cso *cso = &t->cso;
    double d = fmax(cld_shape_find_diagonal(t->a.shape), cld_shape_find_diagonal(t->b.shape)) * cso->scale;
    double m = fmax(cld_max_abs(cso->centre_a) * cso->scale + cso->reach_a + t->a.radius,
                    cld_max_abs(cso->centre_b) * cso->scale + cso->reach_b + t->b.radius);
    bool curved = t->a.curve || t->b.curve;
    t->accuracy = (curved ? 1e-9 : 1e-12) * d + 4e-16 * m + 8 * CLD_ROUNDOFF * fabs(t->core_distance);
    t->width = (curved ? 1e-6 : 1e-9) * d + 1e-14 * m;
    t->vector = (curved ? 1e-9 : 1e-12) * d + 1e-15 * m;
    t->place = (curved ? 1e-8 : 0x1p-31) * d + 1e-15 * m;
}

static cld_status judge(cld_trial *t, cld_result *result, cld_error *err) {
    const char *by = NULL, *broken = NULL;
    for (size_t i = 0; i < cld_trial_law_count && !broken; i++)
        if (!cld_trial_laws[i].holds(t))
            broken = cld_trial_laws[i].name;
    if (!broken && !cld_trial_find_nothing_nearer(t, &by))
        broken = "no direction separates more";
    if (broken)
        return cld_fail(err, CLD_NOT_CERTIFIED, "",
                        "the answer could not be verified: \"%s\" does not hold, got %g, at most %g", broken,
                        t->got, t->limit);
    result->verified_by = by;
    return CLD_OK;
}

/// A half-space is moved to where the other shape is, as it has no place of its own.
static const cld_shape *place(const cld_shape *shape, const cld_pose **pose, const cld_shape *other,
                              const cld_pose *other_pose, cld_shape *moved) {
    if (shape->kind != CLD_HALFSPACE)
        return shape;
    *moved = cld_halfspace_move(shape, *pose, cld_shape_find_centre(other, other_pose));
    *pose = NULL;
    return moved;
}

cld_status cld_verify(const cld_shape *a, const cld_pose *pose_a, const cld_shape *b, const cld_pose *pose_b,
                      cld_result *result, cld_error *err) {
    if (a->kind == CLD_COMPOUND || b->kind == CLD_COMPOUND)
        return cld_fail(err, CLD_UNSUPPORTED, "",
                        "answers about compounds cannot be verified: verify those about their children");
    if (result->algorithm == CLD_SAMPLING)
        return cld_fail(err, CLD_UNSUPPORTED, "", "an estimate by sampling cannot be verified");
    if (a->kind == CLD_HALFSPACE && b->kind == CLD_HALFSPACE)
        return cld_fail(err, CLD_UNSUPPORTED, "", "two half-spaces have no signed distance");
    cld_trial t = {.result = result, .shape = {a, b}, .pose = {pose_a, pose_b}};
    cld_shape moved_a, moved_b;
    const cld_shape *at_a = place(a, &pose_a, b, pose_b, &moved_a),
                    *at_b = place(b, &pose_b, a, pose_a, &moved_b);
    size_t bytes = (cld_cso_scratch(at_a, at_b) * sizeof(double) + 31) / 32 * 32;
    double *scratch = aligned_alloc(32, bytes);
    if (!scratch)
        return cld_fail_memory(err);
    t.cso = cld_cso_make(at_a, pose_a, at_b, pose_b, scratch);
    t.centre = cld_shape_find_centre(at_a, pose_a);
    cld_status status = make_body(&t.a, &t, false, at_a, err);
    if (status == CLD_OK)
        status = make_body(&t.b, &t, true, at_b, err);
    t.distance = result->signed_distance * t.cso.scale;
    t.core_distance = t.distance + t.a.radius + t.b.radius;
    t.placed_pose[0] = pose_a;
    t.placed_pose[1] = pose_b;
    set_limits(&t);
    if (status == CLD_OK)
        status = judge(&t, result, err);
    free(scratch);
    return status;
}
