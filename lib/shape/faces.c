#include "shape/faces.h"

#include <math.h>

static cld_dd3 side_from(cld_vec3 from, cld_vec3 to, double scale) {
    cld_dd3 d = {cld_two_diff(to.x, from.x), cld_two_diff(to.y, from.y), cld_two_diff(to.z, from.z)};
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
