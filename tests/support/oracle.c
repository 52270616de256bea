/// Method. K = A - B is the set of all differences, and the signed distance is that of the origin from K.
///
/// 1. The point of K nearest to the origin, by GJK in whole numbers: the nearest point of a simplex is the
/// best among the
///    projections onto all its faces, found by trying each of them; a point of K that lies further ahead is
///    added until there is none. The distance falls with every round and each face can be nearest once, so it
///    ends, without any tolerance. The last round is the proof: all of K lies beyond the plane through the
///    nearest point, across the line from the origin.
/// 2. If the origin is in K: the depth is the least support width of K over the normals of its facets. A
/// facet of K is a face of
///    A, a face of B, or an edge of A against an edge of B; since the width in any direction bounds the depth
///    from above, it does no harm to try too many: all triples of A, all of B, all pairs against all pairs.
///    No hull is ever built. If K has no interior its own normal is among them, or there are none at all (K
///    is straight), and the depth is 0.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "oracle_inside.h"

static void *take_memory(size_t size) {
    void *p = calloc(1, size);
    if (!p) {
        fputs("oracle: out of memory\n", stderr);
        abort();
    }
    return p;
}

oracle *oracle_create(void) {
    oracle *o = take_memory(sizeof *o);
    o->candidates = take_memory(MAX_CANDIDATES * sizeof *o->candidates);
    for (size_t i = 0; i < sizeof o->x / sizeof(mpz_t); i++)
        mpz_init(((mpz_t *)&o->x)[i]);
    return o;
}

void oracle_destroy(oracle *o) {
    if (!o)
        return;
    for (size_t i = 0; i < sizeof o->x / sizeof(mpz_t); i++)
        mpz_clear(((mpz_t *)&o->x)[i]);
    free(o->candidates);
    free(o);
}

double oracle_excess(double x, oracle_real number) { return (x - number.value) - number.rest; }

void oracle_load(oracle *o, const double *a, size_t count_a, const double *b, size_t count_b) {
    assert(count_a >= 1 && count_a <= ORACLE_MAX_POINTS && count_b >= 1 && count_b <= ORACLE_MAX_POINTS);
    o->given[0] = a, o->given[1] = b;
    o->count[0] = count_a, o->count[1] = count_b;
    int lowest_a = exact_lowest_bit_of(a, 3 * count_a), lowest_b = exact_lowest_bit_of(b, 3 * count_b);
    o->exponent = lowest_a < lowest_b ? lowest_a : lowest_b;
    for (int k = 0; k < 3; k++)
        exact_set(o->x.w.c[k], a[k], o->exponent);
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < o->count[side]; i++) {
            for (int k = 0; k < 3; k++)
                exact_set(o->x.u.c[k], o->given[side][3 * i + (size_t)k], o->exponent);
            exact_sub(&o->x.point[side][i], &o->x.u, &o->x.w);
        }
    oracle_load_near(o);
}

// ---- the nearest point of A - B ----

/// Each of these sets o->x.trial to the point nearest to the origin on the plane, line, ... through k points,
/// and says whether it lies within them; never where they are dependent.
typedef bool project(oracle *o, const exact_vec *const w[4]);

static bool project_point(oracle *o, const exact_vec *const w[4]) {
    exact_copy(&o->x.trial.v, w[0]);
    mpz_set_ui(o->x.trial.den, 1);
    return true;
}

static bool project_line(oracle *o, const exact_vec *const w[4]) {
    exact_sub(&o->x.u, w[1], w[0]);
    exact_dot(o->x.t[0], w[0], &o->x.u);
    mpz_neg(o->x.t[0], o->x.t[0]);
    exact_dot(o->x.trial.den, &o->x.u, &o->x.u);
    if (mpz_sgn(o->x.t[0]) <= 0 || mpz_cmp(o->x.t[0], o->x.trial.den) >= 0)
        return false;
    for (int k = 0; k < 3; k++) {
        mpz_mul(o->x.trial.v.c[k], w[0]->c[k], o->x.trial.den);
        mpz_addmul(o->x.trial.v.c[k], o->x.u.c[k], o->x.t[0]);
    }
    return true;
}

/// The projection p is a multiple of n, so its barycentric coordinate for w0, n.((w1 - p) x (w2 - p)), is
/// n.(w1 x w2).
static bool project_plane(oracle *o, const exact_vec *const w[4]) {
    exact_sub(&o->x.u, w[1], w[0]);
    exact_sub(&o->x.v, w[2], w[0]);
    exact_cross(&o->x.n, &o->x.u, &o->x.v);
    for (int k = 0; k < 3; k++) {
        exact_cross(&o->x.u, w[(k + 1) % 3], w[(k + 2) % 3]);
        exact_dot(o->x.t[0], &o->x.n, &o->x.u);
        if (mpz_sgn(o->x.t[0]) <= 0)
            return false;
    }
    exact_dot(o->x.trial.den, &o->x.n, &o->x.n);
    exact_dot(o->x.t[0], &o->x.n, w[0]);
    exact_scale(&o->x.trial.v, &o->x.n, o->x.t[0]);
    return true;
}

/// The origin is inside if each face has it on the side of the opposite corner.
static bool project_space(oracle *o, const exact_vec *const w[4]) {
    for (int k = 0; k < 4; k++) {
        const exact_vec *p = w[(k + 1) % 4], *q = w[(k + 2) % 4], *r = w[(k + 3) % 4];
        exact_sub(&o->x.u, q, p);
        exact_sub(&o->x.v, r, p);
        exact_cross(&o->x.n, &o->x.u, &o->x.v);
        exact_sub(&o->x.u, w[k], p);
        exact_dot(o->x.t[0], &o->x.n, &o->x.u);
        exact_dot(o->x.t[1], &o->x.n, p);
        if (mpz_sgn(o->x.t[0]) == 0 || mpz_sgn(o->x.t[1]) * mpz_sgn(o->x.t[0]) >= 0)
            return false;
    }
    for (int k = 0; k < 3; k++)
        mpz_set_ui(o->x.trial.v.c[k], 0);
    mpz_set_ui(o->x.trial.den, 1);
    return true;
}

static bool trial_is_nearer(oracle *o) {
    mpz_mul(o->x.t[0], o->x.trial.den, o->x.trial.den);
    mpz_mul(o->x.t[0], o->x.t[0], o->x.nearest.square);
    mpz_mul(o->x.t[1], o->x.nearest.den, o->x.nearest.den);
    mpz_mul(o->x.t[1], o->x.t[1], o->x.trial.square);
    return mpz_cmp(o->x.t[1], o->x.t[0]) < 0;
}

static void swap_points(fraction_point *a, fraction_point *b) {
    fraction_point c = *a;
    *a = *b;
    *b = c;
}

/// Projects the origin onto the face whose corners are the bits of `mask`.
static bool project_onto_face(oracle *o, int mask) {
    static project *const projections[] = {project_point, project_line, project_plane, project_space};
    const exact_vec *corners[4];
    int count = 0;
    for (int i = 0; i < o->simplex_count; i++)
        if (mask >> i & 1)
            corners[count++] = &o->x.simplex[i];
    return count > 0 && projections[count - 1](o, corners);
}

/// Finds the point of the simplex nearest to the origin and keeps the corners of the face it lies in.
static void reduce_simplex(oracle *o) {
    int best = 0, kept = 0;
    for (int mask = 1; mask < 1 << o->simplex_count; mask++) {
        if (!project_onto_face(o, mask))
            continue;
        exact_dot(o->x.trial.square, &o->x.trial.v, &o->x.trial.v);
        if (best == 0 || trial_is_nearer(o)) {
            best = mask;
            swap_points(&o->x.nearest, &o->x.trial);
        }
    }
    for (int i = 0; i < o->simplex_count; i++)
        if (best >> i & 1)
            exact_copy(&o->x.simplex[kept++], &o->x.simplex[i]);
    o->simplex_count = kept;
}

/// The highest and lowest of each set along d, into o->x.high and o->x.low; `top` and `bottom`, if given, get
/// the indices.
static void find_extent(oracle *o, const exact_vec *d, size_t top[2], size_t bottom[2]) {
    for (int side = 0; side < 2; side++) {
        size_t highest = 0, lowest = 0;
        for (size_t i = 0; i < o->count[side]; i++) {
            exact_dot(o->x.t[0], d, &o->x.point[side][i]);
            if (i == 0 || mpz_cmp(o->x.t[0], o->x.high[side]) > 0) {
                mpz_set(o->x.high[side], o->x.t[0]);
                highest = i;
            }
            if (i == 0 || mpz_cmp(o->x.t[0], o->x.low[side]) < 0) {
                mpz_set(o->x.low[side], o->x.t[0]);
                lowest = i;
            }
        }
        if (top)
            top[side] = highest, bottom[side] = lowest;
    }
}

static void find_nearest(oracle *o) {
    exact_sub(&o->x.simplex[0], &o->x.point[0][0], &o->x.point[1][0]);
    o->simplex_count = 1;
    for (;;) {
        reduce_simplex(o);
        if (mpz_sgn(o->x.nearest.square) == 0)
            return;
        size_t top[2], bottom[2];
        find_extent(o, &o->x.nearest.v, top, bottom);
        mpz_sub(o->x.t[0], o->x.low[0], o->x.high[1]);
        mpz_mul(o->x.t[0], o->x.t[0], o->x.nearest.den);
        if (mpz_cmp(o->x.t[0], o->x.nearest.square) >= 0)
            return;
        exact_sub(&o->x.simplex[o->simplex_count++], &o->x.point[0][bottom[0]], &o->x.point[1][top[1]]);
    }
}

// ---- the depth ----

static void list_edges(oracle *o, int side) {
    for (int i = 0; i < (int)o->count[side]; i++)
        for (int j = i + 1; j < (int)o->count[side]; j++)
            o->edges[o->edge_count++] = (edge){side, i, j};
}

static void add_candidate(oracle *o, int first, int second) {
    o->candidates[o->candidate_count++] = (candidate){first, second, 0};
}

/// Every pair of edges: of A against B, and of one set those that start at the same point, once for each
/// triple.
static void list_candidates(oracle *o) {
    o->edge_count = 0;
    o->candidate_count = 0;
    list_edges(o, 0);
    list_edges(o, 1);
    for (int i = 0; i < o->edge_count; i++)
        for (int j = i + 1; j < o->edge_count; j++) {
            const edge *e = &o->edges[i], *f = &o->edges[j];
            if (e->side != f->side || e->from == f->from)
                add_candidate(o, i, j);
        }
}

static void take_width(oracle *o, const mpz_t width) {
    mpz_mul(o->x.t[1], width, width);
    mpz_mul(o->x.t[1], o->x.t[1], o->x.best_square);
    mpz_mul(o->x.t[2], o->x.best_width, o->x.best_width);
    mpz_mul(o->x.t[2], o->x.t[2], o->x.t[3]);
    if (mpz_sgn(o->x.best_square) == 0 || mpz_cmp(o->x.t[1], o->x.t[2]) < 0) {
        mpz_set(o->x.best_width, width);
        mpz_set(o->x.best_square, o->x.t[3]);
    }
}

static void evaluate_candidate(oracle *o, const candidate *c) {
    const edge *e = &o->edges[c->first], *f = &o->edges[c->second];
    exact_sub(&o->x.u, &o->x.point[e->side][e->to], &o->x.point[e->side][e->from]);
    exact_sub(&o->x.v, &o->x.point[f->side][f->to], &o->x.point[f->side][f->from]);
    exact_cross(&o->x.n, &o->x.u, &o->x.v);
    exact_dot(o->x.t[3], &o->x.n, &o->x.n);
    if (mpz_sgn(o->x.t[3]) == 0)
        return;
    find_extent(o, &o->x.n, NULL, NULL);
    for (int side = 0; side < 2; side++) {
        mpz_sub(o->x.t[0], o->x.high[side], o->x.low[1 - side]);
        take_width(o, o->x.t[0]);
    }
}

static oracle_real find_signed_distance(oracle *o, bool filtered) {
    find_nearest(o);
    if (mpz_sgn(o->x.nearest.square) > 0) {
        mpz_mul(o->x.t[0], o->x.nearest.den, o->x.nearest.den);
        return exact_round_root(1, o->x.nearest.square, o->x.t[0], o->exponent);
    }
    list_candidates(o);
    if (filtered)
        oracle_drop_candidates(o);
    mpz_set_ui(o->x.best_width, 0);
    mpz_set_ui(o->x.best_square, 0);
    for (size_t i = 0; i < o->candidate_count; i++)
        evaluate_candidate(o, &o->candidates[i]);
    if (mpz_sgn(o->x.best_square) == 0)
        return (oracle_real){0, 0};
    mpz_mul(o->x.t[0], o->x.best_width, o->x.best_width);
    return exact_round_root(-1, o->x.t[0], o->x.best_square, o->exponent);
}

oracle_real oracle_find_signed_distance(oracle *o) { return find_signed_distance(o, true); }

oracle_real oracle_find_signed_distance_unfiltered(oracle *o) { return find_signed_distance(o, false); }

oracle_real oracle_find_separation(oracle *o, const double direction[3]) {
    int exponent = exact_lowest_bit_of(direction, 3);
    for (int k = 0; k < 3; k++)
        exact_set(o->x.n.c[k], direction[k], exponent);
    find_extent(o, &o->x.n, NULL, NULL);
    mpz_sub(o->x.t[0], o->x.low[1], o->x.high[0]);
    int sign = mpz_sgn(o->x.t[0]);
    mpz_mul(o->x.t[0], o->x.t[0], o->x.t[0]);
    exact_dot(o->x.t[1], &o->x.n, &o->x.n);
    return exact_round_root(sign, o->x.t[0], o->x.t[1], o->exponent);
}
