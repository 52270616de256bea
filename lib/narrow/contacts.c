/// From contacts of the cores to those of an answer: at its depth, on the rounded surfaces, in the world and
/// in the frames of the shapes.

#include "base/error.h"
#include "math/affine.h"
#include "narrow/contact_order.h"
#include "narrow/pair.h"
#include "narrow/workspace.h"
#include "shape/lanes.h"

/// A point relative to the shape's centre, in the frame of the query, as a point of the caller's shape's own
/// frame, to which `back` leads from the world.
CLD_INLINE cld_vec3 make_local(const cld_pair *q, const cld_side *s, const cld_transform *back,
                               cld_vec3 point) {
    cld_vec3 p = cld_pose_turn_back(s->pose, cld_scale(point, q->cso.unit)), c = s->shape->centre;
    if (s->shape == s->whole && cld_shape_is_unturned(s->whole))
        return cld_add(p, cld_shape_own_centre(s->whole));
    // What a matrix nearly flattens, the way back takes far apart.
    cld_affine inverse = cld_affine_make(back);
    cld_dd3 world = {cld_two_sum(c.x, p.x), cld_two_sum(c.y, p.y), cld_two_sum(c.z, p.z)};
    if (s->pose != s->whole_pose) { // a half-space stands where the pose has brought it
        cld_vec3 moved = cld_dd3_value(cld_dd3_sub(world, cld_dd3_make(s->whole_pose->t)));
        world = cld_dd3_make(cld_mat3_apply_transposed(&s->whole_pose->r, moved));
    }
    return cld_dd3_value(cld_affine_apply(&inverse, world));
}

/// The same contact at another depth: the point moves that was found from the other one.
static void deepen(cld_core_contact *c, double depth, cld_vec3 n) {
    cld_vec3 b = cld_add_scaled(c->a, -c->depth, n);
    if (b.x == c->b.x && b.y == c->b.y && b.z == c->b.z)
        c->b = cld_add_scaled(c->a, -depth, n);
    else
        c->a = cld_add_scaled(c->b, depth, n);
    c->depth = depth;
}

/// How much too little the depth of a contact may have come out: by its own sums, by where the clouds are,
/// and in what it is held against by radii that are good to 4 u each.
static double find_shortfall(const cld_cso *cso) {
    return CLD_SAME_DEPTH * (cso->size + cso->radius) + 2 * cso->error;
}

/// Gives the answer's depth to the first of sorted contacts, which the slack may have left less, and to all
/// that only rounding keeps from it, so that among them too it is their place that sorts them; and the least
/// depth to all that only rounding has left below that. False when memory runs out.
static bool settle_depths(const cld_contact_set *set, double depth, double least, double size, cld_vec3 n,
                          cld_buffer *spare) {
    bool changed = false;
    for (size_t i = 0; i < set->count; i++) {
        cld_core_contact *c = &set->contacts[i];
        bool is_deepest = i == 0 || c->depth >= depth - CLD_SAME_DEPTH * size;
        double settled = is_deepest ? depth : cld_min(depth, cld_max(c->depth, least));
        if (c->depth != settled) {
            deepen(c, settled, n);
            changed = true;
        }
    }
    return !changed || cld_sort_contacts(set->contacts, set->count, spare);
}

/// A contact of the cores, each point moved along the normal by its radius: to the rounded surface, or, on
/// what is tilted against the normal, to the inside of it (collide/query.h). None is deeper than
/// `deepest`, the answer's depth, than which two rounded sums may be more.
static void make_contact(const cld_pair *q, const cld_transform *back_a, const cld_transform *back_b,
                         const cld_core_contact *core, cld_vec3 n, double deepest, cld_contact *out) {
    double ra = q->a.shape->radius, rb = q->b.shape->radius;
    cld_vec3 a = cld_add_scaled(core->a, ra * q->cso.scale, n);
    cld_vec3 b = cld_add_scaled(cld_sub(core->b, q->cso.offset), -rb * q->cso.scale, n);
    out->depth = cld_min(core->depth * q->cso.unit + ra + rb, deepest);
    out->world_a = cld_cso_world_a(&q->cso, a);
    out->world_b = cld_cso_world_b(&q->cso, b);
    out->local_a = make_local(q, &q->a, back_a, a);
    out->local_b = make_local(q, &q->b, back_b, b);
}

double cld_pair_find_merge(const cld_pair *pair) {
    const cld_cso *cso = &pair->cso;
    double magnitude = cld_max(cld_max_abs(cso->a.centre), cld_max_abs(cso->b.centre)) * cso->scale;
    return 0x1p-32 * cld_max(cld_pair_find_diagonal(pair), cso->a.reach + cso->b.reach) +
           8 * CLD_ROUNDOFF * (magnitude + cso->size);
}

/// The features of the answer by the points that show it, each relative to its shape's centre.
static cld_status name_features(const cld_pair *pair, cld_vec3 normal, cld_vec3 a, cld_vec3 b,
                                const cld_contact_set *set, cld_result *result, cld_error *err) {
    result->feature_a = set->feature_a;
    result->feature_b = set->feature_b;
    cld_status status =
        cld_pair_name_feature(pair, false, normal, a, set->a_is_alone, &result->feature_a, err);
    if (status == CLD_OK)
        status = cld_pair_name_feature(pair, true, normal, b, set->b_is_alone, &result->feature_b, err);
    result->feature_a.child = pair->a.child;
    result->feature_b.child = pair->b.child;
    return status;
}

cld_status cld_pair_find_contacts(cld_pair *pair, const cld_method *method, const cld_core_answer *core,
                                  cld_result *result, cld_error *err) {
    cld_contact_set set = {.count = 0};
    bool colliding = result->outcome != CLD_SEPARATED;
    double farthest = pair->tolerance * pair->cso.scale + pair->cso.radius;
    // What touches since nothing proves it to be apart may seem to be farther apart.
    double least = -cld_max(farthest, core->signed_distance);
    cld_status status =
        method->find_contacts(pair, core, colliding, least - find_shortfall(&pair->cso), &set, err);
    if (status != CLD_OK)
        return status;
    if (!colliding)
        return name_features(pair, core->normal, core->point_a, core->point_b, &set, result, err);
    if (!settle_depths(&set, -core->signed_distance, least, pair->cso.size, core->normal,
                       &pair->workspace->clipping) ||
        !cld_reduce_contacts(set.contacts, &set.count, pair->options->max_contacts, pair->workspace))
        return cld_fail_memory(err);
    cld_contact *out = cld_buffer_reserve(&pair->workspace->results, set.count, sizeof *out);
    if (!out)
        return cld_fail_memory(err);
    cld_transform space_a, space_b;
    const cld_transform *back_a = cld_shape_find_inverse(pair->a.whole, &space_a),
                        *back_b = cld_shape_find_inverse(pair->b.whole, &space_b);
    double full = 0 - result->signed_distance; // not -0
    for (size_t i = 0; i < set.count; i++) {
        make_contact(pair, back_a, back_b, &set.contacts[i], core->normal, full, &out[i]);
        if (set.contacts[i].depth == -core->signed_distance)
            out[i].depth = full;
    }
    result->contacts = out;
    result->contact_count = set.count;
    const cld_core_contact *deepest = &set.contacts[0];
    cld_vec3 b = cld_sub(deepest->b, pair->cso.offset);
    return name_features(pair, core->normal, deepest->a, b, &set, result, err);
}
