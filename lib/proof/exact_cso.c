#include "proof/exact_cso.h"

#include <limits.h>
#include <math.h>

static int lower_of(int a, int b) { return a < b ? a : b; }

static int higher_of(int a, int b) { return a > b ? a : b; }

/// The lowest bit among some numbers; INT_MAX if all are zero.
static int find_lowest(const double *x, size_t count) {
    int lowest = INT_MAX;
    for (size_t i = 0; i < count; i++)
        lowest = lower_of(lowest, cld_lowest_bit(x[i]));
    return lowest;
}

/// The exponent of products; of zeros alone there are none to hold.
static int add_exponents(int a, int b) { return a == INT_MAX || b == INT_MAX ? INT_MAX : a + b; }

int cld_exact_side_measure(cld_exact_side *side, int own_exponent) {
    cld_transform space;
    const cld_transform *place = cld_shape_find_transform(side->shape, &space);
    int m = lower_of(find_lowest(&place->m.row[0].x, 9), find_lowest(&place->m_low.row[0].x, 9));
    int t = lower_of(find_lowest(&place->t.x, 3), find_lowest(&place->t_low.x, 3));
    side->point_exponent = own_exponent;
    side->world_exponent = lower_of(add_exponents(m, own_exponent), t);
    if (!side->pose)
        return side->world_exponent;
    int r = find_lowest(&side->pose->r.row[0].x, 9);
    return lower_of(add_exponents(r, side->world_exponent), find_lowest(&side->pose->t.x, 3));
}

/// The exponent of the shape's vertices where it stands.
static int measure_vertices(cld_exact_side *side) {
    int own = INT_MAX;
    for (uint32_t i = 0; i < side->shape->core.count; i++) {
        cld_vec3 p = cld_shape_point(side->shape, i);
        own = lower_of(own, find_lowest(&p.x, 3));
    }
    return cld_exact_side_measure(side, own);
}

/// r += m . p, the entries of m as whole numbers times 2^exponent.
static void add_row(cld_whole *r, cld_vec3 m, const cld_whole3 *p, int exponent) {
    cld_whole entry;
    for (int k = 0; k < 3; k++) {
        cld_whole_set(&entry, cld_component(m, k), exponent);
        cld_whole_add_product(r, &entry, &p->c[k]);
    }
}

static void add_number(cld_whole *r, double x, int exponent) {
    cld_whole number;
    cld_whole_set(&number, x, exponent);
    cld_whole_add(r, r, &number);
}

void cld_exact_side_place(const cld_exact_side *side, cld_vec3 own, int exponent, cld_whole3 *at) {
    cld_transform space;
    const cld_transform *place = cld_shape_find_transform(side->shape, &space);
    cld_whole3 p, world;
    int e = side->pose ? side->world_exponent : exponent;
    int own_exponent = side->point_exponent == INT_MAX ? 0 : side->point_exponent;
    cld_whole3_set(&p, own, own_exponent);
    cld_whole3_set(&world, place->t, e);
    for (int k = 0; k < 3; k++) {
        add_number(&world.c[k], cld_component(place->t_low, k), e);
        if (side->point_exponent == INT_MAX)
            continue;
        add_row(&world.c[k], place->m.row[k], &p, e - own_exponent);
        add_row(&world.c[k], place->m_low.row[k], &p, e - own_exponent);
    }
    if (!side->pose) {
        cld_whole3_copy(at, &world);
        return;
    }
    cld_whole3_set(at, side->pose->t, exponent);
    for (int k = 0; k < 3 && side->world_exponent != INT_MAX; k++)
        add_row(&at->c[k], side->pose->r.row[k], &world, exponent - side->world_exponent);
}

static void place_vertex(const cld_exact_side *side, uint32_t i, int exponent, cld_whole3 *vertex) {
    cld_exact_side_place(side, cld_shape_point(side->shape, i), exponent, vertex);
}

bool cld_exact_cso_make(cld_exact_cso *exact, const cld_cso *cso, const cld_shape *a, const cld_pose *pose_a,
                        const cld_shape *b, const cld_pose *pose_b) {
    *exact = (cld_exact_cso){.a = {a, pose_a, &cso->a.cloud, 0, 0}, .b = {b, pose_b, &cso->b.cloud, 0, 0}};
    exact->error = cso->error;
    exact->reach = fmax(cso->a.reach, cso->b.reach);
    int exponent = lower_of(measure_vertices(&exact->a), measure_vertices(&exact->b)), high;
    exponent = lower_of(exponent, lower_of(find_lowest(&a->radius, 1), find_lowest(&b->radius, 1)));
    exact->exponent = exponent == INT_MAX ? 0 : exponent;
    // No coordinate in the world is above the two centres' and the shapes' own sizes together.
    double largest = fmax(cld_max_abs(cso->a.centre), cld_max_abs(cso->b.centre)) + exact->reach * cso->unit;
    (void)frexp(largest, &high);
    exact->bits = high + 3 - exact->exponent;
    // Four differences of two points each, and sums of at most 2^8 such products.
    return 4 * exact->bits + 8 < CLD_WHOLE_BITS;
}

/// The least double instead of a number whose sign is known but which underflowed.
static double keep_sign(double x, int sign) { return x == 0 ? sign * 0x1p-1074 : x; }

/// With q = along / |n| and r for the radii, q - r is (along^2 - r^2 n^2) / n^2 / (q + r).
bool cld_exact_find_gap(const cld_exact_cso *exact, const cld_whole *along, const cld_whole3 *n,
                        double *gap) {
    const cld_shape *a = exact->a.shape, *b = exact->b.shape;
    cld_whole radius, norm, square, limit;
    int scale, bits = cld_whole_bits(along), e = exact->exponent;
    double length = cld_length(cld_whole3_round(n, &scale)), q = cld_whole_value(along, bits) / length;
    cld_whole_set(&radius, a->radius, e);
    add_number(&radius, b->radius, e);
    if (radius.sign == 0 || along->sign <= 0) {
        double distance = ldexp(q, bits - scale + e);
        *gap = keep_sign(distance - a->radius - b->radius, radius.sign ? -1 : along->sign);
        return true;
    }
    int radius_bits = cld_whole_bits(&radius), high = higher_of(bits - scale, radius_bits);
    if (2 * higher_of(bits, radius_bits + scale + 1) + 2 > CLD_WHOLE_BITS)
        return false;
    cld_whole_mul(&square, &radius, &radius);
    cld_whole3_dot(&norm, n, n);
    cld_whole_mul(&limit, &square, &norm);
    cld_whole_mul(&square, along, along);
    cld_whole_sub(&square, &square, &limit);
    int left = cld_whole_bits(&square);
    double r = cld_whole_value(&radius, radius_bits),
           sum = ldexp(q, bits - scale - high) + ldexp(r, radius_bits - high);
    double excess = cld_whole_value(&square, left) / (length * length) / sum;
    *gap = keep_sign(ldexp(excess, left - 2 * scale - high + e), square.sign);
    return true;
}

void cld_exact_cso_at(const cld_exact_cso *exact, uint32_t ia, uint32_t ib, cld_exact_point *point) {
    cld_whole3 b;
    point->ia = ia;
    point->ib = ib;
    place_vertex(&exact->a, ia, exact->exponent, &point->w);
    place_vertex(&exact->b, ib, exact->exponent, &b);
    cld_whole3_sub(&point->w, &point->w, &b);
}

static bool is_same(const cld_whole3 *p, const cld_whole3 *q) {
    cld_whole3 r;
    cld_whole3_sub(&r, p, q);
    return cld_whole3_is_zero(&r);
}

/// The vertex farthest along `sign` * d, the first of equal ones; CLD_NO_INDEX if all are equal to the one at
/// `apex`.
///
/// The filter: with |n| <= sqrt(3), a dot product of rounded numbers is off by 3 u for its roundings and 4 u
/// for n's, times sqrt(3) reach, and by sqrt(3) times the error of the vertex.
static uint32_t find_extreme(const cld_exact_cso *exact, const cld_exact_side *side, const cld_whole3 *d,
                             int sign, uint32_t apex) {
    const cld_cloud *cloud = side->cloud;
    int scale;
    cld_vec3 n = cld_scale(cld_whole3_round(d, &scale), sign);
    double error = 16 * CLD_ROUNDOFF * exact->reach + 2 * exact->error, highest = -INFINITY, best_height = 0;
    uint32_t best = CLD_NO_INDEX;
    cld_whole3 best_point, point, step, at_apex;
    if (apex != CLD_NO_INDEX)
        place_vertex(side, apex, exact->exponent, &at_apex);
    for (uint32_t i = 0; apex == CLD_NO_INDEX && i < cloud->count; i++)
        highest = fmax(highest, cld_dot(n, cld_cloud_at(cloud, i)));
    for (uint32_t i = 0; i < cloud->count; i++) {
        double height = cld_dot(n, cld_cloud_at(cloud, i));
        if (height < highest - 2 * error || (best != CLD_NO_INDEX && height < best_height - 2 * error))
            continue;
        place_vertex(side, i, exact->exponent, &point);
        if (apex != CLD_NO_INDEX && is_same(&point, &at_apex))
            continue;
        if (best != CLD_NO_INDEX && height <= best_height + 2 * error) {
            cld_whole3_sub(&step, &point, &best_point);
            if (sign * cld_whole3_sign_dot(d, &step) <= 0)
                continue;
        }
        best = i;
        best_height = height;
        cld_whole3_copy(&best_point, &point);
    }
    return best;
}

/// Of the rays from the apex those along the edges of A and B suffice: the others are sums of two of them.
static bool find_ray(const cld_exact_cso *exact, const cld_whole3 *d, cld_exact_point *point) {
    uint32_t ia = find_extreme(exact, &exact->a, d, 1, exact->ia),
             ib = find_extreme(exact, &exact->b, d, -1, exact->ib);
    if (ia == CLD_NO_INDEX && ib == CLD_NO_INDEX)
        return false;
    if (ib == CLD_NO_INDEX) {
        cld_exact_cso_at(exact, ia, exact->ib, point);
        return true;
    }
    cld_exact_cso_at(exact, exact->ia, ib, point);
    if (ia == CLD_NO_INDEX)
        return true;
    cld_exact_point other;
    cld_whole3 step;
    cld_exact_cso_at(exact, ia, exact->ib, &other);
    cld_whole3_sub(&step, &other.w, &point->w);
    if (cld_whole3_sign_dot(d, &step) > 0)
        *point = other;
    return true;
}

bool cld_exact_cso_support(const cld_exact_cso *exact, const cld_whole3 *d, cld_exact_point *point) {
    if (exact->is_fan)
        return find_ray(exact, d, point);
    uint32_t ia = find_extreme(exact, &exact->a, d, 1, CLD_NO_INDEX);
    uint32_t ib = find_extreme(exact, &exact->b, d, -1, CLD_NO_INDEX);
    cld_exact_cso_at(exact, ia, ib, point);
    return true;
}
