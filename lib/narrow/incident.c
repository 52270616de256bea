/// Contacts by clipping the incident face to the sides of the reference face, in the plane across the normal.
///
/// Source: D. Gregorius, Robust contact creation for physics simulation, 2015. Deviations: the reference
/// plane is the supporting plane across the normal where the face lies on that, so that depths are those of
/// the answer; faces that are one but for noise (shape/panels.h) are seen as one, with the heights that each
/// has, and where that leaves corners that are too high for contacts, by themselves, too; the edge on which
/// the incident shape is deepest is in contact even where the face turned most against the reference face
/// does not hold it.

#include "narrow/incident.h"

#include <math.h>

#include "narrow/clip.h"
#include "narrow/dip.h"
#include "narrow/relief.h"

/// The faces that meet.
typedef struct meeting {
    const cld_manifold_input *in;
    const cld_plan *plan;
    uint32_t incident;
    cld_window window;         ///< the reference face
    cld_outline face;          ///< the incident one
    cld_relief ground, relief; ///< of the former and of the latter
    bool has_ground;           ///< else the reference face lies on the supporting plane
    bool has_relief;           ///< the incident face is seen as a panel
    bool has_lost;             ///< a corner of what is left was too high for a contact
    cld_contact_list *list;
    cld_buffer *spare;
} meeting;

/// How deep a point of the incident shape is below the reference face. That lies at height 0 for A and -depth
/// for B, the plan's origin being A's supporting vertex, where it is level.
CLD_INLINE double find_depth(meeting *m, const cld_plan_point *q) {
    bool is_b = m->window.outline.is_b;
    if (m->has_ground) {
        double height = cld_relief_find_height(&m->ground, q);
        return is_b ? q->h - height : height - q->h;
    }
    return is_b ? q->h + m->in->depth : -q->h;
}

/// The contact of a point of the incident shape.
CLD_INLINE cld_core_contact make_incident(meeting *m, const cld_plan_point *q) {
    double depth = cld_min(find_depth(m, q), m->in->depth);
    return cld_contact_at(m->plan->n, cld_plan_lift(m->plan, q), m->face.is_b, depth);
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
static uint32_t clip(meeting *m, cld_plan_point *subject, uint32_t count, cld_plan_point *corner) {
    uint32_t sides = m->window.outline.count;
    double slack = m->in->slack;
    if (sides > MANY_SIDES && count > 2 && count <= FEW_CORNERS &&
        cld_window_clip(&m->window, subject, &count))
        return count;
    cld_outline_look_at_all(&m->window.outline, corner);
    sides = narrow_window(corner, sides, slack);
    return cld_clip(subject, count, corner, sides, slack, m->spare);
}

/// Clips the edge on which the incident shape is deepest, where the incident face does not have it. `clipped`
/// has room for both ends.
static void clip_deepest_edge(meeting *m, uint32_t edge, cld_plan_point *corner, cld_plan_point *clipped) {
    const cld_solid *other = m->face.solid;
    for (int i = 0; i < 2; i++)
        clipped[i] =
            cld_plan_look(m->plan, cld_solid_at(other, other->hull->edge_vertex[edge][i]), m->face.is_b);
    uint32_t count = clip(m, clipped, 2, corner);
    for (uint32_t i = 0; i < count; i++) {
        cld_core_contact c = make_incident(m, &clipped[i]);
        if (c.depth >= m->in->least)
            cld_add_contact(m->list->at, &m->list->count, CLD_NO_CHAIN, &c, m->list->merge);
    }
}

/// Whether a face is seen as the incident one, or as a part of it.
static bool is_incident(const meeting *m, uint32_t face) {
    return face == m->incident || (m->has_relief && m->relief.panel == cld_solid_panel(m->face.solid, face));
}

/// Whether an edge that lies on the reference face is none of the incident outline's.
static bool is_elsewhere(const meeting *m, cld_hull_feature feature) {
    if (feature.kind != CLD_FEATURE_EDGE || m->incident == CLD_NO_INDEX || m->has_ground)
        return false;
    const uint32_t *face = m->face.solid->hull->edge_face[feature.index];
    return is_incident(m, face[0]) == is_incident(m, face[1]);
}

static void add_incident(meeting *m, cld_plan_point *points, uint32_t count) {
    size_t chain = m->list->count;
    for (uint32_t i = 0; i < count; i++) {
        if (m->has_relief)
            points[i].h = cld_relief_find_height(&m->relief, &points[i]);
        cld_core_contact c = make_incident(m, &points[i]);
        if (c.depth >= m->in->least)
            cld_add_contact(m->list->at, &m->list->count, chain, &c, m->list->merge);
        else
            m->has_lost = true;
    }
}

/// Deeper than this, as a part of the smaller shape, hardly a face has few corners below the other's.
#define SHALLOW 0.0625

/// What clipping would leave of the incident face where few of its corners, around the deepest one, go into
/// the reference face; 0 where that is not sure.
static uint32_t find_dipped(meeting *m, cld_hull_feature deepest, cld_plan_point *dipped) {
    const cld_manifold_input *in = m->in;
    // What counts are depths; the slack is more than rounding makes a face rise and fall by.
    double level = (m->face.is_b ? 0 : in->depth) - in->least + in->slack;
    bool is_shallow = in->depth <= SHALLOW * cld_min(in->cso->a.reach, in->cso->b.reach);
    return is_shallow && deepest.kind == CLD_FEATURE_VERTEX && m->face.count > 2 && !m->has_ground &&
                   !m->has_relief
               ? cld_find_dipped(&m->face, deepest.index, level, &m->window, dipped)
               : 0;
}

/// Sees a face as the panel that it is in, as far as that is within `most` of the supporting plane, if it is
/// in one and not seen alone. Whether it is.
static bool widen(cld_outline *outline, uint32_t face, double most, cld_workspace *workspace,
                  cld_relief *relief) {
    if (face == CLD_NO_INDEX || !cld_solid_panel(outline->solid, face))
        return false;
    *relief = cld_relief_make(outline->plan, outline->solid, face, outline->is_b, most,
                              &workspace->part[outline->is_b]);
    outline->vertex = relief->corner;
    outline->count = relief->corner_count;
    return relief->panel;
}

/// Looks at the faces, and at what of panels is within `most` of the supporting planes.
static meeting look(const cld_manifold_input *in, const cld_plan *plan, cld_reference reference,
                    uint32_t incident, double most, cld_workspace *workspace, cld_contact_list *list) {
    const cld_solid *ref = reference.is_b ? in->b : in->a, *other = reference.is_b ? in->a : in->b;
    meeting m = {.in = in, .plan = plan, .incident = incident, .list = list, .spare = &workspace->clipping};
    m.window = cld_window_make(plan, ref, reference.face, reference.is_b);
    m.face = cld_outline_make(plan, other, incident, !reference.is_b);
    m.has_ground = widen(&m.window.outline, reference.face, most, workspace, &m.ground);
    m.has_relief = widen(&m.face, incident, most, workspace, &m.relief);
    if (!m.has_ground && !reference.is_level)
        m.ground = cld_relief_make_alone(plan, ref, reference.face, reference.is_b), m.has_ground = true;
    return m;
}

static size_t find_room(const meeting *m) { return 2 * (size_t)m->window.outline.count + m->face.count; }

/// The same of an outline, however near to the supporting plane it is seen.
static size_t find_outline_room(const cld_outline *outline, const cld_relief *relief) {
    return relief ? cld_relief_find_room(relief->solid, relief->panel) : outline->count;
}

/// Adds the contacts of the faces. `corner` has room for twice as many as those have in all, and the cuts.
static void meet(meeting *m, cld_hull_feature deepest, cld_plan_point *corner) {
    cld_plan_point *subject = corner + find_room(m);
    uint32_t count = find_dipped(m, deepest, subject);
    bool is_dipped = count > 0;
    if (!is_dipped) {
        count = cld_outline_look_at_all(&m->face, subject);
        count = clip(m, subject, count, corner);
    }
    cld_order_chain(subject, count, m->in->merge);
    add_incident(m, subject, count);
    if (!is_dipped && is_elsewhere(m, deepest))
        clip_deepest_edge(m, deepest.index, corner, subject);
}

bool cld_meet_reference(const cld_manifold_input *in, const cld_plan *plan, cld_reference reference,
                        cld_hull_feature deepest, cld_workspace *workspace, cld_contact_list *list) {
    const cld_solid *other = reference.is_b ? in->a : in->b;
    // Beside a face that lies on the supporting plane, others may be turned as far towards it but for
    // rounding.
    uint32_t incident = deepest.kind == CLD_FEATURE_FACE
                            ? deepest.index
                            : cld_find_facing(other, cld_scale(plan->n, reference.is_b ? 1 : -1));
    meeting whole = look(in, plan, reference, incident, INFINITY, workspace, list);
    bool is_bent = whole.has_ground && whole.ground.panel, may_lose = whole.has_relief || is_bent;
    size_t all = find_room(&whole);
    if (may_lose)
        all += 2 * find_outline_room(&whole.window.outline, is_bent ? &whole.ground : NULL) +
               find_outline_room(&whole.face, whole.has_relief ? &whole.relief : NULL);
    list->at = cld_buffer_reserve(&workspace->contacts, all + 5, sizeof *list->at);
    cld_plan_point *corner =
        cld_buffer_reserve(&workspace->polygons, 2 * all + CLD_MOST_CUTS, sizeof *corner);
    if (!corner || !list->at)
        return false;
    meet(&whole, deepest, corner);
    if (may_lose && whole.has_lost) {
        // What either bends back by adds up.
        double most = (in->depth - in->least) / (whole.has_relief && is_bent ? 2 : 1);
        meeting narrow = look(in, plan, reference, incident, most, workspace, list);
        meet(&narrow, deepest, corner);
    }
    return true;
}
