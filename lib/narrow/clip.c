/// Clipping a convex polygon to another.
///
/// Source: I. Sutherland, G. Hodgman, Reentrant polygon clipping, 1974. Deviation: the sides are moved out by a slack, so that
/// surfaces that meet in an edge or a corner keep it; a corner that is out by less stays where it is.

#include "narrow/clip.h"

#include <math.h>
#include <string.h>

/// The directed line of a side: u * p.u + v * p.v - w, positive inside, in units of length.
typedef struct line {
    double u, v, at_u, at_v;
} line;

static double inside(const line *l, const cld_plan_point *p) { return l->u * (p->u - l->at_u) + l->v * (p->v - l->at_v); }

static cld_plan_point between(const cld_plan_point *p, const cld_plan_point *q, double from_p, double from_q) {
    double t = from_p / (from_p - from_q);
    return (cld_plan_point){p->u + t * (q->u - p->u), p->v + t * (q->v - p->v), p->h + t * (q->h - p->h)};
}

/// Keeps what is inside one line. A chain of two points is a segment: it is not closed.
static uint32_t cut(const cld_plan_point *in, uint32_t count, const line *l, double slack, cld_plan_point *out) {
    uint32_t kept = 0, sides = count == 2 ? 1 : count;
    if (count == 1 || count == 2)
        if (inside(l, &in[0]) >= -slack)
            out[kept++] = in[0];
    for (uint32_t i = 0; i < sides && count > 1; i++) {
        const cld_plan_point *p = &in[i], *q = &in[(i + 1) % count];
        double from_p = inside(l, p), from_q = inside(l, q);
        bool p_in = from_p >= -slack, q_in = from_q >= -slack;
        // The crossing is with the line itself; where the point kept lies between line and slack, there is none.
        if (p_in != q_in && (p_in ? from_p > 0 : from_q > 0))
            out[kept++] = between(p, q, from_p, from_q);
        if (q_in)
            out[kept++] = *q;
    }
    return kept;
}

uint32_t cld_clip(cld_plan_point *subject, uint32_t count, const cld_plan_point *window, uint32_t window_count, double slack,
                  cld_plan_point *spare) {
    cld_plan_point *from = subject, *to = spare;
    for (uint32_t i = 0; i < window_count && count > 0; i++) {
        const cld_plan_point *p = &window[i], *q = &window[(i + 1) % window_count];
        double u = q->u - p->u, v = q->v - p->v, length = sqrt(u * u + v * v);
        if (!(length > 0))
            continue;
        line l = {-v / length, u / length, p->u, p->v};
        count = cut(from, count, &l, slack, to);
        cld_plan_point *other = from;
        from = to;
        to = other;
    }
    if (from != subject)
        memcpy(subject, from, count * sizeof *subject);
    return count;
}
