/// GJK for the many pairs that need no care.
///
/// Source: as gjk.c; the newest vertex p is farther along -v than the others, so the nearest point of
/// the new simplex lies on a face that has p: three edges, three triangles, or the inside, told apart by the
/// signs of dot products (C. Ericson, Real-Time Collision Detection, 2005, section 9.5). Between large shapes
/// supports are asked for ahead of v, until one brings v no further; v itself then tells when it is the
/// nearest. Whatever is nearly flat or nearly touching is left to those who work in double-double.
///
/// Where the question is yes or no, about the farthest vertex will do: four vertices hold the origin or do
/// not, however they were found, and what separates is held against the farthest that there may be.

#include "narrow/walk.h"

#include <math.h>

#include "narrow/trace.h"
#include "shape/rough.h"

/// More steps than a pair that needs no care takes.
#define MOST_STEPS 60

/// What |v| - v . w / |v| may be off by, relative to the pair's size: |w| by 3 u, a product of three terms by
/// 3 u more, and the two sides of the comparison add up.
#define ROUNDING (8 * CLD_ROUNDOFF)

/// A determinant of three vectors of at most the pair's size, each good to 3 u of it, is off by less than 3
/// times 3 u and the 6 u of its products; twice that for differences.
#define VOLUME_ROUNDING (64 * CLD_ROUNDOFF)

/// By what three vectors are off before that, its volume is: of one vector and two differences, which are
/// twice as long and twice as far off, 4 + 2 * 4 times that of one.
#define ERRORS 12

/// A v this much shorter than the pair, or of a triangle with a smaller sine, is left to others: it would
/// lose more than 2^-40.
#define LEAST_LENGTH 0x1p-12
#define LEAST_SINE 0x1p-10

/// So is an edge, or the height of a triangle on its longer side, this much shorter than the pair. The
/// nearest point lies between corners, and is as good as they are however near to each other; but normals
/// tilt by up to 6 u of the size over it, which is less than 2^-32, and points move along the plane by as
/// much of their distance.
#define LEAST_HEIGHT 0x1p-18

/// The simplex so far, the newest vertex last, with the nearest of its points. Supports are asked for along
/// `towards`, which is the same without the division.
typedef struct walk {
    cld_corner at[4];
    int count;
    cld_vec3 towards, v;
    double vv;
} walk;

CLD_INLINE void keep_nearest(walk *s, cld_vec3 towards, double scale) {
    s->towards = towards;
    s->v = cld_scale(towards, 1 / scale);
    s->vv = cld_dot(s->v, s->v);
}

CLD_INLINE void keep_one(walk *s, const cld_corner *p) {
    s->at[0] = *p;
    s->count = 1;
    keep_nearest(s, p->w, 1);
}

/// The nearest point of an edge, unless it is a itself, which is older and was not the nearest. The
/// points may not be in s, here and below.
CLD_INLINE void keep_edge(walk *s, const cld_corner *p, const cld_corner *a) {
    cld_vec3 e = cld_sub(a->w, p->w);
    double t = -cld_dot(p->w, e), ee = cld_dot(e, e);
    if (t <= 0) {
        keep_one(s, p);
        return;
    }
    s->at[0] = *a;
    s->at[1] = *p;
    s->count = 2;
    keep_nearest(s, cld_add_scaled(cld_scale(p->w, ee), t, e), ee);
}

/// The nearest point of a triangle with the sides e to a and f to b, n being their cross product.
CLD_INLINE void keep_triangle(walk *s, const cld_corner *p, const cld_corner *a, const cld_corner *b,
                              cld_vec3 e, cld_vec3 f, cld_vec3 n) {
    cld_vec3 w = p->w;
    // Beyond a side if w is inside of it: the side's outward normals are e x n and n x f.
    double beyond_e = -cld_dot(cld_cross(e, n), w), beyond_f = -cld_dot(cld_cross(n, f), w);
    if (beyond_e > 0 && (beyond_f <= 0 || cld_dot(w, e) < 0)) {
        keep_edge(s, p, a);
        return;
    }
    if (beyond_f > 0) {
        keep_edge(s, p, b);
        return;
    }
    s->at[0] = *a;
    s->at[1] = *b;
    s->at[2] = *p;
    s->count = 3;
    keep_nearest(s, cld_scale(n, cld_dot(n, w)), cld_dot(n, n));
}

/// Of the faces that see the origin the one that is nearest; 4 points stay where none does. `spare` is room
/// for another to compare with.
CLD_INLINE void keep_tetrahedron(walk *s, const cld_corner *p, walk *spare) {
    cld_vec3 e[3], n[3], w = p->w;
    for (int i = 0; i < 3; i++)
        e[i] = cld_sub(s->at[i].w, w);
    const cld_corner old[3] = {s->at[0], s->at[1], s->at[2]};
    for (int i = 0; i < 3; i++)
        n[i] = cld_cross(e[i], e[(i + 1) % 3]);
    double sign = cld_dot(n[0], e[2]) > 0 ? -1 : 1, part[3];
    for (int i = 0; i < 3; i++)
        part[i] = sign * cld_dot(n[i], w);
    int seen = (part[0] < 0) + (part[1] < 0) + (part[2] < 0);
    if (seen == 0) {
        s->at[3] = *p;
        s->count = 4;
        return;
    }
    walk *best = NULL;
#pragma GCC unroll 3
    for (int i = 0; i < 3; i++) {
        const int k = (i + 1) % 3;
        if (part[i] >= 0)
            continue;
        walk *next = best == s ? spare : s;
        keep_triangle(next, p, &old[i], &old[k], e[i], e[k], n[i]);
        if (seen == 1)
            return;
        if (!best || next->vv < best->vv)
            best = next;
    }
    if (best && best != s)
        *s = *best;
}

/// Whether p is in the simplex, of at most three points where this is asked.
CLD_INLINE bool holds(const walk *s, const cld_corner *p) {
    bool found = false;
    for (int i = 0; i < 3; i++)
        found |= (i < s->count) & cld_corner_is_same(&s->at[i], p);
    return found;
}

/// Whether v is as good as plain doubles make it. Of slivers they may take the wrong side.
static bool is_good(const walk *s, double size) {
    if (!(s->vv > LEAST_LENGTH * LEAST_LENGTH * size * size))
        return false;
    if (s->count == 1)
        return true;
    double least = LEAST_HEIGHT * LEAST_HEIGHT * size * size;
    cld_vec3 last = s->at[s->count - 1].w, e = cld_sub(s->at[0].w, last), f = cld_sub(s->at[1].w, last);
    if (s->count == 2)
        return cld_dot(e, e) > least;
    cld_vec3 n = cld_cross(e, f);
    double ee = cld_dot(e, e), ff = cld_dot(f, f), nn = cld_dot(n, n);
    return nn > least * cld_max(ee, ff) && nn > LEAST_SINE * LEAST_SINE * ee * ff;
}

/// The weights of v, or of the origin in a tetrahedron. False where one is not clear of 0: not negative for
/// v, more than rounding, and what the frame itself is off by, shows for the origin. `count` is a constant,
/// for the loops to be none.
CLD_INLINE bool weigh(const walk *s, int count, const cld_cso *cso, double weight[4]) {
    const cld_corner *last = &s->at[count - 1];
    cld_vec3 w = last->w, e[3], n[3];
    double all = 1, rest = 1, least = 0;
    for (int i = 0; i + 1 < count; i++)
        e[i] = cld_sub(s->at[i].w, w);
    if (count == 2) {
        all = cld_dot(e[0], e[0]);
        weight[0] = -cld_dot(w, e[0]);
    } else if (count == 3) {
        n[0] = cld_cross(e[0], e[1]);
        all = cld_dot(n[0], n[0]);
        weight[0] = cld_dot(cld_cross(n[0], e[1]), w);
        weight[1] = cld_dot(cld_cross(e[0], n[0]), w);
    } else if (count == 4) {
        for (int i = 0; i < 3; i++)
            n[i] = cld_cross(e[(i + 1) % 3], e[(i + 2) % 3]);
        all = cld_dot(n[2], e[2]);
        for (int i = 0; i < 3; i++)
            weight[i] = -cld_dot(n[i], w);
        least = (VOLUME_ROUNDING * cso->size + ERRORS * cso->error) * cso->size * cso->size / fabs(all);
    }
    for (int i = 0; i + 1 < count; i++) {
        weight[i] /= all;
        rest -= weight[i];
    }
    weight[count - 1] = rest;
    bool clear = true;
    for (int i = 0; i < count; i++)
        clear = clear && weight[i] >= least;
    return clear;
}

static bool weigh_any(const walk *s, const cld_cso *cso, double weight[4]) {
    return s->count == 4   ? weigh(s, 4, cso, weight)
           : s->count == 3 ? weigh(s, 3, cso, weight)
           : s->count == 2 ? weigh(s, 2, cso, weight)
                           : weigh(s, 1, cso, weight);
}

CLD_INLINE void add_point(walk *s, const cld_corner *p) {
    if (s->count == 3) {
        walk spare;
        keep_tetrahedron(s, p, &spare);
    } else if (s->count == 2) {
        const cld_corner a = s->at[0], b = s->at[1];
        cld_vec3 e = cld_sub(a.w, p->w), f = cld_sub(b.w, p->w);
        keep_triangle(s, p, &a, &b, e, f, cld_cross(e, f));
    } else if (s->count == 1) {
        const cld_corner a = s->at[0];
        keep_edge(s, p, &a);
    } else {
        keep_one(s, p);
    }
}

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

static void tell(const cld_cso *cso, const walk *s, cld_vec3 towards, const cld_corner *p) {
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
CLD_INLINE void keep_inside(walk *s, const cld_cso *cso, double inner, const cld_corner *p) {
    cld_vec3 inside = cld_scale(cso->offset, inner / cld_length(cso->offset) - 1);
    if (cld_dot(inside, cld_sub(p->w, inside)) < 0) {
        s->at[0] = (cld_corner){inside, CLD_NO_INDEX, CLD_NO_INDEX};
        s->count = 1;
    }
}

/// With `rough`, supports are about those, of clouds that are asleep. Whether there is that, and `hurries`,
/// are constants, for what it asks for to cost those nothing who do not. Of a ball of radius `inner` in A -
/// B, the nearest point is the first of the simplex.
CLD_INLINE cld_walk_stop advance(const cld_cso *cso, const cld_rough *rough, double inner, double limit,
                                 bool or_deep, bool hurries, walk *s, cld_walk_result *result) {
    double rounding = ROUNDING * cso->size;
    keep_nearest(s, cld_negate(rough ? cso->offset : cld_cso_guess(cso)), 1);
    if (!(s->vv > 0))
        keep_nearest(s, cld_vec3_make(1, 0, 0), 1);
    momentum m = {s->v, s->v};
    bool has_momentum = hurries;
    for (s->count = 0; result->iterations < MOST_STEPS;) {
        cld_corner p;
        bool first = s->count == 0, is_led = hurries && has_momentum && !first;
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
        if (!first && (lost <= 0 || lost * lost <= rounding * rounding * before || holds(s, &p))) {
            result->support = p.w;
            if (!is_led)
                return CLD_WALK_NEAREST;
            has_momentum = false; // of what is left, v itself will tell
            continue;
        }
        m.last = p.w;
        if (first && inner > 0)
            keep_inside(s, cso, inner, &p);
        add_point(s, &p);
        if (s->count == 4)
            return CLD_WALK_MEETS;
        if (!first && !(s->vv < before))
            return CLD_WALK_UNSURE;
    }
    return CLD_WALK_UNSURE;
}

CLD_INLINE bool may_hurry(const cld_cso *cso) { return cso->a.count + cso->b.count >= FEWEST_FOR_MOMENTUM; }

/// A simplex of its own is one that registers hold, as far as there are: what was just stored in pieces is
/// slow to load as a whole. Where supports are looked up, too few are left for that to pay.
CLD_INLINE cld_walk_stop run(const cld_cso *cso, double inner, double limit, bool or_deep, walk *s,
                             cld_walk_result *result) {
    if (may_hurry(cso))
        return advance(cso, NULL, inner, limit, or_deep, true, s, result);
    walk local;
    cld_walk_stop stop = advance(cso, NULL, inner, limit, or_deep, false, &local, result);
    *s = local;
    return stop;
}

CLD_WIDE(cld_walk_stop, run,
         (const cld_cso *cso, double inner, double limit, bool or_deep, walk *s, cld_walk_result *result),
         { return run(cso, inner, limit, or_deep, s, result); })

void cld_walk(const cld_cso *cso, double limit, bool or_deep, cld_walk_result *result) {
    walk s;
    result->iterations = 0;
    result->stop = CLD_BEST(run, (cso, 0, limit, or_deep, &s, result));
    result->count = s.count;
    if (result->stop == CLD_WALK_APART || result->stop == CLD_WALK_DEEP)
        return;
    if (result->stop == CLD_WALK_NEAREST && !is_good(&s, cso->size))
        result->stop = CLD_WALK_UNSURE;
    if (!weigh_any(&s, cso, result->weight))
        result->stop = CLD_WALK_UNSURE;
    for (int i = 0; i < s.count; i++)
        result->corner[i] = s.at[i];
    result->v = s.v;
}

/// What of a verdict is sure. That v is the nearest point is none.
static cld_walk_stop take_verdict(const cld_cso *cso, const walk *s, cld_walk_stop stop) {
    double weight[4];
    bool is_sure = stop == CLD_WALK_APART || (stop == CLD_WALK_MEETS && weigh(s, 4, cso, weight));
    return is_sure ? stop : CLD_WALK_UNSURE;
}

cld_walk_stop cld_walk_decide(const cld_cso *cso, double limit, double inner) {
    walk s;
    cld_walk_result result = {.iterations = 0};
    return take_verdict(cso, &s, CLD_BEST(run, (cso, inner, limit, false, &s, &result)));
}

CLD_INLINE cld_walk_stop run_roughly(const cld_cso *cso, double inner, double limit, double *scratch, walk *s,
                                     cld_walk_result *result) {
    cld_rough rough[2];
    walk local;
    cld_rough_make(&cso->a, cso->turn_a, scratch, &rough[0]);
    cld_rough_make(&cso->b, cso->turn_b, scratch + 3 * cld_cloud_stride(cso->a.count), &rough[1]);
    limit += cld_max(cld_rough_find_error(&rough[0]), cld_rough_find_error(&rough[1])) * cso->size;
    cld_walk_stop stop = may_hurry(cso) ? advance(cso, rough, inner, limit, false, true, &local, result)
                                        : advance(cso, rough, inner, limit, false, false, &local, result);
    *s = local;
    return stop;
}

CLD_WIDE(cld_walk_stop, run_roughly,
         (const cld_cso *cso, double inner, double limit, double *scratch, walk *s, cld_walk_result *result),
         { return run_roughly(cso, inner, limit, scratch, s, result); })

cld_walk_stop cld_walk_roughly(const cld_cso *cso, double limit, double inner, double *scratch) {
    walk s;
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
