/// A step of EPA on curved shapes: the support along the nearest face's normal, or where that is near to the
/// face, what Newton's method makes of it.

#include "narrow/curved_step.h"

#include <math.h>

#include "narrow/trace.h"

/// See curved_expand.c.
enum { FINE_STEPS = 400, POLISH_EACH = 16 };

/// A better direction than all before is polished at once where its face is this near to its plane. No
/// derivation: with a tenth of it steps of EPA come first, with three times as much Newton's method is asked
/// in vain.
#define NEAR 1e-2

/// An opposite direction is nearly as good if it differs by no more than this part of the size. No
/// derivation: what differs by more, few faces prove.
#define ALIKE 0x1p-6

/// It may be better itself where it is no worse by this, ten times what the proof leaves open.
#define TIED 1e-9

/// By how much directions are tilted to tell parts that agree. No derivation: far more than rounding, and
/// what is not found by it is left to the polytope.
#define TILT 1e-6

/// The weights with which the face's corners begin hardly matter.
bool cld_curved_polish_face(const cld_cso *cso, const cld_curved_face *face, cld_peak *peak) {
    const double third[3] = {1.0 / 3, 1.0 / 3, 1.0 / 3};
    const cld_cso_vertex corner[3] = {*face->corner[0], *face->corner[1], *face->corner[2]};
    return cld_polish(cso, face->normal, corner, third, 3, peak);
}

/// Of the points that hold a polished plane, one that rises well above a face, else w, which rises highest.
/// One that rises less than half as high, just beside a corner that is there, would make slivers whose planes
/// rounding turns anywhere.
static cld_cso_vertex choose_vertex(const cld_cso *cso, const cld_curved_face *f, const cld_peak *peak,
                                    cld_cso_vertex w) {
    double rise = cld_dot(f->normal, w.w) - f->offset;
    double farthest = f->offset + fmax(0.5 * rise, 4 * CLD_CURVED_ROUNDING * cso->size);
    for (int i = 0; i < peak->count; i++) {
        double along = cld_dot(f->normal, peak->vertex[i].w);
        if (along > farthest) {
            farthest = along;
            w = peak->vertex[i];
        }
    }
    return w;
}

/// How near to the best depth the nearest face must come before the proof is good enough.
static double find_goal(const cld_curved_search *s) {
    return fmax((s->steps - s->first_step < FINE_STEPS ? CLD_CURVED_OFF : CLD_CURVED_COARSE) * s->diagonal,
                CLD_CURVED_ROUNDING * s->cso->size);
}

/// Whether a direction leads to the peak that there is. No derivation: what is left out is tried again where
/// the proof ends.
static bool is_beside(const cld_peak *peak, cld_vec3 n) {
    return peak->count > 0 && cld_dot(peak->normal, n) > 0.99;
}

/// Adds what a peak proves around it, if that is enough, and there is room.
static void add_cap(cld_curved_search *s, const cld_peak *peak) {
    cld_caps *caps = &s->caps;
    double depth = -s->peak->separation;
    if (caps->count == CLD_MOST_CAPS || cld_caps_cover(caps, peak->normal, -peak->separation, 0))
        return;
    cld_cap *cap = &caps->cap[caps->count];
    *cap = cld_cap_find(s->cso, peak->normal, peak->vertex, peak->weight, peak->count, depth);
    caps->count += cap->slope > 0 && cap->least >= depth - CLD_CURVED_OFF * s->diagonal;
}

/// The same for the opposite direction, if it is nearly as good: what is symmetric about one point, or nearly
/// so, has peaks in pairs. Which parts agree there, directions tell that are tilted towards their points.
static void add_caps(cld_curved_search *s, const cld_peak *peak) {
    const cld_cso *cso = s->cso;
    cld_peak other = *peak, polished;
    if (peak->count == 0)
        return;
    add_cap(s, peak);
    other.normal = cld_negate(peak->normal);
    double worse = cld_dot(other.normal, cld_cso_support(cso, other.normal).w) + peak->separation;
    if (worse > ALIKE * cso->size)
        return;
    for (int i = 0; i < peak->count; i++) {
        cld_vec3 w = peak->vertex[i].w, aside = cld_add_scaled(w, peak->separation, peak->normal);
        other.vertex[i] = cld_cso_support(cso, cld_add_scaled(other.normal, -TILT / cso->size, aside));
    }
    if (worse < TIED * cso->size &&
        cld_polish(cso, other.normal, other.vertex, other.weight, other.count, &polished)) {
        cld_peak_take_better(s->peak, &polished);
        other = polished;
    }
    add_cap(s, &other);
}

void cld_curved_begin(cld_curved_search *s) {
    s->caps.count = 0;
    s->first_step = s->steps;
    add_caps(s, s->peak);
}

static void tell(const cld_curved_search *s, const cld_curved_face *face, const cld_cso_vertex *support) {
    const cld_cso_vertex corner[3] = {*face->corner[0], *face->corner[1], *face->corner[2]};
    cld_event event = {.kind = CLD_TRACE_EPA, .face = corner, .face_count = 3, .support = support};
    event.direction = face->normal;
    event.simplex = s->corner;
    event.simplex_count = s->steps == s->first_step + 1 ? 4 : 0;
    event.lower = s->peak->separation;
    event.upper = -fmin(face->offset, cld_caps_find_least(&s->caps));
    cld_trace_tell(s->cso, &event);
}

bool cld_curved_step(cld_curved_search *s, const cld_curved_face *face, cld_cso_vertex *w) {
    const cld_cso *cso = s->cso;
    cld_peak *peak = s->peak, polished;
    double goal = find_goal(s);
    bool is_late = s->steps - s->first_step >= FINE_STEPS, is_due = ++s->steps % POLISH_EACH == 0;
    s->stats->epa_iterations++;
    s->stats->support_calls++;
    *w = cld_cso_support(cso, face->normal);
    double width = cld_dot(face->normal, w->w);
    bool better = -width > peak->separation + CLD_CURVED_ROUNDING * cso->size;
    if (better)
        *peak = (cld_peak){.normal = face->normal, .separation = -width};
    if (cso->tracer)
        tell(s, face, w);
    if (face->offset >= -peak->separation - goal || width <= face->offset + CLD_CURVED_ROUNDING * cso->size ||
        (is_late && s->upper - peak->separation <= CLD_CURVED_COARSE * s->diagonal))
        return false;
    bool is_near = better && width - face->offset < NEAR * s->diagonal;
    if ((is_near || (is_due && !is_beside(peak, face->normal))) &&
        cld_curved_polish_face(cso, face, &polished)) {
        cld_peak_take_better(peak, &polished);
        add_caps(s, &polished);
        *w = choose_vertex(cso, face, &polished, *w);
    }
    return true;
}

void cld_curved_end(cld_curved_search *s, const cld_curved_face *face) {
    cld_peak polished;
    if (s->peak->count == 0 && cld_curved_polish_face(s->cso, face, &polished) &&
        polished.separation >= s->peak->separation - CLD_CURVED_ROUNDING * s->cso->size)
        *s->peak = polished;
}
