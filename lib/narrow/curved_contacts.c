/// Contacts of pairs of which one shape at least is curved.
///
/// As with polytopes, the flat part that lies on the supporting plane is the reference, and the flat or
/// straight part of the other shape that is turned most towards it is clipped to it. A round rim is no
/// polygon: the region where two flat parts overlap is given by corners of either that lie in the other, by
/// points where their outlines cross, by the four points of a rim a quarter apart that begin with its
/// deepest, and by the middles of the arcs between crossings.

#include <math.h>

#include "base/error.h"
#include "narrow/clip.h"
#include "narrow/contact_list.h"
#include "narrow/contact_order.h"
#include "narrow/curved.h"
#include "narrow/curved_deepest.h"
#include "narrow/curved_rim.h"
#include "narrow/curved_view.h"

/// Crossings of outlines whose arcs get a middle; a rim crosses few sides of a polygon.
enum { MOST_CROSSINGS = 64 };

/// The middle of an arc is half-way between the ends, or on the other side of the rim. Where the ends are
/// nearer than this to being opposite, their last digits would tell on which, and a quarter turn from one is
/// the middle but for half of this. No derivation of how near: anything between the few u of such points and
/// what a middle may be off by, which is much.
#define OPPOSITE 0x1p-20

/// The parts that meet, and the contacts that are found of them.
typedef struct meeting {
    cld_contact_list found;
    size_t room;
    size_t chain; ///< that of cld_add_contact
    const cld_plan *plan;
    const cld_view *reference; ///< NULL where that is the supporting plane
    const cld_view *incident;
    bool incident_is_b;
    bool has_lost; ///< a point of what bends back, which was too high for a contact
    double depth, least, nearly[2];
} meeting;

static void add_contact(meeting *m, cld_core_contact c) {
    if (m->found.count < m->room)
        cld_add_contact(m->found.at, &m->found.count, m->chain, &c, m->found.merge);
}

static void add_at_depth(meeting *m, cld_vec3 point, bool is_b, double depth) {
    add_contact(m, cld_contact_at(m->plan->n, point, is_b, depth));
}

/// A point of the incident shape. The supporting plane is at height 0 for A and at -depth for B.
static void add_incident(meeting *m, cld_plan_point p) {
    double ground = m->reference ? cld_view_height(m->reference, p.u, p.v) : m->incident_is_b ? 0 : -m->depth;
    double depth = m->incident_is_b ? ground - p.h : p.h - ground;
    if (depth >= m->least)
        add_at_depth(m, cld_plan_lift(m->plan, &p), m->incident_is_b, fmin(depth, m->depth));
    else
        m->has_lost |= m->incident->relief.panel || (m->reference && m->reference->relief.panel);
}

/// Seen from its edge, the incident view has no more than the points of its outline.
static void add_place(meeting *m, double u, double v) {
    if (!cld_view_is_edge_on(m->incident))
        add_incident(m, (cld_plan_point){u, v, cld_view_height(m->incident, u, v)});
}

/// What is within a slack of the lines of all sides. Sides that rounding has left no length have no line: so
/// their ends tell how far the polygon reaches.
static bool polygon_holds(const cld_plan *plan, const cld_view *polygon, double u, double v) {
    const cld_plan_point r = {u, v, 0};
    double slack = plan->slack, low_u = INFINITY, low_v = INFINITY, high_u = -INFINITY, high_v = -INFINITY;
    for (uint32_t i = 0; i < polygon->count; i++) {
        const cld_plan_point *p = &polygon->point[i], *q = &polygon->point[(i + 1) % polygon->count];
        double eu = q->u - p->u, ev = q->v - p->v;
        if (cld_plan_left(p, q, &r) < -slack * sqrt(eu * eu + ev * ev))
            return false;
        low_u = fmin(low_u, p->u), high_u = fmax(high_u, p->u);
        low_v = fmin(low_v, p->v), high_v = fmax(high_v, p->v);
    }
    return u >= low_u - slack && u <= high_u + slack && v >= low_v - slack && v <= high_v + slack;
}

static bool holds(const cld_plan *plan, const cld_view *view, double u, double v) {
    return view->count ? polygon_holds(plan, view, u, v) : cld_rim_holds(plan, view, u, v);
}

static void add_rim(meeting *m, const cld_view *disc, const cld_view *other, cld_rim_point at) {
    cld_plan_point p = cld_view_on_disc(disc, at.x, at.y);
    if (holds(m->plan, other, p.u, p.v))
        add_place(m, p.u, p.v);
}

/// The quarter points of a rim, and the middles of its arcs between crossings, as far as they lie in the
/// other view: of the one arc from where it touches that back to there, too.
static void add_rim_points(meeting *m, const cld_view *disc, const cld_view *other, cld_rim_point *crossing,
                           int count) {
    cld_rim_point at = {disc->first_x, disc->first_y};
    for (int i = 0; i < 4; i++, at = (cld_rim_point){-at.y, at.x})
        add_rim(m, disc, other, at);
    if (count == 1)
        add_rim(m, disc, other, (cld_rim_point){-crossing[0].x, -crossing[0].y});
    cld_rim_sort(crossing, count);
    for (int i = 0; i < count && count > 1; i++) {
        cld_rim_point p = crossing[i], q = crossing[(i + 1) % count], middle = {p.x + q.x, p.y + q.y};
        double length = sqrt(middle.x * middle.x + middle.y * middle.y);
        double sign =
            p.x * q.y - p.y * q.x < 0 ? -1 : 1; // the arc is counter-clockwise, and may be more than half
        at = length > OPPOSITE ? (cld_rim_point){sign * middle.x / length, sign * middle.y / length}
                               : (cld_rim_point){-p.y, p.x};
        add_rim(m, disc, other, at);
    }
}

/// A point of a polygon's outline, which has a height of its own where that is the incident view, and not
/// bent.
static void add_from_outline(meeting *m, const cld_view *polygon, cld_plan_point p) {
    if (polygon == m->incident && !polygon->relief.panel)
        add_incident(m, p);
    else
        add_place(m, p.u, p.v);
}

/// The points of a polygon's outline in its order.
static void add_outline(meeting *m, const cld_view *polygon, cld_plan_point *points, uint32_t count) {
    cld_order_chain(points, count, m->found.merge);
    m->chain = m->found.count;
    for (uint32_t i = 0; i < count; i++)
        add_from_outline(m, polygon, points[i]);
    m->chain = CLD_NO_CHAIN;
}

static void meet_disc_and_polygon(meeting *m, const cld_view *disc, const cld_view *polygon,
                                  cld_buffer *spare) {
    cld_rim_point crossing[MOST_CROSSINGS];
    int crossings = 0;
    cld_plan_point *shared = cld_buffer_reserve(spare, 3 * (size_t)polygon->count, sizeof *shared);
    uint32_t shared_count = 0;
    if (!shared)
        return;
    for (uint32_t i = 0; i < polygon->count; i++) {
        const cld_plan_point *p = &polygon->point[i], *q = &polygon->point[(i + 1) % polygon->count];
        double t[2];
        if (cld_rim_holds(m->plan, disc, p->u, p->v))
            shared[shared_count++] = *p;
        int count = cld_rim_cross_line(m->plan, disc, p, q, t);
        for (int k = 0; k < count; k++) {
            cld_plan_point place = cld_plan_between(p, q, t[k]);
            shared[shared_count++] = place;
            if (crossings < MOST_CROSSINGS)
                crossing[crossings++] = cld_rim_find_towards(disc, place.u, place.v);
        }
    }
    add_outline(m, polygon, shared, shared_count);
    add_rim_points(m, disc, polygon, crossing, crossings);
}

static void meet_discs(meeting *m, const cld_view *reference, const cld_view *incident) {
    cld_rim_point crossing[CLD_MOST_RIM_CROSSINGS], of_incident[CLD_MOST_RIM_CROSSINGS];
    int count = cld_rim_cross_rim(m->plan, reference, incident, crossing);
    for (int i = 0; i < count; i++) {
        cld_plan_point p = cld_view_on_disc(reference, crossing[i].x, crossing[i].y);
        of_incident[i] = cld_rim_find_towards(incident, p.u, p.v);
        add_place(m, p.u, p.v);
    }
    add_rim_points(m, reference, incident, crossing, count);
    add_rim_points(m, incident, reference, of_incident, count);
}

/// The ends of what a disc keeps of a line.
static void cut_line_by_disc(meeting *m, const cld_view *disc, const cld_plan_point *line) {
    double t[2];
    for (int i = 0; i < 2; i++)
        if (cld_rim_holds(m->plan, disc, line[i].u, line[i].v))
            add_incident(m, line[i]);
    int count = cld_rim_cross_line(m->plan, disc, &line[0], &line[1], t);
    for (int i = 0; i < count; i++)
        add_incident(m, cld_plan_between(&line[0], &line[1], t[i]));
}

/// Clips the incident view to the reference. False if it is one point, and beside that.
static bool clip_views(meeting *m, const cld_view *reference, cld_view *incident, cld_buffer *spare) {
    if (incident->count == 1) {
        if (!holds(m->plan, reference, incident->point[0].u, incident->point[0].v))
            return false;
        add_incident(m, incident->point[0]);
    } else if (reference->count && incident->count) {
        uint32_t count = cld_clip(incident->point, incident->count, reference->point, reference->count,
                                  m->plan->slack, spare);
        add_outline(m, incident, incident->point, count);
    } else if (reference->count) {
        meet_disc_and_polygon(m, incident, reference, spare);
    } else if (incident->count == 2) {
        cut_line_by_disc(m, reference, incident->point);
    } else if (incident->count) {
        meet_disc_and_polygon(m, reference, incident, spare);
    } else {
        meet_discs(m, reference, incident);
    }
    return true;
}

/// Two straight parts: the ends of their overlap where they are parallel, else where they cross, if they do:
/// beside a part that is short, a normal's last digits may have found the line next to the one that it is on,
/// and of a face that is all within the slack an edge that the other part is not near. Where lines that are
/// nearly parallel cross, rounding decides, so that has to be on both, too.
static void meet_lines(meeting *m, const cld_plan_point *a, const cld_plan_point *b) {
    cld_plan_crossing crossing = cld_plan_cross(m->plan, a, b);
    cld_plan_point place[2] = {a[0], a[1]};
    int count = crossing.parallel ? 2 : 1;
    if (!crossing.parallel)
        place[0] = cld_plan_within(&a[0], &a[1], crossing.part);
    for (int i = 0; i < count; i++) {
        cld_plan_point q = cld_plan_find_nearest(b, &place[i]), p = cld_plan_find_nearest(a, &q);
        // A short line may be parallel far beside the other.
        if (sqrt((p.u - q.u) * (p.u - q.u) + (p.v - q.v) * (p.v - q.v)) <= m->plan->slack)
            add_at_depth(m, cld_plan_lift(m->plan, &q), true, m->depth);
    }
}

/// Takes the deepest of those found, at the full depth, if it is within the slack of that.
static bool take_listed(const meeting *m, cld_core_contact *deepest) {
    double depth = m->depth - m->plan->slack;
    bool found = false;
    for (size_t i = 0; i < m->found.count; i++)
        if (m->found.at[i].depth >= depth) {
            cld_vec3 b = m->found.at[i].b;
            depth = m->found.at[i].depth;
            *deepest = (cld_core_contact){cld_add_scaled(b, m->depth, m->plan->n), b, m->depth};
            found = true;
        }
    return found;
}

static bool is_face(const cld_view *view) { return view->feature.kind == CLD_FEATURE_FACE; }

/// Looks at the flat part that one side has nearly on the supporting plane, and at what of the other faces
/// it. False if either is a point. `points` have room for both.
static bool look_nearly(const meeting *m, const cld_viewed *side, int reference, size_t most,
                        cld_plan_point *points, cld_view *near, cld_view *incident) {
    *near = cld_view_near(m->plan, &side[reference], m->nearly[reference], points);
    if (near->count == 1)
        return false;
    *incident = cld_view_facing(m->plan, &side[1 - reference], points + most);
    return incident->count != 1;
}

/// Finds the contacts of the parts that meet. `points` have room for a near view, for the facing one
/// and for what clipping adds to it. False if they are one point that lies beside the other shape's face.
static bool meet_parts(meeting *m, const cld_viewed *side, cld_view view[2], size_t most,
                       cld_plan_point *points, cld_buffer *spare) {
    cld_view near, incident;
    int reference = is_face(&view[0]) ? 0 : is_face(&view[1]) ? 1 : -1;
    bool is_level = reference >= 0 && !view[reference].relief.panel;
    if (reference >= 0) {
        near = view[reference];
        incident = cld_view_facing(m->plan, &side[1 - reference], points + most);
    }
    for (int i = 0; i < 2 && reference < 0; i++)
        if (look_nearly(m, side, i, most, points, &near, &incident))
            reference = i;
    if (reference < 0) {
        if (view[0].count == 2 && view[1].count == 2)
            meet_lines(m, view[0].point, view[1].point);
        return true;
    }
    m->reference = is_level ? NULL : &near;
    m->incident = &incident;
    m->incident_is_b = reference == 0;
    bool kept = clip_views(m, &near, &incident, spare);
    // The deepest edge of a polytope lies on the disc also where that face does not have it.
    if (is_level && view[1 - reference].feature.kind == CLD_FEATURE_EDGE)
        cut_line_by_disc(m, &near, view[1 - reference].point);
    m->reference = m->incident = NULL;
    return kept;
}

static void look(const cld_plan *plan, const cld_viewed side[2], cld_plan_point *points, size_t most,
                 cld_view view[2]) {
    for (int i = 0; i < 2; i++)
        view[i] = cld_view_supporting(plan, &side[i], points + (size_t)i * most);
}

cld_status cld_curved_find_contacts(cld_pair *pair, const cld_core_answer *core, bool colliding, double least,
                                    cld_contact_set *set, cld_error *err) {
    cld_vec3 n = core->normal, highest = cld_cso_support(&pair->cso, n).a;
    cld_plan plan = cld_plan_make(n, highest, pair->cso.offset, cld_pair_find_slack(pair));
    cld_viewed side[2];
    cld_solid solid;
    for (int i = 0; i < 2; i++) { // at most one of them is a polytope
        cld_status status = cld_viewed_make(pair, i == 1, core->normal, &solid, &side[i], err);
        if (status != CLD_OK)
            return status;
    }
    // Two supporting views, a near one, and the facing one with room to be clipped.
    size_t most = cld_view_room(&side[0]) + cld_view_room(&side[1]);
    cld_plan_point *points = cld_buffer_reserve(&pair->workspace->polygons, 6 * most, sizeof *points);
    meeting m = {.plan = &plan,
                 .depth = -core->signed_distance,
                 .least = least,
                 .chain = CLD_NO_CHAIN,
                 .room = 8 * most + 6 * MOST_CROSSINGS};
    m.found.at = cld_buffer_reserve(&pair->workspace->contacts, m.room + 1, sizeof *m.found.at);
    if (!points || !m.found.at)
        return cld_fail_memory(err);
    m.found.merge = cld_pair_find_merge(pair);
    cld_view view[2];
    look(&plan, side, points, most, view);
    bool widened = colliding && !cld_curved_has_points(pair, core);
    if (widened) {
        plan.slack = cld_curved_find_wide_slack(pair);
        look(&plan, side, points, most, view);
    }
    set->feature_a = view[0].feature;
    set->feature_b = view[1].feature;
    if (!colliding)
        return CLD_OK;
    for (int i = 0; i < 2; i++)
        m.nearly[i] = cld_pair_find_nearly(pair, i == 1);
    bool faces = meet_parts(&m, side, view, most, points + 2 * most, &pair->workspace->clipping);
    if (m.has_lost) {
        // Where the corners of what bends back are no contacts, those of what does not may be.
        side[0].most = side[1].most = m.depth - least;
        look(&plan, side, points, most, view);
        faces |= meet_parts(&m, side, view, most, points + 2 * most, &pair->workspace->clipping);
    }
    cld_core_contact deepest;
    bool is_listed = widened && take_listed(&m, &deepest);
    set->has_met = is_listed && faces;
    if (!cld_has_contact(m.found.at, m.found.count, m.depth - CLD_SAME_DEPTH * pair->cso.size)) {
        if (!is_listed)
            deepest = cld_curved_find_deepest(pair, core, &plan, side, view);
        cld_put_contact(m.found.at, &m.found.count, &deepest, m.found.merge);
    }
    set->contacts = m.found.at;
    set->count = m.found.count;
    return cld_sort_contacts(m.found.at, m.found.count, &pair->workspace->clipping) ? CLD_OK
                                                                                    : cld_fail_memory(err);
}
