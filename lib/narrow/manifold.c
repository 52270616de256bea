/// Contacts by clipping the incident face to the sides of the reference face, in the plane across the normal.
///
/// Source: D. Gregorius, Robust contact creation for physics simulation, 2015. Deviations: the reference
/// plane is the supporting plane across the normal, so that depths are those of the answer; the deepest point
/// or edge is in contact even where the face turned most against the reference face does not hold it; edges
/// are compared by how far they part over their length, not by an angle.

#include "narrow/manifold.h"

#include <math.h>
#include <stdlib.h>

#include "narrow/contact_order.h"
#include "narrow/dip.h"
#include "narrow/witness.h"
#include "shape/lanes.h"

static cld_plan_point look_at(const cld_plan *p, const cld_solid *s, uint32_t vertex, bool is_b) {
    return cld_plan_look(p, cld_solid_at(s, vertex), is_b);
}

typedef struct contact_list {
    cld_core_contact *at;
    size_t count;
    double merge;
} contact_list;

/// Whether they are no farther from each other than that; most are along some axis.
static bool is_near(cld_vec3 a, cld_vec3 b, double most) {
    return !(cld_max_abs(cld_sub(a, b)) > most) && !(cld_distance(a, b) > most);
}

/// Whether a contact is at the same place on either shape as one that there is, of which the deeper one is
/// kept.
static bool is_taken(cld_core_contact *at, const cld_core_contact *c, double merge) {
    if (!is_near(at->a, c->a, merge) && !is_near(at->b, c->b, merge))
        return false;
    if (c->depth > at->depth)
        *at = *c;
    return true;
}

CLD_INLINE void add_contact(cld_core_contact *contacts, size_t *count, size_t chain,
                            const cld_core_contact *c, double merge) {
    size_t singly = chain < *count ? chain + 1 : *count;
    for (size_t i = 0; i < singly; i++)
        if (is_taken(&contacts[i], c, merge))
            return;
    if (singly < *count && is_taken(&contacts[*count - 1], c, merge))
        return;
    contacts[(*count)++] = *c;
}

void cld_add_contact(cld_core_contact *contacts, size_t *count, size_t chain, const cld_core_contact *c,
                     double merge) {
    add_contact(contacts, count, chain, c, merge);
}

bool cld_has_contact(const cld_core_contact *contacts, size_t count, double least) {
    for (size_t i = 0; i < count; i++)
        if (contacts[i].depth >= least)
            return true;
    return false;
}

void cld_put_contact(cld_core_contact *contacts, size_t *count, const cld_core_contact *c, double merge) {
    size_t kept = 0;
    for (size_t i = 0; i < *count; i++)
        if (cld_distance(contacts[i].a, c->a) > merge)
            contacts[kept++] = contacts[i];
    contacts[kept] = *c;
    *count = kept + 1;
}

static int compare_numbers(double p, double q) { return (p > q) - (p < q); }

/// Which of equal ones `qsort` puts first is its own choice: only points that are the same are equal.
static int compare_by_u(const void *p, const void *q) {
    const cld_plan_point *r = p, *s = q;
    int order = compare_numbers(r->u, s->u);
    order = order ? order : compare_numbers(r->v, s->v);
    return order ? order : compare_numbers(r->h, s->h);
}

static int compare_by_v(const void *p, const void *q) {
    const cld_plan_point *r = p, *s = q;
    int order = compare_numbers(r->v, s->v);
    order = order ? order : compare_numbers(r->u, s->u);
    return order ? order : compare_numbers(r->h, s->h);
}

void cld_order_chain(cld_plan_point *points, uint32_t count, double merge) {
    double u = 0, v = 0, length = 0, widest = 0; // u, v: from the first point to the one farthest from it
    for (uint32_t i = 1; i < count; i++) {
        double du = points[i].u - points[0].u, dv = points[i].v - points[0].v, square = du * du + dv * dv;
        if (square > length)
            u = du, v = dv, length = square;
    }
    length = sqrt(length);
    for (uint32_t i = 1; i < count; i++)
        widest = cld_max(widest, fabs(u * (points[i].v - points[0].v) - v * (points[i].u - points[0].u)));
    if (count > 2 && widest <= merge * length)
        qsort(points, count, sizeof *points, fabs(u) > fabs(v) ? compare_by_u : compare_by_v);
}

/// The contact of a point on one shape with the supporting plane of the other, `depth` away.
static cld_core_contact make_contact(const cld_plan *p, cld_vec3 point, bool is_b, double depth) {
    cld_vec3 other = cld_add_scaled(point, is_b ? depth : -depth, p->n);
    return is_b ? (cld_core_contact){other, point, depth} : (cld_core_contact){point, other, depth};
}

/// The contact of a point of the incident shape. The reference plane is at height 0 for A and -depth for B,
/// the plan's origin being A's supporting vertex.
static cld_core_contact make_incident(const cld_manifold_input *in, const cld_plan *p,
                                      const cld_plan_point *q, int sign) {
    double depth = sign > 0 ? -q->h : q->h + in->depth;
    return make_contact(p, cld_plan_lift(p, q), sign > 0, cld_min(depth, in->depth));
}

/// A window of more sides is not looked at side by side where few corners are clipped to it.
#define MANY_SIDES 32
#define FEW_CORNERS 32

static uint32_t find_farthest(const cld_plan_point *w, uint32_t count, const cld_plan_point *from) {
    uint32_t farthest = 0;
    double most = -1;
    for (uint32_t i = 0; i < count; i++) {
        double u = w[i].u - from->u, v = w[i].v - from->v, square = u * u + v * v;
        if (square > most)
            farthest = i, most = square;
    }
    return farthest;
}

/// Of a window that is no wider than the slack, which rounding may have turned over, leaves the ends.
static uint32_t narrow_window(cld_plan_point *w, uint32_t count, double slack) {
    cld_plan_point end = w[find_farthest(w, count, w)];
    double u = end.u - w->u, v = end.v - w->v, most = slack * sqrt(u * u + v * v);
    for (uint32_t i = 1; i < count; i++)
        if (fabs(cld_plan_left(w, &end, &w[i])) > most)
            return count;
    w[0] = w[find_farthest(w, count, &end)];
    w[1] = end;
    return 2;
}

/// Clips what of the incident shape is in the plan to the reference face. `corner` has room for the face's
/// corners.
static uint32_t clip(const cld_manifold_input *in, cld_window *window, cld_plan_point *subject,
                     uint32_t count, cld_plan_point *corner, cld_workspace *workspace) {
    uint32_t sides = window->outline.count;
    if (sides > MANY_SIDES && count > 2 && count <= FEW_CORNERS && cld_window_clip(window, subject, &count))
        return count;
    cld_outline_look_at_all(&window->outline, corner);
    sides = narrow_window(corner, sides, in->slack);
    return cld_clip(subject, count, corner, sides, in->slack, &workspace->clipping);
}

/// Clips the edge on which the incident shape is deepest, where the incident face does not have it. `clipped`
/// has room for both ends.
static void clip_deepest_edge(const cld_manifold_input *in, const cld_plan *p, uint32_t edge, int sign,
                              cld_window *window, cld_plan_point *corner, cld_plan_point *clipped,
                              cld_workspace *workspace, contact_list *list) {
    const cld_solid *other = sign > 0 ? in->b : in->a;
    for (int i = 0; i < 2; i++)
        clipped[i] = look_at(p, other, other->hull->edge_vertex[edge][i], sign > 0);
    uint32_t count = clip(in, window, clipped, 2, corner, workspace);
    for (uint32_t i = 0; i < count; i++) {
        cld_core_contact c = make_incident(in, p, &clipped[i], sign);
        if (c.depth >= in->least)
            cld_add_contact(list->at, &list->count, CLD_NO_CHAIN, &c, list->merge);
    }
}

/// Whether a hull with faces has an edge that is none of a face's.
static bool is_elsewhere(const cld_hull *hull, cld_hull_feature feature, uint32_t face) {
    return feature.kind == CLD_FEATURE_EDGE && face != CLD_NO_INDEX &&
           hull->edge_face[feature.index][0] != face && hull->edge_face[feature.index][1] != face;
}

static void add_incident(const cld_manifold_input *in, const cld_plan *p, const cld_plan_point *points,
                         uint32_t count, int sign, contact_list *list) {
    for (uint32_t i = 0; i < count; i++) {
        cld_core_contact c = make_incident(in, p, &points[i], sign);
        if (c.depth >= in->least)
            add_contact(list->at, &list->count, 0, &c, list->merge);
    }
}

/// Deeper than this, as a part of the smaller shape, hardly a face has few corners below the other's.
#define SHALLOW 0.0625

/// What clipping would leave of the incident face where few of its corners, around the deepest one, go into
/// the reference face; 0 where that is not sure.
static uint32_t find_dipped(const cld_manifold_input *in, cld_window *window, const cld_outline *face,
                            cld_hull_feature deepest, int sign, cld_plan_point *dipped) {
    // What counts are depths; the slack is more than rounding makes a face rise and fall by.
    double level = (sign > 0 ? 0 : in->depth) - in->least + in->slack;
    bool is_shallow = in->depth <= SHALLOW * cld_min(in->cso->reach_a, in->cso->reach_b);
    return is_shallow && deepest.kind == CLD_FEATURE_VERTEX && face->count > 2
               ? cld_find_dipped(face, deepest.index, level, window, dipped)
               : 0;
}

/// Clips the incident shape's face to the reference face; `deepest` is what of the incident shape lies on its
/// supporting plane. `sign` is 1 where A has the reference face, -1 where B has.
static bool clip_faces(const cld_manifold_input *in, const cld_plan *p, uint32_t reference,
                       cld_hull_feature deepest, int sign, cld_workspace *workspace, contact_list *list) {
    const cld_solid *ref = sign > 0 ? in->a : in->b, *other = sign > 0 ? in->b : in->a;
    uint32_t incident = cld_find_facing(other, cld_scale(p->n, -sign));
    cld_window window = cld_window_make(p, ref, reference, sign < 0);
    const cld_outline face = cld_outline_make(p, other, incident, sign > 0);
    size_t room = 2 * (size_t)window.outline.count + face.count;
    list->at = cld_buffer_reserve(&workspace->contacts, room + 3, sizeof *list->at);
    cld_plan_point *corner =
                       cld_buffer_reserve(&workspace->polygons, 2 * room + CLD_MOST_CUTS, sizeof *corner),
                   *subject = corner ? corner + room : NULL;
    if (!corner || !list->at)
        return false;
    uint32_t count = find_dipped(in, &window, &face, deepest, sign, subject);
    bool is_dipped = count > 0;
    if (!is_dipped) {
        count = cld_outline_look_at_all(&face, subject);
        count = clip(in, &window, subject, count, corner, workspace);
    }
    cld_order_chain(subject, count, in->merge);
    add_incident(in, p, subject, count, sign, list);
    if (!is_dipped && is_elsewhere(other->hull, deepest, incident))
        clip_deepest_edge(in, p, deepest.index, sign, &window, corner, subject, workspace, list);
    return true;
}

static double clamp(double t) { return t < 0 ? 0 : t > 1 ? 1 : t; }

/// The point of a segment nearest to q in the plan.
static cld_plan_point find_nearest(const cld_plan_point *s, const cld_plan_point *q) {
    double u = s[1].u - s[0].u, v = s[1].v - s[0].v, square = u * u + v * v;
    double t = square > 0 ? ((q->u - s[0].u) * u + (q->v - s[0].v) * v) / square : 0;
    return cld_plan_between(&s[0], &s[1], clamp(t));
}

/// Adds the contact of a point of one edge with the other, `edge`, if they meet there: edges within the slack
/// of the supporting planes may be parts of near faces that pass each other by.
static void add_meeting(const cld_manifold_input *in, const cld_plan *p, const cld_plan_point *q, bool is_b,
                        const cld_plan_point *edge, contact_list *list) {
    cld_plan_point other = find_nearest(edge, q);
    double u = other.u - q->u, v = other.v - q->v;
    if (!(u * u + v * v <= in->slack * in->slack))
        return;
    cld_core_contact c = make_contact(p, cld_plan_lift(p, q), is_b, in->depth);
    cld_add_contact(list->at, &list->count, 0, &c, list->merge);
}

/// The ends of the overlap of two parallel segments, as points of the second.
static void overlap_segments(const cld_manifold_input *in, const cld_plan *p, const cld_plan_point *a,
                             const cld_plan_point *b, contact_list *list) {
    for (int i = 0; i < 2; i++) {
        cld_plan_point q = find_nearest(b, &a[i]);
        add_meeting(in, p, &q, true, a, list);
    }
}

static void cross_segments(const cld_manifold_input *in, const cld_plan *p, const cld_plan_point *a,
                           const cld_plan_point *b, contact_list *list) {
    double au = a[1].u - a[0].u, av = a[1].v - a[0].v, bu = b[1].u - b[0].u, bv = b[1].v - b[0].v;
    double cross = au * bv - av * bu;
    double t = ((b[0].u - a[0].u) * bv - (b[0].v - a[0].v) * bu) / cross;
    cld_plan_point q = cld_plan_between(&a[0], &a[1], clamp(t));
    add_meeting(in, p, &q, false, b, list);
}

static void meet_edges(const cld_manifold_input *in, const cld_plan *p, uint32_t edge_a, uint32_t edge_b,
                       contact_list *list) {
    cld_plan_point a[2], b[2];
    for (int i = 0; i < 2; i++) {
        a[i] = look_at(p, in->a, in->a->hull->edge_vertex[edge_a][i], false);
        b[i] = look_at(p, in->b, in->b->hull->edge_vertex[edge_b][i], true);
    }
    double au = a[1].u - a[0].u, av = a[1].v - a[0].v, bu = b[1].u - b[0].u, bv = b[1].v - b[0].v;
    double longer = cld_max(sqrt(au * au + av * av), sqrt(bu * bu + bv * bv));
    // How far the shorter one leaves the direction of the longer one over its length.
    if (fabs(au * bv - av * bu) <= in->slack * longer)
        overlap_segments(in, p, a, b, list);
    else
        cross_segments(in, p, a, b, list);
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
    cld_plan_point other = find_nearest(side, q);
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
        *deepest = make_contact(p, is_b ? cld_add(at, in->cso->offset) : at, is_b, in->depth);
        return true;
    }
    if (!cld_find_witness(in->cso, p->n, in->depth, in->slack, workspace, &at))
        return false;
    *deepest = make_contact(p, at, false, in->depth);
    return true;
}

/// Sees to it that the list has a contact of the full depth.
static bool hold_deepest(const cld_manifold_input *in, const cld_plan *p, cld_hull_feature feature_a,
                         cld_hull_feature feature_b, cld_workspace *workspace, contact_list *list) {
    cld_core_contact deepest;
    if (cld_has_contact(list->at, list->count, in->depth - CLD_SAME_DEPTH_OF_CORNERS * in->cso->size))
        return true;
    if (!find_deepest(in, p, feature_a, feature_b, workspace, &deepest))
        return false;
    cld_put_contact(list->at, &list->count, &deepest, list->merge);
    return true;
}

bool cld_find_manifold(const cld_manifold_input *in, cld_hull_feature feature_a, cld_hull_feature feature_b,
                       cld_workspace *workspace, cld_core_contact **contacts, size_t *count) {
    cld_vec3 highest = cld_solid_at(in->a, feature_a.farthest);
    cld_plan p = cld_plan_make(in->normal, highest, in->cso->offset, in->slack);
    contact_list list = {.merge = in->merge};
    bool face_a = feature_a.kind == CLD_FEATURE_FACE, face_b = feature_b.kind == CLD_FEATURE_FACE;
    if (face_a || face_b) {
        if (!clip_faces(in, &p, face_a ? feature_a.index : feature_b.index, face_a ? feature_b : feature_a,
                        face_a ? 1 : -1, workspace, &list))
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
