/// What there is to know of a map's matrix: its inverse, and whether it is a similarity.

#include <math.h>

#include "base/error.h"
#include "math/affine.h"
#include "math/loss.h"

/// By a power of two: exact, unless the result is subnormal.
static cld_dd scale_dd(cld_dd x, double power) { return (cld_dd){x.hi * power, x.lo * power}; }

static cld_dd3 scale_row(cld_dd3 v, double power) {
    return (cld_dd3){scale_dd(v.x, power), scale_dd(v.y, power), scale_dd(v.z, power)};
}

/// The power of two that brings what is so large to about 1, as far as it has an inverse.
static double find_power(double largest) {
    int exponent;
    frexp(largest, &exponent);
    return ldexp(1, exponent < -1000 ? 1000 : -exponent);
}

/// Powers of two for the columns, then for the rows, by which entries are about 1: however different scales
/// are, products of three stay in range.
typedef struct balance {
    double column[3], row[3];
} balance;

static balance balance_matrix(cld_affine *a) {
    balance b;
    for (int k = 0; k < 3; k++) {
        double largest = 0;
        for (int i = 0; i < 3; i++)
            largest = fmax(largest, fabs((&a->m[i].x)[k].hi));
        b.column[k] = find_power(largest);
        for (int i = 0; i < 3; i++)
            (&a->m[i].x)[k] = scale_dd((&a->m[i].x)[k], b.column[k]);
    }
    for (int i = 0; i < 3; i++) {
        b.row[i] = find_power(cld_max_abs(cld_dd3_value(a->m[i])));
        a->m[i] = scale_row(a->m[i], b.row[i]);
    }
    return b;
}

/// The inverse of a balanced matrix, and what the entries of each column of it are off by: a cofactor is a
/// sum of products of at most 1, and so is the determinant. False if that is 0 within its last bits.
static bool invert_balanced(const cld_affine *a, cld_affine *r, double error[3]) {
    cld_dd3 c0 = cld_dd3_cross(a->m[1], a->m[2]), c1 = cld_dd3_cross(a->m[2], a->m[0]),
            c2 = cld_dd3_cross(a->m[0], a->m[1]);
    cld_dd det = cld_dd3_dot(a->m[0], c0);
    double rows = cld_length(cld_dd3_value(a->m[0])) * cld_length(cld_dd3_value(c0));
    // The determinant of dd entries is off by at most some 2^-98 of its largest products.
    if (!(fabs(det.hi) > 0x1p-96 * rows))
        return false;
    *r = (cld_affine){.m = {{c0.x, c1.x, c2.x}, {c0.y, c1.y, c2.y}, {c0.z, c1.z, c2.z}}};
    const cld_dd3 cofactors[3] = {c0, c1, c2};
    for (int i = 0; i < 3; i++) {
        r->m[i] = cld_dd3_div(r->m[i], det);
        double share = cld_max_abs(cld_dd3_value(cofactors[i])) / fabs(det.hi);
        error[i] = CLD_LOST * (1 + share) / fabs(det.hi);
    }
    return true;
}

/// The inverse of the linear part. False if there is none.
static bool invert_linear(const cld_transform *transform, cld_transform *inverse) {
    cld_affine a = cld_affine_make(transform), r;
    balance b = balance_matrix(&a);
    double error[3];
    if (!invert_balanced(&a, &r, error))
        return false;
    for (int i = 0; i < 3; i++) {
        r.m[i] = scale_row(r.m[i], b.column[i]);
        r.m[i] = (cld_dd3){scale_dd(r.m[i].x, b.row[0]), scale_dd(r.m[i].y, b.row[1]),
                           scale_dd(r.m[i].z, b.row[2])};
    }
    *inverse = cld_affine_store(&r);
    const cld_magnitudes m = cld_magnitudes_make(&inverse->m), e = cld_magnitudes_make(&transform->m_error);
    cld_magnitudes half; // of what the map was off by
    for (int i = 0; i < 9; i++)
        half.at[i / 3][i % 3] = cld_magnitudes_multiply(&e, &m, i / 3, i % 3);
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            (&inverse->m_error.row[i].x)[k] =
                error[k] * b.column[i] * b.row[k] + cld_magnitudes_multiply(&m, &half, i, k);
    return true;
}

cld_status cld_transform_invert(const cld_transform *transform, cld_transform *inverse, cld_error *err) {
    double largest = 0;
    for (int i = 0; i < 3; i++)
        largest = fmax(largest, cld_max_abs(transform->m.row[i]));
    if (!(largest > 0) || !isfinite(largest))
        return cld_fail(err, CLD_BAD_TRANSFORM, "/transform",
                        "the transform is not invertible: its matrix is %s",
                        largest > 0 ? "not finite" : "zero");
    const bool is_shift = cld_affine_make(transform).is_shift;
    cld_transform linear = cld_transform_make_identity(), back = cld_transform_make_identity();
    if (!is_shift && !invert_linear(transform, &linear))
        return cld_fail(err, CLD_BAD_TRANSFORM, "/transform",
                        "the transform is not invertible: its matrix is singular");
    if (is_shift)
        linear.m_error = transform->m_error;
    back.t = cld_negate(transform->t);
    back.t_low = cld_negate(transform->t_low);
    back.t_error = transform->t_error;
    *inverse = cld_transform_compose(&linear, &back);
    double all = fabs(inverse->t.x) + fabs(inverse->t.y) + fabs(inverse->t.z);
    for (int i = 0; i < 3; i++)
        all += fabs(inverse->m.row[i].x) + fabs(inverse->m.row[i].y) + fabs(inverse->m.row[i].z);
    // Beyond, products of two doubles would not be exact.
    if (!(all <= 0x1p990))
        return cld_fail(err, CLD_BAD_TRANSFORM, "/transform",
                        "the inverse of a transform may have numbers up to 1e298 in magnitude");
    return CLD_OK;
}

/// How far from a similarity a map may be: 1e-6, and by so much more that 0.999999 is as near to 1
/// as 1.000001.
#define SIMILAR (1e-6 * (1 + 0x1p-18))

bool cld_affine_find_similarity(const cld_transform *transform, int dimension, cld_similarity *found) {
    // m is a similarity if m m^T is a multiple of the identity; its rows are scaled to about 1 first.
    double largest = 0;
    for (int i = 0; i < dimension; i++)
        largest = fmax(largest, cld_max_abs(transform->m.row[i]));
    if (!(largest > 0) || !isfinite(largest))
        return false;
    cld_affine a = cld_affine_make(transform);
    double power = find_power(largest);
    for (int i = 0; i < 3; i++)
        a.m[i] = scale_row(a.m[i], power);
    cld_dd square[3], product[3], mean = {0, 0}; // product[i]: of row i and the next
    for (int i = 0; i < dimension; i++) {
        square[i] = cld_dd3_dot(a.m[i], a.m[i]);
        product[i] = cld_dd3_dot(a.m[i], a.m[(i + 1) % dimension]);
        mean = cld_dd_add(mean, square[i]);
    }
    mean = cld_dd_div(mean, cld_dd_make(dimension));
    double most = 0;
    for (int i = 0; i < dimension; i++) {
        double difference = cld_dd_sub(square[(i + 1) % dimension], square[i]).hi;
        if (!(fabs(product[i].hi) <= SIMILAR * mean.hi) || !(fabs(difference) <= 2 * SIMILAR * mean.hi))
            return false;
        most = fmax(most, (fabs(cld_dd_sub(square[i], mean).hi) + fabs(product[i].hi) +
                           fabs(product[(i + dimension - 1) % dimension].hi)) /
                              mean.hi);
    }
    // By row sums, no eigenvalue of m m^T / mean is farther from 1, and its root is at half of that.
    cld_dd root = cld_dd_sqrt(mean);
    *found = (cld_similarity){root.hi / power, fabs(root.lo / root.hi), 0.5 * most * (1 + most)};
    return true;
}

double cld_transform_find_similarity(const cld_transform *transform, int dimension) {
    cld_similarity found;
    return cld_affine_find_similarity(transform, dimension, &found) ? found.factor : -1;
}
