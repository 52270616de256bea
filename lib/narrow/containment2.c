#include "narrow/containment2.h"

#include <math.h>

#include "math/dd2.h"

/// The sign of the side of the line from p along e that q is on, positive to the left, with a value good to a
/// few u.
static double find_side(cld_vec3 p, cld_vec3 next, cld_vec3 q) {
    cld_vec3 e = cld_sub(next, p), d = cld_sub(q, p);
    double side = e.x * d.y - e.y * d.x;
    if (fabs(side) > 8 * CLD_ROUNDOFF * (fabs(e.x * d.y) + fabs(e.y * d.x)))
        return side;
    cld_dd2 exact_e = {cld_two_diff(next.x, p.x), cld_two_diff(next.y, p.y)};
    cld_dd2 exact_d = {cld_two_diff(q.x, p.x), cld_two_diff(q.y, p.y)};
    return cld_dd2_cross(exact_e, exact_d).hi;
}

static double find_segment_distance(cld_vec3 p, cld_vec3 next, cld_vec3 q, double side) {
    cld_vec3 e = cld_sub(next, p), d = cld_sub(q, p);
    double square = cld_dot(e, e), along = cld_dot(d, e);
    if (!(along > 0))
        return cld_length(d);
    return along < square ? fabs(side) / sqrt(square) : cld_length(cld_sub(q, next));
}

/// The signed distance of a point from a core. A segment or a point has no inside.
static double find_point_distance(const cld_shape *shape, const cld_cloud *cloud, cld_vec3 q) {
    uint32_t count = shape->outline_count;
    bool inside = count > 2;
    double nearest = INFINITY;
    for (uint32_t i = 0; i < count; i++) {
        cld_vec3 p = cld_cloud_at(cloud, shape->outline[i]),
                 next = cld_cloud_at(cloud, shape->outline[(i + 1) % count]);
        double side = find_side(p, next, q);
        inside = inside && (shape->mirrored ? side <= 0 : side >= 0);
        nearest = fmin(nearest, find_segment_distance(p, next, q, side));
    }
    return inside ? -nearest : nearest;
}

bool cld_is_contained2(cld_pair *pair, bool b_is_container, double room) {
    const cld_cso *cso = &pair->cso;
    const cld_shape *inner = b_is_container ? pair->a.shape : pair->b.shape;
    const cld_shape *outer = b_is_container ? pair->b.shape : pair->a.shape;
    const cld_cloud *inner_cloud = b_is_container ? &cso->a : &cso->b,
                    *outer_cloud = b_is_container ? &cso->b : &cso->a;
    cld_vec3 shift = b_is_container ? cld_negate(cso->offset) : cso->offset;
    for (uint32_t i = 0; i < inner->outline_count; i++) {
        cld_vec3 p = cld_add(cld_cloud_at(inner_cloud, inner->outline[i]), shift);
        if (!(find_point_distance(outer, outer_cloud, p) <= room))
            return false;
    }
    return true;
}
