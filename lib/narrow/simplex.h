/// The point of a simplex nearest to the origin.
#ifndef CLD_NARROW_SIMPLEX_H
#define CLD_NARROW_SIMPLEX_H

#include "shape/cso.h"

/// One to four points of A - B with the convex weights of the point of interest.
typedef struct cld_simplex {
    cld_cso_vertex vertex[4];
    double weight[4]; ///< not negative, and their sum is 1, within rounding
    int count;
} cld_simplex;

/// Finds the point v nearest to the origin, reduces the simplex to the smallest face that holds it (in the
/// order the points had), and sets the weights. A simplex of four stays whole only if the origin is inside.
typedef void cld_find_nearest(const cld_cso *cso, cld_simplex *simplex, cld_vec3 *v);

/// In doubles, by Voronoi regions. Fast; a sliver costs it digits.
void cld_simplex_find_nearest(const cld_cso *cso, cld_simplex *simplex, cld_vec3 *v);

/// In double-double, over all faces of the simplex: slow, and right for any sliver whose sine is above 2^-90.
/// `v` keeps its direction to double precision however near it is to the origin.
void cld_simplex_find_nearest_exactly(const cld_cso *cso, cld_simplex *simplex, cld_vec3 *v);

/// The witnesses of a weighted sum of points of A - B, relative to the shapes' centres.
void cld_sum_witnesses(const cld_cso_vertex *vertex, const double *weight, int count, cld_vec3 *a,
                       cld_vec3 *b);

static inline void cld_simplex_find_points(const cld_simplex *s, cld_vec3 *a, cld_vec3 *b) {
    cld_sum_witnesses(s->vertex, s->weight, s->count, a, b);
}

#endif
