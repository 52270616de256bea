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

/// The sum of the lengths of all that an oval's points are made of.
static double find_span(const cld_oval *oval) {
    double span = cld_length_of_any(oval->centre);
    for (int k = 0; k < 3; k++)
        span += cld_length_of_any(oval->axis[k]);
    return span;
}

/// Balls around and inside of a core have this part to spare: shapes that are curved have transforms that are
/// similarities within 1e-6, so that what is at right angles to begin with stays so, and as long, within
/// that.
#define TO_SPARE 0x1p-18

static double find_longest(const cld_oval *oval) {
    double longest = 0;
    for (int k = 0; k < 3; k++)
        longest = fmax(longest, cld_length_of_any(oval->axis[k]));
    return longest;
}

/// From the middle of a core to its second part.
static cld_vec3 find_half(const cld_curve *curve) {
    const cld_vec3 none = {0, 0, 0};
    return curve->count == 2 ? cld_scale(cld_sub(curve->part[1].centre, curve->part[0].centre), 0.5) : none;
}

/// How far the middle of a core is from the shape's centre, by rounding.
static double find_shift(const cld_curve *curve) {
    return cld_length_of_any(cld_add(curve->part[0].centre, find_half(curve)));
}

/// How far from the shape's centre the core reaches, at most: discs are beside the middle, at right angles to
/// the way there.
static double find_reach(const cld_curve *curve) {
    double height = cld_length_of_any(find_half(curve)), reach = 0;
    for (uint32_t i = 0; i < curve->count; i++)
        reach = fmax(reach, cld_length_of_any(cld_vec3_make(height, find_longest(&curve->part[i]), 0)));
    return reach * (1 + TO_SPARE) + find_shift(curve);
}

/// The radius of a ball around the shape's centre that lies in the core. That of a cone, of radius r and
/// height 2 h around the middle, touches its side, r h / sqrt(r^2 + 4 h^2) away.
static double find_inner(const cld_curve *curve) {
    const cld_oval *first = &curve->part[0];
    double radius = find_longest(first), height = cld_length_of_any(find_half(curve));
    for (int k = 0; k < 3 && curve->count == 1; k++)
        radius = fmin(radius, cld_length_of_any(first->axis[k]));
    if (curve->count == 2)
        radius = curve->is_tube ? fmin(radius, height)
                                : radius * (height / cld_length_of_any(cld_vec3_make(radius, 2 * height, 0)));
    return fmax(0, radius * (1 - TO_SPARE) - find_shift(curve));
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
    double span = 0;
    for (uint32_t i = 0; i < count; i++) {
        curve->part[i] = place_oval(&affine, &ovals[i], shape->centre);
        span = fmax(span, find_span(&curve->part[i]) * (1 + 16 * CLD_ROUNDOFF));
    }
    curve->has_apex = count == 2 && !(find_longest(&curve->part[1]) > 0);
    curve->is_tube = count == 2 && !curve->has_apex;
    shape->reach = find_reach(curve);
    shape->extent = span;
    atomic_init(&shape->inner, find_inner(curve));
    // Rounding the centre and three axes moves a point by at most sqrt(3) u of each; a share over their
    // length is off by 8 u at most, which moves the point along the oval but for 4 u, the sum rounds to 4 u
    // of the span, the inset to 4 u of itself. What double-double lost before is far below, unless the shape
    // is far from both origins.
    double rounding = 16 * CLD_ROUNDOFF * span;
    shape->error = rounding;
    double turnover = cld_max_abs(def->transform.t) + cld_max_abs(shape->centre), loss = 0;
    for (int i = 0; i < 3; i++)
        turnover += 3 * cld_max_abs(def->transform.m.row[i]) * cld_max_abs(cld_dd3_value(middle));
    for (uint32_t i = 0; i < count; i++)
        loss = cld_max(loss, cld_affine_find_loss(&affine, ovals[i].centre, shape->centre));
    shape->error += affine.keeps_doubles ? loss : 0x1p-96 * turnover;
    for (uint32_t i = 0; i < count; i++)
        shape->error += cld_transform_find_error(&def->transform, find_corner(&ovals[i]), def->dimension);
    shape->is_blurred = shape->error > 2 * rounding;
}
