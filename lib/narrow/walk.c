/// GJK for the many pairs that need no care.
///
/// Source: as gjk.c; the newest vertex p is farther along -v than the others, so the nearest point of the new
/// simplex lies on a face that has p: three edges, three triangles, or the inside, told apart by the signs of
/// dot products (C. Ericson, Real-Time Collision Detection, 2005, section 9.5). Whatever is nearly flat or
/// nearly touching is left to those who work in double-double.

#include "narrow/walk.h"

#include <math.h>

#include "narrow/trace.h"

/// More steps than a pair that needs no care takes.
#define MOST_STEPS 60

/// What |v| - v . w / |v| may be off by, relative to the pair's size: |w| by 3 u, a product of three terms by
/// 3 u more, and the two sides of the comparison add up.
#define ROUNDING (8 * CLD_ROUNDOFF)

/// A determinant of three vectors of at most the pair's size, each good to 3 u of it, is off by less than 3
/// times 3 u and the 6 u of its products; twice that for differences.
#define VOLUME_ROUNDING (64 * CLD_ROUNDOFF)

/// A triangle with a smaller sine, or a v or a side this much shorter than the pair, is left to others: v and
/// its weights would lose more than 2^-40.
#define LEAST_SINE 0x1p-10
#define LEAST_LENGTH 0x1p-12
#define LEAST_SIDE 0x1p-8

typedef struct point {
    cld_vec3 w;
    uint32_t ia, ib;
} point;

/// The simplex so far, with the nearest of its points; the newest vertex is the last.
typedef struct walk {
    point at[4];
    double weight[4];
    int count;
    cld_vec3 v;
    double vv;
} walk;

static void keep_one(walk *s, const point *p) {
    s->at[0] = *p;
    s->weight[0] = 1;
    s->count = 1;
    s->v = p->w;
    s->vv = cld_dot(s->v, s->v);
}

/// The nearest point of an edge, unless it is a itself, which is older and was not the nearest.
static void keep_edge(walk *s, const point *p, const point *a) {
    cld_vec3 e = cld_sub(a->w, p->w);
    double t = -cld_dot(p->w, e);
    if (t <= 0) {
        keep_one(s, p);
        return;
    }
    t /= cld_dot(e, e);
    s->v = cld_add_scaled(p->w, t, e);
    s->vv = cld_dot(s->v, s->v);
    s->at[0] = *a;
    s->at[1] = *p;
    s->weight[0] = t, s->weight[1] = 1 - t;
    s->count = 2;
}

/// The nearest point of a triangle, likewise. The points may not be in s.
static void keep_triangle(walk *s, const point *p, const point *a, const point *b) {
    cld_vec3 w = p->w, e = cld_sub(a->w, w), f = cld_sub(b->w, w), n = cld_cross(e, f);
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
    double scale = 1 / cld_dot(n, n), of_a = -beyond_f * scale, of_b = -beyond_e * scale;
    s->v = cld_scale(n, cld_dot(n, w) * scale);
    s->vv = cld_dot(s->v, s->v);
    s->at[0] = *a;
    s->at[1] = *b;
    s->at[2] = *p;
    s->weight[0] = of_a, s->weight[1] = of_b, s->weight[2] = 1 - of_a - of_b;
    s->count = 3;
}

/// Of the faces that see the origin the one that is nearest; 4 points stay where none does.
static void keep_tetrahedron(walk *s, const point *p, double least_volume) {
    static const int sides[3][2] = {{0, 1}, {1, 2}, {2, 0}};
    const point old[3] = {s->at[0], s->at[1], s->at[2]};
    cld_vec3 e[3], w = p->w;
    for (int i = 0; i < 3; i++)
        e[i] = cld_sub(old[i].w, w);
    cld_vec3 n = cld_cross(e[0], e[1]);
    double volume = cld_dot(n, e[2]), sign = volume > 0 ? 1 : -1, part[3];
    part[0] = -sign * cld_dot(n, w);
    part[1] = -sign * cld_dot(cld_cross(e[1], e[2]), w);
    part[2] = -sign * cld_dot(cld_cross(e[2], e[0]), w);
    walk best = {.count = 0, .vv = INFINITY};
    for (int i = 0; i < 3; i++) {
        if (part[i] >= 0)
            continue;
        keep_triangle(s, p, &old[sides[i][0]], &old[sides[i][1]]);
        if (best.count == 0 && part[(i + 1) % 3] >= 0 && part[(i + 2) % 3] >= 0)
            return; // the only one
        if (s->vv < best.vv)
            best = *s;
    }
    if (best.count) {
        *s = best;
        return;
    }
    double all = sign * volume, rest = all - part[0] - part[1] - part[2];
    bool clear = cld_min(cld_min(part[0], part[1]), cld_min(part[2], rest)) > least_volume;
    s->at[3] = *p;
    s->count = 4;
    s->weight[0] = part[1] / all, s->weight[1] = part[2] / all, s->weight[2] = part[0] / all;
    s->weight[3] = clear ? rest / all : -1;
}

static bool holds(const walk *s, uint32_t ia, uint32_t ib) {
    for (int i = 0; i < s->count; i++)
        if (s->at[i].ia == ia && s->at[i].ib == ib)
            return true;
    return false;
}

/// Whether v is as good as plain doubles make it. Of slivers they may take the wrong side.
static bool is_good(const walk *s, double size) {
    for (int i = 0; i < s->count; i++)
        if (!(s->weight[i] >= 0))
            return false;
    if (!(s->vv > LEAST_LENGTH * LEAST_LENGTH * size * size))
        return false;
    if (s->count == 1)
        return true;
    double least = LEAST_SIDE * LEAST_SIDE * size * size;
    cld_vec3 last = s->at[s->count - 1].w, e = cld_sub(s->at[0].w, last), f = cld_sub(s->at[1].w, last);
    if (s->count == 2)
        return cld_dot(e, e) > least;
    cld_vec3 n = cld_cross(e, f);
    double ee = cld_dot(e, e), ff = cld_dot(f, f);
    return ee > least && ff > least && cld_dot(n, n) > LEAST_SINE * LEAST_SINE * ee * ff;
}

static void add_point(walk *s, const point *p, double least_volume) {
    const point a = s->at[0], b = s->at[1];
    switch (s->count) {
    case 0: keep_one(s, p); break;
    case 1: keep_edge(s, p, &a); break;
    case 2: keep_triangle(s, p, &a, &b); break;
    default: keep_tetrahedron(s, p, least_volume); break;
    }
}

static void tell(const cld_cso *cso, const walk *s, const cld_cso_vertex *support) {
    cld_cso_vertex simplex[4];
    for (int i = 0; i < s->count; i++)
        simplex[i] = cld_cso_vertex_at(cso, s->at[i].ia, s->at[i].ib);
    cld_event event = {.kind = CLD_TRACE_GJK, .simplex = simplex, .simplex_count = (uint32_t)s->count};
    event.direction = cld_negate(s->v);
    event.support = support;
    event.lower = cld_dot(s->v, support->w) / sqrt(s->vv);
    event.upper = s->count ? sqrt(s->vv) : INFINITY;
    cld_trace_tell(cso, &event);
}

static cld_walk_stop run(const cld_cso *cso, double limit, walk *s, uint32_t *steps) {
    double least_volume = VOLUME_ROUNDING * cso->size * cso->size * cso->size;
    double rounding = ROUNDING * cso->size;
    s->v = cld_negate(cso->offset);
    s->vv = cld_dot(s->v, s->v);
    if (!(s->vv > 0))
        s->v = cld_vec3_make(1, 0, 0), s->vv = 1;
    for (; *steps < MOST_STEPS; ++*steps) {
        cld_cso_vertex vertex = cld_cso_support(cso, cld_negate(s->v));
        if (cso->tracer)
            tell(cso, s, &vertex);
        const point p = {vertex.w, vertex.ia, vertex.ib};
        double along = cld_dot(s->v, p.w), lost = s->vv - along, before = s->vv;
        if (along > 0 && along * along > limit * limit * s->vv)
            return CLD_WALK_APART;
        bool first = s->count == 0;
        if (!first && (lost <= 0 || lost * lost <= rounding * rounding * s->vv || holds(s, p.ia, p.ib)))
            return is_good(s, cso->size) ? CLD_WALK_NEAREST : CLD_WALK_UNSURE;
        add_point(s, &p, least_volume);
        if (s->count == 4)
            return s->weight[3] >= 0 ? CLD_WALK_MEETS : CLD_WALK_UNSURE;
        if (!first && !(s->vv < before))
            return CLD_WALK_UNSURE;
    }
    return CLD_WALK_UNSURE;
}

void cld_walk(const cld_cso *cso, double limit, cld_walk_result *result) {
    walk s;
    s.count = 0;
    result->iterations = 0;
    result->stop = run(cso, limit, &s, &result->iterations);
    result->simplex.count = s.count;
    if (result->stop == CLD_WALK_APART)
        return;
    for (int i = 0; i < s.count; i++) {
        result->simplex.vertex[i] = cld_cso_vertex_at(cso, s.at[i].ia, s.at[i].ib);
        result->simplex.weight[i] = s.weight[i];
    }
    result->v = s.v;
}
