#include "proof/plain.h"

#include <math.h>

double cld_bound_from_direction(const cld_cso *cso, cld_vec3 n) {
    if (cld_plain_is_origin(cso))
        return 0;
    double square = cld_dot(n, n);
    if (cld_plain_is_enough(cso, square))
        return cld_plain_bound(cso, n, square, cld_cso_support(cso, n).w, 8 * CLD_ROUNDOFF);
    // Each dot product of three terms is off by at most 3.01 u |n| |a|, and the support point taken for the
    // farthest may be one that only rounding put there, off by twice that; both are in the factor 8.
    double error = 8 * CLD_ROUNDOFF * (cso->a.reach + cso->b.reach) + 0x1p-90 * cso->size + cso->error;
    double low = cld_cso_find_separation(cso, n) - error * (1 + 1e-9); // off by 2 u, and u of the error
    cld_dd3 exact = cld_dd3_make(n);
    double length = cld_dd_value(cld_dd_sqrt(cld_dd3_dot(exact, exact)));
    return cld_plain_round_down(low / length);
}

static double find_height(const cld_cso *cso, const cld_plane *plane, cld_vec3 point) {
    cld_dd3 b = cld_dd3_add(cso->offset_exact, cld_dd3_make(point));
    return cld_dd_value(cld_dd_sub(cld_dd3_dot(plane->normal, b), plane->offset));
}

double cld_bound_find_height(const cld_cso *cso, const cld_plane *plane, cld_vec3 point, double *error) {
    // The offset is taken at B's foot on the plane, where it is below 4 u of the world's coordinates, and b
    // is at most as long as the pair's size, of which a product and a sum lose some 2^-99.
    *error = (0x1p-90 + plane->tilt) * cso->size + plane->error + cso->error;
    return find_height(cso, plane, point);
}

/// The lowest point of B. Of vertices that doubles do not tell apart the lowest in double-double: two dot
/// products are off by 3 u of B's reach each and a bit, the normal is rounded by u, along which they are 2
/// reaches from each other, and the limit by u.
static cld_vec3 find_lowest(const cld_cso *cso, const cld_plane *plane) {
    cld_vec3 n = cld_dd3_value(plane->normal), lowest = cld_cso_support(cso, n).b;
    double height = find_height(cso, plane, lowest);
    double most = cld_dot(n, lowest) + 10 * CLD_ROUNDOFF * cso->b.reach;
    for (uint32_t i = 0; i < cso->b.cloud.count; i++) {
        cld_vec3 b = cld_cloud_at(&cso->b.cloud, i);
        double other = cld_dot(n, b) <= most ? find_height(cso, plane, b) : INFINITY;
        if (other < height)
            height = other, lowest = b;
    }
    return lowest;
}

cld_vec3 cld_bound_from_plane(const cld_cso *cso, const cld_plane *plane, double *lower, double *upper) {
    cld_vec3 lowest = find_lowest(cso, plane);
    double error, separation = cld_bound_find_height(cso, plane, lowest, &error);
    error *= 1 + 1e-9;
    // Of a curve another point may be lower, by 8 u of B's reach.
    *lower = cld_plain_round_down(separation - error - (cso->b.curve ? 8 * CLD_ROUNDOFF * cso->b.reach : 0));
    *upper = cld_plain_round_up(separation + error);
    if (separation == 0 && error == 0)
        *lower = *upper = 0;
    return lowest;
}

double cld_bound_from_points(const cld_cso *cso, const cld_cso_vertex *v, const double *weight, int count) {
    if (cld_plain_is_origin(cso))
        return 0;
    if (cld_plain_is_nearby(cso)) {
        cld_plain_combination c = {.total = 0};
        for (int i = 0; i < count; i++)
            cld_plain_combine(&c, weight[i], v[i].w);
        return cld_plain_bound_combination(cso, &c, count);
    }
    cld_dd3 w = {{0, 0}, {0, 0}, {0, 0}};
    cld_dd total = {0, 0};
    for (int i = 0; i < count; i++) {
        cld_dd share = cld_dd_make(cld_max(weight[i], 0));
        w = cld_dd3_add(w, cld_dd3_scale(cld_cso_exact(cso, &v[i]), share));
        total = cld_dd_add(total, share);
    }
    // The combination is convex whatever the weights were rounded to: none is negative, and their sum is
    // divided out.
    if (!(total.hi > 0))
        return INFINITY;
    cld_dd length = cld_dd_div(cld_dd_sqrt(cld_dd3_dot(w, w)), total);
    return cld_plain_round_up(cld_dd_value(length) + 0x1p-90 * cso->size + cso->error);
}

/// A triangle's plane: how far the origin is behind it at least, and its unit normal, by how much that may be
/// off.
typedef struct plane {
    double least;
    cld_vec3 normal;
    double error;
} plane;

/// In double-double.
static plane find_plane_exactly(const cld_cso *cso, const cld_cso_vertex *p, const cld_cso_vertex *q,
                                const cld_cso_vertex *r) {
    cld_dd3 a = cld_cso_exact(cso, p), e = cld_dd3_sub(cld_cso_exact(cso, q), a),
            f = cld_dd3_sub(cld_cso_exact(cso, r), a);
    cld_dd3 n = cld_dd3_cross(e, f);
    double length = cld_dd_value(cld_dd_sqrt(cld_dd3_dot(n, n)));
    double scale = cld_length(cld_dd3_value(e)) * cld_length(cld_dd3_value(f));
    if (!(length > 0x1p-90 * scale)) // without area: its sides belong to its neighbours, which speak for it
        return (plane){.least = INFINITY};
    // The corners are as far along n as computed but for what dot products lose: n is off by 2^-98 |e| |f|
    // beside that of e and f as computed, which are off by less than 2^-98 size, as each corner is.
    double error = 0x1p-96 * (1 + scale / length);
    return (plane){cld_plain_round_down(cld_dd_value(cld_dd3_dot(n, a)) / length) - error * cso->size,
                   cld_scale(cld_dd3_value(n), 1 / length), error + 4 * CLD_ROUNDOFF};
}

/// The same in double, with |w| good to 3 u size: cheap, and wide for slivers.
static plane find_plane(const cld_cso *cso, const cld_cso_vertex *p, const cld_cso_vertex *q,
                        const cld_cso_vertex *r) {
    cld_vec3 e = cld_sub(q->w, p->w), f = cld_sub(r->w, p->w), n = cld_cross(e, f);
    double length = cld_length(n), ee = cld_length(e), ff = cld_length(f), size = cso->size;
    // Sides are off by d = 8 u size, so n by d (|e| + |f|) + 4 u |e| |f|, and n.w by |w| times that and 4 u
    // |n| |w|.
    double lost = 8 * CLD_ROUNDOFF * size * (ee + ff) + 4 * CLD_ROUNDOFF * ee * ff;
    if (!(length > 4 * lost))
        return (plane){.least = -INFINITY};
    return (plane){(cld_dot(n, p->w) - size * lost * 1.5) / length - 16 * CLD_ROUNDOFF * size,
                   cld_scale(n, 1 / length), 2 * lost / length + 4 * CLD_ROUNDOFF};
}

static bool is_covered(const cld_caps *caps, const plane *p) {
    return caps && cld_caps_cover(caps, p->normal, p->least, p->error);
}

double cld_bound_from_surface(const cld_cso *cso, const cld_cso_vertex *v, const uint32_t *corner,
                              size_t triangle_count, const cld_caps *caps) {
    double nearest = caps ? cld_caps_find_least(caps) : INFINITY;
    bool has_area = false;
    // The quick bound is at most the exact one; where it might decide, the exact one is taken.
    for (size_t i = 0; i < triangle_count; i++) {
        const uint32_t *c = corner + 3 * i;
        plane p = find_plane(cso, &v[c[0]], &v[c[1]], &v[c[2]]);
        if (p.least < nearest && !is_covered(caps, &p)) {
            p = find_plane_exactly(cso, &v[c[0]], &v[c[1]], &v[c[2]]);
            nearest = is_covered(caps, &p) ? nearest : cld_min(nearest, p.least);
        }
        has_area |= p.least < INFINITY;
    }
    return has_area && nearest > 0 ? cld_plain_round_up(-nearest + cso->error) : INFINITY;
}

double cld_bound_from_triangles(const cld_cso *cso, double least) {
    // Whatever the normals are, no point of a triangle is less far along its own than all three corners are.
    // |w| is off by 3 u size, the dot product by 3 u more, and the normal's length by 4 u.
    double nearest = least * (1 - 8 * CLD_ROUNDOFF) - 8 * CLD_ROUNDOFF * cso->size;
    return nearest > 0 && nearest < INFINITY ? cld_plain_round_up(-nearest + cso->error) : INFINITY;
}
