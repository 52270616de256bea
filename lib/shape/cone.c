/// Cones: the hull of a disc, face 0, and a point, vertex 0. One of no height is a disc across its own z
/// axis.

#include "base/error.h"
#include "shape/curved_kinds.h"
#include "shape/def.h"

cld_status cld_cone_check(const cld_shape_def *def, cld_error *err) {
    if (def->point_count != 2)
        return cld_fail(err, CLD_BAD_VALUE, "/base", "a cone has a base and an apex, got %zu points",
                        def->point_count);
    return cld_check_length(def->radius, "/radius", "radius", err);
}

void cld_cone_place(const cld_shape_def *def, cld_shape *shape) {
    const double *p = def->points;
    cld_vec3 base = {p[0], p[1], p[2]}, apex = {p[3], p[4], p[5]};
    cld_oval_exact parts[2] = {cld_disc_make(p, base, apex, def->radius), {.centre = cld_dd3_make(apex)}};
    cld_place_ovals(def, parts, cld_max_abs(cld_sub(apex, base)) > 0 ? 2 : 1, shape);
}
