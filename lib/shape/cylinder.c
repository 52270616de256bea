/// Cylinders: the hull of two discs. The flat end around points[0] is face 0, the other face 1; one of no
/// height is a disc across its own z axis.

#include "base/error.h"
#include "shape/curved_kinds.h"
#include "shape/def.h"

cld_status cld_cylinder_check(const cld_shape_def *def, cld_error *err) {
    if (def->point_count != 2)
        return cld_fail(err, CLD_BAD_VALUE, "/ends", "a cylinder has 2 ends, got %zu", def->point_count);
    return cld_check_length(def->radius, "/radius", "radius", err);
}

size_t cld_cylinder_count_points(const cld_shape_def *def) { return def->radius > 0 ? 0 : 2; }

static cld_vec3 end_of(const cld_shape_def *def, int i) {
    const double *p = def->points + 3 * i;
    return cld_vec3_make(p[0], p[1], p[2]);
}

void cld_cylinder_place(const cld_shape_def *def, cld_shape *shape) {
    cld_vec3 p = end_of(def, 0), q = end_of(def, 1), along = cld_sub(q, p);
    cld_oval_exact discs[2] = {cld_disc_make(def->points, p, q, def->radius),
                               cld_disc_make(def->points + 3, p, q, def->radius)};
    cld_place_ovals(def, discs, cld_max_abs(along) > 0 ? 2 : 1, shape);
}
