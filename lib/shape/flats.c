#include "shape/flats.h"

#include <math.h>

/// Twice a face's area.
static double find_area(const cld_cloud *cloud, const cld_hull *hull, uint32_t face) {
    const uint32_t *loop = &hull->face_vertex[hull->face_start[face]];
    uint32_t count = hull->face_start[face + 1] - hull->face_start[face];
    cld_vec3 first = cld_cloud_at(cloud, loop[0]), before = {0, 0, 0}, sum = {0, 0, 0};
    for (uint32_t i = 1; i < count; i++) {
        cld_vec3 side = cld_sub(cld_cloud_at(cloud, loop[i]), first);
        sum = cld_add(sum, cld_cross(before, side));
        before = side;
    }
    return cld_length(sum);
}

/// Writes the numbers of the largest faces, largest first, and that of the first where there are no more.
static void find_largest(const cld_cloud *cloud, const cld_hull *hull, uint32_t face[CLD_FLATS]) {
    double area[CLD_FLATS];
    uint32_t count = 0;
    for (uint32_t f = 0; f < hull->face_count; f++) {
        double own = find_area(cloud, hull, f);
        if (count == CLD_FLATS && !(own > area[CLD_FLATS - 1]))
            continue;
        uint32_t at = count < CLD_FLATS ? count++ : CLD_FLATS - 1;
        for (; at > 0 && own > area[at - 1]; at--) {
            area[at] = area[at - 1];
            face[at] = face[at - 1];
        }
        area[at] = own;
        face[at] = f;
    }
    for (uint32_t i = count; i < CLD_FLATS; i++)
        face[i] = face[0];
}

static double find_height(const cld_cloud *cloud, cld_vec3 d) {
    return cld_dot(cld_cloud_at(cloud, cld_cloud_find_extreme(cloud, d)), d);
}

void cld_flats_make(const cld_cloud *cloud, double reach, const cld_hull *hull, const cld_facets *facets,
                    cld_flats *flats) {
    uint32_t face[CLD_FLATS] = {0};
    find_largest(cloud, hull, face);
    for (uint32_t i = 0; i < CLD_FLATS; i++) {
        cld_vec3 n = cld_scale(cld_facets_normal(facets, face[i]), CLD_FLAT_UNIT);
        n = cld_vec3_make(rint(n.x), rint(n.y), rint(n.z));
        // The normal is less than a unit longer than it should be, which leaves room for the height, rounded
        // up; rounding in the steps before is less than 2^-30.
        double height = ceil(find_height(cloud, n) / reach + 0x1p-20);
        flats->x[i] = (int16_t)n.x, flats->y[i] = (int16_t)n.y, flats->z[i] = (int16_t)n.z;
        flats->height[i] = (int16_t)height;
    }
}
