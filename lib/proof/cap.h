/// A cone of directions along which A - B is proven to reach at least as far as along the one in its middle,
/// or as is asked.
///
/// A polytope in A - B proves a depth only as well as its faces are small where the surface is curved. But
/// how fast the support function h of a smooth part grows beside a direction n is known. With t across n, s =
/// L (n + t) and y the unit vector along L n, the half-width of an oval is
///   |s| = y . s + |L t across y|^2 / (|s| + y . s).
/// Where all of a disc is as far along n, and y of length less than 1 leads to one of its points, it is at
/// least y . s + (1 - |y|) |L t|. So the support functions of the parts that agree along n are above
/// quadratics in t for all |t| <= slope, and A - B reaches as far as any weighted mean of theirs: if the
/// weights of the point that is along n are moved to the part that rises most along t, the mean rises in
/// proportion to |t|, which is at least to |t|^2 / slope. Where all of that together bends as much as the
/// sphere's r |n + t| = r + r t . t / (1 + |n + t|), with r at most h(n), no direction in the cone reaches
/// less far than r.
///
/// The second-order condition for a minimum (J. Nocedal, S. Wright, Numerical Optimization, 2006, section
/// 12.5) is the limit for a cone without width.
#ifndef CLD_PROOF_CAP_H
#define CLD_PROOF_CAP_H

#include "shape/cso.h"

typedef struct cld_cap {
    cld_vec3 normal; ///< unit: the middle of the cone
    double slope;    ///< the tangent of half its angle; 0 where nothing is proven
    double least;    ///< A - B reaches at least so far along each unit vector in it
} cld_cap;

/// Several peaks may be as good.
enum { CLD_MOST_CAPS = 8 };

typedef struct cld_caps {
    cld_cap cap[CLD_MOST_CAPS];
    int count;
} cld_caps;

/// The widest cone around the unit vector n in which A - B is found to reach about as far as `target`, or
/// along n, if that is less, given vertices, three at most, whose parts agree along n and of which the
/// combination with these weights lies along it; slope 0 for none. Whatever is given, what is found is true.
cld_cap cld_cap_find(const cld_cso *cso, cld_vec3 n, const cld_cso_vertex *vertex, const double *weight,
                     int count, double target);

/// Whether all points of a plane that are nearer to the origin than `least` are in one of the cones, given
/// that it is at least so far from the origin, along a unit normal that is off by no more than `error`.
bool cld_caps_cover(const cld_caps *caps, cld_vec3 normal, double offset, double error);

/// What is proven of all caps' directions; INFINITY if there are none.
double cld_caps_find_least(const cld_caps *caps);

#endif
