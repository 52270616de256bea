/// Nearest point of a simplex by the Voronoi regions of its features.
///
/// Source: C. Ericson, Real-Time Collision Detection, 2005, sections 5.1.2, 5.1.5, 5.1.6, for a query point
/// at the origin. Deviations: a tetrahedron without volume counts as seen from all sides, so that it is
/// answered by its faces.

#include "narrow/simplex.h"

#include <math.h>

/// Up to three of the points by number, with weights that are not yet divided by their sum.
typedef struct face {
    int count, at[3];
    double weight[3];
} face;

static face one(int a) { return (face){1, {a, 0, 0}, {1, 0, 0}}; }
static face two(int a, int b, double wa, double wb) { return (face){2, {a, b, 0}, {wa, wb, 0}}; }

static face nearest_on_segment(const cld_simplex *s) {
    cld_vec3 a = s->vertex[0].w, b = s->vertex[1].w, e = cld_sub(b, a);
    double from_a = -cld_dot(a, e), from_b = cld_dot(b, e);
    if (from_a <= 0)
        return one(0);
    if (from_b <= 0)
        return one(1);
    return two(0, 1, from_b, from_a);
}

static face nearest_on_triangle(const cld_simplex *s, int ia, int ib, int ic) {
    cld_vec3 a = s->vertex[ia].w, b = s->vertex[ib].w, c = s->vertex[ic].w;
    cld_vec3 ab = cld_sub(b, a), ac = cld_sub(c, a);
    double d1 = -cld_dot(ab, a), d2 = -cld_dot(ac, a);
    if (d1 <= 0 && d2 <= 0)
        return one(ia);
    double d3 = -cld_dot(ab, b), d4 = -cld_dot(ac, b);
    if (d3 >= 0 && d4 <= d3)
        return one(ib);
    double vc = d1 * d4 - d3 * d2;
    if (vc <= 0 && d1 >= 0 && d3 <= 0 && d1 > d3) // not for a side without length
        return two(ia, ib, -d3, d1);
    double d5 = -cld_dot(ab, c), d6 = -cld_dot(ac, c);
    if (d6 >= 0 && d5 <= d6)
        return one(ic);
    double vb = d5 * d2 - d1 * d6;
    if (vb <= 0 && d2 >= 0 && d6 <= 0)
        return two(ia, ic, -d6, d2);
    double va = d3 * d6 - d5 * d4;
    if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0)
        return two(ib, ic, d5 - d6, d4 - d3);
    return (face){3, {ia, ib, ic}, {va, vb, vc}};
}

/// The weighted point; zero sums (all weights lost to rounding) fall back to the first point.
static cld_vec3 find_point(const cld_simplex *s, face *f) {
    double sum = f->weight[0] + f->weight[1] + f->weight[2];
    if (!(sum > 0))
        *f = one(f->at[0]), sum = 1;
    cld_vec3 v = {0, 0, 0};
    for (int i = 0; i < f->count; i++) {
        f->weight[i] /= sum;
        v = cld_add_scaled(v, f->weight[i], s->vertex[f->at[i]].w);
    }
    return v;
}

static void keep_face(cld_simplex *s, const face *f) {
    cld_simplex kept = {.count = f->count};
    for (int i = 0; i < f->count; i++) {
        kept.vertex[i] = s->vertex[f->at[i]];
        kept.weight[i] = f->weight[i];
    }
    *s = kept;
}

static double volume(cld_vec3 p, cld_vec3 q, cld_vec3 r) { return cld_dot(p, cld_cross(q, r)); }

static void nearest_on_tetrahedron(cld_simplex *s, cld_vec3 *v) {
    // Opposite vertex i lies the face of the other three; faces turned so that all volumes of an inside
    // origin agree in sign.
    static const int opposite[4][3] = {{1, 3, 2}, {0, 2, 3}, {0, 3, 1}, {0, 1, 2}};
    cld_vec3 w[4];
    for (int i = 0; i < 4; i++)
        w[i] = s->vertex[i].w;
    double part[4], whole = volume(cld_sub(w[1], w[0]), cld_sub(w[2], w[0]), cld_sub(w[3], w[0]));
    double largest = 0;
    bool inside = whole != 0;
    for (int i = 0; i < 4; i++) {
        const int *o = opposite[i];
        part[i] = volume(w[o[0]], w[o[1]], w[o[2]]);
        largest = fmax(largest, fabs(part[i]));
        // Seen from the origin, each face must be turned as the tetrahedron is: -part has the sign of the
        // whole for face 3.
        inside = inside && (whole > 0 ? part[i] < 0 : part[i] > 0);
    }
    if (inside) {
        double sum = part[0] + part[1] + part[2] + part[3];
        for (int i = 0; i < 4; i++)
            s->weight[i] = part[i] / sum;
        *v = cld_vec3_make(0, 0, 0);
        return;
    }
    face best = {0};
    double best_square = INFINITY;
    for (int i = 0; i < 4; i++) {
        if (whole > 0 ? part[i] < 0 : whole < 0 && part[i] > 0)
            continue; // the origin is on the inner side of this face
        face f = nearest_on_triangle(s, opposite[i][0], opposite[i][1], opposite[i][2]);
        cld_vec3 p = find_point(s, &f);
        if (cld_dot(p, p) < best_square)
            best = f, best_square = cld_dot(p, p), *v = p;
    }
    keep_face(s, &best);
}

void cld_simplex_find_nearest(const cld_cso *cso, cld_simplex *s, cld_vec3 *v) {
    (void)cso;
    if (s->count == 4) {
        nearest_on_tetrahedron(s, v);
        return;
    }
    face f = s->count == 1 ? one(0) : s->count == 2 ? nearest_on_segment(s) : nearest_on_triangle(s, 0, 1, 2);
    *v = find_point(s, &f);
    keep_face(s, &f);
}

void cld_sum_witnesses(const cld_cso_vertex *vertex, const double *weight, int count, cld_vec3 *a,
                       cld_vec3 *b) {
    *a = *b = cld_vec3_make(0, 0, 0);
    for (int i = 0; i < count; i++) {
        *a = cld_add_scaled(*a, weight[i], vertex[i].a);
        *b = cld_add_scaled(*b, weight[i], vertex[i].b);
    }
}
