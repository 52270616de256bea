/// Affine maps with entries of about 106 bits.
///
/// A map is applied once, when a shape is made, so it can afford to lose nothing: every entry is a
/// double-double, and the image of a point is rounded once. The angle functions are Taylor series in
/// double-double on [-45, 45] degrees, after an exact reduction in degrees, so that they are the same on
/// every machine whatever its math library.

#include "collide/transform.h"

#include <math.h>

#include "base/error.h"
#include "math/affine.h"

static const cld_dd zero = {0, 0}, one = {1, 0};

static bool is_shift(const cld_transform *transform) {
    static const cld_mat3 nothing;
    const double *m = &transform->m.row[0].x, *low = &transform->m_low.row[0].x;
    for (int i = 0; i < 9; i++)
        if (m[i] != (&cld_mat3_identity.row[0].x)[i] || low[i] != (&nothing.row[0].x)[i])
            return false;
    return true;
}

static bool keeps_doubles(const cld_transform *transform) {
    const double *m = &transform->m.row[0].x, *low = &transform->m_low.row[0].x;
    int entries[3] = {0};
    for (int i = 0; i < 9; i++) {
        int exponent;
        if (low[i] != 0 || (m[i] != 0 && fabs(frexp(m[i], &exponent)) != 0.5))
            return false;
        entries[i / 3] += m[i] != 0;
    }
    return entries[0] == 1 && entries[1] == 1 && entries[2] == 1;
}

cld_affine cld_affine_make(const cld_transform *transform) {
    cld_affine r = {.is_shift = is_shift(transform), .keeps_doubles = keeps_doubles(transform)};
    for (int i = 0; i < 3; i++) {
        const cld_vec3 *hi = &transform->m.row[i], *lo = &transform->m_low.row[i];
        r.m[i] = (cld_dd3){{hi->x, lo->x}, {hi->y, lo->y}, {hi->z, lo->z}};
    }
    r.t = (cld_dd3){{transform->t.x, transform->t_low.x},
                    {transform->t.y, transform->t_low.y},
                    {transform->t.z, transform->t_low.z}};
    return r;
}

static cld_transform from_affine(const cld_affine *a) {
    cld_transform r = {.shift_error = 0};
    for (int i = 0; i < 3; i++) {
        r.m.row[i] = (cld_vec3){a->m[i].x.hi, a->m[i].y.hi, a->m[i].z.hi};
        r.m_low.row[i] = (cld_vec3){a->m[i].x.lo, a->m[i].y.lo, a->m[i].z.lo};
    }
    r.t = (cld_vec3){a->t.x.hi, a->t.y.hi, a->t.z.hi};
    r.t_low = (cld_vec3){a->t.x.lo, a->t.y.lo, a->t.z.lo};
    return r;
}

cld_dd3 cld_affine_rotate(const cld_affine *a, cld_dd3 p) {
    if (a->is_shift)
        return p;
    return (cld_dd3){cld_dd3_dot(a->m[0], p), cld_dd3_dot(a->m[1], p), cld_dd3_dot(a->m[2], p)};
}

cld_dd3 cld_affine_apply(const cld_affine *a, cld_dd3 p) {
    return cld_dd3_add(cld_affine_rotate(a, p), a->t);
}

/// Sums of two doubles are exact, and of the three only what rounds their low parts' sum is dropped.
static double find_loss(cld_dd p, cld_dd t, double centre) {
    if (p.lo != 0 || t.lo != 0)
        return 0x1p-97 * (fabs(p.hi) + fabs(t.hi) + fabs(centre));
    cld_dd moved = cld_two_sum(p.hi, t.hi), seen = cld_two_diff(moved.hi, centre);
    return fabs(cld_two_sum(moved.lo, seen.lo).lo);
}

double cld_affine_find_loss(const cld_affine *map, cld_dd3 p, cld_vec3 centre) {
    cld_dd3 image = cld_affine_rotate(map, p);
    return cld_max(find_loss(image.x, map->t.x, centre.x),
                   cld_max(find_loss(image.y, map->t.y, centre.y), find_loss(image.z, map->t.z, centre.z)));
}

cld_transform cld_transform_make_identity(void) { return cld_transform_make_scale((cld_vec3){1, 1, 1}); }

cld_transform cld_transform_make_translation(cld_vec3 t) {
    cld_transform r = cld_transform_make_identity();
    r.t = t;
    return r;
}

cld_transform cld_transform_make_scale(cld_vec3 factors) {
    return (cld_transform){.m = {{{factors.x, 0, 0}, {0, factors.y, 0}, {0, 0, factors.z}}}};
}

cld_transform cld_transform_make_matrix(const cld_mat3 *m, cld_vec3 t) {
    return (cld_transform){.m = *m, .t = t};
}

cld_transform cld_transform_make_quaternion(cld_quat q) {
    // |q|^2 is divided out of the products, so no square root is taken and a rotation by whole turns stays
    // exact. The largest part is brought to about 1 first, so that the products stay in range.
    int exponent;
    frexp(fmax(fmax(fabs(q.x), fabs(q.y)), fmax(fabs(q.z), fabs(q.w))), &exponent);
    q = (cld_quat){ldexp(q.x, -exponent), ldexp(q.y, -exponent), ldexp(q.z, -exponent),
                   ldexp(q.w, -exponent)};
    cld_dd xx = cld_two_product(q.x, q.x), yy = cld_two_product(q.y, q.y), zz = cld_two_product(q.z, q.z),
           ww = cld_two_product(q.w, q.w);
    cld_dd xy = cld_two_product(q.x, q.y), yz = cld_two_product(q.y, q.z), zx = cld_two_product(q.z, q.x);
    cld_dd wx = cld_two_product(q.w, q.x), wy = cld_two_product(q.w, q.y), wz = cld_two_product(q.w, q.z);
    cld_dd norm = cld_dd_add(cld_dd_add(xx, yy), cld_dd_add(zz, ww));
    cld_dd diagonal[3] = {cld_dd_sub(cld_dd_add(ww, xx), cld_dd_add(yy, zz)),
                          cld_dd_sub(cld_dd_add(ww, yy), cld_dd_add(xx, zz)),
                          cld_dd_sub(cld_dd_add(ww, zz), cld_dd_add(xx, yy))};
    cld_affine r = {
        .m = {{diagonal[0], cld_dd_scale(cld_dd_sub(xy, wz), 2), cld_dd_scale(cld_dd_add(zx, wy), 2)},
              {cld_dd_scale(cld_dd_add(xy, wz), 2), diagonal[1], cld_dd_scale(cld_dd_sub(yz, wx), 2)},
              {cld_dd_scale(cld_dd_sub(zx, wy), 2), cld_dd_scale(cld_dd_add(yz, wx), 2), diagonal[2]}},
        .t = {zero, zero, zero}};
    for (int i = 0; i < 3; i++)
        r.m[i] = cld_dd3_div(r.m[i], norm);
    return from_affine(&r);
}

/// sin and cos of an angle in degrees; multiples of 90 degrees are exact. Of one that is not finite they are
/// no numbers.
static void find_sine(double degrees, cld_dd *sine, cld_dd *cosine) {
    double turn = isfinite(degrees) ? fmod(degrees, 360) : 0; // exact, as are the next two lines
    int quadrant = (int)floor((turn + 45) / 90);
    double rest = turn - 90 * quadrant + (degrees - degrees);
    const cld_dd radian = {0x1.1df46a2529d39p-6, 0x1.5c1d8becdd291p-62}; // pi / 180
    cld_dd x = cld_dd_scale(radian, rest), s = zero, c = one, term = one;
    // The k-th term is below (pi/4)^k / k!, so 28 terms leave less than 2^-104.
    for (int k = 1; k <= 28; k++) {
        term = cld_dd_div(cld_dd_mul(term, x), cld_dd_make(k));
        cld_dd signed_term = (k / 2) % 2 ? cld_dd_negate(term) : term;
        if (k % 2)
            s = cld_dd_add(s, signed_term);
        else
            c = cld_dd_add(c, signed_term);
    }
    switch (((quadrant % 4) + 4) % 4) {
    case 0: *sine = s, *cosine = c; break;
    case 1: *sine = c, *cosine = cld_dd_negate(s); break;
    case 2: *sine = cld_dd_negate(s), *cosine = cld_dd_negate(c); break;
    default: *sine = cld_dd_negate(c), *cosine = s; break;
    }
}

cld_transform cld_transform_make_axis_angle(cld_vec3 axis, double degrees) {
    int exponent;
    frexp(cld_max_abs(axis), &exponent); // so that the square of its length stays in range
    cld_dd3 u = cld_dd3_make(
        cld_vec3_make(ldexp(axis.x, -exponent), ldexp(axis.y, -exponent), ldexp(axis.z, -exponent)));
    u = cld_dd3_unit(u);
    cld_dd s, c;
    find_sine(degrees, &s, &c);
    // Rodrigues: c I + s [u]x + (1 - c) u u^T
    cld_dd versine = cld_dd_sub(one, c);
    cld_dd3 v = cld_dd3_scale(u, versine), w = cld_dd3_scale(u, s);
    cld_affine r = {.m = {{cld_dd_mul(v.x, u.x), cld_dd_mul(v.x, u.y), cld_dd_mul(v.x, u.z)},
                          {cld_dd_mul(v.y, u.x), cld_dd_mul(v.y, u.y), cld_dd_mul(v.y, u.z)},
                          {cld_dd_mul(v.z, u.x), cld_dd_mul(v.z, u.y), cld_dd_mul(v.z, u.z)}},
                    .t = {zero, zero, zero}};
    r.m[0].x = cld_dd_add(r.m[0].x, c);
    r.m[1].y = cld_dd_add(r.m[1].y, c);
    r.m[2].z = cld_dd_add(r.m[2].z, c);
    r.m[0].y = cld_dd_sub(r.m[0].y, w.z);
    r.m[0].z = cld_dd_add(r.m[0].z, w.y);
    r.m[1].x = cld_dd_add(r.m[1].x, w.z);
    r.m[1].z = cld_dd_sub(r.m[1].z, w.x);
    r.m[2].x = cld_dd_sub(r.m[2].x, w.y);
    r.m[2].y = cld_dd_add(r.m[2].y, w.x);
    return from_affine(&r);
}

/// More than what an entry is off by as a part of the largest in its column, which is a few 2^-102 of a
/// rotation, and what a few products and sums lose.
#define LOST 0x1p-97

static cld_vec3 find_column(const cld_mat3 *m, int k) {
    return cld_vec3_make(cld_component(m->row[0], k), cld_component(m->row[1], k),
                         cld_component(m->row[2], k));
}

/// What the terms of a dot product may amount to.
static double find_magnitude(cld_vec3 a, cld_vec3 b) {
    return fabs(a.x * b.x) + fabs(a.y * b.y) + fabs(a.z * b.z);
}

/// What the entries of a product are off by: by column, and where the origin goes. Nothing is lost by a map
/// that keeps doubles, nor of a translation by one without, nor by adding two doubles.
static void find_errors(const cld_transform *a, const cld_transform *b, bool a_keeps, bool b_keeps,
                        cld_transform *product) {
    const cld_vec3 ones = {1, 1, 1}, off = a->column_error;
    double all_off = find_magnitude(off, ones), most = 0, *error = &product->column_error.x;
    for (int i = 0; i < 3; i++)
        most = fmax(most, find_magnitude(a->m.row[i], ones));
    cld_vec3 largest = cld_vec3_make(cld_max_abs(find_column(&a->m, 0)), cld_max_abs(find_column(&a->m, 1)),
                                     cld_max_abs(find_column(&a->m, 2)));
    for (int k = 0; k < 3; k++) {
        cld_vec3 column = find_column(&b->m, k);
        error[k] = (most + all_off) * cld_component(b->column_error, k) + find_magnitude(off, column);
        if (!a_keeps && !b_keeps)
            error[k] += LOST * find_magnitude(largest, ones) * cld_max_abs(column);
    }
    bool adds_doubles = cld_max_abs(a->t_low) == 0 && cld_max_abs(b->t_low) == 0,
         is_exact = a_keeps && (adds_doubles || cld_max_abs(a->t) == 0);
    product->shift_error = (most + all_off) * b->shift_error + find_magnitude(off, b->t) + a->shift_error;
    if (!is_exact && cld_max_abs(b->t) > 0)
        product->shift_error += LOST * (find_magnitude(largest, b->t) + cld_max_abs(a->t));
}

double cld_transform_find_error(const cld_transform *transform, cld_vec3 p) {
    return find_magnitude(transform->column_error, p) + transform->shift_error;
}

cld_transform cld_transform_compose(const cld_transform *outer, const cld_transform *inner) {
    cld_affine a = cld_affine_make(outer), b = cld_affine_make(inner), r;
    for (int i = 0; i < 3; i++) {
        r.m[i] = a.is_shift ? b.m[i] : a.m[i];
        if (a.is_shift || b.is_shift)
            continue; // most objects of a scene are only moved
        cld_dd3 row = cld_dd3_scale(b.m[0], a.m[i].x);
        row = cld_dd3_add(row, cld_dd3_scale(b.m[1], a.m[i].y));
        r.m[i] = cld_dd3_add(row, cld_dd3_scale(b.m[2], a.m[i].z));
    }
    r.t = cld_affine_apply(&a, b.t);
    cld_transform product = from_affine(&r);
    find_errors(outer, inner, a.keeps_doubles, b.keeps_doubles, &product);
    return product;
}

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
static bool invert_balanced(const cld_affine *a, cld_affine *r, cld_vec3 *error) {
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
        (&error->x)[i] = LOST * (1 + share) / fabs(det.hi);
    }
    return true;
}

/// The inverse of the linear part. False if there is none.
static bool invert_linear(const cld_transform *transform, cld_transform *inverse) {
    cld_affine a = cld_affine_make(transform), r;
    balance b = balance_matrix(&a);
    cld_vec3 error;
    if (!invert_balanced(&a, &r, &error))
        return false;
    double most = 0;
    for (int i = 0; i < 3; i++) {
        r.m[i] = scale_row(r.m[i], b.column[i]);
        r.m[i] = (cld_dd3){scale_dd(r.m[i].x, b.row[0]), scale_dd(r.m[i].y, b.row[1]),
                           scale_dd(r.m[i].z, b.row[2])};
        most = fmax(most, find_magnitude(cld_dd3_value(r.m[i]), cld_vec3_make(1, 1, 1)));
    }
    *inverse = from_affine(&r);
    double column = fmax(b.column[0], fmax(b.column[1], b.column[2]));
    for (int k = 0; k < 3; k++)
        (&inverse->column_error.x)[k] =
            (&error.x)[k] * column * b.row[k] +
            most * find_magnitude(transform->column_error, find_column(&inverse->m, k));
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
    cld_transform linear = cld_transform_make_identity(), back = cld_transform_make_identity();
    if (!is_shift(transform) && !invert_linear(transform, &linear))
        return cld_fail(err, CLD_BAD_TRANSFORM, "/transform",
                        "the transform is not invertible: its matrix is singular");
    if (is_shift(transform))
        linear.column_error = transform->column_error;
    back.t = cld_negate(transform->t);
    back.t_low = cld_negate(transform->t_low);
    back.shift_error = transform->shift_error;
    *inverse = cld_transform_compose(&linear, &back);
    const cld_vec3 ones = {1, 1, 1};
    double all = find_magnitude(inverse->t, ones);
    for (int i = 0; i < 3; i++)
        all += find_magnitude(inverse->m.row[i], ones);
    // Beyond, products of two doubles would not be exact.
    if (!(all <= 0x1p990))
        return cld_fail(err, CLD_BAD_TRANSFORM, "/transform",
                        "the inverse of a transform may have numbers up to 1e298 in magnitude");
    return CLD_OK;
}

double cld_affine_find_similarity(const cld_transform *transform, int dimension, double *skew) {
    // m is a similarity if m m^T is a multiple of the identity; its rows are scaled to about 1 first.
    double largest = 0;
    for (int i = 0; i < dimension; i++)
        largest = fmax(largest, cld_max_abs(transform->m.row[i]));
    if (!(largest > 0) || !isfinite(largest))
        return -1;
    cld_affine a = cld_affine_make(transform);
    double power = find_power(largest);
    for (int i = 0; i < 3; i++)
        a.m[i] = scale_row(a.m[i], power);
    cld_dd square[3], product[3], mean = zero; // product[i]: of row i and the next
    for (int i = 0; i < dimension; i++) {
        square[i] = cld_dd3_dot(a.m[i], a.m[i]);
        product[i] = cld_dd3_dot(a.m[i], a.m[(i + 1) % dimension]);
        mean = cld_dd_add(mean, square[i]);
    }
    mean = cld_dd_div(mean, cld_dd_make(dimension));
    double most = 0;
    for (int i = 0; i < dimension; i++) {
        double difference = cld_dd_sub(square[(i + 1) % dimension], square[i]).hi;
        if (!(fabs(product[i].hi) <= 1e-6 * mean.hi) || !(fabs(difference) <= 2e-6 * mean.hi))
            return -1;
        most = fmax(most, (fabs(cld_dd_sub(square[i], mean).hi) + fabs(product[i].hi) +
                           fabs(product[(i + dimension - 1) % dimension].hi)) /
                              mean.hi);
    }
    // By row sums, no eigenvalue of m m^T / mean is farther from 1, and its root is at half of that.
    *skew = 0.5 * most * (1 + most);
    return cld_dd_value(cld_dd_sqrt(mean)) / power;
}

double cld_transform_find_similarity(const cld_transform *transform, int dimension) {
    double skew;
    return cld_affine_find_similarity(transform, dimension, &skew);
}

cld_vec3 cld_transform_apply(const cld_transform *transform, cld_vec3 p) {
    cld_affine a = cld_affine_make(transform);
    return cld_dd3_value(cld_affine_apply(&a, cld_dd3_make(p)));
}
