/// The signed distance is the largest separation over all directions; this tries many of them and follows the
/// best one uphill.
///
/// Tried are directions spread evenly over a cube (in the plane: a square) around the origin, the normals of
/// flat parts, the products of edges where those are no more than the samples asked for, and the line of
/// centres. From the best of them each step goes to the normal at the point of A - B nearest to a point in
/// front of it: with q = s n, s > h(n) = -sep(n), and v the point of A - B nearest to q, n' = (q - v) / |q -
/// v| has h(n') <= s - |q - v| <= h(n). Where it stays, v = h(n) n: two points of the shapes show the
/// separation (R. T. Rockafellar, Monotone operators and the proximal point algorithm, 1976). The peak need
/// not be the highest, so the upper bound is not taken from it: separation changes by at most the size of A -
/// B times the change of the direction, and no direction is farther from a sample than half a cell is wide.

#include <math.h>

#include "base/error.h"
#include "narrow/core.h"
#include "narrow/curved_polish.h"
#include "narrow/gjk.h"
#include "proof/bounds.h"

/// Steps uphill; each shortens what is left to turn by half or more where the shapes are not much rounder
/// than they are deep.
enum { MOST_STEPS = 100 };

/// How far in front of shapes that overlap a step begins at least, as a part of their reach. No derivation:
/// the farther, the less a step turns; the nearer, the more of its direction is rounding, here some 16 u.
#define AHEAD 0.0625

typedef struct estimate {
    const cld_cso *cso;
    cld_vec3 normal;
    double separation; ///< along it, the largest so far
    double gap;        ///< no unit direction is farther than this from one that was tried
    uint32_t tried;
    cld_simplex simplex; ///< the points that show it; of no points before the first step
} estimate;

/// Tells of a direction that is better than those before.
static void tell(const estimate *e) {
    cld_event event = {CLD_TRACE_SAMPLING, .direction = e->normal, .lower = e->separation, .upper = INFINITY};
    if (e->cso->tracer)
        cld_trace_tell(e->cso, &event);
}

/// Measures a direction of any length; one of none is left out.
static void try_direction(estimate *e, cld_vec3 d) {
    double largest = cld_max_abs(d);
    if (!(largest > 0))
        return;
    cld_vec3 n = cld_unit(cld_scale(d, 1 / largest));
    double separation = cld_cso_find_separation(e->cso, n);
    e->tried++;
    if (separation > e->separation) {
        e->separation = separation;
        e->normal = n;
        tell(e);
    }
}

static void try_both_ways(estimate *e, cld_vec3 d) {
    try_direction(e, d);
    try_direction(e, cld_negate(d));
}

/// The middles of m x m cells on each face of a cube. A ray meets the cube within half a cell's diagonal,
/// sqrt(2) / m, of a middle, and what lies outside of the unit sphere comes no farther apart on the way to
/// it.
static void sample_space(estimate *e, uint32_t samples) {
    int m = 1;
    while (6.0 * (m + 1) * (m + 1) <= samples)
        m++;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++) {
            double u = (2.0 * i + 1) / m - 1, v = (2.0 * j + 1) / m - 1;
            try_both_ways(e, cld_vec3_make(1, u, v));
            try_both_ways(e, cld_vec3_make(u, 1, v));
            try_both_ways(e, cld_vec3_make(u, v, 1));
        }
    e->gap = 1.4142135623730952 / m;
}

/// Likewise on a square: half a cell is 1 / m.
static void sample_plane(estimate *e, uint32_t samples) {
    int m = 1;
    while (4.0 * (m + 1) <= samples)
        m++;
    for (int i = 0; i < m; i++) {
        double u = (2.0 * i + 1) / m - 1;
        try_both_ways(e, cld_vec3_make(1, u, 0));
        try_both_ways(e, cld_vec3_make(u, 1, 0));
    }
    e->gap = 1.0 / m;
}

static void try_outline(estimate *e, const cld_shape *shape, const cld_cloud *cloud) {
    for (uint32_t i = 0; i < shape->rare->outline_count; i++) {
        uint32_t from = shape->rare->outline[i],
                 to = shape->rare->outline[(i + 1) % shape->rare->outline_count];
        cld_vec3 d = cld_sub(cld_cloud_at(cloud, to), cld_cloud_at(cloud, from));
        try_both_ways(e, cld_vec3_make(d.y, -d.x, 0));
    }
}

static void try_flats(estimate *e, const cld_curve *curve) {
    for (uint32_t i = 0; i < curve->count; i++)
        try_both_ways(e, cld_oval_find_normal(&curve->part[i]));
}

static void try_faces(estimate *e, const cld_solid *solid) {
    for (uint32_t f = 0; f < solid->hull->face_count; f++)
        try_both_ways(e, solid->normal[f]);
}

static void try_edges(estimate *e, const cld_solid *a, const cld_solid *b, uint32_t most) {
    if ((uint64_t)a->hull->edge_count * b->hull->edge_count > most)
        return;
    for (uint32_t i = 0; i < a->hull->edge_count; i++)
        for (uint32_t j = 0; j < b->hull->edge_count; j++)
            try_both_ways(e, cld_cross(a->direction[i], b->direction[j]));
}

/// The directions that the shapes themselves suggest.
static cld_status try_features(cld_pair *pair, estimate *e, cld_error *err) {
    const cld_cso *cso = &pair->cso;
    try_both_ways(e, cso->offset);
    if (pair->a.shape->dimension == 2) {
        try_outline(e, pair->a.shape, &cso->a.cloud);
        try_outline(e, pair->b.shape, &cso->b.cloud);
        return CLD_OK;
    }
    if (cso->a.curve)
        try_flats(e, cso->a.curve);
    if (cso->b.curve)
        try_flats(e, cso->b.curve);
    if (cld_cso_is_curved(cso))
        return CLD_OK;
    cld_solid a, b;
    cld_status status = cld_pair_make_solids(pair, &a, &b, err);
    if (status != CLD_OK)
        return status;
    try_faces(e, &a);
    try_faces(e, &b);
    try_edges(e, &a, &b, pair->options->samples);
    return CLD_OK;
}

/// One step uphill: from the origin itself if the cores are apart, else from far enough in front of A - B.
/// False where it leads nowhere. The separation is settled before the direction is, so a step may leave it as
/// it is.
static bool climb(estimate *e) {
    const cld_cso *cso = e->cso;
    double height = -e->separation,
           ahead = height < 0 ? -height : fmax(height, AHEAD * (cso->a.reach + cso->b.reach));
    cld_vec3 q = cld_scale(e->normal, height + ahead);
    cld_cso moved = *cso;
    moved.offset_exact = cld_dd3_add(moved.offset_exact, cld_dd3_make(q));
    moved.offset = cld_dd3_value(moved.offset_exact);
    moved.size += cld_length(q);
    moved.tracer = NULL; // its bounds are those of another pair
    cld_gjk_result r = cld_gjk(&moved, cld_negate(e->normal), cld_simplex_find_nearest_exactly);
    double length = cld_length(r.v);
    if (r.stop == CLD_GJK_MEETS || !(length > 0))
        return false;
    cld_vec3 n = cld_unit(cld_scale(r.v, -1 / length));
    double separation = cld_cso_find_separation(cso, n);
    e->tried++;
    if (separation < e->separation - 16 * CLD_ROUNDOFF * cso->size)
        return false;
    bool moves = cld_distance(n, e->normal) > 4 * CLD_ROUNDOFF;
    e->simplex = r.simplex;
    e->normal = n;
    e->separation = separation;
    tell(e);
    return moves;
}

/// The last digits of a normal to a curved surface, by Newton's method.
static void polish(estimate *e, cld_core_answer *answer) {
    cld_peak peak;
    if (!cld_polish(e->cso, e->normal, e->simplex.vertex, e->simplex.weight, e->simplex.count, &peak) ||
        peak.separation < e->separation - 16 * CLD_ROUNDOFF * e->cso->size || !peak.count)
        return;
    answer->normal = peak.normal;
    answer->signed_distance = peak.separation;
    e->simplex.count = peak.count;
    for (int i = 0; i < peak.count; i++) {
        e->simplex.vertex[i] = peak.vertex[i];
        e->simplex.weight[i] = peak.weight[i];
    }
}

/// What any two points of the shapes and what the grid of samples prove; `best` is the largest separation of
/// a sample.
static double find_upper(const estimate *e, double best) {
    double upper =
        best + e->gap * e->cso->size * (1 + 1e-12) + 64 * CLD_ROUNDOFF * e->cso->size + e->cso->error;
    cld_gjk_result r = cld_gjk(e->cso, e->normal, cld_simplex_find_nearest_exactly);
    return fmin(upper, cld_bound_from_points(e->cso, r.simplex.vertex, r.simplex.weight, r.simplex.count));
}

static cld_status search(cld_pair *pair, const cld_cso *cso, cld_core_answer *answer, cld_error *err) {
    estimate e = {.cso = cso, .separation = -INFINITY};
    if (pair->a.shape->dimension == 2)
        sample_plane(&e, pair->options->samples);
    else
        sample_space(&e, pair->options->samples);
    cld_status status = try_features(pair, &e, err);
    if (status != CLD_OK)
        return status;
    double best = e.separation;
    for (int i = 0; i < MOST_STEPS && climb(&e); i++)
        continue;
    *answer =
        (cld_core_answer){.algorithm = CLD_SAMPLING, .normal = e.normal, .signed_distance = e.separation};
    if (cld_cso_is_curved(cso) && e.simplex.count)
        polish(&e, answer);
    answer->lower = cld_bound_from_direction(cso, answer->normal);
    answer->upper = fmax(find_upper(&e, best), answer->lower);
    answer->signed_distance = fmax(answer->lower, fmin(answer->upper, answer->signed_distance));
    cld_core_take_axis(answer);
    cld_simplex_find_points(&e.simplex, &answer->point_a, &answer->point_b);
    answer->stats.support_calls = e.tried;
    return CLD_OK;
}

static cld_status find_core(cld_pair *pair, cld_core_answer *answer, cld_error *err) {
    cld_cso cso = pair->cso;
    cld_status status = cld_cso_prepare(&cso) ? search(pair, &cso, answer, err) : cld_fail_memory(err);
    cld_cso_forget(&cso);
    return status;
}

const cld_method cld_method_sampling = {find_core, cld_find_general_contacts, cld_is_contained_generally};
