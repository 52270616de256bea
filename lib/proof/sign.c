/// Where the origin lies with regard to K = A - B, in whole numbers.
///
/// GJK (E. G. Gilbert, D. W. Johnson, S. S. Keerthi, A fast procedure for computing the distance between
/// complex objects in three-dimensional space, 1988) with every sign exact finds a plane that has all of K on
/// one side of the origin, or a simplex of vertices of K that has the origin in its relative interior. The
/// distance to the simplex falls in every step, and there are finitely many simplices, so it ends.
///
/// A simplex of four proves that the origin is in the interior. Of fewer, the origin is on the boundary iff
/// there is a normal n with n . w <= 0 for all w of K. Such an n is perpendicular to the simplex, since the
/// origin is a positive combination of its corners:
///   - a triangle leaves two normals to try;
///   - a segment leaves a circle of them, searched by wrapping: the vertices, seen along it, span an angle
///     that grows as its end moves on to the vertex that turns it most, until there is none beyond or it
///     exceeds half a turn;
///   - a point, that is a vertex of A on a vertex of B, leaves all. K is then replaced by the rays from it,
///     which have the same n: n . w <= 0 for all of them iff the origin is outside of their hull or on its
///     boundary, and as none of them is zero, GJK leads to one of the cases above.
///
/// In the plane all normals are perpendicular to the third axis, so the shapes overlap iff the vertices
/// surround it.
///
/// No product has a degree above four in the coordinates of K.

#include "proof/sign.h"

#include <math.h>

#include "math/vec.h"

/// Up to four vertices of K.
typedef struct exact_simplex {
    cld_exact_point at[4];
    int count;
} exact_simplex;

/// The corners of one face of a simplex.
typedef struct face {
    const cld_whole3 *w[4];
    int count;
} face;

/// Sets v to a direction from the origin to the nearest point of the plane, line, ... through the corners,
/// zero if the origin is on it, and tells whether that point is in the face's relative interior; never of
/// dependent corners.
typedef bool project(const face *f, cld_whole3 *v);

static bool project_point(const face *f, cld_whole3 *v) {
    cld_whole3_copy(v, f->w[0]);
    return true;
}

/// The point is w0 (w1 . e) - w1 (w0 . e) over |e|^2, with e = w1 - w0.
static bool project_line(const face *f, cld_whole3 *v) {
    cld_whole3 e;
    cld_whole s, t;
    cld_whole3_sub(&e, f->w[1], f->w[0]);
    cld_whole3_dot(&s, f->w[1], &e);
    cld_whole3_dot(&t, f->w[0], &e);
    if (s.sign <= 0 || t.sign >= 0)
        return false;
    t.sign = -t.sign;
    for (int k = 0; k < 3; k++) {
        cld_whole_mul(&v->c[k], &f->w[0]->c[k], &s);
        cld_whole_add_product(&v->c[k], &f->w[1]->c[k], &t);
    }
    return true;
}

static void find_normal(const cld_whole3 *p, const cld_whole3 *q, const cld_whole3 *r, cld_whole3 *n) {
    cld_whole3 e, f;
    cld_whole3_sub(&e, q, p);
    cld_whole3_sub(&f, r, p);
    cld_whole3_cross(n, &e, &f);
}

/// The sign of the determinant of three vectors.
static int find_turn(const cld_whole3 *p, const cld_whole3 *q, const cld_whole3 *r) {
    cld_whole3 n;
    cld_whole3_cross(&n, p, q);
    return cld_whole3_sign_dot(&n, r);
}

/// The point is a multiple of n, so its weight for w0, n . ((w1 - p) x (w2 - p)), is n . (w1 x w2).
static bool project_plane(const face *f, cld_whole3 *v) {
    find_normal(f->w[0], f->w[1], f->w[2], v);
    for (int k = 0; k < 3; k++)
        if (find_turn(f->w[(k + 1) % 3], f->w[(k + 2) % 3], v) <= 0)
            return false;
    int sign = cld_whole3_sign_dot(v, f->w[0]);
    for (int k = 0; k < 3; k++)
        v->c[k].sign *= sign;
    return true;
}

/// Inside: each face has the origin on the side of the opposite corner.
static bool project_space(const face *f, cld_whole3 *v) {
    for (int k = 0; k < 4; k++) {
        const cld_whole3 *p = f->w[(k + 1) % 4];
        cld_whole3 n, to_corner;
        find_normal(p, f->w[(k + 2) % 4], f->w[(k + 3) % 4], &n);
        cld_whole3_sub(&to_corner, f->w[k], p);
        if (cld_whole3_sign_dot(&n, &to_corner) * cld_whole3_sign_dot(&n, p) >= 0)
            return false;
    }
    cld_whole3_set(v, cld_vec3_make(0, 0, 0), 0);
    return true;
}

/// Whether the point of the simplex nearest to the origin is in the relative interior of the face whose
/// corners are the bits of `mask`; v leads there.
static bool is_nearest(const exact_simplex *s, int mask, cld_whole3 *v) {
    static project *const projections[] = {project_point, project_line, project_plane, project_space};
    face f = {.count = 0};
    for (int i = 0; i < s->count; i++)
        if (mask >> i & 1)
            f.w[f.count++] = &s->at[i].w;
    if (f.count == 0 || !projections[f.count - 1](&f, v))
        return false;
    for (int i = 0; i < s->count && !cld_whole3_is_zero(v); i++) {
        cld_whole3 step;
        cld_whole3_sub(&step, &s->at[i].w, f.w[0]);
        if (!(mask >> i & 1) && cld_whole3_sign_dot(v, &step) < 0)
            return false;
    }
    return true;
}

/// Keeps the corners of the face that holds the point nearest to the origin; v leads there. There is always
/// one.
static void reduce(exact_simplex *s, cld_whole3 *v) {
    int mask = 1, kept = 0;
    while (!is_nearest(s, mask, v))
        mask++;
    for (int i = 0; i < s->count; i++)
        if (mask >> i & 1) {
            if (kept != i)
                s->at[kept] = s->at[i];
            kept++;
        }
    s->count = kept;
}

static void negate(cld_whole3 *v) {
    for (int k = 0; k < 3; k++)
        v->c[k].sign = -v->c[k].sign;
}

/// One step of GJK: true if there is no other. v leads to the point of the simplex that is nearest to the
/// origin, zero if that is the origin; the farthest vertex back is put behind the simplex.
static bool is_last_step(const cld_exact_cso *exact, exact_simplex *s, cld_whole3 *v) {
    cld_whole3 back, ahead;
    cld_exact_point *next;
    reduce(s, v);
    if (cld_whole3_is_zero(v))
        return true;
    cld_whole3_copy(&back, v);
    negate(&back);
    next = &s->at[s->count];
    cld_exact_cso_support(exact, &back, next);
    cld_whole3_sub(&ahead, &next->w, &s->at[0].w);
    return cld_whole3_sign_dot(&back, &ahead) <= 0;
}

/// From a simplex of one vertex: true if a plane has all of K beyond it; else the simplex has the origin in
/// its relative interior.
static bool find_apart(const cld_exact_cso *exact, exact_simplex *s) {
    cld_whole3 v;
    while (!is_last_step(exact, s, &v)) {
        if (cld_whole3_sign_dot(&v, &s->at[s->count].w) > 0)
            return true;
        s->count++;
    }
    return !cld_whole3_is_zero(&v);
}

/// The farthest vertex along d; true if it is ahead of the origin.
static bool is_ahead(const cld_exact_cso *exact, const cld_whole3 *d, cld_exact_point *p) {
    cld_exact_cso_support(exact, d, p);
    return cld_whole3_sign_dot(d, &p->w) > 0;
}

static bool surrounds_triangle(const cld_exact_cso *exact, const exact_simplex *s) {
    cld_whole3 n;
    cld_exact_point p;
    find_normal(&s->at[0].w, &s->at[1].w, &s->at[2].w, &n);
    if (!is_ahead(exact, &n, &p))
        return false;
    negate(&n);
    return is_ahead(exact, &n, &p);
}

/// Any direction perpendicular to e but zero.
static void find_perpendicular(const cld_whole3 *e, cld_whole3 *d) {
    cld_whole3 axis;
    cld_whole3_set(&axis, e->c[0].sign ? cld_vec3_make(0, 1, 0) : cld_vec3_make(1, 0, 0), 0);
    cld_whole3_cross(d, e, &axis);
}

/// Whether the vertices surround the line through the origin along e. The angle that they span seen along e
/// begins at `first` and ends, so far, at `last`.
static bool surrounds_line(const cld_exact_cso *exact, const cld_whole3 *e) {
    cld_exact_point last, next;
    cld_whole3 n, first;
    find_perpendicular(e, &n);
    if (!is_ahead(exact, &n, &last))
        return false;
    cld_whole3_copy(&first, &last.w);
    for (;;) {
        cld_whole3_cross(&n, e, &last.w);
        if (!is_ahead(exact, &n, &next))
            return false;
        if (find_turn(e, &first, &next.w) < 0)
            return true;
        last = next;
    }
}

static bool is_inside_plane(const cld_exact_cso *exact) {
    cld_whole3 axis;
    cld_whole3_set(&axis, cld_vec3_make(0, 0, 1), 0);
    return surrounds_line(exact, &axis);
}

/// Whether the origin is in the interior of K, given a simplex of two or more with the origin in its relative
/// interior.
static bool is_inside(const cld_exact_cso *exact, const exact_simplex *s) {
    if (s->count == 4)
        return true;
    return s->count == 3 ? surrounds_triangle(exact, s) : surrounds_line(exact, &s->at[0].w);
}

/// The same of a vertex of A on a vertex of B.
static bool is_inside_fan(cld_exact_cso *exact, exact_simplex *s) {
    cld_whole3 d;
    exact->is_fan = true;
    exact->ia = s->at[0].ia;
    exact->ib = s->at[0].ib;
    cld_whole3_set(&d, cld_vec3_make(1, 0, 0), 0);
    s->count = 1;
    return cld_exact_cso_support(exact, &d, &s->at[0]) && !find_apart(exact, s) && is_inside(exact, s);
}

cld_outcome cld_find_exact_outcome(cld_exact_cso *exact) {
    exact_simplex s = {.count = 1};
    cld_exact_cso_at(exact, 0, 0, &s.at[0]);
    if (find_apart(exact, &s))
        return CLD_SEPARATED;
    bool inside = exact->a.shape->dimension == 2 ? is_inside_plane(exact)
                  : s.count > 1                  ? is_inside(exact, &s)
                                                 : is_inside_fan(exact, &s);
    return inside ? CLD_PENETRATING : CLD_TOUCHING;
}

void cld_find_exact_nearest(const cld_exact_cso *exact, cld_exact_nearest *nearest) {
    exact_simplex s = {.count = 1};
    cld_whole3 v;
    cld_whole along;
    cld_exact_cso_at(exact, 0, 0, &s.at[0]);
    while (!is_last_step(exact, &s, &v))
        s.count++;
    *nearest = (cld_exact_nearest){.count = s.count};
    if (cld_whole3_is_zero(&v))
        return;
    for (int i = 0; i < s.count; i++)
        nearest->ia[i] = s.at[i].ia, nearest->ib[i] = s.at[i].ib;
    // All of the nearest face is as far along v as the nearest point, whose distance is so v . w / |v|.
    int scale;
    cld_vec3 rounded = cld_whole3_round(&v, &scale);
    double length = cld_length(rounded);
    // Divided, so that what is along an axis is 1 long.
    nearest->normal = cld_vec3_make(-rounded.x / length, -rounded.y / length, -rounded.z / length);
    cld_whole3_dot(&along, &v, &s.at[0].w);
    int bits = cld_whole_bits(&along);
    double distance = ldexp(cld_whole_value(&along, bits) / length, bits - scale + exact->exponent);
    nearest->distance = fmax(distance, 0x1p-1074); // which is not 0, though it may underflow
    nearest->has_gap = cld_exact_find_gap(exact, &along, &v, &nearest->gap);
}
