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
///
/// The filter of step 2 evaluates every candidate in doubles first, with a bound on the error, and drops
/// those whose least possible width is above another's largest possible width.
#include "oracle.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "exact.h"

enum {
    MAX_EDGES = ORACLE_MAX_POINTS * (ORACLE_MAX_POINTS - 1) / 2,
    MAX_TRIPLES = MAX_EDGES * (ORACLE_MAX_POINTS - 2) / 3,
    MAX_CANDIDATES = MAX_EDGES * MAX_EDGES + 2 * MAX_TRIPLES
};

/// The point v / den, and |v|^2; den > 0.
typedef struct fraction_point {
    exact_vec v;
    mpz_t den, square;
} fraction_point;

typedef struct edge {
    int side, from, to;
} edge;

/// The direction edge[first] x edge[second], and a bound below its support width over its length.
typedef struct candidate {
    int first, second;
    double lower;
} candidate;

/// All whole numbers of an oracle, nothing else: they are made and cleared as one array.
typedef struct oracle_numbers {
    exact_vec point[2][ORACLE_MAX_POINTS]; ///< times 2^exponent, relative to the first point of A
    exact_vec simplex[4];
    fraction_point nearest, trial;
    mpz_t best_width, best_square; ///< the least width so far is best_width / sqrt(best_square)
    mpz_t high[2], low[2];
    exact_vec u, v, w, n;
    mpz_t t[4];
} oracle_numbers;

struct oracle {
    size_t count[2];
    int exponent;
    oracle_numbers x;
    int simplex_count;

    const double *given[2];
    /// The points rounded, times a power of two that makes the largest coordinate about 1.
    double near[2][ORACLE_MAX_POINTS][3];
    double near_scale;

    edge edges[2 * MAX_EDGES];
    int edge_count;
    candidate *candidates;
    size_t candidate_count, survivor_count;
};

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

static void load_near(oracle *o) {
    double largest = 0;
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < o->count[side]; i++)
            for (int k = 0; k < 3; k++) {
                o->near[side][i][k] = o->given[side][3 * i + (size_t)k] - o->given[0][k];
                largest = fmax(largest, fabs(o->near[side][i][k]));
            }
    int e = 0;
    if (largest > 0)
        (void)frexp(largest, &e);
    o->near_scale = ldexp(1, -e);
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < o->count[side]; i++)
            for (int k = 0; k < 3; k++)
                o->near[side][i][k] *= o->near_scale;
}

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
    load_near(o);
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

/// The vector from one end of the edge to the other, each component right to one rounding.
static void find_near_edge(const oracle *o, const edge *e, double r[3]) {
    const double *points = o->given[e->side];
    for (int k = 0; k < 3; k++)
        r[k] = (points[3 * e->to + k] - points[3 * e->from + k]) * o->near_scale;
}

/// The lesser of a candidate's two widths, in doubles, and not yet divided by |n|.
static double find_near_width(const oracle *o, const double n[3]) {
    double high[2] = {-DBL_MAX, -DBL_MAX}, low[2] = {DBL_MAX, DBL_MAX};
    for (int side = 0; side < 2; side++)
        for (size_t i = 0; i < o->count[side]; i++) {
            const double *p = o->near[side][i];
            double h = n[0] * p[0] + n[1] * p[1] + n[2] * p[2];
            high[side] = h > high[side] ? h : high[side];
            low[side] = h < low[side] ? h : low[side];
        }
    return fmin(high[0] - low[1], high[1] - low[0]);
}

/// Sets a candidate's lower bound and returns its upper bound.
///
/// With u = 2^-53, e and f have relative errors of u in each component, so n = e x f has at most
/// 4 u (|e_y f_z| + |e_z f_y|) in each, 4 sqrt(3) u |e| |f| together: `tilt`, rounded up. Points are at most
/// sqrt(3) from the origin with a relative error of u, and a dot product of three terms adds 3 u |n| |p|; so
/// a width, a difference of two, is right to 2 sqrt(3) (5 u |n| + tilt). Below 1e-140 squares may vanish, and
/// nothing is claimed.
static double bound_candidate(const oracle *o, candidate *c) {
    double e[3], f[3];
    find_near_edge(o, &o->edges[c->first], e);
    find_near_edge(o, &o->edges[c->second], f);
    double n[3] = {e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]};
    double ee = e[0] * e[0] + e[1] * e[1] + e[2] * e[2], ff = f[0] * f[0] + f[1] * f[1] + f[2] * f[2];
    double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]), tilt = 8 * 0x1p-53 * sqrt(ee * ff);
    c->lower = 0;
    if (!(length > 4 * tilt && length > 1e-140))
        return DBL_MAX;
    double width = find_near_width(o, n), error = 4 * (8 * 0x1p-53 * length + tilt);
    c->lower = (width - error) / (length + tilt) * (1 - 0x1p-48);
    return (width + error) / (length - tilt) * (1 + 0x1p-48);
}

static void drop_candidates(oracle *o) {
    double least = DBL_MAX;
    for (size_t i = 0; i < o->candidate_count; i++)
        least = fmin(least, bound_candidate(o, &o->candidates[i]));
    size_t kept = 0;
    for (size_t i = 0; i < o->candidate_count; i++)
        if (o->candidates[i].lower <= least)
            o->candidates[kept++] = o->candidates[i];
    o->candidate_count = kept;
}

static oracle_real find_signed_distance(oracle *o, bool filtered) {
    find_nearest(o);
    if (mpz_sgn(o->x.nearest.square) > 0) {
        mpz_mul(o->x.t[0], o->x.nearest.den, o->x.nearest.den);
        return exact_round_root(1, o->x.nearest.square, o->x.t[0], o->exponent);
    }
    list_candidates(o);
    if (filtered)
        drop_candidates(o);
    o->survivor_count = o->candidate_count;
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

size_t oracle_survivor_count(const oracle *o) { return o->survivor_count; }
