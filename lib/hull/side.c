#include "hull/side.h"

#include <math.h>

void cld_side_set_plane(cld_side_plane *p, const double *const corner[3], int exponent) {
    double u[3], v[3];
    for (int k = 0; k < 3; k++) {
        p->corner[k] = corner[k];
        u[k] = corner[1][k] - corner[0][k];
        v[k] = corner[2][k] - corner[0][k];
    }
    for (int k = 0; k < 3; k++) {
        double one = u[(k + 1) % 3] * v[(k + 2) % 3], other = u[(k + 2) % 3] * v[(k + 1) % 3];
        p->normal[k] = one - other;
        p->most[k] = fabs(one) + fabs(other);
    }
    p->exponent = exponent;
    p->is_fine = p->is_exact = false;
}

static cld_dd3 find_offset(const double *p, const double *q) {
    return (cld_dd3){cld_two_diff(p[0], q[0]), cld_two_diff(p[1], q[1]), cld_two_diff(p[2], q[2])};
}

static cld_dd find_fine_height(cld_side_plane *p, const double *point) {
    if (!p->is_fine) {
        p->fine =
            cld_dd3_cross(find_offset(p->corner[1], p->corner[0]), find_offset(p->corner[2], p->corner[0]));
        p->is_fine = true;
    }
    return cld_dd3_dot(p->fine, find_offset(point, p->corner[0]));
}

static void find_exact_offset(const cld_side_plane *p, const double *q, cld_whole3 *offset) {
    cld_whole from;
    for (int k = 0; k < 3; k++) {
        cld_whole_set(&offset->c[k], q[k], p->exponent);
        cld_whole_set(&from, p->corner[0][k], p->exponent);
        cld_whole_sub(&offset->c[k], &offset->c[k], &from);
    }
}

static const cld_whole3 *find_exact_normal(cld_side_plane *p) {
    if (!p->is_exact) {
        cld_whole3 u, v;
        find_exact_offset(p, p->corner[1], &u);
        find_exact_offset(p, p->corner[2], &v);
        cld_whole3_cross(&p->exact, &u, &v);
        p->is_exact = true;
    }
    return &p->exact;
}

static int find_exact_side(cld_side_plane *p, const double *point) {
    cld_whole3 offset;
    find_exact_offset(p, point, &offset);
    return cld_whole3_sign_dot(find_exact_normal(p), &offset);
}

int cld_side_find_finely(cld_side_plane *p, const double *point, double most) {
    if (most == 0) // every product is 0, as on planes along the axes
        return 0;
    cld_dd fine = find_fine_height(p, point);
    if (fabs(fine.hi) > 0x1p-99 * most)
        return cld_dd_sign(fine);
    return find_exact_side(p, point);
}

bool cld_side_is_plane(cld_side_plane *p) { return !cld_whole3_is_zero(find_exact_normal(p)); }
