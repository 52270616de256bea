#include "oracle_brush.h"

#include <math.h>

void oracle_brush_init(oracle_brush *o) {
    for (int i = 0; i < ORACLE_BRUSH_MOST_SIDES; i++) {
        exact_vec_init(&o->n[i]);
        mpz_init(o->d[i]);
    }
    for (int i = 0; i < ORACLE_BRUSH_MOST_VERTICES; i++) {
        exact_vec_init(&o->x[i]);
        mpz_init(o->w[i]);
    }
}

void oracle_brush_clear(oracle_brush *o) {
    for (int i = 0; i < ORACLE_BRUSH_MOST_SIDES; i++) {
        exact_vec_clear(&o->n[i]);
        mpz_clear(o->d[i]);
    }
    for (int i = 0; i < ORACLE_BRUSH_MOST_VERTICES; i++) {
        exact_vec_clear(&o->x[i]);
        mpz_clear(o->w[i]);
    }
}

static void set_planes(oracle_brush *o, const cld_map_side *sides) {
    exact_vec p[3];
    for (int k = 0; k < 3; k++)
        exact_vec_init(&p[k]);
    for (size_t i = 0; i < o->side_count; i++) {
        for (int k = 0; k < 9; k++)
            exact_set(p[k / 3].c[k % 3], (&sides[i].points[k / 3].x)[k % 3], o->unit);
        exact_sub(&p[0], &p[0], &p[1]);
        exact_sub(&p[2], &p[2], &p[1]);
        exact_cross(&o->n[i], &p[0], &p[2]);
        exact_dot(o->d[i], &o->n[i], &p[1]);
    }
    for (int k = 0; k < 3; k++)
        exact_vec_clear(&p[k]);
}

/// The sign of n . x - d w for a side.
static int find_place(const oracle_brush *o, size_t side, const exact_vec *x, const mpz_t w) {
    mpz_t along, at;
    mpz_inits(along, at, NULL);
    exact_dot(along, &o->n[side], x);
    mpz_mul(at, o->d[side], w);
    int sign = mpz_cmp(along, at);
    mpz_clears(along, at, NULL);
    return sign;
}

static bool lies_inside(const oracle_brush *o, const exact_vec *x, const mpz_t w, int most) {
    for (size_t i = 0; i < o->side_count; i++)
        if (find_place(o, i, x, w) > most)
            return false;
    return true;
}

static void add_corner(oracle_brush *o, size_t i, size_t j, size_t k) {
    exact_vec across, *x = &o->x[o->vertex_count];
    size_t at[] = {i, j, k};
    exact_vec_init(&across);
    for (int c = 0; c < 3; c++)
        mpz_set_ui(x->c[c], 0);
    for (int m = 0; m < 3; m++) {
        exact_cross(&across, &o->n[at[(m + 1) % 3]], &o->n[at[(m + 2) % 3]]);
        for (int c = 0; c < 3; c++)
            mpz_addmul(x->c[c], across.c[c], o->d[at[m]]);
    }
    exact_dot(o->w[o->vertex_count], &o->n[k], &across);
    exact_vec_clear(&across);
    int sign = mpz_sgn(o->w[o->vertex_count]);
    for (int c = 0; c < 3 && sign < 0; c++)
        mpz_neg(x->c[c], x->c[c]);
    mpz_abs(o->w[o->vertex_count], o->w[o->vertex_count]);
    if (sign && lies_inside(o, x, o->w[o->vertex_count], 0))
        o->vertex_count++;
}

void oracle_brush_set(oracle_brush *o, const cld_map_side *sides, size_t count) {
    o->side_count = count;
    o->unit = exact_lowest_bit_of(&sides[0].points[0].x, 9);
    for (size_t i = 1; i < count; i++) {
        int unit = exact_lowest_bit_of(&sides[i].points[0].x, 9);
        o->unit = unit < o->unit ? unit : o->unit;
    }
    set_planes(o, sides);
    o->vertex_count = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < i; j++)
            for (size_t k = 0; k < j; k++)
                add_corner(o, i, j, k);
}

// The middle of the vertices lies inside then.
bool oracle_brush_has_inside(const oracle_brush *o) {
    mpz_t w;
    exact_vec sum;
    mpz_init(w);
    exact_vec_init(&sum);
    mpz_set_ui(w, 1);
    for (size_t i = 0; i < o->vertex_count; i++) { // sum / w + x / wi
        for (int c = 0; c < 3; c++) {
            mpz_mul(sum.c[c], sum.c[c], o->w[i]);
            mpz_addmul(sum.c[c], o->x[i].c[c], w);
        }
        mpz_mul(w, w, o->w[i]);
    }
    mpz_mul_ui(w, w, o->vertex_count);
    bool is_inside = o->vertex_count > 0 && lies_inside(o, &sum, w, -1);
    mpz_clear(w);
    exact_vec_clear(&sum);
    return is_inside;
}

/// Whether `value` is the double nearest to x / w times 2^unit.
static bool is_nearest(double value, const mpz_t x, const mpz_t w, int unit) {
    mpq_t exact, best, other, off;
    mpq_inits(exact, best, other, off, NULL);
    mpq_set_num(exact, x);
    mpq_set_den(exact, w);
    mpq_canonicalize(exact);
    if (unit >= 0)
        mpq_mul_2exp(exact, exact, (mp_bitcnt_t)unit);
    else
        mpq_div_2exp(exact, exact, (mp_bitcnt_t)-unit);
    mpq_set_d(best, value);
    mpq_sub(best, best, exact);
    mpq_abs(best, best);
    bool is_best = true;
    for (int side = -1; side <= 1; side += 2) {
        mpq_set_d(other, nextafter(value, side * INFINITY));
        mpq_sub(off, other, exact);
        mpq_abs(off, off);
        is_best &= mpq_cmp(best, off) <= 0;
    }
    mpq_clears(exact, best, other, off, NULL);
    return is_best;
}

bool oracle_brush_is_vertex(const oracle_brush *o, size_t i, cld_vec3 v) {
    return is_nearest(v.x, o->x[i].c[0], o->w[i], o->unit) &&
           is_nearest(v.y, o->x[i].c[1], o->w[i], o->unit) && is_nearest(v.z, o->x[i].c[2], o->w[i], o->unit);
}
