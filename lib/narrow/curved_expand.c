/// EPA on curved shapes: a polytope that grows inside A - B, with Newton's method for the last digits.
///
/// Source: G. van den Bergen, Proximity queries and penetration depth computation on 3D game objects, 2001. A
/// smooth surface is never reached by a polytope, and comes nearer only with the square of the faces' size.
/// So, now and then, the nearest face's normal is polished by Newton's method (curved_polish.h), which gives
/// the depth to the last digits; its points are added to the polytope, and the bend of the surface there
/// proves that no direction around is better (proof/cap.h). From then on the polytope has only to prove that
/// none is farther from it, which a few more faces do.
///
/// Where several directions are as good, the opposite one, as in what is symmetric about a point, is proven
/// by the bend there, too; others are left to the polytope: a few hundred faces, but where a ring of them is
/// equally good their number grows with the root of the precision. So a proof to 1e-10 of the size is tried
/// for some hundred steps; after that one to half of what the contract asks for, 1e-6, has to do, which rings
/// around a common axis may give at once (curved_coaxial.c), and else the normals of the faces that might
/// still hide a better direction are polished, of very many of them some spread evenly. It ends because each
/// step adds a vertex, and there is a last one; how many faces they may make is limited as in epa.c.

#include <math.h>

#include "narrow/curved.h"
#include "narrow/epa.h"

/// A support width and an offset are each off by at most 4 u size, and a curve's points by as much again.
#define ROUNDING (16 * CLD_ROUNDOFF)

#define FINE 1e-10
#define COARSE 5e-7

/// A better direction than all before is polished at once where its face is this near to its plane. No
/// derivation: with a tenth of it steps of EPA come first, with three times as much Newton's method is asked
/// in vain.
#define NEAR 1e-2

/// As good as another is a peak that differs by no more than this part of the size. No derivation: far more
/// than rounding; what is not as good is left to the polytope.
#define SAME 0x1p-40

/// By how much directions are tilted to tell parts that agree. No derivation: far more than rounding, and
/// what is not found by it is left to the polytope.
#define TILT 1e-6

/// After MANY_STEPS it pays to prepare a large cloud, as in epa.c.
enum {
    FINE_STEPS = 400,
    MANY_STEPS = 1000,
    POLISH_EACH = 16,
    MOST_ITERATIONS = 400000,
    MOST_FACES = 64 * MOST_ITERATIONS,
    MOST_LAST_POLISHES = 1024
};

/// The best direction near a face's normal. The weights with which the face's corners begin hardly matter.
static bool polish_face(const cld_cso *cso, const cld_polytope *p, uint32_t face, cld_peak *peak) {
    const cld_polytope_face *f = &p->face[face];
    const double third[3] = {1.0 / 3, 1.0 / 3, 1.0 / 3};
    cld_cso_vertex corner[3];
    for (int i = 0; i < 3; i++)
        corner[i] = p->vertex[f->corner[i]];
    return cld_polish(cso, f->normal, corner, third, 3, peak);
}

/// Of the points that hold a polished plane, one that rises well above a face, else w, which rises highest.
/// One that rises less than half as high, just beside a corner that is there, would make slivers whose planes
/// rounding turns anywhere.
static cld_cso_vertex choose_vertex(const cld_cso *cso, const cld_polytope_face *f, const cld_peak *peak,
                                    cld_cso_vertex w) {
    double rise = cld_dot(f->normal, w.w) - f->offset;
    double farthest = f->offset + fmax(0.5 * rise, 4 * ROUNDING * cso->size);
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
static double find_goal(const cld_cso *cso, double diagonal, uint32_t iteration) {
    return fmax((iteration < FINE_STEPS ? FINE : COARSE) * diagonal, ROUNDING * cso->size);
}

/// Whether a direction leads to the peak that there is. No derivation: what is left out is tried again where
/// the proof ends.
static bool is_beside(const cld_peak *peak, cld_vec3 n) {
    return peak->count > 0 && cld_dot(peak->normal, n) > 0.99;
}

/// Polishes the normals of faces that are nearer to the origin than the best plane, evenly spread over them.
static void polish_last(const cld_cso *cso, const cld_polytope *p, double goal, cld_peak *peak) {
    size_t nearer = 0, at = 0;
    for (size_t i = 0; i < p->face_count; i++)
        nearer += p->key[i] < -peak->separation - goal;
    size_t stride = nearer / MOST_LAST_POLISHES + 1;
    double least = -peak->separation - goal;
    for (size_t i = 0; i < p->face_count; i++) {
        cld_peak polished;
        if (p->key[i] < least && at++ % stride == 0 && polish_face(cso, p, (uint32_t)i, &polished))
            cld_peak_take_better(peak, &polished);
    }
}

/// Adds what a peak proves around it, if that is enough, and there is room.
static void add_cap(const cld_cso *cso, const cld_peak *peak, double enough, cld_caps *caps) {
    if (caps->count == CLD_MOST_CAPS)
        return;
    cld_cap *cap = &caps->cap[caps->count];
    *cap = cld_cap_find(cso, peak->normal, peak->vertex, peak->weight, peak->count);
    caps->count += cap->slope > 0 && cap->least >= enough;
}

/// The same for the opposite direction, if it is as good: what is symmetric about one point has peaks in
/// pairs. Which parts agree there, directions tell that are tilted towards their points.
static void add_caps(const cld_cso *cso, const cld_peak *peak, double enough, cld_caps *caps) {
    cld_peak other = *peak;
    add_cap(cso, peak, enough, caps);
    other.normal = cld_negate(peak->normal);
    if (peak->count == 0 ||
        fabs(cld_cso_find_separation(cso, other.normal) - peak->separation) > SAME * cso->size)
        return;
    for (int i = 0; i < peak->count; i++) {
        cld_vec3 w = peak->vertex[i].w, aside = cld_add_scaled(w, peak->separation, peak->normal);
        other.vertex[i] = cld_cso_support(cso, cld_add_scaled(other.normal, -TILT / cso->size, aside));
    }
    add_cap(cso, &other, enough, caps);
}

/// The nearest face that no cap covers.
static uint32_t find_nearest(cld_polytope *polytope, const cld_caps *caps) {
    uint32_t nearest = cld_polytope_find_nearest(polytope);
    while (nearest != CLD_NO_INDEX &&
           cld_caps_cover(caps, polytope->face[nearest].normal, polytope->face[nearest].offset, 0)) {
        cld_polytope_close(polytope, nearest);
        nearest = cld_polytope_find_nearest(polytope);
    }
    return nearest;
}

static bool grow(cld_cso *cso, double diagonal, double upper, cld_polytope *polytope, cld_peak *peak,
                 cld_caps *caps, cld_query_stats *stats) {
    for (uint32_t i = 0; i < MOST_ITERATIONS && polytope->made_count < MOST_FACES; i++) {
        uint32_t nearest = find_nearest(polytope, caps);
        if (nearest == CLD_NO_INDEX)
            break;
        stats->epa_iterations++;
        stats->support_calls++;
        cld_polytope_face face = polytope->face[nearest];
        cld_cso_vertex w = cld_cso_support(cso, face.normal);
        double width = cld_dot(face.normal, w.w);
        bool better = -width > peak->separation + ROUNDING * cso->size;
        if (better)
            *peak = (cld_peak){.normal = face.normal, .separation = -width};
        if (cso->tracer)
            cld_polytope_tell(polytope, cso, nearest, &w, -peak->separation,
                              fmin(face.offset, cld_caps_find_least(caps)), i == 0);
        if (face.offset >= -peak->separation - find_goal(cso, diagonal, i) ||
            width <= face.offset + ROUNDING * cso->size ||
            (i >= FINE_STEPS && upper - peak->separation <= COARSE * diagonal))
            break;
        cld_peak polished;
        bool near = better && width - face.offset < NEAR * diagonal;
        if ((near || (i % POLISH_EACH == POLISH_EACH - 1 && !is_beside(peak, face.normal))) &&
            polish_face(cso, polytope, nearest, &polished)) {
            cld_peak_take_better(peak, &polished);
            add_caps(cso, &polished, -peak->separation - FINE * diagonal, caps);
            w = choose_vertex(cso, &face, &polished, w);
        }
        if (!cld_polytope_add(polytope, cso, nearest, &w) || (i == MANY_STEPS && !cld_cso_prepare(cso)))
            return false;
    }
    return true;
}

bool cld_curved_expand(const cld_cso *cso, const cld_simplex *meeting, double diagonal, double upper,
                       cld_polytope *polytope, cld_peak *peak, cld_caps *caps, bool *flat,
                       cld_query_stats *stats) {
    cld_cso_vertex corner[4];
    cld_vec3 flat_normal;
    caps->count = 0;
    add_caps(cso, peak, -peak->separation - FINE * diagonal, caps);
    *flat = !cld_blow_up(cso, meeting, corner, &flat_normal, &stats->support_calls);
    if (*flat) {
        *peak = (cld_peak){.normal = flat_normal};
        peak->separation = cld_cso_find_separation(cso, peak->normal);
        return true;
    }
    if (!cld_polytope_begin(polytope, cso, corner))
        return false;
    cld_cso prepared = *cso;
    bool has_grown = grow(&prepared, diagonal, upper, polytope, peak, caps, stats);
    cld_cso_forget(&prepared);
    if (!has_grown)
        return false;
    if (!(upper - peak->separation <= COARSE * diagonal))
        polish_last(cso, polytope, FINE * diagonal, peak);
    cld_peak_try_waists(cso, peak);
    uint32_t nearest = cld_polytope_find_nearest(polytope);
    cld_peak polished;
    // Where the final face touches A - B, its corners still say which parts of the shapes do.
    if (peak->count == 0 && nearest != CLD_NO_INDEX && polish_face(cso, polytope, nearest, &polished) &&
        polished.separation >= peak->separation - ROUNDING * cso->size)
        *peak = polished;
    cld_peak_try_axes(cso, peak);
    return true;
}
