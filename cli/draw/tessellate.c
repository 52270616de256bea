/// A shape is its core and a ball around each of its points, so the point farthest along a unit direction d
/// is that of the core, plus radius * d. Directions lie on a grid of meridians and circles of latitude about
/// the shape's own axis, and are joined by the normals of its flat faces; where several points of the core
/// are equally far, as along a cylinder's side, all of them are taken, so that flat and straight parts are
/// met exactly.

#include "tessellate.h"

#include <math.h>
#include <stdlib.h>

#include "base/grow.h"
#include "math/tangent.h"
#include "shape/shape.h"

/// Points this near, relative to the shape, are one; corners of a core this much less far are as far.
#define SAME 1e-9

/// Of more faces, or sides of a polygon, only so many give directions, evenly spread: the grid shows the
/// rest.
#define MOST_FLATS 512

typedef struct cloud {
    const cld_shape *shape;
    int turns;
    cld_vec3 *at;
    size_t count, room;
    double size;
    bool failed;
} cloud;

static void add_point(cloud *c, cld_vec3 p) {
    for (size_t i = c->count; i-- > 0;) // most that are the same were added last
        if (cld_max_abs(cld_sub(c->at[i], p)) <= SAME * c->size)
            return;
    cld_vec3 *grown = cld_grow(c->at, &c->room, c->count, sizeof *grown);
    c->failed |= !grown;
    if (!grown)
        return;
    c->at = grown;
    c->at[c->count++] = p;
}

static uint32_t count_candidates(const cld_shape *shape) {
    return shape->curve->count ? shape->curve->count : shape->core.count;
}

static cld_vec3 find_candidate(const cld_shape *shape, uint32_t i, cld_vec3 d) {
    return shape->curve->count ? cld_curve_find_extreme_of(shape->curve, i, d)
                               : cld_cloud_at(&shape->core, i);
}

/// Adds the points farthest along the unit direction d, of very many only some.
static void add_direction(cloud *c, cld_vec3 d) {
    uint32_t count = count_candidates(c->shape), equal = 0;
    double farthest = -INFINITY;
    for (uint32_t i = 0; i < count; i++)
        farthest = fmax(farthest, cld_dot(d, find_candidate(c->shape, i, d)));
    for (uint32_t i = 0; i < count; i++)
        equal += cld_dot(d, find_candidate(c->shape, i, d)) >= farthest - SAME * c->size;
    for (uint32_t i = 0, at = 0; i < count; i++) {
        cld_vec3 p = find_candidate(c->shape, i, d);
        if (cld_dot(d, p) >= farthest - SAME * c->size && at++ % (1 + equal / MOST_FLATS) == 0)
            add_point(c, cld_add_scaled(p, c->shape->radius, d));
    }
}

double cli_smooth_cosine(int turns) { return cos(3 * 2 * M_PI / turns); }

static cld_vec3 turn(const cloud *c, cld_vec3 u, cld_vec3 v, int step) {
    double angle = 2 * M_PI * step / c->turns;
    return cld_add_scaled(cld_scale(u, cos(angle)), sin(angle), v);
}

/// The axes of an oval that are not 0; returns how many.
static int find_axes(const cld_oval *oval, cld_vec3 axes[3]) {
    int count = 0;
    for (int k = 0; k < 3; k++)
        if (cld_max_abs(oval->axis[k]) > 0)
            axes[count++] = oval->axis[k];
    return count;
}

/// The rims of discs, and points, raised to both sides by the radius.
static void add_flats(cloud *c, cld_vec3 axis) {
    const cld_curve *curve = c->shape->curve;
    for (uint32_t i = 0; i < curve->count; i++) {
        const cld_oval *oval = &curve->part[i];
        cld_vec3 axes[3];
        int count = find_axes(oval, axes);
        for (int step = 0; step < c->turns && (count == 0 || count == 2); step++) {
            cld_vec3 p = count ? cld_add(oval->centre, turn(c, axes[0], axes[1], step)) : oval->centre;
            add_point(c, cld_add_scaled(p, c->shape->radius, axis));
            add_point(c, cld_add_scaled(p, -c->shape->radius, axis));
        }
    }
}

/// The normals of a rounded polytope's faces.
static bool add_faces(cloud *c) {
    const cld_hull *hull;
    cld_error err;
    if (c->shape->curve->count || c->shape->dimension == 2)
        return true;
    if (cld_shape_find_hull(c->shape, &hull, &err))
        return false;
    for (uint32_t f = 0; f < hull->face_count; f += 1 + hull->face_count / MOST_FLATS) {
        const uint32_t *loop = hull->face_vertex + hull->face_start[f];
        cld_vec3 p = cld_cloud_at(&c->shape->core, loop[0]), sum = {0, 0, 0};
        for (uint32_t i = 1; i + 1 < hull->face_start[f + 1] - hull->face_start[f]; i++)
            sum = cld_add(sum, cld_cross(cld_sub(cld_cloud_at(&c->shape->core, loop[i]), p),
                                         cld_sub(cld_cloud_at(&c->shape->core, loop[i + 1]), p)));
        double largest = cld_max_abs(sum);
        if (largest > 0)
            add_direction(c, cld_unit(cld_scale(sum, (c->shape->mirrored ? -1 : 1) / largest)));
    }
    return true;
}

/// d as a unit vector; `fallback` for 0.
static cld_vec3 make_unit(cld_vec3 d, cld_vec3 fallback) {
    double largest = cld_max_abs(d);
    return largest > 0 ? cld_unit(cld_scale(d, 1 / largest)) : fallback;
}

/// The shape's own axis, w, of a disc, an ellipsoid or a segment, else z, with two directions across: of a
/// disc along its own axes, so that the grid meets its rim where add_flats does.
static void find_frame(const cld_shape *shape, cld_vec3 *u, cld_vec3 *v, cld_vec3 *w) {
    const cld_vec3 z = cld_vec3_make(0, 0, 1);
    const cld_oval *oval = shape->curve->count ? &shape->curve->part[0] : NULL;
    cld_vec3 axes[3], d = z;
    int count = oval ? find_axes(oval, axes) : 0;
    if (count == 2)
        d = cld_cross(axes[0], axes[1]);
    else if (count == 3)
        d = axes[2];
    else if (shape->core.count == 2)
        d = cld_sub(cld_cloud_at(&shape->core, 1), cld_cloud_at(&shape->core, 0));
    *w = make_unit(d, z);
    cld_find_tangents_catto(*w, u, v);
    if (count == 2) {
        *u = make_unit(axes[0], *u);
        *v = cld_cross(*w, *u);
    }
}

static void add_sphere(cloud *c) {
    cld_vec3 u, v, w;
    find_frame(c->shape, &u, &v, &w);
    add_flats(c, w);
    for (int row = 1; row < c->turns / 2; row++)
        for (int step = 0; step < c->turns; step++) {
            double latitude = M_PI * (2.0 * row / c->turns - 0.5);
            cld_vec3 d = cld_scale(turn(c, u, v, step), cos(latitude));
            add_direction(c, cld_unit(cld_add_scaled(d, sin(latitude), w)));
        }
    cld_vec3 axes[3];
    const cld_curve *curve = c->shape->curve;
    if (!curve->count || find_axes(&curve->part[0], axes) == 3) { // a disc has no one point along its axis
        add_direction(c, w);
        add_direction(c, cld_negate(w));
    }
    c->failed = !add_faces(c) || c->failed;
}

/// Along the sides of a capsule, and of an edge of a polygon, both ends are taken.
static void add_circle(cloud *c) {
    const cld_vec3 x = cld_vec3_make(1, 0, 0), y = cld_vec3_make(0, 1, 0);
    const cld_shape *shape = c->shape;
    uint32_t count = shape->rare->outline_count;
    for (uint32_t i = 0; i < count && count > 1; i += 1 + count / MOST_FLATS) {
        cld_vec3 e = make_unit(cld_sub(cld_cloud_at(&shape->core, shape->rare->outline[(i + 1) % count]),
                                       cld_cloud_at(&shape->core, shape->rare->outline[i])),
                               x);
        add_direction(c, cld_vec3_make(e.y, -e.x, 0));
        add_direction(c, cld_vec3_make(-e.y, e.x, 0));
    }
    for (int step = 0; step < c->turns; step++)
        add_direction(c, turn(c, x, y, step));
}

bool cli_tessellate(const cld_shape *shape, int turns, cld_vec3 **points, size_t *count) {
    cloud c = {.shape = shape, .turns = turns, .size = cld_shape_find_span(shape) + shape->radius};
    if (shape->dimension == 2)
        add_circle(&c);
    else
        add_sphere(&c);
    *points = c.at;
    *count = c.count;
    if (c.failed)
        free(c.at);
    return !c.failed;
}
