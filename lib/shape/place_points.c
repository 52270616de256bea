/// Placing polytopes in the world, and what follows from where their vertices are: centre, extent, reach, the
/// bound on their errors, spread and brick.
///
/// A polytope is a cloud of vertices relative to a centre near them, so that nothing of their size is lost
/// far from the origin: each is transformed in double-double, the centre is taken off, and the rest is
/// rounded once.

#include <math.h>

#include "math/affine.h"
#include "math/loss.h"
#include "shape/kind.h"
#include "shape/shape.h"

/// Writes vertex i, exact world position minus centre, and returns the bound on the error of its coordinates.
static double place_vertex(const cld_affine *place, cld_shape *shape, uint32_t i) {
    cld_dd3 own = cld_dd3_make(cld_shape_point(shape, i)), world = cld_affine_apply(place, own);
    cld_dd3 v = cld_dd3_sub(world, cld_dd3_make(shape->centre));
    ((double *)shape->core.x)[i] = cld_dd_value(v.x);
    ((double *)shape->core.y)[i] = cld_dd_value(v.y);
    ((double *)shape->core.z)[i] = cld_dd_value(v.z);
    // What rounding to a double dropped. What double-double dropped before is known of shifts; else the
    // caller bounds it.
    double loss = place->keeps_doubles ? cld_affine_find_loss(place, own, shape->centre) : 0;
    return cld_max(fabs(v.x.lo), cld_max(fabs(v.y.lo), fabs(v.z.lo))) + loss;
}

/// The largest magnitudes of the points' coordinates.
static cld_vec3 find_largest(const cld_shape *shape) {
    cld_vec3 p = {0, 0, 0};
    for (uint32_t i = 0; i < shape->core.count; i++) {
        cld_vec3 q = cld_shape_point(shape, i);
        p = cld_vec3_make(cld_max(p.x, fabs(q.x)), cld_max(p.y, fabs(q.y)), cld_max(p.z, fabs(q.z)));
    }
    return p;
}

/// Sum of magnitudes that entered a vertex: |m| |p| + |t| + |centre|, for the error bound of double-double
/// arithmetic.
static double find_turnover(const cld_shape_def *def, const cld_shape *shape, cld_vec3 p) {
    double m = 0;
    for (int i = 0; i < def->dimension; i++)
        m = cld_max(m, cld_max_abs(def->transform.m.row[i]));
    return 3 * m * cld_max_abs(p) + cld_max_abs(def->transform.t) + cld_max_abs(shape->centre);
}

/// A point near the middle of the world box of the vertices: exactness does not matter, nearness does. It is
/// the world's origin where that is in the inner half of the box, since that point is the easiest to move: to
/// find where a pose brings another takes longer than to answer a small pair.
static cld_vec3 find_centre(const cld_affine *place, const cld_shape *shape) {
    cld_vec3 low = {INFINITY, INFINITY, INFINITY}, high = cld_negate(low);
    for (uint32_t i = 0; i < shape->core.count; i++) {
        cld_vec3 v = cld_dd3_value(cld_affine_apply(place, cld_dd3_make(cld_shape_point(shape, i))));
        low = cld_vec3_make(cld_min(low.x, v.x), cld_min(low.y, v.y), cld_min(low.z, v.z));
        high = cld_vec3_make(cld_max(high.x, v.x), cld_max(high.y, v.y), cld_max(high.z, v.z));
    }
    cld_vec3 middle = cld_add(cld_scale(low, 0.5), cld_scale(high, 0.5));
    return cld_max_abs(middle) < 0.5 * cld_max_abs(cld_sub(high, middle)) ? cld_vec3_make(0, 0, 0) : middle;
}

void cld_place_points(const cld_shape_def *def, cld_shape *shape) {
    cld_affine affine = cld_affine_make(&def->transform);
    shape->centre = find_centre(&affine, shape);
    uint32_t count = shape->core.count;
    for (uint32_t i = 0; i < count; i++) {
        shape->error = cld_max(shape->error, place_vertex(&affine, shape, i));
        cld_vec3 v = cld_cloud_at(&shape->core, i);
        shape->extent = cld_max(shape->extent, cld_max_abs(v));
    }
    // Transform entries and the two sums carry relative errors of a few 2^-102 each.
    cld_vec3 largest = find_largest(shape);
    if (!affine.keeps_doubles)
        shape->error += 0x1p-97 * find_turnover(def, shape, largest);
    shape->error += cld_transform_find_error(&def->transform, largest, def->dimension);
    shape->is_blurred = shape->error > 2 * CLD_ROUNDOFF * shape->extent;
    // Squares of what is nearer to 0 would underflow.
    double reach = 1.7320508075688774 * shape->extent;
    if (shape->extent > 0x1p-400) {
        double square = 0;
        for (uint32_t i = 0; i < count; i++) {
            cld_vec3 v = cld_cloud_at(&shape->core, i);
            square = fmax(square, cld_dot(v, v));
        }
        reach = sqrt(square);
    }
    shape->reach = reach * (1 + 4 * CLD_ROUNDOFF);
    for (size_t i = count; i < cld_cloud_stride(count); i++) {
        ((double *)shape->core.x)[i] = shape->core.x[0];
        ((double *)shape->core.y)[i] = shape->core.y[0];
        ((double *)shape->core.z)[i] = shape->core.z[0];
    }
    if (count >= CLD_FEWEST_FOR_CELLS)
        *(cld_spread *)cld_shape_spread(shape) = cld_spread_make(&shape->core);
    shape->is_brick = count == 8 && def->dimension == 3 &&
                      cld_brick_find(&shape->core, (cld_brick *)cld_shape_brick(shape));
}
