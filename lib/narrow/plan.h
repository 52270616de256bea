/// The plane across the normal of a contact, and points as they are seen along it.
#ifndef CLD_NARROW_PLAN_H
#define CLD_NARROW_PLAN_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "math/tangent.h"
#include "math/vec.h"

typedef struct cld_plan {
    cld_vec3 origin; ///< where u, v and h are 0, relative to A's centre
    cld_vec3 t1, t2, n;
    cld_vec3 offset; ///< from A's centre to B's
    double slack;    ///< how far from a supporting plane, or a side, a point still counts as on it
} cld_plan;

/// u, v in the plane, h along the normal, from the plan's origin: above A's supporting plane, where that is
/// on it.
typedef struct cld_plan_point {
    double u, v, h;
} cld_plan_point;

static inline cld_plan cld_plan_make(cld_vec3 n, cld_vec3 origin, cld_vec3 offset, double slack) {
    cld_plan plan = {.origin = origin, .n = n, .offset = offset, .slack = slack};
    cld_find_tangents_catto(n, &plan.t1, &plan.t2);
    return plan;
}

/// A direction.
static inline cld_plan_point cld_plan_turn(const cld_plan *plan, cld_vec3 d) {
    return (cld_plan_point){cld_dot(d, plan->t1), cld_dot(d, plan->t2), cld_dot(d, plan->n)};
}

/// A point relative to A's centre, or to B's own.
static inline cld_plan_point cld_plan_look(const cld_plan *plan, cld_vec3 at, bool is_b) {
    return cld_plan_turn(plan, cld_sub(is_b ? cld_add(at, plan->offset) : at, plan->origin));
}

/// The point that is seen there, relative to A's centre.
static inline cld_vec3 cld_plan_lift(const cld_plan *plan, const cld_plan_point *point) {
    cld_vec3 r = cld_add_scaled(plan->origin, point->u, plan->t1);
    return cld_add_scaled(cld_add_scaled(r, point->v, plan->t2), point->h, plan->n);
}

static inline cld_plan_point cld_plan_between(const cld_plan_point *p, const cld_plan_point *q, double t) {
    return (cld_plan_point){p->u + t * (q->u - p->u), p->v + t * (q->v - p->v), p->h + t * (q->h - p->h)};
}

/// The same, of the segment between p and q only: beyond its ends, the nearer one.
static inline cld_plan_point cld_plan_within(const cld_plan_point *p, const cld_plan_point *q, double t) {
    return cld_plan_between(p, q, t < 0 ? 0 : t > 1 ? 1 : t);
}

/// The point of a segment that is nearest to p in the plan; of one without length, its beginning.
static inline cld_plan_point cld_plan_find_nearest(const cld_plan_point s[2], const cld_plan_point *p) {
    double u = s[1].u - s[0].u, v = s[1].v - s[0].v, square = u * u + v * v;
    double along = (p->u - s[0].u) * u + (p->v - s[0].v) * v;
    return cld_plan_within(&s[0], &s[1], square > 0 ? along / square : 0);
}

typedef struct cld_plan_crossing {
    double part;   ///< of the first of two segments that is before the line of the second, unless parallel
    bool parallel; ///< the shorter one leaves the direction of the longer one by no more than the slack
} cld_plan_crossing;

static inline cld_plan_crossing cld_plan_cross(const cld_plan *plan, const cld_plan_point a[2],
                                               const cld_plan_point b[2]) {
    double au = a[1].u - a[0].u, av = a[1].v - a[0].v, bu = b[1].u - b[0].u, bv = b[1].v - b[0].v;
    double cross = au * bv - av * bu, longer = cld_max(sqrt(au * au + av * av), sqrt(bu * bu + bv * bv));
    return (cld_plan_crossing){((b[0].u - a[0].u) * bv - (b[0].v - a[0].v) * bu) / cross,
                               fabs(cross) <= plan->slack * longer};
}

/// How far r is to the left of the way from p to q, times the length of that.
static inline double cld_plan_left(const cld_plan_point *p, const cld_plan_point *q,
                                   const cld_plan_point *r) {
    return (q->u - p->u) * (r->v - p->v) - (q->v - p->v) * (r->u - p->u);
}

/// The corner of an outline that follows corner i, and the one before it.
static inline uint32_t cld_plan_next(uint32_t i, uint32_t count) { return i + 1 < count ? i + 1 : 0; }
static inline uint32_t cld_plan_last(uint32_t i, uint32_t count) { return (i ? i : count) - 1; }

#endif
