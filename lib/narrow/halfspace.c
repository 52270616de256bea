/// Half-spaces, in closed form: the signed distance of {n . x <= offset} and a bounded B is the smallest n .
/// x over B, minus the offset. The half-space is always A; its plane is known to 100 bits, so only B's own
/// size costs digits.

#include <math.h>

#include "base/error.h"
#include "narrow/clip2.h"
#include "narrow/contact_list.h"
#include "narrow/contact_order.h"
#include "narrow/curved_view.h"
#include "narrow/pair.h"
#include "proof/bounds.h"

/// The plane in the frame of the cso.
static cld_plane find_plane(const cld_pair *pair) {
    cld_plane plane = pair->workspace->ground.rare.plane;
    plane.offset = cld_dd_scale(plane.offset, pair->cso.scale);
    plane.error *= pair->cso.scale;
    return plane;
}

/// How far a point, relative to B's centre, is above the plane; 0 where double-double cannot tell.
static double find_height(const cld_pair *pair, cld_vec3 point) {
    cld_plane plane = find_plane(pair);
    double error, height = cld_bound_find_height(&pair->cso, &plane, point, &error);
    return fabs(height) <= error ? 0 : height;
}

static void tell(const cld_cso *cso, const cld_core_answer *answer) {
    cld_cso_vertex lowest = {.a = answer->point_a, .ib = cld_cso_support(cso, answer->normal).ib};
    lowest.b = answer->point_b;
    lowest.w = cld_scale(answer->normal, -answer->signed_distance);
    cld_event event = {CLD_TRACE_ANALYTIC, .direction = answer->normal, .support = &lowest};
    event.lower = answer->lower;
    event.upper = answer->upper;
    cld_trace_tell(cso, &event);
}

static cld_status find_core(cld_pair *pair, cld_core_answer *answer, cld_error *err) {
    (void)err;
    const cld_cso *cso = &pair->cso;
    cld_plane plane = find_plane(pair);
    cld_vec3 n = cld_unit(cld_dd3_value(plane.normal));
    *answer = (cld_core_answer){.algorithm = CLD_ANALYTIC, .normal = n};
    cld_vec3 b = cld_bound_from_plane(cso, &plane, &answer->lower, &answer->upper);
    answer->point_b = b;
    answer->signed_distance = find_height(pair, b);
    cld_core_take_axis(answer);
    answer->point_a = cld_add_scaled(cld_add(cso->offset, b), -answer->signed_distance, n);
    answer->stats.support_calls = 1;
    if (cso->tracer)
        tell(cso, answer);
    return CLD_OK;
}

/// What B meets the plane in.
typedef struct meeting {
    cld_contact_list found;
    double least, deepest; ///< depths that contacts have at least, and at most
    bool has_lost;         ///< a point that was too high
} meeting;

/// Adds the contact of a point of B unless it is too high, or above or below a deeper one. `chain` is that of
/// cld_add_contact.
static void add_contact(const cld_pair *pair, cld_vec3 n, cld_vec3 point, size_t chain, meeting *m) {
    cld_vec3 b = cld_add(pair->cso.offset, point);
    double depth = fmin(-find_height(pair, point), m->deepest);
    m->has_lost |= depth < m->least;
    if (depth < m->least)
        return;
    cld_core_contact c = {cld_add_scaled(b, depth, n), b, depth};
    cld_add_contact(m->found.at, &m->found.count, chain, &c, m->found.merge);
}

static bool make_room(cld_pair *pair, size_t count, meeting *m) {
    m->found.at = cld_buffer_reserve(&pair->workspace->contacts, count, sizeof *m->found.at);
    return m->found.at;
}

/// Finds B's feature on its supporting plane, and the contacts of B with the plane below it.
typedef cld_status meet_ground(cld_pair *pair, const cld_core_answer *core, bool colliding, meeting *m,
                               cld_feature *feature, cld_error *err);

static void add_points(const cld_pair *pair, const cld_plan *plan, const cld_view *view, meeting *m) {
    size_t chain = m->found.count;
    cld_order_chain(view->point, view->count, m->found.merge);
    for (uint32_t i = 0; i < view->count; i++)
        add_contact(pair, plan->n, cld_sub(cld_plan_lift(plan, &view->point[i]), plan->offset), chain, m);
}

/// Sees to it that the list has a contact of the full depth, for which there is room.
static void hold_deepest(const cld_pair *pair, const cld_core_answer *core, meeting *m) {
    if (!cld_has_contact(m->found.at, m->found.count, m->deepest - CLD_SAME_DEPTH * pair->cso.size))
        add_contact(pair, core->normal, core->point_b, CLD_NO_CHAIN, m);
}

/// The corners of B's face or line most opposed to the plane, of a disc four points of its rim, after B's
/// deepest corner or edge, which another part may have.
static cld_status meet_body(cld_pair *pair, const cld_core_answer *core, bool colliding, meeting *m,
                            cld_feature *feature, cld_error *err) {
    cld_plan plan =
        cld_plan_make(core->normal, (cld_vec3){0, 0, 0}, pair->cso.offset, cld_pair_find_slack(pair));
    cld_solid solid;
    cld_viewed side;
    cld_status status = cld_viewed_make(pair, true, core->normal, &solid, &side, err);
    if (status != CLD_OK)
        return status;
    size_t room = cld_view_room(&side);
    cld_plan_point *points = cld_buffer_reserve(&pair->workspace->polygons, 2 * room, sizeof *points);
    if (!points || !make_room(pair, 2 * room + 7, m))
        return cld_fail_memory(err);
    cld_view view = cld_view_facing(&plan, &side, points),
             lying = cld_view_supporting(&plan, &side, points + room);
    *feature = lying.feature;
    if (!colliding)
        return CLD_OK;
    if (lying.count == 1 && view.count)
        add_contact(pair, plan.n, core->point_b, CLD_NO_CHAIN, m);
    if (lying.count == 2)
        add_points(pair, &plan, &lying, m);
    add_points(pair, &plan, &view, m);
    if (m->has_lost && view.relief.panel) {
        // Where the corners of what bends back are no contacts, those of what does not may be.
        side.most = m->deepest - m->least;
        cld_view narrow = cld_view_facing(&plan, &side, points);
        add_points(pair, &plan, &narrow, m);
    }
    double x = view.first_x, y = view.first_y;
    for (int i = 0; i < 4 && !view.count; i++) {
        cld_plan_point p = cld_view_on_disc(&view, x, y);
        add_contact(pair, plan.n, cld_sub(cld_plan_lift(&plan, &p), plan.offset), CLD_NO_CHAIN, m);
        double t = x;
        x = -y, y = t;
    }
    hold_deepest(pair, core, m);
    return CLD_OK;
}

static void add_ends(const cld_pair *pair, const cld_core_answer *core, const uint32_t end[2], meeting *m) {
    for (int i = 0; i < 2; i++)
        add_contact(pair, core->normal, cld_cloud_at(&pair->cso.b.cloud, end[i]), CLD_NO_CHAIN, m);
}

/// The ends of B's edge most opposed to the line, after B's deepest vertex or edge, which another may have.
static cld_status meet_planar(cld_pair *pair, const cld_core_answer *core, bool colliding, meeting *m,
                              cld_feature *feature, cld_error *err) {
    const cld_shape *b = pair->b.shape;
    cld_vec3 down = cld_negate(core->normal);
    cld_touch2 lowest = cld_find_touch2(b, &pair->cso.b.cloud, down, cld_pair_find_slack(pair));
    *feature = (cld_feature){lowest.kind, lowest.index, CLD_NO_INDEX};
    if (!colliding)
        return CLD_OK;
    if (!make_room(pair, 7, m))
        return cld_fail_memory(err);
    if (lowest.kind == CLD_FEATURE_VERTEX)
        add_contact(pair, core->normal, cld_cloud_at(&pair->cso.b.cloud, lowest.index), CLD_NO_CHAIN, m);
    // Where the ends of what bends back are no contacts, those of what does not may be.
    const double bend[] = {INFINITY, m->deepest - m->least};
    for (int i = 0; i < 2 && (i == 0 || m->has_lost); i++) {
        uint32_t facing[2];
        cld_find_facing2(b, &pair->cso.b.cloud, down, lowest.kind == CLD_FEATURE_EDGE,
                         cld_slack2_make(pair, true, bend[i]), facing);
        add_ends(pair, core, facing, m);
    }
    hold_deepest(pair, core, m);
    return CLD_OK;
}

static cld_status find_contacts(cld_pair *pair, const cld_core_answer *core, bool colliding, double least,
                                cld_contact_set *set, cld_error *err) {
    meeting m = {.least = least, .deepest = -core->signed_distance, .found.merge = cld_pair_find_merge(pair)};
    meet_ground *meet = pair->b.shape->dimension == 2 ? meet_planar : meet_body;
    set->feature_a = (cld_feature){CLD_FEATURE_FACE, 0, CLD_NO_INDEX};
    cld_status status = meet(pair, core, colliding, &m, &set->feature_b, err);
    if (status != CLD_OK)
        return status;
    set->contacts = m.found.at;
    set->count = m.found.count;
    return cld_sort_contacts(m.found.at, m.found.count, &pair->workspace->clipping) ? CLD_OK
                                                                                    : cld_fail_memory(err);
}

/// Doubles do not tell which of the corners that are about the highest is so: all are looked at.
static bool is_contained(cld_pair *pair, bool b_is_container, double room) {
    const cld_cso *cso = &pair->cso;
    cld_vec3 up = cld_dd3_value(pair->workspace->ground.rare.plane.normal);
    if (b_is_container)
        return false;
    cld_vec3 highest = cld_cso_support(cso, cld_negate(up)).b;
    bool holds = find_height(pair, highest) <= room;
    double level = cld_dot(up, highest) - 8 * CLD_ROUNDOFF * cld_length(up) * cso->size;
    for (uint32_t i = 0; i < cso->b.cloud.count && holds; i++) {
        cld_vec3 corner = cld_cso_at(cso, true, i);
        holds = cld_dot(up, corner) < level || find_height(pair, corner) <= room;
    }
    return holds;
}

bool cld_is_clear_of_plane(const cld_shape *a, const cld_pose *pose_a, const cld_shape *b,
                           const cld_pose *pose_b, double asked) {
    bool is_first = a->kind == CLD_HALFSPACE;
    const cld_shape *plane = is_first ? a : b, *ball = is_first ? b : a;
    const cld_pose *pose = is_first ? pose_a : pose_b;
    if (plane->kind != CLD_HALFSPACE || !cld_has_ball(ball) || plane->dimension != ball->dimension)
        return false;
    double tolerance = cld_find_tolerance(asked, ball->diagonal) + cld_shape_find_skew(ball);
    cld_vec3 p = cld_dd3_value(cld_shape_find_centre(ball, is_first ? pose_b : pose_a));
    double lost = CLD_BALLS_OFF * (cld_max_abs(p) + (pose ? cld_max_abs(pose->t) : 0)),
           reach = (ball->reach + ball->radius + tolerance) * (1 + CLD_BALLS_OFF);
    cld_vec3 own = pose ? cld_mat3_apply_transposed(&pose->r, cld_sub(p, pose->t)) : p;
    const double at[3] = {own.x, own.y, own.z};
    return cld_halfspace_find_gap(plane, at, at) > reach + lost;
}

const cld_method cld_method_halfspace = {find_core, find_contacts, is_contained};
