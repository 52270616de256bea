/// What products of maps lose where large numbers cancel, or where small ones leave the range of doubles.
#ifndef CLD_MATH_LOSS_H
#define CLD_MATH_LOSS_H

#include <math.h>

#include "math/affine.h"
#include "math/vec.h"

/// More than what an entry of a rotation is off by as a part of the largest in its column, which is a few
/// 2^-102, and what a few products and sums lose.
#define CLD_LOST 0x1p-97

/// A matrix of magnitudes.
typedef struct cld_magnitudes {
    double at[3][3];
} cld_magnitudes;

static inline cld_magnitudes cld_magnitudes_make(const cld_mat3 *m) {
    cld_magnitudes r;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            r.at[i][k] = fabs(cld_component(m->row[i], k));
    return r;
}

static inline double cld_magnitudes_multiply(const cld_magnitudes *a, const cld_magnitudes *b, int i, int k) {
    return a->at[i][0] * b->at[0][k] + a->at[i][1] * b->at[1][k] + a->at[i][2] * b->at[2][k];
}

/// Row i of magnitudes times the magnitudes of v.
static inline double cld_magnitudes_apply(const cld_magnitudes *a, int i, cld_vec3 v) {
    return a->at[i][0] * fabs(v.x) + a->at[i][1] * fabs(v.y) + a->at[i][2] * fabs(v.z);
}

/// Sets what a product a b is off by. Nothing is lost by a map that keeps doubles, nor by adding two doubles.
/// `of_a` and `of_b` are the same maps.
void cld_transform_set_errors(const cld_transform *a, const cld_affine *of_a, const cld_transform *b,
                              const cld_affine *of_b, cld_transform *product);

/// How far off a coordinate of the image of a point in |x|, |y|, |z| <= p may be, for what the map was
/// composed of; with `dimension` 2 but for z.
double cld_transform_find_error(const cld_transform *transform, cld_vec3 p, int dimension);

#endif
