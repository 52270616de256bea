/// Affine maps with entries of about 106 bits.
///
/// A map is applied once, when a shape is made, so it can afford to lose nothing: every entry is a
/// double-double, and the image of a point is rounded once. The angle functions are Taylor series in
/// double-double on [-45, 45] degrees, after an exact reduction in degrees, so that they are the same on
/// every machine whatever its math library.

#include "collide/transform.h"

#include <math.h>

#include "math/affine.h"
#include "math/loss.h"

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

cld_transform cld_affine_store(const cld_affine *a) {
    cld_transform r = {.m_error = {{{0, 0, 0}}}};
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
    return cld_affine_store(&r);
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

/// c + (1 - c) u^2, with v^2 + w^2 = 1 - u^2: along an axis of the world about which is turned, exactly 1.
static cld_dd find_diagonal(cld_dd u, cld_dd v, cld_dd w, cld_dd c, cld_dd versine) {
    cld_dd square = cld_dd_mul(u, u), rest = cld_dd_add(cld_dd_mul(v, v), cld_dd_mul(w, w));
    return square.hi > 0.5 ? cld_dd_sub(one, cld_dd_mul(versine, rest))
                           : cld_dd_add(c, cld_dd_mul(versine, square));
}

cld_transform cld_transform_make_axis_angle(cld_vec3 axis, double degrees) {
    int exponent;
    cld_dd3 u = cld_dd3_unit(cld_dd3_make(cld_bring_to_one(axis, &exponent)));
    cld_dd s, c;
    find_sine(degrees, &s, &c);
    // Rodrigues: c I + s [u]x + (1 - c) u u^T
    cld_dd versine = cld_dd_sub(one, c);
    cld_dd3 v = cld_dd3_scale(u, versine), w = cld_dd3_scale(u, s);
    cld_affine r = {.m = {{cld_dd_mul(v.x, u.x), cld_dd_mul(v.x, u.y), cld_dd_mul(v.x, u.z)},
                          {cld_dd_mul(v.y, u.x), cld_dd_mul(v.y, u.y), cld_dd_mul(v.y, u.z)},
                          {cld_dd_mul(v.z, u.x), cld_dd_mul(v.z, u.y), cld_dd_mul(v.z, u.z)}},
                    .t = {zero, zero, zero}};
    r.m[0].x = find_diagonal(u.x, u.y, u.z, c, versine);
    r.m[1].y = find_diagonal(u.y, u.z, u.x, c, versine);
    r.m[2].z = find_diagonal(u.z, u.x, u.y, c, versine);
    r.m[0].y = cld_dd_sub(r.m[0].y, w.z);
    r.m[0].z = cld_dd_add(r.m[0].z, w.y);
    r.m[1].x = cld_dd_add(r.m[1].x, w.z);
    r.m[1].z = cld_dd_sub(r.m[1].z, w.x);
    r.m[2].x = cld_dd_sub(r.m[2].x, w.y);
    r.m[2].y = cld_dd_add(r.m[2].y, w.x);
    return cld_affine_store(&r);
}

/// What is beyond 2^996 double-double makes NaNs of: takes the plain sums of such numbers, or infinities
/// where those show nothing of it, so that it can be told to be too large.
static void keep_size(cld_vec3 *high, const cld_vec3 *low, cld_vec3 plain) {
    double sum = plain.x + plain.y + plain.z;
    if (isnan(high->x + high->y + high->z + low->x + low->y + low->z))
        *high = isfinite(sum) && cld_max_abs(plain) > CLD_LARGEST
                    ? plain
                    : cld_vec3_make(INFINITY, INFINITY, INFINITY);
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
    cld_transform product = cld_affine_store(&r);
    for (int i = 0; i < 3; i++)
        keep_size(&product.m.row[i], &product.m_low.row[i],
                  cld_mat3_apply_transposed(&inner->m, outer->m.row[i]));
    keep_size(&product.t, &product.t_low, cld_add(cld_mat3_apply(&outer->m, inner->t), outer->t));
    cld_transform_set_errors(outer, &a, inner, &b, &product);
    return product;
}

cld_vec3 cld_transform_apply(const cld_transform *transform, cld_vec3 p) {
    cld_affine a = cld_affine_make(transform);
    return cld_dd3_value(cld_affine_apply(&a, cld_dd3_make(p)));
}
