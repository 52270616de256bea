/// In units of 2^lowest coordinates are whole numbers of up to 300 bits (cld_map_find_frame), those of n of
/// 602, d of 905, w of 1810, x of 2114, and what decides the side of 2717: far less than a cld_whole holds.
#include "map/exact_corner.h"

#include <math.h>

#include "math/whole.h"

typedef struct exact_plane {
    cld_whole3 n;
    cld_whole d;
} exact_plane;

typedef struct exact_corner {
    cld_whole3 x;
    cld_whole w;
} exact_corner;

static void find_normal(const cld_map_frame *frame, const cld_vec3 points[3], cld_whole3 *n, cld_whole3 *p1) {
    cld_whole3 a, b;
    cld_whole3_set(&a, points[0], frame->lowest);
    cld_whole3_set(p1, points[1], frame->lowest);
    cld_whole3_set(&b, points[2], frame->lowest);
    cld_whole3_sub(&a, &a, p1);
    cld_whole3_sub(&b, &b, p1);
    cld_whole3_cross(n, &a, &b);
}

static void set_plane(const cld_map_frame *frame, const cld_map_plane *plane, exact_plane *r) {
    if (plane->points) {
        cld_whole3 p1;
        find_normal(frame, plane->points, &r->n, &p1);
        cld_whole3_dot(&r->d, &r->n, &p1);
        return;
    }
    cld_whole3_set(&r->n, plane->n, 0);
    cld_whole_set(&r->d, ldexp(CLD_MAP_FAR, frame->highest), frame->lowest);
}

bool cld_map_exact_is_same(const cld_map_frame *frame, const cld_map_plane *a, const cld_map_plane *b) {
    exact_plane plane;
    set_plane(frame, a, &plane);
    for (int k = 0; k < 3; k++) {
        cld_whole3 p;
        cld_whole along;
        cld_whole3_set(&p, b->points[k], frame->lowest);
        cld_whole3_dot(&along, &plane.n, &p);
        cld_whole_sub(&along, &along, &plane.d);
        if (along.sign != 0)
            return false;
    }
    return true;
}

static void set_corner(const cld_map_frame *frame, const cld_map_corner *corner, exact_corner *r) {
    exact_plane planes[3];
    cld_whole3 across;
    for (int i = 0; i < 3; i++)
        set_plane(frame, corner->planes[i], &planes[i]);
    cld_whole3_set(&r->x, (cld_vec3){0, 0, 0}, 0);
    for (int i = 0; i < 3; i++) {
        cld_whole3_cross(&across, &planes[(i + 1) % 3].n, &planes[(i + 2) % 3].n);
        for (int k = 0; k < 3; k++)
            cld_whole_add_product(&r->x.c[k], &planes[i].d, &across.c[k]);
    }
    cld_whole3_dot(&r->w, &planes[2].n, &across);
}

int cld_map_exact_side(const cld_map_frame *frame, const cld_map_corner *corner, const cld_map_plane *plane) {
    exact_corner c;
    exact_plane p;
    cld_whole along, out;
    set_corner(frame, corner, &c);
    set_plane(frame, plane, &p);
    cld_whole3_dot(&along, &p.n, &c.x);
    cld_whole_mul(&out, &p.d, &c.w);
    cld_whole_sub(&out, &along, &out);
    return out.sign * c.w.sign;
}

/// a *= 2^bits
static void shift(cld_whole *a, int bits) {
    cld_whole power, r;
    cld_whole_set(&power, 1, -bits);
    cld_whole_mul(&r, a, &power);
    cld_whole_copy(a, &r);
}

/// The double nearest to a / b, times 2^exponent, by long division to 55 bits and one that tells whether
/// anything is left; the conversion to a double then rounds as it should, ties to even. Changes a and b.
static double divide(cld_whole *a, cld_whole *b, int exponent) {
    if (!a->sign)
        return 0;
    double sign = a->sign * b->sign;
    a->sign = b->sign = 1;
    int longer = cld_whole_bits(a) - cld_whole_bits(b);
    shift(longer > 0 ? b : a, longer > 0 ? longer : -longer);
    uint64_t quotient = 0; // of 56 bits, of which the first may be 0
    for (int i = 0; i < 56; i++) {
        cld_whole rest;
        cld_whole_sub(&rest, a, b);
        quotient = 2 * quotient + (rest.sign >= 0);
        cld_whole_copy(a, rest.sign >= 0 ? &rest : a);
        cld_whole_add(a, a, a);
    }
    return sign * ldexp((double)(2 * quotient + (a->sign != 0)), longer - 56 + exponent);
}

double cld_map_exact_coordinate(const cld_map_frame *frame, const cld_map_corner *corner, int axis) {
    exact_corner c;
    set_corner(frame, corner, &c);
    return divide(&c.x.c[axis], &c.w, frame->lowest);
}
