#include <math.h>

#include "math/loss.h"
#include "shape/curved_kinds.h"

/// The image of an oval in the world, relative to `centre`.
static cld_oval place_oval(const cld_affine *place, const cld_oval_exact *exact, cld_vec3 centre) {
    cld_oval oval;
    oval.centre = cld_dd3_value(cld_dd3_sub(cld_affine_apply(place, exact->centre), cld_dd3_make(centre)));
    for (int k = 0; k < 3; k++)
        oval.axis[k] = cld_dd3_value(cld_affine_rotate(place, exact->axis[k]));
    return oval;
}

/// How far from the shape's centre an oval reaches, at most.
static double find_span(const cld_oval *oval) {
    double span = cld_length_of_any(oval->centre);
    for (int k = 0; k < 3; k++)
        span += cld_length_of_any(oval->axis[k]);
    return span;
}

/// The corner of a box around the origin and an oval.
static cld_vec3 find_corner(const cld_oval_exact *oval) {
    cld_vec3 corner = cld_magnitudes_of(cld_dd3_value(oval->centre));
    for (int k = 0; k < 3; k++)
        corner = cld_add(corner, cld_magnitudes_of(cld_dd3_value(oval->axis[k])));
    return corner;
}

void cld_place_ovals(const cld_shape_def *def, const cld_oval_exact *ovals, uint32_t count,
                     cld_shape *shape) {
    cld_affine affine = cld_affine_make(&def->transform);
    cld_dd3 middle = ovals[0].centre;
    if (count == 2)
        middle = cld_dd3_scale(cld_dd3_add(middle, ovals[1].centre), cld_dd_make(0.5));
    shape->centre = cld_dd3_value(cld_affine_apply(&affine, middle));
    cld_curve *curve = (cld_curve *)shape->curve;
    curve->count = count;
    for (uint32_t i = 0; i < count; i++) {
        curve->part[i] = place_oval(&affine, &ovals[i], shape->centre);
        shape->reach = fmax(shape->reach, find_span(&curve->part[i]) * (1 + 16 * CLD_ROUNDOFF));
    }
    shape->extent = shape->reach;
    // Rounding the centre and three axes moves a point by at most sqrt(3) u of each; a share over their
    // length is off by 8 u at most, which moves the point along the oval but for 4 u, the sum rounds to 4 u
    // of the span, the inset to 4 u of itself. What double-double lost before is far below, unless the shape
    // is far from both origins.
    shape->error = 16 * CLD_ROUNDOFF * shape->reach;
    double turnover = cld_max_abs(def->transform.t) + cld_max_abs(shape->centre), loss = 0;
    for (int i = 0; i < 3; i++)
        turnover += 3 * cld_max_abs(def->transform.m.row[i]) * cld_max_abs(cld_dd3_value(middle));
    for (uint32_t i = 0; i < count; i++)
        loss = cld_max(loss, cld_affine_find_loss(&affine, ovals[i].centre, shape->centre));
    shape->error += affine.keeps_doubles ? loss : 0x1p-96 * turnover;
    for (uint32_t i = 0; i < count; i++)
        shape->error += cld_transform_find_error(&def->transform, find_corner(&ovals[i]), def->dimension);
}
