/// Where two clouds are probably nearest, from how their vertices are spread.
///
/// An ellipsoid (x - m) . C^-1 (x - m) = k takes the place of each cloud, m and C being the mean and the
/// covariance of its vertices. Along n it reaches sqrt(k n . C n) beyond m. Two ellipsoids of one shape touch
/// along n = (C_a + C_b)^-1 (m_b - m_a), and others nearly do. A guess: it costs steps where it is bad, never
/// the answer.

#include "shape/cso.h"
#include "shape/lanes.h"

cld_spread cld_spread_make(const cld_cloud *cloud) {
    cld_spread s = {.mean = {0, 0, 0}};
    double part = 1.0 / cloud->count;
    for (uint32_t i = 0; i < cloud->count; i++)
        s.mean = cld_add_scaled(s.mean, part, cld_cloud_at(cloud, i));
    for (uint32_t i = 0; i < cloud->count; i++) {
        cld_vec3 v = cld_sub(cld_cloud_at(cloud, i), s.mean);
        s.xx += part * v.x * v.x, s.yy += part * v.y * v.y, s.zz += part * v.z * v.z;
        s.xy += part * v.x * v.y, s.xz += part * v.x * v.z, s.yz += part * v.y * v.z;
    }
    return s;
}

/// A symmetric matrix. Part of its caller, as are those below, for matrices not to be stored and loaded.
CLD_INLINE cld_mat3 make_covariance(const cld_spread *s) {
    return (cld_mat3){{{s->xx, s->xy, s->xz}, {s->xy, s->yy, s->yz}, {s->xz, s->yz, s->zz}}};
}

/// The spread of a shape where the frame has it: m C m^T for one that m turns, that of a ball for a small
/// cloud, whose own is not kept.
CLD_INLINE cld_mat3 find_covariance(const cld_shape *shape, const cld_mat3 *turn, double reach,
                                    cld_vec3 *mean) {
    if (!shape) {
        double third = reach * reach / 3;
        *mean = cld_vec3_make(0, 0, 0);
        return (cld_mat3){{{third, 0, 0}, {0, third, 0}, {0, 0, third}}};
    }
    const cld_spread *spread = cld_shape_spread(shape);
    cld_mat3 c = make_covariance(spread), half, turned;
    *mean = turn ? cld_mat3_apply(turn, spread->mean) : spread->mean;
    if (!turn)
        return c;
    for (int i = 0; i < 3; i++) // C is its own transpose
        half.row[i] = cld_mat3_apply(&c, turn->row[i]);
    for (int i = 0; i < 3; i++)
        turned.row[i] = cld_mat3_apply(turn, half.row[i]);
    return turned;
}

/// The solution of m x = d for a positive definite m, times its determinant; 0 where rounding has made it
/// none.
CLD_INLINE cld_vec3 solve(const cld_mat3 *m, cld_vec3 d) {
    cld_vec3 u = cld_cross(m->row[1], m->row[2]), v = cld_cross(m->row[2], m->row[0]),
             w = cld_cross(m->row[0], m->row[1]);
    double determinant = cld_dot(m->row[0], u);
    cld_vec3 x = cld_add_scaled(cld_add_scaled(cld_scale(u, d.x), d.y, v), d.z, w);
    return determinant > 0 ? x : cld_vec3_make(0, 0, 0);
}

cld_vec3 cld_cso_guess(const cld_cso *cso) {
    if (!cso->a.own && !cso->b.own)
        return cso->offset;
    cld_vec3 mean_a, mean_b;
    cld_mat3 a = find_covariance(cso->a.own, cso->a.turn, cso->a.reach, &mean_a),
             b = find_covariance(cso->b.own, cso->b.turn, cso->b.reach, &mean_b);
    for (int i = 0; i < 3; i++)
        a.row[i] = cld_add(a.row[i], b.row[i]);
    cld_vec3 guess = solve(&a, cld_sub(cld_add(cso->offset, mean_b), mean_a));
    double square = cld_dot(guess, guess);
    return square > 0 && square < INFINITY ? cld_scale(guess, 1 / sqrt(square)) : cso->offset;
}
