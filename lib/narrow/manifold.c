/// Where two polytopes meet: a face and what is incident to it (incident.c), else two edges, else the one
/// point where they are deepest.
///
/// Source: D. Gregorius, Robust contact creation for physics simulation, 2015. Deviations: edges are compared
/// by how far they part over their length, not by an angle; a face that is on the supporting plane but for
/// noise is the reference face where none is there.

#include "narrow/manifold.h"

#include <math.h>

#include "narrow/contact_order.h"
#include "narrow/incident.h"
#include "narrow/window.h"
#include "narrow/witness.h"

static cld_plan_point look_at(const cld_plan *p, const cld_solid *s, uint32_t vertex, bool is_b) {
    return cld_plan_look(p, cld_solid_at(s, vertex), is_b);
}

/// Adds the contact of a point of one edge with the other, `edge`, if they meet there: edges within the slack
/// of the supporting planes may be parts of near faces that pass each other by.
static void add_meeting(const cld_manifold_input *in, const cld_plan *p, const cld_plan_point *q, bool is_b,
                        const cld_plan_point *edge, cld_contact_list *list) {
    cld_plan_point other = cld_plan_find_nearest(edge, q);
    double u = other.u - q->u, v = other.v - q->v;
    if (!(u * u + v * v <= in->slack * in->slack))
        return;
    cld_core_contact c = cld_contact_at(p->n, cld_plan_lift(p, q), is_b, in->depth);
    cld_add_contact(list->at, &list->count, 0, &c, list->merge);
}

/// The ends of the overlap of two parallel segments, as points of the second.
static void overlap_segments(const cld_manifold_input *in, const cld_plan *p, const cld_plan_point *a,
                             const cld_plan_point *b, cld_contact_list *list) {
    for (int i = 0; i < 2; i++) {
        cld_plan_point q = cld_plan_find_nearest(b, &a[i]);
        add_meeting(in, p, &q, true, a, list);
    }
}

static void meet_edges(const cld_manifold_input *in, const cld_plan *p, uint32_t edge_a, uint32_t edge_b,
                       cld_contact_list *list) {
    cld_plan_point a[2], b[2];
    for (int i = 0; i < 2; i++) {
        a[i] = look_at(p, in->a, in->a->hull->edge_vertex[edge_a][i], false);
        b[i] = look_at(p, in->b, in->b->hull->edge_vertex[edge_b][i], true);
    }
    cld_plan_crossing crossing = cld_plan_cross(p, a, b);
    if (crossing.parallel) {
        overlap_segments(in, p, a, b, list);
    } else {
        cld_plan_point q = cld_plan_within(&a[0], &a[1], crossing.part);
        add_meeting(in, p, &q, false, b, list);
    }
}

static bool is_only_vertex(cld_hull_feature f) { return f.kind == CLD_FEATURE_VERTEX && f.is_alone; }

/// Whether a point is over a face, within the slack, as seen in the plan.
static bool is_over_face(cld_window *window, const cld_plan_point *q) {
    const cld_outline *face = &window->outline;
    double slack = face->plan->slack, depth = cld_window_find_depth(window, q);
    bool is_clear = fabs(depth) > slack;
    for (uint32_t i = 0; !is_clear && i < face->count; i++) {
        cld_plan_point p = cld_outline_look(face, i),
                       next = cld_outline_look(face, cld_plan_next(i, face->count));
        double u = next.u - p.u, v = next.v - p.v;
        if (!(cld_plan_left(&p, &next, q) >= -slack * sqrt(u * u + v * v)))
            return false;
    }
    return !(depth < -slack);
}

/// Whether a point is over a feature, within the slack, as seen in the plan.
static bool is_over(const cld_plan *p, const cld_solid *s, bool is_b, cld_hull_feature feature,
                    const cld_plan_point *q) {
    if (feature.kind == CLD_FEATURE_FACE) {
        cld_window face = cld_window_make(p, s, feature.index, is_b);
        return is_over_face(&face, q);
    }
    cld_plan_point side[2];
    bool is_edge = feature.kind == CLD_FEATURE_EDGE;
    for (int i = 0; i < 2; i++)
        side[i] = look_at(p, s, is_edge ? s->hull->edge_vertex[feature.index][i] : feature.index, is_b);
    cld_plan_point other = cld_plan_find_nearest(side, q);
    double u = other.u - q->u, v = other.v - q->v;
    return u * u + v * v <= p->slack * p->slack;
}

/// The deepest contact: in the only vertex on a supporting plane if it is over what of the other shape is on
/// its own, or else where the supporting features meet. Of shapes that nearly touch, or in slivers, a normal
/// may be so far tilted that the vertex is another. False when memory runs out.
static bool find_deepest(const cld_manifold_input *in, const cld_plan *p, cld_hull_feature feature_a,
                         cld_hull_feature feature_b, cld_workspace *workspace, cld_core_contact *deepest) {
    cld_vec3 at;
    for (int is_b = 1; is_b >= 0; is_b--) {
        cld_hull_feature vertex = is_b ? feature_b : feature_a, other = is_b ? feature_a : feature_b;
        if (!is_only_vertex(vertex))
            continue;
        const cld_solid *s = is_b ? in->b : in->a, *t = is_b ? in->a : in->b;
        cld_plan_point q = look_at(p, s, vertex.index, is_b);
        if (!is_over(p, t, !is_b, other, &q))
            continue;
        at = cld_solid_at(s, vertex.index);
        *deepest = cld_contact_at(p->n, is_b ? cld_add(at, in->cso->offset) : at, is_b, in->depth);
        return true;
    }
    if (!cld_find_witness(in->cso, p->n, in->depth, in->slack, workspace, &at))
        return false;
    *deepest = cld_contact_at(p->n, at, false, in->depth);
    return true;
}

/// Sees to it that the list has a contact of the full depth.
static bool hold_deepest(const cld_manifold_input *in, const cld_plan *p, cld_hull_feature feature_a,
                         cld_hull_feature feature_b, cld_workspace *workspace, cld_contact_list *list) {
    cld_core_contact deepest;
    if (cld_has_contact(list->at, list->count, in->depth - CLD_SAME_DEPTH_OF_CORNERS * in->cso->size))
        return true;
    if (!find_deepest(in, p, feature_a, feature_b, workspace, &deepest))
        return false;
    cld_put_contact(list->at, &list->count, &deepest, list->merge);
    return true;
}

/// A's face on the supporting plane, else B's, else one that is nearly there. False if there is none.
static bool find_reference(const cld_manifold_input *in, cld_hull_feature feature_a,
                           cld_hull_feature feature_b, cld_reference *reference) {
    const cld_hull_feature *feature[2] = {&feature_a, &feature_b};
    for (int is_b = 0; is_b < 2; is_b++)
        if (feature[is_b]->kind == CLD_FEATURE_FACE) {
            *reference = (cld_reference){feature[is_b]->index, is_b, true};
            return true;
        }
    for (int is_b = 0; is_b < 2; is_b++) {
        cld_vec3 outward = is_b ? cld_negate(in->normal) : in->normal;
        uint32_t face = cld_find_near_face(is_b ? in->b : in->a, outward, feature[is_b], in->nearly[is_b]);
        *reference = (cld_reference){face, is_b, false};
        if (face != CLD_NO_INDEX)
            return true;
    }
    return false;
}

bool cld_find_manifold(const cld_manifold_input *in, cld_hull_feature feature_a, cld_hull_feature feature_b,
                       cld_workspace *workspace, cld_core_contact **contacts, size_t *count) {
    cld_vec3 highest = cld_solid_at(in->a, feature_a.farthest);
    cld_plan p = cld_plan_make(in->normal, highest, in->cso->offset, in->slack);
    cld_contact_list list = {.merge = in->merge};
    cld_reference reference;
    if (find_reference(in, feature_a, feature_b, &reference)) {
        if (!cld_meet_reference(in, &p, reference, reference.is_b ? feature_a : feature_b, workspace, &list))
            return false;
    } else {
        list.at = cld_buffer_reserve(&workspace->contacts, 4, sizeof *list.at);
        if (!list.at)
            return false;
        if (feature_a.kind == CLD_FEATURE_EDGE && feature_b.kind == CLD_FEATURE_EDGE)
            meet_edges(in, &p, feature_a.index, feature_b.index, &list);
    }
    if (!hold_deepest(in, &p, feature_a, feature_b, workspace, &list))
        return false;
    *contacts = list.at;
    *count = list.count;
    return cld_sort_contacts(list.at, list.count, &workspace->clipping);
}
