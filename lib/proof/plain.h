/// The bounds of proof/bounds.h in plain doubles, where those will do, inlined into who has just found what
/// they are from.
#ifndef CLD_PROOF_PLAIN_H
#define CLD_PROOF_PLAIN_H

#include <math.h>

#include "proof/bounds.h"
#include "shape/lanes.h"

/// Where the shapes are no farther from each other than this many times their own size, rounding an offset or
/// a point of A - B to double costs little beside what rounding their vertices does.
#define CLD_PLAIN_NEARBY 4

CLD_INLINE bool cld_plain_is_nearby(const cld_cso *cso) {
    return cso->size < CLD_PLAIN_NEARBY * (cso->a.reach + cso->b.reach);
}

/// Whether A - B, or B beside a plane, is one point, the origin: nothing was rounded then, not even by
/// underflow.
CLD_INLINE bool cld_plain_is_origin(const cld_cso *cso) {
    return cso->a.reach + cso->b.reach == 0 && cld_max_abs(cso->offset) == 0 && cso->error == 0;
}

/// A number moved down or up by more than the few roundings that made it lost.
CLD_INLINE double cld_plain_round_down(double x) { return x - 8 * CLD_ROUNDOFF * fabs(x) - 0x1p-1070; }
CLD_INLINE double cld_plain_round_up(double x) { return x + 8 * CLD_ROUNDOFF * fabs(x) + 0x1p-1070; }

/// A bound on what rounding w = a - b - offset lost: u |offset|, u |a - b| and u |w|.
CLD_INLINE double cld_plain_find_lost(const cld_cso *cso, double length) {
    return CLD_ROUNDOFF * (1.5 * (cso->a.reach + cso->b.reach) + cso->size + length);
}

/// Whether doubles will do, with 1 / |n| linear in |n|^2.
CLD_INLINE bool cld_plain_is_enough(const cld_cso *cso, double square) {
    return cld_plain_is_nearby(cso) && fabs(square - 1) < 16 * CLD_ROUNDOFF;
}

/// From the support w along n, of which the shapes' coordinates may be off by `part` times their reach. The
/// dot product loses 3.01 u |w| more; what else there is to say is said below.
CLD_INLINE double cld_plain_bound(const cld_cso *cso, cld_vec3 n, double square, cld_vec3 w, double part) {
    double length = cld_length(w), lost = cld_plain_find_lost(cso, length) + 4 * CLD_ROUNDOFF * length;
    double error = part * (cso->a.reach + cso->b.reach) + lost + cso->error;
    double low = -cld_dot(n, w) - error * (1 + 1e-9);
    // The square is off by 3 u, so its root is within 2 u of 1 + (square - 1) / 2.
    return cld_plain_round_down(low / (1 + 0.5 * (square - 1) + (low > 0 ? 2 : -2) * CLD_ROUNDOFF));
}

/// cld_bound_from_direction, for those who know w of the vertex that cld_cso_support finds along n, or along
/// a vector whose components are those of n, times one number, within 2 u each.
CLD_INLINE double cld_plain_from_support(const cld_cso *cso, cld_vec3 n, cld_vec3 w) {
    double square = cld_dot(n, n);
    // Along n another vertex may be farther than w by 2.01 u of how far it is from w, at most twice the
    // reach.
    return cld_plain_is_origin(cso) || !cld_plain_is_enough(cso, square)
               ? cld_bound_from_direction(cso, n)
               : cld_plain_bound(cso, n, square, w, 13 * CLD_ROUNDOFF);
}

/// The convex combination of points of A - B so far, whose weights' sum is to be divided out.
typedef struct cld_plain_combination {
    cld_vec3 w;
    double total, longest; ///< the latter squared
} cld_plain_combination;

CLD_INLINE void cld_plain_combine(cld_plain_combination *c, double weight, cld_vec3 w) {
    double share = cld_max(weight, 0);
    c->w = cld_add_scaled(c->w, share, w);
    c->total += share;
    c->longest = cld_max(c->longest, cld_dot(w, w));
}

/// In double, where that is good enough. Summing loses 4 u of the longest w.
CLD_INLINE double cld_plain_bound_combination(const cld_cso *cso, const cld_plain_combination *c, int count) {
    double longest = sqrt(c->longest), lost = count > 1 ? 5 * CLD_ROUNDOFF * longest : 0;
    if (!(c->total > 0))
        return INFINITY;
    return cld_plain_round_up(cld_length(c->w) / c->total + lost + cld_plain_find_lost(cso, longest) +
                              cso->error);
}

/// cld_bound_from_points for up to four corners of two clouds.
CLD_INLINE double cld_plain_from_corners(const cld_cso *cso, const cld_corner corner[4], const double *weight,
                                         int count) {
    cld_cso_vertex v[4];
    cld_plain_combination c = {.total = 0};
    bool will_do = cld_plain_is_nearby(cso) && !cld_plain_is_origin(cso);
    for (int i = 0; i < count && will_do; i++)
        cld_plain_combine(&c, weight[i], corner[i].w);
    for (int i = 0; i < count && !will_do; i++)
        v[i] = cld_cso_vertex_at(cso, corner[i].ia, corner[i].ib);
    return will_do ? cld_plain_bound_combination(cso, &c, count)
                   : cld_bound_from_points(cso, v, weight, count);
}

#endif
