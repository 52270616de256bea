/// What a shape has when somebody has asked for it: its hull, faces, and tables of those.

#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "shape/cells.h"
#include "shape/faces.h"
#include "shape/flats.h"
#include "shape/kind.h"

static void copy_points(const cld_shape *shape, double *to) {
    for (uint32_t i = 0; i < shape->core.count; i++, to += 3) {
        cld_vec3 p = cld_shape_point(shape, i);
        to[0] = p.x, to[1] = p.y, to[2] = p.z;
    }
}

size_t cld_shape_points(const cld_shape *shape, double *points) {
    // A cylinder or a cone without a radius has them, too.
    bool has_vertices = shape->core.count && !cld_kind_row(shape->kind)->find_radius;
    if (has_vertices && points)
        copy_points(shape, points);
    return has_vertices ? shape->core.count : 0;
}

/// Finds the hull in its place, or builds it. Two threads may both build it; the first to store wins, and as
/// both built the same, nobody can tell.
static cld_status build_hull(const cld_shape *shape, _Atomic(cld_hull *) *slot, cld_hull **hull,
                             cld_error *err) {
    *hull = atomic_load(slot);
    if (*hull)
        return CLD_OK;
    double *points = malloc(3 * (size_t)shape->core.count * sizeof *points);
    if (!points)
        return cld_fail_memory(err);
    copy_points(shape, points);
    cld_hull *built, *other = NULL;
    cld_status status = cld_hull_create(points, shape->core.count, &built, err);
    free(points);
    if (status != CLD_OK)
        return status;
    bool is_first = atomic_compare_exchange_strong(slot, &other, built);
    if (!is_first)
        cld_hull_destroy(built);
    *hull = is_first ? built : other;
    return CLD_OK;
}

cld_status cld_shape_find_hull(const cld_shape *shape, const cld_hull **hull, cld_error *err) {
    _Atomic(cld_hull *) *own = &((cld_shape *)shape)->hull;
    cld_family *family = cld_shape_family(shape);
    cld_hull *built = atomic_load(own);
    if (!shape->core.count)
        return cld_fail(err, CLD_UNSUPPORTED, "", "a shape of type \"%s\" is not the hull of points",
                        cld_kind_name(shape->kind));
    if (!built) {
        cld_status status = build_hull(shape, family ? &family->hull : own, &built, err);
        if (status != CLD_OK)
            return status;
        atomic_store(own, built);
    }
    *hull = built;
    return CLD_OK;
}

void cld_shape_forget_hull(cld_shape *shape) {
    cld_hull *hull = atomic_exchange(&shape->hull, NULL);
    if (!shape->in_family)
        cld_hull_destroy(hull);
    cld_facets_destroy(atomic_exchange(&shape->facets, NULL));
}

size_t cld_shape_measure_hull(const cld_shape *shape) {
    const cld_hull *hull = atomic_load(&shape->hull);
    const cld_facets *facets = atomic_load(&shape->facets);
    if (!hull)
        return 0;
    size_t sides = 2 * (size_t)hull->edge_count, vertices = hull->vertex_count, faces = hull->face_count;
    size_t bytes = shape->in_family ? 0
                                    : sizeof *hull + faces * sizeof(cld_vec3) +
                                          (vertices + faces + 4 * sides) * sizeof(uint32_t);
    return facets ? bytes + sizeof *facets +
                        faces * (sizeof(cld_vec3) + (facets->face ? 2 * sizeof(uint32_t) : 0)) +
                        shape->core.count * sizeof(cld_facets_first) +
                        (facets->panels ? facets->panels->size : 0)
                  : bytes;
}

/// The radius of a ball around the centre that lies in the core, with a part in 2^20 to spare for rounding.
/// The faces close a surface around it, of polygons between corners, which no point is nearer to the centre
/// on than the lowest corner is along its face's normal: whatever merging facets has made of that.
static double find_inner(const cld_shape *shape, const cld_hull *hull, const cld_facets *facets) {
    double least = INFINITY;
    for (uint32_t f = 0; f < hull->face_count; f++) {
        cld_vec3 n = cld_facets_normal(facets, f);
        for (uint32_t h = hull->face_start[f]; h < hull->face_start[f + 1]; h++)
            least = cld_min(least, cld_dot(n, cld_cloud_at(&shape->core, hull->face_vertex[h])));
    }
    return fmax(0, least - 0x1p-20 * shape->reach);
}

static cld_status build_faces(const cld_shape *shape, cld_error *err) {
    const cld_hull *hull = NULL;
    const cld_facets *facets;
    cld_status status = cld_shape_find_hull(shape, &hull, err);
    if (status != CLD_OK || !hull || hull->rank < 3)
        return status;
    status = cld_shape_find_facets(shape, &facets, err);
    if (status != CLD_OK || (atomic_fetch_or(&((cld_shape *)shape)->marks, CLD_HAS_FLATS) & CLD_HAS_FLATS))
        return status;
    if (cld_may_have_flats((cld_kind)shape->kind, shape->dimension, shape->core.count))
        cld_flats_make(&shape->core, shape->reach, hull, facets, (cld_flats *)cld_shape_flats(shape));
    atomic_store_explicit(&((cld_shape *)shape)->inner, find_inner(shape, hull, facets),
                          memory_order_release);
    return status;
}

cld_status cld_shape_build_tables(const cld_shape *shape, cld_error *err) {
    bool is_solid = shape->core.count && shape->dimension == 3;
    cld_status status = is_solid ? build_faces(shape, err) : CLD_OK;
    if (is_solid)
        cld_shape_build_around(shape);
    _Atomic(const cld_cells *) *slot = &((cld_shape *)shape)->cells;
    if (status != CLD_OK || shape->core.count < CLD_FEWEST_FOR_CELLS || atomic_load(slot) ||
        (atomic_load(&shape->marks) & CLD_HAS_NO_CELLS))
        return status;
    const cld_cells *other = NULL;
    cld_cells *built = NULL;
    status = cld_cells_create(&shape->core, is_solid ? atomic_load(&shape->hull) : NULL, &built, err);
    if (status == CLD_OK && !built)
        atomic_fetch_or(&((cld_shape *)shape)->marks, CLD_HAS_NO_CELLS);
    else if (!atomic_compare_exchange_strong(slot, &other, built))
        cld_cells_destroy(built);
    return status;
}
