/// The nearest points of two bricks that SAT has told apart.
///
/// The axis that separates boxes most is the direction between their nearest points where those are inside of
/// a face, or of two edges. Where they are not, points beyond the ends are moved back and the nearest points
/// of both to each other looked for in turns; the way between the last two either separates the boxes by as
/// much as it is long, or the boxes are left to others. Bricks that are no boxes meet in the same way, but
/// the point of one that is nearest to another is not always found.
///
/// A point is a sum of axes times factors of at most 1, so it is in its brick, but for 6 u of the reach;
/// the way from one to another loses 3 u size more and its length 4 u: together below the 16 u of bricks.c.

#include "narrow/brick_search.h"

#include <math.h>

/// 1 / sine of edges whose cross product tells directions well: to within 2^-33.
#define CROSSED 0x1p17

/// The point that has these factors of the axes.
CLD_INLINE cld_vec3 find_point(const cld_brick_view *v, const cld_lanes *factor) {
    const cld_lanes3 *p = &v->axis;
    cld_lanes x = p->x * *factor, y = p->y * *factor, z = p->z * *factor;
    return cld_vec3_make(x[0] + x[1] + x[2], y[0] + y[1] + y[2], z[0] + z[1] + z[2]);
}

CLD_INLINE cld_vec3 get_axis(const cld_brick_view *v, uint32_t k) {
    return cld_vec3_make(v->axis.x[k], v->axis.y[k], v->axis.z[k]);
}

/// The dot products of the axes and d.
CLD_INLINE void find_along(const cld_brick_view *v, cld_vec3 d, cld_lanes *along) {
    *along = v->axis.x * d.x + v->axis.y * d.y + v->axis.z * d.z;
}

/// 1 or -1, as is the sign of each.
CLD_INLINE void take_signs(cld_lanes *p) {
    const cld_lanes one = {1, 1, 1, 1};
    *p = (cld_lanes)(((cld_lane_mask)*p & INT64_MIN) | (cld_lane_mask)one);
}

/// Cuts factors off at 1 and -1; tells where it did, as -1.
CLD_INLINE void cut_off(cld_lanes *factor, cld_lane_mask *beyond) {
    cld_lanes end = *factor, magnitude = *factor;
    take_signs(&end);
    cld_lanes_take_magnitude(&magnitude);
    *beyond = magnitude > 1;
    cld_lanes_choose(beyond, &end, factor, factor);
}

/// The point with the factors of p, cut off at the ends.
CLD_INLINE void take_factors(const cld_brick_view *v, const cld_brick_axes *faces, cld_vec3 p,
                             cld_lanes *factor, cld_lane_mask *beyond) {
    cld_lanes volume;
    cld_lanes_dot(&v->axis, &faces->n, &volume);
    *factor = (faces->n.x * p.x + faces->n.y * p.y + faces->n.z * p.z) / volume;
    cut_off(factor, beyond);
}

/// The point of a brick that is nearest to p, if it is a box; else near it.
CLD_INLINE cld_vec3 find_nearest_to(const cld_brick_view *v, const cld_brick_axes *faces, cld_vec3 p) {
    cld_lanes factor;
    cld_lane_mask beyond;
    take_factors(v, faces, p, &factor, &beyond);
    cld_vec3 rest = cld_sub(p, find_point(v, &factor));
    for (uint32_t k = 0; k < 3 && !v->is_box; k++) {
        cld_vec3 axis = get_axis(v, k);
        double now = factor[k] + cld_dot(rest, axis) / v->square[k];
        now = cld_max(-1, cld_min(now, 1));
        rest = cld_add_scaled(rest, factor[k] - now, axis);
        factor[k] = now;
    }
    return find_point(v, &factor);
}

/// The corner farthest along d; of axes across d, either end.
CLD_INLINE cld_vec3 find_corner(const cld_brick_view *v, cld_vec3 d) {
    cld_lanes factor;
    find_along(v, d, &factor);
    take_signs(&factor);
    return find_point(v, &factor);
}

/// The nearest points of the k-th face of one brick, which n points out of, and of the other brick, whose
/// nearest corner is `separation` above its plane; false if it is not above the face itself, and then about
/// those points. Each is relative to its own centre; `between` leads from the former's to the latter's.
CLD_INLINE bool meet_face(const cld_brick_view *of_face, const cld_brick_axes *faces, uint32_t k,
                          const cld_brick_view *of_corner, cld_vec3 n, cld_vec3 between, double separation,
                          cld_vec3 *on_face, cld_vec3 *corner) {
    const cld_lane_mask at = {0, 1, 2, 3};
    cld_lane_mask beyond;
    cld_lanes factor;
    *corner = find_corner(of_corner, cld_negate(n));
    cld_vec3 foot = cld_add_scaled(cld_add(*corner, between), -separation, n);
    take_factors(of_face, faces, foot, &factor, &beyond);
    *on_face = find_point(of_face, &factor);
    beyond &= at != (long long)k; // that one is 1 or -1, but for rounding
    return !(beyond[0] | beyond[1] | beyond[2]);
}

/// The middle of the edge along axis i farthest along d, and half the edge.
CLD_INLINE cld_vec3 find_edge(const cld_brick_view *v, uint32_t i, cld_vec3 d, cld_vec3 *half) {
    cld_lanes factor;
    find_along(v, d, &factor);
    take_signs(&factor);
    const cld_lane_mask at = {0, 1, 2, 3};
    const cld_lanes none = {0, 0, 0, 0};
    cld_lane_mask is_i = at == (long long)i;
    cld_lanes_choose(&is_i, &none, &factor, &factor);
    *half = get_axis(v, i);
    return find_point(v, &factor);
}

/// The same of two edges that cross as seen along n, the cross product of whose halves is as long as 1 /
/// scale.
CLD_INLINE bool meet_edges(const cld_brick_search *s, uint32_t i, uint32_t j, cld_vec3 n, double scale,
                           cld_vec3 *on_a, cld_vec3 *on_b) {
    cld_vec3 p, q, a = find_edge(&s->a, i, n, &p), b = find_edge(&s->b, j, cld_negate(n), &q);
    cld_vec3 between = cld_sub(cld_add(b, s->offset), a);
    // The cross product of p and q is n / scale or against it: either way the factors' signs are its sign's.
    double sign = cld_dot(cld_cross(p, q), n) < 0 ? -scale : scale;
    double along_p = sign * cld_dot(cld_cross(between, q), n),
           along_q = sign * cld_dot(cld_cross(between, p), n);
    bool inside = (fabs(along_p) <= 1) & (fabs(along_q) <= 1);
    bool crossed = s->a.square[i] * s->b.square[j] * scale * scale < CROSSED * CROSSED;
    *on_a = cld_add_scaled(a, cld_max(-1, cld_min(along_p, 1)), p);
    *on_b = cld_add_scaled(b, cld_max(-1, cld_min(along_q, 1)), q);
    return inside & crossed;
}

/// How far d, as long as 1 / scale, separates the bricks.
CLD_INLINE double find_separation(const cld_brick_search *s, cld_vec3 d, double scale) {
    cld_lanes a, b;
    find_along(&s->a, d, &a);
    find_along(&s->b, d, &b);
    cld_lanes_take_magnitude(&a);
    cld_lanes_take_magnitude(&b);
    a += b;
    return (cld_dot(d, s->offset) - (a[0] + a[1] + a[2])) * scale;
}

CLD_INLINE bool approach(const cld_brick_search *s, cld_vec3 n, double separation, cld_bricks_result *r) {
    uint32_t at = s->first / CLD_LANES, k = s->first % CLD_LANES;
    bool met = at == 0   ? meet_face(&s->a, &s->at[0], k, &s->b, n, s->offset, separation, &r->a, &r->b)
               : at == 1 ? meet_face(&s->b, &s->at[1], k, &s->a, cld_negate(n), cld_negate(s->offset),
                                     separation, &r->b, &r->a)
                         : meet_edges(s, at - CLD_BRICK_FACES, k, n, s->at[at].scale[k], &r->a, &r->b);
    if (!met) {
        r->a = find_nearest_to(&s->a, &s->at[0], cld_add(r->b, s->offset));
        r->b = find_nearest_to(&s->b, &s->at[1], cld_sub(r->a, s->offset));
    }
    cld_vec3 d = cld_sub(cld_add(r->b, s->offset), r->a);
    double length = cld_length(d), scale = 1 / length;
    r->separation = met ? separation : find_separation(s, d, scale);
    r->normal = met ? n : cld_scale(d, scale);
    r->lower = met ? r->lower : r->separation - s->error;
    r->upper = length + s->error;
    return length - r->separation <= 2 * CLD_CSO_ROUNDING * s->size;
}

CLD_WIDE(bool, approach, (const cld_brick_search *s, cld_vec3 n, double separation, cld_bricks_result *r),
         { return approach(s, n, separation, r); })

bool cld_bricks_approach(const cld_brick_search *s, cld_vec3 n, double separation, cld_bricks_result *r) {
    return CLD_BEST(approach, (s, n, separation, r));
}
