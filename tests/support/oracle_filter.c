/// The filter of the oracle: it evaluates every candidate in doubles first, with a bound on the error, and
/// drops those whose least possible width is above another's largest possible width.
#include <float.h>
#include <math.h>

#include "oracle_inside.h"

void oracle_load_near(oracle *o) {
    double largest = 0;
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < o->count[side]; i++)
            for (int k = 0; k < 3; k++) {
                o->near[side][i][k] = o->given[side][3 * i + (size_t)k] - o->given[0][k];
                largest = fmax(largest, fabs(o->near[side][i][k]));
            }
    int e = 0;
    if (largest > 0)
        (void)frexp(largest, &e);
    o->near_scale = ldexp(1, -e);
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < o->count[side]; i++)
            for (int k = 0; k < 3; k++)
                o->near[side][i][k] *= o->near_scale;
}

/// The vector from one end of the edge to the other, each component right to one rounding.
static void find_near_edge(const oracle *o, const edge *e, double r[3]) {
    const double *points = o->given[e->side];
    for (int k = 0; k < 3; k++)
        r[k] = (points[3 * e->to + k] - points[3 * e->from + k]) * o->near_scale;
}

/// The lesser of a candidate's two widths, in doubles, and not yet divided by |n|.
static double find_near_width(const oracle *o, const double n[3]) {
    double high[2] = {-DBL_MAX, -DBL_MAX}, low[2] = {DBL_MAX, DBL_MAX};
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < o->count[side]; i++) {
            const double *p = o->near[side][i];
            double h = n[0] * p[0] + n[1] * p[1] + n[2] * p[2];
            high[side] = h > high[side] ? h : high[side];
            low[side] = h < low[side] ? h : low[side];
        }
    return fmin(high[0] - low[1], high[1] - low[0]);
}

/// Sets a candidate's lower bound and returns its upper bound.
///
/// With u = 2^-53, e and f have relative errors of u in each component, so n = e x f has at most
/// 4 u (|e_y f_z| + |e_z f_y|) in each, 4 sqrt(3) u |e| |f| together: `tilt`, rounded up. Points are at most
/// sqrt(3) from the origin with a relative error of u, and a dot product of three terms adds 3 u |n| |p|; so
/// a width, a difference of two, is right to 2 sqrt(3) (5 u |n| + tilt). Below 1e-140 squares may vanish, and
/// nothing is claimed.
static double bound_candidate(const oracle *o, candidate *c) {
    double e[3], f[3];
    find_near_edge(o, &o->edges[c->first], e);
    find_near_edge(o, &o->edges[c->second], f);
    double n[3] = {e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]};
    double ee = e[0] * e[0] + e[1] * e[1] + e[2] * e[2], ff = f[0] * f[0] + f[1] * f[1] + f[2] * f[2];
    double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]), tilt = 8 * 0x1p-53 * sqrt(ee * ff);
    c->lower = 0;
    if (!(length > 4 * tilt && length > 1e-140))
        return DBL_MAX;
    double width = find_near_width(o, n), error = 4 * (8 * 0x1p-53 * length + tilt);
    c->lower = (width - error) / (length + tilt) * (1 - 0x1p-48);
    return (width + error) / (length - tilt) * (1 + 0x1p-48);
}

void oracle_drop_candidates(oracle *o) {
    double least = DBL_MAX;
    for (size_t i = 0; i < o->candidate_count; i++)
        least = fmin(least, bound_candidate(o, &o->candidates[i]));
    size_t kept = 0;
    for (size_t i = 0; i < o->candidate_count; i++)
        if (o->candidates[i].lower <= least)
            o->candidates[kept++] = o->candidates[i];
    o->candidate_count = kept;
}
