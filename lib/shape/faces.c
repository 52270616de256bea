#include "shape/faces.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"

static cld_dd3 side_from(cld_vec3 from, cld_vec3 to, double scale) {
    cld_dd3 d = cld_dd3_diff(to, from);
    return cld_dd3_scale(d, cld_dd_make(scale));
}

cld_vec3 cld_find_face_normal(const cld_cloud *cloud, const cld_hull *hull, uint32_t face, bool mirrored) {
    const uint32_t *loop = hull->face_vertex + hull->face_start[face];
    uint32_t count = hull->face_start[face + 1] - hull->face_start[face];
    cld_vec3 first = cld_cloud_at(cloud, loop[0]);
    double longest = 0;
    for (uint32_t i = 1; i < count; i++)
        longest = fmax(longest, cld_max_abs(cld_sub(cld_cloud_at(cloud, loop[i]), first)));
    int exponent;
    frexp(longest, &exponent);
    double scale = ldexp(1, -exponent < 960 ? -exponent : 960); // so that no area underflows
    cld_dd3 n = {{0, 0}, {0, 0}, {0, 0}}, before = side_from(first, cld_cloud_at(cloud, loop[1]), scale);
    for (uint32_t i = 2; i < count; i++) {
        cld_dd3 side = side_from(first, cld_cloud_at(cloud, loop[i]), scale);
        n = cld_dd3_add(n, cld_dd3_cross(before, side));
        before = side;
    }
    double length = cld_dd_value(cld_dd_sqrt(cld_dd3_dot(n, n)));
    if (!(length > 0))
        return cld_vec3_make(0, 0, 0);
    // Dividing before rounding would gain a half u; two roundings a component are enough here.
    return cld_unit(cld_scale(cld_dd3_value(n), (mirrored ? -1 : 1) / length));
}

/// Everything in one block, the normals last: cld_shape_prefetch_faces fetches the beginning.
static cld_facets *allocate_facets(const cld_hull *hull) {
    size_t head = (sizeof(cld_facets) + 63) / 64 * 64, stride = cld_cloud_stride(hull->face_count);
    size_t firsts = (hull->point_count + (size_t)1) * sizeof(cld_facets_first);
    size_t corners = hull->vertex_count < hull->point_count ? hull->point_count * sizeof(bool) : 0;
    size_t middle = (firsts + corners + 63) / 64 * 64, bytes = head + middle + 3 * stride * sizeof(double);
    char *block = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!block)
        return NULL;
    cld_facets *facets = (cld_facets *)(void *)block;
    facets->first = (cld_facets_first *)(void *)(block + head);
    facets->is_corner = corners ? (bool *)(block + head + firsts) : NULL;
    double *x = (double *)(void *)(block + head + middle);
    facets->normal = (cld_cloud){x, x + stride, x + 2 * stride, hull->face_count};
    return facets;
}

static void link_vertices(const cld_hull *hull, cld_facets *facets) {
    for (uint32_t i = 0, f = 0, e = 0; i <= hull->point_count; i++) {
        while (f < hull->face_count && hull->face_vertex[hull->face_start[f]] < i)
            f++;
        while (e < hull->edge_count && hull->edge_vertex[e][0] < i)
            e++;
        facets->first[i] = (cld_facets_first){f, e};
    }
    for (uint32_t i = 0; facets->is_corner && i < hull->point_count; i++)
        facets->is_corner[i] = false;
    for (uint32_t i = 0; facets->is_corner && i < hull->vertex_count; i++)
        facets->is_corner[hull->vertex[i]] = true;
}

static cld_facets *create_facets(const cld_shape *shape, const cld_hull *hull) {
    cld_facets *facets = allocate_facets(hull);
    if (!facets)
        return NULL;
    double *x = (double *)facets->normal.x, *y = (double *)facets->normal.y, *z = (double *)facets->normal.z;
    for (uint32_t f = 0; f < hull->face_count; f++) {
        cld_vec3 n = cld_find_face_normal(&shape->core, hull, f, shape->mirrored);
        x[f] = n.x, y[f] = n.y, z[f] = n.z;
    }
    for (size_t f = hull->face_count; f < cld_cloud_stride(hull->face_count); f++)
        x[f] = x[0], y[f] = y[0], z[f] = z[0];
    link_vertices(hull, facets);
    return facets;
}

cld_status cld_shape_find_facets(const cld_shape *shape, const cld_facets **facets, cld_error *err) {
    _Atomic(cld_facets *) *slot = &((cld_shape *)shape)->facets;
    cld_facets *built = atomic_load(slot), *other = NULL;
    if (!built) {
        const cld_hull *hull;
        cld_status status = cld_shape_find_hull(shape, &hull, err);
        if (status != CLD_OK)
            return status;
        built = create_facets(shape, hull);
        if (!built)
            return cld_fail_memory(err);
        // As with the hull, the first of several threads wins.
        if (!atomic_compare_exchange_strong(slot, &other, built)) {
            free(built);
            built = other;
        }
    }
    *facets = built;
    return CLD_OK;
}
