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

#include <stdint.h>

#include "collide/transform.h"
#include "math/affine.h"

typedef struct cld_oval {
    cld_vec3 centre;  ///< relative to the shape's centre, in the world
    cld_vec3 axis[3]; ///< zero where there are fewer
} cld_oval;

typedef struct cld_curve {
    cld_oval part[2];
    double inset;
    uint32_t count; ///< of parts; the second may be a point
} cld_curve;

/// An oval in a shape's own frame, to about 100 bits.
typedef struct cld_oval_exact {
    cld_dd3 centre, axis[3];
} cld_oval_exact;

/// How many doubles a curve takes in scratch memory.
#define CLD_CURVE_DOUBLES ((sizeof(cld_curve) + sizeof(double) - 1) / sizeof(double))

/// A point of an oval farthest along d, which may have any length but 0; where all of a disc is, one on its
/// rim.
cld_vec3 cld_oval_find_extreme(const cld_oval *oval, cld_vec3 d);

/// Likewise for the hull of the ovals, less the inset; `part` is the oval that the point belongs to, the
/// first of equally far ones.
cld_vec3 cld_curve_find_extreme(const cld_curve *curve, cld_vec3 d, uint32_t *part);

/// A point of one oval farthest along d, less the inset.
cld_vec3 cld_curve_find_extreme_of(const cld_curve *curve, uint32_t part, cld_vec3 d);

/// Half the width of an oval along n, which is how much higher than its centre it reaches.
double cld_oval_find_reach(const cld_oval *oval, cld_vec3 n);

/// The product of two axes that spans a flat oval, as a unit vector; 0 for one that is not flat or has no
/// area.
cld_vec3 cld_oval_find_normal(const cld_oval *oval);

/// The curve turned, then scaled.
cld_curve cld_curve_move(const cld_curve *curve, const cld_mat3 *turn, double scale);

/// Its bounding box.
void cld_curve_find_box(const cld_curve *curve, double lower[3], double upper[3]);

/// A disc around `centre`, orthogonal to `axis`; around z if that is zero.
cld_oval_exact cld_disc_make(const double *centre, cld_vec3 axis_from, cld_vec3 axis_to, double radius);

#endif
