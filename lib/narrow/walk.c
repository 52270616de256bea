/// GJK for the many pairs that need no care.
///
/// Source: as gjk.c; the newest vertex p is farther along -v than the others, so the nearest point of the new
/// simplex lies on a face that has p: three edges, three triangles, or the inside, told apart by the signs of
/// dot products (C. Ericson, Real-Time Collision Detection, 2005, section 9.5). Whatever is nearly flat or
/// nearly touching is left to those who work in double-double.

#include "narrow/walk.h"

#include <math.h>

/// More steps than a pair that needs no care takes.
#define MOST_STEPS 60

/// What |v| - v . w / |v| may be off by, relative to the pair's size: |w| by 3 u, a product of three terms by
/// 3 u more, and the two sides of the comparison add up.
#define ROUNDING (8 * CLD_ROUNDOFF)

/// A determinant of three vectors of at most the pair's size, each good to 3 u of it, is off by less than 3
/// times 3 u and the 6 u of its products; twice that for differences.
#define VOLUME_ROUNDING (64 * CLD_ROUNDOFF)

/// A triangle with a smaller sine, or a v this much smaller than the pair, is left to others: v would lose
/// more than 2^-40.
#define LEAST_SINE 0x1p-10
#define LEAST_LENGTH 0x1p-12

/// The last simplex; the newest vertex is the last.
typedef struct walk {
    cld_cso_vertex vertex[4];
    double weight[4];
    int count;
    cld_vec3 v;
    double vv;
} walk;

/// Which vertices stay, by number, with the point of theirs that is nearest.
typedef struct face {
    int count, at[3];
    double weight[3];
    cld_vec3 v;
} face;

static inline face on_edge(const walk *s, int p, int a) {
    cld_vec3 w = s->vertex[p].w, e = cld_sub(s->vertex[a].w, w);
    double t = -cld_dot(w, e);
    if (t <= 0)
        return (face){1, {p}, {1}, w};
    t /= cld_dot(e, e);
    return (face){2, {a, p}, {t, 1 - t}, cld_add_scaled(w, t, e)};
}

static inline face on_triangle(const walk *s, int p, int a, int b) {
    cld_vec3 w = s->vertex[p].w, e = cld_sub(s->vertex[a].w, w), f = cld_sub(s->vertex[b].w, w);
    cld_vec3 n = cld_cross(e, f);
    // Beyond a side if w is inside of it: the side's outward normals are e x n and n x f.
    double beyond_e = -cld_dot(cld_cross(e, n), w), beyond_f = -cld_dot(cld_cross(n, f), w);
    if (beyond_e > 0 && (beyond_f <= 0 || cld_dot(w, e) < 0))
        return on_edge(s, p, a);
    if (beyond_f > 0)
        return on_edge(s, p, b);
    double nn = cld_dot(n, n), of_a = -beyond_f / nn, of_b = -beyond_e / nn;
    return (face){3, {a, b, p}, {of_a, of_b, 1 - of_a - of_b}, cld_scale(n, cld_dot(n, w) / nn)};
}

/// Of a tetrahedron; a count of 0 where the origin is inside, then by more than rounding if the weights are
/// set.
static face on_tetrahedron(walk *s, double least_volume) {
    static const int sides[3][2] = {{0, 1}, {1, 2}, {2, 0}};
    cld_vec3 w = s->vertex[3].w, e[3];
    for (int i = 0; i < 3; i++)
        e[i] = cld_sub(s->vertex[i].w, w);
    double volume = cld_dot(cld_cross(e[0], e[1]), e[2]), part[3], rest;
    double sign = volume > 0 ? 1 : -1;
    face best = {0};
    double best_square = INFINITY;
    for (int i = 0; i < 3; i++) {
        part[i] = -sign * cld_dot(cld_cross(e[sides[i][0]], e[sides[i][1]]), w);
        if (part[i] >= 0)
            continue;
        face f = on_triangle(s, 3, sides[i][0], sides[i][1]);
        double square = cld_dot(f.v, f.v);
        if (square < best_square)
            best = f, best_square = square;
    }
    if (best.count)
        return best;
    rest = sign * volume - part[0] - part[1] - part[2];
    s->count = 4;
    if (fmin(fmin(part[0], part[1]), fmin(part[2], rest)) > least_volume) {
        double all = sign * volume;
        s->weight[0] = part[1] / all, s->weight[1] = part[2] / all, s->weight[2] = part[0] / all;
        s->weight[3] = rest / all;
    } else {
        s->weight[3] = -1;
    }
    return best;
}

static inline void keep(walk *s, const face *f) {
    cld_cso_vertex kept[3];
    for (int i = 0; i < f->count; i++)
        kept[i] = s->vertex[f->at[i]];
    for (int i = 0; i < f->count; i++) {
        s->vertex[i] = kept[i];
        s->weight[i] = f->weight[i];
    }
    s->count = f->count;
    s->v = f->v;
    s->vv = cld_dot(f->v, f->v);
}

static bool holds(const walk *s, const cld_cso_vertex *w) {
    for (int i = 0; i < s->count; i++)
        if (s->vertex[i].ia == w->ia && s->vertex[i].ib == w->ib)
            return true;
    return false;
}

/// Whether v is as good as plain doubles make it.
static bool is_good(const walk *s, double size) {
    if (!(s->vv > LEAST_LENGTH * LEAST_LENGTH * size * size))
        return false;
    if (s->count < 3)
        return true;
    cld_vec3 e = cld_sub(s->vertex[0].w, s->vertex[2].w), f = cld_sub(s->vertex[1].w, s->vertex[2].w),
             n = cld_cross(e, f);
    return cld_dot(n, n) > LEAST_SINE * LEAST_SINE * cld_dot(e, e) * cld_dot(f, f);
}

static cld_walk_stop run(const cld_cso *cso, double limit, walk *s, uint32_t *steps) {
    double least_volume = VOLUME_ROUNDING * cso->size * cso->size * cso->size;
    double rounding = ROUNDING * cso->size;
    s->v = cld_negate(cso->offset);
    s->vv = cld_dot(s->v, s->v);
    s->count = 0;
    if (!(s->vv > 0))
        s->v = cld_vec3_make(1, 0, 0), s->vv = 1;
    for (; *steps < MOST_STEPS; ++*steps) {
        cld_cso_vertex w = cld_cso_support(cso, cld_negate(s->v));
        double along = cld_dot(s->v, w.w), lost = s->vv - along;
        if (along > 0 && along * along > limit * limit * s->vv)
            return CLD_WALK_APART;
        if (s->count > 0 && (lost <= 0 || lost * lost <= rounding * rounding * s->vv || holds(s, &w)))
            return is_good(s, cso->size) ? CLD_WALK_NEAREST : CLD_WALK_UNSURE;
        s->vertex[s->count] = w;
        face f;
        switch (s->count) {
        case 0: f = (face){1, {0}, {1}, w.w}; break;
        case 1: f = on_edge(s, 1, 0); break;
        case 2: f = on_triangle(s, 2, 0, 1); break;
        default: f = on_tetrahedron(s, least_volume); break;
        }
        if (f.count == 0)
            return s->weight[3] >= 0 ? CLD_WALK_MEETS : CLD_WALK_UNSURE;
        double before = s->vv;
        bool first = s->count == 0;
        keep(s, &f);
        if (!first && !(s->vv < before))
            return CLD_WALK_UNSURE;
    }
    return CLD_WALK_UNSURE;
}

void cld_walk(const cld_cso *cso, double limit, cld_walk_result *result) {
    walk s;
    result->iterations = 0;
    result->stop = run(cso, limit, &s, &result->iterations);
    result->simplex.count = s.count;
    for (int i = 0; i < s.count; i++) {
        result->simplex.vertex[i] = s.vertex[i];
        result->simplex.weight[i] = s.weight[i];
    }
    result->v = s.v;
}
