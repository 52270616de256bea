/// GJK for the many pairs that need no care.
///
/// Source: as gjk.c, with simplexes in plain doubles (walk_simplex.h). Between large shapes supports are
/// asked for ahead of v, until one brings v no further; v itself then tells when it is the nearest. Whatever
/// is nearly flat or nearly touching is left to those who work in double-double.

#include "narrow/walk.h"

#include <math.h>

#include "narrow/trace.h"
#include "narrow/walk_simplex.h"
#include "proof/plain.h"

static void tell(const cld_cso *cso, const cld_walk_simplex *s, cld_vec3 towards, const cld_corner *p) {
    cld_cso_vertex simplex[4], support = cld_cso_vertex_at(cso, p->ia, p->ib);
    for (int i = 0; i < s->count; i++)
        simplex[i] = cld_cso_vertex_at(cso, s->at[i].ia, s->at[i].ib);
    cld_event event = {.kind = CLD_TRACE_GJK, .simplex = simplex, .simplex_count = (uint32_t)s->count};
    event.direction = cld_negate(towards);
    event.support = &support;
    event.lower = cld_dot(towards, p->w) / cld_length(towards);
    event.upper = s->count ? sqrt(s->vv) : INFINITY;
    cld_trace_tell(cso, &event);
}

/// Whether the way out along the line of centres, beside that line, and the square of the cosine by which the
/// vertex found is off it make more than a quarter. Where they make less, the tetrahedron that the walk ends
/// with is so near to the nearest face that EPA has fewer steps to make than the walk has cost, or the shapes
/// only pass each other: flat and long ones reach far beyond the other's centre and are apart. Where they
/// make more, an octahedron around the origin saves the walk and steps of EPA. Of large clouds, whose faces
/// are small, the tetrahedron takes fewer where the centres are nearly the same.
CLD_INLINE bool is_deep(const cld_cso *cso, const cld_corner *p) {
    double way = cld_dot(p->w, cso->offset), line = cld_dot(cso->offset, cso->offset);
    return 4 * way * way * way > line * line * cld_dot(p->w, p->w) && (cso->simple || way < 2 * line);
}

/// Whether it `may_gain` momentum is a constant, for that to cost those nothing who may not. Of a ball of
/// radius `inner` in A - B, the nearest point is the first of the simplex.
CLD_INLINE cld_walk_stop advance(const cld_cso *cso, double inner, double limit, bool or_deep, bool may_gain,
                                 cld_walk_simplex *s, cld_walk_result *result) {
    double rounding = CLD_CSO_ROUNDING * cso->size;
    cld_walk_keep_nearest(s, cld_negate(cld_cso_guess(cso)), 1);
    if (!(s->vv > 0))
        cld_walk_keep_nearest(s, cld_vec3_make(1, 0, 0), 1);
    cld_momentum m = {s->v, s->v};
    bool has_momentum = may_gain;
    for (s->count = 0; result->iterations < CLD_WALK_MOST_STEPS;) {
        cld_corner p;
        bool first = s->count == 0, is_led = may_gain && has_momentum && !first;
        if (is_led)
            cld_momentum_gain(&m, s->v, result->iterations);
        cld_corner_find(cso, cld_negate(is_led ? m.towards : s->towards), &p);
        result->iterations++;
        if (cso->tracer)
            tell(cso, s, is_led ? m.towards : s->v, &p);
        double along = cld_dot(s->v, p.w), lost = s->vv - along, before = s->vv;
        double ahead = is_led ? cld_dot(m.towards, p.w) : along,
               square = is_led ? cld_dot(m.towards, m.towards) : s->vv;
        if ((ahead > 0) & (ahead * ahead > limit * limit * square))
            return CLD_WALK_APART;
        if (or_deep && first && is_deep(cso, &p))
            return CLD_WALK_DEEP;
        if (!first && ((lost <= 0) | (lost * lost <= rounding * rounding * before) | cld_walk_holds(s, &p))) {
            result->support = p.w;
            if (!is_led)
                return CLD_WALK_NEAREST;
            has_momentum = false; // of what is left, v itself will tell
            continue;
        }
        m.last = p.w;
        if (first && inner > 0)
            cld_walk_keep_inside(s, cso->offset, inner, &p);
        cld_walk_add_point(s, &p);
        if (s->count == 4)
            return CLD_WALK_MEETS;
        if (!first && !(s->vv < before))
            return CLD_WALK_UNSURE;
    }
    return CLD_WALK_UNSURE;
}

/// The point of A or B that the walk ended with, relative to its own centre.
CLD_INLINE cld_vec3 find_witness(const cld_cso *cso, bool is_b, const cld_walk_simplex *s, int count,
                                 const double *weight) {
    cld_vec3 p = {0, 0, 0};
    for (int i = 0; i < count; i++)
        p = cld_add_scaled(p, weight[i], cld_cso_at(cso, is_b, is_b ? s->at[i].ib : s->at[i].ia));
    return p;
}

/// `count`, that of the simplex, is a constant, for the loops to be none.
CLD_INLINE void finish_with(const cld_cso *cso, const cld_walk_simplex *s, int count,
                            cld_walk_result *result) {
    if (result->stop == CLD_WALK_NEAREST && !cld_walk_is_good(s, count, cso->size))
        result->stop = CLD_WALK_UNSURE;
    double weight[4];
    if (!cld_walk_weigh(s, count, cso->size, cso->error, weight))
        result->stop = CLD_WALK_UNSURE;
    for (int i = 0; i < count; i++) {
        result->corner[i] = s->at[i];
        result->weight[i] = weight[i];
    }
    if (result->stop != CLD_WALK_NEAREST)
        return;
    double length = sqrt(s->vv);
    cld_vec3 n = cld_scale(s->v, -1 / length);
    cld_nearest *nearest = &result->nearest;
    nearest->normal = n;
    nearest->distance = length;
    nearest->lower = cld_plain_from_support(cso, n, result->support);
    nearest->upper = cld_plain_from_corners(cso, s->at, weight, count);
    nearest->a = find_witness(cso, false, s, count, weight);
    nearest->b = find_witness(cso, true, s, count, weight);
}

CLD_INLINE void finish(const cld_cso *cso, const cld_walk_simplex *s, cld_walk_result *result) {
    result->count = s->count;
    if (result->stop == CLD_WALK_APART || result->stop == CLD_WALK_DEEP)
        return;
    if (s->count == 4)
        finish_with(cso, s, 4, result);
    else if (s->count == 3)
        finish_with(cso, s, 3, result);
    else if (s->count == 2)
        finish_with(cso, s, 2, result);
    else
        finish_with(cso, s, 1, result);
}

/// A simplex of its own is one that registers hold, as far as there are: what was just stored in pieces is
/// slow to load as a whole. Momentum leaves too few for that to pay. Whether it `finishes` is a constant: who
/// only decides asks for the simplex instead.
CLD_INLINE void run(const cld_cso *cso, double inner, double limit, bool or_deep, bool finishes,
                    cld_walk_simplex *s, cld_walk_result *result) {
    result->iterations = 0;
    if (cld_may_gain_momentum(cso->a.cloud.count, cso->b.cloud.count)) {
        result->stop = advance(cso, inner, limit, or_deep, true, s, result);
        if (finishes)
            finish(cso, s, result);
        return;
    }
    cld_walk_simplex local;
    result->stop = advance(cso, inner, limit, or_deep, false, &local, result);
    if (finishes)
        finish(cso, &local, result);
    else
        *s = local;
}

CLD_INLINE void walk(const cld_cso *cso, double limit, bool or_deep, cld_walk_simplex *s,
                     cld_walk_result *result) {
    run(cso, 0, limit, or_deep, true, s, result);
}

CLD_INLINE void decide(const cld_cso *cso, double limit, double inner, cld_walk_simplex *s,
                       cld_walk_result *result) {
    run(cso, inner, limit, false, false, s, result);
}

CLD_WIDE(void, walk,
         (const cld_cso *cso, double limit, bool or_deep, cld_walk_simplex *s, cld_walk_result *result),
         { walk(cso, limit, or_deep, s, result); })

CLD_WIDE(void, decide,
         (const cld_cso *cso, double limit, double inner, cld_walk_simplex *s, cld_walk_result *result),
         { decide(cso, limit, inner, s, result); })

void cld_walk(const cld_cso *cso, double limit, bool or_deep, cld_walk_result *result) {
    cld_walk_simplex s;
    CLD_BEST(walk, (cso, limit, or_deep, &s, result));
}

/// Whether the simplex comes as near to the origin as that.
static bool comes_near(const cld_cso *cso, const cld_walk_simplex *s, double near) {
    double weight[4];
    cld_walk_weigh(s, s->count, cso->size, cso->error, weight);
    return cld_plain_is_nearby(cso) && cld_plain_from_corners(cso, s->at, weight, s->count) <= near;
}

cld_verdict cld_walk_decide(const cld_cso *cso, double limit, double near, double inner) {
    cld_walk_simplex s;
    cld_walk_result result;
    double weight[4];
    CLD_BEST(decide, (cso, limit, inner, &s, &result));
    if (result.stop == CLD_WALK_APART)
        return CLD_APART;
    bool meets = result.stop == CLD_WALK_MEETS && cld_walk_weigh(&s, 4, cso->size, cso->error, weight);
    // That v is the nearest point is no verdict, unless it is near enough.
    return meets || comes_near(cso, &s, near) ? CLD_MEETS : CLD_UNSURE;
}

void cld_walk_get_simplex(const cld_cso *cso, const cld_walk_result *result, cld_simplex *simplex) {
    simplex->count = result->count;
    for (int i = 0; i < result->count; i++) {
        simplex->vertex[i] = cld_cso_vertex_at(cso, result->corner[i].ia, result->corner[i].ib);
        simplex->weight[i] = result->weight[i];
    }
}

bool cld_walk_ends_at_once(const cld_cso *cso, double limit) {
    double along = -cld_dot(cso->offset, cld_cso_support(cso, cso->offset).w);
    return along > 0 && along * along > limit * limit * cld_dot(cso->offset, cso->offset);
}
