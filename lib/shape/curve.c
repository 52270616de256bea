#include "shape/curve.h"

#include <math.h>

#include "math/vec.h"

double cld_oval_find_reach(const cld_oval *oval, cld_vec3 n) {
    return cld_length_of_any(cld_oval_find_shares(oval, n));
}

double cld_oval_find_outward(const cld_oval *oval, cld_vec3 n, cld_vec3 *outward) {
    cld_vec3 share = cld_oval_find_shares(oval, n);
    double length = cld_length(share), part = length > 0 ? 1 / length : 0;
    *outward = cld_scale(oval->axis[0], share.x * part);
    *outward = cld_add_scaled(*outward, share.y * part, oval->axis[1]);
    *outward = cld_add_scaled(*outward, share.z * part, oval->axis[2]);
    return length;
}

cld_vec3 cld_curve_find_extreme_of(const cld_curve *curve, uint32_t part, cld_vec3 d) {
    return cld_curve_set_in(cld_oval_find_extreme(&curve->part[part], d), curve->inset, d);
}

cld_vec3 cld_oval_find_normal(const cld_oval *oval) {
    double largest = fmax(cld_max_abs(oval->axis[0]), cld_max_abs(oval->axis[1]));
    if (!(largest > 0) || cld_max_abs(oval->axis[2]) > 0)
        return cld_vec3_make(0, 0, 0);
    cld_vec3 n = cld_cross(cld_scale(oval->axis[0], 1 / largest), cld_scale(oval->axis[1], 1 / largest));
    return cld_dot(n, n) > 0 ? cld_unit(n) : n;
}

static cld_vec3 move(cld_vec3 v, const cld_mat3 *turn, double scale) {
    return cld_scale(turn ? cld_mat3_apply(turn, v) : v, scale);
}

cld_curve cld_curve_move(const cld_curve *curve, const cld_mat3 *turn, double scale) {
    cld_curve moved = *curve;
    moved.inset *= scale;
    for (uint32_t i = 0; i < curve->count; i++) {
        moved.part[i].centre = move(curve->part[i].centre, turn, scale);
        for (int k = 0; k < 3; k++)
            moved.part[i].axis[k] = move(curve->part[i].axis[k], turn, scale);
    }
    return moved;
}

/// With the axes of each as the columns of P and Q, P = Q T + R: | |P' n| - |T Q' n| | is at most |R|, and
/// all singular values of T, which are 1 where it turns, are off that by at most |T' T - 1|.
double cld_oval_bound_difference(const cld_oval *p, cld_vec3 shift, const cld_oval *q) {
    cld_vec3 column[3]; // of T
    double rest = 0, bent = 0, size = 0;
    for (int i = 0; i < 3; i++) {
        cld_vec3 share = cld_oval_find_shares(q, p->axis[i]), r = p->axis[i];
        double along[3] = {share.x, share.y, share.z};
        for (int k = 0; k < 3; k++) {
            double square = cld_dot(q->axis[k], q->axis[k]);
            along[k] = square > 0 ? along[k] / square : i == k;
            r = cld_add_scaled(r, -along[k], q->axis[k]);
        }
        column[i] = cld_vec3_make(along[0], along[1], along[2]);
        rest += cld_dot(r, r);
        size += cld_dot(q->axis[i], q->axis[i]);
    }
    for (int i = 0; i < 9; i++) {
        double off = cld_dot(column[i / 3], column[i % 3]) - (i / 3 == i % 3);
        bent += off * off;
    }
    cld_vec3 away = cld_sub(cld_add(p->centre, shift), q->centre);
    return cld_length(away) + sqrt(rest) + sqrt(bent * size);
}

double cld_curve_bound_excess(const cld_curve *inner, cld_vec3 shift, const cld_curve *outer) {
    double most = -INFINITY;
    for (uint32_t i = 0; i < inner->count; i++) {
        double least = INFINITY;
        for (uint32_t k = 0; k < outer->count; k++)
            least = fmin(least, cld_oval_bound_difference(&inner->part[i], shift, &outer->part[k]));
        most = fmax(most, least);
    }
    return most + outer->inset - inner->inset;
}

void cld_curve_find_box(const cld_curve *curve, double lower[3], double upper[3]) {
    for (int k = 0; k < 3; k++) {
        cld_vec3 e = {k == 0, k == 1, k == 2};
        lower[k] = INFINITY, upper[k] = -INFINITY;
        for (uint32_t i = 0; i < curve->count; i++) {
            const cld_oval *oval = &curve->part[i];
            double middle = cld_component(oval->centre, k),
                   reach = cld_oval_find_reach(oval, e) - curve->inset;
            lower[k] = fmin(lower[k], middle - reach);
            upper[k] = fmax(upper[k], middle + reach);
        }
    }
}

cld_oval_exact cld_disc_make(const double *centre, cld_vec3 axis_from, cld_vec3 axis_to, double radius) {
    cld_dd3 d = cld_dd3_sub(cld_dd3_make(axis_to), cld_dd3_make(axis_from));
    double largest = cld_max_abs(cld_dd3_value(d));
    if (largest > 0) {
        int exponent;
        frexp(largest, &exponent); // to about 1, so that no square leaves the range
        double half = ldexp(1, -exponent / 2), rest = ldexp(1, -exponent - -exponent / 2);
        d = cld_dd3_unit(cld_dd3_scale(cld_dd3_scale(d, cld_dd_make(half)), cld_dd_make(rest)));
    } else {
        d = cld_dd3_make(cld_vec3_make(0, 0, 1));
    }
    double x = fabs(d.x.hi), y = fabs(d.y.hi), z = fabs(d.z.hi);
    cld_vec3 least = {x <= y && x <= z, y < x && y <= z, z < x && z < y};
    cld_dd3 side = cld_dd3_unit(cld_dd3_cross(cld_dd3_make(least), d)), other = cld_dd3_cross(d, side);
    cld_oval_exact disc = {.centre = cld_dd3_make(cld_vec3_make(centre[0], centre[1], centre[2]))};
    disc.axis[0] = cld_dd3_scale(side, cld_dd_make(radius));
    disc.axis[1] = cld_dd3_scale(other, cld_dd_make(radius));
    return disc;
}
