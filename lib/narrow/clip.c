/// Clipping a convex polygon to another.
///
/// Source: I. Sutherland, G. Hodgman, Reentrant polygon clipping, 1974. Deviations: the sides are moved out
/// by a slack, so that surfaces that meet in an edge or a corner keep it; a corner that is out by less stays
/// where it is; a needle's tips are cut.

#include "narrow/clip.h"

#include <math.h>
#include <string.h>

/// The directed line of a side: u * p.u + v * p.v - w, positive inside, in units of length.
typedef struct line {
    double u, v, at_u, at_v;
} line;

static double inside(const line *l, const cld_plan_point *p) {
    return l->u * (p->u - l->at_u) + l->v * (p->v - l->at_v);
}

static cld_plan_point between(const cld_plan_point *p, const cld_plan_point *q, double from_p,
                              double from_q) {
    double t = from_p / (from_p - from_q);
    return (cld_plan_point){p->u + t * (q->u - p->u), p->v + t * (q->v - p->v), p->h + t * (q->h - p->h)};
}

/// Keeps what is inside one line. A chain of two points is a segment: it is not closed.
static uint32_t cut(const cld_plan_point *in, uint32_t count, const line *l, double slack,
                    cld_plan_point *out) {
    uint32_t kept = 0, sides = count == 2 ? 1 : count;
    if (count == 1 || count == 2)
        if (inside(l, &in[0]) >= -slack)
            out[kept++] = in[0];
    for (uint32_t i = 0; i < sides && count > 1; i++) {
        const cld_plan_point *p = &in[i], *q = &in[(i + 1) % count];
        double from_p = inside(l, p), from_q = inside(l, q);
        bool p_in = from_p >= -slack, q_in = from_q >= -slack;
        // The crossing is with the line itself; where the point kept lies between line and slack, there is
        // none.
        if (p_in != q_in && (p_in ? from_p > 0 : from_q > 0))
            out[kept++] = between(p, q, from_p, from_q);
        if (q_in)
            out[kept++] = *q;
    }
    return kept;
}

static void exchange(cld_plan_point **p, cld_plan_point **q) {
    cld_plan_point *t = *p;
    *p = *q;
    *q = t;
}

/// The line of a side, or false for one without length.
static bool find_side(const cld_plan_point *p, const cld_plan_point *q, line *l) {
    double u = q->u - p->u, v = q->v - p->v, length = sqrt(u * u + v * v);
    *l = (line){-v / length, u / length, p->u, p->v};
    return length > 0;
}

/// A line that cuts across a sharp corner at its tip, where the slack of its two sides would let points in
/// far beyond it: by 1 / sin(angle / 2) times as much. False for corners whose sides turn back by less than
/// about 165 degrees, a factor of 8.
static bool find_tip(const line *before, const line *after, line *l) {
    if (before->u * after->u + before->v * after->v > -0.97)
        return false;
    // The sides' directions are their normals turned back by a right angle: (v, -u).
    double u = after->v - before->v, v = before->u - after->u, length = sqrt(u * u + v * v);
    *l = (line){u / length, v / length, after->at_u, after->at_v};
    return length > 0;
}

uint32_t cld_clip(cld_plan_point *subject, uint32_t count, const cld_plan_point *window,
                  uint32_t window_count, double slack, cld_plan_point *spare) {
    cld_plan_point *from = subject, *to = spare;
    line before = {0, 0, 0, 0}, side, tip;
    for (uint32_t i = window_count;
         i-- > 0 && !find_side(&window[i], &window[(i + 1) % window_count], &before);)
        continue;
    for (uint32_t i = 0; i < window_count && count > 0; i++) {
        if (!find_side(&window[i], &window[(i + 1) % window_count], &side))
            continue;
        bool sharp = find_tip(&before, &side, &tip);
        count = cut(from, count, &side, slack, to);
        exchange(&from, &to);
        if (sharp) {
            count = cut(from, count, &tip, slack, to);
            exchange(&from, &to);
        }
        before = side;
    }
    if (from != subject)
        memcpy(subject, from, count * sizeof *subject);
    return count;
}
