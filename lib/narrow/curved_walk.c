/// The simplex is that of walk_simplex.h. Its corners' numbers say which of the supports so far they are:
/// those of curved parts are no vertices, so the points themselves are kept for who asks where they are.

#include "narrow/curved_walk.h"

#include <math.h>

#include "narrow/trace.h"
#include "narrow/walk_simplex.h"

enum { MOST_STEPS = 40 };

static void take_simplex(const cld_walk_simplex *s, const cld_cso_vertex *seen, const cld_cso *cso,
                         cld_gjk_result *r) {
    r->simplex.count = s->count;
    for (int i = 0; i < s->count; i++)
        r->simplex.vertex[i] = seen[s->at[i].ia];
    // Which are clear of 0 is for those to see who take the simplex for something.
    double *weight = r->simplex.weight;
    if (s->count == 4)
        cld_walk_weigh(s, 4, cso->size, cso->error, weight);
    else if (s->count == 3)
        cld_walk_weigh(s, 3, cso->size, cso->error, weight);
    else if (s->count == 2)
        cld_walk_weigh(s, 2, cso->size, cso->error, weight);
    else
        cld_walk_weigh(s, 1, cso->size, cso->error, weight);
}

static void tell(const cld_cso *cso, const cld_walk_simplex *s, const cld_cso_vertex *seen,
                 const cld_cso_vertex *w) {
    cld_cso_vertex simplex[4];
    for (int i = 0; i < s->count; i++)
        simplex[i] = seen[s->at[i].ia];
    cld_event event = {.kind = CLD_TRACE_GJK, .simplex = simplex, .simplex_count = (uint32_t)s->count};
    event.direction = cld_negate(s->v);
    event.support = w;
    event.lower = cld_dot(s->v, w->w) / cld_length(s->v);
    event.upper = s->count ? sqrt(s->vv) : INFINITY;
    cld_trace_tell(cso, &event);
}

CLD_INLINE cld_vec3 find_extreme(const cld_cso_side *side, cld_vec3 d, uint32_t *at) {
    if (side->curve)
        return cld_curve_find_extreme(side->curve, d, at);
    *at = cld_lanes_find_extreme(&side->cloud, d);
    return cld_cloud_at(&side->cloud, *at);
}

/// cld_cso_support, of a frame that cld_cso_make has made.
CLD_INLINE void find_support(const cld_cso *cso, cld_vec3 d, cld_cso_vertex *v) {
    v->a = find_extreme(&cso->a, d, &v->ia);
    v->b = find_extreme(&cso->b, cld_negate(d), &v->ib);
    v->w = cld_sub(cld_sub(v->a, v->b), cso->offset);
}

CLD_INLINE void walk(const cld_cso *cso, const cld_curved_aim *aim, cld_cso_vertex *seen,
                     cld_walk_simplex *last, cld_gjk_result *r) {
    cld_walk_simplex s; // one that registers hold
    double least = cld_max(CLD_CSO_ROUNDING * cso->size, aim->within);
    uint32_t steps = 0;
    r->stop = CLD_GJK_STALLED;
    cld_walk_keep_nearest(&s, cld_cso_start(cso), 1);
    for (s.count = 0; steps < MOST_STEPS;) {
        cld_cso_vertex *w = &seen[steps];
        find_support(cso, cld_negate(s.towards), w);
        if (cso->tracer) {
            const cld_walk_simplex so_far = s;
            tell(cso, &so_far, seen, w);
        }
        const cld_corner p = {w->w, steps, steps};
        double along = cld_dot(s.v, p.w), lost = s.vv - along, before = s.vv;
        bool first = s.count == 0;
        steps++;
        if (along > 0 && along * along > aim->beyond * aim->beyond * s.vv) {
            r->stop = CLD_GJK_APART;
            break;
        }
        if (!first && lost <= aim->part * before) {
            r->stop = CLD_GJK_CONVERGED;
            break;
        }
        cld_walk_add_point(&s, &p);
        if (s.count == 4 || s.vv <= least * least) {
            r->stop = CLD_GJK_MEETS;
            break;
        }
        if (!first && !(s.vv < before))
            break;
    }
    r->iterations = steps;
    r->v = s.v;
    *last = s;
}

CLD_WIDE(void, walk,
         (const cld_cso *cso, const cld_curved_aim *aim, cld_cso_vertex *seen, cld_walk_simplex *last,
          cld_gjk_result *r),
         { walk(cso, aim, seen, last, r); })

cld_gjk_result cld_curved_walk(const cld_cso *cso, const cld_curved_aim *aim) {
    cld_gjk_result r;
    cld_walk_simplex last;
    cld_cso_vertex seen[MOST_STEPS];
    CLD_BEST(walk, (cso, aim, seen, &last, &r));
    take_simplex(&last, seen, cso, &r);
    return r;
}
