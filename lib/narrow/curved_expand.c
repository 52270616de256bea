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
/// around nearly parallel axes may give at once (curved_upright.c), and else the normals of the faces that
/// might still hide a better direction are polished, of very many of them some spread evenly. What the proof
/// leaves open is looked for by name (curved_axes.c, curved_parts.c). It ends because each step adds a
/// vertex, and there is a last one; how many faces they may make is limited as in epa.c.

#include <math.h>

#include "narrow/blow_up.h"
#include "narrow/core.h"
#include "narrow/curved.h"
#include "narrow/curved_step.h"

/// After MANY_STEPS it pays to prepare a large cloud, as in epa.c.
enum {
    MANY_STEPS = 1000,
    MOST_ITERATIONS = 400000,
    MOST_FACES = 64 * MOST_ITERATIONS,
    MOST_LAST_POLISHES = 1024
};

static cld_curved_face get_face(const cld_polytope *p, uint32_t at) {
    const cld_polytope_face *f = &p->face[at];
    return (cld_curved_face){
        f->normal, f->offset, {&p->vertex[f->corner[0]], &p->vertex[f->corner[1]], &p->vertex[f->corner[2]]}};
}

/// Polishes the normals of faces that are nearer to the origin than the best plane, evenly spread over them.
static void polish_last(const cld_curved_search *s, const cld_polytope *p) {
    size_t nearer = 0, at = 0;
    double least = -s->peak->separation - CLD_CURVED_OFF * s->diagonal;
    for (size_t i = 0; i < p->face_count; i++)
        nearer += p->key[i] < least;
    size_t stride = nearer / MOST_LAST_POLISHES + 1;
    for (size_t i = 0; i < p->face_count; i++) {
        cld_peak polished;
        cld_curved_face face = get_face(p, (uint32_t)i);
        if (p->key[i] < least && at++ % stride == 0 && cld_curved_polish_face(s->cso, &face, &polished))
            cld_peak_take_better(s->peak, &polished);
    }
}

/// The nearest face that no cap covers.
static uint32_t find_nearest(cld_polytope *p, const cld_caps *caps) {
    uint32_t nearest = cld_polytope_find_nearest(p);
    while (nearest != CLD_NO_INDEX &&
           cld_caps_cover(caps, p->face[nearest].normal, p->face[nearest].offset, 0)) {
        cld_polytope_close(p, nearest);
        nearest = cld_polytope_find_nearest(p);
    }
    return nearest;
}

/// False when memory runs out.
static bool grow(cld_curved_search *s, cld_polytope *p) {
    cld_cso prepared = *s->cso;
    cld_curved_search own = *s;
    own.cso = &prepared;
    bool has_memory = cld_polytope_begin(p, own.cso, own.corner), is_open = has_memory;
    while (is_open && own.steps < MOST_ITERATIONS && p->made_count < MOST_FACES) {
        uint32_t nearest = find_nearest(p, &own.caps);
        if (nearest == CLD_NO_INDEX)
            break;
        cld_cso_vertex w;
        cld_curved_face face = get_face(p, nearest);
        is_open = cld_curved_step(&own, &face, &w);
        if (is_open)
            has_memory = is_open = cld_polytope_add(p, own.cso, nearest, &w) &&
                                   (own.steps != MANY_STEPS || cld_cso_prepare(&prepared));
        else
            cld_curved_end(&own, &face);
    }
    cld_cso_forget(&prepared);
    own.cso = s->cso;
    *s = own;
    return has_memory;
}

/// The same with a polytope that any number of faces may have.
static bool expand_far(cld_pair *pair, cld_curved_search *s, double *upper) {
    cld_polytope *polytope = &pair->workspace->polytope;
    cld_curved_begin(s);
    if (!grow(s, polytope))
        return false;
    if (!(s->upper - s->peak->separation <= CLD_CURVED_COARSE * s->diagonal))
        polish_last(s, polytope);
    *upper = cld_pair_bound_from_polytope(pair, s->cso, &s->caps);
    return true;
}

bool cld_curved_expand(cld_pair *pair, const cld_simplex *meeting, double most, cld_peak *peak, double *upper,
                       cld_query_stats *stats) {
    cld_curved_search s = {&pair->cso, cld_pair_find_diagonal(pair), most, peak, .stats = stats};
    cld_vec3 flat_normal;
    *upper = INFINITY;
    if (!cld_blow_up(s.cso, meeting, s.corner, &flat_normal, &stats->support_calls)) {
        *peak = cld_peak_look(s.cso, flat_normal);
        return true;
    }
    cld_curved_begin(&s);
    if (!cld_curved_expand_in_lanes(&s, upper) && !expand_far(pair, &s, upper))
        return false;
    cld_peak_try_waists(s.cso, peak);
    cld_peak_try_axes(s.cso, peak);
    if (*upper - peak->separation <= CLD_CURVED_OFF * s.diagonal)
        return true;
    cld_vec3 n = peak->normal;
    cld_peak_try_parts(s.cso, n, peak);
    cld_peak_try_parts(s.cso, cld_negate(n), peak); // which may be as good, as in add_caps
    return cld_peak_try_sides(pair, peak);
}
