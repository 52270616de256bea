/// GJK: walks a simplex of vertices of A - B towards the origin.
///
/// Source: E. Gilbert, D. Johnson, S. Keerthi, A fast procedure for computing the distance between complex
/// objects in three-dimensional space, 1988; G. van den Bergen, A fast and robust GJK implementation, 1999.
///
/// It ends because each step must bring |v| down, over the finitely many simplices of vertex pairs: it stops
/// when the support vertex is already in the simplex or proves no more than rounding can show, and when |v|
/// grows or stays. The distance lies between v . w / |v| for the last support vertex w and |v|.

#include "narrow/gjk.h"

#include <math.h>

#include "narrow/trace.h"

/// More steps than any pair needs; a stop here is reported as stalled.
#define MOST_ITERATIONS 1000

/// Steps in a row that may leave |v| as it is, to the last bits of a double: near the end |v| is settled
/// before its direction is, since a tilt by t lengthens it by t^2 / 2 only.
#define MOST_LEVEL_STEPS 8

/// How much farther along v than the support vertex w the simplex is, which stands across v: so much nearer
/// the origin may be. What both share of the offset is left out: where that is long beside the shapes, which
/// it is not where |v| is less than half of the pair's size, it costs digits.
static double find_gap(const cld_gjk_result *r, const cld_cso_vertex *w, double length) {
    double least = INFINITY;
    for (int i = 0; i < r->simplex.count; i++) {
        const cld_cso_vertex *s = &r->simplex.vertex[i];
        least = cld_min(least, cld_dot(r->v, cld_sub(cld_sub(s->a, w->a), cld_sub(s->b, w->b))));
    }
    return least / length;
}

static bool holds(const cld_simplex *s, const cld_cso_vertex *w) {
    for (int i = 0; i < s->count; i++)
        if (cld_cso_is_same(&s->vertex[i], w))
            return true;
    return false;
}

static void tell(const cld_cso *cso, const cld_gjk_result *r, cld_find_nearest *find_nearest,
                 const cld_cso_vertex *w) {
    double length = cld_length(r->v);
    cld_event event = {.kind = CLD_TRACE_GJK, .direction = cld_negate(r->v), .support = w};
    event.is_exact = find_nearest == cld_simplex_find_nearest_exactly;
    event.simplex = r->simplex.vertex;
    event.simplex_count = (uint32_t)r->simplex.count;
    event.lower = cld_dot(r->v, w->w) / length;
    event.upper = r->simplex.count ? length : INFINITY;
    cld_trace_tell(cso, &event);
}

cld_gjk_result cld_gjk_decide(const cld_cso *cso, cld_vec3 v0, cld_find_nearest *find_nearest, double beyond,
                              double within) {
    cld_gjk_result r = {.stop = CLD_GJK_STALLED, .simplex = {.weight = {1}, .count = 1}, .iterations = 1};
    r.simplex.vertex[0] = cld_cso_support(cso, cld_negate(v0));
    if (cso->tracer)
        tell(cso, &(cld_gjk_result){.v = v0}, find_nearest, &r.simplex.vertex[0]);
    if (cld_dot(v0, r.simplex.vertex[0].w) > beyond * cld_length(v0)) {
        r.stop = CLD_GJK_APART;
        r.v = v0;
        return r;
    }
    find_nearest(cso, &r.simplex, &r.v); // near the origin w is rounded too much to be a direction
    int level_steps = 0;
    double length = cld_length(r.v), rounding = CLD_CSO_ROUNDING * cso->size,
           own_rounding = CLD_CSO_ROUNDING * (cso->a.reach + cso->b.reach);
    while (r.iterations < MOST_ITERATIONS) {
        if (length <= cld_max(rounding, within)) {
            r.stop = CLD_GJK_MEETS;
            break;
        }
        cld_cso_vertex w = cld_cso_support(cso, cld_negate(r.v));
        r.iterations++;
        if (cso->tracer)
            tell(cso, &r, find_nearest, &w);
        if (cld_dot(r.v, w.w) > beyond * length) {
            r.stop = CLD_GJK_APART;
            break;
        }
        bool is_nearest = length - cld_dot(r.v, w.w) / length <= rounding &&
                          (length < cso->size / 2 || find_gap(&r, &w, length) <= own_rounding);
        if (is_nearest || holds(&r.simplex, &w)) {
            r.stop = CLD_GJK_CONVERGED;
            break;
        }
        cld_simplex next = r.simplex;
        next.vertex[next.count++] = w;
        cld_vec3 v;
        find_nearest(cso, &next, &v);
        double next_length = next.count == 4 ? 0 : cld_length(v);
        level_steps = next_length < length ? 0 : level_steps + 1;
        if (next_length > length * (1 + 4 * CLD_ROUNDOFF) || level_steps > MOST_LEVEL_STEPS)
            break;
        r.simplex = next;
        r.v = v;
        length = next_length;
    }
    return r;
}

cld_gjk_result cld_gjk(const cld_cso *cso, cld_vec3 v0, cld_find_nearest *find_nearest) {
    return cld_gjk_decide(cso, v0, find_nearest, INFINITY, 0);
}
