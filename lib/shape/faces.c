#include "shape/faces.h"

#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/sort.h"
#include "shape/lanes.h"

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
    double scale = cld_find_power(longest); // so that no area underflows
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

/// Slices hold some eight normals each, two groups; of so few faces there is only one slice.
enum { NORMALS_A_SLICE = 8, MOST_IN_ONE_SLICE = 64 };

static uint32_t count_slices(uint32_t face_count) {
    return face_count > MOST_IN_ONE_SLICE ? face_count / NORMALS_A_SLICE : 1;
}

/// How far along the line a normal ends; of unit length, but for rounding, as the line's direction is.
static double find_key(cld_vec3 n) { return cld_dot(cld_vec3_make(0.48, 0.6, 0.64), n); }

static uint32_t find_slice(double key, uint32_t slice_count) {
    double at = 0.5 * (key + 1) * slice_count;
    return at < 1 ? 0 : at < slice_count ? (uint32_t)at : slice_count - 1;
}

/// Everything in one block, the normals last: cld_shape_prefetch_faces fetches the beginning.
static cld_facets *allocate_facets(const cld_hull *hull) {
    size_t head = (sizeof(cld_facets) + 63) / 64 * 64, stride = cld_cloud_stride(hull->face_count);
    size_t firsts = (hull->point_count + (size_t)1) * sizeof(cld_facets_first);
    uint32_t slices = count_slices(hull->face_count);
    size_t order = slices > 1 ? (2 * (size_t)hull->face_count + slices + 1) * sizeof(uint32_t) : 0;
    size_t corners = hull->vertex_count < hull->point_count ? hull->point_count * sizeof(bool) : 0;
    size_t middle = (firsts + order + corners + 63) / 64 * 64,
           bytes = head + middle + 3 * stride * sizeof(double);
    char *block = aligned_alloc(64, (bytes + 63) / 64 * 64);
    if (!block)
        return NULL;
    cld_facets *facets = (cld_facets *)(void *)block;
    facets->first = (cld_facets_first *)(void *)(block + head);
    facets->face = order ? (uint32_t *)(void *)(block + head + firsts) : NULL;
    facets->is_corner = corners ? (bool *)(block + head + firsts + order) : NULL;
    double *x = (double *)(void *)(block + head + middle);
    facets->normal = (cld_cloud){x, x + stride, x + 2 * stride, hull->face_count};
    return facets;
}

/// Sorts the faces by their slices. `scratch` has room for three numbers a face.
static void sort_faces(const cld_vec3 *normal, cld_facets *facets, uint32_t *scratch) {
    uint32_t count = facets->normal.count, slices = count_slices(count), *slice = scratch,
             *end = scratch + count, *place = facets->face + count, *start = place + count;
    for (uint32_t f = 0; f < count; f++)
        slice[f] = find_slice(find_key(normal[f]), slices);
    cld_sort_by_key(slice, slices, NULL, count, facets->face, end);
    for (uint32_t i = 0; i < count; i++)
        place[facets->face[i]] = i;
    for (uint32_t i = 0; i <= slices; i++)
        start[i] = i > 0 ? end[i - 1] : 0;
}

/// Writes the normals of the faces, which are in their order; what fills up the last group is the first
/// again.
static void place_normals(const cld_vec3 *normal, cld_facets *facets) {
    double *x = (double *)facets->normal.x, *y = (double *)facets->normal.y, *z = (double *)facets->normal.z;
    for (uint32_t i = 0; i < cld_cloud_stride(facets->normal.count); i++) {
        uint32_t at = i < facets->normal.count ? i : 0, f = facets->face ? facets->face[at] : at;
        x[i] = normal[f].x, y[i] = normal[f].y, z[i] = normal[f].z;
    }
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
    cld_vec3 *normal = malloc(hull->face_count * (sizeof(cld_vec3) + 3 * sizeof(uint32_t)));
    for (uint32_t f = 0; normal && f < hull->face_count; f++)
        normal[f] = cld_find_face_normal(&shape->core, hull, f, shape->mirrored);
    if (facets && normal &&
        cld_panels_create(&shape->core, shape->reach, hull, normal, shape->mirrored, &facets->panels)) {
        if (facets->face)
            sort_faces(normal, facets, (uint32_t *)(normal + hull->face_count));
        place_normals(normal, facets);
        link_vertices(hull, facets);
    } else {
        free(facets);
        facets = NULL;
    }
    free(normal);
    return facets;
}

void cld_facets_destroy(cld_facets *facets) {
    if (facets)
        cld_panels_destroy(facets->panels);
    free(facets);
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
            cld_facets_destroy(built);
            built = other;
        }
    }
    *facets = built;
    return CLD_OK;
}

/// What a direction faces so far: the slices from `low` to `high`, and the greatest cosine in them.
typedef struct facing {
    uint32_t low, high;
    double most;
} facing;

/// Whether a normal `apart` along the line, or farther, may be turned towards d as far as another that is
/// `most`. The square of how far unit vectors are from each other is 2 less twice their dot product; rounding
/// and what counts as alike add less than 2^-38.
static bool may_face(double apart, double most) { return apart * apart <= 2 - 2 * most + 0x1p-38; }

/// Where in the normals a slice begins, as the one before it ends there.
CLD_INLINE uint32_t find_start(const cld_facets *facets, uint32_t slice) {
    uint32_t count = facets->normal.count;
    return facets->face ? facets->face[2 * count + slice] : slice * count;
}

CLD_INLINE void look_in_slice(const cld_facets *facets, uint32_t slice, cld_vec3 d, double *most) {
    uint32_t start = find_start(facets, slice), end = find_start(facets, slice + 1);
    const cld_lanes *x = (const cld_lanes *)facets->normal.x, *y = (const cld_lanes *)facets->normal.y,
                    *z = (const cld_lanes *)facets->normal.z;
    cld_lanes best = {*most, *most, *most, *most};
    for (uint32_t i = start / CLD_LANES; i < (end + CLD_LANES - 1) / CLD_LANES; i++) {
        cld_lanes towards = x[i] * d.x + y[i] * d.y + z[i] * d.z;
        cld_lanes_take_better(&best, &towards, false);
    }
    *most = cld_max(cld_max(best[0], best[1]), cld_max(best[2], best[3]));
}

/// Looks in slices on both sides of the one that d ends in, as long as there may be more.
CLD_INLINE void look_around(const cld_facets *facets, cld_vec3 d, facing *found) {
    *found = (facing){0, 1, -INFINITY};
    if (!facets->face) {
        look_in_slice(facets, 0, d, &found->most);
        return;
    }
    uint32_t count = count_slices(facets->normal.count);
    double key = find_key(d), width = 2.0 / count, most = -INFINITY;
    uint32_t low = find_slice(key, count), high = low + 1;
    look_in_slice(facets, low, d, &most);
    for (bool goes_on = true; goes_on;) {
        bool below = low > 0 && may_face(key + 1 - low * width, most),
             above = high < count && may_face(high * width - 1 - key, most);
        if (below)
            look_in_slice(facets, --low, d, &most);
        if (above)
            look_in_slice(facets, high++, d, &most);
        goes_on = below || above;
    }
    *found = (facing){low, high, most};
}

CLD_WIDE(void, look_around, (const cld_facets *facets, cld_vec3 d, facing *found),
         { look_around(facets, d, found); })

/// As many normals as are told apart at once.
enum { MANY = 64 };

uint32_t cld_facets_find_facing(const cld_facets *facets, cld_vec3 d) {
    const cld_cloud *n = &facets->normal;
    facing found;
    CLD_BEST(look_around, (facets, d, &found));
    uint32_t first = CLD_NO_INDEX, end = find_start(facets, found.high), at[MANY];
    for (uint32_t i = find_start(facets, found.low) / CLD_LANES * CLD_LANES; i < end; i += MANY) {
        cld_cloud part = {n->x + i, n->y + i, n->z + i, end - i < MANY ? end - i : MANY};
        uint32_t count = cld_cloud_select(&part, d, found.most - CLD_ALIKE, MANY, at);
        for (uint32_t k = 0; k < count; k++) {
            uint32_t face = facets->face ? facets->face[i + at[k]] : i + at[k];
            first = face < first ? face : first;
        }
    }
    return first;
}
