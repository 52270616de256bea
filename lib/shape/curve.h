/// Curved cores: the convex hull of one or two ovals.
///
/// An oval is the image of a ball, a disc or a point under a linear map: centre + sum of x[i] axis[i] over
/// all |x| <= 1. Its support function is h(n) = n . centre + |(n . axis[0], n . axis[1], n . axis[2])|. A
/// cylinder is the hull of two discs, a cone of a disc and a point, an ellipsoid is one oval.
///
/// Where all its radii of curvature are at least `inset`, a body is the sum of a smaller one and a ball of
/// that radius (W. Blaschke, Kreis und Kugel, 1916): the curve is then the smaller body, and the ball goes to
/// the shape's radius. What is nearly a ball is so left with a core that is nearly a point, which no
/// algorithm finds hard.
#ifndef CLD_SHAPE_CURVE_H
#define CLD_SHAPE_CURVE_H

#include <stdbool.h>
#include <stdint.h>

#include "math/affine.h"
#include "math/vec.h"

typedef struct cld_oval {
    cld_vec3 centre;  ///< relative to the shape's centre, in the world
    cld_vec3 axis[3]; ///< zero where there are fewer
} cld_oval;

typedef struct cld_curve {
    cld_oval part[2];
    double inset;
    uint32_t count; ///< of parts
    bool is_tube;   ///< there are two, with the same axes
    bool has_apex;  ///< there are two, the second of which is a point
} cld_curve;

/// An oval in a shape's own frame, to about 100 bits.
typedef struct cld_oval_exact {
    cld_dd3 centre, axis[3];
} cld_oval_exact;

/// How many doubles a curve takes in scratch memory, for what is behind to be 32-byte aligned.
#define CLD_CURVE_DOUBLES ((sizeof(cld_curve) + 31) / 32 * 4)

/// How far along d each axis reaches.
static inline cld_vec3 cld_oval_find_shares(const cld_oval *oval, cld_vec3 d) {
    return cld_vec3_make(cld_dot(oval->axis[0], d), cld_dot(oval->axis[1], d), cld_dot(oval->axis[2], d));
}

/// Makes v as long as its square needs to have all digits, which that of products of many small lengths has
/// not; returns the square.
static inline double cld_square_of_any(cld_vec3 *v) {
    double square = cld_dot(*v, *v);
    int exponent;
    if (__builtin_expect(square > 0x1p-900 && square < 0x1p900, 1))
        return square;
    *v = cld_bring_to_one(*v, &exponent);
    return cld_dot(*v, *v);
}

/// What the point of an oval that is farthest along d has of each axis: a unit vector, or where all of a disc
/// is as far, or there is nothing but a point, the first axis. The shares are divided first, so that the
/// point is on the oval to the last bits however small they are.
static inline cld_vec3 cld_oval_find_unit_shares(const cld_oval *oval, cld_vec3 d) {
    cld_vec3 share = cld_oval_find_shares(oval, d);
    double length = sqrt(cld_square_of_any(&share));
    return length > 0 ? cld_vec3_make(share.x / length, share.y / length, share.z / length)
                      : cld_vec3_make(1, 0, 0);
}

static inline cld_vec3 cld_oval_add_shares(const cld_oval *oval, cld_vec3 share) {
    cld_vec3 p = cld_add_scaled(oval->centre, share.x, oval->axis[0]);
    p = cld_add_scaled(p, share.y, oval->axis[1]);
    return cld_add_scaled(p, share.z, oval->axis[2]);
}

/// A point of an oval farthest along d, which may have any length but 0; where all of a disc is, one on its
/// rim.
static inline cld_vec3 cld_oval_find_extreme(const cld_oval *oval, cld_vec3 d) {
    return cld_oval_add_shares(oval, cld_oval_find_unit_shares(oval, d));
}

static inline cld_vec3 cld_curve_set_in(cld_vec3 p, double inset, cld_vec3 d) {
    return inset > 0 ? cld_add_scaled(p, -inset / sqrt(cld_square_of_any(&d)), d) : p;
}

/// How much higher along n than its centre an oval reaches, which is half its width, and from there to the
/// point that does; where no point is higher than the others, to none.
double cld_oval_find_outward(const cld_oval *oval, cld_vec3 n, cld_vec3 *outward);

/// A point of the hull of the ovals farthest along d, less the inset; `part` is the oval that it belongs to,
/// the first of equally far ones.
static inline cld_vec3 cld_curve_find_extreme(const cld_curve *curve, cld_vec3 d, uint32_t *part) {
    const cld_oval *first = &curve->part[0], *second = &curve->part[1];
    cld_vec3 share = cld_oval_find_unit_shares(first, d), p;
    *part = 0;
    if (curve->is_tube) {
        *part = cld_dot(cld_sub(second->centre, first->centre), d) > 0;
        p = cld_oval_add_shares(*part ? second : first, share);
    } else {
        p = cld_oval_add_shares(first, share);
        if (curve->has_apex && cld_dot(cld_sub(second->centre, p), d) > 0)
            *part = 1, p = second->centre;
    }
    return cld_curve_set_in(p, curve->inset, d);
}

/// A point of one oval farthest along d, less the inset.
cld_vec3 cld_curve_find_extreme_of(const cld_curve *curve, uint32_t part, cld_vec3 d);

/// Half the width of an oval along n, which is how much higher than its centre it reaches.
double cld_oval_find_reach(const cld_oval *oval, cld_vec3 n);

/// The product of two axes that spans a flat oval, as a unit vector; 0 for one that is not flat or has no
/// area.
cld_vec3 cld_oval_find_normal(const cld_oval *oval);

/// The curve turned, then scaled.
cld_curve cld_curve_move(const cld_curve *curve, const cld_mat3 *turn, double scale);

/// No less than how much farther one of two ovals reaches than the other along any unit vector, p being moved
/// by `shift`; near to that only where they are about the same.
double cld_oval_bound_difference(const cld_oval *p, cld_vec3 shift, const cld_oval *q);

/// No less than how far one curve, moved by `shift`, reaches beyond another along any unit vector; near to
/// that only where each oval of it is about one of the other's. Negative where it is that deep inside.
double cld_curve_bound_excess(const cld_curve *inner, cld_vec3 shift, const cld_curve *outer);

/// Its bounding box.
void cld_curve_find_box(const cld_curve *curve, double lower[3], double upper[3]);

/// A disc of a radius around `centre`, three numbers, orthogonal to the way between two points; around z if
/// they are one.
cld_oval_exact cld_disc_make(const double *centre, cld_vec3 axis_from, cld_vec3 axis_to, double radius);

#endif
