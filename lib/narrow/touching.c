/// The nearest point v of A - B to the origin tells no direction where it is the origin, or hardly beside it.
/// What it lies on does: a triangle its normal, an edge or a corner the line of centres, across the edge. The
/// vertex farthest along a direction bounds the signed distance from below, the simplex from above; neither
/// bound depends on how the direction was found.

#include "narrow/touching.h"

#include <math.h>

#include "math/tangent.h"
#include "narrow/simplex.h"
#include "narrow/trace.h"
#include "proof/plain.h"

/// Triangles with a smaller sine, or shorter for their pair, tell directions to less than 2^-33.
#define LEAST_SINE 0x1p-18

/// A corner with less of the weight than this is not what the nearest point lies on. No derivation, as it
/// only decides what is tried.
#define LEAST_WEIGHT 0x1p-40

/// By how much the way between nearest points may be off their normal times their distance, as a part of the
/// reach: an eighth of what is promised.
#define OFF_NORMAL 0x1p-43

/// What is tried, and of the last direction what it tells.
typedef struct attempt {
    const cld_cso *cso;
    const cld_walk_result *walk;
    cld_corner corner[3]; ///< of the walk's simplex what the nearest point lies on
    int count;
    double enough, upper;
    cld_vec3 normal;
    cld_cso_vertex support;
    double separation, lower;
    uint32_t iterations;
} attempt;

/// The unit normal of a triangle, in one of its two directions.
static bool find_normal(const cld_corner *p, const cld_corner *q, const cld_corner *r, double size,
                        cld_vec3 *n) {
    cld_vec3 e = cld_sub(q->w, p->w), f = cld_sub(r->w, p->w);
    *n = cld_cross(e, f);
    double nn = cld_dot(*n, *n), longer = cld_max(cld_dot(e, e), cld_dot(f, f));
    if (!(nn > LEAST_SINE * LEAST_SINE * longer * size * size))
        return false;
    *n = cld_scale(*n, 1 / sqrt(nn));
    return true;
}

static void tell(const attempt *t, cld_vec3 n, const cld_cso_vertex *w) {
    cld_simplex s;
    cld_walk_get_simplex(t->cso, t->walk, &s);
    cld_event event = {.kind = CLD_TRACE_GJK, .simplex = s.vertex, .simplex_count = (uint32_t)s.count};
    event.direction = n;
    event.support = w;
    event.lower = -cld_dot(n, w->w);
    event.upper = t->upper;
    cld_trace_tell(t->cso, &event);
}

static cld_cso_vertex ask(attempt *t, cld_vec3 n) {
    cld_cso_vertex w = cld_cso_support(t->cso, n);
    t->iterations++;
    if (t->cso->tracer)
        tell(t, n, &w);
    return w;
}

static bool try_direction(attempt *t, cld_vec3 n) {
    t->support = ask(t, n);
    t->normal = n;
    t->separation = -cld_dot(n, t->support.w);
    if (!(t->upper - t->separation <= t->enough))
        return false;
    t->lower = cld_plain_from_support(t->cso, n, t->support.w);
    return t->upper - t->lower <= t->enough;
}

/// Whether A - B reaches from a point of it along d or against it; then `to` leads there.
static bool reaches(attempt *t, cld_vec3 from, cld_vec3 d, cld_vec3 *to) {
    double length = cld_length(d);
    for (int side = 0; length > 0 && side < 2; side++, length = -length) {
        cld_vec3 n = cld_scale(d, 1 / length);
        *to = cld_sub(ask(t, n).w, from);
        if (cld_dot(n, *to) > t->enough)
            return true;
    }
    return false;
}

/// Whether A - B is flat: along the direction that was found, or across it. A triangle on the plane of that
/// direction shows that it is not; else two more ways at right angles to those before do.
static bool is_flat(attempt *t) {
    cld_vec3 from = t->support.w, e, f, g, across, other, back = cld_negate(t->normal);
    e = cld_sub(ask(t, back).w, from);
    if (!(cld_dot(back, e) > t->enough))
        return true;
    if (t->count == 3)
        return false;
    cld_find_tangents_least_axis(cld_scale(e, 1 / cld_length(e)), &across, &other);
    return !reaches(t, from, across, &f) || !reaches(t, from, cld_cross(e, f), &g);
}

/// Tries a direction and its opposite.
static bool try_both(attempt *t, cld_vec3 n) {
    return (try_direction(t, n) || try_direction(t, cld_negate(n))) && !is_flat(t);
}

/// Keeps what the nearest point lies on, of a tetrahedron the face that is nearest.
static void reduce(attempt *t) {
    const cld_walk_result *walk = t->walk;
    int least = 0;
    for (int i = 1; i < walk->count; i++)
        least = walk->weight[i] < walk->weight[least] ? i : least;
    t->count = 0;
    for (int i = 0; i < walk->count; i++)
        if (walk->weight[i] > LEAST_WEIGHT && (walk->count < 4 || i != least))
            t->corner[t->count++] = walk->corner[i];
}

/// Tries what that tells.
static bool try_simplex(attempt *t) {
    const cld_corner *corner = t->corner;
    cld_vec3 n, d = cld_negate(cld_cso_guess(t->cso));
    if (t->count == 3)
        return find_normal(&corner[0], &corner[1], &corner[2], t->cso->size, &n) && try_both(t, n);
    if (t->count == 2) { // at a right angle to the edge
        cld_vec3 e = cld_sub(corner[1].w, corner[0].w);
        d = cld_add_scaled(d, -cld_dot(d, e) / cld_dot(e, e), e);
    }
    double length = cld_length(d);
    return length > 0 && try_both(t, cld_scale(d, -1 / length));
}

bool cld_answer_touching(const cld_cso *cso, const cld_walk_result *walk, double enough,
                         cld_core_answer *answer) {
    attempt t = {.cso = cso, .walk = walk, .enough = enough};
    t.upper = cld_plain_from_corners(cso, walk->corner, walk->weight, walk->count);
    reduce(&t);
    bool found = try_simplex(&t);
    cld_core_count_steps(t.iterations, answer);
    if (!found)
        return false;
    cld_simplex s;
    cld_walk_get_simplex(cso, walk, &s);
    cld_vec3 a, b;
    cld_simplex_find_points(&s, &a, &b);
    double distance = cld_max(t.lower, cld_min(t.separation, t.upper));
    cld_vec3 off = cld_add_scaled(cld_sub(cld_add(b, cso->offset), a), -distance, t.normal);
    if (t.lower > 0 && !(cld_length(off) <= OFF_NORMAL * (cso->a.reach + cso->b.reach)))
        return false;
    answer->normal = t.normal;
    answer->signed_distance = distance;
    answer->lower = t.lower;
    answer->upper = t.upper;
    answer->point_a = a;
    answer->point_b = b;
    cld_core_take_axis(answer);
    answer->algorithm = answer->apart ? CLD_GJK : CLD_GJK_EPA;
    answer->has_farthest = true;
    answer->farthest_a = t.support.ia, answer->farthest_b = t.support.ib;
    return true;
}
