#include "proof/body.h"

#include <math.h>

#include "proof/approach.h"
#include "shape/faces.h"

static cld_dd3 vertex_at(const cld_body *body, uint32_t i) {
    return cld_dd3_add(body->origin, cld_dd3_make(cld_cloud_at(&body->cloud, i)));
}

cld_vec3 cld_body_find_extreme(const cld_body *body, cld_vec3 n) {
    uint32_t part;
    if (body->curve)
        return cld_curve_find_extreme(body->curve, n, &part);
    return cld_cloud_at(&body->cloud, cld_cloud_find_extreme(&body->cloud, n));
}

double cld_body_find_rough_height(const cld_body *body, cld_vec3 n) {
    return cld_dd_value(cld_dd3_dot(body->origin, cld_dd3_make(n))) +
           cld_dot(cld_body_find_extreme(body, n), n);
}

/// A unit vector that was rounded may be the plane's normal.
static cld_dd find_height_of_plane(const cld_body *body, cld_vec3 n) {
    cld_vec3 off = cld_dd3_value(cld_dd3_sub(cld_dd3_make(n), body->shape->rare->plane.normal));
    return cld_max_abs(off) <= 4 * CLD_ROUNDOFF ? body->plane_offset : cld_dd_make(INFINITY);
}

cld_dd cld_body_find_height(const cld_body *body, cld_vec3 n) {
    if (body->shape->kind == CLD_HALFSPACE)
        return find_height_of_plane(body, n);
    cld_vec3 extreme = cld_body_find_extreme(body, n);
    cld_dd3 exact = cld_dd3_make(n);
    cld_dd origin = cld_dd3_dot(body->origin, exact), highest = cld_dd3_dot(cld_dd3_make(extreme), exact);
    double least = cld_dot(extreme, n) - 8 * CLD_ROUNDOFF * body->reach;
    for (uint32_t i = 0; !body->curve && i < body->cloud.count; i++) {
        cld_vec3 v = cld_cloud_at(&body->cloud, i);
        cld_dd height = cld_dot(v, n) >= least ? cld_dd3_dot(cld_dd3_make(v), exact) : highest;
        highest = cld_dd_less(highest, height) ? height : highest;
    }
    return cld_dd_add(origin, highest);
}

static double length_of(cld_dd3 v) { return cld_dd_value(cld_dd_sqrt(cld_dd3_dot(v, v))); }

static double find_distance_to_edge(cld_dd3 p, cld_dd3 a, cld_dd3 b) {
    cld_dd3 e = cld_dd3_sub(b, a), d = cld_dd3_sub(p, a);
    cld_dd along = cld_dd3_dot(d, e), square = cld_dd3_dot(e, e);
    if (cld_dd_sign(along) <= 0)
        return length_of(d);
    if (!cld_dd_less(along, square))
        return length_of(cld_dd3_sub(p, b));
    return length_of(cld_dd3_sub(d, cld_dd3_scale(e, cld_dd_div(along, square))));
}

static double find_distance_to_triangle(cld_dd3 p, const cld_dd3 corner[3]) {
    double nearest = INFINITY;
    bool above = true;
    cld_dd3 n = cld_dd3_cross(cld_dd3_sub(corner[1], corner[0]), cld_dd3_sub(corner[2], corner[0]));
    for (int i = 0; i < 3; i++) {
        cld_dd3 a = corner[i], b = corner[(i + 1) % 3];
        nearest = fmin(nearest, find_distance_to_edge(p, a, b));
        above = above && cld_dd_sign(cld_dd3_dot(cld_dd3_cross(n, cld_dd3_sub(b, a)), cld_dd3_sub(p, a))) > 0;
    }
    double length = above ? length_of(n) : 0;
    return length > 0 ? fmin(nearest, fabs(cld_dd_value(cld_dd3_dot(n, cld_dd3_sub(p, corner[0])))) / length)
                      : nearest;
}

static bool is_behind_all_faces(const cld_body *body, cld_dd3 p) {
    for (uint32_t f = 0; f < body->hull->face_count; f++) {
        cld_vec3 n = cld_find_face_normal(&body->cloud, body->hull, f, body->shape->mirrored);
        cld_dd3 from = cld_dd3_sub(p, vertex_at(body, body->hull->face_vertex[body->hull->face_start[f]]));
        if (cld_dd_sign(cld_dd3_dot(from, cld_dd3_make(n))) > 0)
            return false;
    }
    return body->hull->rank == 3;
}

/// Whether a point of the plane is on no two sides of the lines through the sides of a polygon.
static bool is_between_sides(const cld_body *body, cld_dd3 p) {
    const uint32_t *loop = body->hull->face_vertex;
    uint32_t count = body->hull->rank == 2 ? body->hull->face_start[1] : 0;
    bool left = false, right = false;
    for (uint32_t i = 0; i < count && !(left && right); i++) {
        cld_dd3 a = vertex_at(body, loop[i]), e = cld_dd3_sub(vertex_at(body, loop[(i + 1) % count]), a);
        int side = cld_dd_sign(cld_dd3_cross(e, cld_dd3_sub(p, a)).z);
        left |= side > 0;
        right |= side < 0;
    }
    return count > 0 && !(left && right);
}

static double find_distance_to_hull(const cld_body *body, cld_dd3 p) {
    const cld_hull *hull = body->hull;
    double nearest = INFINITY;
    bool planar = body->shape->dimension == 2;
    uint32_t faces = planar ? 0 : hull->face_count;
    if (planar ? is_between_sides(body, p) : is_behind_all_faces(body, p))
        return 0;
    for (uint32_t f = 0; f < faces; f++) {
        const uint32_t *loop = hull->face_vertex + hull->face_start[f];
        for (uint32_t i = 2; i < hull->face_start[f + 1] - hull->face_start[f]; i++) {
            cld_dd3 corner[3] = {vertex_at(body, loop[0]), vertex_at(body, loop[i - 1]),
                                 vertex_at(body, loop[i])};
            nearest = fmin(nearest, find_distance_to_triangle(p, corner));
        }
    }
    for (uint32_t e = 0; faces == 0 && e < hull->edge_count; e++) {
        const uint32_t *ends = hull->edge_vertex[e];
        nearest = fmin(nearest, find_distance_to_edge(p, vertex_at(body, ends[0]), vertex_at(body, ends[1])));
    }
    for (uint32_t i = 0; hull->edge_count == 0 && i < hull->vertex_count; i++)
        nearest = fmin(nearest, length_of(cld_dd3_sub(p, vertex_at(body, hull->vertex[i]))));
    return nearest;
}

/// The shape is where no direction has it lower than p. From the point nearest to p of some points of the
/// shape the next direction leads to p; what the directions show holds however far that gets.
static double find_distance_to_curve(const cld_body *body, cld_dd3 p) {
    cld_vec3 from = cld_dd3_value(cld_dd3_sub(p, body->origin)), way = from;
    cld_approach approach = {.count = 0};
    double most = 0;
    for (int tries = 0; tries < 100 && cld_length(way) > most + CLD_ROUNDOFF * body->reach; tries++) {
        cld_vec3 n = cld_unit(way);
        double height = cld_dd_value(cld_dd3_dot(p, cld_dd3_make(n)));
        most = fmax(most, height - cld_body_find_rough_height(body, n));
        way = cld_approach_step(&approach, cld_sub(from, cld_body_find_extreme(body, n)));
    }
    return most;
}

double cld_body_find_distance(const cld_body *body, cld_dd3 p) {
    if (body->hull)
        return find_distance_to_hull(body, p);
    if (body->curve)
        return find_distance_to_curve(body, p);
    cld_dd height = cld_dd3_dot(body->shape->rare->plane.normal, p);
    return fmax(0, cld_dd_value(cld_dd_sub(height, body->plane_offset)));
}

/// A spiral from pole to pole in equal steps of z, turning by the golden section of a circle, as seeds in a
/// sunflower. A quarter of the circle is mapped by its rational parametrisation, since sines differ between
/// machines.
cld_vec3 cld_spread_direction(int index, int dimension) {
    double t = dimension == 2 ? 0 : 1 - (2 * index + 1.0) / (double)CLD_DIRECTION_COUNT,
           fraction = 0.6180339887498949 * index;
    fraction -= floor(fraction);
    double quarter = 4 * fraction, s = quarter - floor(quarter),
           scale = sqrt(fmax(0, 1 - t * t)) / (1 + s * s);
    double x = (1 - s * s) * scale, y = 2 * s * scale;
    switch ((int)quarter) {
    case 0: return cld_vec3_make(x, y, t);
    case 1: return cld_vec3_make(-y, x, t);
    case 2: return cld_vec3_make(-x, -y, t);
    default: return cld_vec3_make(y, -x, t);
    }
}
