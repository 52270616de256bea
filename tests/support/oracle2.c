#include "oracle2.h"

#include <limits.h>
#include <stdbool.h>
#include <string.h>

#include "exact.h"

typedef struct point2 {
    mpz_t x, y;
} point2;

typedef struct set2 {
    point2 p[ORACLE2_MAX_POINTS];
    size_t count;
} set2;

/// sign * sqrt(num / den), and room for one more and for sums.
typedef struct search {
    set2 a, b;
    int exponent;
    int sign;
    mpz_t num, den, other_num, other_den, s, t;
    point2 e, d;
} search;

static int find_exponent(const double *p, size_t count) {
    int lowest = INT_MAX;
    for (size_t i = 0; i < count; i++) {
        int e = exact_lowest_bit_of(p + 3 * i, 2);
        lowest = e < lowest ? e : lowest;
    }
    return lowest;
}

static void load_set(set2 *set, const double *p, size_t count, int exponent) {
    set->count = count;
    for (size_t i = 0; i < count; i++) {
        mpz_inits(set->p[i].x, set->p[i].y, NULL);
        exact_set(set->p[i].x, p[3 * i], exponent);
        exact_set(set->p[i].y, p[3 * i + 1], exponent);
    }
}

static void clear_set(set2 *set) {
    for (size_t i = 0; i < set->count; i++)
        mpz_clears(set->p[i].x, set->p[i].y, NULL);
}

static void begin(search *q, const double *a, size_t count_a, const double *b, size_t count_b) {
    memset(q, 0, sizeof *q);
    int e = find_exponent(a, count_a), f = find_exponent(b, count_b);
    q->exponent = e < f ? e : f;
    q->exponent = q->exponent == INT_MAX ? 0 : q->exponent;
    load_set(&q->a, a, count_a, q->exponent);
    load_set(&q->b, b, count_b, q->exponent);
    mpz_inits(q->num, q->den, q->other_num, q->other_den, q->s, q->t, q->e.x, q->e.y, q->d.x, q->d.y, NULL);
}

static void end(search *q) {
    clear_set(&q->a);
    clear_set(&q->b);
    mpz_clears(q->num, q->den, q->other_num, q->other_den, q->s, q->t, q->e.x, q->e.y, q->d.x, q->d.y, NULL);
}

static void sub(point2 *r, const point2 *a, const point2 *b) {
    mpz_sub(r->x, a->x, b->x);
    mpz_sub(r->y, a->y, b->y);
}

static void dot(mpz_t r, const point2 *a, const point2 *b) {
    mpz_mul(r, a->x, b->x);
    mpz_addmul(r, a->y, b->y);
}

static void cross(mpz_t r, const point2 *a, const point2 *b) {
    mpz_mul(r, a->x, b->y);
    mpz_submul(r, a->y, b->x);
}

/// t = the largest dot product with n, or the least.
static void find_extreme(search *q, const set2 *set, const point2 *n, bool largest) {
    for (size_t i = 0; i < set->count; i++) {
        dot(q->s, &set->p[i], n);
        int order = i ? mpz_cmp(q->s, q->t) : 0;
        if (i == 0 || (largest ? order > 0 : order < 0))
            mpz_set(q->t, q->s);
    }
}

/// other_num = lowest of B minus highest of A along n.
static void separate(search *q, const point2 *n) {
    find_extreme(q, &q->b, n, false);
    mpz_set(q->other_num, q->t);
    find_extreme(q, &q->a, n, true);
    mpz_sub(q->other_num, q->other_num, q->t);
}

/// Turns other_num, a length times the root of other_den, into sign and square; returns the sign.
static int square(search *q) {
    int sign = mpz_sgn(q->other_num);
    mpz_mul(q->other_num, q->other_num, q->other_num);
    return sign;
}

/// Whether the other number is greater than the one so far, as signed roots.
static bool is_greater(search *q, int sign) {
    if (sign != q->sign)
        return sign > q->sign;
    mpz_mul(q->s, q->other_num, q->den);
    mpz_mul(q->t, q->num, q->other_den);
    int order = mpz_cmp(q->s, q->t);
    return sign >= 0 ? order > 0 : order < 0;
}

static void keep(search *q, int sign) {
    q->sign = sign;
    mpz_swap(q->num, q->other_num);
    mpz_swap(q->den, q->other_den);
}

/// Tries both normals of the line through each two points of the set; the greatest separation is kept. False
/// if there is none.
static bool try_normals(search *q, const set2 *set, bool found) {
    for (size_t i = 0; i < set->count; i++)
        for (size_t j = 0; j < set->count; j++) {
            sub(&q->e, &set->p[j], &set->p[i]);
            mpz_set(q->d.x, q->e.y);
            mpz_neg(q->d.y, q->e.x);
            dot(q->other_den, &q->d, &q->d);
            if (mpz_sgn(q->other_den) == 0)
                continue;
            separate(q, &q->d);
            int sign = square(q);
            if (!found || is_greater(q, sign))
                keep(q, sign);
            found = true;
        }
    return found;
}

/// Tries the distances of points from points, and of points from the inside of segments; the least is kept.
static void try_distances(search *q, const set2 *points, const set2 *set, bool *found) {
    for (size_t k = 0; k < points->count; k++)
        for (size_t i = 0; i < set->count; i++)
            for (size_t j = 0; j < set->count; j++) {
                sub(&q->e, &set->p[j], &set->p[i]);
                sub(&q->d, &points->p[k], &set->p[i]);
                dot(q->other_den, &q->e, &q->e);
                dot(q->s, &q->d, &q->e);
                if (i == j) {
                    dot(q->other_num, &q->d, &q->d);
                    mpz_set_ui(q->other_den, 1);
                } else if (mpz_sgn(q->s) > 0 && mpz_cmp(q->s, q->other_den) < 0) {
                    cross(q->other_num, &q->d, &q->e);
                    square(q);
                } else {
                    continue;
                }
                if (!*found || !is_greater(q, mpz_sgn(q->other_num)))
                    keep(q, mpz_sgn(q->other_num));
                *found = true;
            }
}

oracle_real oracle2_find_signed_distance(const double *a, size_t count_a, const double *b, size_t count_b) {
    search q;
    begin(&q, a, count_a, b, count_b);
    bool found = try_normals(&q, &q.a, false);
    found = try_normals(&q, &q.b, found);
    // No normal that separates them less than not at all: they overlap. Else they touch or are apart, and if
    // they have no interior, only the distance tells which.
    if (!found || q.sign >= 0) {
        found = false;
        try_distances(&q, &q.a, &q.b, &found);
        try_distances(&q, &q.b, &q.a, &found);
    }
    oracle_real truth = exact_round_root(q.sign, q.num, q.den, q.exponent);
    end(&q);
    return truth;
}

oracle_real oracle2_find_separation(const double *a, size_t count_a, const double *b, size_t count_b,
                                    const double direction[2]) {
    search q;
    begin(&q, a, count_a, b, count_b);
    int exponent = exact_lowest_bit_of(direction, 2);
    exact_set(q.d.x, direction[0], exponent);
    exact_set(q.d.y, direction[1], exponent);
    dot(q.other_den, &q.d, &q.d);
    separate(&q, &q.d);
    keep(&q, square(&q));
    oracle_real truth = exact_round_root(q.sign, q.num, q.den, q.exponent);
    end(&q);
    return truth;
}
