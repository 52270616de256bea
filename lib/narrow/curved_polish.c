/// Newton's method on the supporting planes of A - B.
///
/// Every core is the hull of finitely many smooth parts, vertices or ovals, so A - B is that of their
/// differences, and its support function the largest of smooth ones, h_p(n) = n . w_p(n). Where the origin is
/// nearest to a supporting plane, some of them, three at most, agree, and a convex combination of their
/// points is along the normal:
///   h_p(n) = h for each p,   sum weight_p w_p(n) = h n,   sum weight_p = 1.
/// Newton's method solves that for the normal, the weights and h; parts with negative weights are dropped and
/// parts that reach farther are taken in, as in any active-set method (J. Nocedal, S. Wright, Numerical
/// Optimization, 2006, section 16.5). It ends after a fixed number of steps; the caller judges the result by
/// its separation, so nothing here has to be proven.

#include "narrow/curved_polish.h"

#include <math.h>

#include "math/tangent.h"
#include "narrow/curved_solve.h"
#include "narrow/trace.h"

/// The parts whose planes agree.
typedef struct active_set {
    uint32_t ia[3], ib[3];
    double weight[3];
    int count;
} active_set;

enum { MOST_STEPS = 20, MOST_ROUNDS = 16, BISECTIONS = 6, WANDERING_STEPS = 8 };

/// What still tilts by more after WANDERING_STEPS has no direction to come to: its steps lead around the
/// sphere. No derivation: thin shapes settle within MOST_STEPS from less, hardly any from more, and what does
/// not settle is only time lost.
#define WANDERING_TILT 0.125

/// A direction closer than this to the axis of a disc is at the corner of its support function, which has no
/// second derivative there; the caller tries the axis itself. No derivation of how close: from there on the
/// last bit of a direction turns the point of the rim by more than 2^-23.
#define AT_AXIS 0x1p-30

/// A step of Newton's method is about as long as the square of the one before. From here on that is far below
/// u, so that steps which no longer become much shorter are rounding.
#define TINY_TILT 0x1p-30

/// What still tilts by more has not settled. No derivation: a separation is off by the square of it at most,
/// 2^-40 of the size; with less, what rounding keeps from coming nearer would be given up.
#define SETTLED 0x1p-20

/// Planes whose heights differ by more are not the same. No derivation: rounding alone makes it 16 u of the
/// size, and equations that are nearly singular leave more; by what differs less no answer is off by more
/// than 1e-12 of the size.
#define SAME_HEIGHT 0x1p-40

/// A weight that is less than this below 0 is taken for 0. No derivation: weights are as good as the
/// equations, and to drop a part that counts costs a step which brings it back; to keep one that does not
/// moves a point by this part of the pair's size.
#define LEAST_WEIGHT 0x1p-30

/// What is farther by no more is as far: two points of curves are off by 16 u of the size along a normal
/// (curved_expand.c), here four times that, lest parts come and go by rounding.
#define ROUNDING (64 * CLD_ROUNDOFF)

static int find_part(const active_set *set, uint32_t ia, uint32_t ib) {
    for (int i = 0; i < set->count; i++)
        if (set->ia[i] == ia && set->ib[i] == ib)
            return i;
    return -1;
}

static void drop_part(active_set *set, int at) {
    set->count--;
    set->ia[at] = set->ia[set->count];
    set->ib[at] = set->ib[set->count];
    set->weight[at] = set->weight[set->count];
}

/// Adds a part, or weight to one that is there.
static void take_part(active_set *set, uint32_t ia, uint32_t ib, double weight) {
    int at = find_part(set, ia, ib);
    if (at < 0) {
        at = set->count++;
        set->ia[at] = ia, set->ib[at] = ib, set->weight[at] = 0;
    }
    set->weight[at] += weight;
}

static cld_vec3 find_point(const cld_cso_side *side, uint32_t i, cld_vec3 n) {
    return side->curve ? cld_curve_find_extreme_of(side->curve, i, n) : cld_cloud_at(&side->cloud, i);
}

/// The farthest point of one part.
static cld_cso_vertex vertex_of(const cld_cso *cso, const active_set *set, int i, cld_vec3 n) {
    cld_cso_vertex v = {.ia = set->ia[i], .ib = set->ib[i]};
    v.a = find_point(&cso->a, v.ia, n);
    v.b = find_point(&cso->b, v.ib, cld_negate(n));
    v.w = cld_sub(cld_sub(v.a, v.b), cso->offset);
    return v;
}

/// The farthest point of a part of one shape, with what its second derivative takes.
typedef struct extreme {
    const cld_oval *oval; ///< NULL for a vertex
    cld_vec3 at;
    cld_vec3 outward; ///< from the oval's centre to its farthest point
    double length;    ///< how much higher than that centre it is; 0 for what is a point
} extreme;

/// False at the axis of a disc.
static bool find_extreme(const cld_cso_side *side, uint32_t i, cld_vec3 n, extreme *e) {
    const cld_curve *curve = side->curve;
    e->oval = NULL;
    e->length = 0;
    if (!curve) {
        e->at = cld_cloud_at(&side->cloud, i);
        return true;
    }
    const cld_oval *oval = e->oval = &curve->part[i];
    double longest =
        cld_max(cld_max(cld_max_abs(oval->axis[0]), cld_max_abs(oval->axis[1])), cld_max_abs(oval->axis[2]));
    e->at = oval->centre;
    if (longest > 0) {
        e->length = cld_oval_find_outward(oval, n, &e->outward);
        e->at = cld_add(e->at, e->outward);
    }
    e->at = curve->inset > 0 ? cld_add_scaled(e->at, -curve->inset, n) : e->at;
    return longest == 0 || e->length > AT_AXIS * longest;
}

/// Adds `weight` times the second derivative of a part's support function across the normal, over the
/// tangents t.
static void add_bend(const cld_curve *curve, const extreme *e, const cld_vec3 t[2], double weight,
                     double m[2][2]) {
    if (!e->oval || !(e->length > 0))
        return;
    double x = cld_dot(e->outward, t[0]), y = cld_dot(e->outward, t[1]), xx = -x * x, xy = -x * y,
           yy = -y * y;
    for (int i = 0; i < 3; i++) {
        x = cld_dot(e->oval->axis[i], t[0]), y = cld_dot(e->oval->axis[i], t[1]);
        xx += x * x, xy += x * y, yy += y * y;
    }
    m[0][0] += weight * (xx / e->length - curve->inset);
    m[0][1] += weight * xy / e->length;
    m[1][1] += weight * (yy / e->length - curve->inset);
    m[1][0] = m[0][1];
}

/// Turns a direction in which the plane's height falls off both ways into one in which it rises, and so a
/// step towards a saddle into one away from it.
static void turn_up(double m[2][2], double x, double y) {
    double bend = x * (m[0][0] * x + m[0][1] * y) + y * (m[1][0] * x + m[1][1] * y);
    if (bend >= 0)
        return;
    m[0][0] -= 2 * bend * x * x;
    m[0][1] -= 2 * bend * x * y;
    m[1][0] -= 2 * bend * x * y;
    m[1][1] -= 2 * bend * y * y;
}

/// Does so in all directions that the parts leave free: both where there is one part, with two that along
/// which both planes stay level.
static void turn_free_up(double m[2][2], int count, double along[3][2]) {
    if (count == 1) {
        // The axes of the quadratic form, by one Jacobi rotation.
        double b = 2 * m[0][1], d = m[0][0] - m[1][1], length = sqrt(b * b + d * d);
        double c = length > 0 ? sqrt(0.5 + 0.5 * fabs(d) / length) : 1,
               s = length > 0 ? b / (2 * length * c) : 0;
        s = d < 0 ? -s : s;
        turn_up(m, c, s);
        turn_up(m, -s, c);
    } else if (count == 2) {
        double x = along[0][1] - along[1][1], y = along[1][0] - along[0][0], length = sqrt(x * x + y * y);
        if (length > 0)
            turn_up(m, x / length, y / length);
    }
}

/// One step. Unknowns: the tilt along two tangents, and the change of each weight but the first's, which
/// makes their sum 1; heights are relative to that of the first part's plane, lengths in units of the pair's
/// size. Returns the tilt, or -1 at the axis of a disc.
static double step(const cld_cso *cso, active_set *set, cld_vec3 *n) {
    cld_vec3 t[2], back = cld_negate(*n);
    cld_find_tangents_catto(*n, &t[0], &t[1]);
    int count = set->count, unknowns = 1 + count;
    double m[CLD_MOST_UNKNOWNS][CLD_MOST_UNKNOWNS + 1],
        bend[2][2] = {{0}}, reach[3][2] = {{0}}, above[3] = {0}, x[CLD_MOST_UNKNOWNS], height = 0, rest = 1,
        unit = 1 / cso->size;
    for (int i = 0; i < count; i++) {
        extreme a, b;
        if (!find_extreme(&cso->a, set->ia[i], *n, &a) || !find_extreme(&cso->b, set->ib[i], back, &b))
            return -1;
        cld_vec3 w = cld_scale(cld_sub(cld_sub(a.at, b.at), cso->offset), unit);
        double weight = set->weight[i];
        add_bend(cso->a.curve, &a, t, weight * unit, bend);
        add_bend(cso->b.curve, &b, t, weight * unit, bend);
        reach[i][0] = cld_dot(t[0], w), reach[i][1] = cld_dot(t[1], w);
        above[i] = cld_dot(*n, w);
        height += weight * above[i];
        rest -= weight;
    }
    bend[0][0] -= height, bend[1][1] -= height;
    turn_free_up(bend, count, reach);
    for (int k = 0; k < 2; k++) {
        m[k][0] = bend[k][0], m[k][1] = bend[k][1];
        m[k][unknowns] = -rest * reach[0][k];
        for (int i = 0; i < count; i++)
            m[k][unknowns] -= set->weight[i] * reach[i][k];
        for (int i = 1; i < count; i++)
            m[k][1 + i] = m[1 + i][k] = reach[i][k] - reach[0][k];
    }
    for (int i = 1; i < count; i++) {
        for (int k = 1; k < count; k++)
            m[1 + i][1 + k] = 0;
        m[1 + i][unknowns] = above[0] - above[i];
    }
    cld_solve(m, unknowns, x);
    for (int i = 1; i < count; i++) {
        set->weight[i] += x[1 + i];
        rest -= x[1 + i];
    }
    set->weight[0] += rest;
    double tilt = sqrt(x[0] * x[0] + x[1] * x[1]), shorten = tilt > 0.5 ? 0.5 / tilt : 1;
    *n = cld_unit(cld_add_scaled(cld_add_scaled(*n, x[0] * shorten, t[0]), x[1] * shorten, t[1]));
    return tilt;
}

/// Where three vertices of one shape agree with one part of the other, the direction is their plane's normal,
/// whatever the part is.
static cld_vec3 align(const cld_cso *cso, const active_set *set, cld_vec3 n) {
    const uint32_t *same = cso->a.curve ? set->ia : set->ib, *i = cso->a.curve ? set->ib : set->ia;
    const cld_cloud *cloud = &cld_cso_get_side(cso, cso->a.curve)->cloud;
    if (set->count < 3 || (cso->a.curve && cso->b.curve) || same[0] != same[1] || same[1] != same[2])
        return n;
    cld_vec3 from = cld_cloud_at(cloud, i[0]);
    cld_vec3 across =
        cld_cross(cld_sub(cld_cloud_at(cloud, i[1]), from), cld_sub(cld_cloud_at(cloud, i[2]), from));
    double along = cld_dot(across, n);
    return fabs(along) > 0x1p-40 * cso->size * cso->size ? cld_unit(cld_scale(across, along)) : n;
}

/// Newton's method with the parts given. False if it does not settle.
static bool settle(const cld_cso *cso, active_set *set, cld_vec3 *n) {
    *n = align(cso, set, *n);
    double tilt = 1, before = 1;
    for (int i = 0; i < MOST_STEPS && tilt > 4 * CLD_ROUNDOFF; i++) {
        tilt = step(cso, set, n);
        if (tilt < 0 || !isfinite(tilt) || (i >= WANDERING_STEPS && tilt > WANDERING_TILT))
            return false;
        // What is left is rounding, or will be: tilts are in proportion to the squares of those before.
        if (tilt < TINY_TILT &&
            (tilt > before / 4 || tilt * tilt * tilt < CLD_ROUNDOFF / 64 * before * before))
            break;
        before = tilt;
    }
    return tilt < SETTLED;
}

static void find_points(const cld_cso *cso, const active_set *set, cld_vec3 n, cld_vec3 w[3]) {
    for (int i = 0; i < set->count; i++)
        w[i] = vertex_of(cso, set, i, n).w;
}

/// Which of two or three parts, of which a convex combination lies along the normal, another one replaces so
/// that one of the new ones does: the ratio test of the simplex method.
static int find_leaving(const cld_vec3 *w, const double *weight, int count, cld_vec3 n, cld_vec3 entering) {
    cld_vec3 d = cld_sub(entering, w[0]), e = cld_sub(w[1], w[0]);
    double share[3] = {0}, least = INFINITY;
    if (count == 3) {
        cld_vec3 f = cld_sub(w[2], w[0]);
        double area = cld_dot(n, cld_cross(e, f));
        share[1] = cld_dot(n, cld_cross(d, f)) / area;
        share[2] = cld_dot(n, cld_cross(e, d)) / area;
    } else {
        share[1] = cld_dot(d, e) / cld_dot(e, e);
    }
    share[0] = 1 - share[1] - share[2];
    int leaving = 0;
    for (int i = 0; i < count; i++)
        if (share[i] > 0 && weight[i] / share[i] < least) {
            least = weight[i] / share[i];
            leaving = i;
        }
    return leaving;
}

/// The part to leave out where planes are at different heights by more than rounding, else -1: the equations
/// of three parts contradict each other where the shapes have an axis in common, as their points are then on
/// one line. It is the one that the highest replaces.
static int find_lagging(const cld_cso *cso, const active_set *set, cld_vec3 n) {
    cld_vec3 w[3];
    int lowest = 0, highest = 0, other[2], others = 0;
    find_points(cso, set, n, w);
    for (int i = 0; i < set->count; i++) {
        lowest = cld_dot(n, w[i]) < cld_dot(n, w[lowest]) ? i : lowest;
        highest = cld_dot(n, w[i]) > cld_dot(n, w[highest]) ? i : highest;
    }
    if (cld_dot(n, w[lowest]) >= cld_dot(n, w[highest]) - SAME_HEIGHT * cso->size)
        return -1;
    if (set->count < 3)
        return lowest;
    for (int i = 0; i < 3; i++)
        if (i != highest)
            other[others++] = i;
    // The highest's weight goes to the others, as its point is on the line through theirs.
    cld_vec3 ends[2] = {w[other[0]], w[other[1]]}, e = cld_sub(ends[1], ends[0]);
    double share = cld_dot(cld_sub(w[highest], ends[0]), e) / cld_dot(e, e);
    double weight[2] = {set->weight[other[0]] + set->weight[highest] * (1 - share),
                        set->weight[other[1]] + set->weight[highest] * share};
    return other[find_leaving(ends, weight, 2, n, w[highest])];
}

static void fill(const cld_cso *cso, const active_set *set, cld_vec3 n, cld_peak *peak) {
    double total = 0;
    peak->normal = n;
    peak->count = set->count;
    for (int i = 0; i < set->count; i++)
        total += fmax(0, set->weight[i]);
    for (int i = 0; i < set->count; i++) {
        peak->vertex[i] = vertex_of(cso, set, i, n);
        peak->weight[i] = fmax(0, set->weight[i]) / total;
    }
    peak->separation = cld_cso_find_separation(cso, n);
    if (!cso->tracer)
        return;
    cld_event event = {CLD_TRACE_NEWTON, .simplex = peak->vertex, .simplex_count = (uint32_t)set->count};
    event.direction = n;
    event.lower = peak->separation;
    event.upper = INFINITY;
    cld_trace_tell(cso, &event);
}

/// Between `from`, where the parts of the set reach farthest, and `to`, where another does: about where they
/// agree, for the next steps to begin there.
static cld_vec3 meet_halfway(const cld_cso *cso, const active_set *set, uint32_t ia, uint32_t ib,
                             cld_vec3 from, cld_vec3 to) {
    active_set other = {.ia = {ia}, .ib = {ib}, .count = 1};
    for (int i = 0; i < BISECTIONS; i++) {
        cld_vec3 middle = cld_unit(cld_add(from, to));
        double reach = -INFINITY;
        for (int k = 0; k < set->count; k++)
            reach = fmax(reach, cld_dot(middle, vertex_of(cso, set, k, middle).w));
        *(cld_dot(middle, vertex_of(cso, &other, 0, middle).w) > reach ? &to : &from) = middle;
    }
    return to;
}

bool cld_polish(const cld_cso *cso, cld_vec3 n, const cld_cso_vertex *vertex, const double *weight, int count,
                cld_peak *peak) {
    active_set set = {.count = 0};
    uint32_t left[2] = {CLD_NO_INDEX, CLD_NO_INDEX}; // the part that was replaced last
    for (int i = 0; i < count; i++)
        take_part(&set, vertex[i].ia, vertex[i].ib, weight[i]);
    for (int round = 0; round < MOST_ROUNDS; round++) {
        cld_vec3 from = n, w[3];
        if (!settle(cso, &set, &n))
            return false;
        int lagging = find_lagging(cso, &set, n), least = 0;
        if (lagging >= 0) {
            drop_part(&set, lagging);
            continue;
        }
        for (int i = 1; i < set.count; i++)
            if (set.weight[i] < set.weight[least])
                least = i;
        if (set.weight[least] < -LEAST_WEIGHT) {
            drop_part(&set, least);
            continue;
        }
        cld_cso_vertex beyond = cld_cso_support(cso, n), inside = vertex_of(cso, &set, 0, n);
        bool farther = cld_dot(n, cld_sub(beyond.w, inside.w)) > ROUNDING * cso->size;
        if (!farther || find_part(&set, beyond.ia, beyond.ib) >= 0) {
            fill(cso, &set, n, peak);
            return true;
        }
        if (beyond.ia == left[0] && beyond.ib == left[1])
            return false; // two parts in turns
        find_points(cso, &set, n, w);
        int leaving = set.count == 3 ? find_leaving(w, set.weight, 3, n, beyond.w) : -1;
        n = meet_halfway(cso, &set, beyond.ia, beyond.ib, from, n);
        if (leaving >= 0) {
            left[0] = set.ia[leaving], left[1] = set.ib[leaving];
            drop_part(&set, leaving);
        }
        take_part(&set, beyond.ia, beyond.ib, 0);
    }
    return false;
}
