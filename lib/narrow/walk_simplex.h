/// The simplex of a walk, and which of its points is the nearest to the origin, in plain doubles; and what a
/// walk may begin with and be led by.
///
/// Source: C. Ericson, Real-Time Collision Detection, 2005, section 9.5. The newest vertex p is farther along
/// -v than the others, so the nearest point of the new simplex lies on a face that has p: three edges, three
/// triangles, or the inside, told apart by the signs of dot products.
#ifndef CLD_NARROW_WALK_SIMPLEX_H
#define CLD_NARROW_WALK_SIMPLEX_H

#include <math.h>

#include "shape/corner.h"

/// In terms of the pair's size, a vertex w is good to 3 u and a difference of two, which is up to twice as
/// long, to 8 u; and a determinant to 6 u of the product of its lengths beside what its vectors are off by.
/// That makes 68 u for one w and two differences, 144 u for three differences, and 396 u for what such a one
/// and three of the others leave of a whole, with 48 u for the divisions by it.
#define CLD_WALK_VOLUME_ROUNDING (400 * CLD_ROUNDOFF)

/// By how much the same is off for what a w is off by before all that: 4 + 2 * 4 times that for one w and two
/// differences, which are twice as far off, 3 * 8 for three differences, and with three of the others 60.
#define CLD_WALK_ERRORS 60

/// More steps than a pair that needs no care takes.
#define CLD_WALK_MOST_STEPS 60

/// A v this much shorter than the pair, or of a triangle with a smaller sine, is left to others: it would
/// lose more than 2^-40.
#define CLD_WALK_LEAST_LENGTH 0x1p-12
#define CLD_WALK_LEAST_SINE 0x1p-10

/// So is an edge, or the height of a triangle on its longer side, this much shorter than the pair. The
/// nearest point lies between corners, and is as good as they are however near to each other; but normals
/// tilt by up to 6 u of the size over it, which is less than 2^-32, and points move along the plane by as
/// much of their distance.
#define CLD_WALK_LEAST_HEIGHT 0x1p-18

/// The simplex so far, the newest vertex last, with the nearest of its points. Supports are asked for along
/// `towards`, which is the same without the division.
typedef struct cld_walk_simplex {
    cld_corner at[4];
    int count;
    cld_vec3 towards, v;
    double vv;
} cld_walk_simplex;

CLD_INLINE void cld_walk_keep_nearest(cld_walk_simplex *s, cld_vec3 towards, double scale) {
    s->towards = towards;
    s->v = cld_scale(towards, 1 / scale);
    s->vv = cld_dot(s->v, s->v);
}

CLD_INLINE void cld_walk_keep_one(cld_walk_simplex *s, const cld_corner *p) {
    s->at[0] = *p;
    s->count = 1;
    cld_walk_keep_nearest(s, p->w, 1);
}

/// The nearest point of an edge, unless it is a itself, which is older and was not the nearest. The
/// points may not be in s, here and below.
CLD_INLINE void cld_walk_keep_edge(cld_walk_simplex *s, const cld_corner *p, const cld_corner *a) {
    cld_vec3 e = cld_sub(a->w, p->w);
    double t = -cld_dot(p->w, e), ee = cld_dot(e, e);
    if (t <= 0) {
        cld_walk_keep_one(s, p);
        return;
    }
    s->at[0] = *a;
    s->at[1] = *p;
    s->count = 2;
    cld_walk_keep_nearest(s, cld_add_scaled(cld_scale(p->w, ee), t, e), ee);
}

/// The nearest point of a triangle with the sides e to a and f to b, n being their cross product.
CLD_INLINE void cld_walk_keep_triangle(cld_walk_simplex *s, const cld_corner *p, const cld_corner *a,
                                       const cld_corner *b, cld_vec3 e, cld_vec3 f, cld_vec3 n) {
    cld_vec3 w = p->w;
    // Beyond a side if w is inside of it: the side's outward normals are e x n and n x f.
    double beyond_e = -cld_dot(cld_cross(e, n), w), beyond_f = -cld_dot(cld_cross(n, f), w);
    if (beyond_e > 0 && (beyond_f <= 0 || cld_dot(w, e) < 0)) {
        cld_walk_keep_edge(s, p, a);
        return;
    }
    if (beyond_f > 0) {
        cld_walk_keep_edge(s, p, b);
        return;
    }
    s->at[0] = *a;
    s->at[1] = *b;
    s->at[2] = *p;
    s->count = 3;
    cld_walk_keep_nearest(s, cld_scale(n, cld_dot(n, w)), cld_dot(n, n));
}

/// Of the faces that see the origin the one that is nearest; 4 points stay where none does. `spare` is room
/// for another to compare with.
CLD_INLINE void cld_walk_keep_tetrahedron(cld_walk_simplex *s, const cld_corner *p, cld_walk_simplex *spare) {
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
    cld_walk_simplex *best = NULL;
#pragma GCC unroll 3
    for (int i = 0; i < 3; i++) {
        const int k = (i + 1) % 3;
        if (part[i] >= 0)
            continue;
        cld_walk_simplex *next = best == s ? spare : s;
        cld_walk_keep_triangle(next, p, &old[i], &old[k], e[i], e[k], n[i]);
        if (seen == 1)
            return;
        if (!best || next->vv < best->vv)
            best = next;
    }
    if (best && best != s)
        *s = *best;
}

/// Whether p is in the simplex, of at most three points where this is asked.
CLD_INLINE bool cld_walk_holds(const cld_walk_simplex *s, const cld_corner *p) {
    bool found = false;
    for (int i = 0; i < 3; i++)
        found |= (i < s->count) & cld_corner_is_same(&s->at[i], p);
    return found;
}

/// Whether v is as good as plain doubles make it. Of slivers they may take the wrong side.
CLD_INLINE bool cld_walk_is_good(const cld_walk_simplex *s, int count, double size) {
    if (!(s->vv > CLD_WALK_LEAST_LENGTH * CLD_WALK_LEAST_LENGTH * size * size))
        return false;
    if (count == 1)
        return true;
    double least = CLD_WALK_LEAST_HEIGHT * CLD_WALK_LEAST_HEIGHT * size * size;
    cld_vec3 last = s->at[count - 1].w, e = cld_sub(s->at[0].w, last), f = cld_sub(s->at[1].w, last);
    if (count == 2)
        return cld_dot(e, e) > least;
    cld_vec3 n = cld_cross(e, f);
    double ee = cld_dot(e, e), ff = cld_dot(f, f), nn = cld_dot(n, n);
    return nn > least * cld_max(ee, ff) && nn > CLD_WALK_LEAST_SINE * CLD_WALK_LEAST_SINE * ee * ff;
}

/// The weights of v, or of the origin in a tetrahedron. False where one is not clear of 0: not negative for
/// v, more than rounding, and the `error` that each w has beside that, shows for the origin. Where
/// `count` is a constant, the loops are none.
CLD_INLINE bool cld_walk_weigh(const cld_walk_simplex *s, int count, double size, double error,
                               double weight[4]) {
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
        least = (CLD_WALK_VOLUME_ROUNDING * size + CLD_WALK_ERRORS * error) * size * size / fabs(all);
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

CLD_INLINE void cld_walk_add_point(cld_walk_simplex *s, const cld_corner *p) {
    if (s->count == 3) {
        cld_walk_simplex spare;
        cld_walk_keep_tetrahedron(s, p, &spare);
    } else if (s->count == 2) {
        const cld_corner a = s->at[0], b = s->at[1];
        cld_vec3 e = cld_sub(a.w, p->w), f = cld_sub(b.w, p->w);
        cld_walk_keep_triangle(s, p, &a, &b, e, f, cld_cross(e, f));
    } else if (s->count == 1) {
        const cld_corner a = s->at[0];
        cld_walk_keep_edge(s, p, &a);
    } else {
        cld_walk_keep_one(s, p);
    }
}

/// The point that is nearest to the origin of the ball of radius `inner` around -offset in A - B.
CLD_INLINE cld_vec3 cld_walk_find_inside(cld_vec3 offset, double inner) {
    return cld_scale(offset, inner / cld_length(offset) - 1);
}

/// Begins a simplex with it, unless the origin is behind it as seen from p, or in the ball.
CLD_INLINE void cld_walk_keep_inside(cld_walk_simplex *s, cld_vec3 offset, double inner,
                                     const cld_corner *p) {
    cld_vec3 inside = cld_walk_find_inside(offset, inner);
    if (cld_dot(inside, cld_sub(p->w, inside)) < 0) {
        s->at[0] = (cld_corner){inside, CLD_NO_INDEX, CLD_NO_INDEX};
        s->count = 1;
    }
}

/// What a walk asks for supports along, once it has taken a step: its nearest point, led ahead by where the
/// steps before went.
typedef struct cld_momentum {
    cld_vec3 towards, last; ///< direction so far; the newest vertex
} cld_momentum;

/// From so many vertices of both shapes on, momentum saves a walk between round shapes a sixth to a fourth of
/// its steps. Of half as many it saves a twelfth, about what it costs; of eight each it adds steps.
#define CLD_FEWEST_FOR_MOMENTUM 128

CLD_INLINE bool cld_may_gain_momentum(uint32_t count_a, uint32_t count_b) {
    return count_a + count_b >= CLD_FEWEST_FOR_MOMENTUM;
}

/// Source: L. Montaut, Q. Le Lidec, V. Petrik, J. Sivic, J. Carpentier, Collision detection accelerated: an
/// optimization perspective, 2022, section IV: Nesterov's acceleration, the k-th step of which weighs by
/// (k + 1) / (k + 3).
CLD_INLINE void cld_momentum_gain(cld_momentum *m, cld_vec3 v, uint32_t k) {
    double part = (k + 1.0) / (k + 3.0);
    cld_vec3 ahead = cld_add_scaled(cld_scale(v, part), 1 - part, m->last);
    m->towards = cld_add_scaled(cld_scale(m->towards, part), 1 - part, ahead);
}

#endif
