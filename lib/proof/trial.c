#include "proof/trial.h"

#include <math.h>

bool cld_trial_take(cld_trial *t, double got, double limit) {
    t->got = got / t->cso.scale;
    t->limit = limit / t->cso.scale;
    return got <= limit;
}

static bool is_so(cld_trial *t, bool holds) {
    t->got = !holds;
    t->limit = 0;
    return holds;
}

/// Numbers without a unit.
static bool is_small(cld_trial *t, double got) {
    t->got = got;
    t->limit = 32 * CLD_ROUNDOFF;
    return got <= t->limit;
}

static cld_vec3 scaled(const cld_trial *t, cld_vec3 v) { return cld_scale(v, t->cso.scale); }

static cld_dd3 find_place(const cld_trial *t, cld_vec3 world) {
    return cld_dd3_scale(cld_dd3_sub(cld_dd3_make(world), t->centre), cld_dd_make(t->cso.scale));
}

/// |to - from - length * normal|
static double find_offset_error(const cld_trial *t, cld_vec3 from, cld_vec3 to, double length) {
    cld_dd3 d = cld_dd3_sub(find_place(t, to), find_place(t, from));
    cld_dd3 n = cld_dd3_scale(cld_dd3_make(t->result->normal), cld_dd_make(length * t->cso.scale));
    return cld_length_of_any(cld_dd3_value(cld_dd3_sub(d, n)));
}

double cld_trial_find_separation(const cld_trial *t, cld_vec3 n) {
    cld_dd a = cld_body_find_height(&t->a, n), b = cld_body_find_height(&t->b, cld_negate(n));
    return -cld_dd_value(cld_dd_add(a, b)) / cld_length(n) - t->a.radius - t->b.radius;
}

/// How far a point of the world is outside of a shape.
static double find_excess(const cld_trial *t, const cld_body *body, cld_vec3 world) {
    return cld_body_find_distance(body, find_place(t, world)) - body->radius;
}

/// 0, or NaN unless all three are finite.
static double vanish(cld_vec3 v) { return 0 * v.x + 0 * v.y + 0 * v.z; }

/// The other laws compare, and a maximum drops what is no number. A tolerance may be infinite.
static bool has_numbers(cld_trial *t) {
    const cld_result *r = t->result;
    double none = 0 * r->signed_distance + 0 * r->lower + 0 * r->upper + 0 * r->gap;
    none += vanish(r->normal) + vanish(r->mtv) + vanish(r->axis) + vanish(r->tangent[0]);
    none += vanish(r->tangent[1]) + vanish(r->closest_a) + vanish(r->closest_b);
    for (size_t i = 0; i < r->contact_count; i++) {
        const cld_contact *c = &r->contacts[i];
        none += 0 * c->depth + vanish(c->world_a) + vanish(c->world_b);
        none += vanish(c->local_a) + vanish(c->local_b);
    }
    return is_so(t, none == 0);
}

/// What is looked at goes by it.
static bool has_dimension(cld_trial *t) { return is_so(t, t->result->dimension == t->shape[0]->dimension); }

static bool has_frame(cld_trial *t) {
    const cld_result *r = t->result;
    cld_vec3 n = r->normal, t1 = r->tangent[0], t2 = r->tangent[1];
    // A sum, as a maximum would drop what is no number.
    double off = fabs(cld_dot(n, n) - 1) + fabs(cld_dot(t1, t1) - 1) + fabs(cld_dot(n, t1));
    if (r->dimension == 2) // the one tangent is the normal turned to the left
        off += cld_distance(cld_vec3_make(-n.y, n.x, 0), t1);
    else
        off += cld_distance(cld_cross(t1, t2), n) + fabs(cld_dot(t1, t2));
    return is_small(t, off);
}

static bool has_mtv(cld_trial *t) {
    const cld_result *r = t->result;
    double depth = fmax(0, -r->signed_distance);
    cld_vec3 off = cld_sub(r->mtv, cld_scale(r->normal, depth));
    return cld_trial_take(t, cld_max_abs(scaled(t, off)), 4 * CLD_ROUNDOFF * depth * t->cso.scale);
}

static bool has_status(cld_trial *t) {
    const cld_result *r = t->result;
    double d = r->signed_distance, tolerance = r->tolerance;
    cld_outcome outcome = d > tolerance ? CLD_SEPARATED : d < -tolerance ? CLD_PENETRATING : CLD_TOUCHING;
    bool fits = tolerance >= 0 && outcome == r->outcome &&
                (r->contact_count == 0) == (outcome == CLD_SEPARATED) &&
                r->has_axis == (outcome == CLD_SEPARATED && !t->of_children);
    return is_so(t, fits);
}

static bool has_order(cld_trial *t) {
    const cld_result *r = t->result;
    return cld_trial_take(
        t, fmax(r->lower - r->signed_distance, r->signed_distance - r->upper) * t->cso.scale, 0);
}

/// How much nearer another child may be proven to be than this one proves itself. No upper bound is below the
/// distance, which is as good as what measures it has to be: twice what some 20 u of the shapes' reach, 12 u
/// of the distance between them and the clouds' errors leave open, and sixteen times that of the reach.
/// Radii lose 12 u, and skews are not proven at all.
static double find_open(const cld_trial *t) {
    const cld_cso *c = &t->cso;
    return 320 * CLD_ROUNDOFF * (c->a.reach + c->b.reach) + 32 * CLD_ROUNDOFF * c->size + 2 * c->error +
           12 * CLD_ROUNDOFF * (t->a.radius + t->b.radius) + t->skew;
}

static bool has_upper_bound(cld_trial *t) {
    double separation = cld_trial_find_separation(t, t->result->normal);
    double error = 1.1 * t->cso.error + 8 * CLD_ROUNDOFF * (fabs(separation) + t->a.radius + t->b.radius);
    error += t->a.curve || t->b.curve ? t->accuracy : t->of_children ? find_open(t) : 0;
    if (t->ground) // whose own normal need not be one of doubles
        error += 4 * CLD_ROUNDOFF * t->cso.size + t->ground->rare.plane.error * t->cso.scale;
    return cld_trial_take(t, separation - t->result->upper * t->cso.scale, error);
}

static bool has_narrow_bounds(cld_trial *t) {
    return cld_trial_take(t, (t->result->upper - t->result->lower) * t->cso.scale, t->width);
}

static bool has_separation_along_normal(cld_trial *t) {
    return cld_trial_take(t, fabs(cld_trial_find_separation(t, t->result->normal) - t->distance),
                          t->accuracy);
}

static bool has_gap_along_axis(cld_trial *t) {
    const cld_result *r = t->result;
    if (!r->has_axis)
        return true;
    if (!is_small(t, fabs(cld_dot(r->axis, r->axis) - 1)) || !(r->gap > 0))
        return false;
    return cld_trial_take(t, r->gap * t->cso.scale - cld_trial_find_separation(t, r->axis), t->accuracy);
}

static bool has_closest_points_apart_by_distance(cld_trial *t) {
    const cld_result *r = t->result;
    return cld_trial_take(t, find_offset_error(t, r->closest_a, r->closest_b, r->signed_distance), t->vector);
}

/// What touches or overlaps has its deepest contact for them.
static bool has_closest_points_in_shapes(cld_trial *t) {
    const cld_result *r = t->result;
    double limit = t->result->outcome == CLD_SEPARATED ? t->vector : t->place;
    return cld_trial_take(t, fmax(find_excess(t, &t->a, r->closest_a), find_excess(t, &t->b, r->closest_b)),
                          limit);
}

static bool has_contacts_along_normal(cld_trial *t) {
    for (size_t i = 0; i < t->result->contact_count; i++) {
        const cld_contact *c = &t->result->contacts[i];
        if (!cld_trial_take(t, find_offset_error(t, c->world_a, c->world_b, -c->depth), t->vector) ||
            !cld_trial_take(t, (-c->depth - t->result->tolerance) * t->cso.scale, t->accuracy))
            return false;
    }
    return true;
}

static bool has_deepest_contact_first(cld_trial *t) {
    const cld_result *r = t->result;
    for (size_t i = 1; i < r->contact_count; i++)
        if (!cld_trial_take(t, (r->contacts[i].depth - r->contacts[i - 1].depth) * t->cso.scale, 0))
            return false;
    double depth = r->contact_count ? r->contacts[0].depth * t->cso.scale : -t->distance;
    return cld_trial_take(t, fabs(depth + t->distance), t->accuracy);
}

static bool has_contacts_in_shapes(cld_trial *t) {
    for (size_t i = 0; i < t->result->contact_count; i++) {
        const cld_contact *c = &t->result->contacts[i];
        if (!cld_trial_take(t, fmax(find_excess(t, &t->a, c->world_a), find_excess(t, &t->b, c->world_b)),
                            t->place))
            return false;
    }
    return true;
}

/// |world - the image of local|
static double find_local_error(const cld_trial *t, int side, cld_vec3 local, cld_vec3 world) {
    const cld_pose *pose = t->pose[side];
    cld_transform space;
    cld_vec3 image = cld_transform_apply(cld_shape_find_transform(t->shape[side], &space), local);
    if (pose)
        image = cld_add(cld_mat3_apply(&pose->r, image), pose->t);
    return cld_length_of_any(scaled(t, cld_sub(image, world)));
}

/// What rounding may make of that, far from where the pair is too: to a shape's own frame and back the
/// translation of a pose is taken off and added, and `r`, a rotation but for 4 u, applied both ways with 3 u
/// each, to vectors no longer than |world| + |t|, each result rounded: below 16 u of those. `local` is
/// rounded twice, which the shape's own map stretches.
static double find_local_rounding(const cld_trial *t, int side, cld_vec3 local, cld_vec3 world) {
    const cld_pose *pose = t->pose[side];
    cld_transform space;
    const cld_mat3 *m = &cld_shape_find_transform(t->shape[side], &space)->m;
    double size = cld_length_of_any(scaled(t, world)) + (pose ? cld_length_of_any(scaled(t, pose->t)) : 0),
           stretched = 0;
    for (int i = 0; i < 3; i++)
        stretched += fabs(m->row[i].x * local.x) + fabs(m->row[i].y * local.y) + fabs(m->row[i].z * local.z);
    return CLD_ROUNDOFF * (16 * size + 2 * stretched * t->cso.scale);
}

static bool has_local_points(cld_trial *t) {
    for (size_t i = 0; i < t->result->contact_count; i++) {
        const cld_contact *c = &t->result->contacts[i];
        const cld_vec3 local[2] = {c->local_a, c->local_b}, world[2] = {c->world_a, c->world_b};
        for (int side = 0; side < 2; side++)
            if (!cld_trial_take(t, find_local_error(t, side, local[side], world[side]),
                                t->place + find_local_rounding(t, side, local[side], world[side])))
                return false;
    }
    return true;
}

/// What is more vertices times faces than this takes seconds.
#define MOST_INSIDE 2.5e7

/// How far one shape reaches beyond the other along some of many directions, or the normal of a plane.
static double find_reach_beyond(const cld_body *inner, const cld_body *outer) {
    double most = -INFINITY;
    bool is_plane = outer->shape->kind == CLD_HALFSPACE;
    for (int i = 0; i < (is_plane ? 1 : CLD_DIRECTION_COUNT); i++) {
        cld_vec3 n = is_plane ? cld_unit(cld_dd3_value(outer->shape->rare->plane.normal))
                              : cld_spread_direction(i, inner->shape->dimension);
        double top = is_plane ? cld_dd_value(outer->plane_offset) : cld_body_find_rough_height(outer, n);
        most = fmax(most, cld_body_find_rough_height(inner, n) - top);
    }
    return most + inner->radius - outer->radius;
}

/// Whether what is said of one shape in the other fits the vertices of the former. Where its radius is the
/// larger one they tell only that it is not; of a curve distances are lower bounds.
static bool fits_vertices(cld_trial *t, const cld_body *inner, const cld_body *outer, bool is_said) {
    double room = outer->radius - inner->radius + t->result->tolerance * t->cso.scale, farthest = 0;
    double slack = t->place + t->skew, most = fmax(room, 0) + slack;
    double faces = outer->hull ? outer->hull->face_count + outer->hull->edge_count : 1;
    if (inner->cloud.count * faces > MOST_INSIDE || (!is_said && (outer->curve || room < slack)))
        return true;
    for (uint32_t i = 0; i < inner->cloud.count && farthest <= most; i++) {
        cld_dd3 vertex = cld_dd3_add(inner->origin, cld_dd3_make(cld_cloud_at(&inner->cloud, i)));
        farthest = fmax(farthest, cld_body_find_distance(outer, vertex));
    }
    return is_said ? cld_trial_take(t, farthest, most) : is_so(t, farthest > room - slack);
}

static bool is_inside_as_said(cld_trial *t, const cld_body *inner, const cld_body *outer, bool is_said) {
    double most = t->result->tolerance * t->cso.scale + t->place + t->skew;
    if (inner->shape->kind == CLD_HALFSPACE)
        return is_so(t, !is_said);
    if (is_said && !cld_trial_take(t, find_reach_beyond(inner, outer), most))
        return false;
    return inner->curve || fits_vertices(t, inner, outer, is_said);
}

/// Of compounds it is about all of their children.
static bool has_containment(cld_trial *t) {
    cld_containment said = t->result->containment;
    return t->of_children || (is_inside_as_said(t, &t->a, &t->b, said == CLD_A_IN_B || said == CLD_EQUAL) &&
                              is_inside_as_said(t, &t->b, &t->a, said == CLD_B_IN_A || said == CLD_EQUAL));
}

const cld_law cld_trial_laws[] = {
    {"all numbers are finite", has_numbers},
    {"the dimension is that of the shapes", has_dimension},
    {"normal and tangents are a frame", has_frame},
    {"mtv is depth times normal", has_mtv},
    {"status, contacts and axis fit signed distance and tolerance", has_status},
    {"signed distance lies within its bounds", has_order},
    {"bounds are narrow", has_narrow_bounds},
    {"normal separates by the signed distance", has_separation_along_normal},
    {"upper bound holds", has_upper_bound},
    {"separating axis has the gap", has_gap_along_axis},
    {"closest points are the signed distance apart along the normal", has_closest_points_apart_by_distance},
    {"closest points lie in the shapes", has_closest_points_in_shapes},
    {"contact points are the depth apart along the normal", has_contacts_along_normal},
    {"the deepest contact stands first and has the depth", has_deepest_contact_first},
    {"contacts lie in the shapes", has_contacts_in_shapes},
    {"local points are the world's", has_local_points},
    {"containment fits the shapes", has_containment},
};
const size_t cld_trial_law_count = sizeof cld_trial_laws / sizeof *cld_trial_laws;
