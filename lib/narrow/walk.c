/// GJK for the many pairs that need no care.
///
/// Source: as gjk.c, with simplexes in plain doubles (walk_simplex.h). Between large shapes supports are
/// asked for ahead of v, until one brings v no further; v itself then tells when it is the nearest. Whatever
/// is nearly flat or nearly touching is left to those who work in double-double.
///
/// Where the question is yes or no, about the farthest vertex will do: four vertices hold the origin or do
/// not, however they were found, and what separates is held against the farthest that there may be.

#include "narrow/walk.h"

#include <math.h>

#include "narrow/trace.h"
#include "narrow/walk_simplex.h"
#include "shape/rough.h"

/// More steps than a pair that needs no care takes.
#define MOST_STEPS 60

/// What |v| - v . w / |v| may be off by, relative to the pair's size: |w| by 3 u, a product of three terms by
/// 3 u more, and the two sides of the comparison add up.
#define ROUNDING (8 * CLD_ROUNDOFF)

/// What a walk asks for supports along, once it has taken a step: its nearest point, led ahead by where the
/// steps before went.
typedef struct momentum {
    cld_vec3 towards, last; ///< direction so far; the newest vertex
} momentum;

/// From so many vertices of both shapes on, momentum saves a walk between round shapes a sixth to a fourth of
/// its steps. Of half as many it saves a twelfth, about what it costs; of eight each it adds steps.
#define FEWEST_FOR_MOMENTUM 128

/// Source: L. Montaut, Q. Le Lidec, V. Petrik, J. Sivic, J. Carpentier, Collision detection accelerated: an
/// optimization perspective, 2022, section IV: Nesterov's acceleration, the k-th step of which weighs by
/// (k + 1) / (k + 3).
CLD_INLINE void gain_momentum(momentum *m, cld_vec3 v, uint32_t k) {
    double part = (k + 1.0) / (k + 3.0);
    cld_vec3 ahead = cld_add_scaled(cld_scale(v, part), 1 - part, m->last);
    m->towards = cld_add_scaled(cld_scale(m->towards, part), 1 - part, ahead);
}

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

/// Whether the way out along the line of centres is more than a third of that line. Where it is less, the
/// tetrahedron that the walk ends with is so near to the nearest face that EPA has fewer steps to make than
/// the walk has cost; where it is more, an octahedron around the origin saves the walk and steps of EPA. Of
/// large clouds, whose faces are small, the tetrahedron takes fewer where the centres are nearly the same.
CLD_INLINE bool is_deep(const cld_cso *cso, const cld_corner *p) {
    double way = cld_dot(p->w, cso->offset), line = cld_dot(cso->offset, cso->offset);
    return 3 * way > line && (cso->simple || way < 2 * line);
}

/// Directions of floats that are far from the ends of their range. Those of pairs of such sizes are none that
/// are too long: they grow with the fifth power of lengths.
#define LEAST_FLOAT 0x1p-100
#define LEAST_ROUGH 0x1p-20
#define MOST_ROUGH 0x1p20

/// From so many vertices of both shapes on, floats save more than making them takes.
#define FEWEST_FOR_ROUGH 16

/// A vertex that is about the farthest along -v. False if v is too short for its floats to say where it
/// leads.
CLD_INLINE bool find_roughly(const cld_cso *cso, const cld_rough rough[2], cld_vec3 v, cld_corner *p) {
    float x = (float)v.x, y = (float)v.y, z = (float)v.z;
    uint32_t at[2];
    cld_rough_find_extremes(rough, x, y, z, at);
    cld_vec3 a = cld_cloud_at(&cso->a, at[0]), b = cld_cloud_at(&cso->b, at[1]);
    if (cso->turn_a)
        a = cld_mat3_apply(cso->turn_a, a);
    if (cso->turn_b)
        b = cld_mat3_apply(cso->turn_b, b);
    *p = (cld_corner){cld_sub(cld_sub(a, b), cso->offset), at[0], at[1]};
    return cld_max_abs(v) > LEAST_FLOAT;
}

/// Begins a simplex with the point of the ball inside that is nearest to the origin, unless the origin is
/// behind it as seen from p, or in the ball.
CLD_INLINE void keep_inside(cld_walk_simplex *s, const cld_cso *cso, double inner, const cld_corner *p) {
    cld_vec3 inside = cld_scale(cso->offset, inner / cld_length(cso->offset) - 1);
    if (cld_dot(inside, cld_sub(p->w, inside)) < 0) {
        s->at[0] = (cld_corner){inside, CLD_NO_INDEX, CLD_NO_INDEX};
        s->count = 1;
    }
}

/// With `rough`, supports are about those, of clouds that are asleep. Whether there is that, and `may_gain`
/// momentum, are constants, for what it asks for to cost those nothing who do not. Of a ball of radius
/// `inner` in A - B, the nearest point is the first of the simplex.
CLD_INLINE cld_walk_stop advance(const cld_cso *cso, const cld_rough *rough, double inner, double limit,
                                 bool or_deep, bool may_gain, cld_walk_simplex *s, cld_walk_result *result) {
    double rounding = ROUNDING * cso->size;
    cld_walk_keep_nearest(s, cld_negate(rough ? cso->offset : cld_cso_guess(cso)), 1);
    if (!(s->vv > 0))
        cld_walk_keep_nearest(s, cld_vec3_make(1, 0, 0), 1);
    momentum m = {s->v, s->v};
    bool has_momentum = may_gain;
    for (s->count = 0; result->iterations < MOST_STEPS;) {
        cld_corner p;
        bool first = s->count == 0, is_led = may_gain && has_momentum && !first;
        if (is_led)
            gain_momentum(&m, s->v, result->iterations);
        cld_vec3 towards = is_led ? m.towards : s->towards;
        if (!rough)
            cld_corner_find(cso, cld_negate(towards), &p);
        else if (!find_roughly(cso, rough, towards, &p))
            return CLD_WALK_UNSURE;
        result->iterations++;
        if (!rough && cso->tracer)
            tell(cso, s, is_led ? m.towards : s->v, &p);
        double along = cld_dot(s->v, p.w), lost = s->vv - along, before = s->vv;
        double ahead = is_led ? cld_dot(m.towards, p.w) : along,
               square = is_led ? cld_dot(m.towards, m.towards) : s->vv;
        if (ahead > 0 && ahead * ahead > limit * limit * square)
            return CLD_WALK_APART;
        if (or_deep && first && is_deep(cso, &p))
            return CLD_WALK_DEEP;
        if (!first && (lost <= 0 || lost * lost <= rounding * rounding * before || cld_walk_holds(s, &p))) {
            result->support = p.w;
            if (!is_led)
                return CLD_WALK_NEAREST;
            has_momentum = false; // of what is left, v itself will tell
            continue;
        }
        m.last = p.w;
        if (first && inner > 0)
            keep_inside(s, cso, inner, &p);
        cld_walk_add_point(s, &p);
        if (s->count == 4)
            return CLD_WALK_MEETS;
        if (!first && !(s->vv < before))
            return CLD_WALK_UNSURE;
    }
    return CLD_WALK_UNSURE;
}

CLD_INLINE bool may_gain_momentum(const cld_cso *cso) {
    return cso->a.count + cso->b.count >= FEWEST_FOR_MOMENTUM;
}

/// A simplex of its own is one that registers hold, as far as there are: what was just stored in pieces is
/// slow to load as a whole. Momentum leaves too few for that to pay.
CLD_INLINE cld_walk_stop run(const cld_cso *cso, double inner, double limit, bool or_deep,
                             cld_walk_simplex *s, cld_walk_result *result) {
    if (may_gain_momentum(cso))
        return advance(cso, NULL, inner, limit, or_deep, true, s, result);
    cld_walk_simplex local;
    cld_walk_stop stop = advance(cso, NULL, inner, limit, or_deep, false, &local, result);
    *s = local;
    return stop;
}

CLD_WIDE(cld_walk_stop, run,
         (const cld_cso *cso, double inner, double limit, bool or_deep, cld_walk_simplex *s,
          cld_walk_result *result),
         { return run(cso, inner, limit, or_deep, s, result); })

void cld_walk(const cld_cso *cso, double limit, bool or_deep, cld_walk_result *result) {
    cld_walk_simplex s;
    result->iterations = 0;
    result->stop = CLD_BEST(run, (cso, 0, limit, or_deep, &s, result));
    result->count = s.count;
    if (result->stop == CLD_WALK_APART || result->stop == CLD_WALK_DEEP)
        return;
    if (result->stop == CLD_WALK_NEAREST && !cld_walk_is_good(&s, cso->size))
        result->stop = CLD_WALK_UNSURE;
    if (!cld_walk_weigh_any(&s, cso, result->weight))
        result->stop = CLD_WALK_UNSURE;
    for (int i = 0; i < s.count; i++)
        result->corner[i] = s.at[i];
    result->v = s.v;
}

/// What of a verdict is sure. That v is the nearest point is none.
static cld_walk_stop take_verdict(const cld_cso *cso, const cld_walk_simplex *s, cld_walk_stop stop) {
    double weight[4];
    bool is_sure = stop == CLD_WALK_APART || (stop == CLD_WALK_MEETS && cld_walk_weigh(s, 4, cso, weight));
    return is_sure ? stop : CLD_WALK_UNSURE;
}

cld_walk_stop cld_walk_decide(const cld_cso *cso, double limit, double inner) {
    cld_walk_simplex s;
    cld_walk_result result = {.iterations = 0};
    return take_verdict(cso, &s, CLD_BEST(run, (cso, inner, limit, false, &s, &result)));
}

CLD_INLINE cld_walk_stop run_roughly(const cld_cso *cso, double inner, double limit, double *scratch,
                                     cld_walk_simplex *s, cld_walk_result *result) {
    cld_rough rough[2];
    cld_walk_simplex local;
    cld_rough_make(&cso->a, cso->turn_a, scratch, &rough[0]);
    cld_rough_make(&cso->b, cso->turn_b, scratch + 3 * cld_cloud_stride(cso->a.count), &rough[1]);
    limit += cld_max(cld_rough_find_error(&rough[0]), cld_rough_find_error(&rough[1])) * cso->size;
    cld_walk_stop stop = may_gain_momentum(cso)
                             ? advance(cso, rough, inner, limit, false, true, &local, result)
                             : advance(cso, rough, inner, limit, false, false, &local, result);
    *s = local;
    return stop;
}

CLD_WIDE(cld_walk_stop, run_roughly,
         (const cld_cso *cso, double inner, double limit, double *scratch, cld_walk_simplex *s,
          cld_walk_result *result),
         { return run_roughly(cso, inner, limit, scratch, s, result); })

cld_walk_stop cld_walk_roughly(const cld_cso *cso, double limit, double inner, double *scratch) {
    cld_walk_simplex s;
    cld_walk_result result = {.iterations = 0};
    if (!(cso->size > LEAST_ROUGH && cso->size < MOST_ROUGH) ||
        cso->a.count + cso->b.count < FEWEST_FOR_ROUGH)
        return CLD_WALK_UNSURE;
    return take_verdict(cso, &s, CLD_BEST(run_roughly, (cso, inner, limit, scratch, &s, &result)));
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
